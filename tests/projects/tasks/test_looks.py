"""Who took a file that is not public: noted once a saving, read by those who write the task, no hidden name in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from portal.core import clock
from portal.people import download
from portal.people.models import Subject
from projects.reviews import services as reviews
from projects.reviews.models import Assignment
from projects.tasks import services
from projects.tasks.models import FileLook, Task
from tests.projects.journey import Journey
from tests.projects.reviews.test_anonymity import hide

ROOT = "/projects/aquifer-bench/"
FILE = f"{ROOT}tasks/1/revisions/1/attachments/1/"
LOOKS = f"{ROOT}tasks/1/looks/"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def submitted(journey: Journey) -> Task:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    file = SimpleUploadedFile("levels.csv", b"day,metres\n")
    services.attach(actor=ana, task=task, file=file, version=task.draft.version)
    journey.submit(ana, task)
    return task


def browser(subject: Subject | None) -> Client:
    client = Client()
    if subject is not None:
        client.force_login(subject.user)
    return client


def test_where_reviewers_are_hidden_a_letter_stands_for_them(fresh: Journey) -> None:
    fresh.publish_first(hide("reviewer_hidden"))
    task = submitted(fresh)
    ana, amara = fresh.person("ana-ruiz"), fresh.amara
    place = fresh.ask(task, amara)
    assert browser(amara).get(FILE).status_code == 200
    assert browser(amara).head(FILE).status_code == 200, "nothing was taken"
    assert browser(fresh.ines).get(FILE).status_code == 200, "holds audit"
    assert browser(ana).get(FILE).status_code == 200, "their own"
    assert browser(None).get(FILE).status_code == 404
    letter = Assignment.objects.get().letter
    noted = list(FileLook.objects.values_list("by", "role", "letter"))
    assert noted == [(amara.pk, "reviewer", letter), (fresh.ines.pk, "auditor", "")]
    # Whoever steps down does not get a name by it.
    reviews.step_down(actor=amara, assignment=place)
    page = browser(ana).get(LOOKS).content.decode()
    assert f"Reviewer {letter}" in page
    for secret in (amara.handle, amara.profile.printed_name):
        assert secret not in page
    assert fresh.ines.profile.printed_name in page
    assert "who holds the power to audit" in page
    assert page.count("levels.csv") == 2


def test_who_leads_a_round_is_not_named_where_reviewers_are_hidden(fresh: Journey) -> None:
    fresh.publish_first(hide("reviewer_hidden"))
    task = submitted(fresh)
    eda = fresh.editor("eda-moss")
    reviews.appoint_lead(actor=fresh.ines, round=fresh.round(task), lead=eda)
    assert browser(eda).get(FILE).status_code == 200
    page = browser(fresh.person("ana-ruiz")).get(LOOKS).content.decode()
    assert "who leads a round of it" in page
    assert eda.profile.printed_name not in page


def test_where_they_are_open_names_stand(journey: Journey) -> None:
    task = submitted(journey)
    journey.ask(task, journey.amara)
    assert browser(journey.amara).get(FILE).status_code == 200
    page = browser(journey.person("ana-ruiz")).get(LOOKS).content.decode()
    assert journey.amara.profile.printed_name in page
    assert FileLook.objects.get().letter == ""


def test_nobody_else_reads_who_looked(journey: Journey) -> None:
    submitted(journey)
    for reader in (journey.ines, journey.tomas, journey.member("bo-chen")):
        assert browser(reader).get(LOOKS).status_code == 404
    answer = browser(None).get(LOOKS)
    assert answer.status_code == 302
    assert "Nobody has taken an attachment yet" in browser(journey.person("ana-ruiz")).get(LOOKS).content.decode()


def test_what_everybody_may_see_is_noted_of_nobody(fresh: Journey) -> None:
    fresh.publish_first(lambda document: document["data"].update(visibility="open", held_out="none"))
    task = submitted(fresh)
    bo = fresh.member("bo-chen")
    assert browser(bo).get(FILE).status_code == 200, "members read the statement at once"
    assert [one.role for one in FileLook.objects.all()] == ["member"]
    fresh.judged(task, "accept", "accept")
    fresh.decided(task)
    assert browser(bo).get(FILE).status_code == 200
    assert browser(None).get(FILE).status_code == 200
    assert FileLook.objects.count() == 1


def test_a_person_gets_their_own_looks_with_their_data(journey: Journey) -> None:
    task = submitted(journey)
    journey.ask(task, journey.amara)
    browser(journey.amara).get(FILE)
    [told] = download.document(journey.amara, clock.now())["file_looks"]
    assert (told["project"], told["task"], told["revision"], told["as"]) == ("aquifer-bench", 1, 1, "reviewer")
    assert "levels" not in str(told)
    assert download.document(journey.person("ana-ruiz"), clock.now())["file_looks"] == []
