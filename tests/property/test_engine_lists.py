"""What holds for every list: order of the data is no input, late authors move nobody, nothing is lost."""

from __future__ import annotations

import copy
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from authorship.engine.canonical import digest, dumps, loads
from authorship.engine.check import verify
from authorship.engine.compute import compute
from authorship.engine.evaluate import evaluate, with_steps, without_steps
from authorship.engine.explain import explain
from authorship.engine.reads import of_list
from authorship.engine.totals import Sums, totals
from tests.authorship.engine.building import bundle, choice, entry, reversal, subject, version, with_result

SORTS = st.lists(
    st.sampled_from(["points", "count", "name", "first_credit", {"points": ["review"]}, {"random": "reef"}]),
    min_size=1,
    max_size=3,
    unique_by=dumps,
)
TIES = st.sampled_from([["name+subject"], ["first_credit", "name+subject"], [{"random": "lots"}]])
DAYS = st.dates(min_value=date(2026, 12, 1), max_value=date(2027, 3, 10))
LISTS = ("authors", "acknowledged", "near", "excluded")


@st.composite
def bundles(draw: st.DrawFn) -> dict[str, Any]:
    people = [
        subject(
            f"s{n}",
            draw(st.sampled_from(["abe", "moreau", "zhou"])),
            erased=draw(st.booleans()),
            accepted=[{"version": v, "on": "2026-12-03"} for v in draw(st.sets(st.sampled_from([1, 2])))],
            suspended=draw(st.sampled_from([[], [], [["2027-02-20", "2027-03-05"]]])),
            roles=draw(st.sampled_from([[], [{"id": "core", "from": "2027-01-01", "to": None}]])),
        )
        for n in range(draw(st.integers(1, 7)))
    ]
    entries: list[dict[str, Any]] = []
    for seq in range(1, draw(st.integers(0, 15)) + 1):
        open_ones = [
            e for e in entries if e["reverses"] is None and not any(r["reverses"] == e["seq"] for r in entries)
        ]
        if open_ones and draw(st.integers(0, 3)) == 0:
            first = draw(st.sampled_from(open_ones))
            entries.append(reversal(seq, first, max(first["on"], draw(DAYS).isoformat())))
        else:
            entries.append(
                entry(
                    seq,
                    draw(st.sampled_from(people))["id"],
                    draw(st.sampled_from(["1", "1/2", "1/3", "2/3", "5", "7/12"])),
                    kind=draw(st.sampled_from(["task", "review"])),
                    on=draw(DAYS).isoformat(),
                    terms=draw(st.sampled_from([1, 2])),
                )
            )
    core = {"id": "core", "title": "C", "who": {"role": {"id": "core"}}, "sort": draw(SORTS)}
    many = {"id": "many", "title": "M", "who": {"points": {"at_least": "1"}}, "sort": draw(SORTS)}
    order = {"blocks": [core, many], "ties": draw(TIES), "acknowledged": {"points": {"more_than": "1/3"}}}
    terms = [
        version(1, eligibility={"points": {"at_least": "1/2"}}, **order),
        version(2, "2027-01-10", eligibility={"count": {"kind": "task", "at_least": 1}}, **order),
    ]
    chosen = st.sampled_from(["author", "acknowledged", "anonymous", "pay"])
    choices = [
        choice(seq, draw(st.sampled_from(people))["id"], draw(chosen), draw(DAYS).isoformat())
        for seq in range(1, draw(st.integers(0, 4)) + 1)
    ]
    scope = draw(
        st.sampled_from([{"carry_over": "no"}, {"carry_over": "no", "from": "2027-01-01", "to": "2027-02-10"}])
    )
    return bundle(people, entries, terms=terms, choices=choices, scope=scope)


@given(bundles(), st.randoms(use_true_random=False))
def test_the_order_of_the_data_is_no_input(made: dict[str, Any], random: Random) -> None:
    shuffled = copy.deepcopy(made)
    for key in ("entries", "subjects", "choices", "terms"):
        random.shuffle(shuffled[key])
    shuffled = {key: shuffled[key] for key in random.sample(list(shuffled), len(shuffled))}
    assert dumps(compute(shuffled)) == dumps(compute(made))


@given(bundles())
def test_computing_changes_nothing_in_the_bundle_and_its_result_verifies(made: dict[str, Any]) -> None:
    before = digest(made)
    whole = with_result(made)
    assert digest(made) == before
    assert verify(loads(dumps(whole))) == []


