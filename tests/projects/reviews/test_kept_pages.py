"""The pages and the API of a revision that corrects typos only."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from portal.people.models import Subject
from projects.reviews import queries
from projects.reviews import services as reviews
from projects.tasks.models import Task
from projects.tasks.states import TaskState
from tests.portal.api.programs import Program, secret_for
from tests.projects.journey import ANSWER, SAID, STATEMENT, Journey
from tests.projects.reviews.test_kept_approvals import TYPO, back_from_final, revised

ROOT = "/projects/aquifer-bench/"
OBJECT = f"{ROOT}tasks/1/object/2/domain/"


@pytest.fixture
def ana(journey: Journey) -> Subject:
    return journey.member("ana-ruiz")


def client_of(subject: Subject) -> Client:
    client = Client()
    client.force_login(subject.user)
    return client


def written(journey: Journey, ana: Subject, **changed: str) -> Task:
    task = back_from_final(journey, ana)
    for one in queries.requests_of(task):
        reviews.answer_request(actor=ana, request=one, state="done", text="It is named now.")
    journey.write(ana, task, **{"statement": TYPO, **changed})
    return task


def test_the_draft_shows_how_much_changed_and_the_mark_is_sent_with_it(journey: Journey, ana: Subject) -> None:
    task, author = written(journey, ana), client_of(ana)
    draft = f"{ROOT}tasks/draft/{task.public_id}/"
    page = author.get(draft).content.decode()
    assert "In the saved draft 1 place is corrected:" in page
    assert "<del>rises</del> → <ins>rise</ins>" in page
    sent = {"version": str(task.draft.version), "typos_only": "yes", "note": "One word."}
    assert author.post(f"{draft}submit/", sent).status_code == 302
    shown = Client().get(f"{ROOT}tasks/1/").content.decode()
    assert "approved on revision 1; revision 2 corrects typos only" in shown
    assert "Corrects typos only, its contributors say." in author.get(f"{ROOT}tasks/1/").content.decode()


def test_a_refused_mark_says_why_and_gives_note_and_mark_back(journey: Journey, ana: Subject) -> None:
    task, author = written(journey, ana, answer=ANSWER.replace("a river", "a dyke")), client_of(ana)
    draft = f"{ROOT}tasks/draft/{task.public_id}/"
    assert "The saved draft does more than correct typos" in author.get(draft).content.decode()
    sent = {"version": str(task.draft.version), "typos_only": "yes", "note": "Only words."}
    refused = author.post(f"{draft}submit/", sent)
    page = refused.content.decode()
    assert refused.status_code == 422
    assert "The answer has changed." in page
    assert ">\nOnly words.</textarea>" in page
    assert 'aria-describedby="typos-hint typos-found" checked' in page


def test_whoever_approved_reads_the_difference_and_objects(journey: Journey, ana: Subject) -> None:
    task = back_from_final(journey, ana)
    revised(journey, ana, task)
    tomas = client_of(journey.tomas)
    assert f'href="{OBJECT}"' in tomas.get(f"{ROOT}tasks/1/").content.decode()
    page = tomas.get(OBJECT).content.decode()
    assert "You approved revision 1." in page
    assert "Revision 1 to 2" in page
    assert "<del>rises</del>" in page
    refused = tomas.post(OBJECT, {"reasons": "no."})
    assert refused.status_code == 422
    assert ">\nno.</textarea>" in refused.content.decode()
    assert tomas.post(OBJECT, {"reasons": SAID}).status_code == 302
    again = tomas.post(OBJECT, {"reasons": SAID})
    assert again.status_code == 409
    assert SAID in again.content.decode()
    assert tomas.get(OBJECT).status_code == 404
    author = client_of(ana).get(f"{ROOT}tasks/1/").content.decode()
    assert "more than typos, says somebody who had approved the text before" in author
    assert "no longer holds: revision 2 does more than correct typos" in author


def test_to_others_there_is_no_such_page(journey: Journey, ana: Subject) -> None:
    task = back_from_final(journey, ana)
    revised(journey, ana, task)
    for somebody in (ana, journey.member("bo-lund"), journey.reviewer("rui-costa")):
        assert client_of(somebody).get(OBJECT).status_code == 404
        assert client_of(somebody).post(OBJECT, {"reasons": SAID}).status_code == 404
    assert client_of(journey.tomas).get(OBJECT.replace("/2/", "/1/")).status_code == 404


def test_the_api_takes_the_mark_and_shows_it(journey: Journey, ana: Subject) -> None:
    task = written(journey, ana, statement=STATEMENT.replace("three days", "four days"))
    program, place = Program(secret_for(ana, journey.project)), f"projects/aquifer-bench/drafts/{task.public_id}/"
    tag = program("GET", place).headers["ETag"]
    refused = program("POST", f"{place}submit/", {"typos_only": True}, If_Match=tag)
    assert refused.status_code == 422
    assert "Statement: “four” in the place of “three” is more than a typo." in refused.json()["reasons"]
    wrong = program("POST", f"{place}submit/", {"typos_only": "yes"}, If_Match=tag)
    assert wrong.status_code == 422
    journey.write(ana, task, TYPO)
    tag = program("GET", place).headers["ETag"]
    assert program("POST", f"{place}submit/", {"typos_only": True}, If_Match=tag).status_code == 201
    told = program("GET", "projects/aquifer-bench/tasks/1/revisions/2/").json()
    assert told["typos_only"] is True
    task.refresh_from_db()
    assert task.state == TaskState.SUBMITTED


def test_one_more_reviewer_or_revision_costs_no_question(journey: Journey, ana: Subject) -> None:
    """The page of a task with two corrected revisions asks no more than with one."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    task = back_from_final(journey, ana)
    revised(journey, ana, task)
    visitor, counts = Client(), []
    for _time in range(2):
        visitor.get(f"{ROOT}tasks/1/")
        with CaptureQueriesContext(connection) as seen:
            visitor.get(f"{ROOT}tasks/1/")
        counts.append(len(seen))
        if len(counts) == 1:
            journey.decided(task, "revise")
            revised(journey, ana, task)
    assert counts[0] == counts[1]


def test_a_lead_whose_reason_is_too_short_gets_it_back(fresh: Journey) -> None:
    """Ines accepted the first stage alone, as its lead; the form is hers, with what she typed."""

    def led(document: dict[str, Any]) -> None:
        last = document["participation"]["stages"][1]
        first = {name: value for name, value in last.items() if name != "after"} | {"id": "first"}
        document["participation"]["stages"] = [first, {**last, "after": "first"}]

    fresh.publish_first(led)
    ana = fresh.member("ana-ruiz")
    task = fresh.submitted(ana)
    fresh.decided(task, "accept")
    fresh.decided(task, "revise")
    revised(fresh, ana, task)
    address = f"{ROOT}tasks/1/object/2/first/"
    answer = client_of(fresh.ines).post(address, {"reasons": "Too thin."})
    assert answer.status_code == 422
    assert "Too thin." in answer.content.decode()
    assert client_of(fresh.editor("vera-holm")).post(address, {"reasons": "Too thin."}).status_code == 404
