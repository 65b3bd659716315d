"""What the pages of a task offer next, and to whom."""

from __future__ import annotations

from django.test import Client

from portal.people.models import Subject
from projects.reviews import queries as reviewing
from projects.reviews import services as reviews
from projects.tasks import queries
from tests.projects.journey import Journey

ROOT = "/projects/aquifer-bench/"


def page(subject: Subject, path: str) -> str:
    client = Client()
    client.force_login(subject.user)
    return client.get(ROOT + path).content.decode()


def test_a_task_with_changes_requested_waits_for_its_contributors(journey: Journey) -> None:
    ana, other = journey.member("ana-ruiz"), journey.member("bo-lund")
    task = journey.submitted(ana)
    assert "Nothing waits for you" in page(ana, "reviews/")
    journey.judged(task, "revise", "revise")
    mine = page(ana, "reviews/")
    assert "Answer the requests and revise" in mine
    assert "Nothing waits for you" not in mine
    assert "Nothing waits for you" in page(other, "reviews/")


def test_the_lead_decides_from_the_page_where_they_were_appointed(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "accept", "accept")
    decide = f'href="{ROOT}tasks/1/decide/1/final/"'
    before = page(journey.ines, "tasks/1/assign/")
    assert "The lead decides alone." in before
    assert decide not in before
    reviews.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.ines)
    assert decide in page(journey.ines, "tasks/1/assign/")
    assert f'href="{ROOT}credit/">on the ledger' not in page(journey.ines, "tasks/1/")


def test_an_accepted_task_leads_to_its_credit(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    journey.accepted(ana)
    assert f'href="{ROOT}credit/">on the ledger' in page(ana, "tasks/1/")


def test_a_refused_review_opens_at_its_form(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.agreed(task, journey.tomas)
    text = page(journey.tomas, "reviews/1/1/domain/")
    assert 'action="#form-h"' in text
    assert 'id="form-h"' in text
    assert "At least 40 characters." in text


def test_after_a_second_request_for_changes_it_is_the_authors_turn_again(journey: Journey) -> None:
    """Revise, submit, revise again: the state follows the last decision, whatever was submitted before."""
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    for _time in range(2):
        journey.judged(task, "revise", "revise")
        turn = queries.turn(task, ana)
        assert (turn.yours, turn.who, turn.why) == (True, "You", "changes were requested")
        assert "Answer the requests and revise" in page(ana, "reviews/")
        for one in reviewing.requests_of(task):
            if one.state == "open":
                reviews.answer_request(actor=ana, request=one, state="done", text="It is named now.")
        journey.submit(ana, task)
        assert not queries.turn(task, ana).yours
        assert "Nothing waits for you" in page(ana, "reviews/")
