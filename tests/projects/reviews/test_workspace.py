"""A reviewer's page: what changed and was scored before, a request at a paragraph, the review as it will be read."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from portal.people.models import Subject
from projects.reviews import services
from projects.reviews.models import ChangeRequest, Review, ReviewDraft
from projects.tasks.models import Task
from tests.projects.journey import REQUEST, SAID, STATEMENT, Journey

ROOT = "/projects/aquifer-bench/"
FIRST, SECOND = f"{ROOT}reviews/1/1/domain/", f"{ROOT}reviews/1/2/domain/"
TYPED = {"version": "0", "text": SAID, "score-sound": "4", "score-checked": "3", "verdict": "revise", "whole": "1"}
ROW = {f"r1-{name}": value for name, value in REQUEST.items()}
# Where the paragraphs of the statement begin.
SECOND_PARAGRAPH = STATEMENT.index("The drawdown")


@pytest.fixture
def tomas(journey: Journey, client: Client) -> Client:
    """Has agreed to review task 1."""
    journey.agreed(journey.submitted(journey.member("ana-ruiz")), journey.tomas)
    client.force_login(journey.tomas.user)
    return client


def revised(journey: Journey, statement: str, **answers: Any) -> tuple[Subject, Task]:
    """Task 1 after a first round in which Tomas and Amara asked for a change, with a second revision."""
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    places = [journey.agreed(task, one) for one in (journey.tomas, journey.amara)]
    journey.file(places[0], "revise", scores={"sound": 2, "checked": 5})
    journey.file(places[1], "revise", scores={"sound": 3, "checked": 1})
    task.refresh_from_db()
    for request in ChangeRequest.objects.all():
        services.answer_request(actor=ana, request=request, state="done", text="See line 3.")
    journey.write(ana, task, statement=statement, **answers)
    journey.submit(ana, task)
    return ana, task


class Words(HTMLParser):
    """What a reader reads, without white space twice."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def words(html: str) -> str:
    reader = Words()
    reader.feed(html)
    return re.sub(r"\s+", " ", "".join(reader.found)).strip()


def block(html: str, said: str) -> str:
    """The paragraph with these words, and what stands with it."""
    return next(part for part in html.split('<div class="text__block')[1:] if said in part)


# --- preview


def test_a_preview_shows_what_the_task_page_shows_afterwards(tomas: Client, journey: Journey) -> None:
    sent = {**TYPED, **ROW, "text": f"{SAID} The *dyke* fits as well: $s = 2$."}
    shown = tomas.post(FIRST, {**sent, "do": "preview"}).content.decode()
    assert not Review.objects.exists()
    assert "What the contributors will read" in shown
    assert ReviewDraft.objects.get().text == sent["text"], "nothing is lost on the way back"
    again = dict(re.findall(r'<textarea hidden name="([^"]+)" aria-label="[^"]+">\n([^<]*)</textarea>', shown))
    assert again["version"] == "1"
    assert tomas.post(FIRST, {**again, "do": "file", "whole": "1"}).status_code == 302
    assert Review.objects.get().text == sent["text"]

    journey.file(journey.agreed(Task.objects.get(), journey.amara), "revise")
    author = Client()
    author.force_login(journey.person("ana-ruiz").user)
    page = author.get(f"{ROOT}tasks/1/").content.decode()
    letter = Review.objects.order_by("pk").first().assignment.letter  # type: ignore[union-attr]
    for what, begin, end in (
        ("review", '<article class="comment">', "</article>"),
        ("request", f'<article class="request" id="request-1-{letter}1"', "</article>"),
    ):
        before, after = (
            one.split(begin, 1)[1].split(end, 1)[0].replace(" open>", ">") for one in (shown, of(page, letter))
        )
        assert words(before) == words(after), what
    assert "<em>dyke</em>" in shown
    assert "<math" in shown
    assert f"<mark>{REQUEST['exact']}<sup>{letter}1</sup>" in shown
    assert f"<mark>{REQUEST['exact']}<sup>" in page


def of(page: str, letter: str) -> str:
    """From the review under this letter on; both parts of a page that are compared stand there."""
    start = page.index('<article class="comment">', page.index('id="reviews-h"'))
    reviews = page[start:].split('<article class="comment">')[1:]
    mine = next(one for one in reviews if f"Reviewer {letter}" in one)
    return page[:start].replace('<article class="comment">', "") + '<article class="comment">' + mine


