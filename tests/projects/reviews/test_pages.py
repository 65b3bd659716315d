"""The pages of a task, walked by its people through the test client."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from portal.people.models import Subject
from projects.reviews.models import ReviewDraft
from projects.tasks.models import Task
from tests.projects.journey import DETAILS_FORM, REQUEST, SAID, STATEMENT, Journey

Pages = Callable[[Subject | None], "Browser"]
ROOT = "/projects/aquifer-bench/"


class Browser:
    """One person's browser. Every answer is looked at for what no page of this site has."""

    def __init__(self, subject: Subject | None) -> None:
        self.client = Client()
        if subject is not None:
            self.client.force_login(subject.user)

    def get(self, path: str, status: int = 200) -> str:
        return self._look(self.client.get(ROOT + path), path, status)

    def post(self, path: str, data: dict[str, Any], status: int = 302) -> str:
        return self._look(self.client.post(ROOT + path, data), path, status)

    def _look(self, answer: Any, path: str, status: int) -> str:
        assert answer.status_code == status, (path, answer.status_code, answer.content.decode()[:3000])
        html = "" if answer.streaming else answer.content.decode()
        if "<html" in html:
            assert html.count("<h1") == 1
            assert " style=" not in html
            assert "onclick" not in html
        return html


@pytest.fixture
def walk(journey: Journey) -> Pages:
    return Browser


def test_from_the_first_draft_to_the_decision(journey: Journey, walk: Pages) -> None:
    ana = journey.member("ana-ruiz")
    author, ines = walk(ana), walk(journey.ines)
    assert "No task has been submitted yet" in author.get("tasks/")
    author.get("tasks/new/")
    author.post("tasks/new/", {"title": "Three days of pumping"})
    task = Task.objects.get()
    draft = f"tasks/draft/{task.public_id}/"
    assert "Statement is empty" in author.get(draft)
    texts = {"version": "1", "title": "Three days of pumping", "tags": "wells, Rivers", "statement": STATEMENT}
    texts |= {"answer": "A *river*.", "verification": "$s = 2$", "whole": "1", **DETAILS_FORM}
    preview = author.post(draft, {**texts, "do": "preview"}, 200)
    assert "<em>river</em>" in preview
    assert "<math" in preview
    author.post(draft, texts)
    both = author.post(draft, {**texts, "statement": "Another window"}, 409)
    assert "Another window" in both
    assert "The drawdown rises" in both
    author.post(f"{draft}submit/", {"version": "2", "note": "Thank you for looking."})
    page = author.get("tasks/1/")
    assert "Whoever assigns reviewers" in page
    walk(journey.tomas).get("tasks/1/assign/", 403)
    assert "Tomas Lindqvist" in ines.get("tasks/1/assign/")
    for reviewer in (journey.tomas, journey.amara):
        ines.post("tasks/1/assign/", {"stage": "domain", "handle": reviewer.handle or "", "do": "ask"})
    for reviewer in (journey.tomas, journey.amara):
        _review(walk(reviewer))
    assert "1 request still needs" not in author.get("tasks/1/requests/")
    assert "2 requests still need" in author.get("tasks/1/requests/")
    _answer(author)
    later = {**texts, "version": "2", "statement": "A new line.\n\n" * 10 + STATEMENT}
    author.post(draft, later)
    author.post(f"{draft}submit/", {"version": "3"})
    assert "<mark>Name the boundary that explains it.<sup>" in author.get("tasks/1/")
    assert "A new line." in author.get("tasks/1/diff/?from=1&to=2")
    ines.post("tasks/1/assign/", {"stage": "domain", "handle": "tomas-lindqvist", "do": "ask"})
    second = walk(journey.tomas)
    second.post("reviews/1/2/domain/", {"do": "agree"})
    form = second.get("reviews/1/2/domain/")
    assert "Differences" in form
    assert f"{SAID}" in form, "the earlier review stands beside the new form"


