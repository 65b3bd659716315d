"""The API: every address answers JSON, refuses what it does not know, and shows what the pages show."""

from __future__ import annotations

import hashlib
import hmac
import json
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from authorship.engine import canonical
from projects.project.models import Project
from projects.terms.models import TermsVersion

ADDRESSES = (
    "",
    "terms/",
    "terms/1/",
    "tasks/",
    "entries/",
    "lists/",
    "record/",
    "record/checkpoints/",
)


def body(answer: Any) -> Any:
    return json.loads(answer.content)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_visitor_reads_what_is_public(client: Client, recruiting: Project, address: str) -> None:
    answer = client.get(f"/api/v1/projects/{recruiting.slug}/{address}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json"


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_draft_and_no_project_are_the_same(client: Client, project: Project, address: str) -> None:
    hidden = client.get(f"/api/v1/projects/{project.slug}/{address}")
    missing = client.get(f"/api/v1/projects/no-such-project/{address}")
    assert hidden.status_code == missing.status_code == 404
    assert hidden.content == missing.content
    assert hidden["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("query", ["?x=1", "?_connector=OR", "?title__startswith=a", "?password__startswith=a"])
def test_unknown_parameters_are_refused_by_name(client: Client, recruiting: Project, address: str, query: str) -> None:
    answer = client.get(f"/api/v1/projects/{recruiting.slug}/{address}{query}")
    assert answer.status_code == 400
    assert query[1:].split("=")[0] in body(answer)["reasons"][0]


@pytest.mark.parametrize("address", ["", "terms/", "tasks/", "entries/"])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_is_written_here(client: Client, recruiting: Project, address: str, method: str) -> None:
    answer = getattr(client, method)(f"/api/v1/projects/{recruiting.slug}/{address}", {}, "application/json")
    assert answer.status_code == 405
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "*/*"])
def test_only_json_is_spoken(client: Client, recruiting: Project, accept: str) -> None:
    answer = client.get(f"/api/v1/projects/{recruiting.slug}/", HTTP_ACCEPT=accept)
    assert answer["Content-Type"] in ("application/json", "application/problem+json")
    assert answer.status_code == (200 if accept == "*/*" else 406)


def test_terms_are_the_text_the_hash_is_made_of(client: Client, recruiting: Project, published: TermsVersion) -> None:
    found = body(client.get(f"/api/v1/projects/{recruiting.slug}/terms/1/"))
    assert found["hash"] == published.hash
    assert found["document"] == published.document


def test_the_record_is_the_chain(client: Client, recruiting: Project) -> None:
    rows = body(client.get(f"/api/v1/projects/{recruiting.slug}/record/"))["results"]
    assert [row["seq"] for row in rows] == list(range(len(rows), 0, -1))
    assert all(newer["previous_hash"] == older["hash"] for newer, older in pairwise(rows))
    assert rows[-1]["kind"] == "ProjectCreated"


def test_anybody_can_hash_the_record_and_check_its_texts(client: Client, recruiting: Project) -> None:
    rows = body(client.get(f"/api/v1/projects/{recruiting.slug}/record/"))["results"]
    for row in rows:
        hashed = {name: row[name] for name in ("project", "seq", "kind", "at", "actor", "payload")}
        text = canonical.dumps({**hashed, "previous": row["previous_hash"]})
        assert hashlib.sha256(text.encode()).hexdigest() == row["hash"]
        for name, text in row["texts"].items():
            key = bytes.fromhex(row["salts"][name])
            assert hmac.new(key, text.encode(), "sha256").hexdigest() == row["payload"]["commitments"][name]
    assert any(row["texts"] for row in rows)


@pytest.mark.parametrize("query", ["?state=x", "?cursor=%00", "?cursor=zzz", "?format=html", "?format=json"])
def test_values_that_are_none_are_refused(client: Client, recruiting: Project, query: str) -> None:
    assert client.get(f"/api/v1/projects/{recruiting.slug}/tasks/{query}").status_code == 400
