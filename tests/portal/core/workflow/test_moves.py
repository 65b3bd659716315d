"""Moves along a table, and what a stale one meets."""

import datetime as dt
import threading

import pytest
from django.db import connection

from portal.core.errors import Conflict
from portal.core.workflow.moves import Moves, available, perform
from projects.project.models import Project
from projects.project.states import ProjectState
from projects.tasks.models import Task
from projects.tasks.states import TaskState
from tests.portal.core.rows import make

AT = dt.datetime(2026, 12, 3, 8, tzinfo=dt.UTC)
TRIAL = Moves(
    TaskState,
    {
        "submit": (frozenset({TaskState.DRAFT, TaskState.CHANGES_REQUESTED}), TaskState.SUBMITTED),
        "accept": (frozenset({TaskState.SUBMITTED}), TaskState.ACCEPTED),
        "decline": (frozenset({TaskState.SUBMITTED}), TaskState.DECLINED),
    },
)


def test_a_move_stores_state_instant_and_updates(db: None) -> None:
    task = make(Task)
    perform(task, TRIAL, "submit", at=AT, revision_count=1)
    assert (task.state, task.state_since, task.revision_count) == (TaskState.SUBMITTED, AT, 1)
    assert Task.objects.get().state == "submitted"
    assert available(task, TRIAL) == ["accept", "decline"]


def test_a_stale_move_is_a_conflict_that_names_the_state(db: None) -> None:
    task = make(Task, revision_count=0)
    stale = Task.objects.get(pk=task.pk)
    perform(task, TRIAL, "submit", at=AT)
    perform(task, TRIAL, "accept", at=AT)
    with pytest.raises(Conflict, match="Accepted") as refusal:
        perform(stale, TRIAL, "submit", at=AT + dt.timedelta(1), revision_count=9)
    assert refusal.value.context == {"state": "accepted", "action": "submit"}
    assert (stale.state, stale.revision_count) == ("accepted", 0)
    assert Task.objects.get().state_since == AT
    assert available(stale, TRIAL) == []


def test_a_model_without_state_since_moves_as_well(db: None) -> None:
    project = make(Project)
    moves = Moves(ProjectState, {"recruit": (frozenset({ProjectState.DRAFT}), ProjectState.RECRUITING)})
    perform(project, moves, "recruit", at=AT)
    assert project.state == ProjectState.RECRUITING


def test_an_unknown_action_is_an_error(db: None) -> None:
    with pytest.raises(KeyError):
        perform(make(Task), TRIAL, "delete", at=AT)


def test_a_table_of_other_states_is_refused() -> None:
    with pytest.raises(ValueError, match="recruit"):
        Moves(TaskState, {"recruit": (frozenset({ProjectState.DRAFT}), TaskState.DRAFT)})
    with pytest.raises(ValueError, match="never"):
        Moves(TaskState, {"never": (frozenset(), TaskState.DRAFT)})


@pytest.mark.django_db(transaction=True)
def test_of_two_decisions_at_once_one_holds() -> None:
    """Real connections released together, over and over; on both engines one wins and one is told."""
    outcomes: list[str] = []
    for _turn in range(25):
        task = make(Task, state=TaskState.SUBMITTED)
        barrier = threading.Barrier(2)

        def decide(action: str, pk: int = task.pk, barrier: threading.Barrier = barrier) -> None:
            try:
                mine = Task.objects.get(pk=pk)
                barrier.wait(30)
                perform(mine, TRIAL, action, at=AT)
                outcomes.append("moved")
            except Conflict:
                outcomes.append("conflict")
            finally:
                connection.close()

        threads = [threading.Thread(target=decide, args=(action,)) for action in ("accept", "decline")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert sorted(outcomes) == ["conflict"] * 25 + ["moved"] * 25
