"""Fifty terms as they read, a file a document and language: `python -m tests.golden.terms` writes them anew.

Strip, chapters and the lines of the card. They were read through, sentence by sentence without repeats, in both
languages when they were written; after a change the difference is read before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.golden.terms_documents import NUMBERS, document

FOLDER = Path(__file__).parent / "terms"
LANGUAGES = ("en", "zh-hans")
PEOPLE = {"subject-1": "Ana Quispe", "subject-2": "林晓", "subject-3": "Tomáš Dvořák"}


def path(number: int, language: str) -> Path:
    return FOLDER / f"{number:02}.{language}.txt"


def written(number: int, language: str) -> str:
    """One document in one language; open clauses stand together in one line."""
    found = document(number)
    return "\n".join([*_strip(found, language), "", *_chapters(found, language), "", *_card(found, language)]) + "\n"


def _strip(found: dict[str, Any], language: str) -> list[str]:
    from projects.terms.document.strip import strip

    return [f"[{tile.title}] {tile.text}" for tile in strip(found, language)]


def _chapters(found: dict[str, Any], language: str) -> list[str]:
    from projects.terms.reading import chapters

    lines: list[str] = []
    unsaid: list[str] = []
    for chapter in chapters(found, language, people=lambda one: PEOPLE.get(one, one)):
        lines.append(f"{chapter.number} {chapter.title}")
        for clause in chapter.clauses:
            if not clause.stated and clause.sentences in (["Not stated."], ["未写明。"]):
                unsaid.append(clause.number)
                continue
            lines += [f"{clause.number} {clause.title}: {text}" for text in (*clause.own, *clause.sentences)]
    return [*lines, f"({'未写明' if language.startswith('zh') else 'Not stated'}: {', '.join(unsaid) or '–'})"]


def _card(found: dict[str, Any], language: str) -> list[str]:
    from projects.terms.checks.card import card
    from projects.terms.checks.catalogue import MARKS

    return [
        f"{MARKS[one.code][0]} {sentence.said(language)}"
        for one in card(found, people=lambda one: PEOPLE.get(one, one)).findings
        for sentence in one.sentences
    ]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.test")
    import django

    django.setup()
    FOLDER.mkdir(exist_ok=True)
    for number in NUMBERS:
        for language in LANGUAGES:
            path(number, language).write_text(written(number, language), encoding="utf-8")


if __name__ == "__main__":
    main()
