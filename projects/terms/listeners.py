"""What the terms say when something happens to a project."""

from portal.core import events
from portal.core.errors import Refused
from projects.project.models import Project
from projects.terms import fact_rows, readiness, readings
from projects.terms.models import TermsVersion


def refuse_unready(event: events.RecruitingOpened) -> None:
    """Nobody is recruited into a project whose rules are not complete and published."""
    missing = readiness.of(Project.objects.get(public_id=event.project))
    if not missing.ready:
        raise Refused(*missing.reasons(), code="not_ready", open_paths=missing.open_paths)


def note_facts(event: events.TermsPublished) -> None:
    """What the catalogue filters by and looks for in stands with the version from its first moment."""
    fact_rows.note(TermsVersion.objects.get(project__public_id=event.project, number=event.version))


def keep_readings(event: events.TermsPublished) -> None:
    """What the version reads like today is kept with it: no later change of our sentences changes what is accepted."""
    readings.keep(TermsVersion.objects.get(project__public_id=event.project, number=event.version))
