"""Verification: the same, or one line for each thing that is not."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from authorship.engine.canonical import digest
from authorship.engine.check import malformed, rules_head, verify
from authorship.engine.errors import EngineError
from tests.authorship.engine.building import (
    award,
    bundle,
    choice,
    clause,
    entry,
    fact,
    reversal,
    version,
    with_result,
)

POSTED = {"origin": "computed", "source": "t1", "on": "2027-01-05"}


def good() -> dict[str, Any]:
    """t1: two people, equal split of 3; t2: first split declared 1/2, corrected to 1/4 and 3/4; one review."""
    terms = [version(kinds=[award(fixed="3", split="declared"), award("review", "1/2", source="review", split="each")])]
    first = entry(3, "ada", "3/2", **{**POSTED, "source": "t2"})
    second = entry(4, "ben", "3/2", **{**POSTED, "source": "t2"})
    again = {**POSTED, "source": "t2", "attempt": 2, "on": "2027-02-01"}
    return with_result(
        bundle(
            ["ada", "ben"],
            [
                entry(1, "ada", "1", **POSTED),
                entry(2, "ben", "2", **POSTED),
                first,
                second,
                reversal(5, first),
                reversal(6, second),
                entry(7, "ada", "3/4", **again),
                entry(8, "ben", "9/4", **again),
                entry(9, "ada", "1/2", **{**POSTED, "source": "r1", "kind": "review"}),
            ],
            terms=terms,
            facts=[
                fact("t1", {"ada": "1/3", "ben": "2/3"}),
                fact("t2", {"ada": "1/4", "ben": "3/4"}),
                fact("r1", {"ada": "1"}, type="review"),
                fact("t3", {"ada": "1"}, accepted=None),
            ],
            choices=[choice(1, "ada", "author")],
        )
    )


def test_a_true_bundle_has_no_differences() -> None:
    assert verify(good()) == []


def set_at(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(found: dict[str, Any]) -> None:
        for key in path[:-1]:
            found = found[key]
        found[path[-1]] = to

    return change


def drop(*path: Any) -> Callable[[dict[str, Any]], None]:
    def change(found: dict[str, Any]) -> None:
        for key in path[:-1]:
            found = found[key]
        del found[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (set_at("entries", 0, "amount", to="2"), "entry 1: amount 2, computed 1"),
        (set_at("entries", 0, "source", to="t9"), "entry 1: there is no fact 't9'"),
        (set_at("entries", 0, "source", to="t3"), "entry 1: 't3' is not accepted"),
        (set_at("entries", 0, "kind", to="review"), "entry 1: kind review gives nothing for 't1'"),
        (set_at("entries", 0, "kind", to="bug"), "entry 1: version 1 has no kind 'bug'"),
        (set_at("entries", 0, "on", to="2027-01-06"), "entry 1: on 2027-01-06, computed 2027-01-05"),
        (set_at("entries", 6, "on", to="2027-01-04"), "entry 7: on 2027-01-04, computed 2027-01-05"),
        (set_at("entries", 0, "attempt", to=0), None),
        (set_at("entries", 8, "subject", to="ben"), "entry 9: ben has no share in 'r1'"),
        (
            set_at("facts", 0, "shares", to={"ada": "1/3", "ben": "1/3"}),
            "entry 1: 't1' gives no amounts: the declared shares sum to 2/3, not to 1",
        ),
        (
            set_at("facts", 2, "shares", to={"ada": "1", "ben": "1"}),
            "fact 'r1': ben has no entry of kind review, computed 1/2",
        ),
        (set_at("facts", 3, "accepted", to="2027-01-07"), "fact 't3': ada has no entry of kind task, computed 3"),
        (set_at("facts", 0, "submitted", to="2026-12-21"), ""),
        (set_at("entries", 4, "amount", to="-1"), "entry 5: amount -1 does not cancel 3/2 of entry 3"),
        (set_at("entries", 4, "subject", to="ben"), "entry 5: subject 'ben', but it reverses 'ada'"),
        (set_at("entries", 5, "reverses", to=3), "entry 6: entry 3 is already reversed by entry 5"),
        (set_at("entries", 4, "on", to="2027-01-04"), "entry 5: it stands before entry 3, which it reverses"),
        (
            set_at("entries", 6, "attempt", to=1),
            "entry 7: the same kind, source, subject, terms and attempt as entry 3",
        ),
        (drop("entries", 8), "fact 'r1': ada has no entry of kind review, computed 1/2"),
        (drop("entries", 1), "entries: 2 missing"),
        (set_at("entries", 8, "seq", to=12), "entries: 9–11 missing"),
        (set_at("terms", 0, "authorship", "leavers", to="Changed."), "heads: rules is"),
        (set_at("heads", "rules", to="0" * 64), "heads: rules is"),
        (set_at("heads", "ledger", to=""), "heads: ledger is empty"),
        (set_at("heads", "choices", to=""), "heads: choices is empty"),
        (set_at("result", "authors", 0, "place", to=2), "authors: ben: place 2, computed 1"),
        (set_at("result", "authors", 0, "place", to=True), "authors: ben: place true, computed 1"),
        (set_at("result", "authors", 0, "rank", to=1), "authors: ben: rank 1, computed null"),
        (set_at("result", "authors", 1, "steps", 0, "value", to="9"), "authors: ada: steps "),
        (drop("result", "authors", 1), "authors: ada is missing"),
        (set_at("result", "excluded", to=[{"subject": "ada"}]), "excluded: 'ada' should not be here"),
        (set_at("result", "comment", to="x"), "result: 'comment' is no part of a result"),
        (lambda found: found["result"]["authors"].reverse(), "authors: the rows stand in another order"),
        (set_at("choices", 0, "choice", to="pay"), "authors: 'ada' should not be here"),
        (set_at("as_of", to="2027-01-31"), "authors: ada: "),
    ],
)
def test_each_change_is_named(change: Callable[[dict[str, Any]], None], line: str | None) -> None:
    """`line` is how one of the lines begins; empty: no difference; None: the bundle is malformed."""
    changed = copy.deepcopy(good())
    change(changed)
    if line is None:
        assert malformed(changed) != []
    elif line == "":
        assert verify(changed) == []
    else:
        lines = verify(changed)
        assert any(found.startswith(line) for found in lines), lines
        assert all("\n" not in found for found in lines)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (set_at("bundle", to=2), "bundle"),
        (set_at("bundle", to=True), "bundle"),
        (set_at("engine", to="2.0"), "engine"),
        (drop("heads"), "heads"),
        (drop("heads", "ledger"), "heads.ledger"),
        (drop("result"), "result"),
        (set_at("result", "near", to={}), "result.near"),
        (set_at("result", "near", to=[0.5]), "result.near"),
        (set_at("result", "near", to=[{"subject": 0.5}]), "result"),
        (set_at("as_of", to="1.3.2027"), "bundle.as_of"),
        (set_at("output", to=[]), "output"),
        (set_at("output", "terms", to=2), "output.terms"),
        (set_at("output", "list", to="limited"), "output.list"),
        (set_at("output", "scope", to={"from": "x"}), "output.scope.from"),
        (set_at("output", "scope", to=[1]), "output.scope"),
        (set_at("terms", to={}), "terms"),
        (set_at("terms", 0, "version", to=[]), "terms[0].version"),
        (set_at("terms", 0, "authorship", to="none"), "terms[0].authorship"),
        (set_at("terms", 0, "authorship", to=clause(ties=["points"])), "terms[0].authorship.ties[0]"),
        (set_at("terms", 0, "authorship", to=clause(blocks=[])), "terms[0].authorship.blocks"),
        (
            set_at("terms", 0, "authorship", to=clause(eligibility={"decision": "x"})),
            "terms[0].authorship.eligibility.decision",
        ),
        (set_at("subjects", 0, "id", to=["ada"]), "subjects[0].id"),
        (set_at("subjects", 0, "id", to="ben"), "subjects[1].id"),
        (set_at("subjects", 0, "sort_key", to="\ud800"), "subjects[0].sort_key"),
        (set_at("subjects", 0, "member", to=[["2027-01-01"]]), "subjects[0].member[0]"),
        (set_at("subjects", 0, "member", to=None), "subjects[0].member"),
        (
            set_at("subjects", 0, "roles", to=[{"id": "core", "from": "2027-13-01", "to": None}]),
            "subjects[0].roles[0].from",
        ),
        (set_at("subjects", 0, "erased", to="no"), "subjects[0].erased"),
        (set_at("entries", 0, to=[]), "entries[0]"),
        (set_at("entries", 0, "seq", to=2), "entries[1].seq"),
        (set_at("entries", 0, "seq", to=True), "entries[0].seq"),
        (set_at("entries", 0, "subject", to="cy"), "entries[0].subject"),
        (set_at("entries", 0, "subject", to={}), "entries[0].subject"),
        (set_at("entries", 0, "amount", to=1), "entries[0].amount"),
        (set_at("entries", 0, "amount", to="-1"), "entries[0].amount"),
        (set_at("entries", 0, "amount", to="0"), "entries[0].amount"),
        (set_at("entries", 4, "amount", to="3/2"), "entries[4].amount"),
        (set_at("entries", 4, "reverses", to=99), "entries[4].reverses"),
        (set_at("entries", 4, "reverses", to=5), "entries[4].reverses"),
        (set_at("entries", 4, "reverses", to=[]), "entries[4].reverses"),
        (set_at("entries", 0, "origin", to="invented"), "entries[0].origin"),
        (set_at("entries", 0, "terms", to=2), "entries[0].terms"),
        (set_at("entries", 0, "on", to="2027-02-29"), "entries[0].on"),
        (set_at("facts", to="all"), "facts"),
        (set_at("facts", 0, "id", to="t2"), "facts[1].id"),
        (set_at("facts", 0, "type", to="claim"), "facts[0].kind"),
        (set_at("facts", 0, "shares", to={"cy": "1"}), "facts[0].shares"),
        (set_at("choices", 0, "choice", to="yes"), "choices[0].choice"),
        (
            set_at("decisions", to=[{"id": "d", "seq": 1, "kind": "order", "subjects": ["cy"], "on": "2027-01-01"}]),
            "decisions[0].subjects",
        ),
    ],
)
def test_malformed_bundles_are_named_by_place(change: Callable[[dict[str, Any]], None], path: str) -> None:
    changed = copy.deepcopy(good())
    change(changed)
    problems = malformed(changed)
    assert path in [problem.path for problem in problems]
    with pytest.raises(EngineError):
        verify(changed)


@pytest.mark.parametrize("data", [None, [], "bundle", 1, {}, {"bundle": 1}, {"bundle": 1, "engine": "1.0"}])
def test_anything_else_is_malformed(data: Any) -> None:
    assert malformed(data) != []


def test_the_rules_head_covers_the_clause_of_every_version_in_their_order() -> None:
    one, two = version(1), version(2, kinds=[award(fixed="2")])
    assert rules_head([two, one]) == digest([one["authorship"], two["authorship"]])
    assert rules_head([one]) != rules_head([one, two])


def test_judged_entries_need_no_fact_and_imported_ones_do() -> None:
    made = bundle(["ada"], [entry(1, "ada", "1", origin="judged"), entry(2, "ada", "1", origin="imported")])
    assert verify(with_result(made)) == ["entry 2: there is no fact 't2'"]


def test_no_part_left_out_is_ever_an_exception() -> None:
    """Each key of a whole bundle is deleted once; what remains verifies, differs, or is malformed."""
    tried = 0
    for path in _places(good()):
        changed: Any = copy.deepcopy(good())
        here = changed
        for step in path[:-1]:
            here = here[step]
        del here[path[-1]]
        with contextlib.suppress(EngineError):
            verify(changed)
        tried += 1
    assert tried > 100


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*path, key)
        yield from _places(value[key], (*path, key))


def test_an_imported_entry_that_has_a_fact_is_what_its_kind_makes_of_it() -> None:
    """The kind `task` gives 1 for a task; two equal pieces of imported work of that kind are 2."""
    facts = [fact("old", {"ada": "1"}, type="import", kind="task", count=2)]
    made = bundle(["ada"], [entry(1, "ada", "2", origin="imported", source="old")], facts=facts)
    assert verify(with_result(made)) == []
    made["entries"][0]["amount"] = "3"
    assert verify(with_result(made)) == ["entry 1: amount 3, computed 2"]
