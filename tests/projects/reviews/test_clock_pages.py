"""The pages of days, chairs and interests, as their readers send and read them; and where a task's time went."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.core import clock
from portal.people.models import Subject
from projects.reviews import ages, jobs, queries, services
from projects.reviews.ages import Median
from projects.reviews.models import RoundStep, TaskChair
from projects.tasks.models import DeclaredInterest, Task
from tests.projects.journey import STATEMENT, Journey
from tests.projects.reviews.test_clocks import LATE, WHY, in_days
from tests.projects.reviews.test_declared import WORDS

Days = Callable[[int], None]
ROOT = "/projects/aquifer-bench/"
TASK = f"{ROOT}tasks/1/"
CLOCK, CHAIRS, INTERESTS = f"{TASK}clock/", f"{TASK}chairs/", f"{TASK}interests/"
OF_TIMES, OF_MEDIANS = 6, 6


def browser(reader: Subject | None) -> Client:
    client = Client()
    if reader is not None:
        client.force_login(reader.user)
    return client


def read(reader: Subject | None, path: str) -> str:
    answer = browser(reader).get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return " ".join(answer.content.decode().split())


@pytest.fixture
def chaired(journey: Journey) -> Task:
    """A submitted task of Ana's that Vera chairs and Tomas is asked to review."""
    task = journey.submitted(journey.member("ana-ruiz"))
    services.assign_chair(actor=journey.ines, task=task, chair=journey.editor("vera-holm"))
    journey.ask(task, journey.tomas)
    return task


def test_a_chair_moves_a_day_on_and_everybody_reads_it(journey: Journey, chaired: Task) -> None:
    vera, ana = journey.person("vera-holm"), journey.person("ana-ruiz")
    assert "Move the day on for everybody" in read(vera, CLOCK)
    for other in (None, ana, journey.ines, journey.tomas):
        assert "Move the day on for everybody" not in read(other, CLOCK)
    form = {"stage": "domain", "do": "extend", "clock": "first_answer", "day": in_days(15).isoformat(), "reason": WHY}
    assert browser(vera).post(CLOCK, form).headers["Location"] == CLOCK
    old, new = (f"{one.day} {one:%b %Y}" for one in (in_days(10), in_days(15)))
    for reader in (None, ana, journey.tomas, journey.member("bo-lindahl")):
        page = read(reader, CLOCK)
        assert "The day of the first answer was moved on from <time" in page
        for words in (old, new, WHY, "Vera Holm"):
            assert words in page
        assert "A day of an open round was moved on, for everybody." in read(reader, TASK)
    assert WHY in read(journey.member("bo-lindahl"), ROOT)
    assert WHY not in read(None, ROOT), "outside, the record says it"
    assert WHY in read(None, f"{ROOT}record/")


@pytest.mark.parametrize("day", ["", "tomorrow", "2027-02-30", "0", "9" * 40, "+002027-01-01"])
def test_what_is_no_day_is_refused_and_the_reason_stays(journey: Journey, chaired: Task, day: str) -> None:
    form = {"stage": "domain", "do": "extend", "clock": "decision", "day": day, "reason": WHY}
    answer = browser(journey.person("vera-holm")).post(CLOCK, form)
    assert answer.status_code == 422
    assert "Write the new day as year-month-day, like 2027-03-09." in answer.content.decode()
    assert WHY in answer.content.decode()
    assert not RoundStep.objects.exists()


def test_what_is_sent_without_a_right_or_a_session_comes_back_as_text(journey: Journey, chaired: Task) -> None:
    form = {"stage": "domain", "do": "extend", "clock": "decision", "day": "2099-01-01", "reason": WHY}
    for reader in (None, journey.ines, journey.person("ana-ruiz"), journey.person("a-stranger")):
        answer = browser(reader).post(CLOCK, form)
        assert answer.status_code == 403
        assert WHY in answer.content.decode()
    assert browser(journey.ines).post(CLOCK, {**form, "stage": "nowhere"}).status_code == 404
    assert browser(None).get(f"{ROOT}tasks/99/clock/").status_code == 404


