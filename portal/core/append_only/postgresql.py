"""Protection on PostgreSQL: two functions, and triggers of each table that fire in every replication role.

ON CONFLICT DO UPDATE and MERGE meet the row trigger; TRUNCATE passes it and meets the statement trigger.
"""

from collections.abc import Iterator

from django.db import connection
from django.db.models import Model

from portal.core.append_only.registry import emptying_columns, last_columns, moving_columns

Row = tuple[int, str, str, bool, list[str]]

FUNCTION = "concord_append_only"
# A trigger names the columns that may move, with = behind it those that may be emptied, and depends on none:
# migrations can alter every column.
BODY = (
    "\nDECLARE\n"
    "  free text[] := ARRAY(SELECT rtrim(named, '=') FROM unnest(TG_ARGV) AS named);\n"
    "BEGIN\n"
    "  IF TG_OP = 'UPDATE' AND TG_NARGS > 0 AND to_jsonb(OLD) - free = to_jsonb(NEW) - free\n"
    "    AND NOT EXISTS (SELECT 1 FROM unnest(TG_ARGV) AS named WHERE named LIKE '%=' AND to_jsonb(NEW) ->>"
    " rtrim(named, '=') NOT IN ('', to_jsonb(OLD) ->> rtrim(named, '=')))\n"
    "  THEN\n"
    "    RETURN NEW;\n"
    "  END IF;\n"
    "  RAISE EXCEPTION 'append-only: % on % is refused', lower(TG_OP), TG_TABLE_NAME\n"
    "    USING ERRCODE = 'integrity_constraint_violation';\n"
    "END\n"
)
LAST_FUNCTION = "concord_append_only_last"
# Its arguments are the column that rows share, and the one that says which of them is the last.
LAST_BODY = (
    "\nDECLARE\n"
    "  ended boolean;\n"
    "BEGIN\n"
    "  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I.%I WHERE %I = ($1).%I AND %I)',\n"
    "    TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_ARGV[0], TG_ARGV[0], TG_ARGV[1]) INTO ended USING NEW;\n"
    "  IF ended THEN\n"
    "    RAISE EXCEPTION 'append-only: % has its last row', TG_TABLE_NAME\n"
    "      USING ERRCODE = 'integrity_constraint_violation';\n"
    "  END IF;\n"
    "  RETURN NEW;\n"
    "END\n"
)
_BODIES = {FUNCTION: BODY, LAST_FUNCTION: LAST_BODY}
ROW, STATEMENT, LAST = "append_only_row", "append_only_truncate", "append_only_last"
# pg_trigger.tgtype: 1 row, 2 before, 4 insert, 8 delete, 16 update, 32 truncate
_TYPES = {ROW: 1 + 2 + 8 + 16, STATEMENT: 2 + 32, LAST: 1 + 2 + 4}
_EVENTS = {
    ROW: "BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW",
    STATEMENT: "BEFORE TRUNCATE ON {table} FOR EACH STATEMENT",
    LAST: "BEFORE INSERT ON {table} FOR EACH ROW",
}


def missing(models: list[type[Model]]) -> Iterator[str]:
    for function in _BODIES:
        if not _stands(function):
            yield f"function {function} is missing or was changed"
    there = _present()
    for model in models:
        table = model._meta.db_table
        for name in _wanted(model):
            fault = _fault(name, there.get((table, name)), model)
            if fault:
                yield f"{table}: trigger {name} {fault}"


def install(models: list[type[Model]]) -> None:
    there = _present()
    with connection.cursor() as cursor:
        for function, body in _BODIES.items():
            if not _stands(function):
                cursor.execute(
                    f"CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS %s", [body]
                )
        for model in models:
            table = model._meta.db_table
            for name in _wanted(model):
                if _fault(name, there.get((table, name)), model):
                    when = _EVENTS[name].format(table=_quoted(table))
                    arguments = ", ".join(f"'{column}'" for column in _arguments_of(name, model))
                    cursor.execute(f'DROP TRIGGER IF EXISTS {name} ON "{table}"')
                    cursor.execute(f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION {_function(name)}({arguments})")
                    cursor.execute(f'ALTER TABLE "{table}" ENABLE ALWAYS TRIGGER {name}')


def remove(models: list[type[Model]]) -> None:
    """For `triggers.lifted` alone."""
    with connection.cursor() as cursor:
        for model in models:
            for name in _EVENTS:
                cursor.execute(f'DROP TRIGGER IF EXISTS {name} ON "{model._meta.db_table}"')


def _quoted(table: str) -> str:
    return f'"{table}"'


def _wanted(model: type[Model]) -> list[str]:
    return [ROW, STATEMENT, LAST] if last_columns(model) else [ROW, STATEMENT]


def _function(name: str) -> str:
    return LAST_FUNCTION if name == LAST else FUNCTION


def _arguments_of(name: str, model: type[Model]) -> list[str]:
    if name == LAST:
        return last_columns(model)
    if name == STATEMENT:
        return []
    return [*moving_columns(model), *(f"{column}=" for column in emptying_columns(model))]


def _fault(name: str, row: Row | None, model: type[Model]) -> str:
    if row is None:
        return "is missing"
    kind, enabled, function, plain, arguments = row
    if enabled != "A":
        return "is disabled" if enabled == "D" else "does not fire always"
    if kind != _TYPES[name] or function != _function(name) or not plain or arguments != _arguments_of(name, model):
        return "was changed"
    return ""


def _present() -> dict[tuple[str, str], Row]:
    """{(table, trigger): (type, enabled, function, without WHEN and columns, what may move)} on the search path."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, t.tgname, t.tgtype, t.tgenabled::text, p.proname,"
            " t.tgqual IS NULL AND t.tgattr = ''::int2vector, t.tgargs"
            " FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid"
            " WHERE NOT t.tgisinternal AND t.tgname IN (%s, %s, %s) AND pg_table_is_visible(c.oid)"
            " AND pg_function_is_visible(p.oid)",
            [ROW, STATEMENT, LAST],
        )
        return {(row[0], row[1]): (row[2], row[3], row[4], row[5], _arguments(row[6])) for row in cursor.fetchall()}


def _arguments(stored: bytes) -> list[str]:
    """Each ends with a zero byte."""
    return bytes(stored).decode().split("\0")[:-1]


def _stands(function: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = %s AND pg_function_is_visible(oid)", [function])
        return [row[0] for row in cursor.fetchall()] == [_BODIES[function]]
