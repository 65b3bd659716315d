"""Filters, counts, orders and what is told where nothing fits."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import QueryDict
from django.test import Client

from portal.people.models import Subject
from projects.catalogue import asked as asking
from projects.catalogue import index, queries
from projects.catalogue.facets import BY_NAME, FACETS
from projects.project.models import Project
from projects.project.states import ProjectState
from projects.terms.checks.catalogue import COLUMNS
from tests.projects.catalogue.laying import lay, publish


@pytest.fixture
def world(person: Callable[..., Subject]) -> Subject:
    """Six projects that differ in everything the catalogue filters by."""
    ines = person("ines-varga")
    lay(ines, "plain")
    lay(
        ines,
        "unpaid",
        {
            "compensation": {"kind": "unpaid", "own_costs": "none"},
            "licence.outbound.data": "CC0-1.0",
            "data.held_out": "none",
            "authorship.eligibility": {"points": {"at_least": "5"}},
            "data.visibility": "open",
        },
        field="Ecology",
    )
    lay(
        ines,
        "prizes",
        {
            "compensation.kind": "prizes",
            "licence.outbound.data": "CC-BY-4.0 OR MIT",
            "data.held_out.chosen": "hand",
            "authorship.eligibility": {"count": {"kind": "task", "at_least": 1}},
            "participation.anonymity": "both_hidden",
        },
        field="Ecology",
        state=ProjectState.CLOSED,
    )
    lay(
        ines,
        "flagged",
        {
            "licence.inbound.exclusive": "yes",
            "licence.outbound": "none",
            "data.new_destination": "notice",
            "data.held_out.released": "none",
            "authorship.eligibility": "none",
            "language": "zh-Hans",
        },
        state=ProjectState.COMPLETED,
    )
    lay(ines, "members", {"authorship.eligibility": {"member": {"for_days": 365}}, "licence.commercial_use": "no"})
    lay(ines, "no-terms", terms=False, field="Physics")
    return ines


def ask(query: str) -> queries.Found:
    rows = index.load(Project.objects.all())
    return queries.found(rows, asking.read(QueryDict(query), rows), AnonymousUser())


def slugs(query: str) -> set[str]:
    return {row.slug for row in ask(query).rows}


EVERY = {"plain", "unpaid", "prizes", "flagged", "members", "no-terms"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", EVERY),
        ("pay=paid", {"plain", "flagged", "members"}),
        ("pay=unpaid", {"unpaid"}),
        ("pay=unpaid&pay=prizes", {"unpaid", "prizes"}),
        ("licence=CC0-1.0", {"unpaid"}),
        ("licence=MIT", {"prizes"}),
        ("licence=none", {"flagged"}),
        ("author=one", {"plain", "prizes"}),
        ("author=points", {"unpaid"}),
        ("author=none", {"flagged"}),
        ("author=other", {"members"}),
        ("held_out=none", {"unpaid"}),
        ("held_out=hand", {"prizes"}),
        ("held_out=rule&held_out=hand", {"plain", "prizes", "flagged", "members"}),
        ("field=Ecology", {"unpaid", "prizes"}),
        ("field=Ecology&field=Physics", {"unpaid", "prizes", "no-terms"}),
        ("state=closed&state=completed", {"prizes", "flagged"}),
        ("language=zh-Hans", {"flagged"}),
        ("data=dated", {"plain", "prizes", "members"}),
        ("data=dated&data=business", {"plain", "prizes"}),
        ("openness=tasks", {"unpaid"}),
        ("openness=join", {"plain", "unpaid", "members"}),
        ("openness=join&openness=names", {"plain", "unpaid", "members"}),
        ("field=Ecology&pay=unpaid&openness=tasks", {"unpaid"}),
        ("field=Ecology&pay=paid", set()),
        # What no filter knows is left out, not guessed.
        ("pay=gold&colour=red", EVERY),
        ("pay=", EVERY),
    ],
)
def test_each_filter(world: Subject, query: str, expected: set[str]) -> None:
    assert slugs(query) == expected


def test_flags_are_those_of_the_card(world: Subject) -> None:
    rows = {row.slug: row for row in ask("").rows}
    facts = {slug: row.facts.flags for slug, row in rows.items() if row.facts}
    assert facts["plain"] == []
    assert facts["flagged"]
    assert "flagged" not in slugs("flags=none")
    assert slugs("flags=few&flags=many") >= {"flagged"}
    assert slugs("flags=none&flags=few&flags=many") == EVERY - {"no-terms"}


# From the sentences of `catalogue.toml`: an exclusive grant takes their work from contributors, and a release date of
# "none" keeps held-out tasks for ever.
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("flag=licence-inbound", {"flagged"}),
        ("flag=held-out", {"flagged"}),
        ("flag=licence-inbound&pay=unpaid", set()),
        ("flag=reach-back", set()),
        # One that raises no flag, one that is no check, and a second one: nothing is filtered by them.
        ("flag=count-only", EVERY),
        ("flag=Licence-Inbound", EVERY),
        ("flag=licence-inbound&flag=reach-back", {"flagged"}),
    ],
)
def test_one_flag(world: Subject, query: str, expected: set[str]) -> None:
    assert slugs(query) == expected


def test_what_is_asked_of_one_flag_and_not_taken_is_named(world: Subject) -> None:
    rows = index.load(Project.objects.all())
    asked = asking.read(QueryDict("flag=held-out&flag=reach-back&flag=nonsense"), rows)
    assert asked.chosen == {"flag": frozenset({"held-out"})}
    assert asked.ignored == ("flag=reach-back", "flag=nonsense")
    assert asked.address == "?flag=held-out"


@pytest.mark.parametrize(
    ("language", "column", "title"),
    [
        ("en", "After publication", "Held-out tasks have a reason and a release date"),
        ("zh-hans", "发表后", "保留任务有理由和解禁时间"),
    ],
)
def test_one_flag_is_chosen_by_its_title_under_its_column(
    world: Subject, client: Client, language: str, column: str, title: str
) -> None:
    answer = client.get("/projects/?flag=held-out", headers={"Accept-Language": language})
    [choices] = [one for one in answer.context["choices"] if one.name == "flag"]
    columns = list(dict.fromkeys(str(option.group) for option in choices.options))
    by_card = {str(words.said(language)): place for place, (_key, words) in enumerate(COLUMNS)}
    assert columns == sorted(columns, key=by_card.__getitem__)
    text = " ".join(answer.content.decode().split())
    assert f'<optgroup label="{column}">' in text
    assert f'<option value="held-out" selected>{title} (1)</option>' in text
    assert [str(one["label"]) for one in answer.context["applied"]] == [title]


@pytest.mark.parametrize("query", ["", "pay=paid", "field=Ecology&pay=unpaid", "data=open&openness=join", "q=pumping"])
def test_every_count_is_what_choosing_the_option_shows(world: Subject, query: str) -> None:
    rows = index.load(Project.objects.all())
    question = asking.read(QueryDict(query), rows)
    checked = 0
    for choices in queries.found(rows, question, AnonymousUser()).choices:
        for option in choices.options:
            chosen = {name: set(values) for name, values in question.chosen.items()}
            if BY_NAME[choices.name].every:
                chosen.setdefault(choices.name, set()).add(option.value)
            else:
                chosen[choices.name] = {option.value}
            pairs = [f"{name}={value}" for name, values in chosen.items() for value in values]
            again = "&".join([*pairs, *(["q=pumping"] if question.words else [])])
            assert len(slugs(again)) == option.count, (choices.name, option.value)
            checked += 1
    assert checked > 20


def test_an_option_that_is_nowhere_is_not_offered(world: Subject) -> None:
    offered = {choices.name: {option.value for option in choices.options} for choices in ask("").choices}
    assert offered["pay"] == {"paid", "prizes", "unpaid"}
    assert offered["field"] == {"Ecology", "Law", "Physics"}
    assert offered["licence"] == {"CC-BY-4.0", "CC0-1.0", "MIT", "none"}
    assert offered["state"] == {"recruiting", "closed", "completed"}


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("newest", ["no-terms", "members", "flagged", "prizes", "unpaid", "plain"]),
        ("title", ["flagged", "members", "no-terms", "plain", "prizes", "unpaid"]),
        # 1 point and 1 item, then 5 points, then what is no number, then nobody, then no terms at all.
        ("threshold", ["prizes", "plain", "unpaid", "members", "flagged", "no-terms"]),
    ],
)
def test_orders(world: Subject, order: str, expected: list[str]) -> None:
    assert [row.slug for row in ask(f"order={order}").rows] == expected


def test_fewest_flags_first_and_without_terms_last(world: Subject) -> None:
    rows = ask("order=flags").rows
    numbers = [len(row.facts.flags) for row in rows if row.facts]
    assert numbers == sorted(numbers)
    assert [row.slug for row in rows][-1] == "no-terms"


def test_the_version_in_force_decides_and_not_an_announced_one(world: Subject) -> None:
    project = Project.objects.get(slug="plain")
    publish(project, 2, {"compensation.kind": "prizes"}, days=3)
    assert "plain" in slugs("pay=paid")
    assert "plain" not in slugs("pay=prizes")
    publish(project, 3, {"compensation.kind": "mixed"}, days=0)
    assert slugs("pay=mixed") == {"plain"}


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_page_shows_filters_in_use_and_how_to_drop_them(world: Subject, client: Client, language: str) -> None:
    answer = client.get("/projects/?field=Ecology&pay=unpaid", headers={"Accept-Language": language})
    text = answer.content.decode()
    assert [one["href"] for one in answer.context["applied"]] == ["?pay=unpaid", "?field=Ecology"]
    assert 'href="/projects/?pay=unpaid"' in text
    assert [listing.project.slug for listing in answer.context["listings"]] == ["unpaid"]


def test_where_nothing_fits_the_page_says_which_filter_to_drop(world: Subject, client: Client) -> None:
    answer = client.get("/projects/?field=Ecology&pay=paid")
    assert [(one["count"], one["href"]) for one in answer.context["drop"]] == [(3, "?pay=paid"), (2, "?field=Ecology")]
    text = answer.content.decode()
    assert "without “Field”: 3 projects" in text
    assert "without “Pay”: 2 projects" in text
    neither = client.get("/projects/?field=Physics&pay=unpaid&language=zh-Hans")
    assert neither.context["drop"] == []
    assert "Dropping one filter alone shows none either." in neither.content.decode()


def test_what_is_not_understood_is_named(world: Subject, client: Client) -> None:
    text = client.get("/projects/?pay=%3Cscript%3Ealert(1)%3C/script%3E&order=money&field=Nowhere").content.decode()
    assert "pay=&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "order=money" in text
    assert "field=Nowhere" in text
    assert "<script>alert" not in text


def test_an_address_is_written_back_as_it_was_asked(world: Subject) -> None:
    rows = index.load(Project.objects.all())
    question = asking.read(QueryDict("order=flags&pay=unpaid&q=%25+a&field=Ecology&pay=paid"), rows)
    assert question.address == "?q=%25+a&field=Ecology&pay=paid&pay=unpaid&order=flags"
    assert asking.read(QueryDict(question.address[1:]), rows) == question


@pytest.mark.parametrize("name", [*(facet.name for facet in FACETS), "q", "order", "page"])
@pytest.mark.parametrize("value", ["%00", "a" * 10_000, "%ED%A0%80", "<script>", "' OR 1=1 --", "%F0%9F%90%8B", "\\"])
def test_hostile_addresses_are_answered(world: Subject, client: Client, name: str, value: str) -> None:
    answer = client.get(f"/projects/?{name}={value}")
    assert answer.status_code in (200, 400)
    assert b"<script>" not in answer.content.replace(b'<script src="', b"")
