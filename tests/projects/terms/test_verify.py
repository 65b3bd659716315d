"""What is changed in published terms, rubrics and acceptances behind the application's back is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection

from portal.core.append_only import triggers
from portal.people.models import Subject
from projects.project.models import Project
from projects.rubric.verify import verify_rubrics
from projects.terms.verify import verify_acceptances, verify_terms

pytestmark = pytest.mark.damages


def faults(project: Project) -> list[str]:
    return [*verify_terms(project), *verify_acceptances(project), *verify_rubrics(project)]


def test_what_the_services_made_has_no_fault(recruiting: Project, member: Callable[..., Subject]) -> None:
    member("ana-ruiz")
    assert faults(recruiting) == []


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        (
            "UPDATE projects_termsversion SET hash = replace(hash, substr(hash, 1, 1), 'x')",
            "projects_termsversion number 1: its hash is not the hash of its text",
        ),
        (
            "UPDATE projects_termsversion SET in_force = '2020-01-01'",
            "projects_termsversion number 1: the record tells another hash or another day",
        ),
        ("UPDATE projects_rubricversion SET title = 'Softer'", "projects_rubricversion number 1: its hash"),
        ("DELETE FROM projects_rubricversion", "projects_rubricversion number 1: the version is missing"),
        ("DELETE FROM projects_acceptance", "projects_acceptance of s"),
        ("UPDATE projects_acceptance SET hash = 'f'", "projects_acceptance of s"),
    ],
)
def test_the_first_wrong_thing_is_named(
    recruiting: Project, member: Callable[..., Subject], sql: str, expected: str
) -> None:
    member("ana-ruiz")
    connection.check_constraints()
    with triggers.lifted(), connection.cursor() as cursor:
        cursor.execute(sql)
        connection.check_constraints()
    assert faults(recruiting)[0].startswith(expected)


def test_one_word_of_the_text_is_enough(recruiting: Project) -> None:
    text = "replace(CAST(document AS text), 'pumping', 'jumping')"
    value = f"CAST({text} AS jsonb)" if connection.vendor == "postgresql" else text
    connection.check_constraints()
    with triggers.lifted(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE projects_termsversion SET document = {value}")
        connection.check_constraints()
    assert faults(recruiting) == ["projects_termsversion number 1: its hash is not the hash of its text"]
