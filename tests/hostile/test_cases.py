"""The list of cases leads to tests that exist, and what is read by machines names nothing hidden."""

from __future__ import annotations

import re
from pathlib import Path

from django.test import Client

from projects.project.models import Project
from tests.projects.conftest import core_team, person, project

__all__ = ["core_team", "person", "project"]

ROOT = Path(__file__).parents[2]
FOR_MACHINES = ("/robots.txt", "/", "/projects/", "/projects/?q=aquifer", "/help/api/", "/api/v1/projects/")
FOR_MACHINES += ("/api/v1/schema/", "/help/checks/contested/", "/healthz", "/readyz")


def test_every_file_of_the_list_is_there() -> None:
    listed = re.findall(r"`(tests/[^`]+)`", (ROOT / "docs/security-cases.md").read_text(encoding="utf-8"))
    assert len(set(listed)) > 40
    assert [name for name in listed if not (ROOT / name).exists()] == []


def test_b84_a_draft_is_in_nothing_that_machines_read(project: Project) -> None:
    client = Client()
    for address in FOR_MACHINES:
        answer = client.get(address)
        assert answer.status_code == 200, address
        text = b"".join(answer) if answer.streaming else answer.content
        assert b"aquifer-bench" not in text, address
        assert b"Aquifer Bench" not in text, address
    for address in ("/sitemap.xml", "/feed/", "/projects/feed.atom", "/oembed/", f"/og/{project.slug}.png"):
        assert client.get(address).status_code == 404
