"""What a draft may be started from, and what is left out of it."""

from __future__ import annotations

import copy
import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal.core import clock
from portal.core.errors import Conflict, Forbidden, NotVisible, Refused
from portal.core.record import queries as record
from portal.people.models import Subject
from projects.project import services as projects
from projects.project.models import Project
from projects.terms import queries, services, starting
from projects.terms.checks.card import card
from projects.terms.document.hashing import version_hash
from projects.terms.document.missing import missing
from projects.terms.models import TermsDraft, TermsVersion
from projects.terms.presets_list import presets
from tests.projects.conftest import MakePerson
from tests.projects.terms.presets.preset_data import NAMES, cards, document


@pytest.fixture
def fresh(person: MakePerson) -> Project:
    """A project without terms, beside the example's."""
    return projects.create(actor=person("nadia"), title="Karst", slug="karst", summary="Springs.", field="Geology")


@pytest.fixture
def nadia(client: Client, fresh: Project) -> Client:
    client.force_login(fresh.created_by.user)
    return client


def url(project: Project) -> str:
    return reverse("terms_start", args=[project.slug])


def led(text: dict[str, Any], somebody: Subject, since: str | None = None) -> dict[str, Any]:
    """The text with one core member, who starts today as UTC counts and has said nothing else."""
    first = {"person": somebody.id, "since": since or dt.datetime.now(dt.UTC).date().isoformat()}
    return {**text, "core_team": {**text.get("core_team", {}), "members": [first]}}


def test_the_seventeen_presets_are_offered_with_both_languages_and_their_own_documents() -> None:
    found = presets()
    assert [one.slug for one in found] == list(NAMES)
    assert all(one.title.en and one.title.zh and one.sentence.en and one.sentence.zh for one in found)
    assert all(one.document == document(one.slug) for one in found)
    found[0].document.clear()
    assert presets()[0].document == document(NAMES[0])


@pytest.mark.parametrize("lang", ["en", "zh-hans"])
def test_each_preset_stands_on_the_page_with_sentence_and_tally(nadia: Client, fresh: Project, lang: str) -> None:
    nadia.cookies["django_language"] = lang
    page = nadia.get(url(fresh)).content.decode()
    _marks, counts = cards()
    for one in presets():
        assert f"?from=preset%3A{one.slug}" in page
        assert one.sentence.said(lang) in page.replace("&#x27;", "'")
    fair = counts["ligo"][0]
    assert card(document("ligo")).counts["fair"] == fair
    assert page.count('class="listing"') == 17


def test_a_preset_becomes_the_draft_and_the_page_says_so(nadia: Client, fresh: Project) -> None:
    look = nadia.get(url(fresh), {"from": "preset:ligo"}).content.decode()
    assert "What stays open" in look
    assert "Replace the present draft" not in look
    answer = nadia.post(url(fresh), {"from": "preset:ligo", "version": "0"})
    assert answer.url == reverse("terms_edit", args=[fresh.slug])
    assert queries.draft_document(fresh) == led(document("ligo"), fresh.created_by)
    page = nadia.get(answer.url, follow=True).content.decode()
    assert "Started from the preset “LIGO”." in page
    assert record.entries(fresh)[0].kind == "TermsStarted"


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_can_be_opened_step_by_step(nadia: Client, fresh: Project, name: str) -> None:
    starting.start(actor=fresh.created_by, project=fresh, key=f"preset:{name}", version=0, confirmed=False)
    for chapter in (4, 7):
        assert nadia.get(reverse("terms_step", args=[fresh.slug, chapter])).status_code == 200
    assert queries.draft_document(fresh) == led(document(name), fresh.created_by)


