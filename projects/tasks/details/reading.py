"""What is asked of the details of a task: what is missing, who sees what, whether anything changed. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from projects.tasks.details.fields import ASKED, BY_ID, CHOSEN, FIELDS, ROWS, SPAN, TEXT, Details, Field
from projects.tasks.details.keeping import texts


def missing(details: Details) -> list[str]:
    """What keeps it from being submitted, a sentence each."""
    return [sentence for field in FIELDS for sentence in missing_in(field, details.get(field.id))]


def missing_in(field: Field, value: Any) -> Iterator[str]:
    """The same of one field; `value` is None where nothing was said."""
    if value is None:
        if field.must:
            yield _UNSAID[field.kind] % {"field": field.label}
        return
    if field.kind == ASKED:
        if not value["answer"]:
            yield _UNSAID[ASKED] % {"field": field.label}
        elif value["answer"] == "yes" and not value["text"]:
            yield _("“%(field)s” is answered with yes and nothing more.") % {"field": field.label}
    elif field.kind == CHOSEN and not value["chosen"]:
        yield _UNSAID[CHOSEN] % {"field": field.label}
    elif field.kind == SPAN:
        yield from _missing_hours(field, value)
    elif field.kind == ROWS:
        for number, row in enumerate(value, 1):
            for column in field.columns:
                if column.must and not row[column.id]:
                    yield _("%(field)s, row %(number)s: “%(column)s” is empty.") % {
                        "field": field.label,
                        "number": number,
                        "column": column.label,
                    }


def _missing_hours(field: Field, value: Mapping[str, str]) -> Iterator[str]:
    if not (value["low"] and value["high"]):
        yield _UNSAID[SPAN] % {"field": field.label}
    elif Fraction(value["low"]) > Fraction(value["high"]):
        yield _("%(field)s: the fewest are more than the most.") % {"field": field.label}


_UNSAID: Mapping[str, Any] = {
    TEXT: gettext_lazy("%(field)s is empty."),
    ASKED: gettext_lazy("“%(field)s” is not answered."),
    CHOSEN: gettext_lazy("%(field)s: nothing is chosen."),
    SPAN: gettext_lazy("%(field)s: fewest and most are wanted."),
    ROWS: gettext_lazy("%(field)s: there is none yet."),
}


def visible(details: Details, parts: Iterable[str]) -> Details:
    """What goes with the parts of a task that somebody sees."""
    seen = frozenset(parts)
    return {key: value for key, value in details.items() if BY_ID[key].audience in seen}


def words(details: Details) -> tuple[str, ...]:
    """All that is said, without the spaces between."""
    found = texts({key: details[key] for key in sorted(details)}, keys=True)
    return tuple(word for text in found for word in text.split())
