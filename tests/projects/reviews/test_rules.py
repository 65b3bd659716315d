"""How verdicts are counted, in which order stages open, and what counts as reasons."""

from __future__ import annotations

import datetime as dt

import pytest

from projects.reviews.counting import settled
from projects.reviews.meaning import why_too_little
from projects.reviews.stages import Stage, deadline, ready, stages
from projects.reviews.states import AssignmentState, RoundState
from projects.tasks import turns

A, R, D = "accept", "revise", "decline"


def stage(decides: str, reviewers: int, quorum: int) -> Stage:
    return Stage("s", "review", (), reviewers, quorum, decides, 10, 20)


@pytest.mark.parametrize(
    ("rule", "reviewers", "quorum", "verdicts", "waiting", "outcome"),
    [
        ("majority", 3, 2, [A], 2, None),
        ("majority", 3, 2, [A, A], 1, A),
        ("majority", 3, 3, [A, A], 1, None),
        ("majority", 3, 2, [A, R], 1, None),
        ("majority", 3, 2, [A, R, D], 0, R),
        ("majority", 3, 2, [D, D, A], 0, D),
        ("majority", 3, 2, [A, A], 0, A),
        ("majority", 4, 2, [A, A], 2, None),
        ("majority", 4, 2, [A, A, D, D], 0, R),
        ("majority", 2, 2, [A, R], 0, R),
        ("majority", 5, 3, [A, A, A], 2, A),
        ("majority", 2, 1, [A, A], 3, None),
        ("all", 2, 2, [A], 1, None),
        ("all", 2, 2, [A, A], 0, A),
        ("all", 2, 2, [A, R], 0, R),
        ("all", 2, 2, [A, D], 0, R),
        ("all", 2, 2, [D, D], 0, D),
        ("all", 3, 1, [R], 2, R),
        ("all", 3, 1, [D], 2, None),
        ("all", 3, 1, [A], 2, None),
        ("lead", 3, 1, [A, A, A], 0, None),
        ("majority", 2, 2, [], 0, None),
    ],
)
def test_counting(
    rule: str, reviewers: int, quorum: int, verdicts: list[str], waiting: int, outcome: str | None
) -> None:
    assert settled(stage(rule, reviewers, quorum), verdicts, waiting) == outcome


def _row(name: str, after: object = None, kind: str = "review") -> dict[str, object]:
    row: dict[str, object] = {"id": name, "kind": kind, "reviewers": 1, "quorum": 1, "decides": "lead"}
    row |= {"first_answer_days": 7, "decision_days": 14}
    return row if after is None else {**row, "after": after}


def test_stages_stand_in_the_order_they_open() -> None:
    document = {"participation": {"stages": [_row("final", ["a", "b"], "final"), _row("a"), _row("b", ["a"])]}}
    found = stages(document)
    assert [one.id for one in found] == ["a", "b", "final"]
    assert [one.id for one in ready(found, frozenset())] == ["a"]
    assert [one.id for one in ready(found, frozenset({"a", "b"}))] == ["final"]


def test_a_deadline_lasts_to_the_end_of_the_day_in_the_projects_zone() -> None:
    at = dt.datetime(2026, 12, 1, 23, 30, tzinfo=dt.UTC)
    assert deadline(at, 10, "UTC") == dt.datetime(2026, 12, 11, 23, 59, 59, tzinfo=dt.UTC)
    # In Shanghai it is already 2 December; the twelfth there ends at 16:00 UTC.
    assert deadline(at, 10, "Asia/Shanghai") == dt.datetime(2026, 12, 12, 15, 59, 59, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("no.", "short"),
        ("Not good enough.", "short"),
        ("not enough " * 10, "repeated"),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "repeated"),
        ("xyzw" * 20, "repeated"),
        ("! ? . ! ? . ! ? . ! ? . ! ? . ! ? . ! ? . ! ? . !", "repeated"),
        ("The boundary is named, but nothing in the data speaks for it.", None),
        ("边界给出了，但是数据里没有任何观测支持这个结论，请补充证据。", None),
        ("不行。", "short"),
        # One phrase again and again, the last time cut short; and what only begins like one, as long as a text may be.
        ("the well and the river, " * 2_500 + "the well", "repeated"),
        ("a" * 30_000 + "bcd" + "a" * 29_000, None),
    ],
)
def test_reasons_say_something(text: str, found: str | None) -> None:
    assert why_too_little(text) == found


def test_the_names_that_turns_read_are_the_states_of_the_upper_room() -> None:
    assert turns.ROUND_OPEN == RoundState.OPEN
    assert turns.ASSIGNMENT_FILED == AssignmentState.FILED
    assert {AssignmentState.OFFERED, AssignmentState.AGREED} == turns.ASSIGNMENT_WAITING
