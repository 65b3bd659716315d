"""Requests to the API, by any method."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import resolve

from portal.core.web.api.views import Endpoint
from portal.people.models import User

SAFE = ("GET", "HEAD", "OPTIONS")


def view_of(address: str) -> type[Endpoint]:
    found: type[Endpoint] = resolve(address).func.cls  # type: ignore[attr-defined]
    return found


def methods_of(address: str) -> set[str]:
    view = view_of(address)
    return {name.upper() for name in view.http_method_names if hasattr(view, name)}


def session(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def send(client: Client, method: str, address: str, body: str = "{}", **headers: str) -> Any:
    sent = "" if method in SAFE else body
    return client.generic(method, address, sent, "application/json", headers=headers)
