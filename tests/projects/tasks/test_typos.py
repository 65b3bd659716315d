"""What can be typos and what is more, by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from projects.tasks import typos

BASE: dict[str, Any] = {
    "title": "Three days of pumping",
    "tags": ["wells"],
    "statement": "Teh well was pumped for 3 days.\n\nSay wich river it reached.",
    "answer": "The cone reached a river.",
    "verification": "The drawdown stays at $s = 2.1$ m.",
    "details": {"why": "Wells."},
}


def judged(same_files: bool = True, same_shares: bool = True, **changed: Any) -> typos.Typos:
    before, after = SimpleNamespace(**BASE), SimpleNamespace(**{**BASE, **changed})
    return typos.compared(before, after, same_files=same_files, same_shares=same_shares)


def test_corrected_words_are_told_in_the_order_of_reading() -> None:
    found = judged(
        title="Three days of pumping.", statement="The well was pumped for 3 days.\n\nSay which river it reached."
    )
    assert found == typos.Typos((("", "."), ("Teh", "The"), ("wich", "which")), ())


def test_lines_broken_elsewhere_are_no_change() -> None:
    assert judged(statement=BASE["statement"].replace("was pumped", "was\npumped")) == typos.Typos((), ())
    assert judged(answer="The cone\nreached a river.") == typos.Typos((), ())


PARAGRAPH = "a paragraph, table, formula or piece of code has come, gone or moved."
NUMBER = "a number, its unit or a sign of arithmetic has changed."
INLINE = "code, a formula or an address inside a line has changed."
NOT = "a word that says “not” has come or gone."


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Pumped for 3 days.", "Pumped for 5 days.", NUMBER),
        ("A pipe of 5 mm.", "A pipe of 5 nm.", NUMBER),
        ("It fell by -3 m.", "It fell by 3 m.", NUMBER),
        ("Take a < b.", "Take a > b.", NUMBER),
        ("See `first`.", "See `forst`.", INLINE),
        ("Take $x_1$ here.", "Take $x_2$ here.", INLINE),
        ("[Data](https://a.example/1)", "[Data](https://a.example/2)", INLINE),
        ("It holds.", "It no holds.", NOT),
        ("It isn't so.", "It is so.", NOT),
        ("水位上升。", "水位不上升。", NOT),
        ("The level rises.", "The level falls.", "“falls” in the place of “rises” is more than a typo."),
        ("Name it.", "Name it precisely.", "“precisely” has come, which is more than a typo."),
        ("Name it precisely.", "Name it.", "“precisely” has gone, which is more than a typo."),
        ("One.\n\nTwo.", "One.", PARAGRAPH),
        ("```\nprint(1)\n```", "```\nprint(2)\n```", "code has changed."),
        ("| a | b |\n|---|---|\n| c | d |", "| a | b |\n|---|---|\n| c | e |", "a table has changed."),
        ("$$x$$", "$$y$$", "a formula has changed."),
    ],
)
def test_more_than_a_typo_says_why(old: str, new: str, reason: str) -> None:
    before = SimpleNamespace(**{**BASE, "statement": old})
    after = SimpleNamespace(**{**BASE, "statement": new})
    found = typos.compared(before, after, same_files=True, same_shares=True)
    assert f"Statement: {reason}" in found.reasons


@pytest.mark.parametrize(
    ("old", "new"),
    [("水位上生。", "水位上升。"), ("Its a well.", "It's a well."), ("one two", "one, two"), ("colour", "color")],
)
def test_a_typo_is_no_more(old: str, new: str) -> None:
    before = SimpleNamespace(**{**BASE, "statement": old})
    after = SimpleNamespace(**{**BASE, "statement": new})
    assert typos.compared(before, after, same_files=True, same_shares=True).reasons == ()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"answer": "The cone reached a dyke."}, "The answer has changed."),
        ({"answer": "The cone reached a rivre."}, "The answer has changed."),
        ({"tags": ["wells", "rivers"]}, "The field tags have changed."),
        ({"details": {"why": "Rivers."}}, "What is said beside the texts has changed."),
        ({"same_files": False}, "The attachment has changed."),
        ({"same_shares": False}, "The shares have changed."),
    ],
)
def test_what_no_typo_may_touch(changed: dict[str, Any], reason: str) -> None:
    assert judged(**changed).reasons == (reason,)


@pytest.mark.parametrize(
    "text", ["x " + "](" * 30_000, "`" * 60_000, "<" * 60_000, "$" + "a" * 60_000, "wort " * 12_000, "1." * 30_000]
)
def test_a_text_made_to_try_is_answered_and_is_no_typo(text: str) -> None:
    """Before this each doubling of the first took eight times as long: hours for what a draft may hold."""
    assert judged(statement=text + "\n\nSay wich river it reached.").reasons


def test_a_link_whose_address_changed_is_no_typo() -> None:
    before, after = (SimpleNamespace(**{**BASE, "statement": f"See [here]({to})."}) for to in ("a(b", "a(c"))
    assert typos.compared(before, after, same_files=True, same_shares=True).reasons == (
        "Statement: code, a formula or an address inside a line has changed.",
    )
