"""The seventeen presets as things to choose from. Pure, and read once a process."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from projects.terms.document.field import Words
from projects.terms.document.read import read_yaml
from projects.terms.document.yaml_source import load_yaml

_FOLDER = Path(__file__).parent / "presets"


@dataclass(frozen=True)
class Preset:
    """`document` is stored form; whatever is not public of the scheme is open in it."""

    slug: str
    title: Words
    sentence: Words
    document: dict[str, Any]


@cache
def _all() -> tuple[Preset, ...]:
    index: Any = load_yaml((_FOLDER / "index.yaml").read_bytes()).data
    return tuple(
        Preset(one["id"], _words(one["title"]), _words(one["sentence"]), _document(one["id"]))
        for one in index["presets"]
    )


def presets() -> list[Preset]:
    """In the order of the index; each document is the caller's own."""
    return [Preset(one.slug, one.title, one.sentence, deepcopy(one.document)) for one in _all()]


def preset(slug: str) -> Preset | None:
    return next((one for one in presets() if one.slug == slug), None)


def _words(said: dict[str, str]) -> Words:
    return Words(said["en"], said["zh-hans"])


def _document(slug: str) -> dict[str, Any]:
    """Presets name nobody; a test reads every one of them."""
    found = read_yaml((_FOLDER / f"{slug}.yaml").read_bytes(), people=lambda handle: None)
    if found.document is None:
        raise ValueError(f"the preset {slug} cannot be read: {found.problems}")
    return found.document
