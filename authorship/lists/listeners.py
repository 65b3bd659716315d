"""What lists do when something they rest on changes."""

from authorship.lists import services
from portal.core.events import Event, TermsPublished
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