def test_a_contributor_asks_and_says_why_to_those_who_see_the_reviews(
    journey: Journey, chaired: Task, days_later: Days
) -> None:
    ana = journey.person("ana-ruiz")
    assert "Ask for somebody else" not in read(ana, TASK)
    days_later(11)
    jobs.pass_on()
    assert "Ask for somebody else" in read(ana, TASK)
    assert "Ask for somebody else" not in read(journey.ines, CLOCK)
    refused = browser(ana).post(CLOCK, {"stage": "domain", "do": "ask", "reason": "Hello?"})
    assert refused.status_code == 422
    assert "Hello?" in refused.content.decode()
    assert browser(ana).post(CLOCK, {"stage": "domain", "do": "ask", "reason": LATE}).status_code == 302
    assert "Ask for somebody else" not in read(ana, CLOCK)
    for reader, seen in ((ana, True), (journey.person("vera-holm"), True), (journey.member("bo-lindahl"), False)):
        page = read(reader, CLOCK)
        assert "The contributors asked for somebody else, since" in page
        assert "No answer by the end of" in page
        assert (LATE in page) is seen
    assert LATE not in read(None, CLOCK)
    assert browser(ana).post(CLOCK, {"stage": "domain", "do": "ask", "reason": LATE}).status_code == 409


def test_chairs_are_assigned_and_ended_on_their_page(journey: Journey) -> None:
    vera = journey.editor("vera-holm")
    journey.submitted(journey.member("ana-ruiz"))
    ines = browser(journey.ines)
    assert "Nobody chairs this task." in read(journey.ines, CHAIRS)
    assert ines.post(CHAIRS, {"do": "assign", "handle": ""}).status_code == 422
    assert ines.post(CHAIRS, {"do": "assign", "handle": "nobody"}).status_code == 422
    assert ines.post(CHAIRS, {"do": "assign", "handle": "tomas-lindqvist"}).status_code == 403
    assert ines.post(CHAIRS, {"do": "assign", "handle": "vera-holm"}).status_code == 302
    assert TaskChair.objects.get().chair == vera
    assert ines.post(CHAIRS, {"do": "assign", "handle": "vera-holm"}).status_code == 409
    assert "Step down as the chair" in read(vera, CHAIRS)
    assert "End that Vera Holm chairs it" in read(journey.ines, CHAIRS)
    assert browser(vera).post(CHAIRS, {"do": "step_down", "handle": "vera-holm"}).status_code == 302
    assert TaskChair.objects.get().ended_at is not None
    assert ines.post(CHAIRS, {"do": "end", "handle": "vera-holm"}).status_code == 404
    for other in (journey.tomas, journey.person("ana-ruiz")):
        assert browser(other).get(CHAIRS).status_code == 403


def test_interests_are_declared_and_waived_on_their_page(journey: Journey) -> None:
    vera = journey.editor("vera-holm")
    journey.submitted(journey.member("ana-ruiz"))
    tomas = browser(journey.tomas)
    refused = tomas.post(INTERESTS, {"do": "declare", "kind": "", "text": WORDS})
    assert refused.status_code == 422
    assert WORDS in refused.content.decode()
    assert tomas.post(INTERESTS, {"do": "declare", "kind": "personal", "text": WORDS}).status_code == 302
    interest = DeclaredInterest.objects.get()
    assert WORDS in read(journey.tomas, INTERESTS)
    assert WORDS in read(vera, INTERESTS)
    assert WORDS not in read(journey.amara, INTERESTS), "a reviewer reads their own"
    form = {"do": "waive", "interest": str(interest.pk), "reason": WHY}
    assert browser(journey.amara).post(INTERESTS, form).status_code == 404
    assert tomas.post(INTERESTS, form).status_code == 403
    refused = browser(vera).post(INTERESTS, {**form, "reason": "Nothing."})
    assert refused.status_code == 422
    assert "Nothing." in refused.content.decode()
    assert browser(vera).post(INTERESTS, {**form, "interest": "x"}).status_code == 404
    assert browser(vera).post(INTERESTS, form).status_code == 302
    assert WHY in read(journey.tomas, INTERESTS)
    assert WHY in read(None, f"{ROOT}record/")
    for other in (journey.person("ana-ruiz"), journey.member("bo-lindahl")):
        assert browser(other).get(INTERESTS).status_code == 403


def test_a_stage_that_nobody_can_decide_says_so_to_whom_it_stops(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "accept", "accept")
    services.declare_interest(actor=journey.ines, task=task, kind="personal", text=WORDS)
    says = "Everybody who may decide this stage has an interest in the task. It waits; nothing decides by itself."
    for reader, told in ((journey.person("ana-ruiz"), True), (journey.ines, True), (None, False)):
        assert (says in read(reader, TASK)) is told
    assert "For this the terms name the role “Organizer”." in read(journey.ines, f"{TASK}assign/")


