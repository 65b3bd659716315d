"""SPDX expressions, and what a grant has to cover."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.vocabulary.licences import terms_of
from licensing.vocabulary.purposes import allows_commerce, asked_by, covers
from licensing.vocabulary.spdx import LicenceError, current, keys, parse_expression


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("MIT", "MIT"),
        ("mit", "MIT"),
        ("cc-by-4.0 or mit", "CC-BY-4.0 OR MIT"),
        ("MIT OR Apache-2.0 AND CC0-1.0", "MIT OR (Apache-2.0 AND CC0-1.0)"),
        ("(MIT OR Apache-2.0) AND CC0-1.0", "(MIT OR Apache-2.0) AND CC0-1.0"),
        ("GPL-2.0-only WITH Classpath-exception-2.0", "GPL-2.0-only WITH Classpath-exception-2.0"),
        ("LicenseRef-House.Rules", "LicenseRef-House.Rules"),
        ("LicenseRef-MIT-TC", "LicenseRef-MIT-TC"),
        ("DocumentRef-a:LicenseRef-b", "DocumentRef-a:LicenseRef-b"),
    ],
)
def test_expressions_are_read_and_written(text: str, written: str) -> None:
    assert str(parse_expression(text)) == written
    assert str(parse_expression(written)) == written


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("   ", 3),
        ("Private", 0),
        ("MIT AND", 7),
        ("MIT Apache-2.0", 4),
        ("(MIT", 4),
        ("MIT)", 3),
        ("MIT WITH Nothing-1.0", 9),
        ("MIT, CC0-1.0", 3),
        ("OR MIT", 0),
        ("(" * 200, 8),
        ("MIT OR " * 100, 400),
    ],
)
def test_what_does_not_parse_says_where(text: str, position: int) -> None:
    with pytest.raises(LicenceError) as caught:
        parse_expression(text)
    assert caught.value.position == position
    assert caught.value.message


@given(st.text(max_size=60) | st.text("MITORAND()WH -.0", max_size=60))
def test_any_text_parses_or_says_where(text: str) -> None:
    try:
        expression = parse_expression(text)
    except LicenceError:
        return
    assert parse_expression(str(expression)) == expression


def test_keys_and_what_they_allow() -> None:
    assert keys("MIT OR (CC-BY-4.0 AND MIT)") == ("MIT", "CC-BY-4.0")
    assert terms_of("CC-BY-SA-4.0") == "open"
    assert terms_of("ODbL-1.0") == "open"
    assert terms_of("CC-BY-NC-4.0") == "non_commercial"
    assert terms_of("LicenseRef-CC-BY-4.0") == "reference"
    assert terms_of("CC-BY-NC-ND-4.0") == "non_commercial"
    assert terms_of("CC-BY-ND-4.0") == "no_derivatives"
    assert terms_of("LicenseRef-MIT-TC") == "reference"
    assert terms_of("Intel") == "unknown"


@pytest.mark.parametrize(
    ("granted", "asked", "covered"),
    [
        (["any"], "resale", True),
        (["any"], "a word nobody knows", True),
        (["noncommercial"], "training", True),
        (["noncommercial"], "resale", False),
        (["noncommercial"], "any", False),
        (["research", "evaluation", "training", "resale"], "noncommercial", False),
        (["benchmarking"], "evaluation", True),
        (["Evaluation"], "benchmarking", True),
        (["teaching"], "teaching", False),
        ([], "research", False),
    ],
)
def test_purposes(granted: list[str], asked: str, covered: bool) -> None:
    assert covers(granted, asked) is covered


@pytest.mark.parametrize(
    ("text", "asked", "commerce"),
    [
        ("CC-BY-4.0", "any", True),
        ("CC-BY-ND-4.0", "any", True),
        ("CC-BY-NC-4.0", "noncommercial", False),
        ("LicenseRef-house", None, False),
        ("CC-BY-NC-4.0 OR MIT", "any", True),
        ("CC-BY-NC-4.0 AND MIT", "noncommercial", False),
    ],
)
def test_what_a_licence_asks_of_the_grant(text: str, asked: str | None, commerce: bool) -> None:
    assert asked_by(parse_expression(text)) == asked
    assert allows_commerce(parse_expression(text)) is commerce


@pytest.mark.parametrize(
    ("retired", "in_use"),
    [
        ("GPL-3.0", "GPL-3.0-only"),
        ("gpl-2.0+", "GPL-2.0-or-later"),
        ("LGPL-2.1", "LGPL-2.1-only"),
        ("AGPL-3.0+", "AGPL-3.0-or-later"),
        ("GFDL-1.3", "GFDL-1.3-only"),
        ("BSD-2-Clause-FreeBSD", "BSD-2-Clause-Views"),
    ],
)
def test_a_retired_id_is_read_as_the_one_that_replaced_it(retired: str, in_use: str) -> None:
    assert current(retired) == in_use
    assert str(parse_expression(retired)) == in_use


@pytest.mark.parametrize("name", ["GPL", "CC-BY", "LicenseRef-house", "none", "MIT OR ISC"])
def test_short_names_were_never_ids(name: str) -> None:
    assert current(name) is None
