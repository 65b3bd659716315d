"""Rows of the outcome table that published schemes are held to, on small ledgers, by hand."""

from __future__ import annotations

import hashlib
from fractions import Fraction

import pytest

from authorship.engine.awards import amounts
from authorship.engine.check import verify
from authorship.engine.compute import compute
from authorship.engine.errors import EngineError
from tests.authorship.engine.building import (
    authors,
    award,
    bundle,
    choice,
    entry,
    fact,
    reversal,
    row,
    subject,
    version,
    with_result,
)


def test_row_1_two_halves_make_no_author_at_one_point() -> None:
    result = compute(bundle(["ada", "ben"], [entry(1, "ada", "1/2", source="t1"), entry(2, "ben", "1/2", source="t1")]))
    assert result["authors"] == []
    assert row(result, "ada") == {
        "list": "near",
        "subject": "ada",
        "terms": 1,
        "rule": "eligibility",
        "value": "1/2",
        "needs": {"at_least": "1"},
        "missing": "1/2",
    }


def test_row_1_three_thirds_are_exactly_one() -> None:
    entries = [entry(n, "ada", "1/3") for n in (1, 2, 3)]
    assert row(compute(bundle(["ada"], entries)), "ada")["steps"][0] == {
        "rule": "eligibility",
        "terms": 1,
        "holds": True,
        "value": "1",
        "rests_on": [1, 2, 3],
    }


def test_row_2_work_is_judged_by_the_version_it_was_submitted_under() -> None:
    first = version(1, kinds=[award(split="each")])
    second = version(2, "2027-01-01", kinds=[award(split="equal")])
    shared = fact("t1", {"ada": "1/2", "ben": "1/2"}, submitted="2026-12-20", accepted="2027-02-10", terms=1)
    assert amounts(first["authorship"]["kinds"][0], shared) == {"ada": Fraction(1), "ben": Fraction(1)}
    posted = {"origin": "computed", "source": "t1", "on": "2027-02-10", "terms": 1}
    made = bundle(
        ["ada", "ben"],
        [entry(1, "ada", "1", **posted), entry(2, "ben", "1", **posted)],
        terms=[first, second],
        facts=[shared],
    )
    assert authors(compute(made)) == ["ada", "ben"]
    assert verify(with_result(made)) == []
    made["entries"][0]["amount"] = "1/2"
    assert "entry 1: amount 1/2, computed 1" in verify(with_result(made))


def test_row_3_equal_totals_are_shown_as_tied_and_keep_one_order() -> None:
    people = [subject("s1", "moreau"), subject("s2", "abe"), subject("s3", "zhou"), subject("s4", "lind")]
    entries = [entry(1, "s1", "2"), entry(2, "s2", "2"), entry(3, "s3", "3"), entry(4, "s4", "1")]
    result = compute(bundle(people, entries))
    assert [(r["place"], r["subject"], r["tied"]) for r in result["authors"]] == [
        (1, "s3", [1, 1]),
        (2, "s2", [2, 3]),
        (3, "s1", [2, 3]),
        (4, "s4", [4, 4]),
    ]
    assert compute(bundle(people[::-1], entries[::-1])) == result


def test_row_4_a_correction_is_a_reversing_entry_and_a_new_list() -> None:
    first = entry(1, "ada", "2")
    entries = [first, entry(2, "ben", "1")]
    before = compute(bundle(["ada", "ben"], entries))
    assert authors(before) == ["ada", "ben"]
    corrected = [*entries, reversal(3, first), entry(4, "ada", "1/2", source="t1", attempt=2, on="2027-02-01")]
    after = compute(bundle(["ada", "ben"], corrected))
    assert authors(after) == ["ben"]
    assert row(after, "ada")["value"] == "1/2"
    # Seen from a day before the correction, the corrected ledger still gives the list of that day.
    assert compute(bundle(["ada", "ben"], corrected, as_of="2027-01-31")) == compute(
        bundle(["ada", "ben"], entries, as_of="2027-01-31")
    )


