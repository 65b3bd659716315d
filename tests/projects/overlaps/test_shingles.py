"""Texts taken apart and compared, by hand."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from projects.overlaps import shingles
from projects.overlaps.shingles import MOST, alike, longest, of, prints

SEVEN = "one two three four five six seven"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" \n…!", 0),
        ("one", 1),
        ("one two three four five", 1),
        (SEVEN, 3),
        ("一口水井抽水三天不停", 1),  # ten signs
        ("一口水井抽水三天不停止了", 3),
        # Two words and six signs weigh ten; each sign more begins one more, until too little is left.
        ("pump test 一口水井抽水", 1),
    ],
)
def test_how_many_passages_a_text_has(text: str, count: int) -> None:
    assert len(of(text).shingles) == count


def test_case_width_accents_and_signs_do_not_count() -> None:
    assert of("The ÉTUDE, of ＲＥＥＦ fish!").values == of("the etude of reef\nfish").values


def test_share_in_common_is_exact() -> None:
    # 3 passages each, "two … six" and "three … seven" in both: 2 of 4.
    assert alike(of(SEVEN).values, of("two three four five six seven eight").values) == Fraction(1, 2)
    assert alike(of(SEVEN).values, of(SEVEN.upper()).values) == 1
    assert alike(of(SEVEN).values, of("nothing of the sort here").values) == 0
    assert alike(of("").values, of("").values) == 0


def test_the_longest_passage_is_quoted_as_it_stands_there() -> None:
    theirs = of("Before it: One, TWO three;\nfour five six. After it all is else and new")
    assert longest(theirs, of(SEVEN).values) == (12, "One, TWO three;\nfour five six")
    assert longest(theirs, frozenset()) == (0, "")


@pytest.mark.parametrize("seed", range(40))
def test_eight_words_in_common_are_always_found(seed: int) -> None:
    draw = random.Random(seed)

    def words(n: int) -> list[str]:
        return [f"w{draw.randrange(10**6)}" for _ in range(n)]

    common = words(8)
    texts = [of(" ".join([*words(draw.randrange(60)), *common, *words(draw.randrange(60))])) for _ in range(2)]
    assert set(prints(texts[0])) & set(prints(texts[1]))


def test_what_is_kept_is_bounded_and_fits_a_column() -> None:
    text = of(" ".join(f"w{n}" for n in range(12_000)))
    kept = prints(text)
    assert len(kept) == MOST == len(set(kept))
    assert all(0 <= value < 2**63 for value in kept)
    assert prints(of("")) == []
    assert len(prints(of("one"))) == 1


def test_the_method_has_a_number_because_values_are_stored() -> None:
    """Whoever changes these values changes METHOD."""
    assert (shingles.METHOD, prints(of(SEVEN))) == (1, KEPT)


KEPT = [391452482570037003]