def test_another_projects_terms_come_without_what_is_its_own(
    nadia: Client, fresh: Project, recruiting: Project, published: TermsVersion
) -> None:
    page = nadia.get(url(fresh)).content.decode()
    assert "terms%3Aaquifer-bench%401" in page
    key = "terms:aquifer-bench@1"
    look = nadia.get(url(fresh), {"from": key}).content.decode()
    assert "Left out" in look
    assert "You hold the roles Organizer, Area editor from the start" in look
    assert nadia.post(url(fresh), {"from": key, "version": "0"}).status_code == 302
    made, theirs = queries.draft_document(fresh), published.document
    for gone in ("zone", "contact", "translations"):
        assert gone not in made
    (first,) = led({}, fresh.created_by)["core_team"]["members"]
    # Appointed roles alone give the powers to publish and to appoint there: whoever starts holds them from the start.
    assert made["core_team"]["members"] == [{**first, "roles": ["organizer", "editor"]}]
    assert "rubric" not in made["participation"]
    assert all("from" not in one and "until" not in one for one in made["data"]["destinations"])
    assert all("as_of" not in one for one in made["authorship"]["outputs"])
    for kept in ("language", "purpose", "roles", "licence", "rights"):
        assert made[kept] == theirs[kept]
    assert made["authorship"]["eligibility"] == theirs["authorship"]["eligibility"]
    assert version_hash(theirs, []) == version_hash(TermsVersion.objects.get().document, [])  # theirs is untouched
    page = nadia.get(reverse("terms_step", args=[fresh.slug, 1])).content.decode()
    assert f'href="{reverse("terms_version", args=["aquifer-bench", 1])}"' in page


def test_seeds_are_left_out() -> None:
    text = {"authorship": {"blocks": [{"id": "a", "sort": [{"random": "2027-a"}, "name"]}], "ties": [{"random": "x"}]}}
    before = copy.deepcopy(text)
    made, left_out = starting.without_own(text)
    assert made["authorship"] == {"blocks": [{"id": "a", "sort": [{}, "name"]}], "ties": [{}]}
    assert left_out == ["authorship.blocks[].sort", "authorship.ties"]
    assert text == before


def test_starting_over_is_confirmed_and_says_what_would_be_lost(nadia: Client, fresh: Project) -> None:
    said = {"schema": "concord-terms/1", "contact": "the desk"}
    services.save_draft(actor=fresh.created_by, project=fresh, document=said, version=0)
    look = nadia.get(url(fresh), {"from": "preset:gpqa"}).content.decode()
    assert "Replace the present draft" in look
    assert "Contact" in look
    form = {"from": "preset:gpqa", "version": "1"}
    refused = nadia.post(url(fresh), form)
    assert refused.status_code == 422
    assert queries.draft_document(fresh) == said
    assert nadia.post(url(fresh), {**form, "version": "0", "confirm": "on"}).status_code == 409
    assert queries.draft_document(fresh) == said
    assert nadia.post(url(fresh), {**form, "confirm": "on"}).status_code == 302
    assert queries.draft_document(fresh) == led(document("gpqa"), fresh.created_by)


def test_an_empty_start_says_nothing_but_who_starts(nadia: Client, fresh: Project) -> None:
    assert nadia.post(url(fresh), {"from": "empty", "version": "0"}).status_code == 302
    assert TermsDraft.objects.get(project=fresh).document == led({"schema": "concord-terms/1"}, fresh.created_by)


def test_what_whoever_starts_has_to_say_of_themselves_stays_open(nadia: Client, fresh: Project) -> None:
    nadia.post(url(fresh), {"from": "preset:nl-augmenter", "version": "0"})
    before, after = missing(document("nl-augmenter")), queries.open_paths(fresh)
    assert "core_team.members" in before
    assert set(after) - set(before) == {"core_team.members[0].duties", "core_team.members[0].interests"}
    assert set(before) - set(after) == {"core_team.members"}
    step = nadia.get(reverse("terms_step", args=[fresh.slug, 2])).content.decode()
    assert 'name="core_team.members[0].person" value="nadia"' in step


@pytest.mark.parametrize("name", NAMES)
def test_the_list_and_the_closer_look_count_what_is_open_once_it_is_started(
    nadia: Client, fresh: Project, name: str
) -> None:
    """One more than the preset leaves open: the members are named, and two things are to be said of the first."""
    listed, look = (nadia.get(url(fresh), sent).context for sent in ({}, {"from": f"preset:{name}"}))
    wanted = len(missing(document(name))) + 1
    every = [*listed["presets"], *listed["not_run"]]
    assert next(one.open for one in every if one.key == f"preset:{name}") == wanted
    assert look["open_count"] == wanted


