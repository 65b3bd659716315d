"""Whose acceptance is enough for new work when a later version of the terms came."""

from __future__ import annotations

import copy

import pytest

from portal.core.access.check import check
from portal.core.errors import Refused
from projects.members import services as members
from projects.terms import queries, services
from tests.projects import agreement


@pytest.fixture
def amend(recruiting, core_team, days_later):
    """`amend(change)` publishes the last text after `change(document)`; 31 days later it is in force in any case."""

    def publish(change):
        document = copy.deepcopy(queries.latest(recruiting).document)
        change(document)
        draft = queries.draft(recruiting)
        services.save_draft(actor=core_team[0], project=recruiting, document=document, version=draft.version)
        version = agreement.publish(actor=core_team[0], project=recruiting)
        days_later(31)
        assert queries.current(recruiting) == version
        return version

    return publish


def wording(document):
    document["purpose"]["measures"] += " Anew."


def register(document):
    document["contact"] = "+351 555 0199"


def material(document):
    document["authorship"]["eligibility"] = {"points": {"at_least": "2"}}


def back(document):
    document["authorship"]["eligibility"] = {"points": {"at_least": "1"}}


@pytest.mark.parametrize(
    ("later", "enough"),
    [
        ([], True),
        ([wording], True),
        ([register], True),
        ([wording, register, wording], True),
        ([material], False),
        ([wording, material], False),
        ([material, wording], False),
        ([material, back], False),
    ],
)
def test_wording_and_registers_ask_for_nothing_and_a_material_change_does(recruiting, member, amend, later, enough):
    ana = member("ana")
    for change in later:
        amend(change)
    version = queries.current(recruiting)
    assert queries.has_accepted(version, ana) is enough
    assert (1 in queries.enough_for(version)) is enough
    assert version.number in queries.enough_for(version)
    assert check(ana, "task.create", recruiting).allowed is enough


def test_who_accepted_the_material_version_has_what_came_after_it(recruiting, member, amend):
    ana = member("ana")
    second = amend(material)
    members.renew(actor=ana, project=recruiting, number=2, hash=second.hash)
    amend(wording)
    fourth = amend(register)
    standing = queries.standing(fourth, ana)
    assert (standing.number, standing.changed) == (2, ["purpose.measures", "contact"])
    assert queries.enough_for(fourth) == {2, 3, 4}


def test_who_accepted_for_one_task_only_has_not_accepted_for_new_work(recruiting, published, person, amend):
    ana = person("ana")
    given = {"number": 1, "hash": published.hash, "purpose": "task", "task": "t123"}
    services.accept(actor=ana, project=recruiting, **given)
    second = amend(wording)
    for version in (published, second):
        assert not queries.has_accepted(version, ana)
        assert queries.has_accepted(version, ana, tasks=True)


def test_an_acceptance_of_a_later_version_is_none_of_an_earlier_one(recruiting, published, member, amend):
    amend(wording)
    assert not queries.has_accepted(published, member("ana"))


def test_appointments_ask_the_same(recruiting, core_team, member, amend):
    member("ana")
    member("ben")
    amend(wording)
    granted = members.appoint(actor=core_team[0], project=recruiting, handle="ana", role="editor")
    assert granted.terms == 2
    amend(material)
    members.renew(actor=core_team[0], project=recruiting, number=3, hash=queries.current(recruiting).hash)
    with pytest.raises(Refused, match="version 3"):
        members.appoint(actor=core_team[0], project=recruiting, handle="ben", role="editor")