def test_who_left_is_marked_on_the_page_that_asks(journey: Journey, days_later: Days) -> None:
    ana, rui = journey.member("ana-ruiz"), journey.reviewer("rui-costa")
    task = journey.submitted(ana)
    services.step_down(actor=journey.tomas, assignment=journey.agreed(task, journey.tomas))
    slow = journey.ask(task, journey.amara)
    days_later(11)
    places = [journey.agreed(task, who) for who in (rui, journey.reviewer("kofi-adu"))]
    services.release(actor=journey.ines, assignment=slow)
    for place in places:
        journey.file(place, "revise")
    task.refresh_from_db()
    for request in queries.requests_of(task):
        services.answer_request(actor=ana, request=request, state="done", text="It is named now.")
    journey.write(ana, task, STATEMENT + "\nSay more.\n")
    journey.submit(ana, task)
    page = read(journey.ines, f"{TASK}assign/")
    assert "Tomas Lindqvist – stepped down from this task" in page
    assert "Amara Nwosu – was released from this task" in page
    assert "Rui Costa – reviewed an earlier round" in page


def test_a_chairs_queue_holds_the_days_that_passed(journey: Journey, chaired: Task, days_later: Days) -> None:
    vera = journey.person("vera-holm")
    powers = frozenset({"chair"})
    assert list(queries.queue(journey.project, vera, powers)) == []
    days_later(11)
    assert [one.what for one in queries.queue(journey.project, vera, powers)] == ["clock"]
    assert "See to a day that passed, as the chair" in read(vera, f"{ROOT}reviews/")


def _walked(journey: Journey, days_later: Days) -> Task:
    """Three days until somebody is asked, two until both have filed, four until it is revised; then two and one."""
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    days_later(3)
    places = [journey.agreed(task, one) for one in (journey.tomas, journey.amara)]
    journey.file(places[0], "revise")
    days_later(2)
    journey.file(places[1], "revise")
    task.refresh_from_db()
    days_later(4)
    for request in queries.requests_of(task):
        services.answer_request(actor=ana, request=request, state="done", text="It is named now.")
    journey.write(ana, task, STATEMENT + "\nThe river speaks for it.\n")
    journey.submit(ana, task)
    journey.judged(task, "accept", "accept")
    days_later(2)
    services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.ines)
    days_later(1)
    return task


def test_stage_times_are_days_and_say_whose_turn_it_was(journey: Journey, days_later: Days) -> None:
    start = clock.deciding().date()
    task = _walked(journey, days_later)
    found = [(one.revision, one.stage, one.whose, one.days, one.until is None) for one in ages.stage_times(task)]
    assert found == [
        (1, "domain", "assign", 3, False),
        (1, "domain", "reviewers", 2, False),
        (1, "", "contributors", 4, False),
        (2, "domain", "assign", 0, False),
        (2, "domain", "reviewers", 0, False),
        (2, "final", "lead", 3, True),
    ]
    assert ages.stage_times(task)[2].since == start + dt.timedelta(days=5)
    page = read(None, CLOCK)
    assert "Where its time went" in page
    answer = browser(None).get(f"/api/v1{TASK}times/").json()
    assert [row["days"] for row in answer["times"]] == [3, 2, 4, 0, 0, 3]
    assert answer["times"][-1]["until"] is None
    assert (answer["steps"], answer["chairs"], answer["zone"]) == ([], [], "Europe/Lisbon")


def test_medians_are_of_spells_that_are_over(journey: Journey, days_later: Days) -> None:
    _walked(journey, days_later)
    journey.submitted(journey.person("ana-ruiz"), "Another well")
    days_later(9)
    assert ages.medians(journey.project) == [
        Median("", "contributors", 4, 1),
        Median("domain", "assign", 0, 2),
        Median("domain", "reviewers", 0, 2),
    ]


def test_times_and_medians_cost_the_same_for_more(journey: Journey, days_later: Days) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    task.project = journey.project

    def cost(ask: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as caught:
            ask()
        return len(caught)

    small = cost(lambda: ages.stage_times(task)), cost(lambda: ages.medians(journey.project))
    days_later(1)
    for number in range(3):
        journey.judged(journey.submitted(ana, f"Well {number}"), "accept", "revise")
    large = cost(lambda: ages.stage_times(task)), cost(lambda: ages.medians(journey.project))
    assert small == large == (OF_TIMES, OF_MEDIANS)


def test_the_api_tells_what_became_of_the_days(journey: Journey, chaired: Task) -> None:
    vera = journey.person("vera-holm")
    services.extend(actor=vera, round=journey.round(chaired), clock="decision", day=in_days(30), reason=WHY)
    answer = browser(None).get(f"/api/v1{TASK}times/").json()
    assert answer["chairs"] == [vera.pk]
    [step] = answer["steps"]
    assert step == {
        "revision": 1,
        "stage": "domain",
        "kind": "extended",
        "clock": "decision",
        "before": in_days(21).isoformat(),
        "until": in_days(30).isoformat(),
        "by": vera.pk,
        "reason": WHY,
        "on": in_days(0).isoformat(),
    }
