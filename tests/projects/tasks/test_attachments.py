"""Files: what is taken, how it is handed out, and to whom."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from portal.core import clock
from portal.core.errors import DomainError
from portal.people import download
from portal.people.models import Subject, User
from projects.tasks import attachments, files, queries, services
from projects.tasks.models import Attachment, Task
from tests.projects.journey import Journey

ROOT = "/projects/aquifer-bench/"
MOST = 10 * 1024 * 1024


@pytest.fixture(autouse=True)
def media(settings: object, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]
    return tmp_path


def attach(journey: Journey, task: Task, name: str, content: bytes) -> Attachment:
    task.draft.refresh_from_db()
    kept = services.attach(
        actor=task.created_by, task=task, file=SimpleUploadedFile(name, content), version=task.draft.version
    )
    assert kept is not None
    return kept


def test_a_file_has_its_own_key_and_a_clean_name(journey: Journey, media: Path) -> None:
    task = journey.draft(journey.member("ana-ruiz"))
    kept = attach(journey, task, "../../log.csv", b"t,s\n1,2\n")
    assert (kept.name, kept.media_type, kept.size) == ("log.csv", files.TEXT, 8)
    stored = [path.relative_to(media).as_posix() for path in media.rglob("*") if path.is_file()]
    assert stored == [f"attachments/{kept.key}"]
    assert len(kept.key) == 48


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [
        ("empty.txt", b"", 422),
        ("picture.png", b"<svg><script>alert(1)</script></svg>", 422),
        ("big.bin", b"x" * (MOST + 1), 413),
    ],
)
def test_what_is_not_taken_leaves_nothing_behind(
    journey: Journey, media: Path, name: str, content: bytes, status: int
) -> None:
    task = journey.draft(journey.member("ana-ruiz"))
    with pytest.raises(DomainError) as caught:
        attach(journey, task, name, content)
    assert caught.value.status == status
    assert not Attachment.objects.exists()
    assert not [path for path in media.rglob("*") if path.is_file()]


def test_an_upload_by_the_page_keeps_texts_and_file_together(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    client = Client()
    client.force_login(ana.user)
    page = f"{ROOT}tasks/draft/{task.public_id}/"
    sent = {"version": task.draft.version, "title": "New title", "tags": "", "statement": "S", "answer": "A"}
    sent |= {"verification": "V", "whole": "1", "file": SimpleUploadedFile("x.png", b"no picture")}
    refused = client.post(page, sent)
    assert refused.status_code == 422
    assert "is not what its name says" in refused.content.decode()
    assert "New title" in refused.content.decode()
    task.draft.refresh_from_db()
    assert task.draft.title != "New title", "neither the file nor the texts"


def test_it_is_offered_for_saving_and_never_shown(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    attach(journey, task, 'a "b" 数据.svg', b"<svg onload='alert(1)'/>")
    journey.submit(ana, task)
    client = Client()
    client.force_login(ana.user)
    answer = client.get(f"{ROOT}tasks/1/revisions/1/attachments/1/")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == "attachment; filename*=utf-8''a%20_b_%20%E6%95%B0%E6%8D%AE.svg"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert "no-store" in answer["Cache-Control"]
    assert b"".join(answer.streaming_content) == b"<svg onload='alert(1)'/>"  # type: ignore[attr-defined]


def test_who_may_not_see_the_statement_gets_no_file(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    attach(journey, task, "log.csv", b"t,s\n")
    stranger, visitor = Client(), Client()
    stranger.force_login(journey.member("bo-chen").user)
    assert stranger.get(f"{ROOT}tasks/draft/{task.public_id}/attachments/1/").status_code == 404
    journey.submit(ana, task)
    for client in (stranger, visitor):
        for path in ("tasks/1/revisions/1/attachments/1/", "tasks/1/revisions/9/attachments/1/"):
            assert client.get(ROOT + path).status_code == 404
    journey.judged(task, "accept", "accept")
    journey.decided(task)
    assert stranger.get(f"{ROOT}tasks/1/revisions/1/attachments/1/").status_code == 200, "members, once accepted"
    assert visitor.get(f"{ROOT}tasks/1/revisions/1/attachments/1/").status_code == 404


def test_a_submitted_revision_keeps_its_files_whatever_the_draft_does(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    first = attach(journey, task, "one.txt", b"one")
    second = attach(journey, task, "two.txt", b"two")
    journey.submit(ana, task)
    journey.judged(task, "revise", "revise")
    task.draft.refresh_from_db()
    third = services.change_files(
        actor=ana,
        task=task,
        version=task.draft.version,
        add=attachments.prepare([SimpleUploadedFile("three.txt", b"three")]),
        remove={1},
    )
    task.draft.refresh_from_db()
    assert [(row.place, row.attachment) for row in queries.placed_files(task.draft)] == [(2, second), (3, third[0])]
    assert queries.files_of(task.revisions.get()) == [first, second]


# B18. A name is what somebody typed; the store has its own keys and never sees one.
CLIMBING = [
    "../../../etc/passwd",
    "..\\..\\windows\\win.ini",
    "/etc/passwd",
    "C:\\boot.ini",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "..%2fpasswd",
    "....//....//passwd",
    "log.csv\0.png",
    "log.csv.",
    ".htaccess",
    "..",
    ".",
    "CON",
    "a\u202egpj.exe",
    "log\r\nSet-Cookie: a=b.csv",
    '"; filename="x.html',
    "<img src=x>.txt",
    "x" * 5000 + ".txt",
]


def test_b18_no_name_leaves_the_store_the_page_or_the_archive(journey: Journey, media: Path) -> None:
    """Sent as it is in the part's header, past Django's own cleaning of names."""
    ana = journey.member("ana-ruiz")
    client, taken = Client(), 0
    client.force_login(User.objects.get(subject=ana))
    for name in CLIMBING:
        task = journey.draft(ana)
        sent = SimpleUploadedFile("x", b"t,s\n1,2\n")
        sent._name = name  # type: ignore[attr-defined]
        before = Attachment.objects.count()
        try:
            services.attach(actor=ana, task=task, file=sent, version=task.draft.version)
        except DomainError:
            assert Attachment.objects.count() == before
            continue
        taken += 1
        answer = client.get(f"{ROOT}tasks/draft/{task.public_id}/attachments/1/")
        assert answer["Content-Disposition"].startswith("attachment"), name
        assert not set("\r\n\0") & set(answer["Content-Disposition"]), name
        assert "Set-Cookie" not in answer.headers or "a=b" not in answer["Set-Cookie"]
    assert taken > len(CLIMBING) / 2
    kept = list(Attachment.objects.all())
    stored = sorted(path.relative_to(media).as_posix() for path in media.rglob("*") if path.is_file())
    assert stored == sorted(f"attachments/{one.key}" for one in kept)
    for one in kept:
        assert not set(one.name) & set("/\\\0\r\n\u202e"), one.name
        assert one.name not in ("", ".", "..")
    for path in archive_of(ana).namelist():
        assert not path.startswith("/"), path
        assert ".." not in path.split("/"), path
        assert "\\" not in path, path


def archive_of(person: Subject) -> zipfile.ZipFile:
    """One's own data as they are downloaded."""
    return zipfile.ZipFile(io.BytesIO(b"".join(download.stream(person, clock.now()))))


