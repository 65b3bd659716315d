"""Fields that take a value of their own kind and nothing that could be read as one; and no field that is not named.

Which lengths and contents are accepted is the services' word: here is only what kind of thing a value is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from portal.core.web.api.problems import Problem


class Text(serializers.CharField):
    """A JSON string, kept as it is; numbers are not read as text."""

    default_error_messages = {"invalid": gettext_lazy("This must be text.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, allow_blank=options.pop("allow_blank", True), **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class Whole(serializers.IntegerField):
    """A JSON integer: no text with digits, no fraction, no yes or no."""

    default_error_messages = {"invalid": gettext_lazy("This must be a whole number.")}

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class Flag(serializers.BooleanField):
    """A JSON true or false; no word or number that is read as one."""

    default_error_messages = {"invalid": gettext_lazy("This must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class Choice(serializers.ChoiceField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=type(data).__name__)
        return super().to_internal_value(data)


def refuse_unknown(serializer: serializers.BaseSerializer[Any], data: Any) -> None:
    """Problem 400 that names every field, at any depth, which is not there to be written."""
    unknown = sorted(set(_unknown(serializer, data, "")))
    if unknown:
        reasons = [_("%(field)s: this field is not there to be written.") % {"field": path} for path in unknown[:20]]
        raise Problem(400, "unknown_field", *reasons, fields=unknown[:20])


def _unknown(field: Any, data: Any, path: str) -> Iterator[str]:
    if isinstance(field, serializers.Serializer) and isinstance(data, Mapping):
        known = {name: one for name, one in field.fields.items() if not one.read_only}
        for name, inner in data.items():
            place = f"{path}.{name}"[:200].lstrip(".") if path else str(name)[:200]
            if name not in known:
                yield place
            else:
                yield from _unknown(known[name], inner, place)
    elif isinstance(field, (serializers.ListSerializer, serializers.ListField)) and isinstance(data, list):
        for number, inner in enumerate(data):
            yield from _unknown(field.child, inner, f"{path}[{number}]")
