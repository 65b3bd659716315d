"""Looking for overlaps: among the tasks whose statement the person sees, and so many times a day."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction

from django.db import IntegrityError, transaction
from django.db.models import Count, F
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import DomainError, Refused
from portal.people.models import Subject
from projects.overlaps import shingles
from projects.overlaps.models import OverlapLook, TaskPrint
from projects.overlaps.prints import COUNTS
from projects.tasks import queries as tasks
from projects.tasks.models import Revision, Task, TaskWords
from projects.tasks.search import seen_by
from projects.terms import queries as terms

MOST_A_DAY = 20
# So many tasks are compared word by word: those that share most fingerprints.
_CANDIDATES = 20
# What is told: a passage of eight words or sixteen signs, or a twentieth of all shingles.
LEAST_PASSAGE, LEAST_ALIKE = 16, Fraction(1, 20)
_QUOTED = 600


class TooOften(DomainError):
    """More looks than a day has (429)."""

    status = 429
    code = "too_often"


@dataclass(frozen=True)
class Match:
    """A task the person may see. `alike` is Jaccard's share of shingles, `quote` the longest common passage as it
    stands there."""

    number: int
    title: str
    alike: Fraction
    common: int
    of: int
    quote: str


@transaction.atomic
def look(*, actor: Subject, task: Task) -> list[Match]:
    """Tasks whose statements have passages in common with this one, the most alike first. Compared is the draft, for
    its contributors while there is one, else the revision that counts.

    The answer rests on nothing the actor does not see: their own visibility is part of the question. Refused where
    the statement is empty, TooOften beyond `MOST_A_DAY`; neither counts.
    """
    require(actor, "overlap.look", task.project, task)
    at = clock.deciding()
    ours = shingles.of(text_for(actor, task))
    if not ours.shingles:
        raise Refused(_("The statement is empty: there is nothing to compare."), code="empty")
    _count(actor, at)
    candidates = _candidates(actor, task, shingles.prints(ours), at)
    rows = Revision.objects.filter(task__in=candidates, number=COUNTS).select_related("task")
    found = [match for row in rows if (match := _match(ours, row))]
    return sorted(found, key=lambda one: (-one.alike, one.number))


def text_for(actor: Subject, task: Task) -> str:
    if task.writable and tasks.is_contributor(actor, task):
        return task.draft.statement
    revision = tasks.standing_revision(task)
    return revision.statement if revision else ""


def left_today(subject: Subject, at: dt.datetime) -> int:
    row = OverlapLook.objects.filter(subject=subject, day=_day(at)).first()
    return max(MOST_A_DAY - (row.count if row else 0), 0)


def _count(actor: Subject, at: dt.datetime) -> None:
    """One conditional update, so that two at once cannot both be the last."""
    day = _day(at)
    OverlapLook.objects.filter(subject=actor, day__lt=day).delete()
    try:
        with transaction.atomic():
            OverlapLook.objects.get_or_create(subject=actor, day=day)
    except IntegrityError:
        pass  # another request of theirs made it
    if not OverlapLook.objects.filter(subject=actor, day=day, count__lt=MOST_A_DAY).update(count=F("count") + 1):
        raise TooOften(
            _("You have looked for overlaps %(most)s times today. Look again tomorrow (UTC).") % {"most": MOST_A_DAY}
        )


def _day(at: dt.datetime) -> dt.date:
    return at.astimezone(dt.UTC).date()


def _candidates(actor: Subject, task: Task, prints: list[int], at: dt.datetime) -> list[int]:
    current = terms.current(task.project)
    seen = TaskWords.objects.filter(
        seen_by(actor, [current.pk] if current else [], at), part="statement", task__project=task.project
    )
    rows = TaskPrint.objects.filter(
        value__in=prints,
        method=shingles.METHOD,
        revision=COUNTS,
        task__in=seen.order_by().values("task"),
    ).exclude(task=task)
    shared = rows.order_by().values("task").annotate(shared=Count("pk")).order_by("-shared", "task")
    return [row["task"] for row in shared[:_CANDIDATES]]


def _match(ours: shingles.Text, row: Revision) -> Match | None:
    theirs = shingles.of(row.statement)
    mine, other = ours.values, theirs.values
    alike = shingles.alike(mine, other)
    weight, passage = shingles.longest(theirs, mine)
    if weight < LEAST_PASSAGE and alike < LEAST_ALIKE:
        return None
    quote = passage if len(passage) <= _QUOTED else passage[:_QUOTED] + "…"
    number = row.task.number or 0
    return Match(number, row.task.title, alike, len(mine & other), len(mine | other), quote)
