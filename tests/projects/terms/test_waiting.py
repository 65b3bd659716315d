"""Who is named as core team and never accepted is said beside the clause, on every page that shows it."""

from __future__ import annotations

import copy

import pytest
from django.test import Client

from portal.people.models import Subject
from projects.members import services as members
from projects.project.models import Project
from projects.tasks import services as tasks
from projects.terms import agreed, agreeing, queries, services
from projects.terms.document.read import read_yaml
from projects.terms.models import TermsVersion
from projects.terms.people import handle_to_subject
from tests.projects.conftest import TERMS, MakePerson

SAID = "Named here, but has not accepted these terms: "
HOME = "/projects/aquifer-bench/"


def beside(reader: Subject | None, page: str) -> list[str]:
    """The names in the side of clause 2.1, where it says who has not accepted."""
    client = Client()
    if reader is not None:
        client.force_login(reader.user)
    clause = client.get(f"{HOME}{page}").content.decode().split('id="core_team.members"')[1]
    text, side = clause.split('id="core_team.chosen_by"')[0].split('class="clause__side"')
    assert SAID not in text, "not inside the kept reading"
    if SAID not in side:
        return []
    said = side.split(SAID)[1].split("</p>")[0]
    return said.removeprefix("<bdi>").removesuffix("</bdi>").split("</bdi>, <bdi>")


def join(subject: Subject, version: TermsVersion) -> None:
    members.join(actor=subject, project=version.project, number=version.number, hash=version.hash)


@pytest.mark.parametrize("page", ["terms/", "terms/1/", "join/"])
def test_the_published_text_says_it(
    page: str, recruiting: Project, published: TermsVersion, core_team: list[Subject]
) -> None:
    assert beside(None, page) == ["Tomas Lindqvist", "Amara Nwosu"]
    for subject in core_team[1:]:
        join(subject, published)
    assert beside(None, page) == []


@pytest.mark.parametrize("page", ["terms/agree/", "terms/publish/"])
def test_the_text_before_the_core_team_says_it(
    page: str, recruiting: Project, published: TermsVersion, core_team: list[Subject], person: MakePerson
) -> None:
    """Of the next text: Amara stands in it since version 1, Kofi is new in it, and Tomas has accepted."""
    ines, tomas, amara = core_team
    join(tomas, published)
    text = copy.deepcopy(published.document)
    text["core_team"]["members"].append({**text["core_team"]["members"][0], "person": person("kofi-mensah").id})
    draft = queries.draft(recruiting)
    assert draft is not None
    draft = services.save_draft(actor=ines, project=recruiting, document=text, version=draft.version)
    agreeing.propose(actor=ines, project=recruiting, hash=agreed.hash_of(draft))
    for reader in (ines, tomas):
        assert beside(reader, page) == ["Amara Nwosu", "Kofi Mensah"]
    join(amara, published)
    assert beside(ines, page) == ["Kofi Mensah"]


def test_who_publishes_version_1_accepts_it_and_is_not_waited_for(project: Project, core_team: list[Subject]) -> None:
    text = read_yaml(TERMS, people=handle_to_subject).document
    assert text is not None
    services.save_draft(actor=core_team[0], project=project, document=text, version=0)
    assert beside(core_team[0], "terms/publish/") == ["Tomas Lindqvist", "Amara Nwosu"]


def test_the_terms_that_bind_a_task_say_it(
    recruiting: Project, published: TermsVersion, core_team: list[Subject], member: MakePerson
) -> None:
    ana, bo = member("ana"), member("bo")
    task = tasks.create(actor=ana, project=recruiting, title="Three days of pumping")
    tasks.set_shares(actor=ana, task=task, version=task.draft.version, shares={"ana": "1/2", "bo": "1/2"})
    page = f"tasks/draft/{task.public_id}/confirm/"
    assert beside(bo, page) == ["Tomas Lindqvist", "Amara Nwosu"]
    join(core_team[1], published)
    assert beside(bo, page) == ["Amara Nwosu"]
