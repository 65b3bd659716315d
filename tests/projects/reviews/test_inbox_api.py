"""The inbox by the API says what the page says, of one project, to whom it belongs."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from portal.notices.models import Notice
from portal.people.models import Subject
from projects.tasks.models import Task
from tests.portal.api.programs import secret_for
from tests.projects.journey import Journey

PATH = "/api/v1/projects/aquifer-bench/inbox/"


def ask(subject: Subject, path: str = PATH) -> dict:
    client = Client()
    client.force_login(subject.user)
    answer = client.get(path)
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.fixture
def asked(journey: Journey) -> Task:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.ask(task, journey.tomas)
    return task


def test_a_notice_says_what_the_page_says(journey: Journey, asked: Task) -> None:
    [told] = ask(journey.tomas)["results"]
    notice = Notice.objects.get(subject=journey.tomas)
    due = journey.round(asked).first_answer_due
    assert told == {
        "id": notice.public_id,
        "kind": "review_asked",
        "headline": "Task 1: a review is asked of you",
        "sentence": "You are asked to review revision 1, stage “domain”. Agree, or step down so that somebody else is "
        "asked.",
        "title": "Three days of pumping",
        "page": "http://127.0.0.1:8000/projects/aquifer-bench/reviews/1/1/domain/",
        "until": f"{due:%Y-%m-%dT%H:%M:%SZ}",
        "holds": True,
        "at": told["at"],
        "read_at": None,
    }
    assert ask(journey.amara)["results"] == []


def test_what_was_read_leaves_the_unread_and_nobody_elses_is_touched(journey: Journey, asked: Task) -> None:
    client = Client()
    client.force_login(journey.tomas.user)
    mine = Notice.objects.get(subject=journey.tomas)
    elsewhere = Notice.objects.create(
        subject=journey.tomas, kind=mine.kind, key="x", project="pelsewhere00", about="x", at=mine.at
    )
    ids = list(Notice.objects.values_list("public_id", flat=True))
    assert len(ids) == 3, "that of Ines, and one of another project"
    answer = client.post(f"{PATH}read/", json.dumps({"ids": ids}), content_type="application/json")
    assert (answer.status_code, answer.json()) == (200, {"read": 1})
    assert ask(journey.tomas, f"{PATH}?show=unread")["results"] == []
    assert len(ask(journey.tomas)["results"]) == 1
    assert Notice.objects.get(subject=journey.ines).read_at is None
    elsewhere.refresh_from_db()
    assert elsewhere.read_at is None, "the address is that of one project"


@pytest.mark.parametrize(
    ("body", "status"),
    [({"ids": []}, 422), ({"ids": [1]}, 422), ({"ids": ["n" * 25]}, 422), ({}, 422), ({"ids": [1], "all": 1}, 400)],
)
def test_what_is_no_list_of_ids_is_refused(journey: Journey, asked: Task, body: dict, status: int) -> None:
    client = Client()
    client.force_login(journey.tomas.user)
    assert client.post(f"{PATH}read/", json.dumps(body), content_type="application/json").status_code == status


def test_a_token_reads_its_own_project_and_marks_with_a_verb_that_writes(journey: Journey, asked: Task) -> None:
    [number] = Notice.objects.filter(subject=journey.tomas).values_list("public_id", flat=True)
    answers = []
    for verbs in (["read"], ["read", "review"]):
        headers = {"Authorization": f"Bearer {secret_for(journey.tomas, journey.project, verbs)}"}
        assert len(Client().get(PATH, headers=headers).json()["results"]) == 1
        sent = Client().post(
            f"{PATH}read/", json.dumps({"ids": [number]}), content_type="application/json", headers=headers
        )
        answers.append(sent.status_code)
    assert answers == [403, 200]
    assert Client().get(PATH).status_code == 401
