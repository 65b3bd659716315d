"""Protection on SQLite: UPDATE, DELETE, and INSERT over an existing key.

REPLACE deletes without asking the DELETE trigger unless the shell that runs it set recursive_triggers, so
inserting over a key is refused before it begins; that stops ON CONFLICT DO UPDATE as well, and with it
DO NOTHING: a caller that expects a double catches IntegrityError, as on PostgreSQL. A DELETE of all
rows counts row by row as soon as a trigger is there. A remade table loses its triggers: see `triggers`.
"""

from collections.abc import Iterator

from django.db import connection
from django.db.models import Model

from portal.core.append_only.keys import collisions
from portal.core.append_only.registry import fixed_columns, moving_columns

PREFIX = "append_only_"


def expected(model: type[Model]) -> dict[str, str]:
    """{trigger name: the SQL that makes it}"""
    table = model._meta.db_table
    found = {}
    fixed = ", ".join(f'"{column}"' for column in fixed_columns(model))
    updates = f"UPDATE OF {fixed}" if moving_columns(model) else "UPDATE"
    for verb, what in (("update", updates), ("delete", "DELETE")):
        name = f"{PREFIX}{table}_{verb}"
        found[name] = (
            f'CREATE TRIGGER "{name}" BEFORE {what} ON "{table}" '
            f"BEGIN SELECT RAISE(ABORT, 'append-only: {verb} on {table} is refused'); END"
        )
    name = f"{PREFIX}{table}_insert"
    # Names and conditions come from the models alone.
    meets = " OR ".join(f'EXISTS (SELECT 1 FROM "{table}" WHERE {key})' for key in collisions(model))  # noqa: S608
    found[name] = (
        f'CREATE TRIGGER "{name}" BEFORE INSERT ON "{table}" WHEN {meets} '
        f"BEGIN SELECT RAISE(ABORT, 'append-only: {table} holds this key already'); END"
    )
    return found


def present() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND substr(name, 1, %s) = %s",
            [len(PREFIX), PREFIX],
        )
        return dict(cursor.fetchall())


def missing(models: list[type[Model]]) -> Iterator[str]:
    there = present()
    for model in models:
        for name, sql in expected(model).items():
            if name not in there:
                yield f"{model._meta.db_table}: trigger {name} is missing"
            elif there[name] != sql:
                yield f"{model._meta.db_table}: trigger {name} was changed"


def install(models: list[type[Model]]) -> None:
    there = present()
    wanted = {name: sql for model in models for name, sql in expected(model).items()}
    with connection.cursor() as cursor:
        for name in there:
            if there[name] != wanted.get(name):
                cursor.execute(f'DROP TRIGGER "{name}"')
        for name, sql in wanted.items():
            if there.get(name) != sql:
                cursor.execute(sql.replace("%", "%%"), [])


def remove(models: list[type[Model]]) -> None:
    """For `triggers.lifted` alone."""
    with connection.cursor() as cursor:
        for model in models:
            for name in expected(model):
                cursor.execute(f'DROP TRIGGER IF EXISTS "{name}"')
