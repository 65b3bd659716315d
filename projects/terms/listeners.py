"""What the terms say when something happens to a project."""

from portal.core import events
from portal.core.errors import Refused
from projects.project.models import Project
from projects.terms import readiness


def refuse_unready(event: events.RecruitingOpened) -> None:
    """Nobody is recruited into a project whose rules are not complete and published."""
    missing = readiness.of(Project.objects.get(public_id=event.project))
    if not missing.ready:
        raise Refused(*missing.reasons(), code="not_ready", open_paths=missing.open_paths)
