"""Anchors follow their words, and say so when the words are gone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projects.reviews.anchors import Anchor, anchor, occurrences, of_line, of_quote, relocate

TEXT = (
    "The first well was drilled in 1998.\n\n"
    "It was pumped. The level fell.\n\n"
    "The second well was drilled in 2004.\n\n"
    "It was pumped. The level rose.\n"
)


def quoted(text: str, words: str, which: int = 0) -> Anchor:
    start = -1
    for _ in range(which + 1):
        start = text.index(words, start + 1)
    return anchor(text, start, start + len(words))


def found(text: str, made: Anchor, among: int = 1) -> str | None:
    span = relocate(text, made.exact, made.prefix, made.suffix, among=among)
    return None if span is None else text[span[0] : span[1]]


def test_ten_lines_above_change_nothing() -> None:
    made = quoted(TEXT, "The level rose.")
    longer = "A new line.\n" * 10 + TEXT
    span = relocate(longer, made.exact, made.prefix, made.suffix)
    assert span == (TEXT.index("The level rose.") + 120, TEXT.index("The level rose.") + 135)


@pytest.mark.parametrize("which", [0, 1])
def test_a_repeated_sentence_is_told_by_what_stands_around_it(which: int) -> None:
    made = quoted(TEXT, "It was pumped.", which)
    longer = "Foreword.\n\n" * 10 + TEXT.replace("1998", "1997")
    span = relocate(longer, made.exact, made.prefix, made.suffix)
    assert span is not None
    wanted = "It was pumped. The level " + ("fell." if which == 0 else "rose.")
    assert longer[span[0] :].startswith(wanted)


def test_words_in_hundreds_of_places_are_told_apart_by_nobody() -> None:
    """Nor does the search for what tells them apart grow with the square of their number."""
    text = "a\n" * 300
    made = of_line(text, 150)
    assert made is not None
    assert len(made.prefix) <= 8_192
    assert found(text, made) is None
    few = "a\n" * 5 + "b\n" + "a\n" * 5
    kept = of_line(few, 5)
    assert kept is not None
    assert relocate(few, kept.exact, kept.prefix, kept.suffix) == (8, 9)


def test_of_two_equal_sentences_the_deleted_one_is_gone() -> None:
    made = quoted(TEXT, "It was pumped.", 1)
    shorter = TEXT[: TEXT.index("The second well")] + "Nothing else is known of that site.\n"
    assert occurrences(TEXT, "It was pumped.") == 2
    assert found(shorter, made, among=2) is None


def test_two_that_cannot_be_told_apart_are_no_answer() -> None:
    made = Anchor("It was pumped.", "", "")
    assert relocate("It was pumped.\n\nIt was pumped.\n", made.exact, made.prefix, made.suffix) is None


def test_changed_words_are_gone() -> None:
    made = quoted(TEXT, "The second well was drilled in 2004.")
    assert found(TEXT.replace("2004", "2005"), made) is None


def test_a_line_wrapped_anew_is_the_same() -> None:
    made = quoted(TEXT, "The second well was drilled in 2004.")
    assert found(TEXT.replace("well was drilled", "well was\ndrilled"), made) == "The second well was\ndrilled in 2004."


def test_edits_elsewhere_and_new_surroundings() -> None:
    made = quoted(TEXT, "The second well was drilled in 2004.")
    assert found("Quite another text. The second well was drilled in 2004. Fin.", made) == made.exact


def test_an_anchor_of_identical_lines_reaches_as_far_as_it_must() -> None:
    text = "start\n" + "same line\n" * 30 + "end\n"
    for number in (2, 15, 31):
        made = of_line(text, number)
        assert made is not None
        span = relocate(text, made.exact, made.prefix, made.suffix)
        assert span is not None
        assert text.count("\n", 0, span[0]) + 1 == number


def test_lines_and_quotes() -> None:
    assert of_line(TEXT, 2) is None
    assert of_line(TEXT, 99) is None
    made = of_line(TEXT, 3)
    assert made is not None
    assert made.exact == "It was pumped. The level fell."
    assert of_quote(TEXT, "It was pumped.") is None, "twice, and nothing to tell them apart"
    told = of_quote(TEXT, "It was pumped.", before="The second well was drilled in 2004. ")
    assert told is not None
    assert told.suffix.startswith(" The level rose")


def test_words_selected_in_the_page_are_found_in_the_source() -> None:
    source = "The **hydraulic head** of `well_7` stays\nlevel, see > the log."
    made = of_quote(source, "hydraulic head of well_7 stays level")
    assert made is not None
    assert made.exact == "hydraulic head** of `well_7` stays\nlevel"


@given(st.text(alphabet="ab \n.", max_size=60), st.data())
def test_every_anchor_is_found_in_its_own_text(text: str, data: st.DataObject) -> None:
    if not text.strip():
        return
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    words = text[start:end].strip()
    if not words:
        return
    start = text.index(words, start)
    made = anchor(text, start, start + len(words))
    span = relocate(text, made.exact, made.prefix, made.suffix)
    assert span is None or text[span[0] : span[1]].split() == words.split()


@given(st.lists(st.text(alphabet="abc ", max_size=12), max_size=12))
def test_lines_inserted_above_never_move_a_unique_sentence(lines: list[str]) -> None:
    made = quoted(TEXT, "The second well was drilled in 2004.")
    assert found("\n".join([*lines, TEXT]), made) == made.exact
