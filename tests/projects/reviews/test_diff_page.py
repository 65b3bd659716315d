"""The page that compares two revisions: in words, with tables and formulas rendered, and files by their bytes."""

from __future__ import annotations

import hashlib

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from portal.people.models import Subject
from projects.reviews import services
from projects.reviews.models import ChangeRequest
from projects.tasks import attachments
from projects.tasks import services as tasks
from projects.tasks.models import Task
from tests.projects.journey import STATEMENT, Journey

ROOT = "/projects/aquifer-bench/"
MOVING = "The observation well stands forty metres from the pumped one."
FIRST = f"{MOVING}\n\n{STATEMENT}\n\n| day | metres |\n|---|---|\n| 1 | 2 |\n\n$$\ns = 2\n$$"
SECOND = f"{STATEMENT}\n\n| day | metres |\n|---|---|\n| 1 | 3 |\n\n$$\ns = 3\n$$\n\n{MOVING}"


def page(journey: Journey, client: Client, *contents: bytes) -> str:
    """The differences of a task's two revisions, as its author sees them; `contents` are those of its file in each."""
    ana = journey.member("ana-ruiz")
    client.force_login(ana.user)
    task = journey.draft(ana)
    texts = {"title": "Three days of pumping", "answer": "A river.", "verification": "Both are named."}
    write(journey, ana, task, {**texts, "statement": FIRST}, contents[:1])
    journey.submit(ana, task)
    journey.judged(task, "revise", "revise")
    for request in ChangeRequest.objects.all():
        services.answer_request(actor=ana, request=request, state="done", text="The paragraph says it now.")
    write(journey, ana, task, {**texts, "title": "Four days of pumping", "statement": SECOND}, contents[1:])
    journey.submit(ana, task)
    answer = client.get(f"{ROOT}tasks/1/diff/")
    assert answer.status_code == 200
    return answer.content.decode()


def write(journey: Journey, author: Subject, task: Task, texts: dict[str, str], contents: tuple[bytes, ...]) -> None:
    journey.write(author, task, **texts)
    if contents:
        file = SimpleUploadedFile("levels.csv", contents[0], "text/csv")
        there = task.draft.files.values_list("place", flat=True)
        ready = attachments.prepare([file])
        tasks.change_files(actor=author, task=task, version=task.draft.version, add=ready, remove=set(there))


def test_what_a_reader_sees_of_two_revisions(journey: Journey, client: Client) -> None:
    html = page(journey, client)
    title, rest = html.split('id="diff-statement"')
    assert "<del>Three</del><ins>Four</ins> days of pumping" in title
    statement, others = rest.split('id="diff-answer"')
    assert "2 paragraphs changed, 1 moved" in statement
    assert "What was paragraph 1 stands at 6 now" in statement
    assert "Moved here from paragraph 1" in statement
    assert "Paragraphs 1 to 3 are the same" in statement
    before, after = statement.split("diff__block--ins", 1)
    assert ">2</td>" in before, "the table as it was"
    assert ">3</td>" in after
    assert statement.count("<math") == 2
    assert others.count("Unchanged.") == 2
    assert "diff-file" not in html


def test_a_file_is_compared_by_its_bytes(journey: Journey, client: Client) -> None:
    html = page(journey, client, b"day,metres\n1,2\n", b"day,metres\n1,3\n")
    part = html.split('id="diff-file"')[1]
    assert hashlib.sha256(b"day,metres\n1,2\n").hexdigest()[:8] in part
    assert hashlib.sha256(b"day,metres\n1,3\n").hexdigest()[:8] in part


def test_the_same_bytes_sent_again_are_no_change(journey: Journey, client: Client) -> None:
    html = page(journey, client, b"day,metres\n1,2\n", b"day,metres\n1,2\n")
    assert "Unchanged." in html.split('id="diff-file"')[1]
