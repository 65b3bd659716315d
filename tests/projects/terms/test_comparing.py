"""Terms side by side: every difference is found, and better or worse is what the signs of the fields say."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from projects.terms import changes, comparing
from projects.terms.document.field import Field
from projects.terms.document.fields import CLAUSES, clause_path
from projects.terms.document.walk import walk
from projects.terms.weighing_up import verdict
from tests.projects.catalogue.laying import example
from tests.projects.terms.document.documents import leaf, parts

HALF_A_MINUTE = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def compared(old: dict[str, Any], new: dict[str, Any], lang: str = "en", *, versions: bool = True) -> Any:
    return comparing.compare([old, new], lang, people=str, versions=versions)


def other_value(draw: st.DataObject, field: Field, value: Any) -> Any:
    """Another answer that the field takes: one that the schema draws, or none."""
    if value != "none" and (field.kind == "condition" or (field.takes_none and draw.draw(st.booleans()))):
        return "none"
    if field.kind == "condition":
        return draw.draw(st.sampled_from(["rounds < 2", "difficulty ≥ 3"]))
    return draw.draw(leaf(field).filter(lambda one: one != value))


def with_other(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(document)
    place: Any = changed
    *steps, last = [int(at) if at else name for name, at in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path)]
    for step in steps:
        place = place[step]
    place[last] = value
    return changed


@HALF_A_MINUTE
@given(parts(), st.data(), st.sampled_from(["en", "zh-hans"]), st.booleans())
def test_any_change_of_one_leaf_is_found_and_shown(
    document: dict[str, Any], data: st.DataObject, lang: str, versions: bool
) -> None:
    ends = [
        (path, field, value)
        for path, field, value in walk(document)
        if not isinstance(value, dict | list)
        and field.kind not in {"schema", "rule_part", "object", "list"}
        and field.name != "currency"
    ]
    if not ends:
        return
    path, field, value = data.draw(st.sampled_from(ends))
    other = with_other(document, path, other_value(data, field, value))
    found = compared(document, other, lang, versions=versions)
    assert [clause.path for clause in found.differing] == [clause_path(path)]
    [clause] = found.differing
    told = ["".join(text for line in cell.lines for sign, text in line if sign != "same") for cell in clause.cells]
    assert any(one.strip() for one in told), (path, clause)
    assert clause.klass in (("T", "R", "M") if versions else ("",))


@HALF_A_MINUTE
@given(parts(), parts())
def test_a_clause_differs_where_the_documents_do(one: dict[str, Any], other: dict[str, Any]) -> None:
    told = {clause.path for clause in compared(one, other).differing}
    found = {clause_path(path) for path in changes.changed(one, other)}
    clauses = {field.path for field in CLAUSES}
    assert told >= found & clauses
    # A section answered as a whole (none, or nothing) stands for its clauses.
    assert all(path in found or path.partition(".")[0] in found for path in told)


def test_the_same_document_has_no_difference() -> None:
    found = compared(example(), example())
    assert (found.differing, len(found.same), found.klass) == ([], len(CLAUSES), "")


def test_clauses_stand_in_the_order_of_the_schema_whatever_the_order_of_the_document() -> None:
    turned = dict(reversed(list(example().items())))
    found = compared(turned, example({"contact": "x", "purpose.measures": "y", "roles": "none"}))
    assert [clause.path for clause in found.differing] == ["purpose.measures", "roles", "contact"]


def test_three_are_held_against_the_first() -> None:
    texts = [example(), example({"participation.answer_days": 30}), example({"contact": "Ask Ines"})]
    found = comparing.compare(texts, "en", people=str)
    days, contact = found.differing
    assert [cell.differs for cell in days.cells] == [False, True, False]
    assert [cell.verdict for cell in days.cells] == ["", "worse", ""]
    assert [cell.differs for cell in contact.cells] == [False, False, True]
    assert all(sign == "same" for line in days.cells[0].lines for sign, _ in line)


@pytest.mark.parametrize(
    ("path", "value", "klass"),
    [("purpose.measures", "Other words", "T"), ("contact", "Ask Ines", "R"), ("changes.notice_days", 1, "M")],
)
def test_the_class_is_that_of_the_field(path: str, value: object, klass: str) -> None:
    found = compared(example(), example({path: value}))
    assert (found.klass, [clause.klass for clause in found.differing]) == (klass, [klass])


_PAY = "compensation.pay"


def _pay(task: int, review: int, currency: str = "USD") -> list[dict[str, Any]]:
    return [
        {"id": name, "for": what, "base": {"minor": minor, "currency": currency}, "ties": "share", "currency": currency}
        for name, what, minor in (("task-pay", "task", task), ("review-pay", "review", review))
    ]


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        # − : fewer days to an answer, a lower threshold
        ("participation.answer_days", 14, 7, "better"),
        ("participation.answer_days", 14, 21, "worse"),
        ("participation.answer_days", 14, None, ""),
        ("participation.answer_days", "none", 7, ""),
        ("authorship.eligibility", {"points": {"at_least": "1"}}, {"points": {"at_least": "1/2"}}, "better"),
        ("authorship.eligibility", {"points": {"at_least": "1"}}, {"points": {"more_than": "1"}}, "worse"),
        ("authorship.eligibility", {"points": {"at_least": "1"}}, {"count": {"kind": "task", "at_least": 1}}, ""),
        (
            "authorship.eligibility",
            {"count": {"kind": "task", "at_least": 2}},
            {"count": {"kind": "review", "at_least": 1}},
            "",
        ),
        ("authorship.eligibility", {"points": {"at_least": "1"}}, "none", ""),
        ("returns.if_abandoned", {"after_days": 120, "then": "x"}, {"after_days": 60, "then": "x"}, "better"),
        # + : more notice, more money, more time to appeal
        ("changes.notice_days", 30, 60, "better"),
        ("changes.notice_days", 30, 14, "worse"),
        (_PAY, _pay(100, 50), _pay(120, 50), "better"),
        (_PAY, _pay(100, 50), _pay(120, 40), "both"),
        (_PAY, _pay(100, 50), _pay(120, 40, "EUR"), ""),
        # Rules are the same ones by their id, whatever their place.
        (_PAY, _pay(100, 50), _pay(120, 60)[::-1], "better"),
        ("compensation.own_costs", {"what": "x", "paid_by": "project", "cap": _pay(5, 1)[0]["base"]}, None, ""),
        (
            "compensation.own_costs",
            {"what": "x", "paid_by": "project", "cap": {"minor": 100, "currency": "USD"}},
            {"what": "x", "paid_by": "project", "cap": {"minor": 200, "currency": "USD"}},
            "better",
        ),
        (
            "compensation.own_costs",
            {"what": "x", "paid_by": "contributor", "cap": {"minor": 100, "currency": "USD"}},
            {"what": "x", "paid_by": "contributor", "cap": {"minor": 200, "currency": "USD"}},
            "",
        ),
        # Hours: both ends, fewer is better.
        ("compensation.hours_per_task", [5, 8], [4, 8], "better"),
        ("compensation.hours_per_task", [5, 8], [4, 9], ""),
        ("compensation.hours_per_task", [5, "17/2"], [5, "9"], "worse"),
        # Neither number nor amount, or no sign.
        ("purpose.measures", "One", "Two", ""),
        ("participation.anonymity", "open", "both_hidden", ""),
        ("authorship.objection_days", 14, 30, ""),
        ("data.held_out.share", "1/5", "1/2", ""),
    ],
)
def test_better_and_worse(path: str, old: object, new: object, expected: str) -> None:
    before, after = example({path: old}), example({path: new})
    assert verdict(before, after, clause_path(path)) == expected
    turned = {"better": "worse", "worse": "better"}.get(expected, expected)
    assert verdict(after, before, clause_path(path)) == turned


def points(amount: str, bound: str = "at_least") -> dict[str, Any]:
    return {"points": {bound: amount}}


def days(number: int) -> dict[str, Any]:
    return {"member": {"for_days": number}}


def tasks(number: int) -> dict[str, Any]:
    return {"count": {"kind": "task", "at_least": number}}


CHAIR = {"role": {"id": "chair"}}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # one threshold goes up, inside a group of either sort
        ({"any": [points("1/2"), CHAIR]}, {"any": [points("1"), CHAIR]}, "worse"),
        ({"all": [CHAIR, points("1/2")]}, {"all": [CHAIR, points("1")]}, "worse"),
        ({"all": [CHAIR, {"any": [days(30), tasks(2)]}]}, {"all": [CHAIR, {"any": [days(30), tasks(1)]}]}, "better"),
        ({"any": [points("1"), CHAIR]}, {"any": [points("1", "more_than"), CHAIR]}, "worse"),
        # several, all one way; one that stays does not count
        ({"any": [points("1"), days(30)]}, {"any": [points("2"), days(60)]}, "worse"),
        ({"any": [points("1"), days(30), tasks(3)]}, {"any": [points("2"), days(60), tasks(3)]}, "worse"),
        # not turns it round, twice not turns it back
        ({"not": points("5")}, {"not": points("6")}, "better"),
        ({"not": points("1")}, {"not": points("1", "more_than")}, "better"),
        ({"all": [CHAIR, {"not": {"any": [points("5"), days(9)]}}]},
         {"all": [CHAIR, {"not": {"any": [points("6"), days(9)]}}]}, "better"),
        ({"not": {"not": points("5")}}, {"not": {"not": points("6")}}, "worse"),
        ({"all": [points("1"), {"not": points("5")}]}, {"all": [points("2"), {"not": points("4")}]}, "worse"),
        # other leaves with a bound, also alone
        (CHAIR, {"role": {"id": "chair", "for_days": 90}}, "worse"),
        ({"referred": {"at_least": 2}}, {"referred": {"at_least": 1}}, "better"),
        ({"distinct": {"of": "field", "kind": "task", "at_least": 2}},
         {"distinct": {"of": "field", "kind": "task", "at_least": 3}}, "worse"),
        # both ways at once
        ({"any": [points("1"), days(30)]}, {"any": [points("2"), days(10)]}, ""),
        ({"all": [points("1"), {"not": points("5")}]}, {"all": [points("2"), {"not": points("6")}]}, ""),
        # another shape: a part more, another group, another order, another kind, another role
        ({"any": [points("1"), CHAIR]}, {"any": [points("2"), CHAIR, days(30)]}, ""),
        ({"any": [points("1"), CHAIR]}, {"all": [points("2"), CHAIR]}, ""),
        ({"any": [points("1"), CHAIR]}, {"any": [CHAIR, points("2")]}, ""),
        ({"any": [points("1"), points("2")]}, {"any": [points("2"), points("1")]}, ""),
        ({"any": [points("1"), tasks(1)]}, {"any": [points("2"), {"count": {"kind": "review", "at_least": 1}}]}, ""),
        ({"any": [points("1"), CHAIR]}, {"any": [points("2"), {"role": {"id": "editor"}}]}, ""),
        ({"all": [points("1"), {"not": CHAIR}]}, {"all": [points("2"), CHAIR]}, ""),
        ({"any": [points("1"), {"agreed": {"id": "a", "before": "2027-01-01"}}]},
         {"any": [points("1"), {"agreed": {"id": "a", "before": "2028-01-01"}}]}, ""),
        ({"any": [points("1"), CHAIR]}, {"any": [points("1"), CHAIR]}, ""),
    ],
)  # fmt: skip
def test_rules_of_one_shape_are_weighed_leaf_by_leaf(old: object, new: object, expected: str) -> None:
    path = "authorship.eligibility"
    before, after = (with_other(example(), path, rule) for rule in (old, new))
    turned = {"better": "worse", "worse": "better"}.get(expected, expected)
    assert (verdict(before, after, path), verdict(after, before, path)) == (expected, turned)
