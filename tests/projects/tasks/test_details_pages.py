"""The details in the form of a draft, on the task's page, in the comparison and in the API."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from portal.core.errors import Refused
from portal.people.models import Subject
from projects.reviews.standing import substance
from projects.tasks import services
from projects.tasks.models import Revision, Task, TaskDraft
from tests.projects.journey import ANSWER, CHECK, DETAILS, DETAILS_FORM, STATEMENT, Journey
from tests.projects.reviews.test_anonymity import hide

FORM: dict[str, Any] = {
    "title": "Three days of pumping",
    "tags": "wells",
    "statement": STATEMENT,
    "answer": ANSWER,
    "verification": CHECK,
    "whole": "1",
    **DETAILS_FORM,
}


@pytest.fixture
def ana(journey: Journey) -> Subject:
    return journey.member("ana-ruiz")


@pytest.fixture
def empty(journey: Journey, ana: Subject) -> Task:
    return services.create(actor=ana, project=journey.project, title="Three days of pumping")


@pytest.fixture
def author(ana: Subject) -> Client:
    client = Client()
    client.force_login(ana.user)
    return client


def address(task: Task) -> str:
    return reverse("task_draft", args=[task.project.slug, task.public_id])


def saved(task: Task) -> TaskDraft:
    return TaskDraft.objects.get(task=task)


def test_a_draft_without_them_is_not_submitted(journey: Journey, ana: Subject) -> None:
    task = journey.draft(ana)
    journey.write(ana, task, details={})
    with pytest.raises(Refused, match="Why it matters, and to whom is empty") as caught:
        journey.submit(ana, task)
    assert len(caught.value.reasons) == 11


def test_not_said_is_not_changed(journey: Journey, ana: Subject) -> None:
    task = journey.draft(ana)
    journey.write(ana, task, details=None, statement="Another.")
    assert (task.draft.details, task.draft.statement) == (DETAILS, "Another.")


def test_the_form_keeps_them_and_gives_them_back(author: Client, empty: Task) -> None:
    page = author.get(address(empty)).content.decode()
    assert "3 answers wanted" in page, "why it is hard"
    assert "7 answers wanted" in page, "where it comes from"
    assert "The terms say: 5 to 8 hours a task." in page
    wanted = re.findall(r'<a href="#(d-[a-z_]+)">', page)
    assert len(wanted) == 11
    assert all(f'id="{name}"' in page for name in wanted)
    assert author.post(address(empty), {**FORM, "version": "1"}).status_code == 302
    assert saved(empty).details == DETAILS
    page = author.get(address(empty)).content.decode()
    assert "wanted" not in page
    assert "Name a river, since it is always a river." in page
    assert 'name="d-failure_kinds" value="reasoning" checked' in page
    assert 'name="d-rights_employer" value="yes" checked' in page
    assert 'name="d-hours-high" value="13/2"' in page
    assert "Submit revision 1" in page


def test_rows_come_and_go_by_buttons_and_nothing_typed_is_lost(author: Client, empty: Task) -> None:
    at = address(empty)
    answer = author.post(at, {**FORM, "version": "1", "do": "add:lazy"})
    assert answer["Location"] == f"{at}?blank=lazy#d-lazy"
    page = author.get(f"{at}?blank=lazy").content.decode()
    assert page.count('name="d-lazy-tried"') == 2
    two = {"d-lazy-tried": ["One", "Two"], "d-lazy-why_it_fails": ["", "It fails."]}
    author.post(at, {**FORM, **two, "version": "2", "do": "remove:lazy:1"})
    assert saved(empty).details["lazy"] == [{"tried": "Two", "why_it_fails": "It fails."}]
    assert saved(empty).details["why"] == DETAILS["why"]


def test_a_refused_form_comes_back_as_it_was_typed(author: Client, empty: Task) -> None:
    wrong = {**FORM, "version": "1", "d-hours-low": "a while", "d-why": "Because <b>", "do": "add:sources"}
    answer = author.post(address(empty), wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Expected hours of work: hours are a number" in page
    assert 'value="a while"' in page
    assert "Because &lt;b&gt;" in page
    assert page.count('name="d-sources-what"') == 1
    assert saved(empty).details == {}


def test_both_texts_are_kept_when_somebody_saved_in_between(author: Client, empty: Task) -> None:
    at = address(empty)
    author.post(at, {**FORM, "version": "1"})
    mine = {**FORM, "version": "1", "d-why": "Mine alone.", "d-lazy-tried": ["Mine", "too"]}
    answer = author.post(at, {**mine, "d-lazy-why_it_fails": ["Here", "there"]})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Mine alone." in page
    assert "Whoever plans a well field" in page
    assert "Mine | Here" in page
    assert "Where a model fails" not in page, "what is the same is not shown"
    sent = re.findall(r'<textarea hidden name="([^"]+)"[^>]*>\n([^<]*)</textarea>', page)
    again: dict[str, list[str]] = {}
    for name, text in sent:
        again.setdefault(name, []).append(text)
    author.post(at, {**again, "version": "2", "whole": "1", "do": "save"})
    kept = saved(empty).details
    assert kept["why"] == "Mine alone."
    assert [row["tried"] for row in kept["lazy"]] == ["Mine", "too"]
    assert kept["rights_employer"] == DETAILS["rights_employer"]


def test_the_preview_shows_them_and_keeps_nothing(author: Client, empty: Task) -> None:
    typed = {**FORM, "version": "1", "do": "preview", "d-why": "*Whoever* plans"}
    page = author.post(address(empty), typed).content.decode()
    assert "<em>Whoever</em> plans" in page
    assert "4 to 6½ h" in page
    assert saved(empty).details == {}
    assert author.post(address(empty), {**typed, "d-hours-low": "x"}).status_code == 422


HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)> [x](javascript:alert(3)) {{ 7|add:7 }}"


@pytest.mark.parametrize(
    "name", ["d-why", "d-tests", "d-earlier-text", "d-lazy-tried", "d-sources-what", "d-sources-licence"]
)
def test_hostile_text_does_nothing(author: Client, journey: Journey, ana: Subject, empty: Task, name: str) -> None:
    row = {"d-sources-what": "W", "d-sources-licence": "L", "d-sources-url": "https://example.org/"}
    author.post(address(empty), {**FORM, **row, "version": "1", name: HOSTILE})
    journey.submit(ana, empty)
    for path in (reverse("task_page", args=[journey.project.slug, 1]),):
        page = author.get(path).content.decode()
        assert "alert(1)" in page
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert 'href="javascript' not in page


def test_the_page_shows_each_with_its_part(journey: Journey, ana: Subject, author: Client) -> None:
    journey.submitted(ana)
    page = author.get("/projects/aquifer-bench/tasks/1/").content.decode()
    order = ["part-statement", "Why it matters, and to whom", "part-answer", "Lazy attempts", "part-verification"]
    order += ["part-origin", "Does an employer have rights in it?", "The survey lets its staff publish."]
    places = [page.index(text) for text in order]
    assert places == sorted(places)


def test_a_comparison_tells_what_changed_and_an_approval_ends(journey: Journey, ana: Subject, author: Client) -> None:
    task = journey.submitted(ana)
    first = Revision.objects.get()
    journey.judged(task, "accept", "revise")
    changed = {**DETAILS, "hours": {"low": "4", "high": "30"}}
    _answered(task, ana)
    journey.write(ana, task, details=changed)
    second = journey.submit(ana, task)
    assert substance(first) != substance(second)
    page = author.get("/projects/aquifer-bench/tasks/1/diff/").content.decode()
    assert "Expected hours of work" in page
    assert re.search(r"<del>6½</del>|<del>½</del>|<del>6</del>", page)
    assert "Why it matters" not in page


def _answered(task: Task, ana: Subject) -> None:
    from projects.reviews import queries
    from projects.reviews import services as reviews

    for one in queries.requests_of(task):
        reviews.answer_request(actor=ana, request=one, state="done", text="It is named now.")


# The API


def test_the_api_reads_and_writes_them(journey: Journey, ana: Subject, author: Client) -> None:
    task = journey.draft(ana)
    at = f"/api/v1/projects/aquifer-bench/drafts/{task.public_id}/"
    told = author.get(at)
    assert told.json()["details"] == DETAILS
    texts = {"title": "T", "tags": [], "statement": "S", "answer": "A", "verification": "V"}

    def put(body: dict[str, Any]) -> Any:
        return author.put(at, body, "application/json", headers={"If-Match": author.get(at)["ETag"]})

    assert put(texts).json()["details"] == DETAILS, "left out is not touched"
    answer = put({**texts, "details": {"hours": {"low": "1.5", "high": "2"}, "failure_kinds": {"chosen": ["code"]}}})
    assert answer.json()["details"] == {
        "failure_kinds": {"chosen": ["code"], "text": ""},
        "hours": {"low": "3/2", "high": "2"},
    }
    for body, status in (
        ({"whyever": "x"}, 400),
        ({"lazy": [{"tried": "x", "when": "y"}]}, 400),
        ({"hours": {"low": "soon"}}, 422),
        ({"earlier": {"answer": "perhaps"}}, 422),
        ({"why": 7}, 422),
        ({"lazy": "x"}, 422),
        ([], 422),
    ):
        assert put({**texts, "details": body}).status_code == status, body
    assert saved(task).details["hours"] == {"low": "3/2", "high": "2"}


def test_a_stale_put_gets_both(journey: Journey, ana: Subject, author: Client) -> None:
    task = journey.draft(ana)
    at = f"/api/v1/projects/aquifer-bench/drafts/{task.public_id}/"
    tag = author.get(at)["ETag"]
    journey.write(ana, task, details={**DETAILS, "why": "Theirs."})
    texts = {"title": "T", "tags": [], "statement": "S", "answer": "A", "verification": "V"}
    body = {**texts, "details": {"why": "Mine."}}
    answer = author.put(at, body, "application/json", headers={"If-Match": tag})
    assert answer.status_code in (409, 412)
    assert answer.json()["theirs"]["details"]["why"] == "Theirs."
    assert answer.json()["yours"]["details"] == {"why": "Mine."}


def test_the_draft_warns_where_shares_make_nobody_an_author(journey: Journey, ana: Subject, author: Client) -> None:
    """One point makes an author, and a task is one: alone it does, shared by halves it does for neither."""
    journey.member("bo-chen")
    task = journey.draft(ana)
    said = "Shared like this, the task by itself makes none of you an author."
    assert said not in author.get(address(task)).content.decode()
    services.set_shares(actor=ana, task=task, shares={"ana-ruiz": "1/2", "bo-chen": "1/2"}, version=task.draft.version)
    page = author.get(address(task)).content.decode()
    assert said in page
    assert page.count("By itself this gives ½ points; the terms make an author from 1 point.") == 2
    told = author.get(f"/api/v1/projects/aquifer-bench/drafts/{task.public_id}/").json()["shares"]
    assert [one["warning"] for one in told] == [
        "By itself this gives ½ points; the terms make an author from 1 point."
    ] * 2


def test_where_both_sides_are_hidden_the_form_says_so(fresh: Journey) -> None:
    fresh.publish_first(hide("both_hidden"))
    ana = fresh.member("ana-ruiz")
    client = Client()
    client.force_login(ana.user)
    page = client.get(address(fresh.draft(ana))).content.decode()
    assert "Reviewers do not see your names before the decision." in page


def test_the_details_cost_no_questions(journey: Journey, ana: Subject, author: Client) -> None:
    full = journey.draft(ana)
    bare = journey.draft(ana, "Without")
    journey.write(ana, bare, details={})
    counts = []
    for task in (full, bare):
        author.get(address(task))
        with CaptureQueriesContext(connection) as seen:
            author.get(address(task))
        counts.append(len(seen))
    journey.submit(ana, full)
    author.get("/projects/aquifer-bench/tasks/1/")
    with CaptureQueriesContext(connection) as seen:
        author.get("/projects/aquifer-bench/tasks/1/")
    assert [*counts, len(seen)] == [17, 17, 25]
