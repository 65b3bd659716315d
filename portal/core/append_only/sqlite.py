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
from portal.core.append_only.registry import emptying_columns, fixed_columns, last_columns, moving_columns

PREFIX = "append_only_"


def expected(model: type[Model]) -> dict[str, str]:
    """{trigger name: the SQL that makes it}"""
    table = model._meta.db_table
    found = {}
    fixed = ", ".join(f'"{column}"' for column in fixed_columns(model))
    emptying = emptying_columns(model)
    updates = f"UPDATE OF {fixed}" if moving_columns(model) or emptying else "UPDATE"
    for verb, what in (("update", updates), ("delete", "DELETE")):
        name = f"{PREFIX}{table}_{verb}"
        found[name] = (
            f'CREATE TRIGGER "{name}" BEFORE {what} ON "{table}" '
            f"BEGIN SELECT RAISE(ABORT, 'append-only: {verb} on {table} is refused'); END"
        )
    if emptying:
        name = f"{PREFIX}{table}_keep"
        columns = ", ".join(f'"{column}"' for column in emptying)
        refused = " OR ".join(f'NEW."{column}" NOT IN (\'\', OLD."{column}")' for column in emptying)
        found[name] = (
            f'CREATE TRIGGER "{name}" BEFORE UPDATE OF {columns} ON "{table}" WHEN {refused} '
            f"BEGIN SELECT RAISE(ABORT, 'append-only: update on {table} is refused'); END"
        )
    if last := last_columns(model):
        name = f"{PREFIX}{table}_last"
        group, flag = last
        after = f'SELECT 1 FROM "{table}" WHERE "{group}" = NEW."{group}" AND "{flag}"'  # noqa: S608
        found[name] = (
            f'CREATE TRIGGER "{name}" BEFORE INSERT ON "{table}" WHEN EXISTS ({after}) '
            f"BEGIN SELECT RAISE(ABORT, 'append-only: {table} has its last row'); END"
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