def test_what_leaves_least_to_answer_stands_first(nadia: Client, fresh: Project) -> None:
    """Behind all others those with rules that are not run yet: they cannot be published as they are."""
    shown = nadia.get(url(fresh)).context
    assert len(shown["presets"]) + len(shown["not_run"]) == 17
    assert {one.not_run > 0 for one in shown["presets"]} == {False}
    assert {one.not_run > 0 for one in shown["not_run"]} == {True}
    for part in (shown["presets"], shown["not_run"]):
        opened = [len(missing(document(one.key.removeprefix("preset:")))) for one in part]
        assert opened == sorted(opened)


def test_the_order_is_said_as_it_is_and_projects_stand_before_what_cannot_be_run(
    nadia: Client, fresh: Project, published: TermsVersion, recruiting: Project
) -> None:
    """A stranger read "what leaves least to answer stands first" above a list that also put the unrunnable last."""
    page = nadia.get(url(fresh)).content.decode()
    shown = nadia.get(url(fresh)).context
    assert f"{len(shown['not_run'])} more have rules that this site does not run yet." in page
    project = page.index(f"terms%3A{recruiting.slug}%401")
    places = {
        one.key: page.index(f"?from={one.key.replace(':', '%3A')}") for one in shown["presets"] + shown["not_run"]
    }
    assert project < min(places[one.key] for one in shown["presets"])
    assert project < page.index("Presets that have to be changed first")
    assert project < min(places[one.key] for one in shown["not_run"])


def test_the_closer_look_says_who_will_stand_in_the_core_team(
    nadia: Client, fresh: Project, recruiting: Project, published: TermsVersion
) -> None:
    for key in ("empty", "preset:ligo", "terms:aquifer-bench@1"):
        assert "names you as the first member of the core team" in nadia.get(url(fresh), {"from": key}).content.decode()


def test_members_that_the_text_names_are_left_as_they_are(fresh: Project) -> None:
    for said in ([{"person": "sabcdefghijklmnopqrstuv"}], "none"):
        text = {"schema": "concord-terms/1", "core_team": {"members": said}}
        assert starting.led_by(text, fresh.created_by_id, dt.date(2026, 11, 30)) is text


def test_the_first_day_is_the_day_in_the_projects_zone(recruiting: Project, core_team: list[Subject]) -> None:
    """Version 1 counts its days in Lisbon. Half an hour before midnight UTC of 30 June 2027 it is 1 July there."""
    wanted = dt.datetime(2027, 6, 30, 23, 30, tzinfo=dt.UTC)
    clock.move(wanted - clock.deciding())
    draft = queries.draft(recruiting)
    version = draft.version if draft else 0
    starting.start(actor=core_team[0], project=recruiting, key="preset:ligo", version=version, confirmed=True)
    assert queries.draft_document(recruiting) == led(document("ligo"), core_team[0], "2027-07-01")


@pytest.mark.parametrize(
    "key",
    ["preset:", "preset:../index", "preset:index", "terms:aquifer-bench", "terms:aquifer-bench@2", "terms:secret@1",
     "terms:aquifer-bench@1e3", "terms:@", "x" * 9000, "file:/etc/passwd", "terms:aquifer-bench@１"],
)  # fmt: skip
def test_what_is_no_start_is_not_found(
    nadia: Client, fresh: Project, recruiting: Project, published: TermsVersion, key: str
) -> None:
    assert nadia.get(url(fresh), {"from": key}).status_code == 404
    assert nadia.post(url(fresh), {"from": key, "version": "0"}).status_code == 404
    assert not TermsDraft.objects.filter(project=fresh).exists()


def test_terms_of_a_project_one_may_not_see_are_no_start(fresh: Project, published: TermsVersion) -> None:
    """`published` is of a draft that only its team sees."""
    with pytest.raises(NotVisible):
        starting.find("terms:aquifer-bench@1", fresh.created_by)


def test_only_who_may_write_starts(fresh: Project, person: MakePerson) -> None:
    ana: Subject = person("ana")
    with pytest.raises(Forbidden):
        starting.start(actor=ana, project=fresh, key="empty", version=0, confirmed=True)
    services.save_draft(actor=fresh.created_by, project=fresh, document={}, version=0)
    with pytest.raises(Refused):
        starting.start(actor=fresh.created_by, project=fresh, key="empty", version=1, confirmed=False)
    with pytest.raises(Conflict):
        starting.start(actor=fresh.created_by, project=fresh, key="empty", version=7, confirmed=True)
