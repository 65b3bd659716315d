"""Any terms: what is written is what is read, one text has one hash, and no change of one leaf goes unseen."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from django.utils import translation
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from authorship.engine import canonical
from projects.terms import changes
from projects.terms.document.edit import flatten, unflatten
from projects.terms.document.hashing import version_hash
from projects.terms.document.read import read, read_json, read_yaml
from projects.terms.document.write import to_yaml
from projects.terms.models import TermsDraft
from projects.terms.services import save_draft
from tests.projects.conftest import core_team as core_team
from tests.projects.conftest import person as person
from tests.projects.conftest import project as project
from tests.projects.terms.document.documents import parts

calm = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
Document = dict[str, Any]


def subject(handle: str) -> str:
    return f"s-{handle}"


def handle(subject_id: str) -> str:
    return subject_id.removeprefix("s-")


@st.composite
def documents(draw: st.DrawFn) -> Document:
    reading = read(draw(parts()), people=subject)
    assert reading.document is not None, reading.problems
    return reading.document


def reordered(value: Any, order: Any) -> Any:
    """The same value, every object's keys in another order; `order` sorts or shuffles a list of them."""
    if isinstance(value, dict):
        return {key: reordered(value[key], order) for key in order(list(value))}
    return [reordered(item, order) for item in value] if isinstance(value, list) else value


def as_jsonb(keys: list[str]) -> list[str]:
    """PostgreSQL keeps the keys of an object by length, then by bytes."""
    return sorted(keys, key=lambda key: (len(key.encode()), key.encode()))


def leaves(value: Any, path: str = "") -> list[str]:
    if isinstance(value, dict) and value:
        return [leaf for key, item in value.items() for leaf in leaves(item, f"{path}.{key}" if path else key)]
    if isinstance(value, list) and value:
        return [leaf for index, item in enumerate(value) for leaf in leaves(item, f"{path}[{index}]")]
    return [path]


@pytest.mark.django_db
@calm
@given(documents(), st.data())
def test_yaml_store_json_yaml(project: Any, core_team: Any, document: Document, data: st.DataObject) -> None:
    written = to_yaml(document, handles=handle)
    first = read_yaml(written, people=subject).document
    assert first == document
    draft = TermsDraft.objects.filter(project=project).first()
    save_draft(actor=core_team[0], project=project, document=first, version=draft.version if draft else 0)
    kept = TermsDraft.objects.get(project=project).document
    assert version_hash(kept) == version_hash(document)
    text = data.draw(
        st.sampled_from([canonical.dumps(kept), json.dumps(kept), json.dumps(kept, ensure_ascii=False, indent=2)])
    )
    again = read_json(text, people=None).document
    assert again == document
    assert to_yaml(again, handles=handle) == written


@calm
@given(documents())
def test_the_form_gives_back_what_it_was_given(document: Document) -> None:
    again = read(unflatten(flatten(document, handles=handle)), people=subject)
    assert again.problems == []
    assert again.document == document


@calm
@given(documents(), st.randoms(use_true_random=False), st.sampled_from(["en", "zh-hans"]))
def test_one_text_has_one_hash(document: Document, random: Random, language: str) -> None:
    shuffled = reordered(document, lambda keys: random.sample(keys, len(keys)))
    with translation.override(language):
        hashes = {
            version_hash(document),
            version_hash(shuffled),
            version_hash(reordered(document, as_jsonb)),
            version_hash(reordered(document, lambda keys: keys[::-1])),
            version_hash(json.loads(json.dumps(document))),
        }
    assert len(hashes) == 1
    assert changes.changed(document, shuffled) == changes.changed(shuffled, document) == []
    assert to_yaml(shuffled, handles=handle) == to_yaml(document, handles=handle)


OTHER = [None, "none", "yes", "another word", 0, 7, "1/7", [], {}, {"minor": 1, "currency": "EUR"}]


@settings(calm, max_examples=40)
@given(documents(), st.data())
def test_a_change_of_one_leaf_is_found_and_changes_the_hash(document: Document, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from([leaf for leaf in leaves(document) if leaf != "schema"] or ["schema"]))
    changed = copy.deepcopy(document)
    here: Any = changed
    *ahead, last = _steps(path)
    for step in ahead:
        here = here[step]
    before = here[last]
    value = data.draw(st.sampled_from(OTHER) | st.just(f"{before}x") | st.text(min_size=1, max_size=5))
    assume(value != before and value is not before)
    if value is None:
        del here[last]
    else:
        here[last] = value
    found = changes.changed(document, changed)
    assert changes.changed(changed, document) == found
    assert version_hash(changed) != version_hash(document)
    # A list that became shorter, and an object that became empty, is one change at the list or object.
    assert len(found) == 1
    assert path == found[0] or path.startswith((f"{found[0]}.", f"{found[0]}["))
    if value is not None:
        assert found == [path]


def _steps(path: str) -> list[Any]:
    """`a.b[0].c` → a, b, 0, c; keys of tables may hold other signs, but neither dots nor brackets."""
    steps: list[Any] = []
    for part in path.split("."):
        name, *indexes = part.replace("]", "").split("[")
        steps += [name, *(int(index) for index in indexes)]
    return steps


@calm
@given(documents())
def test_the_same_text_is_no_change(document: Document) -> None:
    assert changes.changed(document, copy.deepcopy(document)) == []
    assert changes.class_of([]) == changes.TEXT
