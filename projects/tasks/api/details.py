"""The details of a task in the API: one object, a field for each of `details.fields`, in the shapes it names."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from portal.core.web.api import fields
from projects.tasks.details.fields import ANSWERS, ASKED, CHOSEN, FIELDS, SPAN, TEXT, Field


class AskedSerializer(serializers.Serializer[Any]):
    """`answer` is empty where there is none yet; `text` says more."""

    answer = fields.Choice(choices=("", *(answer for answer, _label in ANSWERS)), required=False, default="")
    text = fields.Text(required=False, default="")


class SpanSerializer(serializers.Serializer[Any]):
    """Hours as amounts, like `3/2`; `1.5` is read as that. Either may be empty."""

    low = fields.Text(required=False, default="")
    high = fields.Text(required=False, default="")


def _serializer(name: str, members: dict[str, Any], told: str) -> type[serializers.Serializer[Any]]:
    return type(name, (serializers.Serializer,), {**members, "__doc__": told})


def _chosen(field: Field) -> type[serializers.Serializer[Any]]:
    choice = fields.Choice(choices=tuple(one for one, _label in field.choices))
    members = {
        "chosen": serializers.ListField(child=choice, required=False, default=list, max_length=len(field.choices)),
        "text": fields.Text(required=False, default=""),
    }
    return _serializer("FailureKindsSerializer", members, "Any of the kinds; `text` says more.")


def _row(field: Field) -> type[serializers.Serializer[Any]]:
    members = {column.id: fields.Text(required=False, default="") for column in field.columns}
    name = "".join(word.title() for word in field.id.split("_"))
    return _serializer(f"{name}RowSerializer", members, "A row; one with nothing in it is left out.")


def _member(field: Field) -> serializers.Field[Any, Any, Any, Any]:
    if field.kind == TEXT:
        return fields.Text(required=False)
    if field.kind == ASKED:
        return AskedSerializer(required=False)
    if field.kind == SPAN:
        return SpanSerializer(required=False)
    return _chosen(field)(required=False) if field.kind == CHOSEN else _row(field)(many=True, required=False)


DetailsSerializer = _serializer(
    "DetailsSerializer",
    {field.id: _member(field) for field in FIELDS},
    "What a task says beside its texts. Each field is seen with one part of the task; what may not be seen, or was not "
    "answered, is left out.",
)
