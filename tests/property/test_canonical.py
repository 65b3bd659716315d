"""Canonical JSON: one text a value, whatever the order it was made in; one value a text; nothing lost on the way."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authorship.engine.canonical import CanonicalError, digest, dumps, loads
from authorship.lists import services as lists

TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
KEYS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=8)
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-(2**53), 2**53), TEXTS)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=20,
)


def _shuffled(value: Any, random: Random) -> Any:
    """The same value with every object's keys put in another order."""
    if isinstance(value, dict):
        pairs = [(key, _shuffled(item, random)) for key, item in value.items()]
        random.shuffle(pairs)
        return dict(pairs)
    return [_shuffled(item, random) for item in value] if isinstance(value, list) else value


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, item in pairs for found in _leaves(item, (*path, key))] or [path]


@given(VALUES)
def test_reading_is_the_inverse_of_writing(value: Any) -> None:
    text = dumps(value)
    assert loads(text) == value
    assert dumps(loads(text)) == text
    assert json.loads(text) == value


@given(VALUES, st.randoms(use_true_random=False))
def test_the_order_of_keys_is_no_part_of_a_value(value: Any, random: Random) -> None:
    assert dumps(_shuffled(value, random)) == dumps(value)


@given(VALUES.filter(lambda value: isinstance(value, dict | list) and value), st.data())
def test_any_other_leaf_is_another_digest(value: Any, data: st.DataObject) -> None:
    changed = copy.deepcopy(value)
    *road, last = data.draw(st.sampled_from([path for path in _leaves(value) if path]))
    at = changed
    for step in road:
        at = at[step]
    at[last] = data.draw(LEAVES.filter(lambda leaf: dumps(leaf) != dumps(at[last])))
    assert digest(changed) != digest(value)


@given(VALUES)
def test_the_fast_writer_of_lists_writes_the_same(value: Any) -> None:
    assert lists.canonical(value) == dumps(value)


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=10**6))
def test_a_fraction_is_a_text_in_lowest_terms(amount: Fraction) -> None:
    assert Fraction(json.loads(dumps(amount))) == amount


@given(st.floats())
def test_no_float_has_a_canonical_form(number: float) -> None:
    with pytest.raises(CanonicalError):
        dumps({"a": [number]})


@given(st.one_of(st.text(max_size=60), st.binary(max_size=60)))
def test_whatever_is_read_is_read_or_refused(text: str | bytes) -> None:
    """Never another error; and what is read has a canonical text that reads as the same."""
    try:
        value = loads(text)
    except CanonicalError:
        return
    try:
        canonical = dumps(value)
    except CanonicalError:
        assert not text.isascii()  # keys in other scripts are read from strangers and never written
    else:
        assert loads(canonical) == value
