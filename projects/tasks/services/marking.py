"""The mark “corrects typos only”: what it is compared with, and what speaks against it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from authorship.engine.amounts import format_amount
from projects.tasks import queries, typos
from projects.tasks.models import Revision, Task, TaskDraft
from projects.tasks.typos import Typos


def base_of(task: Task) -> Revision | None:
    """The last revision that was not so marked: many small corrections add up, and are judged together. None before the
    first submission."""
    rows = queries.with_files(task.revisions.filter(typos_only=False))
    return rows.order_by("-number").first()


def typos_of(task: Task, draft: TaskDraft) -> Typos | None:
    """What the draft would correct; None where there is no revision to correct."""
    base = base_of(task)
    if base is None:
        return None
    shares = {row.subject_id: format_amount(row.share) for row in task.contributors.all() if row.numerator}
    return typos.compared(base, draft, same_files=_files(base) == _files(draft), same_shares=shares == base.shares)


def why_not_marked(task: Task, draft: TaskDraft) -> list[str]:
    """Why it cannot be submitted as correcting typos only; empty where it can."""
    found = typos_of(task, draft)
    if found is None:
        return [_("The first revision has nothing before it that it could correct.")]
    if not found.reasons:
        return []
    asked = _("This is more than typos. Submit it without the mark, and approvals of what changed are asked anew.")
    return [asked, *found.reasons]


def _files(said: Revision | TaskDraft) -> list[str]:
    return [one.sha256 for one in queries.files_of(said)]
