"""Folding for search: case, width, accents and scripts; and marking what was found in the text as it stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from portal.core.text.folding import around, fold, holds, marked, words_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("İSTANBUL", "istanbul"),
        ("ISPARTA", "ısparta"),
        ("Straße", "STRASSE"),
        ("ＲＥＥＦ１２", "reef12"),
        ("Café", "cafe\u0301"),
        ("Café", "CAFE"),
        ("Ångström", "angstrom"),
        ("ΣΊΣΥΦΟΣ", "σισυφος"),
        ("Ёлка", "елка"),
        ("ｶﾞ", "ガ"),
        ("ﬁeld", "FIELD"),
        ("m²", "M2"),
    ],
)
def test_two_spellings_of_one_word(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("が", "か"), ("한국", "하국"), ("水文", "水"), ("a%", "a_"), ("ø", "o")])
def test_what_is_another_word(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@settings(deadline=None)
@given(st.text(max_size=40))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_words_stand_apart_by_any_space_and_once() -> None:
    assert words_of(" Reef　水文\tREEF ") == ["reef", "水文"]
    assert words_of("　") == []


def test_every_word_has_to_stand_in_the_text() -> None:
    assert holds("Reading a pumping test; 抽水试验的解释", ["pump", "试验"])
    assert not holds("Reading a pumping test", ["pump", "试验"])


@pytest.mark.parametrize(
    ("text", "words", "parts"),
    [
        ("Die Straße ist lang", ["strasse"], [(False, "Die "), (True, "Straße"), (False, " ist lang")]),
        ("Straße", ["ss"], [(False, "Stra"), (True, "ß"), (False, "e")]),
        ("cafe\u0301s", ["cafe"], [(True, "cafe\u0301"), (False, "s")]),
        ("抽水试验", ["试验"], [(False, "抽水"), (True, "试验")]),
        ("100 % and 100 %", ["%"], [(False, "100 "), (True, "%"), (False, " and 100 "), (True, "%")]),
        ("nothing here", ["else"], [(False, "nothing here")]),
    ],
)
def test_words_are_marked_in_the_text_as_it_stands(text: str, words: list[str], parts: list[tuple[bool, str]]) -> None:
    assert marked(text, words) == parts


@settings(deadline=None)
@given(st.text(max_size=60), st.lists(st.text(min_size=1, max_size=3).map(fold), max_size=3))
def test_marking_loses_no_letter(text: str, words: list[str]) -> None:
    assert "".join(part for _, part in marked(text, words)) == text


def test_long_stretches_are_cut_around_the_words() -> None:
    parts = marked("a" * 300 + " reef " + "b" * 300, ["reef"])
    shown = "".join(part for _, part in around(parts, 10))
    assert shown == "…" + "a" * 9 + " reef " + "b" * 9 + "…"