def test_b18_twins_that_differ_by_case_are_two_files(journey: Journey, media: Path) -> None:
    """In the store by their keys, in the archive by their numbers, on every file system."""
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    first, second = (attach(journey, task, name, name.encode()) for name in ("Log.csv", "log.CSV"))
    assert first.key.lower() != second.key.lower()
    archive = archive_of(ana)
    names = [path.lower() for path in archive.namelist()]
    assert len(set(names)) == len(names)
    assert {archive.read(path) for path in archive.namelist() if "log.csv" in path.lower()} == {b"Log.csv", b"log.CSV"}


def test_b18_no_address_of_a_file_is_a_path(journey: Journey, media: Path) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    attach(journey, task, "log.csv", b"t,s\n")
    client = Client()
    client.force_login(User.objects.get(subject=ana))
    for end in ("../", "..%2f", "%2e%2e/", "1%00", "/etc/passwd", "attachments/"):
        answer = client.get(f"{ROOT}tasks/draft/{task.public_id}/attachments/1/{end}")
        assert answer.status_code in (301, 400, 404), end
        assert b"t,s" not in answer.content


def test_b18_an_archive_is_kept_as_it_came_and_never_opened(journey: Journey, media: Path) -> None:
    """With a link to a file of the server in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        link = zipfile.ZipInfo("link")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("../../climbed", "x")
    ana = journey.member("ana-ruiz")
    kept = attach(journey, journey.draft(ana), "data.zip", packed.getvalue())
    [stored] = [path for path in media.rglob("*") if path.is_file() or path.is_symlink()]
    assert stored.read_bytes() == packed.getvalue()
    assert (stored.name, stored.is_symlink()) == (kept.key, False)
