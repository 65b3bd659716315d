"""What the fields of the steps are called, by the names they are sent under."""

from __future__ import annotations

from django.utils.translation import get_language

from portal.core.text.series import between
from projects.terms.document.fields import SECTIONS, field_at
from projects.terms.steps.typed import ANSWER, TICK

_MOST_NAME = 200


def field_label(name: str) -> str:
    """`authorship.kinds[0].title` → `Kind of credit 1: Title`; "" where the schema has no such field.

    A part of a rule is called as the whole rule is.
    """
    if len(name) > _MOST_NAME:
        return ""
    lang = get_language() or ""
    said: list[str] = []
    path = ""
    for part in name.removeprefix(ANSWER).removeprefix(TICK).split("."):
        path = f"{path}.{part}".removeprefix(".")
        field = field_at(path)
        if field is None:
            break
        row = part.partition("[")[2].removesuffix("]")
        if path not in SECTIONS:
            said.append(field.item(int(row) + 1, lang) if row.isdecimal() else field.title.said(lang))
    return between("name").join(said)
