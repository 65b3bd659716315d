"""The clause as a whole: references, repeated ids, open parts, and what cannot be computed yet."""

from __future__ import annotations

from typing import Any

import pytest

from authorship.engine.grammar import DRAFT_CODES, not_computed, not_computed_expression, parse_authorship
from tests.authorship.engine.building import award

OUTPUT: dict[str, Any] = {
    "id": "paper-1",
    "title": "The paper",
    "kind": "paper",
    "list": "full",
    "scope": {"kinds": ["task"], "from": "2026-12-01", "to": "2027-06-30", "carry_over": "no"},
    "as_of": "2027-06-30",
    "lock": "order_only",
}
WHOLE: dict[str, Any] = {
    "kinds": [award(), award("review", "1/2", source="review", split="each")],
    "eligibility": {"points": {"at_least": "1/2"}},
    "acknowledged": {"points": {"more_than": "0"}},
    "opt_out": "Anyone may choose to be acknowledged instead, until the lock.",
    "leavers": "Credit stays.",
    "late_joiners": "Join under the terms in force.",
    "unreachable": "Listed after three dated attempts.",
    "conditions": [
        {
            "what": "Keep the task running.",
            "due": "2027-08-31",
            "notice_days": 30,
            "cure_days": 30,
            "loses": "its points",
        }
    ],
    "blocks": [{"id": "all", "title": "Authors", "who": {"points": {"at_least": "1/2"}}, "sort": ["points"]}],
    "ties": ["first_credit", "name+subject"],
    "marks": [{"id": "core", "who": {"role": {"id": "core"}}}],
    "collation": "root-folded/1",
    "overrides": {"window_days": 14},
    "objection_days": 14,
    "grace_days": 0,
    "after_withdrawal": "keep",
    "after_revocation": "lose",
    "outputs": [OUTPUT],
}


def codes(problems: list[Any]) -> list[tuple[str, str]]:
    return [(problem.path, problem.code) for problem in problems]


def test_a_whole_clause_is_read() -> None:
    clause, problems = parse_authorship(WHOLE, roles=["core"])
    assert problems == []
    assert clause is not None
    assert [rule.id for rule in clause.kinds] == ["task", "review"]
    assert clause.outputs[0].scope.kinds == ("task",)
    assert not_computed(WHOLE) == []


def test_references_are_checked_against_the_clause_and_the_roles() -> None:
    changed = {
        **WHOLE,
        "eligibility": {"count": {"kind": "bug", "at_least": 1}},
        "blocks": [{**WHOLE["blocks"][0], "sort": [{"points": ["task", "bug"]}]}],
        "outputs": [{**OUTPUT, "scope": {"kinds": ["bug"], "carry_over": "no"}}],
    }
    assert codes(parse_authorship(changed, roles=["chair"])[1]) == [
        ("authorship.eligibility.count.kind", "unknown_reference"),
        ("authorship.blocks[0].sort[0].points[1]", "unknown_reference"),
        ("authorship.marks[0].who.role.id", "unknown_reference"),
        ("authorship.outputs[0].scope.kinds[0]", "unknown_reference"),
    ]


def test_row_6_two_rules_giving_one_kind_two_values_are_both_named() -> None:
    clause, problems = parse_authorship({**WHOLE, "kinds": [*WHOLE["kinds"], award("task", "2")]})
    assert clause is None
    assert codes(problems) == [("authorship.kinds[2].id", "two_values")]
    assert "authorship.kinds[0]" in problems[0].message
    assert "authorship.kinds[2]" in problems[0].message


@pytest.mark.parametrize("key", ["blocks", "marks", "outputs"])
def test_repeated_ids_are_both_named(key: str) -> None:
    _, problems = parse_authorship({**WHOLE, key: [*WHOLE[key], *WHOLE[key]]})
    assert codes(problems) == [(f"authorship.{key}[1].id", "duplicate")]
    assert f"authorship.{key}[0]" in problems[0].message


def test_open_parts_are_named_and_the_rest_is_read() -> None:
    clause, problems = parse_authorship({"eligibility": {"points": {"at_least": "1"}}, "blocks": []})
    assert clause is not None
    assert clause.eligibility is not None
    assert {problem.code for problem in problems} <= DRAFT_CODES
    assert ("authorship.blocks", "missing") in codes(problems)
    assert ("authorship.opt_out", "missing") in codes(problems)


