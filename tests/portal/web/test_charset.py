"""A codec that is none for text ends no request in a failure: Django itself would fail while it makes the request."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import Client, RequestFactory

from portal import wsgi
from portal.core.web.charset import KEY, Utf8Only


def passed_on(content_type: str) -> dict[str, Any]:
    """What reaches the application."""
    seen: list[dict[str, Any]] = []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.append(environ)
        return []

    environ = {**RequestFactory().get("/projects/", {"x": "1"}).environ, "CONTENT_TYPE": content_type}
    list(Utf8Only(application)(environ, lambda status, headers: None))
    return seen[0]


@pytest.mark.parametrize("charset", ["bz2_codec", "unknown", '"utf-16"', "latin-1", "rot13", "hex", "idna", "ü"])
def test_it_is_taken_off_and_kept_aside(charset: str) -> None:
    """B73."""
    environ = passed_on(f"application/json; charset={charset}")
    assert environ["CONTENT_TYPE"] == "application/json"
    assert environ[KEY]
    assert WSGIRequest(environ).GET["x"] == "1"


@pytest.mark.parametrize(
    "said", ["", "application/json", "application/json; charset=UTF-8", 'text/html; charset="utf-8"', "a/b; c=d"]
)
def test_utf8_passes_as_it_is(said: str) -> None:
    environ = passed_on(said)
    assert environ["CONTENT_TYPE"] == said
    assert KEY not in environ


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/projects/", "/api/v1/projects/"])
def test_the_request_is_refused(client: Client, address: str) -> None:
    assert client.get(address, **{KEY: "bz2_codec"}).status_code == 415
    assert client.post(address, b"x", content_type="text/plain; charset=latin-1").status_code == 415
    assert client.post(address, b"x", content_type="text/plain; charset=utf-8").status_code in (403, 405, 415)


def test_it_stands_around_the_site() -> None:
    assert isinstance(wsgi.application, Utf8Only)