def _review(reviewer: Browser) -> None:
    place = "reviews/1/1/domain/"
    assert "Agree or step down" in reviewer.get("reviews/")
    assert "Will you review it?" in reviewer.get(place)
    reviewer.post(place, {"do": "agree"})
    form = reviewer.get(place)
    assert "What you found" in form
    many = {f"r{number}-text": f"Request number {number}" for number in range(1, 42)}
    refused = reviewer.post(place, {"version": "0", "text": SAID, **many, "whole": "1"}, 422)
    assert "At most 40 requests a review." in refused
    assert "Request number 41" in refused
    sent = {"version": "0", "text": SAID, "score-sound": "3", "score-checked": "4", "verdict": "revise"}
    cut = reviewer.post(place, {**sent, "do": "save"}, 422)
    assert "the form did not arrive whole" in cut
    assert SAID in cut
    sent["whole"] = "1"
    sent |= {f"r1-{name}": value for name, value in REQUEST.items()}
    refused = reviewer.post(place, {**sent, "text": "no.", "do": "file"}, 422)
    assert "at least 40 characters" in refused
    assert REQUEST["text"] in refused
    version = ReviewDraft.objects.get(assignment__reviewer__user__pk=reviewer.client.session["_auth_user_id"]).version
    stale = reviewer.post(place, {**sent, "version": "0", "do": "save"}, 409)
    assert "saved in another window" in stale
    reviewer.post(place, {**sent, "version": str(version), "do": "file"})
    reviewer.get(place)


def _answer(author: Browser) -> None:
    page = author.get("tasks/1/requests/")
    keys = re.findall(r'name="answer" value="([^"]+):done"', page)
    assert len(keys) == 2
    refused = author.post("tasks/1/requests/", {"request": keys[0], "do": "contested", "text": "no."}, 422)
    assert "at least 20" in refused
    # As the page sends it: both answers are typed, and the button of one is pressed. The other comes back.
    typed = {f"text-{keys[0]}": "See line 3.", f"text-{keys[1]}": "The log would give the answer away."}
    refused = author.post(
        "tasks/1/requests/", {**typed, f"text-{keys[0]}": "no.", "answer": f"{keys[0]}:contested"}, 422
    )
    assert typed[f"text-{keys[1]}"] in refused
    kept = author.post("tasks/1/requests/", {**typed, "answer": f"{keys[0]}:done"}, 200)
    assert f">\n{typed[f'text-{keys[1]}']}</textarea>" in kept
    author.post("tasks/1/requests/", {f"text-{keys[1]}": typed[f"text-{keys[1]}"], "answer": f"{keys[1]}:contested"})
    author.post("tasks/1/requests/", {"request": "1-Z9", "do": "done"}, 404)


def test_deciding_correcting_and_reading_afterwards(journey: Journey, walk: Pages) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.judged(task, "accept", "accept")
    ines = walk(journey.ines)
    assert "appoint the lead" in ines.get("reviews/")
    ines.post("tasks/1/assign/", {"stage": "final", "handle": "ines-varga", "do": "lead"})
    assert "Decide, as the lead" in ines.get("reviews/")
    place, whole = "tasks/1/decide/1/final/", {"whole": "1"}
    walk(journey.tomas).get(place, 403)
    assert "at least 40" in ines.post(place, {**whole, "do": "preview", "outcome": "accept", "reasons": "no."}, 422)
    preview = ines.post(place, {**whole, "do": "preview", "outcome": "accept", "reasons": SAID}, 200)
    assert "What the contributors will read" in preview
    ines.post(place, {**whole, "do": "decide", "outcome": "accept", "reasons": SAID})
    ines.post(place, {**whole, "do": "decide", "outcome": "decline", "criteria": ["sound"], "reasons": SAID}, 409)
    walk(None).get("tasks/1/")
    vera = walk(journey.editor("vera-holm"))
    ines.get("tasks/1/correction/")
    ines.post("tasks/1/correction/", {"do": "open", "reasons": SAID})
    assert "second person" in ines.get("tasks/1/correction/")
    assert "Decide the correction" in vera.get("reviews/")
    vera.post("tasks/1/correction/", {"do": "decide", "outcome": "revoke", "reasons": SAID})
    assert "revoked the task" in walk(ana).get("tasks/1/")


