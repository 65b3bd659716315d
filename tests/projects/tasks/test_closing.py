"""A project that closes while somebody begins a task."""

from __future__ import annotations

import threading
import time

import pytest
from django.db import connections, transaction

from portal.core.errors import Forbidden
from projects.project import services as projects
from projects.project.models import Project
from projects.tasks import services
from projects.tasks.models import Task
from tests.projects.journey import Journey

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
