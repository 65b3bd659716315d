"""Work done by programs alone, from a draft to a decided round, and what is left to people."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from projects.project.api import BrowserAct
from projects.reviews.models import Assignment, ChangeRequest, Review
from projects.tasks.models import Revision, Task
from tests.portal.api.programs import Make, Program, user_of
from tests.portal.site.api.world import ADDRESSES, World
from tests.projects.journey import ANSWER, CHECK, DETAILS, REQUEST, SAID, STATEMENT

PROJECT = "projects/aquifer-bench/"
TEXTS = {"title": "By a program", "tags": ["wells"], "statement": STATEMENT, "answer": ANSWER, "verification": CHECK}
TEXTS |= {"details": DETAILS}
REVIEW = {"verdict": "revise", "text": SAID, "scores": {"sound": 4, "checked": 3}, "requests": [REQUEST]}


def put(ask: Program, address: str, body: dict[str, Any]) -> str:
    """Saves over what is there; the new tag."""
    answer = ask("PUT", address, body, If_Match=ask("GET", address)["ETag"])
    assert answer.status_code == 200, answer.content
    return str(answer["ETag"])


def reviewed(world: World, program: Make, number: int, review: dict[str, Any]) -> None:
    """Tomas and Amara agree, write and file by their programs."""
    task = Task.objects.get(number=number)
    for reviewer in (world.journey.tomas, world.journey.amara):
        place = world.journey.ask(task, reviewer)
        ask = program(reviewer, world.journey.project)
        [due] = [one for one in ask("GET", f"{PROJECT}queue/").json()["results"] if one["task"] == number]
        assert due["what"] == "review"
        address = f"{PROJECT}reviews/{number}/{due['revision']}/{due['stage']}/"
        assert ask("GET", address).json()["state"] == "offered"
        assert ask("POST", f"{address}agree/", {}).json()["state"] == "agreed"
        tag = put(ask, address, review)
        filed = ask("POST", f"{address}file/", {}, If_Match=tag)
        assert filed.status_code == 201, filed.content
        assert filed.json()["letter"] == place.letter


def test_from_a_draft_to_changes_and_a_second_revision(world: World, program: Make) -> None:
    ana = program(world.ana, world.journey.project)
    made = ana("POST", f"{PROJECT}drafts/", {"title": "By a program"})
    assert made.status_code == 201
    draft = made["Location"].removeprefix("/api/v1/")
    assert ana("GET", draft).json()["missing"]
    tag = put(ana, draft, TEXTS)
    sent = ana("POST", f"{draft}submit/", {"note": "First."}, If_Match=tag)
    assert sent.status_code == 201, sent.content
    number = sent.json()["number"]
    assert ana("GET", sent["Location"].removeprefix("/api/v1/")).json()["hash"] == sent.json()["hash"]
    reviewed(world, program, number, REVIEW)
    requests = ana("GET", f"{PROJECT}tasks/{number}/requests/").json()["results"]
    assert [one["state"] for one in requests] == ["open", "open"]
    tag = put(ana, draft, {**TEXTS, "statement": STATEMENT + "\nThe river gauge speaks for it.\n"})
    unanswered = ana("POST", f"{draft}submit/", {}, If_Match=tag)
    assert unanswered.status_code == 422
    for one, state in zip(requests, ("done", "contested"), strict=True):
        answer = ana(
            "POST",
            f"{PROJECT}tasks/{number}/requests/{one['name']}/answers/",
            {"state": state, "text": "The gauge is named now, and it is enough."},
        )
        assert (answer.status_code, answer.json()["state"]) == (201, state), answer.content
    assert ana("POST", f"{draft}submit/", {}, If_Match=tag).json()["revision"] == 2
    tomas = program(world.journey.tomas, world.journey.project)
    mine = next(one for one in tomas("GET", f"{PROJECT}tasks/{number}/requests/").json()["results"] if one["mine"])
    settled = tomas(
        "POST", f"{PROJECT}tasks/{number}/requests/{mine['name']}/answers/", {"state": "settled", "text": "Good."}
    )
    assert settled.json()["state"] == "settled"
    assert [one["by"] for one in settled.json()["answers"]] == ["contributors", "reviewer"]


def test_filed_is_what_was_saved(world: World, program: Make) -> None:
    ask = program(world.journey.tomas, world.journey.project)
    address = world.address("api_review").removeprefix("/api/v1/")
    tag = put(ask, address, {**REVIEW, "scores": {"sound": 4}})
    refused = ask("POST", f"{address}file/", {}, If_Match=tag)
    assert (refused.status_code, refused.json()["code"]) == (422, "incomplete")
    assert Assignment.objects.get(pk=world.place.pk).state == "agreed"
    tag = put(ask, address, {**REVIEW, "requests": [{"part": "statement", "line": 5, **_request_by_line()}]})
    assert ask("POST", f"{address}file/", {}, If_Match=tag).status_code == 201
    review = Review.objects.get(assignment=world.place)
    assert (review.verdict, review.scores, review.text) == ("revise", REVIEW["scores"], SAID)
    assert ChangeRequest.objects.get(review=review).exact == REQUEST["exact"]


def _request_by_line() -> dict[str, str]:
    return {name: REQUEST[name] for name in ("criterion", "text", "cure")}


def test_stepping_down_by_a_program(world: World, program: Make) -> None:
    ask = program(world.journey.tomas, world.journey.project)
    address = world.address("api_review").removeprefix("/api/v1/")
    assert ask("POST", f"{address}step-down/", {}).json()["state"] == "stepped_down"
    assert "draft" not in ask("GET", address).json()
    again = ask("POST", f"{address}step-down/", {})
    assert again.status_code == 409


def test_scores_for_what_is_no_criterion_are_not_lost_in_silence(world: World, program: Make) -> None:
    ask = program(world.journey.tomas, world.journey.project)
    address = world.address("api_review").removeprefix("/api/v1/")
    answer = ask("PUT", address, {**REVIEW, "scores": {"elegant": 3}}, If_Match=ask("GET", address)["ETag"])
    assert (answer.status_code, answer.json()["fields"]) == (422, ["scores"])


@pytest.mark.damages
@pytest.mark.parametrize("state", ["declined", "submitted", "accepted"])
def test_steps_are_not_skipped(world: World, program: Make, state: str) -> None:
    """B58."""
    Task.objects.filter(pk=world.draft.pk).update(state=state)
    ask = program(world.ana, world.journey.project)
    address = world.address("api_draft").removeprefix("/api/v1/")
    tag = ask("GET", address)["ETag"]
    assert ask("PUT", address, TEXTS, If_Match=tag).status_code == 409
    assert ask("POST", f"{address}submit/", {}, If_Match=tag).status_code == 409
    assert Revision.objects.filter(task=world.draft).count() == 0


def test_reviews_and_requests_stay_with_their_task(world: World, program: Make) -> None:
    """B26: an address names its task, and no body says another."""
    tomas = program(world.journey.tomas, world.journey.project)
    stage = world.place.round.stage
    assert tomas("GET", f"{PROJECT}reviews/{world.asked.number}/9/{stage}/").status_code == 404
    ana = program(world.ana, world.journey.project)
    moved = ana("POST", f"{PROJECT}tasks/3/requests/{world.request}/answers/", {"state": "done"})
    assert moved.status_code == 404
    body = {"state": "done", "request": "1-Z1"}
    assert ana("POST", f"{PROJECT}tasks/2/requests/{world.request}/answers/", body).status_code == 400


def test_the_verb_goes_with_the_word(world: World, program: Make) -> None:
    """Answering and settling stand at one address, and a token for one does not do the other."""
    place = f"{PROJECT}tasks/2/requests/{world.request}/answers/"
    done, settled = {"state": "done", "text": "Done."}, {"state": "settled", "text": ""}
    assert program(world.ana, world.journey.project, ["review"])("POST", place, done).status_code == 403
    assert program(world.ana, world.journey.project, ["answer"])("POST", place, done).status_code == 201
    requester = ChangeRequest.objects.get(review__assignment__letter=world.request[2], number=1).review.assignment
    by = requester.reviewer
    assert program(by, world.journey.project, ["answer"])("POST", place, settled).status_code == 403
    assert program(by, world.journey.project, ["review"])("POST", place, settled).status_code == 201


_ANY = {
    **dict.fromkeys(("slug", "public_id", "stage", "output", "handle", "name"), "x"),
    **dict.fromkeys(("number", "revision", "seq", "generation", "run"), "1"),
}


def view_of(name: str) -> type:
    found: type = resolve("/" + ADDRESSES[name] % _ANY).func.cls  # type: ignore[attr-defined]
    return found


ACTS = [name for name in ADDRESSES if issubclass(view_of(name), BrowserAct)]

# Acts on a task of which others are not even told that there is such an act.
OF_WRITERS = {"api_overlaps"}


def test_what_a_person_does_is_left_to_the_browser(world: World, program: Make) -> None:
    """Never done here, whoever asks; the answer says where."""
    clients = [Client(), program(world.ana, world.journey.project).client]
    session = Client()
    session.force_login(user_of(world.ana))
    clients.append(session)
    before = Task.objects.values_list("pk", "state")
    for name in ACTS:
        for client in clients:
            answer = client.post(world.address(name), "{}", "application/json")
            if ("%(public_id)s" in ADDRESSES[name] or name in OF_WRITERS) and client is not session:
                assert answer.status_code == 404
                continue
            assert (answer.status_code, answer.json()["code"]) == (403, "browser_act"), name
            page = answer.json()["page"].removeprefix("http://127.0.0.1:8000")
            assert resolve(page)
    assert list(before) == list(Task.objects.values_list("pk", "state"))
    assert len(ACTS) >= 14
