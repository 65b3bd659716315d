"""What is changed in revisions and tasks behind the application's back is named."""

from __future__ import annotations

import pytest
from django.db import connection

from portal.core.append_only import triggers
from projects.tasks.verify import verify_revisions, verify_tasks
from tests.projects.journey import Journey

pytestmark = pytest.mark.damages


def _faults(journey: Journey) -> list[str]:
    return [*verify_revisions(journey.project), *verify_tasks(journey.project)]


def _forge(sql: str) -> None:
    connection.check_constraints()
    with triggers.lifted(), connection.cursor() as cursor:
        cursor.execute(sql)
        # The rows are of this very transaction, and their keys are looked at again before triggers come back.
        connection.check_constraints()


def test_what_the_services_made_has_no_fault(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    journey.accepted(ana)
    journey.submitted(ana, "A second one")
    journey.draft(ana, "A third")
    assert _faults(journey) == []


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("UPDATE projects_revision SET answer = 'another'", "projects_revision 1 of task 1: its hash is not"),
        ("UPDATE projects_revision SET given_up = '{\"s\": {}}'", "projects_revision 1 of task 1: its hash is not"),
        ("UPDATE projects_revision SET details = '{}'", "projects_revision 1 of task 1: its hash is not"),
        ("UPDATE projects_revision SET hash = 'f'", "projects_revision 1 of task 1: its hash is not"),
        ("UPDATE projects_revision SET number = 2", "projects_revision 2 of task 1: the record tells another hash"),
        ("UPDATE projects_task SET title = 'Another'", "projects_task number 1: its title"),
        ("DELETE FROM projects_tasktag", "projects_task number 1: it is not found by the tags"),
        ("UPDATE projects_task SET terms = 7", "projects_task number 1: the record tells another version"),
        ("UPDATE projects_task SET state = 'accepted'", "projects_task number 1: it counts as accepted"),
    ],
)
def test_the_first_wrong_thing_is_named(journey: Journey, sql: str, expected: str) -> None:
    journey.submitted(journey.member("ana-ruiz"))
    _forge(sql)
    assert _faults(journey)[0].startswith(expected)
