"""Credit on the page of a person: every project the reader may see, with as many queries as for one."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from authorship.ledger import services as ledger
from authorship.ledger.facts import Fact
from authorship.lists import panels
from authorship.lists import services as lists
from portal.core import clock
from projects.members import services as members
from projects.project import services as projects
from projects.rubric import services as rubric
from projects.terms import queries
from projects.terms import services as terms
from tests.projects.conftest import TERMS

QUERIES_OF_THE_PANEL = 4


@pytest.fixture
def credited(core_team, person):
    """`credited("reef")` is a recruiting project in which Cy Oye has a point and a place."""

    def make(slug, joined=True):
        founder = core_team[0]
        made = projects.create(actor=founder, title=slug.title(), slug=slug, summary="Short.", field="Hydrology")
        rows = [
            {"id": "sound", "sentence": "The answer follows from the data given."},
            {"id": "checked", "sentence": "A second person can check the answer."},
        ]
        rubric.save_draft(actor=founder, project=made, title="What a task must be", criteria=rows, version=0)
        rubric.publish(actor=founder, project=made)
        terms.upload(actor=founder, project=made, text=TERMS, name="t.yaml", version=0)
        terms.publish(actor=founder, project=made)
        opened = projects.recruit(actor=founder, project=made)
        if joined:
            version = queries.current(opened)
            members.join(actor=person("cy-oye"), project=opened, number=version.number, hash=version.hash)
        at = clock.deciding()
        day = clock.today("UTC", at)
        shares = {person("cy-oye").pk: "1"}
        fact = Fact(source="t1", type="task", submitted=day, accepted=day, terms=1, shares=shares)
        ledger.post_fact(project=opened, fact=fact, at=at)
        lists.recompute(project=opened)
        return opened

    return make


def test_the_panel_asks_as_often_for_four_projects_as_for_one(credited, person, django_assert_num_queries):
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    cy = person("cy-oye")
    credited("aquifer-one")
    with django_assert_num_queries(QUERIES_OF_THE_PANEL):
        one = panels.person(request, cy)
    for slug in ("brook-two", "creek-three", "delta-four"):
        credited(slug)
    with django_assert_num_queries(QUERIES_OF_THE_PANEL):
        four = panels.person(request, cy)
    assert (one.count("place 1"), four.count("place 1")) == (1, 4)


def test_credit_that_others_gave_shows_once_its_person_accepted_the_terms(credited, person):
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    credited("aquifer-one", joined=False)
    assert panels.person(request, person("cy-oye")) == ""
