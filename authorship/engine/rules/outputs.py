"""Outputs: what a list is for, which work it counts, and the day it is computed as of."""

from __future__ import annotations

from authorship.engine.rules.awards import read_days
from authorship.engine.rules.reader import Reader
from authorship.engine.rules.types import Output, Scope

# Of a scope answered none: it leaves no work out.
EVERYTHING = Scope(kinds=None, start=None, end=None, carry_over=True)


def read_output(reader: Reader, data: object, path: str) -> Output | None:
    required = ("id", "kind", "list", "as_of", "lock")
    fields = reader.take_object(data, path, required=required, idle=("title", "scope"))
    if fields is None:
        return None
    name = reader.take_id(fields["id"], f"{path}.id") if "id" in fields else None
    title = reader.take_text(fields["title"], f"{path}.title", most=200) if "title" in fields else ""
    kind = reader.take_choice(fields["kind"], f"{path}.kind", ("paper", "release")) if "kind" in fields else None
    size = reader.take_choice(fields["list"], f"{path}.list", ("full", "limited")) if "list" in fields else None
    scope = read_scope(reader, fields["scope"], f"{path}.scope") if "scope" in fields else None
    if isinstance(data, dict) and data.get("scope") == "none":
        scope = EVERYTHING
    as_of = reader.take_day(fields["as_of"], f"{path}.as_of") if "as_of" in fields else None
    locks = ("open", "order_only", "closed")
    lock = reader.take_choice(fields["lock"], f"{path}.lock", locks) if "lock" in fields else None
    if name is None or title is None or kind is None or size is None or scope is None or as_of is None or lock is None:
        return None
    return Output(name, title, kind, size, scope, as_of, lock)


def read_scope(reader: Reader, data: object, path: str) -> Scope | None:
    fields = reader.take_object(data, path, required=("carry_over",), optional=("kinds", "from", "to"))
    if fields is None:
        return None
    kinds = reader.take_ids(fields["kinds"], f"{path}.kinds", reader.kinds, "kind") if "kinds" in fields else None
    start, end = read_days(reader, fields, path)
    carry = None
    if "carry_over" in fields:
        carry = reader.take_choice(fields["carry_over"], f"{path}.carry_over", ("yes", "no"))
    return None if carry is None else Scope(kinds, start, end, carry == "yes")
