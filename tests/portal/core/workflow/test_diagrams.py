"""The diagrams are what the tables say, and so are the docs."""

import pytest
from django.core.management import call_command

from portal.core.workflow import registry
from portal.core.workflow.diagrams import mermaid
from portal.core.workflow.moves import Moves
from projects.tasks.states import TaskState


def test_a_diagram() -> None:
    moves = Moves(
        TaskState,
        {
            "submit": (frozenset({TaskState.DRAFT}), TaskState.SUBMITTED),
            "withdraw": (frozenset({TaskState.SUBMITTED, TaskState.DRAFT}), TaskState.WITHDRAWN),
        },
    )
    assert mermaid(moves) == "\n".join(
        [
            "stateDiagram-v2",
            "    [*] --> draft",
            "    draft --> submitted: submit",
            "    draft --> withdrawn: withdraw",
            "    submitted --> withdrawn: withdraw",
            "    withdrawn --> [*]",
        ]
    )


def test_a_name_has_one_table() -> None:
    other = Moves(TaskState, {"submit": (frozenset({TaskState.DRAFT}), TaskState.SUBMITTED)})
    with pytest.raises(ValueError, match="twice"):
        registry.register("task", other)


def test_the_docs_are_what_the_tables_say() -> None:
    """Where this fails: `manage.py write_docs`."""
    call_command("write_docs", check=True)
