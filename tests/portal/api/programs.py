"""Programs with tokens, and people with sessions, as the API meets them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.test import Client

from portal.api import tokens
from portal.people.models import Subject, User
from projects.project.models import Project

ALL = tuple(tokens.VERBS)


class Program:
    """Sends JSON with a token (or with a session, if `client` is signed in); `answer.json()` reads the answer."""

    def __init__(self, secret: str = "", client: Client | None = None) -> None:
        self.client = client or Client(raise_request_exception=True)
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}

    def __call__(self, method: str, address: str, body: Any = None, **headers: str) -> Any:
        """`headers` by their names with underscores: `If_Match=…`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        content = "" if body is None else json.dumps(body)
        return self.client.generic(
            method, f"/api/v1/{address}", content, "application/json", headers={**self.headers, **named}
        )


Make = Callable[..., Program]


def user_of(subject: Subject) -> User:
    return User.objects.get(subject=subject)


def secret_for(subject: Subject, project: Project, verbs: Sequence[str] = ALL) -> str:
    _token, secret = tokens.make(actor=user_of(subject), name="test", project=project.public_id, verbs=verbs, days=7)
    return secret


@pytest.fixture
def program() -> Make:
    """`program(subject, project, verbs)` acts with a token of its own."""

    def make(subject: Subject, project: Project, verbs: Sequence[str] = ALL) -> Program:
        return Program(secret_for(subject, project, verbs))

    return make
