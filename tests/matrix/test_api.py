"""People × addresses of the API × methods, by session and by token."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction
from rest_framework.throttling import SimpleRateThrottle

from tests.matrix.api import API, NO_TO_ALL, PUTS, READERS
from tests.matrix.cast import Cast, undone
from tests.matrix.rules import FEW, Rule
from tests.matrix.test_pages import address_of, cast, names

__all__ = ["cast"]


@pytest.fixture(autouse=True)
def as_often_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "bad_token")))


def outcome(answer: Any, method: str) -> str:
    if answer.status_code in (200, 201, 204):
        return "ok" if method == "GET" else "done"
    return "sign-in" if answer.status_code == 401 else str(answer.status_code)


def test_every_address_has_a_row() -> None:
    assert {name for name in names() if name.startswith("api_")} == set(API)


@pytest.mark.parametrize("name", API)
def test_whoever_may_can_and_nobody_else(cast: Cast, db: None, name: str) -> None:
    row, wrong = API[name], []
    address = address_of(cast, name, row)
    for method, rule in (("GET", row.get), ("POST", row.post)):
        for who in sorted(FEW | {"token", "elsewhere"} if row.few or rule == NO_TO_ALL else READERS):
            with undone():
                got = outcome(ask(cast, who, method, address, row.form, _tag(cast, name)), method)
            if got != _expected(rule, who):
                wrong.append(f"{method} {name} by {who}: {got}, not {_expected(rule, who)}")
    assert wrong == []


def _expected(rule: Rule, who: str) -> str:
    """A token is somebody: what it may not do is refused as to anybody who is signed in."""
    if who in rule.instead or who in rule.may or who in ("visitor", "closed"):
        return rule.expected(who)
    return rule.others


def _tag(cast: Cast, name: str) -> str:
    # Of reviews and proposals, which were saved once.
    first = name.startswith(("api_review", "api_proposal"))
    version = cast.places["review_version"] if first else cast.places["draft_version"]
    return f'"{version}-{"0" * 32}"'


def ask(cast: Cast, who: str, method: str, address: str, body: Any, tag: str) -> Any:
    content = "" if method == "GET" else json.dumps(body)
    headers = {"If-Match": tag} if method != "GET" else {}
    return cast.ask_api(who, method, address, content, headers)


@pytest.mark.parametrize("name", PUTS)
def test_whoever_may_write_writes(cast: Cast, db: None, name: str) -> None:
    may, body = PUTS[name]
    address, done = address_of(cast, name, API[name]), set()
    for who in sorted(READERS):
        with undone():
            got = outcome(ask(cast, who, "PUT", address, body, _tag(cast, name)), "PUT")
        assert got in ("done", "sign-in", "403", "404", "409"), who
        done |= {who} if got == "done" else set()
    assert done == may


def test_a_project_that_is_hidden_is_a_project_that_is_not_there(cast: Cast, db: None) -> None:
    tried = 0
    for name, row in API.items():
        address = address_of(cast, name, row)
        for who in ("visitor", "outsider", "organizer", "token"):
            for method in ("GET", "POST"):
                if "aquifer-bench" not in address:
                    continue
                seen = []
                for slug in ("secret", "nobody"):
                    with transaction.atomic():
                        there = address.replace("aquifer-bench", slug)
                        answer = ask(cast, who, method, there, row.form, _tag(cast, name))
                        body = answer.content.decode().replace(slug, "SLUG")
                        transaction.set_rollback(True)
                    seen.append((answer.status_code, body, answer.headers.keys()))
                assert seen[0] == seen[1], (name, who, method)
                assert seen[0][0] in (401, 403, 404, 405), (name, who, method, seen[0])
                tried += 1
    assert tried > 300
