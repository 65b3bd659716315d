"""The same tasks in the same order on the page, in its files and in the API; a reader sees of them what is theirs."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from portal.people.models import Subject
from projects.tasks.models import Task
from tests.projects.journey import Journey

PAGE = "/projects/aquifer-bench/tasks/"
API = "/api/v1/projects/aquifer-bench/tasks/"


def _client(reader: Subject | None) -> Client:
    client = Client()
    if reader is not None:
        client.force_login(reader.user)
    return client


def _file(client: Client, form: str, **asked: str) -> str:
    response = client.get(reverse("task_file", args=["aquifer-bench", form]), asked)
    assert response.status_code == 200
    return b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]


def _on_page(client: Client, **asked: str) -> list[int]:
    page = client.get(PAGE, asked).content.decode()
    return [int(one) for one in re.findall(r'<td class="is-number"[^>]*>(\d+)<', page)]


@pytest.fixture
def four(journey: Journey) -> Journey:
    """1 of Ana is declined, 2 of Ana under review by Amara, 3 of Bo waits, 4 of Bo too; they changed on four days."""
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    first = journey.submitted(ana, "First")
    journey.judged(first, "decline", "decline")
    journey.ask(journey.submitted(ana, "Second"), journey.amara)
    journey.submitted(bo, "Third")
    journey.submitted(bo, "Fourth")
    days = {1: 20, 2: 5, 3: 9, 4: 9}
    for task in Task.objects.all():
        assert task.number is not None
        day = dt.datetime(2026, 1, days[task.number], 12, task.number, tzinfo=dt.UTC)
        Task.objects.filter(pk=task.pk).update(state_since=day)
    return journey


@pytest.mark.parametrize(
    ("reader", "asked", "expected"),
    [
        ("", {}, [4, 3, 2, 1]),
        ("", {"order": "number"}, [1, 2, 3, 4]),
        # 3 and 4 changed on one day: which of them first is not told by their minutes, but by their numbers.
        ("", {"order": "changed"}, [2, 3, 4, 1]),
        ("", {"order": "-changed"}, [1, 4, 3, 2]),
        ("", {"state": "declined"}, [1]),
        ("", {"state": "submitted"}, [4, 3]),
        ("", {"open": "yes"}, [4, 3, 2]),
        ("", {"open": "yes", "order": "changed"}, [2, 3, 4]),
        ("", {"tag": "wells"}, [4, 3, 2, 1]),
        ("", {"tag": "well"}, []),
        ("", {"mine": "yes"}, []),
        ("", {"reviewing": "yes"}, []),
        ("ana-ruiz", {"mine": "yes"}, [2, 1]),
        ("ana-ruiz", {"mine": "yes", "open": "yes"}, [2]),
        ("ana-ruiz", {"reviewing": "yes"}, []),
        ("amara-nwosu", {"reviewing": "yes"}, [2, 1]),
        ("amara-nwosu", {"reviewing": "yes", "state": "in_review"}, [2]),
    ],
)
def test_page_files_and_api_agree(four: Journey, reader: str, asked: dict[str, str], expected: list[int]) -> None:
    subject = Subject.objects.get(handle=reader) if reader else None
    client = _client(subject)
    assert _on_page(client, **asked) == expected
    assert [row["number"] for row in client.get(API, {"order": "-number", **asked}).json()["results"]] == expected
    assert [json.loads(line)["number"] for line in _file(client, "jsonl", **asked).splitlines()] == expected
    rows = list(csv.DictReader(io.StringIO(_file(client, "csv", **asked))))
    assert [int(row["number"]) for row in rows] == expected


def test_a_file_holds_what_its_reader_sees(four: Journey) -> None:
    """The example is in mode members: a visitor sees no title and no names before acceptance."""
    ana = Subject.objects.get(handle="ana-ruiz")
    public = {"number", "state", "since", "turn", "until", "tags", "terms", "submitted_on", "accepted_on", "revisions"}
    visitor = [json.loads(line) for line in _file(_client(None), "jsonl").splitlines()]
    member = [json.loads(line) for line in _file(_client(ana), "jsonl").splitlines()]
    assert [set(row) for row in visitor] == [public] * 4
    assert [set(row) for row in member] == [public | {"title", "contributors", "canary"}] * 4
    assert member[3] | {"until": None} == {
        "number": 1,
        "state": "declined",
        "since": "2026-01-20",
        "turn": "nobody",
        "until": None,
        "tags": ["wells"],
        "terms": 1,
        "submitted_on": member[3]["submitted_on"],
        "accepted_on": None,
        "revisions": 1,
        "title": "First",
        "contributors": {ana.id: "1"},
        "canary": four.project.canary_line,
    }
    assert [row["turn"] for row in member] == ["assign", "assign", "reviewers", "nobody"]


def test_a_draft_is_in_no_file(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    journey.draft(ana, "Nobody reads this yet")
    assert _file(_client(ana), "jsonl") == ""


def test_a_title_is_no_formula_in_a_spreadsheet(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    journey.submitted(ana, '=HYPERLINK("http://example.org")')
    (row,) = csv.DictReader(io.StringIO(_file(_client(ana), "csv")))
    assert row["title"] == '\'=HYPERLINK("http://example.org")'
    assert row["contributors"] == f"{ana.id}=1"


def test_tags_are_counted_and_lead_to_their_tasks(four: Journey) -> None:
    ana = Subject.objects.get(handle="ana-ruiz")
    task = four.draft(ana, "Fifth")
    four.write(ana, task, tags=["r&d", "wells"])
    four.submit(ana, task)
    page = Client().get(PAGE).content.decode()
    assert '<option value="r&amp;d">r&amp;d (1)</option><option value="wells">wells (5)</option>' in page
    assert f'href="{PAGE}?tag=r%26d"' in page
    assert _on_page(Client(), tag="r&d") == [5]


def test_tags_taken_off_are_no_longer_found(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    journey.write(ana, task, tags=["rivers"])
    journey.write(ana, task, tags=["wells"])
    assert list(task.tag_rows.values_list("tag", flat=True)) == ["wells"]


def test_other_forms_are_not_there(journey: Journey) -> None:
    assert Client().get(reverse("task_file", args=["aquifer-bench", "xlsx"])).status_code == 404


def test_the_files_have_the_address_of_the_list(four: Journey) -> None:
    page = Client().get(PAGE, {"order": "changed", "state": ["submitted", "declined"], "tag": "wells"})
    asked = "state=declined&amp;state=submitted&amp;tag=wells&amp;order=changed"
    assert f'href="{PAGE}list.csv?{asked}"' in page.content.decode()
