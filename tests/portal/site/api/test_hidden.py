"""A hidden thing and none are answered alike at every address of the API, by every method."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.throttling import SimpleRateThrottle

from tests.portal.api.programs import Make, Program, user_of
from tests.portal.site.api.asking import methods_of, send, session
from tests.portal.site.api.world import ADDRESSES, World

pytestmark = pytest.mark.any_engine


@pytest.fixture(autouse=True)
def as_often_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "bad_token")))


def missing(world: World, name: str) -> Iterator[tuple[str, str]]:
    """(what is there and hidden, the same address of what is not there)."""
    yield world.address(name, slug="secret"), world.address(name, slug="nothere")
    for key, other in (
        ("public_id", "t22222222222"),
        ("name", "1-Z9"),
        ("stage", "nowhere"),
        ("revision", "9"),
        ("run", "9"),
    ):
        if f"%({key})s" in ADDRESSES[name]:
            yield world.address(name), world.address(name, **{key: other})


def told(answer: Any) -> tuple[Any, ...]:
    headers = {name: value for name, value in answer.items() if name != "Content-Length"}
    return answer.status_code, answer.content, headers


@pytest.mark.parametrize("name", [name for name in ADDRESSES if "%(slug)s" in ADDRESSES[name]])
def test_hidden_and_none_are_the_same_at_every_address(world: World, name: str) -> None:
    """Status, body, headers and the number of queries, for every method, to a visitor and to an outsider."""
    clients = {"visitor": Client(), "outsider": session(user_of(world.outsider))}
    for client in clients.values():
        client.get("/api/v1/projects/")  # what a process or a session notes once is noted
    tried = 0
    for hidden, none in missing(world, name):
        for who, client in clients.items():
            for method in sorted(methods_of(hidden) | {"DELETE", "PUT"}):
                answers, counts = [], []
                for address in (hidden, none):
                    with CaptureQueriesContext(
                        connection,
                    ) as asked:
                        answers.append(send(client, method, address))
                    counts.append(len(asked))
                if answers[1].status_code != 404 and "secret" not in hidden:
                    continue  # the part of the address that differs is read where more is seen
                if answers[0].status_code not in (404, 401) and "secret" not in hidden:
                    continue  # this reader sees it
                assert told(answers[0]) == told(answers[1]), (who, method, hidden)
                assert counts[0] == counts[1], (who, method, hidden, counts)
                tried += 1
    assert tried


def test_a_secret_project_is_nowhere(world: World, program: Make) -> None:
    """B22: neither in a list nor in a link, for whoever may not see it."""
    for ask in (Program(), program(world.ana, world.journey.project), Program(client=session(user_of(world.outsider)))):
        lists = dict.fromkeys(("projects/", "projects/?order=title", "projects/?state=recruiting"), 200)
        # Its field is refused like one that nobody has.
        for place, status in (lists | {"projects/?field=Geology": 400}).items():
            answer = ask("GET", place)
            assert answer.status_code == status
            assert b"ecret" not in answer.content
            assert "ecret" not in answer.headers.get("Link", "")
        assert ask("GET", "projects/?state=draft").json()["results"] == []


def test_what_is_elsewhere_under_the_api_is_problem_json_too(client: Client, world: World) -> None:
    for address in ("", "x/", "projects", "projects/a b/", "projects/aquifer-bench/tasks/x/", "v2/", "projects/1/../"):
        answer = client.get(f"/api/v1/{address}")
        assert answer.status_code == 404
        assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("number", ["0", "999999999999999999999999", "9223372036854775808", "007"])
def test_numbers_of_any_size_are_no_failure(client: Client, world: World, number: str) -> None:
    for name in ADDRESSES:
        if "%(number)s" in ADDRESSES[name] or "%(seq)s" in ADDRESSES[name] or "%(generation)s" in ADDRESSES[name]:
            address = world.address(name, number=number, revision=number, seq=number, generation=number)
            for method in sorted(methods_of(address)):
                assert send(client, method, address).status_code in (401, 404)


# Methods


@pytest.mark.parametrize("name", ADDRESSES)
def test_options_and_head_tell_nothing_more(world: World, name: str) -> None:
    """B22. OPTIONS names methods; HEAD says what GET says, without the body."""
    client = session(user_of(world.ana))
    address = world.address(name)
    if "%(stage)s" in ADDRESSES[name] and name.startswith("api_review"):
        client = session(user_of(world.journey.tomas))
    allowed = methods_of(address)
    options = client.options(address)
    assert (options.status_code, options.content) == (204, b"")
    assert {one.strip() for one in options["Allow"].split(",")} == allowed | ({"HEAD"} if "GET" in allowed else set())
    if "GET" in allowed:
        get, head = client.get(address), client.head(address)
        assert get.status_code == head.status_code == 200, get.content
        assert head.content == b""
        assert {name: head[name] for name in ("ETag", "Cache-Control", "Vary")} == {
            name: get[name] for name in ("ETag", "Cache-Control", "Vary")
        }
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - allowed:
        answer = client.generic(method, address, "", "application/json")
        assert answer.status_code == 405, (method, answer.content)
        assert answer["Content-Type"] == "application/problem+json"
