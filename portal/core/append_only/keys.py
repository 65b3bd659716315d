"""The keys of a protected table, as SQL for SQLite: where a row about to be inserted meets one that is there."""

import re
from collections.abc import Iterator

from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.models import Field, Model, UniqueConstraint
from django.db.models.sql import Query


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
            yield [_column(model, field.name)], ""
    for names in options.unique_together:
        yield [_column(model, name) for name in names], ""
    for constraint in options.constraints:
        if isinstance(constraint, UniqueConstraint):
            if not constraint.fields:
                raise ImproperlyConfigured(f"{constraint.name}: protected tables have keys of plain columns only")
            yield (
                [_column(model, name) for name in constraint.fields],
                _condition_sql(model, constraint),
            )


def _condition_sql(model: type[Model], constraint: UniqueConstraint) -> str:
    """With bare column names and the values written into it, as in the index itself; "" without a condition."""
    if constraint.condition is None:
        return ""
    query = Query(model=model, alias_cols=False)
    sql, values = query.build_where(constraint.condition).as_sql(query.get_compiler(connection=connection), connection)
    quote = connection.schema_editor(collect_sql=True).quote_value
    return sql % tuple(quote(value) for value in values)


def _of_new(model: type[Model], condition: str) -> str:
    columns = "|".join(re.escape(_column(model, field.name)) for field in model._meta.local_concrete_fields)
    return re.sub(f'"({columns})"', r'NEW."\1"', condition)


def _column(model: type[Model], name: str) -> str:
    field = model._meta.get_field(name)
    if not isinstance(field, Field) or field.column is None:
        raise ImproperlyConfigured(f"{model._meta.label}.{name} has no column of its own")
    return field.column
