"""The pages of a project."""

import re

import pytest
from django.urls import reverse

from projects.project.models import Project


@pytest.fixture
def ines(client, core_team):
    client.force_login(core_team[0].user)
    return client


def page(client, project):
    return client.get(reverse("project_page", args=[project.slug]))


def test_an_organizer_begins_a_project_in_the_browser(client, person):
    client.force_login(person("ana").user)
    sent = {"title": "Tide Bench", "slug": "", "summary": "Reading\ntide tables.", "field": "Oceanography"}
    answer = client.post(reverse("project_new"), sent)
    project = Project.objects.get()
    assert (answer.status_code, answer.url) == (302, "/projects/tide-bench/")
    assert project.summary == "Reading tide tables."


def test_what_was_typed_stays_when_the_form_is_refused(client, person):
    client.force_login(person("ana").user)
    answer = client.post(reverse("project_new"), {"title": "Tide\u202eBench", "summary": "Kept text", "field": ""})
    assert answer.status_code == 422
    assert "Kept text" in answer.content.decode()


def test_an_unverified_account_is_refused_with_the_way_out(client, person):
    client.force_login(person("ana", verified=False).user)
    assert "/accounts/email/" in client.get(reverse("project_new")).content.decode()
    sent = {"title": "Tide Bench", "summary": "Reading.", "field": "Oceanography"}
    assert client.post(reverse("project_new"), sent).status_code == 403
    assert not Project.objects.exists()


def _same(answer) -> str:
    """The page without what differs between any two requests: token and address."""
    text = re.sub(r'csrfmiddlewaretoken" value="[^"]+"', "", answer.content.decode())
    return re.sub(r"/projects/[a-z-]+/", "", text)


def test_visitors_get_the_same_404_for_a_draft_and_for_nothing(client, project):
    hidden, nothing = page(client, project), client.get("/projects/nothing-here/")
    assert (hidden.status_code, nothing.status_code) == (404, 404)
    assert _same(hidden) == _same(nothing)


def test_the_page_of_a_draft_names_every_open_path_with_the_way_to_its_field(ines, project):
    text = page(ines, project).content.decode()
    assert "/projects/aquifer-bench/terms/edit/7/#authorship.eligibility" in text
    assert "/projects/aquifer-bench/terms/edit/2/#core_team.members" in text
    assert "No rubric is published." in text


def test_recruiting_too_early_is_refused_with_the_paths(ines, project):
    answer = ines.post(reverse("project_recruit", args=[project.slug]))
    assert answer.status_code == 422
    assert "authorship.eligibility" in answer.content.decode()


def test_a_visitor_reads_strip_people_and_record(client, recruiting):
    text = page(client, recruiting).content.decode()
    for words in ("Author from 1 point", "Ines Varga", "Read the terms and join", "opened the project to contributors"):
        assert words in text


def test_recruiting_by_get_does_nothing(ines, project, published):
    assert ines.get(reverse("project_recruit", args=[project.slug])).status_code == 405


# Literal on purpose: a rise is a decision.
QUERIES_FOR_A_VISITOR = 18


@pytest.mark.parametrize("members", [1, 100])
def test_the_page_asks_as_much_at_1_member_as_at_100(client, recruiting, member, members, django_assert_num_queries):
    for number in range(members - 1):
        member(f"person-{number}")
    with django_assert_num_queries(QUERIES_FOR_A_VISITOR):
        page(client, recruiting)


def test_a_summary_typed_after_the_session_ended_comes_back(client, db):
    answer = client.post(reverse("project_new"), {"title": "Aquifer Bench", "summary": "Reads a pumping test."})
    assert answer.status_code == 403
    assert "Reads a pumping test." in answer.content.decode()
