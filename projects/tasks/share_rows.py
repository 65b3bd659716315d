"""The shares of a task as pages and API show them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from portal.core.web import numbers
from portal.people.models import Subject
from projects.tasks import queries
from projects.tasks import shares as split
from projects.tasks.models import Task, TaskContributor
from projects.terms.models import TermsVersion


@dataclass(frozen=True)
class ShareRow:
    """`worth` is what the share is worth in points, `warning` a sentence where that makes no author by itself,
    `before` the larger share of the last revision, where there was one; a share of 0 is of somebody to leave."""

    person: Subject
    share: Fraction
    confirmed: bool
    worth: str
    warning: str
    before: Fraction | None


def share_rows(task: Task, binding: TermsVersion | None) -> list[ShareRow]:
    rows = task.contributors.select_related("subject__profile")
    before = queries.last_shares(task)
    return [_row(one, binding, before.get(one.subject_id)) for one in rows]


def nobody_by_itself(rows: list[ShareRow]) -> bool:
    """Whether the task makes an author of none of several contributors, as they share it now."""
    sharing = [row for row in rows if row.share]
    return len(sharing) > 1 and all(row.warning for row in sharing)


def _row(one: TaskContributor, binding: TermsVersion | None, before: Fraction | None) -> ShareRow:
    share = one.share
    worth = split.points_of(binding.document, share) if binding else None
    below = split.below_threshold(binding.document, share) if binding and share else None
    warning = ""
    if below:
        warning = _("By itself this gives %(worth)s; the terms make an author from %(least)s.") % {
            "worth": numbers.points(below[0]),
            "least": numbers.points(below[1]),
        }
    return ShareRow(
        person=one.subject,
        share=share,
        confirmed=one.confirmed_at is not None,
        worth=numbers.points(worth) if worth is not None else "",
        warning=warning,
        before=before if before is not None and before > share else None,
    )