def test_what_cannot_be_filed_is_not_previewed_and_nothing_is_lost(tomas: Client) -> None:
    answer = tomas.post(FIRST, {**TYPED, "text": "no.", "do": "preview"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "at least 40 characters" in html
    assert "name at least one request" in html
    assert "no.</textarea>" in html
    assert "What the contributors will read</h2>" not in html


def test_a_preview_from_an_old_version_shows_both_texts(tomas: Client) -> None:
    tomas.post(FIRST, {**TYPED, "do": "save"})
    answer = tomas.post(FIRST, {**TYPED, **ROW, "text": "Another window said this.", "do": "preview"})
    assert answer.status_code == 409
    assert "Another window said this." in answer.content.decode()
    assert ReviewDraft.objects.get().text == SAID


# --- a request at a paragraph


def test_a_request_begins_at_a_paragraph_without_a_script(tomas: Client) -> None:
    form = tomas.get(FIRST).content.decode()
    places = re.findall(r'form="review" name="here" value="([^"]+)"', form)
    assert [one for one in places if one.startswith("statement")] == [
        "statement:0",
        f"statement:{SECOND_PARAGRAPH}",
        f"statement:{STATEMENT.index('Name the')}",
    ]
    assert len(places) == 3 + 2 + 1, "two in the answer, its sentence and its code, and one in the verification"
    answer = tomas.post(FIRST, {**TYPED, **ROW, "here": places[1]})
    assert (answer.status_code, answer["Location"]) == (302, f"{FIRST}#r2-text"), "the focus goes to what is to change"
    draft = ReviewDraft.objects.get()
    assert draft.text == SAID
    assert [one["exact"] for one in draft.requests] == [
        REQUEST["exact"],
        "The drawdown rises, and then it stays. Say why.",
    ]
    assert draft.requests[1]["part"] == "statement"
    assert 'id="r2-text"' in tomas.get(FIRST).content.decode()

    rows = {f"r2-{name}": value for name, value in draft.requests[1].items()}
    rows |= {"r2-criterion": "sound", "r2-text": "Say since which hour it stays.", "r2-cure": "The hour is named."}
    assert tomas.post(FIRST, {**TYPED, **ROW, **rows, "version": "1", "do": "file"}).status_code == 302
    assert ChangeRequest.objects.get(number=2).exact == "The drawdown rises, and then it stays. Say why."


def test_a_request_at_one_of_two_equal_paragraphs_stays_with_it(journey: Journey, client: Client) -> None:
    twice = "Read the log.\n\nThen plot the level.\n\nRead the log.\n\nThen fit a line.\n\nRead the log.\n"
    task = journey.draft(ana := journey.member("ana-ruiz"))
    journey.write(ana, task, statement=twice)
    journey.submit(ana, task)
    journey.agreed(task, journey.tomas)
    client.force_login(journey.tomas.user)
    starts = [found.start() for found in re.finditer("Read the log", twice)]
    said = {"criterion": "sound", "text": "Say which of the logs is read here.", "cure": "The log has its number."}
    rows: dict[str, str] = {}
    for number, start in enumerate(starts, start=1):
        client.post(FIRST, {**TYPED, **rows, "version": str(number - 1), "here": f"statement:{start}"})
        kept = ReviewDraft.objects.get().requests
        rows = {f"r{n}-{name}": value for n, one in enumerate(kept, start=1) for name, value in {**one, **said}.items()}
    assert client.post(FIRST, {**TYPED, **rows, "version": "3", "do": "file"}).status_code == 302
    html = client.get(FIRST).content.decode()
    assert re.findall(r"Statement, line ([0-9]+)", html) == ["1", "5", "9"]


@pytest.mark.parametrize("place", ["statement:1", "statement:99999", "statement:x", "title:0", "", "answer"])
def test_a_place_that_is_none_is_refused_and_nothing_is_lost(tomas: Client, place: str) -> None:
    answer = tomas.post(FIRST, {**TYPED, "here": place})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "No paragraph of this revision begins there." in html
    assert SAID in html


def test_of_a_long_paragraph_the_first_lines_are_quoted(journey: Journey, client: Client) -> None:
    lines = "\n".join(f"Reading {n} was taken at the hour {n}." for n in range(100))
    task = journey.draft(ana := journey.member("ana-ruiz"))
    journey.write(ana, task, statement=lines)
    journey.submit(ana, task)
    journey.agreed(task, journey.tomas)
    client.force_login(journey.tomas.user)
    client.post(FIRST, {**TYPED, "here": "statement:0"})
    quoted = ReviewDraft.objects.get().requests[0]["exact"]
    # 10 lines of 35 characters with their breaks, then lines of 37: 350 + 44 × 37 = 1978, and one more is too many.
    assert quoted.splitlines() == lines.splitlines()[:54]


# --- the new round beside the earlier ones


def test_changed_places_are_marked_in_the_new_round(journey: Journey, client: Client) -> None:
    changed = STATEMENT.replace("Say why.", "Say why, and since when.")
    revised(journey, f"{changed}\nThe log is attached.\n")
    journey.agreed(Task.objects.get(), journey.tomas)
    client.force_login(journey.tomas.user)
    html = client.get(SECOND).content.decode()
    assert "Changed since revision 1" in block(html, "since when.")
    assert "New since revision 1" in block(html, "The log is attached.")
    assert "since revision" not in words(block(html, "A well was pumped"))
    assert "since revision" not in words(block(html, "The cone of depression"))
    assert "Since revision 1: 1 paragraph changed, 1 new." in words(html)


def test_changes_are_those_since_the_revision_the_reviewer_knows(journey: Journey, client: Client) -> None:
    """Tomas reviewed the first revision and not the second: of the third he is shown what both changed."""
    ana, task = revised(journey, f"{STATEMENT}\nThe log is attached.\n")
    journey.reviewer("bela-kovacs")
    for one in (journey.amara, journey.person("bela-kovacs")):
        journey.file(journey.agreed(task, one), "revise")
    task.refresh_from_db()
    for request in ChangeRequest.objects.filter(state="open"):
        services.answer_request(actor=ana, request=request, state="done")
    journey.write(ana, task, statement=f"{STATEMENT}\nThe log is attached.\n\nThe well is 40 m deep.\n")
    journey.submit(ana, task)
    seen = {}
    for one in (journey.tomas, journey.amara):
        journey.agreed(task, one)
        client.force_login(one.user)
        html = client.get(f"{ROOT}reviews/1/3/domain/").content.decode()
        seen[one.handle] = (
            [re.findall("New since revision [0-9]", block(html, said)) for said in ("The log is", "The well is 40")],
            re.findall("From revision [0-9] to revision [0-9]", html),
        )
    since = ["New since revision 1"], ["New since revision 1"]
    assert seen["tomas-lindqvist"] == ([*since], ["From revision 1 to revision 3"])
    assert seen["amara-nwosu"] == ([[], ["New since revision 2"]], ["From revision 2 to revision 3"])


def test_requests_stand_at_their_places_or_are_said_to_be_gone(journey: Journey, client: Client) -> None:
    revised(journey, STATEMENT.replace("Name the boundary that explains it.", "Which boundary?"))
    journey.agreed(Task.objects.get(), journey.tomas)
    client.force_login(journey.tomas.user)
    html = client.get(SECOND).content.decode()
    assert html.count("these words are no longer in the text") == 2
    assert f"<del>{REQUEST['exact']}</del>" in html


def test_earlier_scores_stand_beside_each_criterion_of_the_blank_form(journey: Journey, client: Client) -> None:
    revised(journey, STATEMENT)
    journey.agreed(Task.objects.get(), journey.tomas)
    client.force_login(journey.tomas.user)
    html = client.get(SECOND).content.decode()
    assert 'type="radio" name="score-sound" value="2" checked' not in html, "the form is blank"
    letters = {one.assignment.reviewer_id: one.assignment.letter for one in Review.objects.all()}
    mine, other = letters[journey.tomas.pk], letters[journey.amara.pk]
    told = [words(f"<p {one}") for one in re.findall(r'<p (class="criterion__earlier">.*?)</p>', html, re.DOTALL)]
    scores = [{f"{mine} (you): 2 of 5", f"{other}: 3 of 5"}, {f"{mine} (you): 5 of 5", f"{other}: 1 of 5"}]
    assert [set(one.removeprefix("Round 1, domain ").split("; ")) for one in told] == scores


def test_scores_of_a_round_that_is_not_readable_yet_stand_nowhere(tomas: Client, journey: Journey) -> None:
    journey.file(journey.agreed(Task.objects.get(), journey.amara), "accept")
    assert "criterion__earlier" not in tomas.get(FIRST).content.decode()


def test_enter_in_a_field_saves_the_draft(tomas: Client) -> None:
    """A browser presses the first button of the form, and those beside the paragraphs stand before it."""
    html = tomas.get(FIRST).content.decode()
    first = next(one for one in re.findall(r"<button[^>]*>", html) if 'form="review"' in one)
    assert 'name="do" value="save"' in first


# --- what a contributor sees of requests


def test_a_contributor_has_the_requests_as_a_check_list_with_counts(journey: Journey, client: Client) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.judged(task, "revise", "revise")
    first, second = (one for one in ChangeRequest.objects.order_by("pk"))
    services.answer_request(actor=ana, request=first, state="done")
    client.force_login(ana.user)
    page = words(client.get(f"{ROOT}tasks/1/").content.decode())
    assert "2 requests: 1 open, 1 done" in page
    names = [f"1·{one.review.assignment.letter}1" for one in (first, second)]
    assert f"{names[0]}{REQUEST['text']}Done" in page.replace(" ", "").replace(
        REQUEST["text"].replace(" ", ""), REQUEST["text"]
    )
    services.drop(actor=journey.amara, request=second)
    page = words(client.get(f"{ROOT}tasks/1/").content.decode())
    assert "2 requests: 1 done, 1 dropped" in page
    assert "1 settled or dropped" in page
    assert "2 requests: 1 done, 1 dropped" in words(client.get(f"{ROOT}tasks/1/requests/").content.decode())


def test_answers_are_previewed_and_none_is_kept(journey: Journey, client: Client) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.judged(task, "revise", "revise")
    client.force_login(ana.user)
    page = f"{ROOT}tasks/1/requests/"
    keys = re.findall(r'name="answer" value="([^"]+):done"', client.get(page).content.decode())
    sent = {f"text-{keys[0]}": "It *is* a river.", f"text-{keys[1]}": "See **line 3**.", "do": "preview"}
    html = client.post(page, sent).content.decode()
    assert "It <em>is</em> a river." in html
    assert "See <strong>line 3</strong>." in html
    assert "It *is* a river.</textarea>" in html
    assert "See **line 3**.</textarea>" in html
    assert {one.state for one in ChangeRequest.objects.all()} == {"open"}
