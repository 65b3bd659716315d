"""Protection on PostgreSQL: one function, and two triggers a table that fire in every replication role.

ON CONFLICT DO UPDATE and MERGE meet the row trigger; TRUNCATE passes it and meets the statement trigger.
"""

from collections.abc import Iterator

from django.db import connection
from django.db.models import Model

from portal.core.append_only.registry import moving_columns

Row = tuple[int, str, str, bool, list[str]]

FUNCTION = "concord_append_only"
# A trigger names the columns that may move, and depends on none: migrations can alter every column.
BODY = (
    "\nBEGIN\n"
    "  IF TG_OP = 'UPDATE' AND TG_NARGS > 0 AND to_jsonb(OLD) - TG_ARGV = to_jsonb(NEW) - TG_ARGV THEN\n"
    "    RETURN NEW;\n"
    "  END IF;\n"
    "  RAISE EXCEPTION 'append-only: % on % is refused', lower(TG_OP), TG_TABLE_NAME\n"
    "    USING ERRCODE = 'integrity_constraint_violation';\n"
    "END\n"
)
ROW, STATEMENT = "append_only_row", "append_only_truncate"
# pg_trigger.tgtype: 1 row, 2 before, 8 delete, 16 update, 32 truncate
_TYPES = {ROW: 1 + 2 + 8 + 16, STATEMENT: 2 + 32}
_EVENTS = {
    ROW: "BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW",
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
                    when = event.format(table=_quoted(table))
                    moving = ", ".join(f"'{column}'" for column in _moving(name, model))
                    cursor.execute(f'DROP TRIGGER IF EXISTS {name} ON "{table}"')
                    cursor.execute(f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION {FUNCTION}({moving})")
                    cursor.execute(f'ALTER TABLE "{table}" ENABLE ALWAYS TRIGGER {name}')


def remove(models: list[type[Model]]) -> None:
    """For `triggers.lifted` alone."""
    with connection.cursor() as cursor:
        for model in models:
            for name in _EVENTS:
                cursor.execute(f'DROP TRIGGER IF EXISTS {name} ON "{model._meta.db_table}"')


def _quoted(table: str) -> str:
    return f'"{table}"'


def _moving(name: str, model: type[Model]) -> list[str]:
    return moving_columns(model) if name == ROW else []


def _fault(name: str, row: Row | None, model: type[Model]) -> str:
    if row is None:
        return "is missing"
    kind, enabled, function, plain, moving = row
    if enabled != "A":
        return "is disabled" if enabled == "D" else "does not fire always"
    if kind != _TYPES[name] or function != FUNCTION or not plain or moving != _moving(name, model):
        return "was changed"
    return ""


def _present() -> dict[tuple[str, str], Row]:
    """{(table, trigger): (type, enabled, function, without WHEN and columns, what may move)} on the search path."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, t.tgname, t.tgtype, t.tgenabled::text, p.proname,"
            " t.tgqual IS NULL AND t.tgattr = ''::int2vector, t.tgargs"
            " FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid"
            " WHERE NOT t.tgisinternal AND t.tgname IN (%s, %s) AND pg_table_is_visible(c.oid)"
            " AND pg_function_is_visible(p.oid)",
            [ROW, STATEMENT],
        )
        return {(row[0], row[1]): (row[2], row[3], row[4], row[5], _arguments(row[6])) for row in cursor.fetchall()}


def _arguments(stored: bytes) -> list[str]:
    """Each ends with a zero byte."""
    return bytes(stored).decode().split("\0")[:-1]


def _function_stands() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = %s AND pg_function_is_visible(oid)", [FUNCTION])
        return [row[0] for row in cursor.fetchall()] == [BODY]
