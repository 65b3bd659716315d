"""The `subjects` of a bundle: everybody the rules of a project may look at, without their names.

Names join when a list is shown or exported; what stands here is what an order can rest on.
"""

import datetime as dt
import zoneinfo
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any

from django.db.models import CharField, DateField, DateTimeField, F, Min, Q, Value

from authorship.ledger.models import Choice, CreditEntry
from portal.core.prepared import Prepared, Rows, instant, plain, written
from portal.people.models import Subject
from projects.members.models import Membership, RoleGrant
from projects.project.models import Project
from projects.terms.models import Acceptance

Described = dict[str, Any]
_CHUNK = 5_000  # ids in one question; SQLite takes 32,766
_NO_NAME = Value(None, output_field=CharField())
_NO_DAY = Value(None, output_field=DateField())
_NO_INSTANT = Value(None, output_field=DateTimeField())


def subjects(project: Project, zone: str, *, credited: Collection[str] | None = None) -> list[Described]:
    """By subject id: everybody with credit, a membership, a role or a choice; whatever their number, a fixed number of
    queries. `credited` are all who have an entry, where the caller knows them: finding them is a pass over the ledger.
    """
    parts = _parts(project, zone)
    none: list[Any] = []
    described: list[Described] = []
    for subject, kind, sort_key, erased_at in sorted(_rows(project, credited)):
        one: Described = {
            "accepted": parts["accepted"].get(subject, none),
            "id": subject,
            "institutes": none,
            "kind": kind,
            "member": parts["member"].get(subject, none),
            "roles": parts["role"].get(subject, none),
            "sort_key": "" if erased_at else sort_key or "",
            "suspended": none,
        }
        if erased_at:
            one["erased"] = True
        described.append(one)
    return described


def _rows(project: Project, credited: Collection[str] | None) -> list[tuple[Any, ...]]:
    found = _of_project(project.pk)
    if credited is None:
        credited = set(
            CreditEntry.objects.filter(project=project).order_by().values_list("subject", flat=True).distinct()
        )
    others = sorted(set(credited).difference([row[0] for row in found]))
    for start in range(0, len(others), _CHUNK):
        found += plain(_described(Q(pk__in=others[start : start + _CHUNK])))
    return found


def _described(who: Q) -> Rows:
    rows = Subject.objects.filter(who).order_by()
    return rows.values_list("pk", "kind", "profile__sort_key", "profile__erased_at")


def _here(project: int) -> Rows:
    here = [
        model.objects.filter(project=project).order_by().values("subject") for model in (Membership, RoleGrant, Choice)
    ]
    return _described(Q(pk__in=here[0].union(*here[1:])))


_of_project = Prepared(_here)


def _parts(project: Project, zone: str) -> dict[str, dict[str, list[Any]]]:
    """{part: {subject: what is said of them there}}. Of a version the first day a person accepted it, whatever it was
    accepted for; memberships and roles as intervals, the earliest first."""
    place = zoneinfo.ZoneInfo(zone)
    say: dict[str, Callable[[tuple[Any, ...]], Any]] = {
        "accepted": lambda row: {"on": _day_in(row[6], place), "version": row[5]},
        "member": lambda row: [written(row[3]), written(row[4])],
        "role": lambda row: {"from": written(row[3]), "id": row[2], "to": written(row[4])},
    }
    rows: dict[str, dict[str, list[Any]]] = {part: {} for part in say}
    for row in _all_parts(project.pk):
        theirs = rows[row[0]]
        mine = theirs.get(row[1])
        if mine is None:
            theirs[row[1]] = [row]
        else:
            mine.append(row)
    for part, theirs in rows.items():
        one = say[part]
        for subject, mine in theirs.items():
            theirs[subject] = [one(mine[0])] if len(mine) == 1 else [one(row) for row in sorted(mine, key=_order)]
    return rows


@lru_cache(maxsize=16_384)
def _day_in(at: dt.datetime | str, place: zoneinfo.ZoneInfo) -> str:
    """The same acceptances are asked for at each list."""
    return instant(at).astimezone(place).date().isoformat()


def _order(row: tuple[Any, ...]) -> tuple[str, str, int]:
    """By day, role and number, which is a version's or the row's own."""
    return str(row[3]), str(row[2]), row[5]


def _said(project: int) -> Rows:
    """One question for all three. The first has to be the one whose columns have each a type on PostgreSQL, or come
    before one that has."""
    accepted = (
        Acceptance.objects.filter(terms__project=project)
        .order_by()
        .values("subject", "terms__number")
        .annotate(at=Min("at"))
        .values_list(Value("accepted"), "subject", _NO_NAME, _NO_DAY, _NO_DAY, F("terms__number"), "at")
    )
    role = RoleGrant.objects.filter(project=project).order_by()
    member = Membership.objects.filter(project=project).order_by()
    return accepted.union(
        role.values_list(Value("role"), "subject", "role", "since", "until", "pk", _NO_INSTANT),
        member.values_list(Value("member"), "subject", _NO_NAME, "since", "until", "pk", _NO_INSTANT),
        all=True,
    )


_all_parts = Prepared(_said)
