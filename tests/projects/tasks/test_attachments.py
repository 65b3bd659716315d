"""Files: what is taken, how it is handed out, and to whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from portal.core.errors import DomainError, Refused
from projects.tasks import attachments, files, services
from projects.tasks.models import Attachment, Task
from tests.projects.journey import Journey

ROOT = "/projects/aquifer-bench/"


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
        ("big.bin", b"x" * (files.MAX_BYTES + 1), 413),
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


def test_one_person_cannot_fill_the_disk(journey: Journey, monkeypatch: pytest.MonkeyPatch) -> None:
    task = journey.draft(journey.member("ana-ruiz"))
    monkeypatch.setattr(attachments, "QUOTA_BYTES", 10)
    attach(journey, task, "a.txt", b"12345678")
    with pytest.raises(DomainError, match="limit"):
        attach(journey, task, "b.txt", b"123")


def test_an_upload_by_the_page_keeps_texts_and_file_together(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    client = Client()
    client.force_login(ana.user)
    page = f"{ROOT}tasks/draft/{task.public_id}/"
    sent = {"version": task.draft.version, "title": "New title", "tags": "", "statement": "S", "answer": "A"}
    sent |= {"verification": "V", "file": SimpleUploadedFile("x.png", b"no picture")}
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
    answer = client.get(f"{ROOT}tasks/1/revisions/1/attachment/")
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
    assert stranger.get(f"{ROOT}tasks/draft/{task.public_id}/attachment/").status_code == 404
    journey.submit(ana, task)
    for client in (stranger, visitor):
        for path in ("tasks/1/revisions/1/attachment/", "tasks/1/revisions/9/attachment/"):
            assert client.get(ROOT + path).status_code == 404
    journey.judged(task, "accept", "accept")
    journey.decided(task)
    assert stranger.get(f"{ROOT}tasks/1/revisions/1/attachment/").status_code == 200, "members, once accepted"
    assert visitor.get(f"{ROOT}tasks/1/revisions/1/attachment/").status_code == 404


def test_a_new_file_takes_the_place_of_the_old_one_in_the_draft_only(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    first = attach(journey, task, "one.txt", b"one")
    journey.submit(ana, task)
    journey.judged(task, "revise", "revise")
    second = attach(journey, task, "two.txt", b"two")
    task.draft.refresh_from_db()
    assert task.draft.attachment == second
    assert task.revisions.get().attachment == first
    with pytest.raises(Refused):
        attach(journey, task, "three.pdf", b"three")
