"""Every form of the rule grammar is read; every wrong one is named with its place."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from authorship.engine import grammar
from authorship.engine.rules import types as t

ONE = {"points": {"at_least": "1"}}


def places(problems: list[Any]) -> list[tuple[str, str]]:
    return [(problem.path, problem.code) for problem in problems]


def usd(minor: int) -> dict[str, Any]:
    return {"minor": minor, "currency": "USD"}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"points": {"at_least": "3/2"}}, t.Points(None, t.Bound(Fraction(3, 2), False))),
        (
            {"points": {"kinds": ["task", "review"], "more_than": "0"}},
            t.Points(("task", "review"), t.Bound(Fraction(0), True)),
        ),
        ({"count": {"kind": "task", "more_than": 5}}, t.Count("task", t.Bound(Fraction(5), True))),
        (
            {"distinct": {"of": "repository", "kind": "task", "more_than": 5}},
            t.Distinct("repository", "task", t.Bound(Fraction(5), True)),
        ),
        ({"role": {"id": "core"}}, t.Role("core", 0)),
        ({"role": {"id": "core", "for_days": 30}}, t.Role("core", 30)),
        ({"member": {"for_days": 365}}, t.Member(365, 0)),
        ({"member": {"for_days": 365, "grace_days": 90}}, t.Member(365, 90)),
        (
            {"service": {"kind": "shift", "at_least": "6", "per": "year", "by": "either", "carry_most": "3"}},
            t.Service("shift", Fraction(6), "year", "either", Fraction(3)),
        ),
        ({"agreed": {"id": "senior", "before": "first_accepted"}}, t.Agreed("senior", "first_accepted")),
        ({"agreed": {"id": "senior", "before": "2027-01-31"}}, t.Agreed("senior", "2027-01-31")),
        ({"decision": "leads"}, t.Decision("leads")),
        ({"referred": {"at_least": 2}}, t.Referred(2)),
        (
            {"all": [{"role": {"id": "a"}}, {"any": [{"not": {"decision": "x"}}]}]},
            t.AllOf((t.Role("a", 0), t.AnyOf((t.Not(t.Decision("x")),)))),
        ),
    ],
)
def test_expressions(data: Any, expected: t.Expression) -> None:
    assert grammar.parse_expression(data, "e") == (expected, [])


@pytest.mark.parametrize(
    ("data", "path", "code"),
    [
        ({"any": [ONE, {"points": {"at_least": "0.5"}}]}, "e.any[1].points.at_least", "bad_amount"),
        ({"points": {"at_least": 1}}, "e.points.at_least", "bad_amount"),
        ({"points": {"at_least": "1", "more_than": "1"}}, "e.points", "two_bounds"),
        ({"points": {}}, "e.points", "missing"),
        ({"points": {"at_least": "1", "kind": "task"}}, "e.points.kind", "unknown_key"),
        ({"points": {"at_least": "1", "kinds": []}}, "e.points.kinds", "empty"),
        ({"points": {"at_least": "1", "kinds": ["task", "task"]}}, "e.points.kinds[1]", "duplicate"),
        ({"points": {"at_least": "1", "kinds": ["tsak"]}}, "e.points.kinds[0]", "unknown_reference"),
        ({"points": "none"}, "e.points", "none"),
        ({"points": {"at_least": "none"}}, "e.points", "missing"),
        ({"count": {"kind": "task", "at_least": "3"}}, "e.count.at_least", "bad_number"),
        ({"count": {"kind": "task", "at_least": True}}, "e.count.at_least", "bad_number"),
        ({"count": {"kind": "task", "at_least": 2**63}}, "e.count.at_least", "bad_number"),
        ({"count": {"at_least": 3}}, "e.count.kind", "missing"),
        ({"role": {"id": "kore"}}, "e.role.id", "unknown_reference"),
        ({"role": {"id": "core", "for_days": -1}}, "e.role.for_days", "bad_number"),
        ({"agreed": {"id": "x", "before": "2027-02-30"}}, "e.agreed.before", "bad_day"),
        (
            {"service": {"kind": "task", "at_least": "6", "per": "month", "by": "person"}},
            "e.service.per",
            "not_allowed",
        ),
        ({"all": []}, "e.all", "empty"),
        ({"all": {"points": {}}}, "e.all", "not_a_list"),
        ({"code": "lambda: 1"}, "e", "unknown_key"),
        ({"all": [ONE], "any": [ONE]}, "e", "not_one_key"),
        ({}, "e", "not_one_key"),
        ("__import__('os').system('x')", "e", "not_an_object"),
        ([ONE], "e", "not_an_object"),
        (None, "e", "not_an_object"),
        ({"decision": "two words"}, "e.decision", "bad_id"),
        ({"decision": "ｌｅａｄｓ"}, "e.decision", "bad_id"),
    ],
)
def test_wrong_expressions_are_named(data: Any, path: str, code: str) -> None:
    value, problems = grammar.parse_expression(data, "e", kinds={"task"}, roles={"core"})
    assert value is None
    assert (path, code) in places(problems)


def nested(levels: int) -> Any:
    data: Any = ONE
    for _ in range(levels - 1):
        data = {"not": data}
    return data


def test_eight_levels_and_no_more() -> None:
    assert grammar.parse_expression(nested(8), "e")[1] == []
    assert places(grammar.parse_expression(nested(9), "e")[1]) == [("e" + ".not" * 8, "too_deep")]


def test_two_hundred_nodes_and_no_more() -> None:
    assert grammar.parse_expression({"any": [ONE] * 199}, "e")[1] == []
    assert places(grammar.parse_expression({"any": [ONE] * 200}, "e")[1]) == [("e.any[199]", "too_large")]


TASK = {"id": "task", "title": "Task", "from": "task", "split": "equal", "date": "submitted", "amount": {"fixed": "1"}}


def test_award_rules() -> None:
    rule, problems = grammar.parse_award(
        {
            **TASK,
            "amount": {"base": "2", "plus": [{"when": "difficulty ≥ 3", "add": "1"}]},
            "first_of": {"by": ["language", "task"], "add": "4"},
            "times": {"attribute": "size", "table": {"small": "1/2", "large": "2"}},
            "cap": {"item": "6", "person": "20"},
            "budget": {"total": "100", "per": "month"},
            "applies": "rounds >= 2",
            "window": {"from": "2027-01-01", "to": "2027-06-30"},
        },
        "k",
    )
    assert problems == []
    assert rule is not None
    assert rule.amount == t.Base(Fraction(2), (t.PlusPoints(t.Compare("difficulty", "≥", 3), Fraction(1)),))
    assert rule.first_of == t.FirstOf(("language", "task"), Fraction(4))
    assert rule.times == t.Times("size", (("small", Fraction(1, 2)), ("large", Fraction(2))))
    assert rule.cap == t.Cap(Fraction(6), Fraction(20), None)
    assert rule.budget == t.Budget(Fraction(100), "month")
    assert rule.applies == t.Compare("rounds", "≥", 2)
    assert rule.window == t.Window("2027-01-01", "2027-06-30")
    ranged, _ = grammar.parse_award({**TASK, "amount": {"range": ["1", "6"]}}, "k")
    assert ranged is not None
    assert ranged.amount == t.Range(Fraction(1), Fraction(6))


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        ({"amount": {"fixed": "0"}}, "k.amount.fixed", "not_positive"),
        ({"amount": {"fixed": "1e400"}}, "k.amount.fixed", "bad_amount"),
        ({"amount": {"fixed": "１２"}}, "k.amount.fixed", "bad_amount"),
        ({"amount": {"fixed": "1", "base": "1"}}, "k.amount", "not_one_form"),
        ({"amount": {"plus": [{"when": "rounds ≥ 2", "add": "1"}]}}, "k.amount", "not_one_form"),
        ({"amount": {"range": ["6", "1"]}}, "k.amount.range", "not_a_range"),
        ({"amount": {"range": ["1", "2", "3"]}}, "k.amount.range", "not_a_range"),
        ({"amount": {"range": ["0", "1"]}}, "k.amount.range[0]", "not_positive"),
        ({"amount": {}}, "k.amount", "missing"),
        ({"amount": "none"}, "k.amount", "none"),
        ({"amount": None}, "k.amount", "missing"),
        ({"amount": "1"}, "k.amount", "not_an_object"),
        (
            {"amount": {"base": "1", "plus": [{"when": "quantity ≥ 3", "add": "1"}]}},
            "k.amount.plus[0].when",
            "unknown_fact",
        ),
        ({"title": ""}, "k.title", "missing"),
        ({"from": "solve"}, "k.from", "not_allowed"),
        ({"split": "shares"}, "k.split", "not_allowed"),
        ({"date": "today"}, "k.date", "not_allowed"),
        ({"budget": {"total": "3", "per": "year"}}, "k.budget.per", "not_allowed"),
        ({"window": {"from": "2027-02-01", "to": "2027-01-31"}}, "k.window.to", "not_a_window"),
        ({"cap": {"month": "3"}}, "k.cap.month", "unknown_key"),
        ({"code": "1/0"}, "k.code", "unknown_key"),
        ({"id": "a b"}, "k.id", "bad_id"),
    ],
)
def test_wrong_award_rules_are_named(change: dict[str, Any], path: str, code: str) -> None:
    value, problems = grammar.parse_award({**TASK, **change}, "k")
    assert value is None
    assert (path, code) in places(problems)


def test_none_answers_an_optional_part() -> None:
    rule, problems = grammar.parse_award({**TASK, "cap": "none", "title": "none", "window": "none"}, "k")
    assert problems == []
    assert rule is not None
    assert rule.cap is None
    assert rule.window is None


def test_blocks_and_sort_keys() -> None:
    keys = [
        "points",
        {"points": ["task"]},
        "count",
        "name",
        "first_credit",
        {"random": "reef-2027"},
        {"decision": "leads"},
    ]
    block, problems = grammar.parse_block({"id": "a", "title": "A", "who": ONE, "sort": keys}, "b")
    assert problems == []
    assert block is not None
    assert [key.name for key in block.sort] == [
        "points",
        "points",
        "count",
        "name",
        "first_credit",
        "random",
        "decision",
    ]
    assert block.sort[1].kinds == ("task",)
    assert (block.sort[5].argument, block.sort[6].argument) == ("reef-2027", "leads")


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        ({"sort": ["points", "impact"]}, "b.sort[1]", "unknown_key"),
        ({"sort": ["name+subject"]}, "b.sort[0]", "unknown_key"),
        ({"sort": "none"}, "b.sort", "none"),
        ({"sort": [{"random": "none"}]}, "b.sort[0].random", "none"),
        ({"sort": [{"random": None}]}, "b.sort[0].random", "missing"),
        ({"sort": [{"points": "task"}]}, "b.sort[0].points", "not_a_list"),
        ({"id": "rest"}, "b.id", "reserved"),
        ({"who": "all"}, "b.who", "not_an_object"),
    ],
)
def test_wrong_blocks_are_named(change: dict[str, Any], path: str, code: str) -> None:
    value, problems = grammar.parse_block({"id": "a", "title": "A", "who": ONE, "sort": ["points"], **change}, "b")
    assert value is None
    assert (path, code) in places(problems)


@pytest.mark.parametrize(
    ("ties", "problems"),
    [
        (["name+subject"], []),
        (["first_credit", "count", "name+subject"], []),
        ([{"random": "seed"}], []),
        (["points"], [("t[0]", "not_total")]),
        (["name+subject", "points"], [("t[1]", "not_total"), ("t[0]", "not_last")]),
        (["name+subject", {"random": "seed"}], [("t[0]", "not_last")]),
        ([], [("t", "empty")]),
        ("none", [("t", "not_a_list")]),
        ([{"random": "none"}], [("t[0].random", "none")]),
    ],
)
def test_ties_end_in_a_total_order(ties: Any, problems: list[Any]) -> None:
    assert places(grammar.parse_ties(ties, "t")[1]) == problems


def test_marks() -> None:
    assert grammar.parse_mark({"id": "corresponding", "who": {"decision": "c"}}, "m")[0] == t.Mark(
        "corresponding", t.Decision("c")
    )
    assert places(grammar.parse_mark({"id": "best", "who": ONE}, "m")[1]) == [("m.id", "not_allowed")]


def test_pay_rules_as_gpqa_and_the_prizes_of_humanitys_last_exam() -> None:
    writer = {
        "id": "writer",
        "for": "task",
        "base": usd(1000),
        "ties": "share",
        "currency": "USD",
        "plus": [
            {"when": "experts_right ≥ 1", "add": usd(2000)},
            {"when": {"all": ["experts_right = 2", "nonexperts_wrong ≥ 2"]}, "add": usd(3000)},
        ],
    }
    rule, problems = grammar.parse_pay_rule(writer, "p")
    assert problems == []
    assert rule is not None
    assert rule.base == 1000
    assert rule.plus[1].when == t.Every((t.Compare("experts_right", "=", 2), t.Compare("nonexperts_wrong", "≥", 2)))
    prizes = {
        "id": "prize",
        "for": "rank",
        "ties": "share",
        "currency": "USD",
        "deadline": "2027-05-31",
        "rank": [{"from": 1, "to": 50, "each": usd(500_000)}, {"from": 51, "to": 550, "each": usd(50_000)}],
        "ranked_by": ["points", "count", "first_credit", {"decision": "best"}],
        "exclude": {"role": {"id": "core"}},
    }
    rule, problems = grammar.parse_pay_rule(prizes, "p")
    assert problems == []
    assert rule is not None
    assert rule.rank == (t.Prize(1, 50, 500_000), t.Prize(51, 550, 50_000))


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        ({"base": None}, "p.base", "missing"),
        ({"base": "none"}, "p.base", "none"),
        ({"base": "10.00 USD"}, "p.base", "not_an_object"),
        ({"base": {"minor": 10.5, "currency": "USD"}}, "p.base.minor", "bad_money"),
        ({"base": {"minor": -1, "currency": "USD"}}, "p.base.minor", "bad_money"),
        ({"base": {"minor": True, "currency": "USD"}}, "p.base.minor", "bad_money"),
        ({"base": {"minor": 1, "currency": "EUR"}}, "p.base.currency", "two_currencies"),
        ({"currency": "usd"}, "p.currency", "bad_currency"),
        ({"for": "review", "applies": "difficulty ≥ 3"}, "p.applies", "unknown_fact"),
        ({"for": "hour", "applies": "rounds ≥ 1"}, "p.applies", "unknown_fact"),
        ({"ranked_by": ["points"]}, "p.ranked_by", "does_not_apply"),
        ({"for": "rank"}, "p.base", "does_not_apply"),
        ({"for": "rank"}, "p.rank", "missing"),
        ({"for": "rank", "ranked_by": ["name"]}, "p.ranked_by[0]", "not_allowed"),
        (
            {"for": "rank", "rank": [{"from": 1, "to": 2, "each": usd(1)}, {"from": 2, "to": 3, "each": usd(2)}]},
            "p.rank[1].from",
            "two_values",
        ),
        ({"cohort": 0}, "p.cohort", "bad_number"),
        ({"ties": "coin"}, "p.ties", "not_allowed"),
    ],
)
def test_wrong_pay_rules_are_named(change: dict[str, Any], path: str, code: str) -> None:
    data = {"id": "pay", "for": "task", "base": usd(1000), "ties": "share", "currency": "USD", **change}
    value, problems = grammar.parse_pay_rule(data, "p")
    assert value is None
    assert (path, code) in places(problems)


@pytest.mark.parametrize(
    ("text", "about", "expected"),
    [
        ("difficulty ≥ 3", "task", t.Compare("difficulty", "≥", 3)),
        ("difficulty>=3", "task", t.Compare("difficulty", "≥", 3)),
        ("rounds <= 0", "task", t.Compare("rounds", "≤", 0)),
        ("quantity = 12", "claim", t.Compare("quantity", "=", 12)),
        ("second_right", "solve", t.Flag("second_right")),
        ({"any": ["first", {"not": "agreed"}]}, "review", t.Some((t.Flag("first"), t.Unless(t.Flag("agreed"))))),
    ],
)
def test_conditions(text: Any, about: str, expected: t.Condition) -> None:
    assert grammar.parse_condition(text, "c", about=about) == (expected, [])


@pytest.mark.parametrize(
    "text",
    [
        "rounds",
        "right ≥ 1",
        "rounds ≥ 1.5",
        "rounds ≥ ３",
        "rounds ≥ -1",
        "rounds ≥ 3 or 1",
        "3 ≤ rounds",
        "rounds != 1",
        "rounds ≥ 1/0",
        "rounds ≥ " + "9" * 10**6,
        "x" * 10**6,
        "",
        " ",
        "rounds\n≥ 1",
        "__class__",
        3,
        None,
        ["rounds ≥ 1"],
        {"all": []},
        {"xor": ["rounds ≥ 1"]},
        {"all": ["rounds ≥ 1"], "any": []},
    ],
    ids=lambda text: ascii(text)[:20],
)
def test_wrong_conditions_are_problems(text: Any) -> None:
    value, problems = grammar.parse_condition(text, "c")
    assert value is None
    assert problems
