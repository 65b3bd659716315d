"""Nothing is hidden from a reader: changing any leaf of a document changes what its clause says, in both languages."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from projects.terms import reading
from projects.terms.document.fields import clause_path, field_at
from projects.terms.document.sentences import clause_sentences
from tests.golden.terms_documents import document

# Complete documents of the fifty that together hold every field and every form of a rule.
NUMBERS = (1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 33, 36, 37, 40)
# Names for machines: an id stands in "As it is written", and where no title is given; the currency of a pay rule must
# be that of its amounts, which are said with it.
_UNSAID = frozenset({"id", "currency"})

Place = tuple[str | int, ...]


@pytest.mark.parametrize("number", NUMBERS)
def test_changing_a_leaf_changes_the_sentences(number: int) -> None:
    whole = document(number)
    silent = [
        (_path(place), lang)
        for place, value in _leaves(whole)
        if (_is_rule(place) or place[-1] not in _UNSAID) and not _changes_nothing(whole, place)
        for lang in ("en", "zh-hans")
        if _said(_changed(whole, place, value), place, lang) == _said(whole, place, lang)
    ]
    assert silent == []


@pytest.mark.parametrize("number", NUMBERS[:4])
def test_a_name_for_machines_stands_in_what_is_written(number: int) -> None:
    whole = document(number)
    before = _written(whole)
    for place, value in _leaves(whole):
        if place[-1] == "id" and not _is_rule(place):
            assert _written(_with(whole, place, f"{value}-x")) != before, _path(place)


def _changes_nothing(whole: dict[str, Any], place: Place) -> bool:
    """Where an answer makes no difference, and a sentence about it would say that it does."""
    around: Any = whole
    for step in place[:-1]:
        around = around[step]
    name, pay = place[-1], place[0] == "compensation"
    return (
        (pay and name == "ties" and not {"cohort", "rank"} & set(around))  # nothing to be equal in
        or (name == "carry_over" and "from" not in around)  # no first day, so nothing is earlier
        or (name == "decides" and around["reviewers"] == 1)  # one alone is all and the majority
        or (name == "formula" and around["share"] == "0")  # nothing to divide
    )


def _said(found: dict[str, Any], place: Place, lang: str) -> list[str]:
    """The lines of the clause in which the leaf stands, without the YAML beside them."""
    return clause_sentences(found, clause_path(_path(place)), lang)


def _changed(whole: dict[str, Any], place: Place, value: Any) -> dict[str, Any]:
    """`none` becomes an open part: the two are different answers."""
    return _without(whole, place) if value == "none" else _with(whole, place, _other(place, value))


def _without(whole: dict[str, Any], place: Place) -> dict[str, Any]:
    changed = copy.deepcopy(whole)
    inner: Any = changed
    for step in place[:-1]:
        inner = inner[step]
    del inner[place[-1]]
    return changed


def _written(found: dict[str, Any]) -> list[str]:
    return [clause.written for chapter in reading.chapters(found, "en", people=str) for clause in chapter.clauses]


def _leaves(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    if isinstance(value, dict) and set(value) != {"minor", "currency"}:
        for name, item in value.items():
            yield from _leaves(item, (*place, name))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from _leaves(item, (*place, index))
    else:
        yield place, value


def _with(whole: dict[str, Any], place: Place, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(whole)
    inner: Any = changed
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    return changed


def _other(place: Place, value: Any) -> Any:
    """Another value of the same sort. What it says need not be allowed: only that it is said."""
    field = field_at(_path(place))
    if isinstance(value, dict):
        return {**value, "minor": value["minor"] + 100}
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return ["review"]
    if field is not None and field.values and field.kind != "words":
        return next(one for one in field.values if one != value)
    if field is not None and field.kind in ("date", "date_choice"):
        return "2031-05-05" if value != "2031-05-05" else "2031-05-06"
    if field is not None and field.kind in ("share", "hours"):
        return "3/7"
    if field is not None and field.kind == "money":
        return {"minor": 7_700, "currency": "USD"}
    if field is not None and field.kind in ("days", "number"):
        return 77
    return _rule_value(str(place[-1]), str(value))


def _rule_value(name: str, value: str) -> Any:
    """Inside a rule: an amount, a day, a word of a closed list, a condition, or an id."""
    closed = {"per": ("year", "total", "month", "output"), "by": ("person", "institute", "either")}
    if name in closed and value in closed[name]:
        return next(one for one in closed[name] if one != value and (name != "per" or _same_grammar(one, value)))
    if value in ("first_accepted",) or (value[:4].isdigit() and "-" in value):
        return "2031-05-05"
    if value in ("points", "count", "name", "first_credit"):
        return "count" if value != "count" else "points"
    if value.replace("/", "").isdigit():
        return "3/7"
    if any(sign in value for sign in "<>=≤≥"):
        return value.rstrip("0123456789") + "8"
    if value in ("expert", "right", "agreed", "first", "second_right", "after_revision"):
        return "right" if value != "right" else "expert"
    return f"{value}x"


def _same_grammar(one: str, value: str) -> bool:
    return {one, value} in ({"year", "total"}, {"month", "output"})


def _is_rule(place: Place) -> bool:
    """Inside an expression or key, where an id is no name but a reference."""
    return any(step in ("role", "agreed") for step in place)


def _path(place: Place) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")
