"""The OpenAPI document is complete and true: schemathesis sends what it allows and much else, and believes nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.throttling import SimpleRateThrottle
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from portal.site.api.schema import document
from tests.portal.api.programs import Program, secret_for, user_of
from tests.portal.site.api.world import ADDRESSES, World

pytestmark = pytest.mark.any_engine

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# One test a caller walks all operations, each with so many requests.
EXAMPLES = 3
WHO = ("visitor", "token", "session")


@pytest.fixture
def application(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The site as a server calls it, on the connection of the test."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "bad_token")))
    handler = WSGIHandler()

    def called(environ: dict[str, Any], start_response: Any) -> Any:
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)
        return handler(environ, start_response)

    yield called
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def _path(template: str) -> str:
    return "/" + template.replace("%(", "{").replace(")s", "}")


def headers_of(world: World, who: str) -> dict[str, str]:
    """Tomas writes a review and a draft of his own; so his token and his session reach the most."""
    if who == "token":
        return {"Authorization": f"Bearer {secret_for(world.journey.tomas, world.journey.project)}"}
    if who == "session":
        client = Client()
        client.force_login(user_of(world.journey.tomas))
        client.get("/projects/aquifer-bench/tasks/new/")
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        return {"Cookie": cookies, "X-CSRFToken": client.cookies["csrftoken"].value}
    return {}


@pytest.mark.parametrize("who", WHO)
def test_no_failure_and_no_field_outside_the_document(world: World, application: Any, who: str) -> None:
    schema = schemathesis.openapi.from_dict(document())
    schema.app = application
    headers = headers_of(world, who)
    places = {**world.places, "public_id": world.journey.draft(world.journey.tomas).public_id}
    sent = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        sent += _try(operation, places, headers)
    assert sent >= EXAMPLES * len(ADDRESSES)


def _try(operation: Any, places: dict[str, str], headers: dict[str, str]) -> int:
    """Of each operation some requests: to real places and to others, with values it allows and with others."""
    count = 0

    @given(data=st.data())
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def requests(data: Any) -> None:
        nonlocal count
        mode = data.draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if data.draw(st.sampled_from([True, True, False])):
            names = case.path_parameters or {}
            case.path_parameters = {name: places.get(name, "x") for name in names}
        response = case.call(headers=headers)
        case.validate_response(response, checks=CHECKS)
        count += 1

    requests()
    return count


def test_the_document_is_valid_and_says_everything(db: None, tmp_path: Any) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", os.fspath(tmp_path / "schema.yaml"))
    made = document()
    assert sorted(made["paths"]) == sorted(
        _path(template) for name, template in ADDRESSES.items() if name != "api_schema"
    )
    assert set(made["components"]["securitySchemes"]) == {"token", "session"}
    for name, schema in made["components"]["schemas"].items():
        if schema.get("type") == "object":
            assert "additionalProperties" in schema, name


def test_it_is_served(world: World) -> None:
    answer = Program()("GET", "schema/")
    assert (answer.status_code, answer.json()["openapi"][:3]) == (200, "3.1")
    assert Program()("GET", "schema/", None, If_None_Match=answer["ETag"]).status_code == 304


@pytest.mark.parametrize("who", WHO)
def test_every_operation_answers_as_the_document_says_at_a_real_place(world: World, application: Any, who: str) -> None:
    """Every read of the document, at its real place, by name: so none is left out by chance."""
    schema = schemathesis.openapi.from_dict(document())
    schema.app = application
    headers = headers_of(world, who)
    good = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.method.upper() != "GET":
            continue
        name = next(
            key
            for key, value in ADDRESSES.items()
            if "/" + value.replace("%(", "{").replace(")s", "}") == operation.path
        )
        parts = world.address(name).split("/")
        values = {part[1:-1]: parts[place] for place, part in enumerate(operation.path.split("/")) if part[:1] == "{"}
        case = operation.Case(path_parameters=values)
        response = case.call(headers=headers)
        case.validate_response(response, checks=CHECKS)
        good += response.status_code == 200
    assert good >= {"visitor": 21, "token": 24, "session": 24}[who]
