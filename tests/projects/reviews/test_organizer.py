"""The organizer's desk: numbers calculated by hand, who reads it, and what it must not tell."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.core import clock
from portal.people.models import Affiliation, Subject
from projects.reviews import health, interests, load, seats
from projects.reviews import services as reviews
from projects.reviews.interests import Interests
from projects.reviews.models import Assignment
from projects.tasks import queries
from projects.tasks.models import Task
from projects.tasks.turn_rows import ASSIGN, LEAD, REVIEWERS
from tests.projects.journey import Journey
from tests.projects.reviews.test_anonymity import hide

Days = Callable[[int], None]
DESK = "/projects/aquifer-bench/desk/"
WHY = "I wrote a paper with one of the authors last year."
# The desk of somebody who assigns: with what its frame asks.
COST = 23


@pytest.fixture
def waiting(journey: Journey, days_later: Days) -> Journey:
    """On day 0: 1 waits for whoever assigns, 2 for Amara, 3 for Ines as the lead of its final stage, 4 was sent back.
    On day 16 comes 5, which Vera wrote and Amara is asked for. First answers were due on day 10, the lead's decision on
    day 14."""
    ana, vera = journey.member("ana-ruiz"), journey.editor("vera-holm")
    journey.submitted(ana, "First")
    journey.ask(journey.submitted(ana, "Second"), journey.amara)
    third = journey.submitted(ana, "Third")
    journey.judged(third, "accept", "accept")
    reviews.appoint_lead(actor=vera, round=journey.round(third), lead=journey.ines)
    journey.judged(journey.submitted(ana, "Fourth"), "revise", "revise")
    days_later(16)
    journey.ask(journey.submitted(vera, "Fifth"), journey.amara)
    return journey


def _browser(reader: Subject | None) -> Client:
    client = Client()
    if reader is not None:
        client.force_login(reader.user)
    return client


def test_the_numbers_are_those_calculated_by_hand(waiting: Journey) -> None:
    project, ines, at = waiting.project, waiting.ines, clock.now()
    rules = queries.stage_rows(project)
    domain, final = health.of_stages(project, rules, "UTC", at)
    assert (domain.stage, domain.waiting) == ("domain", {ASSIGN: 1, REVIEWERS: 2})
    assert (domain.open.count, domain.open.median, domain.open.oldest) == (3, 16, 16), "16, 16 and 0 days"
    assert (domain.decided.count, domain.decided.median) == (2, 0)
    assert (final.stage, final.waiting, final.open.oldest) == ("final", {LEAD: 1}, 16)
    assert (final.decided.count, final.decided.median) == (0, None)
    rows = queries.visible_to(ines.user, project)
    others = health.without_round(rows, "UTC", at)
    assert {key: (one.count, one.oldest) for key, one in others.items()} == {
        "report": (0, None),
        "contributors": (1, 16),
        "correction": (0, None),
    }
    late = [Task.objects.get(pk=pk).number for pk in health.stuck(project, rules, at)]
    assert late == [1, 2, 3]
    loads = {one.reviewer: one for one in load.of_reviewers(project, ines, rules, "UTC", at)}
    told = {one: (it.open, it.overdue, it.filed) for one, it in loads.items()}
    assert told[waiting.amara.pk] == (2, 1, 2)
    assert told[waiting.tomas.pk] == (0, 0, 2)
    assert next(iter(loads)) == waiting.amara.pk, "who is overdue stands first"
    due = {place.round.task.number: _is_over(place) for place in Assignment.objects.filter(state="offered")}
    assert due == {2: True, 5: False}, "as the page on which she is released counts her days"


def _is_over(place: Assignment) -> bool:
    last = seats.of(place.round).due(place)
    return last is not None and last < clock.now()


def test_each_number_leads_to_as_many_tasks(waiting: Journey) -> None:
    client = _browser(waiting.ines)
    page = client.get(DESK).content.decode()
    found = re.findall(r'<a href="([^"]+tasks/\?[^"]+)">(\d+)', page)
    assert [int(n) for _href, n in found] == [3, 3, 1, 2, 0, 1, 0, 0, 1, 0, 1, 0]
    for href, n in found:
        listed = client.get(href.replace("&amp;", "&")).content.decode()
        assert len(re.findall(r'<td class="is-number"', listed)) == int(n), href


def test_whose_interest_a_task_is_does_not_count_who_reviews_it(waiting: Journey) -> None:
    """Vera wrote 5, so Amara has one review of hers less for her; a declared interest in 2 takes the other."""
    vera = Subject.objects.get(handle="vera-holm")
    rules = queries.stage_rows(waiting.project)

    def opened() -> int:
        found = load.of_reviewers(waiting.project, vera, rules, "UTC", clock.now())
        return next(one.open for one in found if one.reviewer == waiting.amara.pk)

    assert opened() == 1
    reviews.declare_interest(actor=vera, task=Task.objects.get(number=2), kind="personal", text=WHY)
    assert opened() == 0


def test_the_interests_of_one_person_are_those_of_the_rule(waiting: Journey) -> None:
    vera, ana = Subject.objects.get(handle="vera-holm"), Subject.objects.get(handle="ana-ruiz")
    for who, name in ((ana, "Survey of  Wells"), (waiting.tomas, "survey of wells")):
        Affiliation.objects.create(subject=who, position=1, name=name)
    reviews.declare_interest(actor=waiting.amara, task=Task.objects.get(number=1), kind="personal", text=WHY)
    tasks, people = list(queries.submitted(waiting.project)), [vera, waiting.tomas, waiting.amara, waiting.ines]
    rule = Interests(waiting.project, tasks, [one.pk for one in people])
    among = queries.submitted(waiting.project).values("pk")
    sizes = []
    for person in people:
        found = interests.tasks_of(waiting.project, person, among)
        assert found == {task.pk for task in tasks if rule.has(person.pk, task)}
        sizes.append(len(found))
    assert sizes == [1, 4, 1, 0]


def _asked(client: Client) -> int:
    client.get(DESK)
    with CaptureQueriesContext(connection) as caught:
        assert client.get(DESK).status_code == 200
    return sum("projects_" in query["sql"] for query in caught)


def test_the_desk_costs_the_same_for_more(waiting: Journey) -> None:
    client = _browser(waiting.ines)
    small = _asked(client)
    ana = Subject.objects.get(handle="ana-ruiz")
    for number in range(4):
        task = waiting.submitted(ana, f"Well {number}")
        waiting.ask(task, waiting.amara)
    clock.move(dt.timedelta(days=12))
    assert (small, _asked(client)) == (COST, COST)


def test_who_reads_the_desk_and_what_it_names(fresh: Journey) -> None:
    """Somebody who chairs and does not assign sees what waits, and nobody's load."""

    def with_speaker(document: dict[str, Any]) -> None:
        hide("reviewer_hidden")(document)
        chairs = {"id": "speaker", "title": "Speaker", "duties": "Chairs tasks.", "powers": ["chair"]}
        document["roles"].append(chairs | {"criteria": "none", "granted": "appointed"})

    fresh.publish_first(with_speaker)
    ana, rui, vera = fresh.member("ana-ruiz"), fresh.reviewer("rui-costa"), fresh.editor("vera-holm")
    speaker = fresh.member("eve-moss")
    fresh.appoint(speaker, "speaker")
    fresh.ask(fresh.submitted(ana), rui)
    table = {None: 302, ana: 403, rui: 403, speaker: 200, vera: 200, fresh.ines: 200}
    pages = {who: _browser(who).get(DESK) for who in table}
    assert {who: page.status_code for who, page in pages.items()} == table
    names = {who: "rui-costa" in page.content.decode() for who, page in pages.items() if page.status_code == 200}
    assert names == {speaker: False, vera: True, fresh.ines: True}
    assert "Organizer’s desk" in _browser(vera).get("/projects/aquifer-bench/tasks/").content.decode()
    assert "Organizer’s desk" not in _browser(rui).get("/projects/aquifer-bench/tasks/").content.decode()
