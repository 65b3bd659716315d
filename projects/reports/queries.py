"""Reads of reports: the cases of a task, what of them somebody sees, and what waits for those who decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from portal.core.access.check import check
from portal.people.models import Subject
from projects.reports.deciders import POWERS, Deciding
from projects.reports.models import DefectCase, DefectReport, ReportAnswer
from projects.reports.states import OPEN, Outcome
from projects.reviews import queries as reviews
from projects.reviews.corrections import names_are_hidden
from projects.reviews.interests import Interests
from projects.reviews.queries import Due
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.states import ReportState


def open_case(task: Task) -> DefectCase | None:
    return DefectCase.objects.filter(task=task, state__in=OPEN).select_related("revision", "corrected").first()


def cases_of(task: Task) -> list[DefectCase]:
    """Every case with its reports, answers and decision, the last one first."""
    return list(
        DefectCase.objects.filter(task=task)
        .select_related("revision", "corrected", "decision__by__profile")
        .prefetch_related(
            Prefetch("reports", DefectReport.objects.select_related("reporter__profile").order_by("number")),
            Prefetch("answers", ReportAnswer.objects.select_related("by__profile").order_by("pk")),
        )
        .order_by("-pk")
    )


@dataclass(frozen=True)
class Sight:
    """What somebody sees of the cases of one task.

    `texts`: reports and answers, as review texts are seen, and by those who may decide; `decides`: also who reported
    without their name; `decision`: the reasons. One's own report one sees always, a quotation only of a part one sees.
    `hidden`: reviewers are not named, and who sees enough to report may be known to be one.
    """

    texts: bool
    decides: bool
    decision: bool
    fields: frozenset[str]
    subject: Subject | None
    hidden: bool

    def reports(self, case: DefectCase) -> list[DefectReport]:
        return [one for one in case.reports.all() if self.texts or self.own(one)]

    def own(self, report: DefectReport) -> bool:
        return self.subject is not None and report.reporter_id == self.subject.pk

    def names(self, report: DefectReport) -> bool:
        return (report.named and not self.hidden) or self.decides or self.own(report)


def sight(viewer: Viewer, task: Task) -> Sight:
    """Whoever wrote the task sees as a contributor only, whatever else they hold."""
    fields = viewer.fields(task)
    mine = "C" in viewer.persons(task)
    decides = not mine and bool(viewer.powers & set(POWERS)) and "statement" in fields
    decides = decides and check(viewer.subject, "correction.open", task.project, task).allowed
    hidden = names_are_hidden(task)
    return Sight("reviews" in fields or decides, decides, "decision" in fields, fields, viewer.subject, hidden)


def why_not(task: Task, case: DefectCase, outcome: Outcome) -> str | None:
    """Why the case cannot end so, whoever decides."""
    proposed = bool(reviews.opener(task))
    if outcome is Outcome.CORRECTED and case.corrected is None:
        return _("There is no corrected revision to accept.")
    if outcome is Outcome.PROPOSE and proposed:
        return _("To revoke it was proposed already. A second person decides.")
    if outcome is Outcome.REVOKED and not proposed:
        return _("Nobody has proposed to revoke it yet. Propose it, and a second person decides.")
    return None


def outcomes(task: Task, case: DefectCase) -> list[Outcome]:
    return [one for one in Outcome if why_not(task, case, one) is None]


def due(viewer: Viewer, subject: Subject) -> Sequence[Due]:
    """Cases that wait for a decision by this person; not what they reported, proposed to revoke, or have an interest
    in, nor what they accepted while somebody else could decide."""
    if not viewer.powers & set(POWERS):
        return []
    rows = Task.objects.filter(project=viewer.project, reported=ReportState.TO_DECIDE).select_related("project")
    seen = [one for one in rows.order_by("number") if "statement" in viewer.fields(one)]
    interests, deciding = Interests(viewer.project, seen, [subject.pk]), Deciding(viewer.project, seen)
    return [
        Due("report", one, None, None)
        for one in seen
        if not interests.has(subject.pk, one)
        and subject.pk not in deciding.reporters[one.pk] | deciding.proposers[one.pk]
        and not deciding.accepted_and_is_not_alone(subject.pk, one)
    ]