@given(bundles())
def test_places_run_from_one_without_gaps_and_nobody_stands_twice(made: dict[str, Any]) -> None:
    result = compute(made)
    authors = result["authors"]
    assert [row["place"] for row in authors] == list(range(1, len(authors) + 1))
    listed = [row["subject"] for name in LISTS for row in result[name]]
    assert len(set(listed)) == len(listed)
    blocks = [row["block"] for row in authors]
    assert blocks == sorted(blocks, key=["core", "many", "rest"].index)
    for row in authors:
        first, last = row["tied"]
        assert first <= row["place"] <= last
        assert {tuple(other["tied"]) for other in authors[first - 1 : last]} == {(first, last)}


@given(bundles())
def test_everybody_with_credit_stands_somewhere(made: dict[str, Any]) -> None:
    result = compute(made)
    listed = {row["subject"] for name in LISTS for row in result[name]}
    sums = totals(made["entries"], made["output"]["scope"], made["as_of"])
    assert {name for name, found in sums.items() if found.of(None) > 0} <= listed
    assert evaluate(sums, made) == result


@given(bundles())
def test_every_author_can_be_told_from_both_neighbours(made: dict[str, Any]) -> None:
    result = compute(made)
    for row in result["authors"]:
        found = explain(made, result, row["subject"])
        for neighbour, place in ((found["before"], row["place"] - 1), (found["after"], row["place"] + 1)):
            if neighbour is None:
                assert place in (0, len(result["authors"]) + 1)
            else:
                assert neighbour["place"] == place
                assert neighbour["key"]
                assert neighbour["mine"] != neighbour["theirs"] or neighbour["key"] == "name"


@given(bundles(), st.sampled_from(["1", "1/2", "9"]))
def test_a_late_author_never_moves_the_others_against_each_other(made: dict[str, Any], amount: str) -> None:
    before = [row["subject"] for row in compute(made)["authors"]]
    late = copy.deepcopy(made)
    late["subjects"].append(subject("late", "mmm"))
    late["entries"].append(entry(len(made["entries"]) + 1, "late", amount, on="2027-01-20"))
    after = [row["subject"] for row in compute(late)["authors"]]
    assert [name for name in after if name != "late"] == before


@given(bundles(), st.integers(1, 7))
def test_who_opts_out_never_moves_the_others_against_each_other(made: dict[str, Any], n: int) -> None:
    name = f"s{n}"
    if name not in [found["id"] for found in made["subjects"]]:
        return
    before = [row["subject"] for row in compute(made)["authors"]]
    out = {**made, "choices": [*made["choices"], choice(99, name, "pay")]}
    after = [row["subject"] for row in compute(out)["authors"]]
    assert after == [other for other in before if other != name]


@given(bundles())
@settings(max_examples=50)
def test_a_reversed_entry_is_as_if_it_had_never_been(made: dict[str, Any]) -> None:
    reversed_seqs = {e["reverses"] for e in made["entries"] if e["reverses"] and e["on"] <= made["as_of"]}
    kept = [e for e in made["entries"] if e["seq"] not in reversed_seqs and e["reverses"] not in reversed_seqs]
    assert compute({**made, "entries": kept}) == compute(made)


@given(bundles())
def test_sums_are_the_net_sums_of_the_entries(made: dict[str, Any]) -> None:
    sums = totals(made["entries"], {}, made["as_of"])
    by_hand: dict[str, Fraction] = {}
    for found in made["entries"]:
        if found["on"] <= made["as_of"]:
            by_hand[found["subject"]] = by_hand.get(found["subject"], Fraction(0)) + Fraction(found["amount"])
    assert {name: found.of(None) for name, found in sums.items()} == by_hand


@given(bundles())
def test_places_need_no_more_than_what_the_rules_read(made: dict[str, Any]) -> None:
    """Everything else may be absent from the sums: reading it would raise, or show as another list."""
    reads = of_list(made["terms"], made["output"]["terms"])
    known = {
        name: Sums(
            points={kinds: found.of(kinds) for kinds in reads.points},
            counts={kind: found.counts.get(kind, 0) for kind in reads.counts},
            sources=found.sources if reads.sources else 0,
            first=found.first if reads.first else None,
            since=found.since if reads.since else None,
        )
        for name, found in totals(made["entries"], made["output"]["scope"], made["as_of"]).items()
    }
    assert evaluate(known, made, steps=False) == without_steps(compute(made))


@given(bundles())
def test_steps_that_were_left_out_are_made_again_for_everybody_and_for_one(made: dict[str, Any]) -> None:
    result = compute(made)
    sums = totals(made["entries"], made["output"]["scope"], made["as_of"])
    assert with_steps(without_steps(result), sums, made) == result
    for one in made["subjects"]:
        part = with_steps(without_steps(result), sums, {**made, "subjects": [one]})
        for name in ("authors", "acknowledged"):
            mine = [row for row in part[name] if row["subject"] == one["id"]]
            assert mine == [row for row in result[name] if row["subject"] == one["id"]]