@pytest.mark.parametrize("chosen", ["anonymous", "pay"])
def test_row_14_who_opts_out_keeps_the_points_and_moves_nobody(chosen: str) -> None:
    entries = [entry(1, "ada", "3"), entry(2, "ben", "2"), entry(3, "cy", "1")]
    out = [choice(1, "ben", chosen)]
    result = compute(bundle(["ada", "ben", "cy"], entries, choices=out))
    assert authors(result) == ["ada", "cy"]
    assert row(result, "ben") == {"list": "excluded", "subject": "ben", "reason": "choice", "choice": chosen}
    back = compute(bundle(["ada", "ben", "cy"], entries, choices=[*out, choice(2, "ben", "author", "2027-02-20")]))
    assert authors(back) == ["ada", "ben", "cy"]


def test_row_14_acknowledged_by_choice() -> None:
    entries = [entry(1, "ada", "3"), entry(2, "ben", "2")]
    result = compute(bundle(["ada", "ben"], entries, choices=[choice(1, "ada", "acknowledged")]))
    assert authors(result) == ["ben"]
    assert row(result, "ada") == {"list": "acknowledged", "subject": "ada", "reason": "choice", "steps": []}


def test_row_16_a_late_author_moves_nobody_in_a_seeded_random_order() -> None:
    drawn = {
        "blocks": [{"id": "all", "title": "A", "who": {"points": {"at_least": "0"}}, "sort": [{"random": "reef"}]}]
    }
    people = [f"s{n}" for n in range(8)]
    entries = [entry(n + 1, name, "1") for n, name in enumerate(people)]
    before = authors(compute(bundle(people, entries, terms=[version(**drawn)])))
    assert before == sorted(people, key=lambda name: hashlib.sha256(f"reef:{name}".encode()).hexdigest())
    assert before != people
    late = authors(compute(bundle([*people, "late"], [*entries, entry(9, "late", "1")], terms=[version(**drawn)])))
    assert "late" in late
    assert [name for name in late if name != "late"] == before


def test_row_17_200_entries_in_5_repositories_is_read_and_not_run_yet() -> None:
    rule = {
        "all": [
            {"count": {"kind": "task", "at_least": 200}},
            {"distinct": {"of": "repository", "kind": "task", "more_than": 5}},
        ]
    }
    with pytest.raises(EngineError) as caught:
        compute(bundle(["ada"], [], terms=[version(eligibility=rule)]))
    assert [(p.path, p.code) for p in caught.value.problems] == [
        ("terms[0].authorship.eligibility.all[1].distinct", "not_computed")
    ]


def test_row_20_an_organization_stands_beside_people_under_its_name() -> None:
    people = [subject("s1", "moreau"), subject("s2", "harbour fund", kind="organization"), subject("s3", "abe")]
    by_name = {"blocks": [{"id": "all", "title": "A", "who": {"points": {"at_least": "0"}}, "sort": ["name"]}]}
    entries = [entry(1, "s1", "1"), entry(2, "s2", "1"), entry(3, "s3", "1")]
    assert authors(compute(bundle(people, entries, terms=[version(**by_name)]))) == ["s3", "s2", "s1"]


def test_row_21_two_people_with_one_name_are_told_apart_by_their_id() -> None:
    people = [subject("s2", "gupta rishabh"), subject("s1", "gupta rishabh")]
    result = compute(bundle(people, [entry(1, "s2", "1"), entry(2, "s1", "1")]))
    assert authors(result) == ["s1", "s2"]
    assert row(result, "s1")["steps"][0]["rests_on"] == [2]
    assert row(result, "s2")["steps"][0]["rests_on"] == [1]


@pytest.mark.parametrize(
    ("bound", "listed"),
    [({"at_least": "2"}, ["ada"]), ({"more_than": "2"}, []), ({"more_than": "1999999/1000000"}, ["ada"])],
)
def test_row_23_at_least_includes_the_threshold_and_more_than_does_not(
    bound: dict[str, str], listed: list[str]
) -> None:
    made = bundle(["ada"], [entry(1, "ada", "2")], terms=[version(eligibility={"points": bound})])
    result = compute(made)
    assert authors(result) == listed
    if not listed:
        assert row(result, "ada")["needs"] == {"more_than": "2"}
        assert row(result, "ada")["missing"] == "0"


@pytest.mark.parametrize(("bound", "listed"), [({"at_least": 2}, ["ada"]), ({"more_than": 2}, [])])
def test_row_23_counts_as_well(bound: dict[str, int], listed: list[str]) -> None:
    rule = {"count": {"kind": "task", **bound}}
    made = bundle(["ada"], [entry(1, "ada", "1/7"), entry(2, "ada", "1/7")], terms=[version(eligibility=rule)])
    assert authors(compute(made)) == listed
