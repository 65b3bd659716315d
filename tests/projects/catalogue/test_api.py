"""The list of projects in the API takes the catalogue's filters and orders, and refuses what it does not know."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.test import Client

from portal.people.models import Subject
from projects.project.models import Project
from tests.projects.catalogue.laying import lay


@pytest.fixture
def world(person: Callable[..., Subject]) -> None:
    ines = person("ines-varga")
    lay(ines, "plain")
    lay(ines, "unpaid", {"compensation": {"kind": "unpaid"}, "authorship.eligibility": {"points": {"at_least": "5"}}})
    lay(ines, "prizes", {"compensation.kind": "prizes", "authorship.eligibility": {"points": {"at_least": "1/2"}}})
    lay(ines, "flagged", {"licence.inbound.exclusive": "yes", "authorship.eligibility": "none"})
    lay(ines, "no-terms", terms=False, field="水文学")


def slugs(client: Client, query: str) -> list[str]:
    answer = client.get(f"/api/v1/projects/?{query}")
    assert answer.status_code == 200, answer.content
    return [row["slug"] for row in answer.json()["results"]]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["no-terms", "flagged", "prizes", "unpaid", "plain"]),
        ("pay=unpaid&pay=prizes", ["prizes", "unpaid"]),
        ("pay=unpaid&order=created_at", ["unpaid"]),
        ("author=one&order=title", ["plain", "prizes"]),
        ("q=pumping&author=none", ["flagged"]),
        ("q=水文", ["no-terms"]),
        ("flag=licence-inbound", ["flagged"]),
        ("flag=reach-back", []),
        ("field=水文学", ["no-terms"]),
        ("licence=CC-BY-4.0&pay=paid&order=-title", ["plain", "flagged"]),
        ("order=threshold", ["prizes", "plain", "unpaid", "flagged", "no-terms"]),
        ("order=-tasks", ["no-terms", "flagged", "prizes", "unpaid", "plain"]),
    ],
)
def test_filters_and_orders(client: Client, world: None, query: str, expected: list[str]) -> None:
    assert slugs(client, query) == expected


def test_a_field_that_nobody_has_is_refused_with_those_that_there_are(client: Client, world: None) -> None:
    reason = client.get("/api/v1/projects/?field=Nowhere").json()["reasons"]
    assert reason == ["field: one of Law, 水文学."]


TITLES = {"b": "Éclair", "a": "zoo", "d": "eclair 2", "c": "Apple", "e": "ａ", "f": "éclair", "g": "礁"}


@pytest.mark.parametrize("query", ["", "&field=Law"])
def test_titles_stand_in_the_order_of_the_page(client: Client, person: Callable[..., Subject], query: str) -> None:
    """By hand: ａ is a; É is e, and of two that read alike the first made comes first; Latin before Chinese."""
    ines = person("ines-varga")
    for slug, title in TITLES.items():
        lay(ines, slug, terms=False, title=title)
    right = ["e", "c", "b", "f", "d", "a", "g"]
    assert slugs(client, f"order=title{query}") == right
    assert slugs(client, f"order=-title{query}") == right[::-1]
    page = client.get(f"/projects/?order=title{query}")
    assert [one.project.slug for one in page.context["listings"]] == right


def test_pages_of_titles_lead_there_and_back(client: Client, person: Callable[..., Subject]) -> None:
    ines = person("ines-varga")
    for number in range(120):
        lay(ines, f"p-{number:03}", terms=False, title=f"{'PQpq'[number % 4]} {(number * 37) % 120:03}")
    right = [*Project.objects.values_list("slug", "title")]
    right.sort(key=lambda one: one[1].lower())
    for order, expected in (("title", right), ("-title", right[::-1])):
        first = client.get(f"/api/v1/projects/?order={order}").json()
        second = client.get(_path(first["next"])).json()
        third = client.get(_path(second["next"])).json()
        back = client.get(_path(third["previous"])).json()
        found = [row["slug"] for page in (first, second, third) for row in page["results"]]
        assert found == [slug for slug, _ in expected]
        assert third["next"] is None
        assert back["results"] == second["results"]
        assert client.get(_path(back["previous"])).json()["results"] == first["results"]


def _path(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}"


def test_fewest_flags_come_first_and_those_without_terms_last(client: Client, world: None) -> None:
    found = slugs(client, "order=flags")
    assert found.index("plain") < found.index("flagged") < found.index("no-terms") == 4
    assert slugs(client, "order=-active&flags=none") == slugs(client, "flags=none")


@pytest.mark.parametrize(
    "query",
    [
        "pay=gold",
        "pay=",
        "colour=red",
        "openness=all",
        "flag=nonsense",
        "flag=count-only",
        "flag=",
        "flag=licence-inbound&flag=reach-back",
        "order=money",
        "q=",
        f"q={'x' * 300}",
        "state=secret",
        "field=Nowhere",
        "field=Law&field=Nowhere",
        "licence=MIT",
    ],
)
def test_what_is_not_known_is_refused(client: Client, world: None, query: str) -> None:
    answer = client.get(f"/api/v1/projects/?{query}")
    assert answer.status_code == 400
    assert answer.json()["reasons"]


@pytest.mark.parametrize("order", ["flags", "threshold", "-tasks", "title"])
def test_pages_follow_one_another_in_every_order(client: Client, person: Callable[..., Subject], order: str) -> None:
    ines = person("ines-varga")
    for number in range(120):
        amount = {"authorship.eligibility": {"points": {"at_least": str(number % 7)}}} if number % 5 else {}
        lay(ines, f"p-{number:03}", amount, terms=number % 10 != 0)
    address: str | None = f"/api/v1/projects/?order={order}&field=Law"
    found: list[str] = []
    while address:
        told = client.get(address).json()
        found += [row["slug"] for row in told["results"]]
        parts = urlsplit(told["next"] or "")
        address = f"{parts.path}?{parts.query}" if told["next"] else None
    assert len(found) == 120
    assert len(set(found)) == 120
