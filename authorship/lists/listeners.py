"""What lists do when something they rest on changes."""

from authorship.lists import erasing, services
from portal.core.events import Event, PersonErased, TermsPublished
from portal.notices import outbox
from projects.project.models import Project
from projects.terms import queries as terms


def create_outputs(event: TermsPublished) -> None:
    project = Project.objects.get(public_id=event.project)
    version = terms.version(project, event.version)
    if version is not None:
        services.create_outputs(project=project, version=version, at=event.at)


def want_recompute(event: Event) -> None:
    """One waiting job a project, however much happens before it runs."""
    outbox.want("authorship.lists.recompute", args={"project": event.project}, key=event.project)


def forget(event: PersonErased) -> None:
    """Part of the erasure: what kept lists hold of the name."""
    erasing.forget(event.subject)


def want_recompute_everywhere(event: PersonErased) -> None:
    """Open lists that are sorted by names change: in every project that somebody erased has a part in."""
    for project in erasing.projects_of(event.subject):
        outbox.want("authorship.lists.recompute", args={"project": project}, key=project)
