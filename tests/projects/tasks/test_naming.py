"""In closed projects each contributor of an accepted task chooses whether everybody reads their name beside it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from portal.core.errors import Conflict, Forbidden
from portal.core.record import presenters
from portal.core.record.models import RecordEntry
from portal.people import erasing
from portal.people.models import Subject, User
from projects.tasks import queries
from projects.tasks import services as tasks
from projects.tasks.kept import KEPT
from projects.tasks.models import Task, TaskContributor
from projects.tasks.verify import verify_names
from tests.projects.journey import Journey, fresh

__all__ = ["fresh"]
pytestmark = pytest.mark.django_db
ANA, BEA = "Ana Quispe", "Bea Quist"


def closed(document: dict[str, Any]) -> None:
    document["data"]["visibility"] = "closed"


def shared(at: Journey, author: Subject, other: Subject) -> Task:
    """A draft of two, each with a half that they confirmed."""
    task = at.draft(author)
    halves = {str(one.handle): "1/2" for one in (author, other)}
    tasks.set_shares(actor=author, task=task, shares=halves, version=task.draft.version)
    for one in (author, other):
        version = queries.binding_version(task)
        assert version is not None
        tasks.confirm_share(actor=one, task=task, terms_number=version.number, terms_hash=version.hash)
    return task


@pytest.fixture
def at(fresh: Journey) -> Journey:
    fresh.publish_first(closed)
    fresh.person("ana", name=ANA)
    fresh.person("bea", name=BEA)
    return fresh


@pytest.fixture
def task(at: Journey) -> Task:
    """Task 1 of Ana and Bea, accepted."""
    task = shared(at, at.member("ana"), at.member("bea"))
    at.submit(at.person("ana"), task)
    at.judged(task, "accept", "accept")
    at.decided(task)
    return task


def client(who: Subject | None) -> Client:
    found = Client()
    if who is not None:
        found.force_login(User.objects.get(subject=who))
    return found


def seen(reader: Client, subjects: dict[str, str]) -> dict[str, set[str]]:
    """Whose names each place shows to the reader; `subjects` are printed names by subject id."""
    place = "/projects/aquifer-bench/tasks/"
    pages = {"page": reader.get(f"{place}1/"), "list": reader.get(place)}
    found = {
        where: {name for name in subjects.values() if name in answer.content.decode()}
        for where, answer in pages.items()
    }
    told = reader.get("/api/v1/projects/aquifer-bench/tasks/1/").json()
    rows = reader.get("/api/v1/projects/aquifer-bench/tasks/").json()["results"]
    for where, row in (("api", told), ("api list", rows[0])):
        found[where] = {subjects[one] for one in [*row.get("contributors", {}), *row.get("named", [])]}
    return found


# What was chosen so far -> what those read who do not see the contributors as such.
CHOICES: dict[str, tuple[list[tuple[str, bool]], set[str]]] = {
    "nobody chose": ([], set()),
    "one": ([("ana", True)], {ANA}),
    "both": ([("ana", True), ("bea", True)], {ANA, BEA}),
    "the other": ([("bea", True)], {BEA}),
    "one, taken back": ([("ana", True), ("ana", False)], set()),
    "both, one taken back": ([("ana", True), ("bea", True), ("ana", False)], {BEA}),
    "twice": ([("ana", True), ("ana", True)], {ANA}),
}


@pytest.mark.parametrize("case", CHOICES)
def test_who_reads_which_names(at: Journey, task: Task, case: str) -> None:
    acts, public = CHOICES[case]
    for handle, named in acts:
        tasks.set_named(actor=at.person(handle), task=task, named=named)
    both = {ANA, BEA}
    # Ines leads and audits; Tomas and Amara reviewed it.
    readers: dict[str, tuple[Subject | None, set[str]]] = {
        "visitor": (None, public),
        "outsider": (at.person("zoe"), public),
        "member": (at.member("mia"), public),
        "Ana": (at.person("ana"), both),
        "Bea": (at.person("bea"), both),
        "reviewer": (at.tomas, both),
        "lead and auditor": (at.ines, both),
    }
    subjects = {at.person("ana").pk: ANA, at.person("bea").pk: BEA}
    for who, (subject, expected) in readers.items():
        found = seen(client(subject), subjects)
        assert found == dict.fromkeys(found, expected), (case, who)
    # The title and the share of a half stay where they were.
    page = client(None).get("/projects/aquifer-bench/tasks/1/").content.decode()
    assert task.title not in page
    assert "½" not in page
    assert "1/2" not in page
    assert ("named by their own choice" in page) == bool(public)


@pytest.mark.parametrize("case", CHOICES)
def test_the_record_names_nobody_and_counts_nobody(at: Journey, task: Task, case: str) -> None:
    """One line for the first name and one for the last that goes, of the day alone."""
    acts, _public = CHOICES[case]
    for handle, named in acts:
        tasks.set_named(actor=at.person(handle), task=task, named=named)
    told = RecordEntry.objects.filter(kind__in=("TaskNamed", "TaskUnnamed")).order_by("seq")
    expected = {0: [], 1: ["TaskNamed"], 2: ["TaskNamed"], 3: ["TaskNamed"]}[len(acts)]
    if case == "one, taken back":
        expected = ["TaskNamed", "TaskUnnamed"]
    assert [one.kind for one in told] == expected
    for one in told:
        assert one.actor == ""
        assert presenters.payload(one) == {"task": 1}
        before = RecordEntry.objects.get(project=one.project, seq=one.seq - 1)
        assert (one.at.hour, one.at.minute) == (0, 0) or one.at == before.at
    assert list(verify_names(at.project)) == []


def test_erasing_takes_the_name_and_tells_nobody(at: Journey, task: Task) -> None:
    ana = at.person("ana")
    tasks.set_named(actor=ana, task=task, named=True)
    lines = RecordEntry.objects.count()
    erasing.erase_own(actor=ana, subject=ana)
    assert not TaskContributor.objects.exclude(named_at=None).exists()
    assert RecordEntry.objects.count() == lines
    page = client(None).get("/projects/aquifer-bench/tasks/1/").content.decode()
    assert ANA not in page
    assert "Withdrawn contributor" not in page
    assert list(verify_names(at.project)) == []


STATES = ["draft", "submitted", "declined", "withdrawn", "accepted", "revoked"]


@pytest.mark.parametrize("state", STATES)
def test_a_name_is_shown_beside_accepted_tasks_only_and_taken_back_from_any(
    at: Journey, task: Task, state: str
) -> None:
    ana = at.person("ana")
    if state == "draft":
        task = at.draft(ana)
    elif state != "accepted":
        tasks.set_named(actor=ana, task=task, named=True)
        Task.objects.filter(pk=task.pk).update(state=state)
    if state == "accepted":
        assert tasks.set_named(actor=ana, task=task, named=True).named_at is not None
    else:
        with pytest.raises(Conflict):
            tasks.set_named(actor=at.person("bea") if state != "draft" else ana, task=task, named=True)
    assert tasks.set_named(actor=ana, task=task, named=False).named_at is None


def test_only_a_contributor_for_themselves(at: Journey, task: Task) -> None:
    place = "/projects/aquifer-bench/tasks/1/naming/"
    for who in (at.tomas, at.ines, at.member("mia")):
        with pytest.raises(Forbidden):
            tasks.set_named(actor=who, task=task, named=True)
        assert client(who).post(place, {"show": "yes"}).status_code == 404
    assert client(None).post(place, {"show": "yes"}).status_code == 403
    ana = client(at.person("ana"))
    assert ana.get(place).status_code == 405
    assert ana.post(place, {"show": "perhaps"}).status_code == 400
    assert not TaskContributor.objects.exclude(named_at=None).exists()
    assert ana.post(place, {"show": "yes"}).status_code == 302
    assert list(TaskContributor.objects.exclude(named_at=None).values_list("subject", flat=True)) == [
        at.person("ana").pk
    ]
    assert "Take my name back" in ana.get("/projects/aquifer-bench/tasks/1/").content.decode()
    assert "Show my name" in client(at.person("bea")).get("/projects/aquifer-bench/tasks/1/").content.decode()


@pytest.mark.parametrize("mode", ["open", "members"])
def test_elsewhere_the_terms_say_it(fresh: Journey, mode: str) -> None:
    fresh.publish_first(lambda document: document["data"].update(visibility=mode, held_out="none"))
    ana = fresh.member("ana")
    task = fresh.accepted(ana)
    with pytest.raises(Conflict):
        tasks.set_named(actor=ana, task=task, named=True)
    assert "Show my name" not in client(ana).get("/projects/aquifer-bench/tasks/1/").content.decode()


def test_ones_own_data_say_since_when(at: Journey, task: Task) -> None:
    ana = at.person("ana")
    row = tasks.set_named(actor=ana, task=task, named=True)
    [kept] = [one for one in KEPT if one.key == "tasks"]
    [told] = kept.read(ana)  # type: ignore[misc]
    assert told["named_since"] == row.named_at


@pytest.mark.damages
def test_a_name_that_nobody_chose_is_found(at: Journey, task: Task) -> None:
    TaskContributor.objects.filter(subject__handle="bea").update(named_at=task.state_since)
    [fault] = verify_names(at.project)
    assert "the record does not tell that anybody is" in fault
