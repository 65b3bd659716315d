"""The way back from an end: who opens it, from where, and what stays."""

from __future__ import annotations

import pytest
from django.test import Client

from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record import presenters
from portal.core.record.models import RecordEntry
from portal.notices.models import Notice
from portal.people.models import Subject
from projects.reviews import queries
from projects.reviews import services as reviews
from projects.reviews.models import Reopening, ReviewDecision
from projects.tasks import services as tasks
from projects.tasks.models import Task
from projects.tasks.states import TaskState
from tests.projects.journey import SAID, Journey

PAGE = "/projects/aquifer-bench/tasks/1/reopen/"


@pytest.fixture
def ana(journey: Journey) -> Subject:
    return journey.member("ana-ruiz")


def declined_by_lead(journey: Journey, ana: Subject) -> Task:
    task = journey.submitted(ana)
    journey.judged(task, "accept", "accept")
    journey.decided(task, "decline")
    return task


def declined_by_verdicts(journey: Journey, ana: Subject) -> Task:
    task = journey.submitted(ana)
    journey.judged(task, "decline", "decline")
    return task


def test_a_declined_task_goes_back_to_its_contributors_with_its_history(journey: Journey, ana: Subject) -> None:
    task, editor = declined_by_lead(journey, ana), journey.editor("eda-moss")
    made = reviews.reopen(actor=editor, task=task, reasons=SAID)
    task.refresh_from_db()
    assert task.state == TaskState.CHANGES_REQUESTED
    assert (made.after, made.by, made.reasons) == ("declined", editor, SAID)
    assert ReviewDecision.objects.filter(round__task=task).count() == 2
    entry = RecordEntry.objects.filter(project=journey.project.public_id).order_by("seq").last()
    assert entry is not None
    assert entry.kind == "TaskReopened"
    assert presenters.payload(entry)["after"] == "declined"
    assert Notice.objects.filter(kind="task_reopened", subject=ana).count() == 1


def test_it_is_then_revised_and_may_be_accepted(journey: Journey, ana: Subject) -> None:
    task, editor = declined_by_lead(journey, ana), journey.editor("eda-moss")
    reviews.reopen(actor=editor, task=task, reasons=SAID)
    journey.submit(ana, task)
    # The stage “domain” had accepted these words; the stage that declined decides anew.
    assert journey.round(task).stage == "final"
    round_ = reviews.appoint_lead(actor=journey.ines, round=journey.round(task), lead=editor)
    reviews.decide(actor=editor, round=round_, outcome="accept", criteria=[], reasons=SAID)
    task.refresh_from_db()
    assert task.state == TaskState.ACCEPTED


@pytest.mark.parametrize("how", ["lead", "verdicts"])
def test_nobody_reopens_what_they_ended(journey: Journey, ana: Subject, how: str) -> None:
    task = declined_by_lead(journey, ana) if how == "lead" else declined_by_verdicts(journey, ana)
    who = journey.ines if how == "lead" else journey.tomas
    if how == "verdicts":
        journey.appoint(journey.tomas, "editor")
    with pytest.raises(Forbidden, match="Somebody else says whether it is reopened"):
        reviews.reopen(actor=who, task=task, reasons=SAID)
    if how == "verdicts":
        reviews.reopen(actor=journey.ines, task=task, reasons=SAID)


def test_nobody_reopens_their_own_work_or_without_the_power(journey: Journey, ana: Subject) -> None:
    task = declined_by_lead(journey, ana)
    journey.appoint(ana, "editor")
    with pytest.raises(Forbidden, match="This is your own work"):
        reviews.reopen(actor=ana, task=task, reasons=SAID)
    with pytest.raises(Forbidden, match="You lack the right to do this"):
        reviews.reopen(actor=journey.tomas, task=task, reasons=SAID)
    assert not Reopening.objects.exists()


def test_a_task_taken_back_unreviewed_is_reopened_and_a_withdrawn_one_is_not(journey: Journey, ana: Subject) -> None:
    late, back = journey.submitted(ana), journey.submitted(ana, "A second well")
    Task.objects.filter(pk=late.pk).update(state=TaskState.NOT_REVIEWED)
    tasks.withdraw(actor=ana, task=back)
    reviews.reopen(actor=journey.ines, task=late, reasons=SAID)
    for other in (back, journey.accepted(ana, "A third well"), journey.submitted(ana, "A fourth well")):
        with pytest.raises(Conflict, match="This cannot be done now"):
            reviews.reopen(actor=journey.ines, task=other, reasons=SAID)


@pytest.mark.damages  # a number of revisions by hand
def test_where_no_round_is_left_it_is_not_reopened(journey: Journey, ana: Subject) -> None:
    task = declined_by_lead(journey, ana)
    Task.objects.filter(pk=task.pk).update(revision_count=6)
    with pytest.raises(Refused) as refusal:
        reviews.reopen(actor=journey.editor("eda-moss"), task=task, reasons=SAID)
    assert list(refusal.value.reasons) == [
        "The terms allow at most 6 rounds.",
        "A new task may name this one as the one it goes on from.",
    ]
    task.refresh_from_db()
    assert task.state == TaskState.DECLINED


def test_of_two_at_once_one_reopens_it(journey: Journey, ana: Subject) -> None:
    task, first, second = declined_by_lead(journey, ana), journey.editor("eda-moss"), journey.editor("edo-mori")
    stale = Task.objects.get(pk=task.pk)
    reviews.reopen(actor=first, task=task, reasons=SAID)
    with pytest.raises(Conflict):
        reviews.reopen(actor=second, task=stale, reasons=SAID)
    assert Reopening.objects.count() == 1


def test_the_page_asks_for_a_reason_and_gives_it_back(journey: Journey, ana: Subject) -> None:
    declined_by_lead(journey, ana)
    client = Client()
    client.force_login(journey.editor("eda-moss").user)
    assert (
        'href="/projects/aquifer-bench/tasks/1/reopen/"'
        in client.get("/projects/aquifer-bench/tasks/1/").content.decode()
    )
    assert "The last decision" in client.get(PAGE).content.decode()
    refused = client.post(PAGE, {"reasons": "no."})
    assert refused.status_code == 422
    assert ">\nno.</textarea>" in refused.content.decode()
    assert client.post(PAGE, {"reasons": SAID}).status_code == 302
    shown = Client().get("/projects/aquifer-bench/tasks/1/").content.decode()
    assert "reopened it; it was “Declined”" in shown
    assert SAID in shown
    again = client.post(PAGE, {"reasons": SAID})
    assert again.status_code == 409
    assert SAID in again.content.decode()
    assert client.get(PAGE).status_code == 409


def test_who_decided_reads_why_it_is_for_somebody_else(journey: Journey, ana: Subject) -> None:
    declined_by_lead(journey, ana)
    client = Client()
    client.force_login(journey.ines.user)
    page = client.get(PAGE).content.decode()
    assert "Somebody else says whether it is reopened." in page
    assert "<textarea" not in page
    client.force_login(journey.tomas.user)
    assert client.get(PAGE).status_code == 403


def test_requests_of_a_declined_task_are_answered_once_it_is_open(journey: Journey, ana: Subject) -> None:
    task = declined_by_verdicts(journey, ana)
    reviews.reopen(actor=journey.ines, task=task, reasons=SAID)
    with pytest.raises(Refused, match="Answer every request first"):
        journey.submit(ana, task)
    for one in queries.requests_of(task):
        reviews.answer_request(actor=ana, request=one, state="contested", text=SAID)
    journey.submit(ana, task)
    assert task.state == TaskState.SUBMITTED
