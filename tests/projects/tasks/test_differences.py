"""What changed between two texts, by hand and for any pair of texts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projects.tasks.differences.blocks import Kind, blocks, places
from projects.tasks.differences.compare import Line, differences
from projects.tasks.differences.words import parts, tokens

TABLE = "| depth | points |\n|---|---|\n| 2 m | {} |"
CODE = "```python\ndef count():\n    step = {}\n    return 100 // step\n```"
FORMULA = "$$\nE = {}\n$$"
SENTENCE = "The level of the lower borehole falls by two metres in a day."


def signs(old: str, new: str) -> list[tuple[str, str, int | None]]:
    return [(line.sign, line.kind, line.number) for line in differences(old, new).lines]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("One.\n\nTwo\ngoes on.", [("prose", "One."), ("prose", "Two\ngoes on.")]),
        ("# Head\nText.", [("prose", "# Head"), ("prose", "Text.")]),
        (
            "Before:\n- a\n- b\n  goes on\n\n1. c",
            [("prose", "Before:"), ("prose", "- a"), ("prose", "- b\n  goes on"), ("prose", "1. c")],
        ),
        (
            "Text.\n```\n# no head\n\n- no item\n```\nAfter.",
            [("prose", "Text."), ("code", "```\n# no head\n\n- no item\n```"), ("prose", "After.")],
        ),
        ("```\nnever closed\n\nstill code", [("code", "```\nnever closed\n\nstill code")]),
        (
            "Text.\n" + TABLE.format(1) + "\nAfter.",
            [("prose", "Text."), ("table", TABLE.format(1)), ("prose", "After.")],
        ),
        ("Let\n$$\na\n\nb\n$$\nhold.", [("prose", "Let"), ("formula", "$$\na\n\nb\n$$"), ("prose", "hold.")]),
        ("$$ a = b $$", [("formula", "$$ a = b $$")]),
        ("A $x$ and a | b in words.", [("prose", "A $x$ and a | b in words.")]),
        ("    indented = 1", [("code", "    indented = 1")]),
        (
            "Run:\n\n    for x in y:\n        a()\n\n    b()\nThen stop.",
            [("prose", "Run:"), ("code", "    for x in y:\n        a()\n\n    b()"), ("prose", "Then stop.")],
        ),
        ("- a\n\n    more of a", [("prose", "- a\n\n    more of a")]),
        ("", []),
        ("\n \n", []),
    ],
)
def test_what_readers_take_for_one_thing(source: str, expected: list[tuple[str, str]]) -> None:
    assert [(block.kind.value, block.text) for block in blocks(source)] == expected


def test_words_of_a_changed_paragraph() -> None:
    found = differences("The level fell.\n\nSame.", "The level rose.\n\nSame.")
    assert signs("The level fell.\n\nSame.", "The level rose.\n\nSame.") == [
        ("mixed", "prose", 1),
        ("skip", "prose", None),
    ]
    assert found.lines[0].parts == (("same", "The level "), ("del", "fell"), ("ins", "rose"), ("same", "."))
    assert (found.lines[1].first, found.lines[1].last) == (2, 2)
    assert (found.changed, found.added, found.removed, found.moved) == (1, 0, 0, 0)


def test_words_next_to_one_another_change_together() -> None:
    """Each word by itself, old and new by turns, can be read by nobody."""
    assert parts("counted at regular intervals by hand", "counted under the tape by hand") == (
        ("same", "counted "),
        ("del", "at regular intervals"),
        ("ins", "under the tape"),
        ("same", " by hand"),
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("水位下降两米。", "水位上升两米。", (("same", "水位"), ("del", "下降"), ("ins", "上升"), ("same", "两米。"))),
        ("ינאי נמדד היום", "ינאי נמדד אתמול", (("same", "ינאי נמדד "), ("del", "היום"), ("ins", "אתמול"))),
        (
            "It is 3.5 m deep",
            "It is 3.7 m deep",
            (("same", "It is 3."), ("del", "5"), ("ins", "7"), ("same", " m deep")),
        ),
    ],
)
def test_words_of_every_script(old: str, new: str, expected: object) -> None:
    assert parts(old, new) == expected


def test_lines_broken_elsewhere_are_no_change() -> None:
    assert differences("One two\nthree.", "One\ntwo three.").same
    assert differences("a\n\n\n\nb\n", "a\n\nb").same
    assert not differences("```\na\n  b\n```", "```\na\n    b\n```").same, "an indent is code"


def test_an_indent_after_a_paragraph_is_code() -> None:
    old = "Run this:\n\n    for x in y:\n        a()\n        b()\n"
    [skip, line] = differences(old, old.replace("        b()", "    b()")).lines
    assert (skip.sign, line.kind) == ("skip", "code")
    assert ("del", "        b()") in line.rows
    assert ("ins", "    b()") in line.rows


def test_what_is_written_anew_is_removed_and_added() -> None:
    old, new = "With that, each of them takes the eight shares.", "Name the free boundary and say what it explains."
    found = differences(old, new)
    assert [(line.sign, line.number, line.parts) for line in found.lines] == [
        ("del", 1, (("del", old),)),
        ("ins", 1, (("ins", new),)),
    ]
    assert (found.changed, found.added, found.removed) == (0, 1, 1)


def test_a_paragraph_that_moved_is_said_to_have_moved() -> None:
    old = f"{SENTENCE}\n\nFirst of the others.\n\nSecond of them all."
    new = f"First of the others.\n\nSecond of them all.\n\n{SENTENCE}"
    found = differences(old, new)
    assert [(line.sign, line.number, line.other) for line in found.lines] == [
        ("away", 1, 3),
        ("skip", None, 0),
        ("moved", 3, 1),
    ]
    assert found.lines[2].parts == (("same", SENTENCE),)
    assert (found.changed, found.added, found.removed, found.moved) == (0, 0, 0, 1)


def test_what_moved_and_changed_a_little_shows_both() -> None:
    old = f"{SENTENCE}\n\nFirst of the others.\n\nSecond of them all."
    new = f"First of the others.\n\nSecond of them all.\n\n{SENTENCE.replace('two', 'three')}"
    found = differences(old, new)
    assert found.moved == 1
    assert ("del", "two") in found.lines[-1].parts
    assert ("ins", "three") in found.lines[-1].parts


def test_a_few_words_in_another_place_have_not_moved() -> None:
    found = differences("Yes.\n\nA first thing.\n\nAnd another one.", "A first thing.\n\nAnd another one.\n\nYes.")
    assert (found.added, found.removed, found.moved) == (1, 1, 0)


def test_code_is_compared_by_lines() -> None:
    [line] = differences(CODE.format(25), CODE.format(50)).lines
    assert (line.sign, line.kind) == ("mixed", "code")
    assert line.rows == (
        ("same", "```python"),
        ("same", "def count():"),
        ("del", "    step = 25"),
        ("ins", "    step = 50"),
        ("same", "    return 100 // step"),
        ("same", "```"),
    )


def test_far_lines_of_code_are_left_out() -> None:
    old = "```\n" + "\n".join(f"x{n} = {n}" for n in range(10)) + "\n```"
    [line] = differences(old, old.replace("x9 = 9", "x9 = 10")).lines
    assert line.rows == (
        ("skip", ""),
        ("same", "x7 = 7"),
        ("same", "x8 = 8"),
        ("del", "x9 = 9"),
        ("ins", "x9 = 10"),
        ("same", "```"),
    )


@pytest.mark.parametrize(("source", "kind"), [(TABLE, "table"), (FORMULA, "formula")])
def test_tables_and_formulas_are_shown_whole_before_and_after(source: str, kind: str) -> None:
    [skip, line] = differences("Same.\n\n" + source.format(1), "Same.\n\n" + source.format(2)).lines
    assert skip.sign == "skip"
    assert (line.sign, line.kind, line.old, line.new) == ("mixed", kind, source.format(1), source.format(2))


def test_an_item_of_a_list_is_a_thing_by_itself() -> None:
    assert signs("- one\n- two of them\n- three", "- one\n- two of these\n- three") == [
        ("skip", "prose", None),
        ("mixed", "prose", 2),
        ("skip", "prose", None),
    ]


PARAGRAPH = st.lists(
    st.sampled_from(["level", "fell", "two", "metres", "水", "位", "3.5", "(a)"]), min_size=1, max_size=9
).map(" ".join)
PIECES = st.one_of(
    PARAGRAPH,
    PARAGRAPH.map("- {}".format),
    st.sampled_from(["1", "2"]).map(TABLE.format),
    st.sampled_from(["1", "2"]).map(CODE.format),
    st.sampled_from(["m", "mc"]).map(FORMULA.format),
)
TEXTS = st.lists(PIECES, max_size=8).map("\n\n".join)


@settings(max_examples=300, deadline=None)
@given(TEXTS, TEXTS)
def test_both_texts_can_be_read_out_of_their_differences(old: str, new: str) -> None:
    """What is the same is taken from the new text by its numbers; everything else stands in the lines."""
    before, after = blocks(old), blocks(new)
    found = differences(old, new)
    assert found.same is ([one.key for one in before] == [one.key for one in after])
    if found.same:
        return
    told: dict[int, str] = {}
    gone: dict[int, str] = {}
    for line in found.lines:
        told |= {number: after[number - 1].key for number in range(line.first, line.last + 1) if line.first}
        if line.sign in ("ins", "mixed", "moved"):
            told[line.number or 0] = _side(line, "ins", after[(line.number or 0) - 1].key)
        if line.sign == "del":
            gone[line.number or 0] = _side(line, "del", "")
        if line.sign == "moved":
            gone[line.other] = _side(line, "del", before[line.other - 1].key)
    assert [told[number] for number in sorted(told)] == [one.key for one in after]
    assert all(before[number - 1].key == text for number, text in gone.items())
    same = sum(line.last - line.first + 1 for line in found.lines if line.sign == "skip")
    assert same + found.changed + found.removed + found.moved == len(before)
    assert same + found.changed + found.added + found.moved == len(after)


def _side(line: Line, side: str, whole: str) -> str:
    """One side of a line; `whole` where code that only moved is shown by its first lines."""
    if line.kind == "prose":
        return " ".join("".join(text for sign, text in line.parts if sign in ("same", side)).split())
    if line.kind == "code":
        shown = "\n".join(text for sign, text in line.rows if sign in ("same", side))
        return whole if ("skip", "") in line.rows and whole.startswith(shown) else shown
    text = line.new if side == "ins" else line.old
    return " ".join(text.split()) if line.kind == "formula" else text


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="a -*#|`~$\n1.)\t水", max_size=60))
def test_nothing_of_a_text_is_lost_in_its_blocks(source: str) -> None:
    assert "".join("".join(block.text for block in blocks(source)).split()) == "".join(source.split())
    assert all(start < end for start, end in places(source))


def test_a_long_text_is_compared_as_far_as_it_can_be() -> None:
    """A paragraph of more words than are compared is shown before and after; nothing is left out."""
    rng = random.Random(5)
    old, new = (" ".join(rng.choice("ab") for _ in range(5_000)) for _ in range(2))
    assert signs(old, new) == [("del", "prose", 1), ("ins", "prose", 1)]
    assert len(tokens(old)) == 9_999
    assert {block.kind for block in blocks(old)} == {Kind.PROSE}


@pytest.mark.parametrize(
    ("delimiter", "table"),
    [
        ("-|-", True),
        ("|---|:-:|", True),
        ("  | :-- | --: |  ", True),
        ("---|", True),
        ("|", False),
        ("||", False),
        ("-|x|", False),
        ("- -|-", False),
        ("-" + " " * 60_000 + "x|", False),
        ("-|" * 30_000 + "x", False),
    ],
)
def test_the_line_below_the_heads_makes_a_table(delimiter: str, table: bool) -> None:
    first = blocks(f"a|b\n{delimiter}\nc|d")[0]
    assert (first.kind is Kind.TABLE) is table
