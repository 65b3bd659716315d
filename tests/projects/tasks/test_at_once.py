"""Two people at once: a project that closes while a task begins, shares that change while it is submitted."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connections, transaction

from portal.core.errors import Conflict, Forbidden
from projects.project import services as projects
from projects.project.models import Project
from projects.tasks import services
from projects.tasks.models import Task
from tests.projects.journey import Journey
from tests.projects.reviews.test_races import in_pairs

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_page_opened_before_the_project_closed_begins_no_task(journey: Journey) -> None:
    ana, stale = journey.member("ana-ruiz"), Project.objects.get(pk=journey.project.pk)
    projects.close(actor=journey.ines, project=Project.objects.get(pk=journey.project.pk))
    with pytest.raises(Forbidden):
        services.create(actor=ana, project=stale, title="Too late")
    assert not Task.objects.exists()


def test_a_closing_that_is_under_way_is_waited_for(journey: Journey) -> None:
    """A32: the state is read under the lock, not before it."""
    ana, ines = journey.member("ana-ruiz"), journey.ines
    raised: list[Exception] = []

    def begin() -> None:
        try:
            services.create(actor=ana, project=Project.objects.get(pk=journey.project.pk), title="Meanwhile")
        except Exception as error:
            raised.append(error)
        finally:
            connections.close_all()

    other = threading.Thread(target=begin)
    with transaction.atomic():
        projects.close(actor=ines, project=Project.objects.get(pk=journey.project.pk))
        other.start()
        time.sleep(1)
    other.join(timeout=60)
    assert [type(error) for error in raised] == [Forbidden]
    assert not Task.objects.exists()


def test_submission_and_a_change_of_the_shares_at_once_are_one_act(journey: Journey) -> None:
    """Either the revision holds the shares that were confirmed, or the change came first and nothing was submitted."""
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    drafts = [journey.draft(ana, f"Task {number}") for number in range(20)]

    def submit(task: Task) -> Callable[[], object]:
        return lambda: services.submit(actor=ana, task=task, version=task.draft.version)

    def share(task: Task) -> Callable[[], object]:
        both = {"ana-ruiz": "1/2", "bo-chen": "1/2"}
        return lambda: services.set_shares(actor=ana, task=task, shares=both, version=task.draft.version)

    for task, (submitted, shared) in zip(drafts, in_pairs([(submit(t), share(t)) for t in drafts]), strict=True):
        assert isinstance(submitted, Conflict) != isinstance(shared, Conflict), (submitted, shared)
        revision, people = task.revisions.first(), {row.subject_id for row in task.contributors.all()}
        assert (revision is None) == (people == {ana.pk, bo.pk})
        assert revision is None or revision.shares == {ana.pk: "1"}
