"""The keys of a protected table, as SQL for SQLite: where a row about to be inserted meets one that is there."""

import re
from collections.abc import Iterator

from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.models import Model, UniqueConstraint


def collisions(model: type[Model]) -> Iterator[str]:
    """One condition a key, over the table's own columns and NEW. Null never equals null, as in the keys themselves."""
    for columns, condition in _keys(model):
        parts = [f'"{column}" = NEW."{column}"' for column in columns]
        if condition:
            parts += [f"({condition})", f"({_of_new(model, condition)})"]
        yield " AND ".join(parts)


def _keys(model: type[Model]) -> Iterator[tuple[list[str], str]]:
    options = model._meta
    for field in options.local_concrete_fields:
        if field.unique:
            yield [field.column], ""
    for names in options.unique_together:
        yield [options.get_field(name).column for name in names], ""
    for constraint in options.constraints:
        if isinstance(constraint, UniqueConstraint):
            if not constraint.fields:
                raise ImproperlyConfigured(f"{constraint.name}: protected tables have keys of plain columns only")
            yield (
                [options.get_field(name).column for name in constraint.fields],
                _condition_sql(model, constraint),
            )


def _condition_sql(model: type[Model], constraint: UniqueConstraint) -> str:
    # Not entered: only its quoting of values is wanted.
    return constraint._get_condition_sql(model, connection.schema_editor(collect_sql=True)) or ""


def _of_new(model: type[Model], condition: str) -> str:
    columns = "|".join(re.escape(field.column) for field in model._meta.local_concrete_fields)
    return re.sub(f'"({columns})"', r'NEW."\1"', condition)
