"""Who sees which part of a task (interfaces.md 5), as data.

Everything that shows a task, in a page, the API, a list or a mail, asks `visible_fields` and nothing
else. The table names the narrowest audience of each part and who joins it at which moment. The details of a
task are seen with the part that `tasks.details.fields` names, "origin" among them.

Persons: P public, M member, C its contributors, R its assigned reviewers, A who chairs or leads it,
K holders of `audit`. M stands for M and CRAK, P for everybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

Audience = frozenset[str]

CRAK: Audience = frozenset("CRAK")
CAK: Audience = frozenset("CAK")
AK: Audience = frozenset("AK")
M: Audience = frozenset("MCRAK")
P: Audience = frozenset("PMCRAK")
NOBODY: Audience = frozenset()


class Moment(Enum):
    """What has happened to the task; from then on it stays so. A task that is reopened is decided anew: who is hidden
    until the decision is hidden again."""

    DECIDED = "decided"
    ACCEPTED = "accepted"
    RELEASED = "released"


@dataclass(frozen=True)
class Rule:
    """`first` sees the part from the start; each later audience joins with its moment.

    `by_choice`: joining needs the contributors' own choice as well.
    """

    first: Audience
    joins: tuple[tuple[Moment, Audience], ...] = ()
    by_choice: bool = False


FIELDS = (
    "number",
    "tags",
    "state",
    "turn",
    "title",
    "statement",
    "answer",
    "verification",
    "origin",
    "contributors",
    "reviews",
    "reviewers",
    "decision",
)
MODES = ("open", "members", "closed")
ANONYMITY = ("open", "reviewer_hidden", "both_hidden")

_DECIDED, _ACCEPTED, _RELEASED = Moment.DECIDED, Moment.ACCEPTED, Moment.RELEASED
_ALWAYS = Rule(P)
_OPEN_ANSWER = Rule(CRAK, ((_ACCEPTED, M), (_RELEASED, P)))
_MEMBERS_ANSWER = Rule(CRAK, ((_RELEASED, P),))
_CLOSED_TEXT = Rule(CRAK, ((_RELEASED, P),))

TABLE: dict[str, dict[str, Rule]] = {
    "open": {
        "number": _ALWAYS,
        "tags": _ALWAYS,
        "state": _ALWAYS,
        "turn": _ALWAYS,
        "title": _ALWAYS,
        "statement": Rule(M, ((_ACCEPTED, P),)),
        "answer": _OPEN_ANSWER,
        "verification": _OPEN_ANSWER,
        "contributors": _ALWAYS,
        "reviews": Rule(CRAK, ((_DECIDED, M),)),
        "decision": _ALWAYS,
    },
    "members": {
        "number": _ALWAYS,
        "tags": _ALWAYS,
        "state": _ALWAYS,
        "turn": _ALWAYS,
        "title": Rule(M, ((_RELEASED, P),)),
        "statement": Rule(CRAK, ((_ACCEPTED, M), (_RELEASED, P))),
        "answer": _MEMBERS_ANSWER,
        "verification": _MEMBERS_ANSWER,
        "contributors": Rule(M, ((_ACCEPTED, P),)),
        "reviews": Rule(CRAK),
        "decision": Rule(M),
    },
    "closed": {
        "number": _ALWAYS,
        "tags": _ALWAYS,
        "state": _ALWAYS,
        "turn": _ALWAYS,
        "title": _CLOSED_TEXT,
        "statement": _CLOSED_TEXT,
        "answer": _CLOSED_TEXT,
        "verification": _CLOSED_TEXT,
        "contributors": Rule(CRAK, ((_ACCEPTED, P),), by_choice=True),
        "reviews": Rule(CRAK),
        "decision": Rule(CRAK),
    },
}

# Where a task comes from names who wrote it, or tells: whoever sees it sees both of these.
NARROWED: dict[str, tuple[str, str]] = {"origin": ("statement", "contributors")}

# Where both sides are hidden, in every mode, names wait for the decision on the task.
NAMES_BOTH_HIDDEN = Rule(CAK)
# Whose review it was: the same in every mode.
REVIEWERS: dict[str, Rule] = {
    "open": Rule(CRAK, ((_DECIDED, M),)),
    "reviewer_hidden": Rule(AK),
    "both_hidden": Rule(AK),
}


def rule(field: str, *, mode: str, anonymity: str, moments: frozenset[Moment]) -> Rule:
    if field == "reviewers":
        return REVIEWERS[anonymity]
    if field == "contributors" and anonymity == "both_hidden" and _DECIDED not in moments:
        return NAMES_BOTH_HIDDEN
    return TABLE[mode][field]


def audience(field: str, *, mode: str, anonymity: str, moments: Iterable[Moment], chosen: bool = False) -> Audience:
    """Everybody who sees `field` of a submitted task now. `chosen`: its contributors chose to be named."""
    past = frozenset(moments)
    if field in NARROWED:
        one, other = (
            audience(part, mode=mode, anonymity=anonymity, moments=past, chosen=chosen) for part in NARROWED[field]
        )
        return one & other
    found = rule(field, mode=mode, anonymity=anonymity, moments=past)
    if found.by_choice and not chosen:
        return found.first
    return found.first.union(*(joined for moment, joined in found.joins if moment in past), NOBODY)


def sees_contributor(persons: Audience, *, mode: str, anonymity: str, moments: Iterable[Moment], chosen: bool) -> bool:
    """Whether one contributor's name is seen. `chosen`: this one chose to be named. The part "contributors" as a
    whole, with who else there is and how they share, is never anybody's by choice."""
    return bool(persons & audience("contributors", mode=mode, anonymity=anonymity, moments=moments, chosen=chosen))


def persons_of(*, member: bool, contributor: bool, reviewer: bool, chair: bool, audit: bool) -> Audience:
    """The letters that one person is. Whoever contributed sees as a contributor only, whatever else they hold:
    with the other letters they would see who reviewed their own work."""
    if contributor:
        return frozenset("PMC" if member else "PC")
    flags = {"M": member, "R": reviewer, "A": chair, "K": audit}
    return frozenset("P").union(letter for letter, held in flags.items() if held)


def visible_fields(
    persons: Audience, *, mode: str, anonymity: str, moments: Iterable[Moment], chosen: bool = False
) -> frozenset[str]:
    past = frozenset(moments)
    return frozenset(
        field
        for field in FIELDS
        if persons & audience(field, mode=mode, anonymity=anonymity, moments=past, chosen=chosen)
    )
