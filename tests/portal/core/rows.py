"""A valid row of any protected table, and of whatever it rests on."""

import datetime as dt
import itertools
import uuid
from typing import Any

from django.db import models

_AT = dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC)
_numbers = itertools.count(1000)
# What is empty in a row whose other column is filled: the table takes one of the two. A kept place rests on a review,
# which rests on a place.
_EMPTY: dict[str, dict[str, Any]] = {
    "projects.ChangeRequest": {"no_cure": ""},
    "projects.Assignment": {"kept": None},
    "projects.ModelRun": {"solved": 0, "currency": ""},
}


def make(model: type[models.Model], **given: Any) -> Any:
    """A stored row with every field filled, also those that may be null, but for references to its own table."""
    values = {**_EMPTY.get(model._meta.label, {}), **given}
    for field in model._meta.concrete_fields:
        if field.name in values or (field.primary_key and isinstance(field, models.AutoField)):
            continue
        if field.is_relation:
            if field.related_model is not model:
                values[field.name] = make(field.related_model)
        elif not field.null or isinstance(field, models.TextField):
            values[field.name] = _value(field)
    return model._base_manager.create(**values)


def _value(field: models.Field) -> Any:
    number = next(_numbers)
    if field.choices:
        return field.choices[0][0]
    if isinstance(field, models.DateTimeField):
        return _AT
    if isinstance(field, models.DateField):
        return _AT.date()
    if isinstance(field, models.JSONField):
        return {"number": number}
    if isinstance(field, models.BooleanField):
        return True
    if isinstance(field, models.UUIDField):
        return uuid.UUID(int=number)
    if isinstance(field, models.IntegerField):
        return number
    return f"r{number}"[: field.max_length or None]
