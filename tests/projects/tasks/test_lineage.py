"""A new task that goes on from an earlier one: which, from when, and who sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from portal.core.errors import Conflict, Refused
from portal.core.record import presenters
from portal.core.record.models import RecordEntry
from portal.people.models import Subject
from projects.tasks import queries, services, verify
from projects.tasks.hashing import revision_hash
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from tests.projects.journey import Journey
from tests.projects.reviews.test_anonymity import hide

ROOT = "/projects/aquifer-bench/"


@pytest.fixture
def ana(journey: Journey) -> Subject:
    return journey.member("ana-ruiz")


def withdrawn(journey: Journey, ana: Subject) -> Task:
    return services.withdraw(actor=ana, task=journey.submitted(ana, "A first well"))


def going_on(journey: Journey, ana: Subject, before: Task) -> Task:
    task = journey.draft(ana, "A second well")
    return services.name_predecessor(actor=ana, task=task, number=before.number)


def told(journey: Journey) -> RecordEntry:
    """The last line of a submission."""
    rows = RecordEntry.objects.filter(project=journey.project.public_id, kind="RevisionSubmitted")
    return rows.order_by("-seq")[0]


def shown(mode: str, anonymity: str) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        hide(anonymity)(document)
        document["data"] |= {"visibility": mode, "held_out": "none"}

    return change


def test_it_stands_from_the_first_submission_in_the_hash_and_on_the_record(fresh: Journey) -> None:
    fresh.publish_first(shown("open", "open"))
    ana = fresh.member("ana-ruiz")
    before = withdrawn(fresh, ana)
    task = going_on(fresh, ana, before)
    revision = fresh.submit(ana, task)
    assert presenters.payload(told(fresh))["predecessor"] == before.number
    assert "It goes on from task 1." in presenters.sentence(told(fresh), {}, "Concord")
    with_it = revision_hash(revision, [])
    revision.task.predecessor = None
    assert revision_hash(revision, []) != with_it == revision.hash
    assert [*verify.verify_revisions(fresh.project), *verify.verify_tasks(fresh.project)] == []
    with pytest.raises(Conflict):
        services.name_predecessor(actor=ana, task=task, number=None)


def test_which_task_is_refused(journey: Journey, ana: Subject) -> None:
    running, accepted = journey.submitted(ana, "Running"), journey.accepted(ana, "Accepted")
    task = journey.draft(ana)
    for number, reason in (
        (running.number, "Task 1 is not."),
        (accepted.number, "Task 2 is not."),
        (99, "There is no task 99 in this project."),
    ):
        with pytest.raises(Refused, match=reason):
            services.name_predecessor(actor=ana, task=task, number=number)


def test_a_chain_never_comes_back(journey: Journey, ana: Subject) -> None:
    first = withdrawn(journey, ana)
    second = going_on(journey, ana, first)
    journey.submit(ana, second)
    second = services.withdraw(actor=ana, task=second)
    with pytest.raises(Conflict):
        services.name_predecessor(actor=ana, task=first, number=second.number)
    Task.objects.filter(pk=first.pk).update(predecessor=second)
    assert list(verify.verify_tasks(journey.project)) == [
        "projects_task number 1: it goes on from what is no earlier task of the project"
    ]
    Task.objects.filter(pk=first.pk).update(predecessor=None)


def test_one_that_is_under_way_again_is_no_predecessor_at_submission(journey: Journey, ana: Subject) -> None:
    before = withdrawn(journey, ana)
    task = going_on(journey, ana, before)
    Task.objects.filter(pk=before.pk).update(state="changes_requested")
    with pytest.raises(Refused, match="Task 1 is not"):
        journey.submit(ana, Task.objects.get(pk=task.pk))
    Task.objects.filter(pk=before.pk).update(state="withdrawn")


@pytest.mark.parametrize(
    ("mode", "anonymity", "sees"),
    [
        ("open", "open", {"visitor", "bo", "tomas", "ana"}),
        ("members", "reviewer_hidden", {"bo", "tomas", "ana"}),
        # Tomas holds “audit”.
        ("open", "both_hidden", {"tomas", "ana"}),
    ],
)
def test_who_sees_it_sees_who_wrote_the_later_one(fresh: Journey, mode: str, anonymity: str, sees: set[str]) -> None:
    """Where authors are hidden from reviewers, a link to a task whose author is known would name them."""
    fresh.publish_first(shown(mode, anonymity))
    ana = fresh.member("ana-ruiz")
    before = withdrawn(fresh, ana)
    task = going_on(fresh, ana, before)
    fresh.submit(ana, task)
    task.refresh_from_db()
    bo = fresh.member("bo-lindahl")
    for reader, user in (("visitor", None), ("bo", bo.user), ("tomas", fresh.tomas.user), ("ana", ana.user)):
        viewer = Viewer(user, fresh.project)
        assert (queries.lineage(task, viewer).before == before) is (reader in sees), reader
        assert (queries.lineage(before, viewer).after == (task,)) is (reader in sees), reader
        client = Client()
        if user:
            client.force_login(user)
        api = client.get(f"/api/v1{ROOT}tasks/2/").json()
        assert api.get("predecessor") == (1 if reader in sees else None)
        assert client.get(f"/api/v1{ROOT}tasks/1/").json()["successors"] == ([2] if reader in sees else [])
        for page, other in ((1, 2), (2, 1)):
            text = client.get(f"{ROOT}tasks/{page}/").content.decode()
            assert (f'<a href="{ROOT}tasks/{other}/">Task {other}</a>' in text) is (reader in sees), (reader, page)
    assert ("predecessor" in presenters.payload(told(fresh))) is ("visitor" in sees)


def test_the_pages_name_it_and_give_back_what_was_refused(journey: Journey, ana: Subject) -> None:
    withdrawn(journey, ana)
    client = Client()
    client.force_login(ana.user)
    assert f'href="{ROOT}tasks/new/?predecessor=1"' in client.get(f"{ROOT}tasks/1/").content.decode()
    assert 'value="1"' in client.get(f"{ROOT}tasks/new/?predecessor=1").content.decode()
    refused = client.post(f"{ROOT}tasks/new/", {"title": "Anew", "predecessor": "7"})
    assert refused.status_code == 422
    assert "There is no task 7 in this project." in refused.content.decode()
    assert client.post(f"{ROOT}tasks/new/", {"title": "Anew", "predecessor": "x"}).status_code == 422
    made = client.post(f"{ROOT}tasks/new/", {"title": "Anew", "predecessor": "1"})
    task = Task.objects.get(number=None)
    assert made.status_code == 302
    assert task.predecessor is not None
    assert task.predecessor.number == 1
    place = f"{ROOT}tasks/draft/{task.public_id}/predecessor/"
    for typed, said in (("x1", "Type the number of a task, in digits."), ("7", "There is no task 7 in this project.")):
        refused = client.post(place, {"number": typed})
        assert refused.status_code == 422
        assert said in refused.content.decode()
        assert f'value="{typed}"' in refused.content.decode()
    assert client.post(place, {"number": ""}).status_code == 302
    task.refresh_from_db()
    assert task.predecessor is None
    client.force_login(journey.tomas.user)
    assert client.post(place, {"number": "1"}).status_code == 404
