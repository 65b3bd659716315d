"""An entry of BibTeX stays one entry, whatever a project is called."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from projects.terms import citing

TITLES = [
    "Aquifer Bench",
    "}}\n}\n@misc{evil, title = {Owned}}",
    "}, note = {forged",
    "{",
    "}",
    "\\{",
    "\\}",
    "ends with a backslash \\",
    "\\\\}",
    "100 % & $5 #1 a_b c^d ~e",
    "line\r\nline\x00\x0b\x0c\x85\u2028\u2029end",
    '@string{a = "b"}',
    "\u202egnp.exe",
]


def cited(title: str) -> citing.Cited:
    return citing.Cited(
        "spring", title, 1, dt.date(2027, 3, 2), "https://example.org/projects/spring/terms/1/", "ab" * 32
    )


def depths(text: str) -> list[tuple[str, int]]:
    """Each character with the number of braces open before it, as BibTeX counts: a backslash changes nothing."""
    found, depth = [], 0
    for character in text:
        found.append((character, depth))
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    return found


@pytest.mark.parametrize("title", TITLES)
def test_braces_balance_and_one_entry_starts_with_six_fields(title: str) -> None:
    text = citing.bibtex(cited(title))
    counted = depths(text)
    assert [character for character, depth in counted if character == "@" and depth == 0] == ["@"]
    # At depth 1 stand the fields of the entry and nothing that a title wrote.
    fields = "".join(character for character, depth in counted if depth == 1)
    names = [line.split(" = ")[0].strip() for line in fields.splitlines() if " = " in line]
    assert names == ["title", "author", "year", "month", "url", "note"]
    assert len(text.splitlines()) == 8
    assert all(character.isprintable() or character == "\n" for character in text)


def test_the_specials_of_tex_are_told_as_they_look() -> None:
    text = citing.bibtex(cited("\\ { } $ & # ^ _ % ~"))
    assert (
        "author = {{\\textbackslash{} \\textbraceleft{} \\textbraceright{} \\$ \\& \\# "
        "\\textasciicircum{} \\_ \\% \\textasciitilde{}}}"
    ) in text


@pytest.mark.parametrize("title", TITLES)
def test_csl_gives_the_title_as_it_is(title: str) -> None:
    [entry] = json.loads(citing.csl(cited(title)))
    assert entry["author"] == [{"literal": title}]
