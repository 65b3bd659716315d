"""The fifty terms read as they did when they were read through, and hold everything that a document can say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from projects.terms.document.fields import FIELDS, SECTIONS, generic
from projects.terms.document.read import read_yaml
from projects.terms.document.walk import walk
from projects.terms.document.write import to_yaml
from tests.golden import terms
from tests.golden.terms_documents import NUMBERS, document

DOCUMENTS = {number: document(number) for number in NUMBERS}


@pytest.mark.parametrize("number", NUMBERS)
def test_the_golden_terms_read_as_they_did(number: int) -> None:
    """After a wanted change: `python -m tests.golden.terms`, and read the difference."""
    for language in terms.LANGUAGES:
        kept = terms.path(number, language).read_text(encoding="utf-8")
        assert terms.written(number, language) == kept, f"{number:02}.{language}"


def test_there_are_fifty_and_no_others() -> None:
    wanted = {terms.path(number, language) for number in NUMBERS for language in terms.LANGUAGES}
    assert len(wanted) == 100
    assert set(terms.FOLDER.iterdir()) == wanted


@pytest.mark.parametrize("number", NUMBERS)
def test_each_is_valid(number: int) -> None:
    text = to_yaml(DOCUMENTS[number], handles=str)
    reading = read_yaml(text, people=lambda handle: handle)
    assert [problem.said("en") for problem in reading.problems] == []
    assert reading.document == DOCUMENTS[number]


def test_together_they_hold_every_field_and_every_value_of_a_closed_list() -> None:
    found: dict[str, list[Any]] = {}
    for one in DOCUMENTS.values():
        for where, field, value in walk(one):
            found.setdefault(field.path, []).append(value)
            assert field.path == generic(where).removesuffix("[]")
    fields = [field for field in FIELDS if field.path not in SECTIONS]
    assert [field.path for field in fields if field.path not in found] == []
    for field in fields:
        values = [value if isinstance(value, list) else [value] for value in found[field.path]]
        said = {one for several in values for one in several if isinstance(one, str)}
        assert set(field.values) - said == set(), field.path


def test_together_they_hold_every_form_of_a_rule() -> None:
    names = {name for one in DOCUMENTS.values() for name in _keys(one)}
    grammar = (
        "all any not points kinds at_least more_than count distinct of role for_days member grace_days service per by",
        "carry_most agreed before decision referred fixed range base plus when add first_of times attribute table cap",
        "item person cohort budget total window applies rank each ranked_by deadline exclude random",
    )
    assert {name for line in grammar for name in line.split()} - names == set()


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _keys(one)


# Marks left over, doubled stops and blanks, parts that nobody filled in, and one of something in the plural.
_BROKEN = re.compile(
    r"[\ufdd0-\ufdd4]|\.\.|。。|  |[{}]|\bNone\b(?! of )|\(\)|（）"
    r"|(?<![0-9/])1 (?:days|points|credits|people|hours|months|rounds|verdicts)\b"
)


@pytest.mark.parametrize("language", terms.LANGUAGES)
def test_no_sentence_is_broken(language: str) -> None:
    """Quotations of the card may hold anything, such as a rule as it is written."""
    for number in NUMBERS:
        for line in terms.path(number, language).read_text(encoding="utf-8").splitlines():
            said = re.sub(r"“[^”]*”", "“”", line) if line[:1] in "✓⚑◇○" else line
            assert _BROKEN.search(said) is None, f"{number:02}: {line}"
