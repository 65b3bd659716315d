"""The bulk answer on interests is the single one, and pages that ask for many cost as much as for few."""

from __future__ import annotations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.core import clock
from portal.people.models import Affiliation, Subject
from projects.reviews import queries, services
from projects.reviews.interests import Interests
from projects.tasks import policies
from projects.tasks.models import TaskContributor
from tests.projects.journey import SAID, Journey

QUEUE, ASSIGN = "/projects/aquifer-bench/reviews/", "/projects/aquifer-bench/tasks/1/assign/"
OF_THE_QUEUE, OF_THE_ASSIGN_PAGE = 24, 34


def test_the_bulk_answer_is_the_single_one(journey: Journey) -> None:
    """Own work, a share of today, an institution by name and by identifier, nothing."""
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    tasks = [
        journey.submitted(ana, "First"),
        journey.submitted(bo, "Second"),
        journey.submitted(journey.tomas, "Third"),
    ]
    share = {"numerator": 1, "denominator": 2, "added_at": clock.deciding()}
    TaskContributor.objects.create(task=tasks[0], subject=journey.ines, **share)
    Affiliation.objects.create(subject=bo, position=0, name="Institute of Wells", ror="05dxps055")
    Affiliation.objects.create(subject=journey.amara, position=0, name=" institute  of WELLS", ror="")
    Affiliation.objects.create(subject=journey.tomas, position=0, name="Another name", ror="05dxps055")
    everybody = [ana, bo, journey.ines, journey.tomas, journey.amara]
    bulk = Interests(journey.project, tasks, [one.pk for one in everybody])
    found = {(task.title, one.handle): bulk.has(one.pk, task) for task in tasks for one in everybody}
    assert found == {
        (task.title, one.handle): policies.interest(one.pk, task) is not None for task in tasks for one in everybody
    }
    assert [key for key, interested in found.items() if interested] == [
        ("First", "ana-ruiz"),
        ("First", "ines-varga"),
        ("Second", "bo-chen"),
        ("Second", "tomas-lindqvist"),
        ("Second", "amara-nwosu"),
        ("Third", "bo-chen"),
        ("Third", "tomas-lindqvist"),
    ]


def _queries(path: str, journey: Journey) -> int:
    client = Client()
    client.force_login(journey.ines.user)
    assert client.get(path).status_code == 200
    with CaptureQueriesContext(connection) as caught:
        client.get(path)
    return len(caught)


def _wait_for_ines(journey: Journey, vera: Subject, number: int) -> None:
    """A review to write, a round to lead, one to staff and a correction, each once more."""
    author = journey.member(f"author-{number}")
    reviewed = journey.submitted(author, "To review")
    services.assign(actor=vera, round=journey.round(reviewed), reviewer=journey.ines)
    led = journey.submitted(author, "To lead")
    services.appoint_lead(actor=vera, round=journey.round(led), lead=journey.ines)
    done = journey.submitted(author, "To correct")
    journey.judged(done, "accept", "accept")
    round_ = services.appoint_lead(actor=journey.ines, round=journey.round(done), lead=vera)
    services.decide(actor=vera, round=round_, outcome="accept", criteria=[], reasons=SAID)
    services.open_correction(actor=vera, task=done, reasons=SAID)


def test_the_queue_costs_the_same_for_one_and_for_four_of_each(journey: Journey) -> None:
    vera = journey.editor("vera-holm")
    journey.appoint(journey.ines, "reviewer")
    _wait_for_ines(journey, vera, 0)
    due = queries.queue(journey.project, journey.ines, frozenset({"assign", "decide"}))
    assert {one.what for one in due} == {"review", "lead", "assign", "correction"}
    assert _queries(QUEUE, journey) == OF_THE_QUEUE
    for number in range(1, 4):
        _wait_for_ines(journey, vera, number)
    due = queries.queue(journey.project, journey.ines, frozenset({"assign", "decide"}))
    assert len(due) == 20, "four of each; a led round and a reviewed one have seats to fill as well"
    assert [due[3:9], due[9:]] == [list(due)[3:9], list(due)[9:]], "a page is a part of the whole"
    assert _queries(QUEUE, journey) == OF_THE_QUEUE


def test_the_assign_page_costs_the_same_for_two_candidates_and_for_nine(journey: Journey) -> None:
    journey.submitted(journey.member("ana-ruiz"))
    assert _queries(ASSIGN, journey) == OF_THE_ASSIGN_PAGE
    for number in range(7):
        one = journey.reviewer(f"reviewer-{number}")
        Affiliation.objects.create(subject=one, position=0, name="Institute of Wells", ror="")
    assert _queries(ASSIGN, journey) == OF_THE_ASSIGN_PAGE
