"""The demo as a visitor meets it: made by services, whole, and true to its own rules."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from authorship.engine.check import verify
from authorship.ledger import queries as ledger
from authorship.ledger.models import CreditEntry
from authorship.lists import queries as lists
from authorship.lists.bundle import bundle
from portal.core import clock
from portal.core.errors import Refused
from portal.core.record import checkpoints
from portal.people import queries as people
from portal.site.demo import seed
from projects.members.models import RoleGrant
from projects.project.models import Project
from projects.reviews.models import Round
from projects.tasks.models import Task
from projects.tasks.states import TaskState


@pytest.mark.django_db
def test_the_story_is_told_whole(
    settings: object, tmp_path: object, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    """One run, since making it takes seconds."""
    settings.CONCORD_DATA_DIR = tmp_path  # type: ignore[attr-defined]
    with django_capture_on_commit_callbacks(execute=True):  # checkpoints are written to their files after the commit
        seed.seed()
    project = Project.objects.get(slug="tephra-bench")

    assert clock.offset() == dt.timedelta()
    assert {task.state for task in Task.objects.all()} == set(TaskState.values)
    held = set(RoleGrant.objects.filter(until=None).values_list("role", flat=True))
    assert held == {"contributor", "reviewer", "chair", "organizer"}
    assert "rule" in RoleGrant.objects.values_list("reason", flat=True)
    rounds = Round.objects.filter(task__title__startswith="Primary fall").values("revision").distinct()
    assert rounds.count() == 3

    # By hand: every accepted task 1 as shared, every finished review ¼, work before Concord ½.
    snapshot = lists.current(lists.outputs(project)[0])
    assert snapshot is not None
    result = json.loads(snapshot.result)
    names = people.names([row["subject"] for row in result["authors"]])
    totals = ledger.totals(project)
    order = [(names[row["subject"]], ledger.total(totals[row["subject"]]), row["tied"]) for row in result["authors"]]
    assert order == [
        ("Misaki Sakuma", Fraction(47, 12), [1, 1]),  # 1 + ⅔ + ½, seven reviews
        ("Nguyễn Văn Bình", Fraction(11, 4), [2, 2]),  # 2, three reviews
        ("Tomás Arriagada Leiva", Fraction(5, 2), [3, 3]),  # ½, eight reviews
        ("Oluwaseun Adébáyọ̀", Fraction(7, 4), [4, 5]),  # 1, three reviews
        ("Chen Yutong", Fraction(7, 4), [4, 5]),  # the same, with a later first credit
        ("Þórunn Ásgeirsdóttir", Fraction(3, 2), [6, 6]),  # ½ + ½ + ½
        ("Suryadi", Fraction(1), [7, 7]),
    ]
    reversals = CreditEntry.objects.filter(reverses__isnull=False)
    assert [(row.subject.handle, row.numerator, row.denominator) for row in reversals] == [("marek-dvorak", -1, 1)]

    out = StringIO()
    checkpoints.write_file(project.public_id)  # as the commit does, which this test never reaches
    call_command("verify", stdout=out)
    assert "ok tephra-bench lists" in out.getvalue()
    assert verify(bundle(lists.outputs(project)[0])) == []

    with pytest.raises(Refused):
        seed.seed()
