"""`manage.py verify`, as an operator sees it."""

import io

import pytest
from django.core.management import call_command
from django.db import connection

from portal.core.append_only import sqlite, triggers
from portal.core.record.models import RecordEntry
from portal.core.record.services import write
from projects.project.models import Project
from tests.portal.core.record.conftest import AT
from tests.portal.core.rows import make


def verify(*names: str, **options: bool) -> tuple[int, list[str]]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("verify", *names, stdout=out, stderr=err, **options)
        code = 0
    except SystemExit as stop:
        code = int(str(stop.code))
    return code, (out.getvalue() + err.getvalue()).splitlines()


@pytest.fixture
def two(db: None) -> list[Project]:
    projects = [make(Project, slug="deep-reef"), make(Project, slug="reef-bench")]
    for project in projects:
        for number in range(1, 4):
            write(project=project, kind="Tried", actor=None, at=AT, data={"what": f"step {number}"})
    connection.check_constraints()
    return projects


def test_all_is_well(two: list[Project]) -> None:
    code, lines = verify()
    assert code == 0
    assert lines[0] == "ok protection"
    assert {"ok deep-reef record", "ok reef-bench record"} < set(lines)
    assert all(line.startswith("ok ") for line in lines)


def test_one_byte_changed_behind_the_applications_back(two: list[Project]) -> None:
    """Triggers dropped, one byte changed, triggers put back: nothing is missing, and the place is named."""
    entry = RecordEntry.objects.get(project=two[1].public_id, seq=2)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name in sqlite.expected(RecordEntry):
                cursor.execute(f"DROP TRIGGER {name}")
        else:
            cursor.execute("ALTER TABLE portal_recordentry DISABLE TRIGGER ALL")
        assert verify()[0] == 1
        cursor.execute(
            "UPDATE portal_recordentry SET payload = %s WHERE id = %s",
            [entry.payload.replace("step 2", "step 3"), entry.pk],
        )
    triggers.install()
    fault = "portal_recordentry seq 2: its hash is not the hash of its content"
    code, lines = verify()
    assert (code, lines[-1]) == (1, f"wrong reef-bench record: {fault}")
    assert "ok deep-reef record" in lines
    assert verify("deep-reef")[0] == 0
    code, lines = verify("reef-bench", all=True)
    assert code == 1
    assert f"wrong reef-bench record: {fault}" in lines


def test_missing_protection_comes_first(two: list[Project]) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER append_only_authorship_creditentry_update")
        else:
            cursor.execute("DROP TRIGGER append_only_row ON authorship_creditentry")
    code, (line,) = verify()
    assert code == 1
    assert line.startswith("wrong protection: authorship_creditentry: trigger append_only_")


def test_an_unknown_project_is_wrong_usage(two: list[Project]) -> None:
    assert verify("no-such-reef") == (2, ["there is no project no-such-reef"])
