"""Who took a file that is not public: noted as it happens, read by those who write the task."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db import transaction
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from portal.core import clock
from portal.people.models import Subject
from projects.tasks import turns
from projects.tasks.models import FileLook, RevisionFile, Task
from projects.tasks.queries import Viewer


class Role(TextChoices):
    """By what somebody saw the file; the first that holds of: reviewing, leading, auditing, being a member."""

    REVIEWER = "reviewer", _("Reviewer")
    LEAD = "lead", _("who leads a round of it")
    AUDITOR = "auditor", _("who holds the power to audit")
    MEMBER = "member", _("member")


# Whose names are kept from the authors where reviewers are hidden. A lead may be one of the reviewers.
_HIDDEN = frozenset({Role.REVIEWER, Role.LEAD})


@dataclass(frozen=True)
class Shown:
    """One line of the list. `who` is None where a letter or a role stands in the place of a name."""

    file: RevisionFile
    who: Subject | None
    letter: str
    role: str
    on: dt.date


@transaction.atomic
def note(*, viewer: Viewer, task: Task, file: RevisionFile) -> FileLook | None:
    """Keeps that `viewer` takes the file now. None where everybody may, and of those who write the task."""
    persons = viewer.persons(task)
    if viewer.subject is None or "C" in persons or "statement" in viewer.public_fields(task):
        return None
    role = _role(persons)
    hidden = viewer.modes(task).anonymity != "open" and role == Role.REVIEWER
    return FileLook.objects.create(
        file=file,
        by=viewer.subject,
        role=role,
        letter=_letter(viewer.subject, task, file) if hidden else "",
        at=clock.deciding(),
    )


def _role(persons: frozenset[str]) -> Role:
    by_letter = {"R": Role.REVIEWER, "A": Role.LEAD, "K": Role.AUDITOR}
    return next((role for letter, role in by_letter.items() if letter in persons), Role.MEMBER)


def _letter(reviewer: Subject, task: Task, file: RevisionFile) -> str:
    """That of the round on the file's own revision, else of the last; letters are drawn anew for each round."""
    states = turns.ASSIGNMENT_WAITING | {turns.ASSIGNMENT_FILED, turns.ASSIGNMENT_KEPT}
    rows = task.rounds.filter(assignments__reviewer=reviewer, assignments__state__in=states)
    letters = dict(rows.order_by("pk").values_list("revision", "assignments__letter"))
    return letters.get(file.revision_id, "") or next(reversed(letters.values()), "")


def shown(task: Task, viewer: Viewer) -> list[Shown]:
    """The newest day first, and within a day by file and letter: the order of a day tells nobody's hours."""
    rows = FileLook.objects.filter(file__revision__task=task)
    rows = rows.select_related("file__revision", "file__attachment", "by__profile")
    hidden = viewer.modes(task).anonymity != "open"
    found = [
        Shown(
            file=row.file,
            who=None if hidden and row.role in _HIDDEN else row.by,
            letter=row.letter,
            role=str(Role(row.role).label),
            on=row.at.astimezone(dt.UTC).date(),
        )
        for row in rows
    ]
    return sorted(found, key=_order)


def _order(one: Shown) -> tuple[object, ...]:
    name = one.who.pk if one.who else ""
    return (-one.on.toordinal(), -one.file.revision.number, one.file.place, one.letter, one.role, name)
