"""The templates that a rubric may start from. Pure, and read once a process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from projects.rubric.criteria import Criterion

_FOLDER = Path(__file__).parent / "templates"
_SLUGS = ("written-questions", "code-and-agents", "data-and-labels")
# The languages every template is written in, with their names in themselves.
LANGUAGES = {"en": "English", "zh-hans": "简体中文"}


@dataclass(frozen=True)
class Offer:
    """One template in one language. `sentence` says for what it is; the criteria are the caller's own."""

    slug: str
    title: str
    sentence: str
    criteria: list[Criterion]


def offers(lang: str) -> list[Offer]:
    """In `lang`, one of LANGUAGES."""
    return [_offer(slug, said, lang) for slug, said in _all().items()]


def offer(slug: str, lang: str) -> Offer | None:
    """None where there is no such template, or not in this language."""
    said = _all().get(slug)
    return _offer(slug, said, lang) if said is not None and lang in LANGUAGES else None


@cache
def _all() -> Mapping[str, Mapping[str, Any]]:
    read = YAML(typ="safe")
    return {slug: read.load((_FOLDER / f"{slug}.yaml").read_text(encoding="utf-8")) for slug in _SLUGS}


def _offer(slug: str, said: Mapping[str, Any], lang: str) -> Offer:
    criteria = [
        Criterion(
            id=one["id"],
            label=one["label"][lang],
            sentence=one["sentence"][lang],
            hint=one["hint"][lang],
            levels=list(said["levels"][lang]),
            topic=one["topic"],
        )
        for one in said["criteria"]
    ]
    return Offer(slug, said["title"][lang], said["sentence"][lang], criteria)
