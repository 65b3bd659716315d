"""The page that puts terms side by side: who sees what, every way of asking, and a fixed number of queries."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from portal.core import clock
from portal.people.models import Subject
from projects.members.models import RoleGrant
from projects.project.models import Project
from projects.project.states import ProjectState
from projects.terms.document.fields import CLAUSES
from tests.projects.catalogue.laying import lay, publish

REEF, CODES, MAPS = "reef", "codes", "maps"


@pytest.fixture
def ines(person: Callable[..., Subject]) -> Subject:
    return person("ines-varga")


@pytest.fixture
def three(ines: Subject) -> list[Project]:
    """Reef has versions 1 to 3, of which 2 is in force."""
    reef = lay(ines, REEF, {"participation.answer_days": 10}, title="Reef & Shore")
    publish(reef, 2, {"contact": "post@reef.example", "participation.answer_days": 14}, days=-1)
    publish(reef, 3, {"contact": "post@reef.example", "purpose.measures": "Reading a survey anew"}, days=30)
    codes = lay(
        ines, CODES, {"participation.answer_days": 21, "language": "zh-Hans", "purpose.measures": "读懂五部法典"}
    )
    return [reef, codes, lay(ines, MAPS, {"participation.answer_days": 7})]


def rows(client: Client, query: str, **headers: str) -> dict[str, list[str]]:
    """Of the page: each clause shown, by its path, with what its cells say."""
    answer = client.get(f"/compare/{query}", headers=headers)
    assert answer.status_code == 200
    return {
        clause.path: [" ".join("".join(text for _, text in line) for line in cell.lines) for cell in clause.cells]
        for clause in answer.context["comparison"].differing
    }


def test_two_projects_in_the_versions_in_force(client: Client, three: list[Project]) -> None:
    found = rows(client, "?a=reef&b=codes")
    assert set(found) == {"contact", "participation.answer_days", "language", "purpose.measures"}
    assert "14 days" in found["participation.answer_days"][0]
    assert "21 days" in found["participation.answer_days"][1]
    assert found["purpose.measures"][1] == "读懂五部法典"
    text = client.get("/compare/?a=reef&b=codes").content.decode()
    assert "Worse for you than in Reef &amp; Shore" in text
    assert f"{len(CLAUSES) - 4} clauses are the same" in text
    assert "<del>" not in text
    assert "<mark>" in text


def test_two_versions_of_one_say_what_went_and_what_came(client: Client, three: list[Project]) -> None:
    assert set(rows(client, "?a=reef@1&b=reef@2")) == {"participation.answer_days"}
    text = client.get("/compare/?a=reef@1&b=reef@2").content.decode()
    assert "<del>10</del>" in text
    assert "<ins>14</ins>" in text
    assert "Worse for you" in text
    assert "One clause is material" in text
    assert f"{len(CLAUSES) - 1} clauses are the same." in text
    turned = client.get("/compare/?a=reef@2&b=reef@1").content.decode()
    assert "Better for you" in turned


def test_a_change_of_words_is_called_that(client: Client, three: list[Project]) -> None:
    publish(three[0], 4, {"contact": "post@reef.example", "purpose.measures": "Reading a survey once more"}, days=40)
    text = client.get("/compare/?a=reef@3&b=reef@4").content.decode()
    assert "Only wording changed: no new acceptance is needed." in text
    assert "Reading a survey <del>anew</del>" in text
    assert "Reading a survey <ins>once more</ins>" in text


def test_three_projects(client: Client, three: list[Project]) -> None:
    found = rows(client, "?a=reef&b=codes&c=maps")
    assert "7 days" in found["participation.answer_days"][2]
    text = client.get("/compare/?a=reef&b=codes&c=maps").content.decode()
    assert "As in the first" in text
    assert "compare--three" in text


def test_every_clause_is_shown_where_that_is_asked(client: Client, three: list[Project]) -> None:
    text = client.get("/compare/?a=reef&b=codes&show=all").content.decode()
    assert "#participation.appeals" in text
    assert text.count("The same</span>") == len(CLAUSES) - 4
    assert "#participation.appeals" in client.get("/compare/?a=reef&b=codes").content.decode()


def test_the_address_of_exactly_these_texts(client: Client, three: list[Project]) -> None:
    answer = client.get("/compare/?a=reef&b=codes@1")
    assert answer.context["pinned"].endswith("/compare/?a=reef%402&b=codes%401")
    before = rows(client, "?a=reef%402&b=codes%401")
    publish(three[0], 4, {"participation.answer_days": 90}, days=-1)
    assert rows(client, "?a=reef%402&b=codes%401") == before
    assert "90 days" in rows(client, "?a=reef&b=codes")["participation.answer_days"][0]


@pytest.mark.parametrize("typed", ["reef", " REEF ", "Reef & Shore", "ｒｅｅｆ ＆ shore", "reef@2"])
def test_a_project_is_named_by_its_short_name_or_its_title(client: Client, three: list[Project], typed: str) -> None:
    answer = client.get("/compare/", {"a": typed, "b": "codes"})
    assert [side.pinned for side in answer.context["sides"]] == ["reef@2", "codes@1"]


def test_the_boxes_of_the_catalogue_lead_here(client: Client, three: list[Project]) -> None:
    answer = client.get("/compare/?p=reef&p=maps")
    assert (answer.status_code, answer["Location"]) == (302, "/compare/?a=reef&b=maps")
    many = client.get("/compare/?p=a&p=b&p=c&p=d")
    assert many.status_code == 400
    assert "Up to three can stand side by side" in many.content.decode()


@pytest.mark.parametrize("query", ["", "?a=&b=", "?a=reef", "?c=reef", "?a=reef&b=reef", "?p=reef"])
def test_too_few_gives_the_form_and_the_next_step(client: Client, three: list[Project], query: str) -> None:
    answer = client.get(f"/compare/{query}", follow=True)
    assert answer.status_code == 200
    assert 'name="b"' in answer.content.decode()


def test_a_project_without_terms_in_force_is_said_so(client: Client, ines: Subject, three: list[Project]) -> None:
    lay(ines, "early", terms=False, title="Early one")
    text = client.get("/compare/?a=early&b=reef").content.decode()
    assert "has no terms in force yet" in text


TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')
HIDDEN = [
    "draft",
    "draft@1",
    "Draft Title",
    "nothing",
    "nothing@1",
    "reef@9",
    "reef@0",
    "reef@000",
    "reef@",
    "@1",
    "<script>",
]


@pytest.mark.parametrize("typed", HIDDEN)
def test_what_may_not_be_seen_is_as_if_it_were_not(
    client: Client, ines: Subject, three: list[Project], typed: str
) -> None:
    lay(ines, "draft", state=ProjectState.DRAFT, title="Draft Title")
    for key in "abc":
        answer = client.get("/compare/", {"a": "reef", "b": "codes", key: typed})
        assert answer.status_code == 404
    one, other = (client.get("/compare/", {"a": "reef", "b": name}).content for name in ("draft", "nothing"))
    assert TOKEN.sub(b"", one.replace(b"draft", b"nothing")) == TOKEN.sub(b"", other)
    assert b"Draft Title" not in client.get("/compare/?a=reef&b=codes").content


def test_what_there_is_not_is_named_at_its_field_and_the_rest_is_kept(client: Client, three: list[Project]) -> None:
    slug = "codes"
    for wrong in ("zzz", f"{slug}@99", f"{slug}@0"):
        answer = client.get("/compare/", {"a": wrong, "b": slug})
        page = answer.content.decode()
        assert answer.status_code == 404
        assert page.count("There is no such project or version") == 1
        assert f'id="side-a" name="a" value="{wrong}"' in page
        assert f'id="side-b" name="b" value="{slug}"' in page


@pytest.mark.parametrize(
    ("who", "status"), [("visitor", 404), ("stranger", 404), ("former", 404), ("ines-varga", 200), ("holder", 200)]
)
def test_a_draft_is_compared_by_those_who_see_it(
    client: Client, ines: Subject, person: Callable[..., Subject], three: list[Project], who: str, status: int
) -> None:
    draft = lay(ines, "draft", state=ProjectState.DRAFT)
    at = clock.deciding()
    day = clock.today("UTC", at)
    for handle, until in (("holder", None), ("former", day)):
        RoleGrant.objects.create(
            project=draft,
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
    for query in ("?a=draft&b=reef", "?a=reef&b=draft@1", "?a=reef&b=codes&c=draft"):
        assert client.get(f"/compare/{query}").status_code == status


HOSTILE = ["%00", "x" * 10_000, "%ED%A0%80", "<script>alert(1)</script>", "reef@" + "9" * 200, "..%2f", "%", "\\", "@@"]


@pytest.mark.parametrize("key", ["a", "b", "c", "show", "p"])
@pytest.mark.parametrize("value", HOSTILE)
def test_hostile_addresses_are_answered_with_a_message(
    client: Client, three: list[Project], key: str, value: str
) -> None:
    answer = client.get(f"/compare/?a=reef&{key}={value}", follow=True)
    assert answer.status_code in (400, 404)
    assert b"<script>alert" not in answer.content


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_sentences_stand_in_the_readers_language(client: Client, three: list[Project], language: str) -> None:
    found = rows(client, "?a=reef&b=codes", **{"Accept-Language": language})
    assert ("14 天" if language == "zh-hans" else "14 days") in found["participation.answer_days"][0]


@pytest.mark.parametrize("query", ["?a=reef@1&b=reef@2", "?a=reef&b=codes", "?a=reef&b=codes&c=maps"])
@pytest.mark.parametrize("more", [0, 30])
def test_the_number_of_queries_is_fixed(
    client: Client,
    ines: Subject,
    three: list[Project],
    django_assert_num_queries: Callable[[int], Any],
    query: str,
    more: int,
) -> None:
    for number in range(more):
        lay(ines, f"more-{number}", terms=False)
        publish(three[0], 4 + number, {"contact": f"{number}@reef.example"}, days=60)
    client.get(f"/compare/{query}")
    # what can be chosen, the projects, their versions, the database's time, the texts, the last checkpoint;
    # nobody is named in them
    with django_assert_num_queries(6):
        client.get(f"/compare/{query}")
