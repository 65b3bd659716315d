"""Joining, roles and powers."""

import datetime as dt

import pytest

from portal.core import clock
from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record.models import RecordEntry
from projects.members import queries, services
from projects.members.models import Membership, RoleGrant
from projects.project import services as projects
from projects.terms import services as terms
from projects.terms.models import Acceptance
from tests.projects import agreement
from tests.projects.conftest import EXAMPLE


def join(project, subject, version, **changed):
    given = {"number": version.number, "hash": version.hash, **changed}
    return services.join(actor=subject, project=project, **given)


def test_joining_accepts_makes_a_member_and_grants_the_open_roles(recruiting, published, person):
    membership = join(recruiting, person("ana"), published)
    assert membership.since == dt.datetime.now(dt.UTC).date()
    assert queries.is_member(recruiting, person("ana"))
    assert queries.roles(recruiting, person("ana")) == ["contributor"]
    kinds = RecordEntry.objects.filter(project=recruiting.public_id).order_by("-seq").values_list("kind", flat=True)
    assert list(kinds[:2]) == ["RoleGranted", "MemberJoined"]


def test_joining_twice_is_one_membership_one_acceptance_one_grant(recruiting, published, person):
    first = join(recruiting, person("ana"), published)
    assert join(recruiting, person("ana"), published) == first
    assert Acceptance.objects.filter(subject=person("ana")).count() == 1
    assert RoleGrant.objects.filter(subject=person("ana")).count() == 1


@pytest.mark.parametrize("changed", [{"number": 7}, {"hash": "f" * 64}])
def test_joining_from_a_stale_page_changes_nothing(recruiting, published, person, changed):
    with pytest.raises(Conflict):
        join(recruiting, person("ana"), published, **changed)
    assert not Membership.objects.filter(subject=person("ana")).exists()


def test_nobody_joins_unverified(recruiting, published, person):
    with pytest.raises(Forbidden):
        join(recruiting, person("ana", verified=False), published)


def test_strangers_join_only_while_the_project_recruits(project, published, person, core_team):
    with pytest.raises(Forbidden):
        join(project, person("ana"), published)
    projects.recruit(actor=core_team[0], project=project)
    projects.close(actor=core_team[0], project=project)
    with pytest.raises(Forbidden):
        join(project, person("ana"), published)


def test_founding_members_accept_before_recruiting_and_their_powers_wait_for_it(project, published, core_team):
    tomas = core_team[1]
    assert queries.powers(project, tomas) == frozenset()
    join(project, tomas, published)
    assert queries.powers(project, tomas) == {
        "award",
        "amend",
        "freeze",
        "release",
        "pay",
        "approve_pay",
        "audit",
        "review",
    }


def test_powers_are_those_of_the_roles_held(recruiting, core_team, member, person):
    assert queries.powers(recruiting, core_team[0]) == {
        "award",
        "amend",
        "freeze",
        "release",
        "pay",
        "approve_pay",
        "audit",
        "triage",
        "assign",
        "decide",
        "chair",
        "invite",
    }
    assert queries.powers(recruiting, member("ana")) == frozenset()
    assert queries.powers(recruiting, person("ben")) == frozenset()


def test_a_superuser_has_no_power(recruiting, person):
    user = person("root").user
    user.is_superuser = user.is_staff = True
    user.save()
    assert queries.powers(recruiting, user.subject) == frozenset()
    with pytest.raises(Forbidden):
        projects.close(actor=user.subject, project=recruiting)


def test_appointing_a_member_to_an_appointed_role(recruiting, core_team, member):
    granted = (
        services.appoint(actor=core_team[0], project=recruiting, handle="@Ana", role="editor")
        if member("ana")
        else None
    )
    assert (granted.reason, granted.granted_by) == ("appointed", core_team[0].pk)
    assert "assign" in queries.powers(recruiting, granted.subject)


@pytest.mark.parametrize("role", ["reviewer", "contributor", "emperor"])
def test_other_roles_come_by_their_own_rule_only(recruiting, core_team, member, role):
    member("ana")
    with pytest.raises(Refused, match="by appointment"):
        services.appoint(actor=core_team[0], project=recruiting, handle="ana", role=role)


def test_nobody_is_appointed_before_accepting_the_terms(recruiting, core_team, person):
    person("ana")
    for handle in ("ana", "nobody"):
        with pytest.raises(Refused, match="no member yet"):
            services.appoint(actor=core_team[0], project=recruiting, handle=handle, role="editor")


def test_appointing_takes_the_power_invite_and_never_serves_oneself(recruiting, core_team, member):
    member("ana")
    with pytest.raises(Forbidden):
        services.appoint(actor=member("ben"), project=recruiting, handle="ana", role="editor")
    with pytest.raises(Forbidden):
        services.appoint(actor=core_team[0], project=recruiting, handle="ines-varga", role="editor")


@pytest.mark.damages
def test_a_role_ends_with_its_last_day(recruiting, core_team, member):
    ana = member("ana")
    today = dt.datetime.now(dt.UTC).date()
    RoleGrant.objects.filter(subject=core_team[0]).update(
        since=today - dt.timedelta(days=9), until=today - dt.timedelta(days=1)
    )
    assert queries.powers(recruiting, core_team[0]) == frozenset()
    with pytest.raises(Forbidden):
        services.appoint(actor=core_team[0], project=recruiting, handle=ana.handle, role="editor")


def test_an_appointed_role_takes_what_the_terms_say_it_takes(project, core_team, member, recruiting):
    """The example's editor needs two points from tasks and three reviews; the tests' terms ask for nothing."""
    draft = project.terms_draft
    terms.upload(
        actor=core_team[0], project=project, text=EXAMPLE.read_text(), name="terms.yaml", version=draft.version
    )
    agreement.publish(actor=core_team[0], project=project)
    clock.move(dt.timedelta(days=30))
    ana = member("ana")
    with pytest.raises(Refused, match="at least 2 points from “Accepted task” and at least 3 credits"):
        services.appoint(actor=core_team[0], project=recruiting, handle="ana", role="editor")
    assert queries.roles(project, ana) == ["contributor"]
