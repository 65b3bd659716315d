"""Marking what one of two texts says alone: by words, in Chinese by characters, and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projects.terms.word_marks import OF_PROJECTS, OF_VERSIONS, Budget, Signs, marked


@pytest.mark.parametrize(
    ("before", "after", "left", "right"),
    [
        (
            "At least 1 point is needed.",
            "At least 2 points are needed.",
            [("same", "At least "), ("del", "1 point is"), ("same", " needed.")],
            None,
        ),
        (
            "答复在十四天内作出。",
            "答复在三十天内作出。",
            None,
            [("same", "答复在"), ("ins", "三"), ("same", "十"), ("same", "天内作出。")],
        ),
        (
            "One thing.",
            "Quite another matter altogether",
            [("del", "One thing.")],
            [("ins", "Quite another matter altogether")],
        ),
    ],
)
def test_words(before: str, after: str, left: list[object] | None, right: list[object] | None) -> None:
    found = marked([before], [after], OF_VERSIONS, Budget())
    for line, expected in zip(found, (left, right), strict=True):
        assert "".join(text for _, text in line[0]) in (before, after)
        if expected is not None:
            assert "".join(f"[{sign}|{text}]" for sign, text in _joined(line[0])) == "".join(
                f"[{sign}|{text}]" for sign, text in _joined(expected)
            )


def _joined(parts: object) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for sign, text in parts:  # type: ignore[attr-defined]
        if found and found[-1][0] == sign:
            found[-1] = (sign, found[-1][1] + text)
        else:
            found.append((sign, text))
    return found


LINES = st.lists(st.text("ab 水文.,\n%", max_size=25), max_size=5)


@settings(deadline=None)
@given(LINES, LINES, st.sampled_from([OF_VERSIONS, OF_PROJECTS]))
def test_nothing_is_lost_and_what_is_unmarked_stands_in_both(before: list[str], after: list[str], signs: Signs) -> None:
    left, right = marked(before, after, signs, Budget())
    assert ["".join(text for _, text in line) for line in left] == before
    assert ["".join(text for _, text in line) for line in right] == after
    same = [
        "".join("".join(text.split()) for line in side for sign, text in line if sign == "same")
        for side in (left, right)
    ]
    assert same[0] == same[1]


@settings(deadline=None)
@given(LINES, LINES)
def test_a_difference_is_always_marked(before: list[str], after: list[str]) -> None:
    left, right = marked(before, after, OF_VERSIONS, Budget())
    told = any(sign != "same" for line in [*left, *right] for sign, text in line if text.strip())
    bare = [["".join(line.split()) for line in lines if line.strip()] for lines in (before, after)]
    if bare[0] != bare[1] and sorted(bare[0]) != sorted(bare[1]):
        assert told


@pytest.mark.parametrize("one", ["a b ", "的了"])
def test_the_same_few_words_over_and_over_are_marked_as_whole_lines(one: str) -> None:
    """Some tenth of a second; matched word by word such a line alone would take many."""
    before, after = one * 500, (one[:-2] + "x" + one[-1]) * 500
    left, right = marked([before] * 20, [after] * 20, OF_VERSIONS, Budget())
    assert left == [[("del", before)]] * 20
    assert right == [[("ins", after)]] * 20


def test_a_page_spends_no_more_than_its_budget() -> None:
    budget = Budget(page=10)
    lines = [f"one two three {at} four five" for at in range(9)]
    left, _ = marked(lines, [f"two one three {at}{at} five four" for at in range(9)], OF_VERSIONS, budget)
    assert budget.page >= 0
    assert {sign for line in left[3:] for sign, _ in line} == {"del"}
