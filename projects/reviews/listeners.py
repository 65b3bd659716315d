"""What reviewing does when a task moves: inside the same transaction."""

from __future__ import annotations

from django.utils.translation import gettext as _

from portal.core.errors import Refused
from portal.core.events import MemberLeft, RevisionSubmitted, TaskWithdrawn
from portal.core.text.series import series
from portal.people.models import Subject
from projects.project.models import Project
from projects.reviews import leaving, queries, rounds
from projects.reviews.states import RequestState
from projects.tasks.models import Task


def refuse_unanswered(event: RevisionSubmitted) -> None:
    """Gate: a revision answers every request that is still open."""
    task = Task.objects.get(public_id=event.task)
    unanswered = [queries.name_of(one) for one in queries.requests_of(task) if one.state == RequestState.OPEN]
    if unanswered:
        raise Refused(
            _("Answer every request first, as done or contested. Still open: %(names)s.")
            % {"names": series(unanswered)},
            code="unanswered",
        )


def open_rounds(event: RevisionSubmitted) -> None:
    task = Task.objects.select_related("project").get(public_id=event.task)
    revision = task.revisions.get(number=event.revision)
    rounds.open_rounds(task, revision, event.at)


def end_rounds(event: TaskWithdrawn) -> None:
    rounds.void_open(Task.objects.select_related("project").get(public_id=event.task), event.at)


def step_down(event: MemberLeft) -> None:
    project = Project.objects.get(public_id=event.project)
    leaving.step_down(subject=Subject.objects.get(pk=event.subject), project=project, at=event.at)
