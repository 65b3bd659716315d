"""What is read is what was written: YAML, JSON and form data, on random documents."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from projects.terms.document.edit import flatten, unflatten
from projects.terms.document.fields import CLAUSES as ALL_CLAUSES
from projects.terms.document.fields import FIELDS, clause_path
from projects.terms.document.hashing import version_hash
from projects.terms.document.missing import missing
from projects.terms.document.read import read, read_yaml
from projects.terms.document.refusals import refusals
from projects.terms.document.sentences import clause_sentences, strip
from projects.terms.document.walk import walk
from projects.terms.document.write import to_yaml
from tests.projects.terms.document.documents import CLAUSES, EXAMPLE, example, parts

calm = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def subject(handle: str) -> str:
    return f"s-{handle}"


def handle(subject_id: str) -> str:
    return subject_id.removeprefix("s-")


@calm
@given(parts())
def test_yaml_json_and_forms_give_the_document_back(raw: dict[str, Any]) -> None:
    reading = read(raw, people=subject)
    assert reading.problems == []
    document = reading.document
    assert document is not None

    text = to_yaml(document, handles=handle)
    assert read_yaml(text, people=subject).problems == []
    assert read_yaml(text, people=subject).document == document
    assert to_yaml(document, handles=handle) == text

    assert read(json.loads(json.dumps(document)), people=None).document == document

    again = read(unflatten(flatten(document, handles=handle)), people=subject)
    assert again.problems == []
    assert again.document == document


@calm
@given(parts())
def test_every_function_answers_on_unfinished_documents(raw: dict[str, Any]) -> None:
    document = read(raw, people=subject).document
    assert document is not None
    assert len(version_hash(document)) == 64
    missing(document)
    refusals(document, rubrics={1})
    for lang in ("en", "zh-hans"):
        assert [tile.key for tile in strip(document, lang)] == ["pay", "credit", "roles", "licence", "data"]
        for clause in ALL_CLAUSES:
            assert clause_sentences(document, clause.path, lang)


LARGE = {"compensation.pay", "authorship.kinds", "authorship.outputs", "data.destinations"}


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_random_documents_hold_every_field(clause: str) -> None:
    """Else the tests above would pass for want of trying."""
    seen: set[str] = set()

    @settings(calm, max_examples=600 if clause in LARGE else 60, derandomize=True, database=None)
    @given(parts(only=frozenset({clause})))
    def collect(raw: dict[str, Any]) -> None:
        document = read(raw, people=subject).document
        assert document is not None
        seen.update(field.path for _path, field, _value in walk(document))

    collect()
    assert {field.path for field in FIELDS if clause_path(field.path) == clause} <= seen


def test_the_example_is_written_as_it_stands() -> None:
    assert to_yaml(example(), handles=str) == EXAMPLE.read_text(encoding="utf-8")
