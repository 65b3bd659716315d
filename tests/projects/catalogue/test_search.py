"""Words are found in title, summary, field and the terms in force, alike on both engines, and never for whom they are
not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from portal.core import clock
from portal.people.models import Subject
from projects.members.models import RoleGrant
from projects.project.models import Project
from projects.project.states import ProjectState
from projects.terms.models import TermsFacts
from tests.projects.catalogue.laying import lay, publish


@pytest.fixture
def ines(person: Callable[..., Subject]) -> Subject:
    return person("ines-varga")


def slugs(client: Client, words: str, language: str = "en") -> set[str]:
    answer = client.get(f"/projects/?q={quote(words)}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return {listing.project.slug for listing in answer.context["listings"]}


WORDS = {
    "turkish": "İSTANBUL ışık",
    "german": "Straßennetze",
    "wide": "ＲＥＥＦ　２０２７",
    "marks": "Cafe\u0301 Ångström",
    "chinese": "抽水试验的水文地质解释",
    "percent": "100 % of it",
    "underscore": "snake_case",
    "backslash": "C:\\data",
    "korean": "한국어 문제",
    "quote": 'the "old" one\'s',
}
ASKED = [
    ("istanbul", {"turkish"}),
    ("ISTANBUL IŞIK", {"turkish"}),
    ("ıstanbul", {"turkish"}),
    ("strassennetze", {"german"}),
    ("STRASSEN", {"german"}),
    ("reef 2027", {"wide"}),
    ("ｒｅｅｆ", {"wide"}),
    ("café", {"marks"}),
    ("CAFE angstrom", {"marks"}),
    ("试验", {"chinese"}),
    ("水文地质", {"chinese"}),
    ("水 抽", {"chinese"}),
    ("地水", set()),
    ("100 %", {"percent"}),
    ("%", {"percent"}),
    ("_", {"underscore"}),
    ("snake_c", {"underscore"}),
    ("snakexcase", set()),
    ("\\", {"backslash"}),
    ("\\data", {"backslash"}),
    ("한국", {"korean"}),
    ("하국", set()),
    ('"old" one\'s', {"quote"}),
]


@pytest.mark.parametrize("where", ["title", "summary", "field", "terms"])
def test_words_of_every_script_are_found_wherever_they_stand(client: Client, ines: Subject, where: str) -> None:
    for slug, text in WORDS.items():
        # The example's own words hold none of the signs that are looked for here.
        changes = {"purpose.measures": text} if where == "terms" else {}
        fields = {} if where == "terms" else {where: text}
        lay(ines, slug, {"contact": "Ask the team", **changes}, **{"title": "T", **fields})
    for words, expected in ASKED:
        assert slugs(client, words) == expected, words


def test_all_words_have_to_stand_somewhere_each_where_it_likes(client: Client, ines: Subject) -> None:
    lay(ines, "one", {"purpose.measures": "Reading a coral survey"}, title="Reef", field="Ecology")
    assert slugs(client, "reef coral ecology") == {"one"}
    assert slugs(client, "reef coral law") == set()
    assert slugs(client, "reef coral law", "zh-hans") == set()


def test_only_the_version_in_force_is_looked_in(client: Client, ines: Subject) -> None:
    project = lay(ines, "one", {"purpose.measures": "Corals"})
    publish(project, 2, {"purpose.measures": "Sponges"}, days=0)
    publish(project, 3, {"purpose.measures": "Whales"}, days=5)
    assert slugs(client, "sponges") == {"one"}
    assert slugs(client, "corals") == set()
    assert slugs(client, "whales") == set()


def test_words_are_found_without_the_row_that_helps(client: Client, ines: Subject) -> None:
    lay(ines, "one", {"purpose.measures": "Corals"})
    TermsFacts.objects.all().delete()
    assert slugs(client, "CORALS") == {"one"}


def test_nobodys_handle_or_id_is_found_through_the_terms(client: Client, ines: Subject) -> None:
    lay(ines, "one", {"core_team.members": [{"person": str(ines.pk), "since": "2026-01-01", "duties": "Leads"}]})
    assert slugs(client, str(ines.pk)) == set()
    assert slugs(client, "leads") == {"one"}


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_clause_that_holds_the_words_is_shown_with_them_marked(client: Client, ines: Subject, language: str) -> None:
    lay(ines, "one", {"purpose.bottleneck": "<b>Kaum</b> jemand kennt die Straße."})
    answer = client.get("/projects/?q=strasse+jemand", headers={"Accept-Language": language})
    text = answer.content.decode()
    assert "<mark>jemand</mark>" in text
    assert "<mark>Straße</mark>" in text
    assert "&lt;b&gt;Kaum&lt;/b&gt;" in text
    assert 'href="/projects/one/terms/#purpose.bottleneck"' in text


# Who may see what: everybody a published project; a draft its creator and whoever holds a role in it.
PROJECTS = {
    "recruiting": ProjectState.RECRUITING,
    "closed": ProjectState.CLOSED,
    "completed": ProjectState.COMPLETED,
    "archived": ProjectState.ARCHIVED,
    "draft": ProjectState.DRAFT,
}
SEEN = {
    "visitor": {"recruiting", "closed", "completed", "archived"},
    "stranger": {"recruiting", "closed", "completed", "archived"},
    "ines-varga": set(PROJECTS),
    "holder": set(PROJECTS),
    "former-holder": {"recruiting", "closed", "completed", "archived"},
}


@pytest.mark.parametrize("who", SEEN)
@pytest.mark.parametrize(
    ("query", "api"),
    [
        ("q=corals", "q=corals"),
        ("q=zebra", "q=zebra"),
        ("q=quagga", "q=quagga"),
        ("q=okapi", "q=okapi"),
        ("pay=mixed", "pay=mixed"),
        ("licence=CC-BY-SA-4.0", "licence=CC-BY-SA-4.0"),
        ("field=Okapi", "field=Okapi"),
        ("order=flags", "order=flags"),
        ("order=threshold", "order=threshold"),
        ("order=active", "order=-active"),
        ("order=tasks", "order=-tasks"),
    ],
)
def test_nobody_finds_or_counts_what_they_may_not_see(
    client: Client, ines: Subject, person: Callable[..., Subject], who: str, query: str, api: str
) -> None:
    at = clock.deciding()
    day = clock.today("UTC", at)
    for slug, state in PROJECTS.items():
        changes = {"purpose.measures": "Corals", "compensation.kind": "mixed", "licence.outbound.data": "CC-BY-SA-4.0"}
        project = lay(ines, slug, changes, state=state, title=f"Zebra {slug}", summary="Quagga", field="Okapi")
        for handle, until in (("holder", None), ("former-holder", day)):
            RoleGrant.objects.create(
                project=project,
                subject=person(handle),
                role="reviewer",
                reason=RoleGrant.Reason.APPOINTED,
                terms=1,
                since=day,
                until=until,
                granted_at=at,
            )
    person("stranger")
    if who != "visitor":
        client.force_login(Subject.objects.get(handle=who).user)
    answer = client.get(f"/projects/?{query}")
    assert {listing.project.slug for listing in answer.context["listings"]} == SEEN[who]
    for choices in answer.context["choices"]:
        for option in choices.options:
            assert option.count <= len(SEEN[who])
    told = client.get(f"/api/v1/projects/?{api}")
    assert {row["slug"] for row in told.json()["results"]} == SEEN[who]


def test_a_field_or_licence_of_a_hidden_project_alone_is_not_offered(client: Client, ines: Subject) -> None:
    lay(ines, "hidden", {"licence.outbound.data": "MIT"}, state=ProjectState.DRAFT, field="Okapi")
    lay(ines, "shown")
    answer = client.get("/projects/?field=Okapi")
    offered = {option.value for choices in answer.context["choices"] for option in choices.options}
    assert not offered & {"Okapi", "MIT", "draft"}
    assert answer.context["asked"].ignored == ("field=Okapi",)


@pytest.mark.parametrize("count", [1, 100])
def test_a_search_costs_as_many_queries_for_a_hundred_rows_as_for_one(
    client: Client, ines: Subject, django_assert_num_queries: Callable[[int], Any], count: int
) -> None:
    for number in range(count):
        lay(ines, f"project-{number}", {"purpose.measures": "Corals"})
    client.get("/projects/?q=corals+reading&order=active")
    # projects, versions, the database's time, words in the terms, words in tasks, last lines of the record,
    # texts of the clauses shown, accepted tasks, the last checkpoint
    with django_assert_num_queries(9):
        client.get("/projects/?q=corals+reading&order=active")
    assert Project.objects.count() == count
