"""The pages and the API of reports: who reads what, forms that give the text back, and as many queries for one as for
many."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.people.models import Subject
from projects.reports.models import DefectReport
from projects.tasks.models import Task
from tests.projects.journey import Journey
from tests.projects.reports.acting import DEFECT, EVIDENCE, SAID, WRONG, answer, case_of, corrected, decide, report

PAGE = "/projects/aquifer-bench/tasks/1/reports/"
TASK = "/projects/aquifer-bench/tasks/1/"
API = "/api/v1/projects/aquifer-bench/tasks/1/reports/"


def client_of(subject: Subject | None) -> Client:
    client = Client()
    if subject is not None:
        client.force_login(subject.user)
    return client


@pytest.fixture
def reported(journey: Journey) -> tuple[Journey, Task]:
    """Bo reports without his name; Ana wrote the task, Vera may decide, Cora is a member, Tomas reviewed."""
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    journey.editor("vera-holm")
    journey.member("cora-mori")
    report(bo, task, named=False)
    return journey, task


# Members' terms: review texts are for the contributors, the reviewers and those who lead or audit. Whoever may decide
# reads reports as well, and whoever reported reads their own.
@pytest.mark.parametrize(
    ("who", "reads", "knows_the_reporter"),
    [
        (None, False, False),
        ("eve-stranger", False, False),
        ("cora-mori", False, False),
        ("ana-ruiz", True, False),
        ("tomas-lindqvist", True, False),
        ("bo-lindahl", True, True),
        ("vera-holm", True, True),
    ],
)
def test_who_reads_a_report_and_who_knows_whose_it_is(
    reported: tuple[Journey, Task], who: str | None, reads: bool, knows_the_reporter: bool
) -> None:
    journey, _task = reported
    client = client_of(journey.person(who) if who else None)
    page = client.get(PAGE).content.decode()
    assert (WRONG in page, EVIDENCE in page, DEFECT["exact"] in page) == (reads, reads, reads)
    if who != "bo-lindahl":
        assert ("Bo Lindahl" in page) == knows_the_reporter
    case = client.get(API).json()["results"][0]
    assert (case["state"], case["revision"], case["count"]) == ("open", 1, 1)
    assert [one["text"] for one in case["reports"]] == ([WRONG] if reads else [])
    if reads:
        told = case["reports"][0]
        assert told["reporter"] == (journey.person("bo-lindahl").pk if knows_the_reporter else None)
        assert told["mine"] == (who == "bo-lindahl")


def test_a_refused_report_gives_the_text_back(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    journey.accepted(ana)
    client = client_of(bo)
    assert "Report a defect" in client.get(TASK).content.decode()
    sent = {**DEFECT, "criterion": "", "evidence": "no", "named": "no"}
    answered = client.post(f"{PAGE}new/", sent)
    page = answered.content.decode()
    assert answered.status_code == 422
    assert "Name a criterion of the rubric" in page
    assert "Evidence: say more, at least 10 characters" in page
    assert WRONG in page
    assert 'value="no" checked' in page
    assert not DefectReport.objects.exists()
    answered = client.post(f"{PAGE}new/", {**sent, "criterion": "other", "evidence": EVIDENCE})
    assert (answered.status_code, answered["Location"]) == (302, PAGE)
    made = DefectReport.objects.get()
    assert (made.named, made.criterion) == (False, "")


def test_the_form_is_for_accepted_tasks_whose_text_one_sees(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    assert client_of(ana).get(f"{PAGE}new/").status_code == 409
    journey.judged(task, "accept", "accept")
    journey.decided(task)
    stranger = client_of(journey.person("eve-stranger")).get(f"{PAGE}new/")
    assert stranger.status_code == 403
    assert "The text of this task is not shown to you" in stranger.content.decode()
    assert client_of(None).get(f"{PAGE}new/").status_code == 302


def test_an_answer_leads_to_the_draft_or_back(reported: tuple[Journey, Task]) -> None:
    journey, task = reported
    client = client_of(journey.person("ana-ruiz"))
    assert "Answer the report" in client.get(TASK).content.decode()
    assert "Send the answer" in client.get(PAGE).content.decode()
    short = client.post(f"{PAGE}answer/", {"answer": "correct", "text": "Yes.", "version": "1"})
    assert short.status_code == 422
    assert "Your answer: say more, at least 40 characters" in short.content.decode()
    stale = client.post(f"{PAGE}answer/", {"answer": "correct", "text": SAID, "version": "7"})
    assert (stale.status_code, SAID in stale.content.decode()) == (409, True)
    assert client_of(journey.person("cora-mori")).post(f"{PAGE}answer/", {"version": "1"}).status_code == 403
    done = client.post(f"{PAGE}answer/", {"answer": "correct", "text": SAID, "version": "1"})
    assert (done.status_code, done["Location"]) == (302, f"/projects/aquifer-bench/tasks/draft/{task.public_id}/")
    draft = client.get(done["Location"]).content.decode()
    assert "What was reported" in draft
    assert "Note to those who decide" in draft
    assert "Change the shares" not in draft


def test_a_correction_is_shown_when_it_is_asked_for_and_counts_when_it_is_decided(
    reported: tuple[Journey, Task],
) -> None:
    journey, task = reported
    ana, vera = journey.person("ana-ruiz"), client_of(journey.person("vera-holm"))
    corrected(journey, ana, task)
    page = vera.get(TASK).content.decode()
    assert "Revision 2 is a correction that is not decided yet; revision 1 counts till then." in page
    assert "The late curve excludes a dyke." not in page
    assert "The late curve excludes a dyke." in vera.get(f"{TASK}?revision=2").content.decode()
    assert vera.get(f"/api/v1{TASK}").json()["title"] == "Three days of pumping"
    assert "The late curve" not in vera.get(f"/api/v1{TASK}").json()["statement"]
    waits = vera.get("/projects/aquifer-bench/reviews/").content.decode()
    assert "Decide the report of a defect" in waits
    sent = {"outcome": "corrected", "reasons": SAID, "version": str(case_of(task).version)}
    form = vera.get(f"{PAGE}decide/").content.decode()
    assert 'value="corrected"' in form
    assert 'value="revoked"' not in form
    refused = vera.post(f"{PAGE}decide/", {**sent, "reasons": "ok"})
    assert refused.status_code == 422
    stale = vera.post(f"{PAGE}decide/", {**sent, "version": "1"})
    assert (stale.status_code, SAID in stale.content.decode()) == (409, True)
    assert vera.post(f"{PAGE}decide/", sent).status_code == 302
    again = vera.post(f"{PAGE}decide/", sent)
    assert (again.status_code, SAID in again.content.decode()) == (409, True)
    assert "The late curve excludes a dyke." in vera.get(TASK).content.decode()
    assert "Decide the report of a defect" not in vera.get("/projects/aquifer-bench/reviews/").content.decode()
    case = vera.get(API).json()["results"][0]
    assert (case["state"], case["corrected"]) == ("corrected", 2)
    assert (case["decision"]["by"], case["decision"]["reasons"]) == (journey.person("vera-holm").pk, SAID)


def test_who_cannot_decide_reads_why(reported: tuple[Journey, Task]) -> None:
    journey, task = reported
    answer(journey.person("ana-ruiz"), task, "contest")
    page = client_of(journey.ines).get(f"{PAGE}decide/").content.decode()
    assert "You took part in accepting this task. Somebody who did not decides." in page
    assert client_of(journey.person("cora-mori")).get(f"{PAGE}decide/").status_code == 403
    waits = client_of(journey.ines).get("/projects/aquifer-bench/reviews/").content.decode()
    assert "Decide the report of a defect" not in waits


def test_the_old_page_leads_to_the_report(reported: tuple[Journey, Task]) -> None:
    journey, _task = reported
    answered = client_of(journey.person("vera-holm")).get(f"{TASK}correction/")
    assert (answered.status_code, answered["Location"]) == (302, PAGE)


def test_nothing_reported_says_so(journey: Journey) -> None:
    journey.accepted(journey.member("ana-ruiz"))
    assert "No defect is reported" in client_of(None).get(PAGE).content.decode()


def test_pages_ask_as_often_for_four_reports_as_for_one(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    vera = client_of(journey.editor("vera-holm"))
    report(bo, task)
    answer(ana, task, "contest")
    one = _asked(vera)
    decide(journey.person("vera-holm"), task, "no_defect")
    for handle in ("cy-abe", "dov-levi", "eli-ek"):
        report(journey.member(handle), task)
    answer(ana, task, "contest")
    assert _asked(vera) == one == QUERIES


# The page of reports, the form of the decision, what waits, the API.
QUERIES = [27, 45, 26, 23]


def _asked(client: Client) -> list[int]:
    counts = []
    for address in (PAGE, f"{PAGE}decide/", "/projects/aquifer-bench/reviews/", API):
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            found: Any = client.get(address)
        assert found.status_code == 200
        # The limit on requests is counted in the database or in Redis, sessions have costs of their own.
        counts.append(sum("projects_" in query["sql"] for query in asked))
    return counts
