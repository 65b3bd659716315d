"""Who sees what: the code's table against the printed one, person by person, mode by mode, moment by moment."""

from __future__ import annotations

import itertools

import pytest

from projects.tasks.visibility import ANONYMITY, FIELDS, MODES, Moment, audience, persons_of, visible_fields

ALL, MEMBERS, CRAK, NOBODY = set("PMCRAK"), set("MCRAK"), set("CRAK"), set()

# What happened so far -> the moments that are past.
HISTORIES = {
    "under way": frozenset(),
    "declined": frozenset({Moment.DECIDED}),
    "accepted": frozenset({Moment.DECIDED, Moment.ACCEPTED}),
    "released": frozenset({Moment.DECIDED, Moment.ACCEPTED, Moment.RELEASED}),
}

# (mode, field) -> audiences under way, declined, accepted, released; copied by hand from interfaces.md 5.
PRINTED: dict[tuple[str, str], tuple[set[str], set[str], set[str], set[str]]] = {
    ("open", "title"): (ALL, ALL, ALL, ALL),
    ("members", "title"): (MEMBERS, MEMBERS, MEMBERS, ALL),
    ("closed", "title"): (CRAK, CRAK, CRAK, ALL),
    ("open", "statement"): (MEMBERS, MEMBERS, ALL, ALL),
    ("members", "statement"): (CRAK, CRAK, MEMBERS, ALL),
    ("closed", "statement"): (CRAK, CRAK, CRAK, ALL),
    ("open", "answer"): (CRAK, CRAK, MEMBERS, ALL),
    ("members", "answer"): (CRAK, CRAK, CRAK, ALL),
    ("closed", "answer"): (CRAK, CRAK, CRAK, ALL),
    ("open", "origin"): (MEMBERS, MEMBERS, ALL, ALL),
    ("members", "origin"): (CRAK, CRAK, MEMBERS, ALL),
    ("closed", "origin"): (CRAK, CRAK, CRAK, CRAK),
    ("open", "contributors"): (ALL, ALL, ALL, ALL),
    ("members", "contributors"): (MEMBERS, MEMBERS, ALL, ALL),
    ("closed", "contributors"): (CRAK, CRAK, CRAK, CRAK),
    ("open", "reviews"): (CRAK, MEMBERS, MEMBERS, MEMBERS),
    ("members", "reviews"): (CRAK, CRAK, CRAK, CRAK),
    ("closed", "reviews"): (CRAK, CRAK, CRAK, CRAK),
    ("open", "decision"): (ALL, ALL, ALL, ALL),
    ("members", "decision"): (MEMBERS, MEMBERS, MEMBERS, MEMBERS),
    ("closed", "decision"): (CRAK, CRAK, CRAK, CRAK),
}
# Reviewers' identity by anonymity, the same in every mode.
IDENTITY = {
    "open": (CRAK, MEMBERS, MEMBERS, MEMBERS),
    "reviewer_hidden": (set("AK"),) * 4,
    "both_hidden": (set("AK"),) * 4,
}


def printed(mode: str, anonymity: str, field: str, history: str) -> set[str]:
    place = list(HISTORIES).index(history)
    if field in ("number", "tags", "state", "turn"):
        return ALL
    if field == "reviewers":
        return IDENTITY[anonymity][place]
    if field in ("contributors", "origin") and anonymity == "both_hidden" and history == "under way":
        return set("CAK")
    return PRINTED[mode, "answer" if field == "verification" else field][place]


def test_the_whole_table() -> None:
    looked = 0
    for mode, anonymity, history in itertools.product(MODES, ANONYMITY, HISTORIES):
        for person in "PMCRAK":
            letters = frozenset({"P", person}) if person in "PCRAK" else frozenset("PM")
            seen = visible_fields(letters, mode=mode, anonymity=anonymity, moments=HISTORIES[history])
            for field in FIELDS:
                allowed = bool(letters & printed(mode, anonymity, field, history))
                assert (field in seen) == allowed, (mode, anonymity, history, person, field)
                looked += 1
    # 3 modes x 3 kinds of anonymity x 4 histories x 6 people x 13 fields
    assert looked == 2808


def test_names_in_closed_mode_wait_for_the_contributors_choice() -> None:
    past = HISTORIES["accepted"]
    assert audience("contributors", mode="closed", anonymity="open", moments=past) == CRAK
    assert audience("contributors", mode="closed", anonymity="open", moments=past, chosen=True) == ALL
    assert audience("contributors", mode="closed", anonymity="open", moments=(), chosen=True) == CRAK


@pytest.mark.parametrize("anonymity", ["reviewer_hidden", "both_hidden"])
def test_whoever_contributed_sees_as_a_contributor_only(anonymity: str) -> None:
    """An auditor or chair who wrote the task does not learn who reviewed it."""
    letters = persons_of(member=True, contributor=True, reviewer=True, chair=True, audit=True)
    assert letters == set("PMC")
    assert "reviewers" not in visible_fields(letters, mode="open", anonymity=anonymity, moments=())
    others = persons_of(member=True, contributor=False, reviewer=True, chair=True, audit=True)
    assert "reviewers" in visible_fields(others, mode="open", anonymity=anonymity, moments=())
