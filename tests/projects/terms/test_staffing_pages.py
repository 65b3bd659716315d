"""A stage without enough people is said where the terms are written, published, and while it holds."""

from __future__ import annotations

import copy
import html

import pytest
from django.urls import reverse

from projects.members import services as members
from projects.project import services as projects
from projects.terms import queries, services

ALONE = (
    "Stage “domain” needs 2 reviewers; on the first day nobody holds the power “review” (Reviewer is held by nobody "
    "until its criteria are met)."
)


def read(client, address):
    return html.unescape(client.get(address).content.decode())


@pytest.fixture
def founder(client, core_team):
    client.force_login(core_team[0].user)
    return client


@pytest.fixture
def alone(project, published, core_team):
    """The text of a founder alone, as draft of another project's first version would be."""
    document = copy.deepcopy(published.document)
    document["core_team"]["members"] = document["core_team"]["members"][:1]
    return document


def test_it_stands_on_the_pages_before_publishing_and_does_not_refuse(founder, core_team, alone):
    other = projects.create(actor=core_team[0], title="Ice", slug="ice", summary="Cores.", field="Glaciology")
    services.save_draft(actor=core_team[0], project=other, document=alone, version=0)
    publish = read(founder, reverse("terms_publish", args=["ice"]))
    assert ALONE in publish
    assert "This does not keep you from publishing." in publish
    assert reverse("terms_step", args=["ice", 5]) + "#participation.stages[0].reviewers" in publish
    for step in (5, 6):
        page = read(founder, reverse("terms_step", args=["ice", step]))
        assert page.count(ALONE) == 2, step  # at the field and beside the form
    assert ALONE not in read(founder, reverse("terms_step", args=["ice", 7]))


def test_the_project_says_it_to_those_who_write_its_terms_while_it_holds(
    founder, client, project, published, core_team
):
    page = reverse("project_page", args=[project.slug])
    said = "Stage “domain” needs 2 reviewers; now nobody holds the power “review”"
    assert said in read(founder, page)
    assert reverse("project_people", args=[project.slug]) in read(founder, page).split(said)[1]
    for person in core_team[1:]:
        members.join(actor=person, project=project, number=1, hash=published.hash)
    assert said not in read(founder, page)
    assert "Too few people for a stage" not in read(founder, page)


def test_visitors_do_not_read_it(client, recruiting, founder, person):
    page = reverse("project_page", args=[recruiting.slug])
    assert "Too few people for a stage" in read(founder, page)
    client.force_login(person("ana").user)
    assert "Too few people for a stage" not in read(client, page)


def test_the_draft_of_a_later_version_counts_who_holds_the_roles(founder, project, published, core_team):
    assert queries.latest(project) is not None
    publish = reverse("terms_publish", args=[project.slug])
    assert "now nobody holds the power “review”" in read(founder, publish)
    members.join(actor=core_team[1], project=project, number=1, hash=published.hash)
    assert "now 1 person holds the power “review”" in read(founder, publish)
    members.join(actor=core_team[2], project=project, number=1, hash=published.hash)
    assert "Too few people for a stage" not in read(founder, publish)
