"""Ready answers on the page: without a script a button puts one in; nothing is stored by looking."""

from __future__ import annotations

import html

import pytest
from django.urls import reverse

from projects.project import services as projects
from projects.terms import queries, starting
from projects.terms.models import TermsDraft


@pytest.fixture
def begun(person):
    """A project whose terms were begun from the preset NL-Augmenter, in English."""
    nadia = person("nadia")
    made = projects.create(actor=nadia, title="Karst", slug="karst", summary="Springs.", field="Geology")
    starting.start(actor=nadia, project=made, key="preset:nl-augmenter", version=0, confirmed=False)
    return made


@pytest.fixture
def nadia(client, begun):
    client.force_login(begun.created_by.user)
    return client


def step(client, project, number):
    answer = client.get(reverse("terms_step", args=[project.slug, number]))
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def send(client, project, number, data, do):
    draft = queries.draft(project)
    sent = {"version": draft.version, "whole": "1", "do": do, **data}
    return client.post(reverse("terms_step", args=[project.slug, number]), sent)


def test_looking_at_a_step_stores_nothing_and_says_what_would_be_put_in(nadia, begun):
    before = TermsDraft.objects.values().get()
    page = step(nadia, begun, 2)
    assert 'value="ready:core_team.chosen_by=majority"' in page
    assert "Whoever begins the project names the first members" in page
    assert "Ready answers, yours to take and change" in page
    assert " checked" not in page.split('id="core_team.chosen_by"')[1].split("</div>")[0]
    assert TermsDraft.objects.values().get() == before
    assert queries.draft_document(begun)["core_team"].get("chosen_by") is None


def test_a_button_puts_the_answer_in_with_what_was_typed_and_leads_back_to_it(nadia, begun):
    answer = send(nadia, begun, 2, {"core_team.joining": "Ask us."}, "ready:core_team.chosen_by=majority")
    assert answer.url.endswith("/terms/edit/2/#core_team.chosen_by")
    team = queries.draft_document(begun)["core_team"]
    assert team["chosen_by"] == (
        "Whoever begins the project names the first members; after that the core team decides by majority."
    )
    assert team["joining"] == "Ask us."
    assert "ready:core_team.chosen_by" not in step(nadia, begun, 2)
    # A text that was typed meanwhile is not written over.
    answer = send(nadia, begun, 2, {"core_team.chosen_by": "By lot."}, "ready:core_team.chosen_by=majority")
    assert queries.draft_document(begun)["core_team"]["chosen_by"] == "By lot."


def test_the_binding_language_decides_and_not_that_of_the_page(nadia, begun):
    send(nadia, begun, 1, {"language": "zh-Hans", "zone": "Asia/Shanghai"}, "save")
    assert "核心成员" in step(nadia, begun, 2)
    send(nadia, begun, 2, {}, "ready:core_team.joining=three")
    assert queries.draft_document(begun)["core_team"]["joining"].startswith("有三个通过任务的人")
    send(nadia, begun, 1, {"language": "fr", "zone": "Europe/Paris"}, "save")
    page = step(nadia, begun, 5)
    assert "ready:participation.ai_use" not in page
    assert "ready:participation.stages[0]=two" in page


def test_a_role_is_held_from_the_first_day_by_a_button_at_the_role(nadia, begun):
    page = step(nadia, begun, 6)
    assert 'value="hold:roles[0]"' in page
    roles = {
        "roles[0].id": "organizer", "roles[0].title": "Organizer", "roles[1].id": "reviewer",
        "roles[1].title": "Reviewer", "roles[2].id": "committee", "roles[2].title": "Committee",
    }  # fmt: skip
    answer = send(nadia, begun, 6, roles, "hold:roles[0]")
    assert answer.url.endswith("/terms/edit/6/#roles[0]")
    assert queries.draft_document(begun)["core_team"]["members"][0]["roles"] == ["organizer"]
    assert 'value="hold:roles[0]"' not in step(nadia, begun, 6)


def test_the_vote_of_a_role_that_nobody_is_voted_into_is_folded_away(nadia, begun):
    def before_optional(page):
        return page.split('id="roles[0]"')[1].split("Optional parts")[0]

    assert 'name="roles[0].vote.days"' not in before_optional(step(nadia, begun, 6))
    send(nadia, begun, 6, {"roles[0].id": "organizer", "roles[0].granted": "voted"}, "save")
    assert 'name="roles[0].vote.days"' in before_optional(step(nadia, begun, 6))


def test_a_full_list_takes_no_ready_row_and_says_so(nadia, begun):
    rows = {f"roles[{index}].id": f"role-{index}" for index in range(20)}
    answer = send(nadia, begun, 6, rows, "ready:roles=contributor")
    page = html.unescape(nadia.get(answer.url).content.decode())
    assert "Roles: at most 20 entries." in page
    assert len(queries.draft_document(begun)["roles"]) == 20


def test_a_stale_version_is_answered_with_both_texts_and_nothing_is_put_in(nadia, begun):
    send(nadia, begun, 2, {"core_team.joining": "Ask us."}, "save")
    answer = send(nadia, begun, 2, {"version": "1"}, "ready:core_team.chosen_by=majority")
    assert answer.status_code == 409
    assert "names the first members" in answer.content.decode()
    assert queries.draft_document(begun)["core_team"].get("chosen_by") is None


def test_language_and_zone_stand_chosen_and_count_once_the_step_is_saved(nadia, begun):
    profile = begun.created_by.profile
    profile.zone = "Europe/Lisbon"
    profile.save()
    page = step(nadia, begun, 1)
    assert 'name="language" value="en" data-preset="1"' in page
    assert 'name="zone" value="Europe/Lisbon" data-preset="1"' in page
    assert "language" not in queries.draft_document(begun)
    profile.zone = "UTC"  # as every profile says at first: nobody's choice
    profile.save()
    assert 'name="zone" value=""' in step(nadia, begun, 1)
    nadia.cookies["django_language"] = "zh-hans"
    assert 'name="language" value="zh-Hans" data-preset="1"' in step(nadia, begun, 1)


@pytest.mark.parametrize(
    "do", ["ready:", "ready:core_team.chosen_by=x", "ready:roles[9]=reviewer", "hold:", "hold:roles[9]"]
)
def test_a_button_that_no_page_has_changes_nothing(nadia, begun, do):
    before = queries.draft_document(begun)
    answer = send(nadia, begun, 1, {}, do)
    assert answer.status_code == 302
    assert queries.draft_document(begun) == before
