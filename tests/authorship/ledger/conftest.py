"""A task as the tasks room leaves it when it was accepted."""

import pytest

from portal.core import clock
from projects.tasks.models import Task
from projects.tasks.states import TaskState


@pytest.fixture
def task_of(open_project):
    def make(creator, *, terms=1, number=1):
        at = clock.deciding()
        day = clock.today("UTC", at)
        return Task.objects.create(
            project=open_project,
            number=number,
            state=TaskState.ACCEPTED,
            state_since=at,
            title="A pumping test with a leaky boundary",
            terms=terms,
            revision_count=1,
            created_by=creator,
            created_at=at,
            submitted_on=day,
            accepted_on=day,
        )

    return make


def text_of(response):
    """The whole of a streamed answer."""
    return b"".join(response.streaming_content).decode()
