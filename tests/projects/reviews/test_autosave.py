"""A review is saved as it is typed, by the road of its button."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from portal.people.models import Subject
from projects.reviews.models import ReviewDraft
from tests.projects.journey import Journey

PAGE = "/projects/aquifer-bench/reviews/1/1/domain/"
BESIDE = f"{PAGE}beside/"
TYPED = {"version": "0", "text": "The answer follows.", "score-sound": "4", "whole": "1", "r1-part": "statement"}


@pytest.fixture
def tomas(journey: Journey, client: Client) -> Client:
    """Has agreed to review task 1."""
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.agreed(task, journey.tomas)
    client.force_login(journey.tomas.user)
    return client


def sent(**changed: Any) -> dict[str, Any]:
    return {**TYPED, **changed}


def test_what_is_typed_is_saved_and_the_next_version_comes_back(tomas: Client) -> None:
    answer = tomas.post(BESIDE, sent())
    assert answer.status_code == 200
    draft = ReviewDraft.objects.get()
    assert (draft.version, draft.text, draft.scores, draft.requests) == (1, "The answer follows.", {"sound": 4}, [])
    text = answer.content.decode()
    assert '<input type="hidden" name="version" value="1" id="kept-version" data-swap>' in text
    assert "Draft saved" in text
    page = tomas.get(PAGE).content.decode()
    assert f'data-beside="{BESIDE}"' in page
    assert "The answer follows." in page


def test_the_same_again_makes_no_version(tomas: Client) -> None:
    row = {"r1-exact": "Say why.", "r1-criterion": "sound", "r1-text": "Name it.", "r1-cure": "It is named."}
    tomas.post(BESIDE, sent(**row))
    assert tomas.post(BESIDE, sent(version="1", **row)).status_code == 200
    assert tomas.post(BESIDE, sent(version="0", **row)).status_code == 200, "nor is it a conflict with oneself"
    assert ReviewDraft.objects.get().version == 1


def test_two_windows_are_shown_both_texts(tomas: Client) -> None:
    tomas.post(BESIDE, sent())
    answer = tomas.post(BESIDE, sent(text="Another window says this."))
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Another window says this." in text
    assert "The answer follows." in text
    assert 'id="conflict"' in text
    assert ReviewDraft.objects.get().text == "The answer follows."


def test_a_blank_at_the_end_makes_no_version_for_ever(tomas: Client) -> None:
    tomas.post(BESIDE, sent(text="The answer follows. \n"))
    assert tomas.post(BESIDE, sent(text="The answer follows. \n", version="1")).status_code == 200
    assert ReviewDraft.objects.get().version == 1


def test_windows_that_differ_in_a_score_or_the_verdict_show_it(tomas: Client) -> None:
    tomas.post(BESIDE, sent(verdict="accept"))
    text = tomas.post(BESIDE, sent(verdict="decline", **{"score-sound": "2"})).content.decode()
    table = text[text.index("<tbody>") : text.index("</tbody>")]
    assert table.count("<tr>") == 2
    assert "Decline" in table
    assert "Accept" in table


def test_what_did_not_arrive_whole_is_not_saved(tomas: Client) -> None:
    answer = tomas.post(BESIDE, {**sent(), "whole": ""})
    assert answer.status_code == 422
    assert "did not arrive whole" in answer.content.decode()
    assert not ReviewDraft.objects.exists()


def test_too_much_is_refused_and_what_was_saved_stays(tomas: Client) -> None:
    tomas.post(BESIDE, sent())
    answer = tomas.post(BESIDE, sent(version="1", text="x" * 400_000))
    assert answer.status_code in (413, 422)
    assert ReviewDraft.objects.get().text == "The answer follows."


def test_whoever_has_no_place_there_sees_none(journey: Journey, tomas: Client) -> None:
    other: Subject = journey.member("otto-weiss")
    stranger = Client()
    stranger.force_login(other.user)
    assert stranger.post(BESIDE, sent()).status_code == 404
    assert Client().post(BESIDE, sent()).status_code == 403
    assert tomas.get(BESIDE).status_code == 405
