"""Protection on PostgreSQL: one function, and two triggers a table that fire in every replication role.

ON CONFLICT DO UPDATE and MERGE meet the row trigger; TRUNCATE passes it and meets the statement trigger.
"""

from collections.abc import Iterator

from django.db import connection
from django.db.models import Model

from portal.core.append_only.registry import fixed_columns

Row = tuple[int, str, str, bool, list[str]]

FUNCTION = "concord_append_only"
BODY = (
    "\nBEGIN\n"
    "  RAISE EXCEPTION 'append-only: % on % is refused', lower(TG_OP), TG_TABLE_NAME\n"
    "    USING ERRCODE = 'integrity_constraint_violation';\n"
    "END\n"
)
ROW, STATEMENT = "append_only_row", "append_only_truncate"
# pg_trigger.tgtype: 1 row, 2 before, 8 delete, 16 update, 32 truncate
_TYPES = {ROW: 1 + 2 + 8 + 16, STATEMENT: 2 + 32}
_EVENTS = {
    ROW: "BEFORE UPDATE{columns} OR DELETE ON {table} FOR EACH ROW",
    STATEMENT: "BEFORE TRUNCATE ON {table} FOR EACH STATEMENT",
}


def missing(models: list[type[Model]]) -> Iterator[str]:
    if not _function_stands():
        yield f"function {FUNCTION} is missing or was changed"
    there = _present()
    for model in models:
        table = model._meta.db_table
        for name in _EVENTS:
            fault = _fault(name, there.get((table, name)), model)
            if fault:
                yield f"{table}: trigger {name} {fault}"


def install(models: list[type[Model]]) -> None:
    there = _present()
    with connection.cursor() as cursor:
        if not _function_stands():
            cursor.execute(f"CREATE OR REPLACE FUNCTION {FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS %s", [BODY])
        for model in models:
            table = model._meta.db_table
            for name, event in _EVENTS.items():
                if _fault(name, there.get((table, name)), model):
                    when = event.format(table=_quoted(table), columns=_of_columns(model))
                    cursor.execute(f'DROP TRIGGER IF EXISTS {name} ON "{table}"')
                    cursor.execute(f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION {FUNCTION}()")
                    cursor.execute(f'ALTER TABLE "{table}" ENABLE ALWAYS TRIGGER {name}')


def remove(models: list[type[Model]]) -> None:
    """For `triggers.lifted` alone."""
    with connection.cursor() as cursor:
        for model in models:
            for name in _EVENTS:
                cursor.execute(f'DROP TRIGGER IF EXISTS {name} ON "{model._meta.db_table}"')


def _quoted(table: str) -> str:
    return f'"{table}"'


def _of_columns(model: type[Model]) -> str:
    columns = fixed_columns(model)
    return " OF " + ", ".join(_quoted(column) for column in columns) if columns else ""


def _fault(name: str, row: Row | None, model: type[Model]) -> str:
    if row is None:
        return "is missing"
    kind, enabled, function, always, columns = row
    wanted = set(fixed_columns(model)) if name == ROW else set()
    if enabled != "A":
        return "is disabled" if enabled == "D" else "does not fire always"
    if kind != _TYPES[name] or function != FUNCTION or not always or set(columns) != wanted:
        return "was changed"
    return ""


def _present() -> dict[tuple[str, str], Row]:
    """{(table, trigger): (type, enabled, function, without WHEN, columns it waits for)} on the search path."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, t.tgname, t.tgtype, t.tgenabled::text, p.proname,"
            " t.tgqual IS NULL, ARRAY(SELECT a.attname::text FROM pg_attribute a"
            " WHERE a.attrelid = t.tgrelid AND a.attnum = ANY(t.tgattr))"
            " FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid"
            " WHERE NOT t.tgisinternal AND t.tgname IN (%s, %s) AND pg_table_is_visible(c.oid)"
            " AND pg_function_is_visible(p.oid)",
            [ROW, STATEMENT],
        )
        return {(row[0], row[1]): (row[2], row[3], row[4], row[5], row[6]) for row in cursor.fetchall()}


def _function_stands() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = %s AND pg_function_is_visible(oid)", [FUNCTION])
        return [row[0] for row in cursor.fetchall()] == [BODY]
