"""A draft is saved as it is typed, by the road of its button."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from projects.tasks.models import Task, TaskDraft
from tests.projects.journey import DETAILS_FORM, Journey

ROOT = "/projects/aquifer-bench/"
TEXTS = {
    "title": "Three days of pumping",
    "statement": "Say why.",
    "answer": "A river.",
    "verification": "It is named.",
}


@pytest.fixture
def ana(journey: Journey, client: Client) -> Client:
    client.force_login(journey.member("ana-ruiz").user)
    client.post(f"{ROOT}tasks/new/", {"title": "Three days of pumping"})
    return client


def beside() -> str:
    return f"{ROOT}tasks/draft/{Task.objects.get().public_id}/beside/"


def sent(version: int, **changed: Any) -> dict[str, Any]:
    return {**TEXTS, "version": str(version), "whole": "1", **changed}


def test_what_is_typed_is_saved_and_what_is_missing_comes_back(ana: Client) -> None:
    answer = ana.post(beside(), sent(1))
    assert answer.status_code == 200
    draft = TaskDraft.objects.get()
    assert (draft.version, draft.statement, draft.details) == (2, "Say why.", {})
    text = answer.content.decode()
    assert '<input type="hidden" name="version" value="2" id="kept-version" data-swap>' in text
    assert '<input type="hidden" name="version" value="2" id="submit-version" data-swap>' in text
    assert "How an expert would pass is empty." in text


def test_details_are_saved_with_the_texts(ana: Client) -> None:
    answer = ana.post(beside(), sent(1, **DETAILS_FORM))
    assert answer.status_code == 200
    assert TaskDraft.objects.get().details["hours"] == {"low": "4", "high": "13/2"}
    assert "is empty" not in answer.content.decode()


def test_the_same_again_makes_no_version(ana: Client) -> None:
    ana.post(beside(), sent(1, **DETAILS_FORM))
    assert ana.post(beside(), sent(2, **DETAILS_FORM)).status_code == 200
    assert ana.post(beside(), sent(1, **DETAILS_FORM)).status_code == 200, "nor is it a conflict with oneself"
    assert TaskDraft.objects.get().version == 2


def test_two_windows_are_shown_both_texts(ana: Client) -> None:
    ana.post(beside(), sent(1))
    answer = ana.post(beside(), sent(1, statement="Another window says this."))
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Another window says this." in text
    assert "Say why." in text
    assert TaskDraft.objects.get().statement == "Say why."


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"whole": ""}, "did not arrive whole"),
        ({"title": ""}, "give the task a title"),
        ({"d-hours-low": "many"}, "hours"),
    ],
)
def test_what_cannot_be_kept_is_said_and_nothing_is_written(ana: Client, changed: dict[str, str], said: str) -> None:
    answer = ana.post(beside(), sent(1, **changed))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert TaskDraft.objects.get().version == 1


def test_a_page_says_where_it_is_saved(ana: Client) -> None:
    page = ana.get(beside().removesuffix("beside/")).content.decode()
    assert f'data-beside="{beside()}"' in page
    assert "js/keep" in page


def test_nobody_else_finds_it(journey: Journey, ana: Client) -> None:
    stranger = Client()
    stranger.force_login(journey.member("otto-weiss").user)
    assert stranger.post(beside(), sent(1)).status_code == 404
    assert Client().post(beside(), sent(1)).status_code == 403
