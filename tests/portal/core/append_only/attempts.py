"""Every road by which a row of a protected table could be changed or taken away. Each attempt is one act."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core import serializers
from django.core.management import call_command
from django.db import connection, models

Attempt = tuple[str, Callable[[], object]]


def attempts(row: models.Model) -> Iterator[Attempt]:
    yield from _through_the_orm(row)
    yield from _plain_sql(row)
    yield from _over_a_key(row)
    yield from _through_parents(row)
    yield from (_only_sqlite(row) if connection.vendor == "sqlite" else _only_postgresql(row))


def keys(model: type[models.Model]) -> list[tuple[list[str], str]]:
    """Column lists that are unique, with the condition of the index; read from the database, not from the models."""
    table = model._meta.db_table
    if connection.vendor == "postgresql":
        rows = _read(
            "SELECT i.indexrelid::regclass::text, coalesce(pg_get_expr(i.indpred, i.indrelid), '')"
            " FROM pg_index i WHERE i.indisunique AND i.indrelid = %s::regclass",
            [f'"{table}"'],
        )
        return [
            (
                [
                    column
                    for (column,) in _read(
                        "SELECT a.attname FROM pg_attribute a WHERE a.attrelid = %s::regclass ORDER BY a.attnum", [name]
                    )
                ],
                predicate,
            )
            for name, predicate in rows
        ]
    found = [([model._meta.pk.column], "")]
    for _, name, unique, *_rest in _read(f'PRAGMA index_list("{table}")'):
        if unique:
            columns = [row[2] for row in _read(f'PRAGMA index_info("{name}")')]
            sql = _read("SELECT coalesce(sql, '') FROM sqlite_master WHERE name = %s", [name])[0][0]
            found.append((columns, sql.partition(" WHERE ")[2]))
    return found


def _through_the_orm(row: models.Model) -> Iterator[Attempt]:
    model = type(row)
    rows = model._base_manager
    name, value = _other_value(row)

    def saved() -> None:
        fresh = rows.get(pk=row.pk)
        setattr(fresh, name, value)
        fresh.save()

    def bulk_updated() -> None:
        fresh = rows.get(pk=row.pk)
        setattr(fresh, name, value)
        rows.bulk_update([fresh], [name])

    def upserted() -> None:
        fresh = rows.get(pk=row.pk)
        setattr(fresh, name, value)
        rows.bulk_create([fresh], update_conflicts=True, unique_fields=["pk"], update_fields=[name])

    def loaded() -> None:
        """A fixture that names the row by its key, as `loaddata` reads one."""
        fresh = rows.get(pk=row.pk)
        setattr(fresh, name, value)
        with TemporaryDirectory() as folder:
            fixture = Path(folder) / "rows.json"
            fixture.write_text(serializers.serialize("json", [fresh]), encoding="utf-8")
            call_command("loaddata", str(fixture), verbosity=0)

    yield "loaddata", loaded
    yield "QuerySet.update", lambda: rows.filter(pk=row.pk).update(**{name: value})
    yield "QuerySet.update of all", lambda: rows.update(**{name: value})
    yield "save", saved
    yield "bulk_update", bulk_updated
    yield "bulk_create with update_conflicts", upserted
    yield "delete", lambda: rows.get(pk=row.pk).delete()
    yield "QuerySet.delete", lambda: rows.filter(pk=row.pk).delete()
    yield "QuerySet._raw_delete", lambda: rows.filter(pk=row.pk)._raw_delete("default")


def _plain_sql(row: models.Model) -> Iterator[Attempt]:
    table, pk = row._meta.db_table, row._meta.pk.column
    column, value = _other_column(row)
    yield "UPDATE", lambda: _run(f'UPDATE "{table}" SET "{column}" = %s WHERE "{pk}" = %s', [value, row.pk])
    yield "UPDATE of the key", lambda: _run(f'UPDATE "{table}" SET "{pk}" = "{pk}" + 1000000')
    yield "DELETE", lambda: _run(f'DELETE FROM "{table}" WHERE "{pk}" = %s', [row.pk])
    yield "DELETE of all", lambda: _run(f'DELETE FROM "{table}"')


def _over_a_key(row: models.Model) -> Iterator[Attempt]:
    """INSERT of another row that has exactly one of the keys of `row`."""
    table = row._meta.db_table
    column, value = _other_column(row)
    for key, condition in keys_of(row):
        values = _values(row)
        for others, _ in keys(type(row)):
            free = [name for name in others if name not in key and name != column]
            if free:
                values[free[0]] = _changed(values[free[0]])
        values[column] = values[column] if column in key else value
        insert = f'INTO "{table}" ({_names(values)}) VALUES ({_places(values)})'
        target = f"({_names(key)})" + (f" WHERE {condition}" if condition else "")
        update = f'ON CONFLICT {target} DO UPDATE SET "{column}" = excluded."{column}"'
        what = ", ".join(key)
        yield f"ON CONFLICT ({what}) DO UPDATE", _runner(f"INSERT {insert} {update}", values)
        if connection.vendor == "sqlite":
            yield f"REPLACE over ({what})", _in_another_shell(f"REPLACE {insert}", values)
            yield f"INSERT OR REPLACE over ({what})", _in_another_shell(f"INSERT OR REPLACE {insert}", values)


def _in_another_shell(sql: str, values: dict[str, Any]) -> Callable[[], None]:
    """Without our recursive_triggers, REPLACE takes rows away and asks no DELETE trigger."""

    def run() -> None:
        _run("PRAGMA recursive_triggers=OFF")
        try:
            _run(sql, list(values.values()))
        finally:
            with connection.cursor() as cursor:
                cursor.cursor.execute("PRAGMA recursive_triggers=ON")  # Django refuses after an error

    return run


def keys_of(row: models.Model) -> list[tuple[list[str], str]]:
    """The keys that `row` itself can be met by: no column null, the condition true."""
    found = []
    for key, condition in keys(type(row)):
        tests = [f'"{column}" IS NOT NULL' for column in key] + ([f"({condition})"] if condition else [])
        sql = f'SELECT 1 FROM "{row._meta.db_table}" WHERE "{row._meta.pk.column}" = %s AND {" AND ".join(tests)}'
        if _read(sql, [row.pk]):
            found.append((key, condition))
    return found


def _changed(value: Any) -> Any:
    if value is None:
        return None  # meets nothing
    return value + 7_000_000 if isinstance(value, int) else "y"


def _through_parents(row: models.Model) -> Iterator[Attempt]:
    """Whatever the row points at is taken away, by Django and by SQL, with everything that would follow."""
    for field in row._meta.concrete_fields:
        parent = getattr(row, field.name) if field.is_relation else None
        if parent is not None:
            yield f"delete of {field.name}", parent.delete
            yield f"DELETE of {field.name} in SQL", _runner_checked(parent)


def _runner_checked(parent: models.Model) -> Callable[[], None]:
    def run() -> None:
        _run(f'DELETE FROM "{parent._meta.db_table}" WHERE "{parent._meta.pk.column}" = %s', [parent.pk])
        connection.check_constraints()

    return run


def _only_sqlite(row: models.Model) -> Iterator[Attempt]:
    table, pk = row._meta.db_table, row._meta.pk.column
    column, value = _other_column(row)
    for how in ("REPLACE", "IGNORE", "FAIL"):
        sql = f'UPDATE OR {how} "{table}" SET "{column}" = %s WHERE "{pk}" = %s'
        yield f"UPDATE OR {how}", _runner(sql, {"value": value, "pk": row.pk})


def _only_postgresql(row: models.Model) -> Iterator[Attempt]:
    table, pk = row._meta.db_table, row._meta.pk.column
    column, value = _other_column(row)
    yield "TRUNCATE", lambda: _run(f'TRUNCATE "{table}" CASCADE')
    yield (
        "MERGE that updates",
        lambda: _run(
            f'MERGE INTO "{table}" t USING (SELECT %s::bigint AS key) s ON t."{pk}" = s.key'
            f' WHEN MATCHED THEN UPDATE SET "{column}" = %s',
            [row.pk, value],
        ),
    )
    yield (
        "MERGE that deletes",
        lambda: _run(
            f'MERGE INTO "{table}" t USING (SELECT %s::bigint AS key) s ON t."{pk}" = s.key WHEN MATCHED THEN DELETE',
            [row.pk],
        ),
    )

    def as_a_replica() -> None:
        _run("SET LOCAL session_replication_role = replica")
        _run(f'UPDATE "{table}" SET "{column}" = %s WHERE "{pk}" = %s', [value, row.pk])

    yield "UPDATE as a replica", as_a_replica


def _other_value(row: models.Model) -> tuple[str, Any]:
    """The first plain text field, or where there is none the first number, and another value for it."""
    for field in row._meta.concrete_fields:
        if isinstance(field, models.CharField | models.TextField) and not field.unique and not field.choices:
            return field.name, f"x{getattr(row, field.name)}"[: field.max_length or None]
    for field in row._meta.concrete_fields:
        if isinstance(field, models.PositiveIntegerField):
            return field.name, getattr(row, field.name) + 1
    raise AssertionError(f"{row._meta.label} has nothing to change")


def _other_column(row: models.Model) -> tuple[str, Any]:
    name, value = _other_value(row)
    return row._meta.get_field(name).column, value


def _values(row: models.Model) -> dict[str, Any]:
    pk = row._meta.pk.column
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{row._meta.db_table}" WHERE "{pk}" = %s', [row.pk])
        values = dict(zip([column[0] for column in cursor.description], cursor.fetchone(), strict=True))
    if connection.vendor == "postgresql":
        from psycopg2.extras import Json

        values = {name: Json(value) if isinstance(value, dict | list) else value for name, value in values.items()}
    return values


def _names(columns: Any) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _places(columns: Any) -> str:
    return ", ".join("%s" for _ in columns)


def _runner(sql: str, values: dict[str, Any]) -> Callable[[], None]:
    return lambda: _run(sql, list(values.values()))


def _run(sql: str, values: list[Any] | None = None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def _read(sql: str, values: list[Any] | None = None) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()
