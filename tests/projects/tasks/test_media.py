"""Files from an origin of their own: by signed addresses that last a moment, and nothing else is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from projects.tasks.models import FileLook
from tests.projects.journey import Journey
from tests.projects.tasks.test_looks import FILE, browser, submitted

HOST = "files.concord.example"


@pytest.fixture
def address(journey: Journey, settings: Any, tmp_path: Path) -> str:
    """Of the file, on the other origin, as a reviewer was sent there."""
    settings.MEDIA_ROOT = tmp_path
    settings.CONCORD_MEDIA_ORIGIN = f"https://{HOST}"
    settings.ALLOWED_HOSTS = ["testserver", HOST]
    journey.ask(submitted(journey), journey.amara)
    answer = browser(journey.amara).get(FILE)
    assert answer.status_code == 302
    assert "no-store" in answer["Cache-Control"]
    where = str(answer["Location"])
    assert where.startswith(f"https://{HOST}/files/")
    assert FileLook.objects.count() == 1, "the look is noted where the right was asked"
    return where.removeprefix(f"https://{HOST}")


def test_it_needs_no_session_and_sets_none(address: str) -> None:
    answer = Client().get(address, headers={"host": HOST})
    assert answer.status_code == 200
    assert b"".join(answer.streaming_content) == b"day,metres\n"  # type: ignore[attr-defined]
    assert answer["Content-Disposition"] == 'attachment; filename="levels.csv"'
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "private, no-store"
    assert not answer.cookies


def test_nothing_else_is_on_that_origin(address: str, journey: Journey) -> None:
    client = browser(journey.ines)
    for path in ("/", "/accounts/login/", "/healthz", "/static/css/base.css", FILE, "/files/", "/files//", "/api/v1/"):
        answer = client.get(path, headers={"host": HOST})
        assert answer.status_code == 404, path
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert not answer.cookies
    assert client.post(address, headers={"host": HOST}).status_code == 404


def test_the_site_itself_knows_no_such_address(address: str) -> None:
    assert Client().get(address).status_code == 404
    assert Client().get(address, headers={"host": "elsewhere.example"}).status_code == 400


def test_an_address_that_was_changed_or_is_late_names_nothing(address: str, settings: Any) -> None:
    for other in (address.replace("/files/", "/files/x"), address[:-3] + "/", address.replace(":", "%3A%3A", 1)):
        assert Client().get(other, headers={"host": HOST}).status_code == 404
    settings.CONCORD_MEDIA_SECONDS = -1
    assert Client().get(address, headers={"host": HOST}).status_code == 404