def test_none_is_an_answer_where_nothing_needs_to_run() -> None:
    said = {"opt_out": "none", "leavers": "none", "overrides": "none", "objection_days": "none", "acknowledged": "none"}
    assert parse_authorship({**WHOLE, **said})[1] == []
    assert codes(parse_authorship({**WHOLE, "ties": "none"})[1]) == [("authorship.ties", "none")]
    assert codes(parse_authorship({**WHOLE, "collation": "none"})[1]) == [("authorship.collation", "none")]
    assert parse_authorship({**WHOLE, "collation": "none", "ties": [{"random": "reef-2027"}]})[1] == []


def test_without_eligibility_nothing_has_to_run() -> None:
    nothing = dict.fromkeys(("kinds", "blocks", "ties", "outputs", "marks", "collation", "eligibility"), "none")
    assert parse_authorship({**WHOLE, **nothing})[1] == []


@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        ("overrides", {"window_days": 6}, "authorship.overrides.window_days"),
        ("objection_days", "14", "authorship.objection_days"),
        ("after_withdrawal", True, "authorship.after_withdrawal"),
        ("opt_out", 3, "authorship.opt_out"),
        ("formula", "points * 2", "authorship.formula"),
        ("kinds", [award()] * 61, "authorship.kinds"),
        ("outputs", [{**OUTPUT, "scope": {"carry_over": True}}], "authorship.outputs[0].scope.carry_over"),
        ("outputs", [{**OUTPUT, "as_of": "30.6.2027"}], "authorship.outputs[0].as_of"),
    ],
)
def test_other_parts_are_checked_too(key: str, value: Any, path: str) -> None:
    clause, problems = parse_authorship({**WHOLE, key: value})
    assert clause is None
    assert path in [problem.path for problem in problems]


@pytest.mark.parametrize("data", ["none", None, 3, [], [WHOLE], "authorship: {}"])
def test_a_clause_is_an_object(data: Any) -> None:
    assert codes(parse_authorship(data)[1])[0] == ("authorship", "not_an_object")
    assert not_computed(data) == []


def test_rules_that_cannot_run_yet_are_named_by_place() -> None:
    repositories = {"distinct": {"of": "repository", "kind": "task", "more_than": 5}}  # row 17
    entries = {"count": {"kind": "task", "at_least": 200}}
    later = {
        **WHOLE,
        "kinds": [
            {**award(), "amount": {"range": ["1", "9"]}, "cap": {"item": "6"}, "applies": "rounds ≥ 2"},
            {**award("claim", source="claim"), "amount": {"base": "1"}, "window": {"to": "2027-01-01"}},
        ],
        "eligibility": {"all": [entries, {"not": repositories}]},
        "marks": [{"id": "corresponding", "who": {"decision": "corresponding"}}],
        "blocks": [{**WHOLE["blocks"][0], "sort": [{"decision": "leads"}, {"random": "s"}, "count"]}],
        "outputs": [{**OUTPUT, "list": "limited"}],
    }
    assert parse_authorship(later, roles=[])[1] == []
    problems = not_computed(later)
    assert {problem.code for problem in problems} == {"not_computed"}
    assert [problem.path for problem in problems] == [
        "authorship.kinds[0].amount.range",
        "authorship.kinds[0].cap",
        "authorship.kinds[0].applies",
        "authorship.kinds[1].amount.base",
        "authorship.kinds[1].window",
        "authorship.eligibility.all[1].not.distinct",
        "authorship.marks[0].who.decision",
        "authorship.outputs[0].list",
    ]


def test_expressions_outside_the_clause_are_asked_alone() -> None:
    found = not_computed_expression({"any": [{"referred": {"at_least": 2}}]}, "roles[1].criteria")
    assert [problem.path for problem in found] == ["roles[1].criteria.any[0].referred"]
    assert not_computed_expression({"member": {"for_days": 3}}, "roles[1].criteria") == []


def test_an_output_whose_scope_is_none_leaves_no_work_out() -> None:
    clause, problems = parse_authorship({**WHOLE, "outputs": [{**OUTPUT, "scope": "none"}]}, roles=["core"])
    assert problems == []
    assert clause is not None
    scope = clause.outputs[0].scope
    assert (scope.kinds, scope.start, scope.end) == (None, None, None)
    # Open is another matter.
    unsaid = [{key: value for key, value in OUTPUT.items() if key != "scope"}]
    _clause, problems = parse_authorship({**WHOLE, "outputs": unsaid}, roles=["core"])
    assert codes(problems) == [("authorship.outputs[0].scope", "missing")]