def test_shares_are_set_and_confirmed_on_their_pages(journey: Journey, walk: Pages) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    task = journey.draft(ana)
    shares = f"tasks/draft/{task.public_id}/shares/"
    author, other = walk(ana), walk(bo)
    author.get(shares)
    other.get(shares, 404)
    version = str(task.draft.version)
    wrong = {"version": version, "handle": ["ana-ruiz", "bo-chen", ""], "share": ["1/2", "1/3", ""]}
    refused = author.post(shares, wrong, 422)
    assert "add up to 5/6, not to 1" in refused
    assert 'value="1/3"' in refused
    twice = {"version": version, "handle": ["ana-ruiz", "bo-chen", "bo-chen"], "share": ["1/2", "1/2", "1"]}
    assert "“bo-chen” is named twice." in author.post(shares, twice, 422)
    nobody = {"version": version, "handle": ["ana-ruiz", ""], "share": ["1", "1/2"]}
    refused = author.post(shares, nobody, 422)
    assert "A share stands without a person." in refused
    assert 'value="1/2"' in refused
    author.post(shares, {**wrong, "share": ["1/2", "1/2", ""]})
    assert "By itself this gives ½ points; the terms make an author from 1 point." in author.get(shares)
    author.post(shares, {**wrong, "share": ["1/2", "1/2", ""]}, 409)
    confirm = f"tasks/draft/{task.public_id}/confirm/"
    for browser in (author, other):
        page = browser.get(confirm)
        fields = _hidden(page)
        browser.post(confirm, fields, 422)
        browser.post(confirm, {**fields, "agree": "on", "hash": "0" * 64}, 409)
        browser.post(confirm, {**fields, "agree": "on"})
    assert task.contributors.filter(confirmed_at=None).count() == 0


def _hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def test_what_is_not_there_and_what_is_not_yours_look_the_same(journey: Journey, walk: Pages) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    stranger = walk(journey.member("bo-chen"))
    hidden = stranger.get(f"tasks/draft/{task.public_id}/", 404)
    nothing = stranger.get("tasks/draft/tzzzzzzzzzzzz/", 404)
    assert _bare(hidden.replace(task.public_id, "X")) == _bare(nothing.replace("tzzzzzzzzzzzz", "X"))
    submitted = journey.submitted(ana)
    for path in ("tasks/1/diff/", "tasks/1/requests/", "tasks/1/revisions/1/attachments/1/", "tasks/1/withdraw/"):
        missing = stranger.get(path.replace("/1/", "/77/", 1), 404).replace("/77/", "/1/")
        assert _bare(stranger.get(path, 404)) == _bare(missing)
    mine, none = stranger.get("reviews/1/1/domain/", 404), stranger.get("reviews/1/9/domain/", 404)
    assert _bare(mine) == _bare(none.replace("/9/", "/1/"))
    assert submitted.title in stranger.get("tasks/")
    assert submitted.title not in walk(None).get("tasks/")
    assert submitted.title not in walk(None).get("tasks/1/")
    assert "A well was pumped" not in stranger.get("tasks/1/")


def _bare(page: str) -> str:
    """Without the token that differs in every answer."""
    return re.sub(r'value="[A-Za-z0-9]{64}"', "", page)


def test_a_reviewer_who_left_is_told_so(journey: Journey, walk: Pages) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.agreed(task, journey.tomas)
    tomas = walk(journey.tomas)
    tomas.post("reviews/1/1/domain/", {"do": "step_down"})
    page = tomas.get("reviews/1/1/domain/")
    assert "You stepped down" in page
    assert "A well was pumped" not in page
    tomas.post("reviews/1/1/domain/", {"do": "agree"}, 409)
    place.refresh_from_db()
    assert place.state == "stepped_down"
