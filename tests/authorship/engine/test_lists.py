"""How a list comes about: versions, scope, days, counts, blocks, keys, marks, and those who are not on it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from authorship.engine.compute import compute, totals_of
from authorship.engine.errors import EngineError
from authorship.engine.evaluate import evaluate
from authorship.engine.totals import from_groups, totals
from tests.authorship.engine.building import authors, bundle, choice, entry, reversal, row, subject, version


def eligible_at(points: str) -> dict[str, Any]:
    return {"eligibility": {"points": {"at_least": points}}}


def by(*sort: Any, who: Any = None, ties: Any = None) -> dict[str, Any]:
    anyone = {"points": {"at_least": "0"}}
    block = {"id": "all", "title": "Authors", "who": who or anyone, "sort": list(sort)}
    return {"blocks": [block], "ties": ties or ["name+subject"]}


# --- which version binds


def test_a_person_may_rely_on_a_version_accepted_since_the_first_counted_work() -> None:
    terms = [version(1, **eligible_at("1")), version(2, "2027-01-01", **eligible_at("5"))]
    old = subject("old", accepted=[{"version": 1, "on": "2026-12-03"}, {"version": 2, "on": "2027-01-02"}])
    new = subject("new", accepted=[{"version": 2, "on": "2027-01-02"}])
    result = compute(bundle([old, new], [entry(1, "old", "2"), entry(2, "new", "2", terms=2)], terms=terms))
    assert authors(result) == ["old"]
    assert row(result, "old")["steps"][0]["terms"] == 1
    assert row(result, "new")["missing"] == "3"


def test_a_version_accepted_before_any_counted_work_does_not_bind() -> None:
    terms = [version(1, **eligible_at("1")), version(2, "2027-01-01", **eligible_at("5"))]
    person = subject("ada", accepted=[{"version": 1, "on": "2026-12-03"}, {"version": 2, "on": "2027-01-02"}])
    result = compute(bundle([person], [entry(1, "ada", "2", terms=2)], terms=terms))
    assert authors(result) == []


def test_an_acceptance_after_the_day_does_not_bind_yet() -> None:
    terms = [version(1, **eligible_at("1")), version(2, "2027-01-01", **eligible_at("5"))]
    person = subject("ada", accepted=[{"version": 1, "on": "2027-02-10"}])
    made = bundle([person], [entry(1, "ada", "2")], terms=terms)
    assert authors(compute({**made, "as_of": "2027-02-09"})) == []
    assert authors(compute({**made, "as_of": "2027-02-10"})) == ["ada"]


def test_acknowledgement_by_an_earlier_version_stands_as_well() -> None:
    terms = [version(1, acknowledged={"points": {"more_than": "0"}}), version(2, "2027-01-10")]
    result = compute(
        bundle(["ada", subject("new", accepted=[])], [entry(1, "ada", "1/2"), entry(2, "new", "1/2")], terms=terms)
    )
    assert row(result, "ada")["steps"][0]["terms"] == 1
    assert row(result, "new")["list"] == "near"


def test_the_current_version_counts_whether_accepted_or_not() -> None:
    terms = [version(1, **eligible_at("5")), version(2, "2027-02-01", **eligible_at("1"))]
    made = bundle(["ada"], [entry(1, "ada", "2")], terms=terms)
    assert authors(compute(made)) == ["ada"]
    assert authors(compute({**made, "as_of": "2027-01-31"})) == []
    assert authors(compute({**made, "as_of": "2027-02-01"})) == ["ada"]


def test_blocks_ties_and_marks_come_from_the_version_named_for_the_output() -> None:
    terms = [version(1, **by("name")), version(2, "2027-01-01", **by("points"))]
    people, entries = [subject("s1", "a"), subject("s2", "b")], [entry(1, "s1", "1"), entry(2, "s2", "2")]
    made = bundle(people, entries, terms=terms)
    assert authors(compute(made)) == ["s2", "s1"]
    made["output"]["terms"] = 1
    assert authors(compute(made)) == ["s1", "s2"]


def test_no_list_before_the_first_terms_are_in_force() -> None:
    with pytest.raises(EngineError) as caught:
        compute(bundle(["ada"], [], as_of="2026-11-30"))
    assert caught.value.problems[0].path == "as_of"


# --- what counts


@pytest.mark.parametrize(
    ("scope", "value"),
    [
        ({"carry_over": "no"}, "15"),
        ({"carry_over": "no", "from": "2027-01-02", "to": "2027-01-03"}, "6"),
        ({"carry_over": "no", "from": "2027-01-03"}, "12"),
        ({"carry_over": "yes", "from": "2027-01-03"}, "15"),
        ({"carry_over": "yes", "from": "2027-01-03", "to": "2027-01-03"}, "7"),
        ({"carry_over": "no", "kinds": ["review"]}, "8"),
    ],
)
def test_scope_limits_kinds_and_days_both_ends_included(scope: dict[str, Any], value: str) -> None:
    entries = [
        entry(1, "ada", "1", on="2027-01-01"),
        entry(2, "ada", "2", on="2027-01-02"),
        entry(3, "ada", "4", on="2027-01-03"),
        entry(4, "ada", "8", on="2027-01-04", kind="review"),
    ]
    result = compute(bundle(["ada"], entries, scope=scope))
    assert row(result, "ada")["steps"][0]["value"] == value


def test_entries_and_choices_after_the_day_do_not_count() -> None:
    made = bundle(["ada"], [entry(1, "ada", "1", on="2027-02-10")], choices=[choice(1, "ada", "pay", "2027-02-11")])
    assert authors(compute({**made, "as_of": "2027-02-09"})) == []
    assert authors(compute({**made, "as_of": "2027-02-10"})) == ["ada"]
    assert authors(compute({**made, "as_of": "2027-02-11"})) == []


def test_the_latest_choice_by_seq_counts() -> None:
    chosen = [choice(2, "ada", "author"), choice(1, "ada", "pay"), choice(3, "ada", "pay", "2027-03-02")]
    assert authors(compute(bundle(["ada"], [entry(1, "ada", "1")], choices=chosen))) == ["ada"]


def test_a_reversal_counts_with_the_entry_it_reverses() -> None:
    """The scope ends before the day of the reversal; the reversed entry lies in it and is gone all the same."""
    first = entry(1, "ada", "1", on="2027-01-05")
    scope = {"carry_over": "no", "to": "2027-01-31"}
    made = bundle(["ada"], [first, reversal(2, first, "2027-02-10")], scope=scope)
    assert compute(made)["authors"] == compute(made)["near"] == []


def test_count_is_of_distinct_sources_with_a_positive_net_amount() -> None:
    first = entry(1, "ada", "1/3", source="t1")
    entries = [
        first,
        reversal(2, first),
        entry(3, "ada", "1/7", source="t1", attempt=2),
        entry(4, "ada", "1/7", source="t2"),
        entry(5, "ada", "1/2", source="t2", kind="review"),
        entry(6, "ada", "1/9", source="t3"),
    ]
    entries.append(reversal(7, entries[-1]))
    made = bundle(["ada"], entries, terms=[version(eligibility={"count": {"kind": "task", "at_least": 2}})])
    assert row(compute(made), "ada")["steps"][0] == {
        "rule": "eligibility",
        "terms": 1,
        "holds": True,
        "value": "2",
        "rests_on": [3, 4],
    }
    assert totals_of(made)["ada"].sources == 2  # t1 and t2; t2 gives two kinds and counts once


def test_sums_made_elsewhere_give_the_same_list() -> None:
    made = bundle(["ada", "ben"], [entry(1, "ada", "1"), entry(2, "ben", "3/2")])
    frame = {key: value for key, value in made.items() if key not in ("entries", "facts")}
    sums = totals(made["entries"], made["output"]["scope"], made["as_of"])
    assert evaluate(sums, frame) == compute(made)


def test_grouped_sums_of_a_database_are_finished_exactly() -> None:
    rows = [
        ("ada", "task", 3, 2),
        ("ada", "task", 2, 1),
        ("ada", "review", 2, 3),
        ("ben", "task", 1, 4),
        ("ada", "task", 3, -1),
    ]
    found = from_groups(rows)
    assert found["ada"].points == {"task": Fraction(5, 6), "review": Fraction(3, 2)}
    assert found["ben"].of(None) == 4


# --- who is on it


@pytest.mark.parametrize(
    ("as_of", "listed"),
    [("2027-06-30", False), ("2027-07-01", True), ("2027-12-31", True), ("2028-03-30", True), ("2028-03-31", False)],
)
def test_membership_for_days_and_grace_after_leaving(as_of: str, listed: bool) -> None:
    """1 January to 31 December 2027; 182 days are full on 1 July; 90 days of grace end on 30 March 2028."""
    person = subject("ada", member=[["2027-01-01", "2027-12-31"]])
    rule = {"member": {"for_days": 182, "grace_days": 90}}
    result = compute(bundle([person], [], terms=[version(eligibility=rule)], as_of=as_of))
    assert authors(result) == (["ada"] if listed else [])


def test_suspension_stops_the_clock_of_membership_and_work_still_counts() -> None:
    """January and March are 62 days; February is suspended."""
    person = subject("ada", member=[["2027-01-01", None]], suspended=[["2027-02-01", "2027-02-28"]])
    rule = {"any": [{"member": {"for_days": 62}}, {"points": {"at_least": "9"}}]}
    made = bundle([person], [entry(1, "ada", "1", on="2027-02-10")], terms=[version(eligibility=rule)])
    assert authors(compute({**made, "as_of": "2027-03-31"})) == ["ada"]
    day_before = row(compute({**made, "as_of": "2027-03-30"}), "ada")
    assert (day_before["rule"], day_before["value"], day_before["missing"]) == ("eligibility/any/0", "61", "1")
    done = {**made, "entries": [entry(1, "ada", "9", on="2027-02-10")]}
    assert row(compute({**done, "as_of": "2027-02-28"}), "ada")["reason"] == "suspension"
    assert authors(compute({**done, "as_of": "2027-03-01"})) == ["ada"]


def test_a_role_holds_from_its_first_to_its_last_day() -> None:
    held = subject("ada", roles=[{"id": "core", "from": "2027-01-01", "to": "2027-01-31"}])
    made = bundle([held], [], terms=[version(eligibility={"role": {"id": "core", "for_days": 10}})])
    listed = {
        day: authors(compute({**made, "as_of": day})) == ["ada"]
        for day in ("2026-12-31", "2027-01-09", "2027-01-10", "2027-01-31", "2027-02-01")
    }
    assert list(listed.values()) == [False, False, True, True, False]


def test_all_any_and_not_with_the_first_failing_leaf() -> None:
    rule = {
        "all": [
            {"points": {"at_least": "1"}},
            {"any": [{"role": {"id": "core"}}, {"points": {"kinds": ["review"], "at_least": "2"}}]},
            {"not": {"role": {"id": "staff"}}},
        ]
    }
    core = [{"id": "core", "from": "2026-12-01", "to": None}]
    staff = [*core, {"id": "staff", "from": "2026-12-01", "to": None}]
    people = [subject("ada", roles=core), subject("ben", roles=staff), "cy", subject("dee", roles=core)]
    entries = [entry(1, "ada", "1"), entry(2, "ben", "1"), entry(3, "cy", "1"), entry(4, "dee", "1/3")]
    result = compute(bundle(people, entries, terms=[version(eligibility=rule)]))
    assert authors(result) == ["ada"]
    assert [(r["subject"], r["rule"], r["value"], r["missing"]) for r in result["near"]] == [
        ("ben", "eligibility/all/2/not", "91", "0"),
        ("cy", "eligibility/all/1/any/0", "0", "1"),
        ("dee", "eligibility/all/0", "1/3", "2/3"),
    ]
    assert row(result, "ben")["needs"] == {"not": {"role": "staff", "for_days": 0}}
    steps = row(result, "ada")["steps"]
    assert [step["rule"] for step in steps] == [
        "eligibility/all/0",
        "eligibility/all/1/any/0",
        "eligibility/all/1/any/1",
        "eligibility/all/2/not",
        "blocks/all/who",
    ]
    assert [step["holds"] for step in steps] == [True, True, False, False, True]


@pytest.mark.parametrize(
    ("rule", "leaf"),
    [
        ({"not": {"any": [{"role": {"id": "core"}}, {"points": {"at_least": "1"}}]}}, "eligibility/not/any/1"),
        ({"not": {"all": [{"points": {"at_least": "1"}}, {"member": {"for_days": 0}}]}}, "eligibility/not/all/0"),
        ({"any": [{"role": {"id": "core"}}, {"role": {"id": "chair"}}]}, "eligibility/any/0"),
        ({"all": [{"points": {"at_least": "1"}}, {"role": {"id": "chair"}}]}, "eligibility/all/1"),
        ({"not": {"not": {"role": {"id": "core"}}}}, "eligibility/not/not"),
    ],
)
def test_the_first_failing_leaf_under_not(rule: dict[str, Any], leaf: str) -> None:
    person = subject("ada", member=[["2026-12-03", None]])
    assert (
        row(compute(bundle([person], [entry(1, "ada", "1")], terms=[version(eligibility=rule)])), "ada")["rule"] == leaf
    )


def test_acknowledged_by_rule_and_near() -> None:
    terms = [version(acknowledged={"points": {"at_least": "1/2"}})]
    people = [subject("s1", "b"), subject("s2", "a"), "s3", "s4"]
    entries = [entry(1, "s1", "1/2"), entry(2, "s2", "2/3"), entry(3, "s3", "1/3")]
    result = compute(bundle(people, entries, terms=terms))
    assert [r["subject"] for r in result["acknowledged"]] == ["s2", "s1"]
    assert row(result, "s1")["reason"] == "rule"
    assert row(result, "s1")["steps"][0]["value"] == "1/2"
    assert [r["subject"] for r in result["near"]] == ["s3"]


def test_who_wants_no_name_is_not_acknowledged_by_rule() -> None:
    terms = [version(acknowledged={"points": {"at_least": "1/2"}})]
    result = compute(bundle(["ada"], [entry(1, "ada", "1/2")], terms=terms, choices=[choice(1, "ada", "anonymous")]))
    assert row(result, "ada")["list"] == "near"


def test_a_decision_keeps_an_eligible_person_off_the_list_and_later_lets_them_back() -> None:
    refused = {"id": "d1", "seq": 1, "kind": "exclude", "subjects": ["ada"], "on": "2027-02-01"}
    made = bundle(["ada"], [entry(1, "ada", "1")], decisions=[refused])
    assert row(compute(made), "ada") == {
        "list": "excluded",
        "subject": "ada",
        "reason": "decision",
        "decision": "d1",
    }
    assert authors(compute({**made, "as_of": "2027-01-31"})) == ["ada"]
    lifted = {**refused, "seq": 2, "subjects": [], "on": "2027-02-15"}
    assert authors(compute({**made, "decisions": [lifted, refused]})) == ["ada"]


def test_without_eligibility_in_the_current_version_only_earlier_rights_stand() -> None:
    none = {"version": 2, "hash": "h", "in_force": "2027-02-01", "authorship": {"eligibility": "none"}}
    made = bundle(
        ["ada", subject("new", accepted=[])], [entry(1, "ada", "1"), entry(2, "new", "1")], terms=[version(), none]
    )
    made["output"]["terms"] = 1
    result = compute(made)
    assert authors(result) == ["ada"]
    assert row(result, "new") == {"list": "near", "subject": "new", "terms": 2, "rule": "eligibility"}


# --- in which order


def test_blocks_in_order_the_first_that_holds_and_the_rest_last() -> None:
    organizers = {"id": "organizers", "title": "O", "who": {"role": {"id": "organizer"}}, "sort": ["name"]}
    many = {"id": "many", "title": "M", "who": {"points": {"at_least": "5"}}, "sort": ["points"]}
    terms = [version(blocks=[organizers, many], eligibility={"points": {"at_least": "0"}})]
    organizer = [{"id": "organizer", "from": "2021-01-01", "to": None}]
    people = [
        subject("s1", "zeta", roles=organizer),
        subject("s2", "alpha", roles=organizer),
        subject("s3", "mid"),
        subject("s4", "mid"),
        subject("s5", "late"),
    ]
    entries = [entry(1, "s1", "9"), entry(2, "s3", "5"), entry(3, "s4", "6"), entry(4, "s5", "1")]
    result = compute(bundle(people, entries, terms=terms))
    assert [(r["place"], r["subject"], r["block"]) for r in result["authors"]] == [
        (1, "s2", "organizers"),
        (2, "s1", "organizers"),
        (3, "s4", "many"),
        (4, "s3", "many"),
        (5, "s5", "rest"),
    ]
    assert row(result, "s5")["tied"] == [5, 5]


def test_the_rest_is_one_bracket_since_no_key_is_declared_for_it() -> None:
    nobody = {"points": {"more_than": "100"}}
    result = compute(
        bundle(["b", "a"], [entry(1, "a", "1"), entry(2, "b", "2")], terms=[version(**by("points", who=nobody))])
    )
    assert [(r["subject"], r["block"], r["tied"]) for r in result["authors"]] == [
        ("a", "rest", [1, 2]),
        ("b", "rest", [1, 2]),
    ]


ORDER = [
    entry(1, "s1", "3", on="2027-01-09"),
    entry(2, "s2", "1", on="2027-01-08"),
    entry(3, "s2", "1", on="2027-01-10"),
    entry(4, "s3", "1", kind="review", on="2027-01-07"),
    entry(5, "s3", "1/2", kind="review", on="2027-01-11"),
    entry(6, "s3", "1/4", kind="task", on="2027-01-11"),
]


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (["points"], ["s1", "s2", "s3"]),
        ([{"points": ["review"]}, "name"], ["s3", "s2", "s1"]),
        (["count"], ["s3", "s2", "s1"]),
        (["first_credit"], ["s3", "s2", "s1"]),
        (["name"], ["s2", "s3", "s1"]),
        ([{"decision": "lead"}, "points"], ["s2", "s1", "s3"]),
        ([{"decision": "unknown"}, "points"], ["s1", "s2", "s3"]),
    ],
)
def test_every_sort_key(sort: list[Any], expected: list[str]) -> None:
    people = [subject("s1", "ż"), subject("s2", "Abe"), subject("s3", "abe")]
    lead = {"id": "lead", "seq": 1, "kind": "order", "subjects": ["s2"], "on": "2027-02-01"}
    assert authors(compute(bundle(people, ORDER, terms=[version(**by(*sort))], decisions=[lead]))) == expected


def test_points_compare_exactly() -> None:
    """1/3 + 1/3 + 1/3 equals 1; 333333/1000000 three times is one millionth less."""
    entries = [entry(n, "s1", "1/3") for n in (1, 2, 3)] + [entry(n, "s2", "333333/1000000") for n in (4, 5, 6)]
    entries += [entry(7, "s3", "1"), entry(8, "s2", "1/1000000", source="x")]
    result = compute(bundle(["s1", "s2", "s3"], entries, terms=[version(**by("points"))]))
    assert [r["tied"] for r in result["authors"]] == [[1, 3]] * 3


def test_names_compare_as_bytes_and_an_erased_person_stands_last() -> None:
    people = [subject("s1", "zhou"), subject("s2", "a", erased=True), subject("s3", "o brien"), subject("s4", "珊")]
    entries = [entry(n, f"s{n}", "1") for n in (1, 2, 3, 4)]
    assert authors(compute(bundle(people, entries, terms=[version(**by("name"))]))) == ["s3", "s1", "s4", "s2"]


def test_the_tie_break_chain_settles_what_the_declared_keys_leave_equal() -> None:
    terms = [version(**by("points", ties=["first_credit", "count", "name+subject"]))]
    entries = [
        entry(1, "s1", "2", on="2027-01-06"),
        entry(2, "s2", "1", on="2027-01-06"),
        entry(3, "s2", "1", on="2027-01-07"),
        entry(4, "s3", "2", on="2027-01-05"),
    ]
    result = compute(bundle(["s1", "s2", "s3"], entries, terms=terms))
    assert [(r["subject"], r["tied"]) for r in result["authors"]] == [
        ("s3", [1, 3]),
        ("s2", [1, 3]),
        ("s1", [1, 3]),
    ]


def test_marks_in_the_order_of_the_terms() -> None:
    marks = [{"id": "core", "who": {"points": {"at_least": "5"}}}, {"id": "senior", "who": {"role": {"id": "senior"}}}]
    senior = subject("ben", roles=[{"id": "senior", "from": "2026-12-01", "to": None}])
    result = compute(
        bundle(["ada", senior], [entry(1, "ada", "2"), entry(2, "ben", "5")], terms=[version(marks=marks)])
    )
    assert [(r["subject"], r["marks"]) for r in result["authors"]] == [("ben", ["core", "senior"]), ("ada", [])]
    assert [step["rule"] for step in row(result, "ada")["steps"]][-2:] == ["marks/core/who", "marks/senior/who"]
