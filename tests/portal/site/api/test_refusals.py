"""Every refusal below /api/ has one shape, whoever answers it: a view, the framework, Django, or nobody."""

from __future__ import annotations

import itertools
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from tests.portal.api.programs import Make, user_of
from tests.portal.site.api.asking import methods_of, session
from tests.portal.site.api.world import ADDRESSES, World

pytestmark = pytest.mark.any_engine

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
MEMBERS = {"type", "title", "status", "code", "reasons"}
# Members that some refusals have beside them (docs/api.md).
MORE = {"fields", "page", "yours", "theirs", "number"}
PROJECT = "/api/v1/projects/aquifer-bench/"


@pytest.fixture(autouse=True)
def as_often_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "bad_token")))


def refused(answer: Any, status: int, method: str = "GET") -> str:
    """The code of a refusal, which is of the one shape."""
    assert answer.status_code == status, (answer.status_code, answer.content[:300])
    assert answer["Content-Type"] == "application/problem+json"
    if method == "HEAD":
        assert answer.content == b""
        return ""
    problem = answer.json()
    assert set(problem) >= MEMBERS
    assert set(problem) <= MEMBERS | MORE
    assert (problem["type"], problem["status"]) == ("about:blank", status)
    assert problem["title"] == HTTPStatus(status).phrase  # RFC 9457, 4.2.1
    assert problem["code"].replace("_", "").isalpha()
    assert problem["reasons"]
    for reason in problem["reasons"]:
        assert isinstance(reason, str)
        assert reason.strip()
        assert "<" not in reason
    return str(problem["code"])


NOWHERE = [
    "/api",
    "/api/",
    "/api/v2/",
    "/api/v2/projects/",
    "/api/v11/",
    "/api/projects/",
    "/api/v1/",
    "/api/v1/nothing/",
    "/api/v1/nothing",
    "/api/v1/projects/nobody/",
    "/api/v1/projects/Upper Case/",
    "/api/v1/people/nobody/",
    PROJECT + "nothing/",
    PROJECT + "tasks/99/",
    PROJECT + "tasks/x/",
    PROJECT + "tasks/1/nothing/",
    PROJECT + "terms/0/",
    PROJECT + "lists/none/",
    PROJECT + "tasks/99999999999999999999999999/",
]


def test_an_address_that_is_none(world: World) -> None:
    """By every method, with and without an account; a method the address would not take may say so instead."""
    clients = (Client(), session(user_of(world.ana)))
    for client, address in itertools.product(clients, NOWHERE):
        for method in METHODS:
            answer = client.generic(method, address, "" if method in ("GET", "HEAD") else "{}", "application/json")
            if method == "OPTIONS" and answer.status_code == 204:
                continue
            code = refused(answer, answer.status_code, method)
            assert answer.status_code in ((404,) if method in ("GET", "HEAD", "POST", "PUT") else (404, 405)), method
            assert code in ("not_found", "method_not_allowed", "")


def test_a_method_that_is_none_there(world: World) -> None:
    client, tried = session(user_of(world.ana)), 0
    for name in ADDRESSES:
        address = world.address(name)
        for method in sorted(set(METHODS) - methods_of(address) - {"HEAD", "OPTIONS"}):
            answer = client.generic(method, address, "{}", "application/json")
            status = answer.status_code
            assert status in (404, 405), (method, address, status)  # 404: hidden from Ana, whatever the method
            refused(answer, status)
            if status == 405:
                assert set(answer["Allow"].split(", ")) >= methods_of(address) - {"OPTIONS"}
            tried += 1
    assert tried > 5 * len(ADDRESSES)


def test_another_language_than_json(world: World) -> None:
    client = session(user_of(world.ana))
    for name in ADDRESSES:
        address = world.address(name)
        assert refused(client.get(address, headers={"Accept": "text/html"}), 406) == "not_acceptable"
        if "POST" in methods_of(address):
            answer = client.post(address, "title=x", content_type="text/plain")
            # An act of the browser says so before it looks at what was sent.
            if answer.status_code != 403:
                assert refused(answer, answer.status_code) in ("media_type", "not_found")


def test_nobody_a_wrong_token_no_right_no_form_token(world: World, program: Make) -> None:
    """401 and 403, of every kind."""
    drafts = PROJECT + "drafts/"
    nobody = Client().post(drafts, "{}", content_type="application/json")
    assert refused(nobody, 401) == "not_authenticated"
    assert nobody["WWW-Authenticate"].startswith("Bearer")
    wrong = Client().get(drafts, headers={"Authorization": "Bearer nothing"})
    assert refused(wrong, 401) == "token"
    by_password = Client().get(drafts, headers={"Authorization": "Basic YTpi"})
    assert refused(by_password, 401) == "token"
    elsewhere = program(world.journey.ines, world.secret)
    answer = elsewhere("POST", drafts.removeprefix("/api/v1/"), {"title": "x"})
    assert refused(answer, 403) == "token_scope"
    outsider = session(user_of(world.outsider))
    assert refused(outsider.post(drafts, '{"title": "x"}', content_type="application/json"), 403)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(user_of(world.ana))
    assert refused(strict.post(drafts, '{"title": "x"}', content_type="application/json"), 403) == "csrf"
    act = session(user_of(world.ana)).post(PROJECT + "members/leave/", "{}", content_type="application/json")
    assert refused(act, 403) == "browser_act"
