"""What the room of reviews keeps about a person: what they wrote, judged and decided, and nothing of others."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from portal.people.download import Kept
from portal.people.models import Subject
from projects.reviews.models import (
    ApprovalObjection,
    Assignment,
    ChangeRequest,
    CorrectionStep,
    Reopening,
    RequestAnswer,
    Review,
    ReviewDecision,
    ReviewDraft,
    Round,
    RoundStep,
    TaskChair,
)
from projects.tasks.models import DeclaredInterest, InterestWaiver, Task


def _place(round_: Round) -> dict[str, Any]:
    return {
        "project": round_.task.project.slug,
        "task": round_.task.number,
        "revision": round_.revision.number,
        "stage": round_.stage,
    }


def _assignments(subject: Subject) -> object:
    rows = Assignment.objects.filter(reviewer=subject).select_related("round__task__project", "round__revision")
    fields = ("letter", "state", "offered_at", "ended_at")
    return [{**_place(row.round), **{name: getattr(row, name) for name in fields}} for row in rows.order_by("pk")]


def _reviews(subject: Subject) -> object:
    rows = Review.objects.filter(assignment__reviewer=subject).select_related(
        "assignment__round__task__project", "assignment__round__revision"
    )
    fields = ("verdict", "text", "scores", "filed_at")
    return [
        {**_place(row.assignment.round), **{name: getattr(row, name) for name in fields}} for row in rows.order_by("pk")
    ]


def _drafts(subject: Subject) -> object:
    rows = ReviewDraft.objects.filter(assignment__reviewer=subject).select_related(
        "assignment__round__task__project", "assignment__round__revision"
    )
    fields = ("verdict", "text", "scores", "requests", "updated_at")
    return [
        {**_place(row.assignment.round), **{name: getattr(row, name) for name in fields}} for row in rows.order_by("pk")
    ]


def _requests(subject: Subject) -> object:
    rows = ChangeRequest.objects.filter(review__assignment__reviewer=subject).select_related(
        "review__assignment__round__task__project", "review__assignment__round__revision"
    )
    fields = ("number", "part", "exact", "criterion", "text", "cure", "no_cure", "state")
    return [
        {**_place(row.review.assignment.round), **{name: getattr(row, name) for name in fields}}
        for row in rows.order_by("pk")
    ]


def _answers(subject: Subject) -> object:
    """Own words to a request, which is named by the reviewer's letter."""
    rows = RequestAnswer.objects.filter(by=subject).select_related(
        "request__review__assignment__round__task__project", "request__review__assignment__round__revision"
    )
    found = []
    for row in rows.order_by("pk"):
        assignment = row.request.review.assignment
        key = f"{assignment.letter}{row.request.number}"
        found.append({**_place(assignment.round), "request": key, "text": row.text, "state": row.state, "at": row.at})
    return found


def _decisions(subject: Subject) -> object:
    rows = ReviewDecision.objects.filter(by=subject).select_related("round__task__project", "round__revision")
    fields = ("outcome", "rule", "criteria", "points", "reasons", "at")
    return [{**_place(row.round), **{name: getattr(row, name) for name in fields}} for row in rows.order_by("pk")]


def _leads(subject: Subject) -> object:
    rows = Round.objects.filter(lead=subject).select_related("task__project", "revision").order_by("pk")
    return [{**_place(row), "state": row.state, "opened_at": row.opened_at} for row in rows]


def _corrections(subject: Subject) -> object:
    rows = CorrectionStep.objects.filter(by=subject).select_related("task__project").order_by("pk")
    return [
        {
            "project": row.task.project.slug,
            "task": row.task.number,
            "step": row.step,
            "reasons": row.reasons,
            "revision": row.revision,
            "at": row.at,
        }
        for row in rows
    ]


def _objections(subject: Subject) -> object:
    rows = ApprovalObjection.objects.filter(by=subject).select_related("round__task__project", "revision")
    return [
        {
            "project": row.round.task.project.slug,
            "task": row.round.task.number,
            "revision": row.revision.number,
            "stage": row.round.stage,
            "reasons": row.reasons,
            "at": row.at,
        }
        for row in rows.order_by("pk")
    ]


def _reopenings(subject: Subject) -> object:
    rows = Reopening.objects.filter(by=subject).select_related("task__project").order_by("pk")
    return [
        {
            "project": row.task.project.slug,
            "task": row.task.number,
            "after": row.after,
            "reasons": row.reasons,
            "at": row.at,
        }
        for row in rows
    ]


def _chairs(subject: Subject) -> object:
    rows = TaskChair.objects.filter(chair=subject).select_related("task__project").order_by("pk")
    fields = ("assigned_at", "ended_at")
    return [{**_task(row.task), **{name: getattr(row, name) for name in fields}} for row in rows]


def _steps(subject: Subject) -> object:
    rows = RoundStep.objects.filter(by=subject).select_related("round__task__project", "round__revision")
    fields = ("kind", "clock", "before", "until", "reason", "at")
    return [{**_place(row.round), **{name: getattr(row, name) for name in fields}} for row in rows.order_by("pk")]


def _interests(subject: Subject) -> object:
    rows = DeclaredInterest.objects.filter(subject=subject).select_related("task__project", "waiver").order_by("pk")
    return [
        {**_task(row.task), "kind": row.kind, "text": row.text, "at": row.at, "waived": hasattr(row, "waiver")}
        for row in rows
    ]


def _waivers(subject: Subject) -> object:
    rows = InterestWaiver.objects.filter(by=subject).select_related("interest__task__project").order_by("pk")
    return [{**_task(row.interest.task), "reason": row.reason, "at": row.at} for row in rows]


def _task(task: Task) -> dict[str, Any]:
    return {"project": task.project.slug, "task": task.number}


KEPT = (
    Kept("assignments", _("Rounds you were asked to review, under which letter, and how that ended."), _assignments),
    Kept("reviews", _("Reviews you filed."), _reviews),
    Kept("review_drafts", _("Reviews you are writing."), _drafts),
    Kept("requests", _("Changes you asked for."), _requests),
    Kept("request_answers", _("What you answered to requests, by the reviewer's letter."), _answers),
    Kept("decisions", _("Rounds you decided, with your reasons."), _decisions),
    Kept("rounds_led", _("Rounds you lead or led."), _leads),
    Kept("task_corrections", _("Corrections of accepted tasks you opened or decided."), _corrections),
    Kept("approval_objections", _("Approvals you took back, with your reasons."), _objections),
    Kept("task_reopenings", _("Tasks you reopened, with your reasons."), _reopenings),
    Kept("tasks_chaired", _("Tasks you chair or chaired."), _chairs),
    Kept("round_days", _("Days of rounds you moved on or asked about, with your reasons."), _steps),
    Kept("interests", _("Interests you declared, and whether they were waived."), _interests),
    Kept("interest_waivers", _("Interests of others you waived, with your reasons."), _waivers),
)
