"""The catalogue: who sees which project, filters, and a fixed number of queries."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from portal.core import clock
from portal.people.models import Subject
from projects.project.models import Project
from projects.project.states import ProjectState


def titles(client: Client, query: str = "") -> list[str]:
    answer = client.get(f"/projects/{query}")
    assert answer.status_code == 200
    return [listing.project.title for listing in answer.context["listings"]]


@pytest.fixture
def make_project(person: Callable[..., Subject]) -> Callable[..., Project]:
    def make(slug: str, **fields: object) -> Project:
        values = {"title": slug.title(), "summary": "A summary.", "field": "Law", "state": ProjectState.RECRUITING}
        return Project.objects.create(
            slug=slug, created_by=person("somebody"), created_at=clock.deciding(), **{**values, **fields}
        )

    return make


def test_drafts_are_listed_for_their_creator_alone(client: Client, make_project: Callable[..., Project]) -> None:
    draft = make_project("hidden-draft", state=ProjectState.DRAFT)
    make_project("open-one")
    assert titles(client) == ["Open-One"]
    client.force_login(draft.created_by.user)
    assert titles(client) == ["Open-One", "Hidden-Draft"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?q=100%25", ["Rate 100%"]),
        ("?q=_", ["Under_score"]),
        ("?q=%5C", []),
        ("?state=closed", ["Under_score"]),
        ("?state=recruiting&state=closed&order=title", ["Rate 100%", "Under_score"]),
        ("?field=Ecology", ["Rate 100%"]),
        ("?state=nonsense", ["Under_score", "Rate 100%"]),
        ("?page=999", ["Under_score", "Rate 100%"]),
    ],
)
def test_filters_are_read_literally(
    client: Client, make_project: Callable[..., Project], query: str, expected: list[str]
) -> None:
    make_project("a", title="Rate 100%", field="Ecology")
    make_project("b", title="Under_score", state=ProjectState.CLOSED)
    assert titles(client, query) == expected


def test_listing_shows_the_five_tiles_of_the_terms_in_force(client: Client, recruiting: Project) -> None:
    text = client.get("/projects/").content.decode()
    positions = [text.index(f">{name}<") for name in ("Pay", "Credit", "Roles", "Licence", "Data goes to")]
    assert positions == sorted(positions)


@pytest.mark.parametrize("count", [1, 40])
def test_number_of_queries_does_not_grow(
    client: Client,
    make_project: Callable[..., Project],
    django_assert_num_queries: Callable[..., object],
    count: int,
) -> None:
    for number in range(count):
        make_project(f"project-{number}")
    client.get("/projects/")
    # projects, versions, the database's time, accepted tasks, the last checkpoint
    with django_assert_num_queries(5):
        client.get("/projects/")
