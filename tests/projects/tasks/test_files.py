"""Several files of one task: added, taken off, hashed, compared, limited; and what is swept away."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from authorship.engine import canonical
from portal.core import clock
from portal.core.errors import DomainError, Refused
from portal.people.models import Subject
from projects.tasks import attachments, jobs, queries, quotas, services, sweeping
from projects.tasks.differences.files import differences
from projects.tasks.models import Attachment, Task
from tests.projects.journey import Journey

ROOT = "/projects/aquifer-bench/"
MB = 1024 * 1024


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def change(author: Subject, task: Task, add: dict[str, bytes] | None = None, remove: set[int] | None = None) -> None:
    task.draft.refresh_from_db()
    ready = attachments.prepare(SimpleUploadedFile(name, content) for name, content in (add or {}).items())
    services.change_files(actor=author, task=task, version=task.draft.version, add=ready, remove=remove or set())


def names(task: Task) -> list[tuple[int, str]]:
    return [(row.place, row.attachment.name) for row in queries.placed_files(task.draft)]


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_files_are_added_in_order_and_taken_off_by_their_places(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    change(ana, task, {"a.csv": b"1", "b.csv": b"2"})
    change(ana, task, {"c.csv": b"3"}, remove={1, 9})
    assert names(task) == [(2, "b.csv"), (3, "c.csv")]
    with pytest.raises(Refused, match=r"“d\.csv” is attached already\."):
        change(ana, task, {"d.csv": b"2"})
    change(ana, task, {"d.csv": b"2"}, remove={2})
    assert names(task) == [(3, "c.csv"), (4, "d.csv")]


def test_a_stale_draft_changes_no_file(journey: Journey, media: Path) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    ready = attachments.prepare([SimpleUploadedFile("a.csv", b"1")])
    with pytest.raises(DomainError) as stale:
        services.change_files(actor=ana, task=task, version=task.draft.version + 1, add=ready)
    assert stale.value.status == 409
    assert not [path for path in media.rglob("*") if path.is_file()]


def test_a_task_has_at_most_ten_files(journey: Journey, media: Path) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    change(ana, task, {f"{number}.csv": str(number).encode() for number in range(10)})
    with pytest.raises(quotas.TooLarge) as refused:
        change(ana, task, {"eleventh.csv": b"11"})
    assert [str(one) for one in refused.value.reasons] == [
        "A task has at most 10 files. Take one off, or pack several into an archive. Nothing was stored."
    ]
    assert len([path for path in media.rglob("*") if path.is_file()]) == 10


def test_the_hash_of_a_revision_commits_to_every_file_in_its_order(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    change(ana, task, {"a.csv": b"1", "b.csv": b"2", "c.csv": b"3"})
    change(ana, task, remove={2})
    journey.submit(ana, task)
    client = Client()
    client.force_login(ana.user)
    told = client.get(f"/api/v1{ROOT}tasks/1/").json()
    assert [(one["name"], one["sha256"]) for one in told["attachments"]] == [("a.csv", sha(b"1")), ("c.csv", sha(b"3"))]
    covered = ("title", "tags", "statement", "answer", "verification", "details", "shares", "given_up")
    text = {name: told[name] for name in covered} | {"salt": told["revision_salt"]}
    assert canonical.digest({**text, "attachments": [sha(b"1"), sha(b"3")]}) == told["revision_hash"]
    assert canonical.digest({**text, "attachments": [sha(b"3"), sha(b"1")]}) != told["revision_hash"]


def test_the_draft_of_the_api_tells_what_was_taken_out(journey: Journey) -> None:
    from tests.projects.tasks.test_cleaning import gif

    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    change(ana, task, {"a.gif": gif(), "b.csv": b"1"})
    client = Client()
    client.force_login(ana.user)
    told = client.get(f"/api/v1{ROOT}drafts/{task.public_id}/").json()
    assert [(one["name"], one["removed"], one["looked_through"]) for one in told["attachments"]] == [
        ("a.gif", ["comment"], True),
        ("b.csv", [], False),
    ]
    assert told["canary"] == f"concord-canary GUID {journey.project.canary}"


def test_files_are_compared_by_their_bytes() -> None:
    def made(name: str, content: bytes) -> Attachment:
        return Attachment(name=name, sha256=sha(content))

    old = [made("a", b"1"), made("b", b"2"), made("c", b"3"), made("d", b"4")]
    new = [made("e", b"5"), made("b", b"6"), made("z", b"3"), made("a", b"1")]
    found = [(row.sign, row.old and row.old.name, row.new and row.new.name) for row in differences(old, new)]
    assert found == [
        ("added", None, "e"),
        ("changed", "b", "b"),
        ("renamed", "c", "z"),
        ("same", "a", "a"),
        ("removed", "d", None),
    ]


def test_the_page_adds_and_takes_off_without_a_script(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    client = Client()
    client.force_login(ana.user)
    page = f"{ROOT}tasks/draft/{task.public_id}/"
    texts = {"title": "T", "tags": "", "statement": "S", "answer": "A", "verification": "V", "whole": "1"}

    def send(files: list[SimpleUploadedFile], remove: list[str]) -> Any:
        task.draft.refresh_from_db()
        sent: dict[str, Any] = {**texts, "version": task.draft.version, "file": files, "remove": remove}
        return client.post(page, sent, follow=True)

    shown = send([SimpleUploadedFile("a.csv", b"1"), SimpleUploadedFile("b.csv", b"2")], []).content.decode()
    assert "Kept as it came: nothing is taken out of files of this kind." in shown
    assert shown.count('name="remove"') == 2
    send([SimpleUploadedFile("c.csv", b"3")], ["1", "x", "99"])
    assert names(task) == [(2, "b.csv"), (3, "c.csv")]
    refused = send([SimpleUploadedFile("d.png", b"no picture"), SimpleUploadedFile("e.txt", b"")], ["2"])
    assert refused.status_code == 422
    told = refused.content.decode()
    assert "“d.png” is not what its name says. Rename the file or send the right one." in told
    assert "“e.txt” is empty." in told
    assert 'id="remove-2" checked' in told
    assert names(task) == [(2, "b.csv"), (3, "c.csv")]


LIMITS = [
    (
        "CONCORD_FILES_DAY_COUNT",
        1,
        "You have uploaded as much today as one person may: 200.0 MB or 1 files. Go on tomorrow.",
    ),
    (
        "CONCORD_FILES_DAY_BYTES",
        1500,
        "You have uploaded as much today as one person may: 1.5 KB or 100 files. Go on tomorrow.",
    ),
    ("CONCORD_FILES_PERSON_BYTES", 1500, "Your files on this site have reached their limit."),
    ("CONCORD_FILES_PERSON_COUNT", 1, "Your files on this site have reached their limit."),
    ("CONCORD_FILES_TASK_BYTES", 1500, "The files of one task may be 1.5 KB together, in all its revisions."),
    (
        "CONCORD_FILES_PROJECT_BYTES",
        1500,
        "The files of this project have reached their limit. Ask its organizers, or whoever runs this site.",
    ),
]


@pytest.mark.parametrize(("setting", "most", "reason"), LIMITS)
def test_b79_a_quota_refuses_with_its_reason(
    journey: Journey, settings: Any, media: Path, setting: str, most: int, reason: str
) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    change(ana, task, {"a.bin": b"a" * 1000})
    setattr(settings, setting, most)
    with pytest.raises(quotas.TooLarge) as refused:
        change(ana, task, {"b.bin": b"b" * 1000})
    assert [str(one).replace("\xa0", " ") for one in refused.value.reasons] == [reason, "Nothing was stored."]
    assert refused.value.status == 413
    assert len([path for path in media.rglob("*") if path.is_file()]) == 1


def test_a_body_that_is_too_long_is_refused_before_it_is_read(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    client = Client()
    client.force_login(ana.user)

    class Never:
        def read(self, *_sizes: int) -> bytes:
            raise AssertionError("read")

        readline = read

    answer = client.generic(
        "POST",
        f"{ROOT}tasks/draft/{task.public_id}/",
        content_type="multipart/form-data; boundary=x",
        **{"CONTENT_LENGTH": str(32 * MB + 1), "wsgi.input": Never()},
    )
    assert answer.status_code == 413
    assert "This is too large" in answer.content.decode()


def aged(path: str, days: int) -> None:
    then = (clock.deciding() - dt.timedelta(days=days)).timestamp()
    os.utime(default_storage.path(path), (then, then))


def test_the_sweep_takes_what_nobody_names_and_nothing_else(journey: Journey, settings: Any) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    change(ana, task, {"kept.csv": b"1", "off.csv": b"2"})
    change(ana, task, remove={2})
    for stray, days in (("old", 2), ("new", 0)):
        default_storage.save(f"attachments/{stray}", ContentFile(b"x"))
        aged(f"attachments/{stray}", days)
    kept, off = Attachment.objects.order_by("pk")
    assert sweeping.sweep(clock.deciding()) == 1
    assert not default_storage.exists("attachments/old")
    assert default_storage.exists(attachments.path_of(off)), "not before 30 days"
    assert sweeping.sweep(clock.deciding() + dt.timedelta(days=31)) == 2, "the new stray is old by then"
    assert default_storage.exists(attachments.path_of(kept))
    assert not default_storage.exists(attachments.path_of(off))
    assert sweeping.sweep(clock.deciding() + dt.timedelta(days=31)) == 0, "twice does nothing more"
    assert Attachment.objects.count() == 2, "rows stay"


def test_the_draft_of_an_ended_task_lets_its_files_go(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    change(ana, task, {"submitted.csv": b"1"})
    journey.submit(ana, task)
    journey.judged(task, "revise", "revise")
    change(ana, task, {"never.csv": b"2"})
    services.withdraw(actor=ana, task=task)
    assert sweeping.sweep(clock.deciding() + dt.timedelta(days=29)) == 0
    assert sweeping.sweep(clock.deciding() + dt.timedelta(days=31)) == 1
    assert names(task) == [(1, "submitted.csv")]
    assert default_storage.exists(attachments.path_of(Attachment.objects.get(name="submitted.csv")))


def test_the_sweep_is_planned_once_a_day(db: None) -> None:
    [due] = jobs.sweep_files_every_day(dt.datetime(2027, 3, 2, 15, 4, tzinfo=dt.UTC))
    assert (due.job, due.key) == ("projects.tasks.sweep_files", "2027-03-02")
    jobs.sweep_files()
    jobs.sweep_files()
