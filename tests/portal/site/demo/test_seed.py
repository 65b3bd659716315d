"""The demo as a visitor meets it: made by services, whole, and true to its own rules."""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password
from django.core.management import call_command

from authorship.engine.amounts import format_amount
from authorship.engine.check import verify
from authorship.ledger import queries as ledger
from authorship.ledger.models import CreditEntry
from authorship.lists import queries as lists
from authorship.lists.bundle import bundle
from authorship.lists.models import Output
from portal.core import clock
from portal.core.errors import Refused
from portal.core.record import checkpoints
from portal.people.models import Subject, User
from portal.site.demo import seed
from projects.members.models import Membership, RoleGrant
from projects.project.models import Project
from projects.reviews.models import ReviewDecision, Round
from projects.tasks.models import Task
from projects.tasks.states import TaskState
from tests.portal.site.demo.told import STORIES, Listed, Told


@pytest.mark.django_db
def test_the_stories_are_told_whole(
    settings: Any, tmp_path: Path, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    """One run, since making it takes most of a minute."""
    settings.CONCORD_DATA_DIR = tmp_path
    with django_capture_on_commit_callbacks(execute=True):  # checkpoints are written to their files after the commit
        seed.seed()
    projects = {project.slug: project for project in Project.objects.all()}

    assert clock.offset() == dt.timedelta()
    assert {slug: _told(project) for slug, project in projects.items()} == STORIES
    assert {state for told in STORIES.values() for state in told.tasks} == set(TaskState.values)
    _people()
    _tephra(projects["tephra-bench"])
    _pulsar(projects["pulsar-bench"])

    out = StringIO()
    for project in projects.values():
        checkpoints.write_file(project.public_id)  # as the commit does, which this test never reaches
    call_command("verify", stdout=out)
    for slug, project in projects.items():
        assert f"ok {slug} lists" in out.getvalue()
        assert [verify(bundle(output)) for output in lists.outputs(project)] == [[]] * len(STORIES[slug].lists)
    accounts = (tmp_path / "demo-accounts.txt").read_text(encoding="utf-8")
    assert all(f"  {project.title}\n    organizer " in accounts for project in projects.values())
    assert "newcomer     amparo-quispe@demo.example" in accounts

    with pytest.raises(Refused):
        seed.seed()


def _told(project: Project) -> Told:
    """What became of a project, in the words of the expectation."""
    handles = {pk: handle or pk for pk, handle in Subject.objects.values_list("pk", "handle")}
    totals = {handles[subject]: ledger.total(found) for subject, found in ledger.totals(project).items()}
    return Told(
        credit={handle: format_amount(total) for handle, total in totals.items() if total},
        tasks=dict(
            Counter(str(state) for state in Task.objects.filter(project=project).values_list("state", flat=True))
        ),
        lists={output.output_id: _listed(output, handles) for output in lists.outputs(project)},
    )


def _listed(output: Output, handles: dict[str, str]) -> Listed:
    snapshot = lists.current(output)
    assert snapshot is not None
    result = json.loads(snapshot.result)
    assert result["excluded"] == []
    assert [row["place"] for row in result["authors"]] == list(range(1, len(result["authors"]) + 1))
    return Listed(
        authors=list(_brackets(result["authors"], handles)),
        acknowledged={handles[row["subject"]]: row["reason"] for row in result["acknowledged"]},
        near={handles[row["subject"]]: row["missing"] for row in result["near"]},
    )


def _brackets(rows: list[dict[str, Any]], handles: dict[str, str]) -> Iterator[str | tuple[str, ...]]:
    """People of one name stand in the order of their random ids, so those of a bracket by name are put by handle."""
    for first, last in sorted({tuple(row["tied"]) for row in rows}):
        found = [handles[row["subject"]] for row in rows[first - 1 : last]]
        by_name = {"kim-minjun", "minjun-kim"} == set(found)
        yield found[0] if len(found) == 1 else tuple(sorted(found) if by_name else found)


def _people() -> None:
    users = User.objects.select_related("subject__profile")
    assert len(users) >= 40
    assert len({user.password for user in users}) == 1  # made once: hashing fifty times takes longer than the rest
    assert check_password("ash-layer-demo", users[0].password)
    names = Counter(user.subject.profile.printed_name for user in users)
    assert {name for name, times in names.items() if times == 2} == {"Kim Minjun", "王静"}
    joined = set(Membership.objects.values_list("subject__handle", flat=True))
    assert {user.subject.handle for user in users} - joined == {"amparo-quispe"}


def _tephra(project: Project) -> None:
    held = set(RoleGrant.objects.filter(project=project, until=None).values_list("role", flat=True))
    assert held == {"contributor", "reviewer", "chair", "organizer"}
    assert "rule" in RoleGrant.objects.filter(project=project).values_list("reason", flat=True)
    rounds = Round.objects.filter(task__title__startswith="Primary fall").values("revision").distinct()
    assert rounds.count() == 3
    reversals = CreditEntry.objects.filter(project=project, reverses__isnull=False)
    assert [(row.subject.handle, row.numerator, row.denominator) for row in reversals] == [("marek-dvorak", -1, 1)]


def _pulsar(project: Project) -> None:
    """Who left holds nothing any more; the first paper is closed; somebody answered for every decision."""
    left = Membership.objects.filter(project=project, until__isnull=False).values_list("subject__handle", flat=True)
    assert set(left) == {"citlali-nanez", "isil-cinarli"}
    assert not RoleGrant.objects.filter(project=project, subject__handle__in=left, until=None).exists()
    assert {output.output_id: str(output.lock) for output in lists.outputs(project)} == {
        "paper-1": "closed",
        "paper-2": "open",
        "answers-release": "open",
    }
    assert Subject.objects.get(handle="waiora-array").kind == Subject.Kind.ORGANIZATION
    decisions = ReviewDecision.objects.filter(round__task__project=project, rule="lead")
    assert decisions.count() == decisions.exclude(by=None).count() == 10
