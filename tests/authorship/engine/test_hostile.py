"""Rules and bundles written to break the engine: problems, never exceptions, never slow."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from authorship.engine import grammar
from authorship.engine.check import malformed
from authorship.engine.compute import compute
from authorship.engine.errors import EngineError
from tests.authorship.engine.building import award, bundle, entry, version


def deep(key: str, levels: int = 10_000) -> Any:
    data: Any = {"points": {"at_least": "1"}}
    for _ in range(levels):
        data = {key: data if key == "not" else [data]}
    return data


def loop() -> Any:
    data: dict[str, Any] = {}
    data["not"] = data
    return data


def list_loop() -> Any:
    data: list[Any] = []
    data.append(data)
    return {"all": data}


HOSTILE: dict[str, Callable[[], Any]] = {
    "10k not": lambda: deep("not"),
    "10k all": lambda: deep("all"),
    "self": loop,
    "self in a list": list_loop,
    "wide": lambda: {"any": [{"points": {"at_least": "1"}}] * 1_000_000},
    "wide and wrong": lambda: {"any": [3] * 1_000_000},
    "many keys": lambda: {f"k{n}": 1 for n in range(1_000_000)},
    "many unknown parts": lambda: {"points": {f"k{n}": 1 for n in range(1_000_000)}},
    "many kinds": lambda: {"points": {"kinds": ["task"] * 1_000_000, "at_least": "1"}},
    "code": lambda: {"points": {"at_least": "__import__('os').system('id')"}},
    "code as a key": lambda: {"eval": "1/0"},
    "template": lambda: {"points": {"at_least": "{{7*7}}"}},
    "division by zero": lambda: {"points": {"at_least": "1/0"}},
    "huge text": lambda: {"points": {"at_least": "9" * 10_000_000}},
    "huge number": lambda: {"count": {"kind": "task", "at_least": 10**100_000}},
    "minus": lambda: {"count": {"kind": "task", "at_least": -1}},
    "float": lambda: {"count": {"kind": "task", "at_least": 1.0}},
    "nan": lambda: {"count": {"kind": "task", "at_least": float("nan")}},
    "true": lambda: {"count": {"kind": "task", "at_least": True}},
    "fullwidth": lambda: {"points": {"at_least": "１２"}},
    "underscore": lambda: {"points": {"at_least": "1_000"}},
    "spaces": lambda: {"points": {"at_least": " 7 "}},
    "minus zero": lambda: {"points": {"at_least": "-0"}},
    "control": lambda: {"role": {"id": "core\r\nSet-Cookie: x"}},
    "surrogate": lambda: {"role": {"id": "\ud800"}},
    "other keys": lambda: {1: 2},
    "key of tuple": lambda: {("points",): {"at_least": "1"}},
    "bytes": lambda: {b"points": {"at_least": "1"}},
    "object": object,
    "none": lambda: None,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_rules_are_problems_and_fast(name: str) -> None:
    data = HOSTILE[name]()
    started = time.process_time()
    for parse in (
        grammar.parse_expression,
        grammar.parse_award,
        grammar.parse_block,
        grammar.parse_ties,
        grammar.parse_mark,
        grammar.parse_pay_rule,
        grammar.parse_condition,
        grammar.parse_output,
    ):
        value, problems = parse(data, "rule")
        assert value is None
        assert 1 <= len(problems) <= 50
        for problem in problems:
            assert len(problem.message) < 500
            assert problem.message.isprintable()
            assert len(problem.path) < 300
    for key in ("eligibility", "blocks", "kinds", "ties", "marks", "outputs", "conditions", "overrides", "opt_out"):
        clause, _ = grammar.parse_authorship({key: data})
        assert clause is None or data is None
        grammar.not_computed({key: data})
    assert time.process_time() - started < 2


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bundles_are_problems_and_fast(name: str) -> None:
    data = HOSTILE[name]()
    whole = bundle(["ada"], [entry(1, "ada", "1")])
    started = time.process_time()
    for key in whole:
        if key != "collation":  # the engine does not read it
            assert malformed({**whole, key: data}) != []
    for key in ("subject", "kind", "amount", "seq", "on", "source", "terms", "origin", "attempt"):
        assert malformed({**whole, "entries": [{**whole["entries"][0], key: data}]}) != []
    assert time.process_time() - started < 5


def test_unrelated_denominators_end_in_a_problem_and_not_in_minutes() -> None:
    """The first primes above 900 000: their common denominator has thousands of digits."""
    primes = [n for n in range(900_001, 940_000, 2) if all(n % d for d in range(3, 971, 2))][:2000]
    assert len(primes) == 2000
    entries = [entry(n + 1, "ada", f"1/{prime}") for n, prime in enumerate(primes)]
    started = time.process_time()
    with pytest.raises(EngineError, match="common denominator"):
        compute(bundle(["ada"], entries))
    assert time.process_time() - started < 2


def test_a_few_hundred_unrelated_denominators_are_summed_exactly() -> None:
    entries = [entry(n, "ada", f"1/{900_000 + n}") for n in range(1, 301)]
    result = compute(bundle(["ada", "ben"], [*entries, entry(301, "ben", "1")]))
    assert [row["subject"] for row in result["authors"]] == ["ben"]
    assert len(result["near"][0]["value"]) > 1000


def test_long_tables_and_lists_inside_award_rules_are_limited() -> None:
    table = {f"v{n}": "2" for n in range(1_000_000)}
    plus = [{"when": "rounds ≥ 2", "add": "1"}] * 1_000_000
    for change in (
        {"times": {"attribute": "size", "table": table}},
        {"amount": {"base": "1", "plus": plus}},
        {"first_of": {"by": ["a"] * 1_000_000, "add": "1"}},
        {"title": "x" * 10_000_000},
    ):
        started = time.process_time()
        value, problems = grammar.parse_award({**award(), **change}, "k")
        assert value is None
        assert problems
        assert time.process_time() - started < 1


def test_sums_of_a_large_ledger_take_seconds_at_most() -> None:
    people = [f"s{n}" for n in range(2000)]
    amounts = ("1", "1/2", "1/3", "2/7", "5")
    entries = [entry(n + 1, people[n * 7 % 2000], amounts[n % 5]) for n in range(50_000)]
    made = bundle(people, entries, terms=[version()])
    started = time.process_time()
    assert len(compute(made)["authors"]) == 2000
    assert time.process_time() - started < 10
