"""What the fields of the steps are called, by the names they are sent under."""

from __future__ import annotations

from projects.terms.document.edit import is_field
from projects.terms.document.fields import SECTIONS
from projects.terms.reading import place
from projects.terms.steps.typed import ANSWER, TICK
from projects.terms.web import language

_MOST_NAME = 200


def field_label(name: str) -> str:
    """`authorship.kinds[0].title` → `Kind of credit 1 › Title`; "" where the schema has no such field.

    A part of a rule is called as the whole rule is.
    """
    path = name.removeprefix(ANSWER).removeprefix(TICK)
    if len(name) > _MOST_NAME or path in SECTIONS or not is_field(path):
        return ""
    return place(path, language())
