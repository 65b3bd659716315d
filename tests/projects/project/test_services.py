"""Creating a project and the moves of its state."""

import pytest
from django.contrib.auth.models import AnonymousUser

from portal.core.errors import Conflict, Forbidden, NotVisible, Refused
from portal.core.record.models import RecordEntry
from projects.project import queries, services
from projects.project.states import ProjectState

WORDS = {"title": "Tide Bench", "summary": "Reading tide tables.", "field": "Oceanography"}


def kinds(project) -> list[str]:
    return list(RecordEntry.objects.filter(project=project.public_id).order_by("seq").values_list("kind", flat=True))


def test_a_new_project_is_a_draft_on_the_record(person):
    project = services.create(actor=person("ana"), slug="tide-bench", **WORDS)
    assert (project.slug, project.state) == ("tide-bench", ProjectState.DRAFT)
    assert kinds(project) == ["ProjectCreated"]


def test_an_unverified_account_creates_nothing_and_is_told_the_way_out(person):
    with pytest.raises(Forbidden) as refused:
        services.create(actor=person("ana", verified=False), slug="tide-bench", **WORDS)
    assert refused.value.code == "not_verified"
    assert "Confirm your e-mail address" in str(refused.value)


@pytest.mark.parametrize("gap", ["title", "summary", "field"])
def test_title_summary_and_field_are_needed(person, gap):
    with pytest.raises(Refused) as refused:
        services.create(actor=person("ana"), slug="", **{**WORDS, gap: "  "})
    assert str(refused.value).startswith(gap)


def test_a_taken_address_gets_a_suffix_that_does_not_tell_hidden_from_public_or_reserved(person, recruiting):
    hidden = services.create(actor=person("ana"), slug="tide-bench", **WORDS)
    beside_hidden = services.create(actor=person("ben"), slug=hidden.slug, **WORDS)
    beside_public = services.create(actor=person("ben"), slug=recruiting.slug, **WORDS)
    reserved = services.create(actor=person("ben"), slug="new", **WORDS)
    for made, base in [(beside_hidden, "tide-bench"), (beside_public, "aquifer-bench"), (reserved, "new")]:
        stem, _, suffix = made.slug.rpartition("-")
        assert (stem, len(suffix)) == (base, 5)


def test_a_title_without_latin_letters_still_gets_an_address(person):
    project = services.create(actor=person("ana"), slug="", **{**WORDS, "title": "潮汐基准"})
    assert project.slug.startswith("project")


def test_a_draft_is_seen_by_its_creator_alone(person, project):
    assert queries.get_visible(project.created_by.user, project.slug) == project
    for reader in (AnonymousUser(), person("ana").user):
        with pytest.raises(NotVisible):
            queries.get_visible(reader, project.slug)


def test_core_members_see_the_draft_once_version_1_gave_them_roles(core_team, project, published, person):
    assert queries.get_visible(core_team[1].user, project.slug) == project
    with pytest.raises(NotVisible):
        queries.get_visible(person("ana").user, project.slug)


def test_recruiting_is_refused_while_anything_mandatory_is_missing(project, core_team):
    with pytest.raises(Refused) as refused:
        services.recruit(actor=core_team[0], project=project)
    assert refused.value.context["open_paths"][:3] == ["language", "zone", "purpose.measures"]
    assert "No rubric is published." in refused.value.reasons
    assert "No version of the terms is in force." in refused.value.reasons
    project.refresh_from_db()
    assert project.state == ProjectState.DRAFT


def test_recruit_and_close_move_the_state_once_and_are_on_the_record(recruiting, core_team, person):
    assert queries.get_visible(AnonymousUser(), recruiting.slug) == recruiting
    with pytest.raises(Conflict):
        services.recruit(actor=core_team[0], project=recruiting)
    with pytest.raises(Forbidden):
        services.close(actor=person("ana"), project=recruiting)
    services.close(actor=core_team[0], project=recruiting)
    assert recruiting.state == ProjectState.CLOSED
    assert kinds(recruiting)[-2:] == ["RecruitingOpened", "RecruitingClosed"]
