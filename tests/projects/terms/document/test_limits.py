"""Each limit of the agreement exactly reached, and passed by one: then refused with the path and the line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from projects.terms.document.problems import Problem
from projects.terms.document.read import read, read_json, read_yaml
from projects.terms.document.source import MAX_VALUES
from projects.terms.document.write import flow

START = "schema: concord-terms/1\n"


def one_of(problems: list[Problem]) -> tuple[str, str, int | None]:
    (problem,) = problems
    return problem.code, problem.path, problem.line


def roles(count: int) -> dict[str, Any]:
    return {"roles": [{"id": f"r{n}"} for n in range(count)]}


def kinds(count: int) -> dict[str, Any]:
    return {"authorship": {"kinds": [{"id": f"k{n}"} for n in range(count)]}}


def levels(count: int) -> dict[str, Any]:
    rule: Any = {"role": {"id": "chair"}}
    for _ in range(count - 1):
        rule = {"all": [rule]}
    return {"authorship": {"eligibility": rule}}


def nodes(count: int) -> dict[str, Any]:
    """One `any` and its leaves."""
    return {"authorship": {"eligibility": {"any": [{"role": {"id": "chair"}}] * (count - 1)}}}


def condition_levels(count: int) -> dict[str, Any]:
    rule: Any = "rounds ≥ 2"
    for _ in range(count - 1):
        rule = {"not": rule}
    return {"authorship": {"kinds": [{"id": "task", "from": "task", "applies": rule}]}}


def condition_nodes(count: int) -> dict[str, Any]:
    """The award rule itself, one `all` and its comparisons."""
    rule = {"all": ["rounds ≥ 2"] * (count - 2)}
    return {"authorship": {"kinds": [{"id": "task", "from": "task", "applies": rule}]}}


ELIGIBILITY = "authorship.eligibility"
# What is limited, the limit, the code, and where one more is refused.
LIMITS: list[tuple[Callable[[int], dict[str, Any]], int, str, str]] = [
    (roles, 20, "too_many", "roles"),
    (kinds, 60, "too_many", "authorship.kinds"),
    (levels, 8, "too_deep", ELIGIBILITY + ".all[0]" * 8),
    (nodes, 200, "too_large", f"{ELIGIBILITY}.any[199]"),
    (condition_levels, 8, "too_deep", "authorship.kinds[0].applies" + ".not" * 8),
    (condition_nodes, 200, "too_large", "authorship.kinds[0].applies.all[198]"),
]


@pytest.mark.parametrize(("make", "limit", "code", "path"), LIMITS, ids=lambda value: getattr(value, "__name__", ""))
def test_the_limit_is_reached_and_one_more_is_refused(
    make: Callable[[int], dict[str, Any]], limit: int, code: str, path: str
) -> None:
    reached = {"schema": "concord-terms/1", **make(limit)}
    passed = {"schema": "concord-terms/1", **make(limit + 1)}
    assert read(reached, people=None).document == reached
    assert one_of(read(passed, people=None).problems) == (code, path, None)
    # As files: everything on the second line, but for the first key.
    for document, problems in ((reached, []), (passed, [(code, path, 2)])):
        ((section, value),) = [(key, value) for key, value in document.items() if key != "schema"]
        yaml = f"{START}{section}: {flow(value)}\n"
        assert [one_of([problem]) for problem in read_yaml(yaml, people=None).problems] == problems
        json_text = '{"schema": "concord-terms/1",\n' + json.dumps(section) + ": " + json.dumps(value) + "}"
        assert [one_of([problem]) for problem in read_json(json_text, people=None).problems] == problems


def test_the_line_of_a_limit_is_the_one_it_is_passed_on() -> None:
    listed = "roles:\n" + "".join(f"  - id: r{n}\n" for n in range(21))
    assert one_of(read_yaml(START + listed, people=None).problems) == ("too_many", "roles", 3)
    rule = "authorship:\n  eligibility:\n    any:\n" + "      - role: {id: chair}\n" * 200
    assert one_of(read_yaml(START + rule, people=None).problems) == ("too_large", f"{ELIGIBILITY}.any[199]", 204)


def padded(text: str, size: int) -> str:
    """With a comment that brings the file to so many bytes."""
    return f"{text}# {'é' * ((size - len(text.encode()) - 2) // 2)}".ljust(0) + "x" * ((size - len(text.encode())) % 2)


def test_200_kb_are_bytes_and_not_characters() -> None:
    text = START + "contact: a\n"
    for size in (199_999, 200_000):
        assert len(padded(text, size).encode()) == size
        assert read_yaml(padded(text, size), people=None).problems == []
        assert read_yaml(padded(text, size).encode(), people=None).problems == []
    assert len(padded(text, 200_000)) < 101_000
    assert one_of(read_yaml(padded(text, 200_001), people=None).problems) == ("size", "", None)
    assert one_of(read_yaml(padded(text, 200_001).encode(), people=None).problems) == ("size", "", None)
    small = '{"schema": "concord-terms/1"}'
    assert read_json(small + " " * (200_000 - len(small)), people=None).problems == []
    assert one_of(read_json(small + " " * (200_001 - len(small)), people=None).problems) == ("size", "", None)


def test_a_file_full_of_the_largest_rules_is_within_the_count_of_values() -> None:
    """200 kB of the shortest leaves in the largest rules: what the agreement allows is not refused for being many."""
    rule = "{any: [" + ",".join(["{role: {id: a}}"] * 198) + "]}"
    listed = [f"{{id: r{n}, criteria: {rule}}}" for n in range(20)]
    blocks = [f"{{id: b{n}, who: {rule}}}" for n in range(20)]
    marks = [f"{{id: core, who: {rule}}}" for n in range(20)]
    lists = f"  blocks: [{','.join(blocks)}]\n  marks: [{','.join(marks)}]\n"
    text = f"{START}roles: [{','.join(listed)}]\nauthorship:\n{lists}"
    assert 190_000 < len(text) <= 200_000
    assert read_yaml(text, people=None).problems == []
    values = 3 * 198 * 60
    assert values < MAX_VALUES
    assert read_json("[" + "0," * (MAX_VALUES - 1) + "0]", people=None).problems[0].code == "size"


def test_forty_levels_and_no_more() -> None:
    nested = "growth: " + "[" * 39 + "]" * 39
    assert read_yaml(START + nested, people=None).problems[0].code != "depth"
    deeper = "growth: " + "[" * 40 + "]" * 40
    assert one_of(read_yaml(START + deeper, people=None).problems) == ("depth", "growth" + "[0]" * 39, 2)
    json_text = '{"schema": "concord-terms/1",\n"growth": ' + "[" * 40 + "]" * 40 + "}"
    assert one_of(read_json(json_text, people=None).problems) == ("depth", "growth" + "[0]" * 39, 2)
