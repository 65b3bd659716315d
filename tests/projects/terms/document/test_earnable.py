"""Criteria that nobody can meet: worked out by hand, and against somebody who does as much as the terms allow."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authorship.engine.amounts import format_amount, parse_amount
from projects.terms.document.earnable import World, can_hold, unearnable
from projects.terms.document.earning import kinds_of


def kind(name: str, **parts: Any) -> dict[str, Any]:
    plain = {"id": name, "title": name, "from": "task", "amount": {"fixed": "1"}, "split": "each", "date": "accepted"}
    return {**plain, **parts}


def terms(*kinds: dict[str, Any], **authorship: Any) -> dict[str, Any]:
    return {"authorship": {"kinds": list(kinds), **authorship}}


def found(document: dict[str, Any]) -> list[tuple[str, ...]]:
    problems = list(unearnable(document))
    assert {problem.code for problem in problems} <= {"unearnable", "unreachable", "too_early"}
    for problem in problems:
        for path in problem.also:
            assert path in problem.message
            assert path in problem.message_zh
    return [problem.paths for problem in problems]


CAPPED = kind("task", cap={"person": "10"})
HALVES = kind("task", amount={"fixed": "1/2"}, cap={"person": "5/4"})
CAP = "authorship.kinds[0].cap.person"


@pytest.mark.parametrize(
    ("one", "rule", "paths"),
    [
        # points: 10 is the most
        (CAPPED, {"points": {"at_least": "10"}}, None),
        (CAPPED, {"points": {"at_least": "21/2"}}, ("points", CAP)),
        (CAPPED, {"points": {"more_than": "10"}}, ("points", CAP)),
        (CAPPED, {"points": {"kinds": ["task"], "more_than": "19/2"}}, None),
        (CAPPED, {"points": {"kinds": ["task", "nothing"], "at_least": "11"}}, None),  # named elsewhere
        (kind("task", budget={"total": "8", "per": "output"}), {"points": {"at_least": "9"}},
         ("points", "authorship.kinds[0].budget.total")),
        (kind("task", budget={"total": "8", "per": "month"}), {"points": {"at_least": "9"}}, None),
        (kind("task", cap={"item": "1", "cohort": "2"}), {"points": {"at_least": "9"}}, None),
        # counts: 3 halves reach 5/4, a fourth would earn nothing
        (HALVES, {"count": {"kind": "task", "at_least": 3}}, None),
        (HALVES, {"count": {"kind": "task", "at_least": 4}}, ("count", CAP)),
        (HALVES, {"count": {"kind": "task", "more_than": 3}}, ("count", CAP)),
        ({**HALVES, "split": "declared"}, {"count": {"kind": "task", "at_least": 4}}, None),
        ({**HALVES, "from": "import"}, {"count": {"kind": "task", "at_least": 4}}, None),
        (kind("task", amount={"range": ["1/4", "9"]}, cap={"person": "1"}), {"count": {"kind": "task", "at_least": 4}},
         None),
        (kind("task", amount={"range": ["1/4", "9"]}, cap={"person": "1"}), {"count": {"kind": "task", "at_least": 5}},
         ("count", CAP)),
        (kind("task", times={"attribute": "field", "table": {"sky": "1/3", "sea": "2"}}, cap={"person": "1"}),
         {"count": {"kind": "task", "at_least": 4}}, ("count", CAP)),
        # service by one person; the sum of an institute has no such limit
        (CAPPED, {"service": {"kind": "task", "at_least": "11", "per": "total", "by": "person"}}, ("service", CAP)),
        (CAPPED, {"service": {"kind": "task", "at_least": "11", "per": "total", "by": "institute"}}, None),
        (CAPPED, {"service": {"kind": "task", "at_least": "11", "per": "total", "by": "either"}}, None),
        # attributes
        (kind("task"), {"distinct": {"of": "field", "kind": "task", "at_least": 5}}, None),
        (kind("task"), {"distinct": {"of": "repository", "kind": "task", "at_least": 5}},
         ("distinct.of", "authorship.kinds[0].from")),
        (kind("task", **{"from": "import"}), {"distinct": {"of": "field", "kind": "task", "at_least": 1}},
         ("distinct.of", "authorship.kinds[0].from")),
        (kind("task", times={"attribute": "field", "table": {"sky": "1", "sea": "2"}}),
         {"distinct": {"of": "field", "kind": "task", "at_least": 3}}, ("distinct", "authorship.kinds[0].times.table")),
        (kind("task", times={"attribute": "field", "table": {"sky": "1", "sea": "2"}}),
         {"distinct": {"of": "field", "kind": "task", "more_than": 1}}, None),
        (HALVES, {"distinct": {"of": "field", "kind": "task", "at_least": 4}}, ("distinct", CAP)),
        # what excludes everybody, or what is asked for
        (kind("task"), {"not": {"points": {"at_least": "0"}}}, ("not",)),
        (kind("task"), {"not": {"any": [{"role": {"id": "chair"}}, {"count": {"kind": "task", "at_least": 0}}]}},
         ("not",)),
        (kind("task"), {"not": {"points": {"more_than": "0"}}}, None),
        (kind("task"), {"all": [{"points": {"at_least": "3"}}, {"not": {"points": {"at_least": "2"}}}]},
         ("all[1]", "all[0]")),
        (kind("task"), {"all": [{"not": {"points": {"more_than": "2"}}}, {"points": {"more_than": "2"}}]},
         ("all[0]", "all[1]")),
        (kind("task"), {"all": [{"points": {"at_least": "2"}}, {"not": {"points": {"more_than": "2"}}}]}, None),
        (kind("task"), {"all": [{"points": {"at_least": "3"}}, {"not": {"points": {"at_least": "4"}}}]}, None),
        (kind("task"), {"all": [{"points": {"at_least": "3"}},
                                {"not": {"points": {"kinds": ["task"], "at_least": "2"}}}]}, None),
        (kind("task"), {"all": [{"role": {"id": "chair"}}, {"not": {"role": {"id": "chair"}}}]}, ("all[1]", "all[0]")),
        # A road that leads nowhere is refused although there is another.
        (CAPPED, {"any": [{"points": {"at_least": "11"}}, {"role": {"id": "chair"}}]}, ("any[0].points", CAP)),
        # What excludes nobody is no promise.
        (CAPPED, {"all": [{"role": {"id": "chair"}}, {"not": {"points": {"at_least": "11"}}}]}, None),
        # Not to be decided from the terms alone.
        (CAPPED, {"referred": {"at_least": 900}}, None),
        (CAPPED, {"member": {"for_days": 99999}}, None),
        (CAPPED, {"decision": "picked"}, None),
        ("none", {"points": {"at_least": "11"}}, None),
    ],
)  # fmt: skip
def test_by_hand(one: Any, rule: dict[str, Any], paths: tuple[str, ...] | None) -> None:
    document = terms(*([one] if one != "none" else []), eligibility=rule)
    root = "authorship.eligibility."
    wanted = [tuple(path if path.startswith("authorship.") else root + path for path in paths)] if paths else []
    assert found(document) == wanted


def test_every_rule_of_who_is_looked_at_and_exclusions_are_not() -> None:
    dead = {"points": {"at_least": "11"}}
    document = terms(
        CAPPED,
        eligibility=dead,
        acknowledged=dead,
        blocks=[{"id": "all", "who": dead}],
        marks=[{"id": "core", "who": dead}],
    )
    document["roles"] = [{"id": "a", "criteria": dead, "granted": "rule"}]
    document["compensation"] = {"pay": [{"id": "p", "for": "rank", "exclude": dead}]}
    assert [paths[0] for paths in found(document)] == [
        "roles[0].criteria.points",
        "authorship.eligibility.points",
        "authorship.acknowledged.points",
        "authorship.blocks[0].who.points",
        "authorship.marks[0].who.points",
    ]


def test_sums_over_kinds_need_every_kind_to_be_limited() -> None:
    other = kind("review", cap={"person": "5"})
    both = ("authorship.eligibility.points", CAP, "authorship.kinds[1].cap.person")
    assert found(terms(CAPPED, other, eligibility={"points": {"at_least": "15"}})) == []
    assert found(terms(CAPPED, other, eligibility={"points": {"more_than": "15"}})) == [both]
    assert found(terms(CAPPED, kind("review"), eligibility={"points": {"at_least": "99"}})) == []


def output(**parts: Any) -> dict[str, Any]:
    scope = {"kinds": ["task"], "from": "2027-01-01", "to": "2027-12-31", "carry_over": "no"}
    return {"id": "paper", "scope": {**scope, **parts}, "as_of": "2027-12-31"}


@pytest.mark.parametrize(
    ("kinds", "outputs", "dead"),
    [
        ([kind("task")], [output()], []),
        ([kind("task"), kind("review")], [output(kinds=["review"])], [0]),
        ([kind("task"), kind("review")], [output(), output(kinds=["review"])], [1]),
        ([kind("task", window={"from": "2028-01-01"})], [output()], [0]),
        ([kind("task", window={"from": "2027-12-31"})], [output()], []),
        ([kind("task", window={"to": "2026-12-31"})], [output()], [0]),
        ([kind("task", window={"to": "2026-12-31"})], [output(carry_over="yes")], []),
        ([kind("task", window={"to": "2027-01-01"})], [output()], []),
    ],
)
def test_scopes_and_windows_that_leave_nothing(kinds: list[Any], outputs: list[Any], dead: list[int]) -> None:
    document = terms(*kinds, eligibility={"points": {"kinds": ["task"], "at_least": "1"}}, outputs=outputs)
    assert found(document) == [(f"authorship.outputs[{index}].scope", "authorship.eligibility") for index in dead]


def test_a_block_behind_one_that_took_everybody() -> None:
    def blocks(*rules: Any) -> list[tuple[str, ...]]:
        listed = [{"id": f"b{index}", "who": rule, "sort": ["name"]} for index, rule in enumerate(rules)]
        return found(terms(kind("task"), blocks=listed))

    def points(amount: str) -> dict[str, Any]:
        return {"points": {"at_least": amount}}

    assert blocks(points("5"), points("1")) == []
    assert blocks(points("1"), points("5")) == [("authorship.blocks[1].who", "authorship.blocks[0].who")]
    assert blocks({"role": {"id": "a"}}, {"role": {"id": "a"}}) == [
        ("authorship.blocks[1].who", "authorship.blocks[0].who")
    ]
    assert blocks({"role": {"id": "a"}}, {"role": {"id": "b"}}) == []


def test_agreements_before_the_project_began() -> None:
    def agreed(before: str) -> list[tuple[str, ...]]:
        document = terms(kind("task"), eligibility={"agreed": {"id": "senior", "before": before}})
        document["core_team"] = {"members": [{"since": "2026-10-01"}, {"since": "2026-09-01"}]}
        return found(document)

    assert agreed("2026-09-01") == [("authorship.eligibility.agreed.before", "core_team.members")]
    assert agreed("2026-09-02") == agreed("first_accepted") == []


AMOUNTS = st.sampled_from(["1/4", "1/2", "1", "3/2", "7"])


@settings(max_examples=150, deadline=None)
@given(AMOUNTS, AMOUNTS, st.sampled_from(["at_least", "more_than"]), st.integers(0, 40), st.integers(0, 30))
def test_somebody_who_does_all_they_can(one: str, cap: str, bound: str, points: int, items: int) -> None:
    """Item after item is posted, each cut to what the cap leaves, as a ledger would; a hundred are enough here."""
    document = terms(kind("task", amount={"fixed": one}, cap={"person": cap}))
    total, counted = Fraction(0), 0
    for _ in range(100):
        earned = min(parse_amount(one), parse_amount(cap) - total)
        total, counted = total + earned, counted + (earned > 0)
    asked = Fraction(points, 4)
    met = total >= asked if bound == "at_least" else total > asked
    document["authorship"]["eligibility"] = {"points": {bound: format_amount(asked)}}
    assert (found(document) == []) == met
    met = counted >= items if bound == "at_least" else counted > items
    document["authorship"]["eligibility"] = {"count": {"kind": "task", bound: items}}
    assert (found(document) == []) == met


def test_open_and_wrong_parts_limit_nothing() -> None:
    for broken in ({"id": "task"}, {"id": "task", "cap": "none"}, {"id": "task", "amount": {"fixed": "0"}}, {}):
        document = terms(broken, eligibility={"points": {"at_least": "99"}})
        assert found(document) == []
    assert kinds_of(terms(CAPPED, CAPPED)) == {}


CHAIR, EDITOR = {"role": {"id": "chair"}}, {"role": {"id": "editor"}}
ONE, TWO = {"points": {"at_least": "1"}}, {"points": {"at_least": "2"}}


def no(rule: Any) -> dict[str, Any]:
    return {"not": rule}


@pytest.mark.parametrize(
    ("rule", "paths"),
    [
        # none of these: all of their opposites
        (no({"any": [CHAIR, no(CHAIR)]}), ("not.any[0]", "not.any[1]")),
        (no({"any": [ONE, no(TWO)]}), ("not.any[0]", "not.any[1]")),
        (no({"any": [TWO, no(ONE)]}), None),  # one point and not two
        (no({"any": [CHAIR, EDITOR]}), None),
        # not all of these: one opposite is enough, and there is one
        (no({"all": [CHAIR, no(CHAIR)]}), None),
        (no({"all": [CHAIR, EDITOR]}), None),
        # twice not is the thing itself
        ({"all": [no(no(CHAIR)), no(CHAIR)]}, ("all[1]", "all[0]")),
        ({"all": [no(no(CHAIR)), CHAIR]}, None),
        (no(no({"all": [CHAIR, no(CHAIR)]})), ("not.not.all[1]", "not.not.all[0]")),
        # an all within an all is one, and so is a group of one
        ({"all": [CHAIR, {"all": [EDITOR, no(CHAIR)]}]}, ("all[1].all[1]", "all[0]")),
        ({"all": [CHAIR, no({"any": [EDITOR, CHAIR]})]}, ("all[1].not.any[1]", "all[0]")),
        ({"all": [CHAIR, {"any": [no(CHAIR)]}]}, ("all[1].any[0]", "all[0]")),
        ({"all": [CHAIR, {"any": [EDITOR, no(CHAIR)]}]}, None),
        ({"all": [{"any": [CHAIR, EDITOR]}, no({"any": [CHAIR, EDITOR]})]}, ("all[1]", "all[0]")),
        # inside one way of several, since somebody would set out on it
        ({"any": [EDITOR, no({"any": [CHAIR, no(CHAIR)]})]}, ("any[1].not.any[0]", "any[1].not.any[1]")),
        (no({"all": [EDITOR, {"any": [CHAIR, no(CHAIR)]}]}), ("not.all[1].any[0]", "not.all[1].any[1]")),
        # under two nots a leaf is asked for again
        (no({"any": [CHAIR, no({"points": {"at_least": "11"}})]}), ("not.any[1].not.points", CAP)),
        (no({"any": [CHAIR, {"points": {"at_least": "11"}}]}), None),
    ],
)
def test_not_is_pushed_inward_before_contradictions_are_looked_for(rule: Any, paths: tuple[str, ...] | None) -> None:
    root = "authorship.eligibility."
    wanted = [tuple(one if one == CAP else root + one for one in paths)] if paths else []
    assert found(terms(CAPPED, eligibility=rule)) == wanted


ATOMS = st.sampled_from(["a", "b", "c"]).map(lambda name: {"role": {"id": name}})
RULES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        inner.map(no),
        st.builds(lambda way, parts: {way: parts}, st.sampled_from(["all", "any"]), st.lists(inner, min_size=1)),
    ),
    max_leaves=8,
)


def holds_for(rule: Any, held: frozenset[str]) -> bool:
    """By the truth table of the words, as a reader would go through them."""
    ((name, inner),) = rule.items()
    if name == "not":
        return not holds_for(inner, held)
    if name == "role":
        return inner["id"] in held
    return (all if name == "all" else any)(holds_for(part, held) for part in inner)


def opposite(rule: Any) -> Any:
    ((name, inner),) = rule.items()
    if name == "not":
        return inner
    if name == "role":
        return no(rule)
    return {"any" if name == "all" else "all": [opposite(part) for part in inner]}


@settings(max_examples=400, deadline=None)
@given(RULES)
def test_no_rule_that_somebody_could_meet_is_called_impossible(rule: Any) -> None:
    somebody = [frozenset(held) for number in range(4) for held in combinations("abc", number)]
    possible = can_hold(rule, "p", World({}))
    if any(holds_for(rule, held) for held in somebody):
        assert possible
    # whether `not` stands outside or inside makes no difference
    assert possible == can_hold(no(opposite(rule)), "p", World({})) == can_hold(no(no(rule)), "p", World({}))


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"as_of": "2026-08-31"}, "as_of"),
        ({"as_of": "2026-09-01"}, None),  # the first day counts
        ({"to": "2026-08-31"}, "scope.to"),
        ({"to": "2026-08-30", "as_of": "2026-08-31"}, "scope.to"),
        ({"to": "2026-09-01"}, None),
        ({"to": "none"}, None),
    ],
)
def test_an_output_that_ends_before_any_work_of_the_project(change: dict[str, str], part: str | None) -> None:
    document = terms(kind("task"), eligibility=ONE, outputs=[output(**{"from": "2026-01-01"})])
    outputs = document["authorship"]["outputs"][0]
    outputs["as_of"] = change.get("as_of", "2027-12-31")
    outputs["scope"]["to"] = change.get("to", "2027-12-31")
    assert found(document) == []  # nobody says when the team began
    document["core_team"] = {"members": [{"since": "2026-10-01"}, {"since": "2026-09-01"}]}
    wanted = [(f"authorship.outputs[0].{part}", "core_team.members")] if part else []
    assert found(document) == wanted
    document["core_team"]["members"].append({"since": "none"})
    assert found(document) == []
    document["core_team"]["members"].pop()
    for possible in (CHAIR, {"member": {"for_days": 30}}, {"any": [ONE, CHAIR]}, {"points": {"at_least": "0"}}):
        document["authorship"]["eligibility"] = possible
        assert found(document) == []
    document["authorship"]["eligibility"] = {"all": [CHAIR, {"count": {"kind": "task", "at_least": 1}}]}
    assert found(document) == wanted
    for source in ("import", None):
        earlier = {**kind("earlier"), "from": source}
        document["authorship"]["kinds"] = [kind("task"), earlier]
        assert found(document) == []
