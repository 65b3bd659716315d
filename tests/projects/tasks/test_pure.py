"""Shares, files and marks, without a database."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projects.reviews.marks import Placed, pieces
from projects.tasks import files, shares

TERMS: dict[str, Any] = {
    "authorship": {
        "kinds": [
            {"id": "task", "from": "task", "amount": {"fixed": "1"}, "split": "declared"},
            {"id": "review", "from": "review", "amount": {"fixed": "1/2"}, "split": "each"},
        ],
        "eligibility": {"points": {"at_least": "1"}},
    }
}


@given(st.lists(st.integers(1, 50), min_size=1, max_size=12))
def test_equal_shares_add_up_to_exactly_one(sizes: list[int]) -> None:
    names = [f"p{number}" for number in range(len(sizes))]
    assert sum(shares.equal(names).values()) == 1


def test_declared_shares_are_read_exactly() -> None:
    assert shares.declared({"a": "1/3", "b": "2/3"}) == {"a": Fraction(1, 3), "b": Fraction(2, 3)}
    with pytest.raises(shares.ShareError) as caught:
        shares.declared({"a": "1/3", "b": "1/3"})
    assert (caught.value.code, caught.value.detail) == ("sum", "2/3")


def test_a_share_below_the_threshold_is_known_before_submission() -> None:
    assert shares.below_threshold(TERMS, Fraction(1, 2)) == (Fraction(1, 2), Fraction(1))
    assert shares.below_threshold(TERMS, Fraction(1)) is None
    assert shares.split_rule(TERMS) == "declared"
    ranged = {"authorship": {**TERMS["authorship"], "kinds": [{"from": "task", "amount": {"base": "1"}}]}}
    assert shares.below_threshold(ranged, Fraction(1, 2)) is None, "not computable, not said"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"\x89PNG\r\n\x1a\n....PK\x03\x04 a tail", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a<script>alert(1)</script>", "image/gif"),
        (b"%PDF-1.7 <html>", "application/pdf"),
        (b"PK\x03\x04bomb", "application/zip"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "text/plain; charset=utf-8"),
        (b"<!doctype html><script>alert(1)</script>", "text/plain; charset=utf-8"),
        (b"\x7fELF\x00", "application/octet-stream"),
        (b"\xff\xfe\x00a", "application/octet-stream"),
    ],
)
def test_a_type_comes_from_the_bytes(content: bytes, found: str) -> None:
    assert files.media_type(content) == found


def test_a_name_that_promises_another_content() -> None:
    assert files.contradicts("a.png", "text/plain; charset=utf-8")
    assert files.contradicts("A.PDF", "application/zip")
    assert not files.contradicts("a.svg", "text/plain; charset=utf-8")
    assert not files.contradicts("model.bin", "application/octet-stream")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ('"><img src=x onerror=y>.pdf', "_img src=x onerror=y_.pdf"),
        ("a.pdf\r\nSet-Cookie: x", "a.pdfSet-Cookie_ x"),
        ("../../etc/passwd", "passwd"),
        ("C:\\temp\\log.txt", "log.txt"),
        ("CON", "_CON"),
        ("con.txt", "_con.txt"),
        ("report.", "report"),
        ("\u202egnp.exe", "gnp.exe"),
        ("", "attachment"),
        ("...", "attachment"),
        ("数据.csv", "数据.csv"),
    ],
)
def test_names_are_cleaned(name: str, kept: str) -> None:
    assert files.clean_name(name) == kept


def test_a_long_name_keeps_its_ending() -> None:
    kept = files.clean_name("x" * 300 + ".pdf")
    assert len(kept) == 120
    assert kept.endswith(".pdf")


SOURCE = (
    "First words here.\n\nSecond *words* here.\n\n```\ncode one\n\ncode two\n```\n\n- item a\n\n- item b\n\nLast.\n"
)


def _span(words: str) -> tuple[int, int]:
    start = SOURCE.index(words)
    return start, start + len(words)


def test_words_of_a_plain_paragraph_are_marked_themselves() -> None:
    made = pieces(SOURCE, [Placed("A1", _span("words here"))])
    assert [(s.text, s.names) for s in made[0].segments] == [("First ", ()), ("words here", ("A1",)), (".", ())]
    assert made[1].names == ()


def test_blocks_that_markdown_shapes_are_marked_whole() -> None:
    made = pieces(SOURCE, [Placed("A1", _span("code two")), Placed("B1", _span("*words*")), Placed("C1", None)])
    marked = {piece.names: piece.source for piece in made if piece.names}
    assert marked[("A1",)] == "```\ncode one\n\ncode two\n```"
    assert marked[("B1",)] == "Second *words* here."
    assert not any(piece.segments for piece in made)


def test_a_request_over_two_blocks_joins_them() -> None:
    start, end = _span("First words here.")[0], _span("Second *words*")[1]
    made = pieces(SOURCE, [Placed("A1", (start, end))])
    assert made[0].names == ("A1",)
    assert made[0].source.startswith("First words here.\n\nSecond")


@given(st.text(alphabet="ab*`-\n $~#", max_size=80), st.data())
def test_no_character_is_lost_or_doubled(source: str, data: st.DataObject) -> None:
    spans = []
    for number in range(data.draw(st.integers(0, 3))):
        if len(source) > 1:
            start = data.draw(st.integers(0, len(source) - 2))
            spans.append(Placed(f"A{number}", (start, data.draw(st.integers(start + 1, len(source))))))
    made = pieces(source, spans)
    assert "".join("".join(piece.source.split()) for piece in made) == "".join(source.split())
