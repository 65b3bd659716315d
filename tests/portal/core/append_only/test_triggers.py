"""What `missing` sees, what `install` mends, and who may lift protection."""

from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection, transaction

from portal.core.append_only import triggers
from portal.core.record.models import Checkpoint
from tests.portal.core.rows import make

TABLE = Checkpoint._meta.db_table


def _run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


SQLITE = [
    (f"DROP TRIGGER append_only_{TABLE}_update", "is missing"),
    (f"DROP TRIGGER append_only_{TABLE}_insert", "is missing"),
    (
        f"DROP TRIGGER append_only_{TABLE}_delete; CREATE TRIGGER append_only_{TABLE}_delete"
        f" BEFORE DELETE ON {TABLE} WHEN OLD.id < 0 BEGIN SELECT RAISE(ABORT, 'x'); END",
        "was changed",
    ),
]
POSTGRESQL = [
    (f"DROP TRIGGER append_only_row ON {TABLE}", "is missing"),
    (f"ALTER TABLE {TABLE} DISABLE TRIGGER append_only_truncate", "is disabled"),
    (f"ALTER TABLE {TABLE} DISABLE TRIGGER ALL", "is disabled"),
    (f"ALTER TABLE {TABLE} ENABLE REPLICA TRIGGER append_only_row", "does not fire always"),
    (
        f"CREATE OR REPLACE TRIGGER append_only_row BEFORE UPDATE ON {TABLE}"
        " FOR EACH ROW EXECUTE FUNCTION concord_append_only()",
        "does not fire always",
    ),
    (
        f"CREATE OR REPLACE TRIGGER append_only_row BEFORE UPDATE OR DELETE ON {TABLE}"
        " FOR EACH ROW WHEN (OLD.id < 0) EXECUTE FUNCTION concord_append_only();"
        f"ALTER TABLE {TABLE} ENABLE ALWAYS TRIGGER append_only_row",
        "was changed",
    ),
    (
        "CREATE OR REPLACE FUNCTION concord_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "missing or was changed",
    ),
]


def _damage() -> list[tuple[str, str]]:
    return SQLITE if connection.vendor == "sqlite" else POSTGRESQL


@pytest.mark.parametrize("number", range(len(POSTGRESQL)))
def test_damage_is_named_and_mended(db: None, number: int) -> None:
    if number >= len(_damage()):
        return  # this engine has fewer ways
    sql, says = _damage()[number]
    # SQLite takes one statement at a time.
    for statement in [sql] if connection.vendor == "postgresql" else sql.split("; ", 1):
        _run(statement)
    lines = triggers.missing()
    assert says in lines[0]
    assert "function" in lines[0] or all(line.startswith(TABLE) for line in lines)
    assert {warning.id for warning in run_checks(databases=["default"], tags=["database"])} == {"concord.W001"}
    triggers.install()
    assert triggers.missing() == []
    row = make(Checkpoint)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Checkpoint.objects.filter(pk=row.pk).update(head="x")


def test_a_trigger_of_a_table_no_longer_protected_is_taken_away(db: None) -> None:
    if connection.vendor == "sqlite":
        _run("CREATE TRIGGER append_only_old BEFORE UPDATE ON portal_siteclock BEGIN SELECT RAISE(ABORT, 'x'); END")
        triggers.install()
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM sqlite_master WHERE name = 'append_only_old'")
            assert cursor.fetchone() == (0,)


def test_install_twice_changes_nothing(db: None) -> None:
    triggers.install()
    triggers.install()
    assert triggers.missing() == []


def test_lifting_is_refused_outside_the_suite(db: None, settings: Any) -> None:
    del settings.CONCORD_PROTECTION_MAY_BE_LIFTED
    with pytest.raises(ImproperlyConfigured), triggers.lifted():
        pass
    assert triggers.missing() == []


def test_protection_is_back_after_lifting(db: None) -> None:
    row = make(Checkpoint)
    with triggers.lifted():
        Checkpoint.objects.filter(pk=row.pk).delete()
    assert triggers.missing() == []
    assert not Checkpoint.objects.exists()
