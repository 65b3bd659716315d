"""Leaving a project: who may, what ends, what stays, and coming back."""

import datetime as dt

import pytest

from portal.core import clock
from portal.core.access.check import check
from portal.core.errors import Conflict, Forbidden
from portal.core.record import presenters
from portal.core.record import queries as record
from portal.core.record.models import RecordEntry
from projects.members import queries, services
from projects.members.models import Membership, RoleGrant
from projects.members.verify import verify_memberships, verify_roles
from projects.project import services as projects
from projects.terms import queries as terms


def faults(project):
    return [*verify_roles(project), *verify_memberships(project)]


def today():
    return clock.today("UTC")


def rejoin(subject, project):
    version = terms.current(project)
    return services.join(actor=subject, project=project, number=version.number, hash=version.hash)


# Who, and whether they may: a founder with powers, a plain member, whoever holds a role and never joined, a stranger.
WHO = [("ines-varga", True), ("ana", True), ("amara-nwosu", True), ("stranger", False)]


@pytest.mark.parametrize(("handle", "may"), WHO)
def test_whoever_takes_part_may_leave(recruiting, person, member, handle, may):
    member("ana")
    subject = person(handle)
    before = RecordEntry.objects.count()
    if not may:
        with pytest.raises(Forbidden):
            services.leave(actor=subject, project=recruiting)
        assert RecordEntry.objects.count() == before
        return
    services.leave(actor=subject, project=recruiting)
    assert not queries.takes_part(recruiting, subject)
    assert queries.powers(recruiting, subject) == frozenset()
    assert faults(recruiting) == []
    with pytest.raises(Forbidden):
        services.leave(actor=subject, project=recruiting)


def test_membership_and_roles_end_today_and_the_day_counts(recruiting, core_team, member, days_later):
    ana = member("ana")
    services.appoint(actor=core_team[0], project=recruiting, handle="ana", role="editor")
    days_later(3)
    ended = services.leave(actor=ana, project=recruiting)
    assert {one.role for one in ended} == {"contributor", "editor"}
    assert set(RoleGrant.objects.filter(subject=ana).values_list("until", flat=True)) == {today()}
    [membership] = Membership.objects.filter(subject=ana)
    assert (membership.until, (membership.until - membership.since).days) == (today(), 3)
    assert queries.is_member(recruiting, ana, on=today())
    assert not queries.is_member(recruiting, ana, on=today() + dt.timedelta(days=1))
    assert not queries.is_member(recruiting, ana)


def test_powers_end_at_once_though_the_day_counts(recruiting, core_team, member):
    ana = member("ana")
    services.appoint(actor=core_team[0], project=recruiting, handle="ana", role="editor")
    assert "assign" in queries.powers(recruiting, ana)
    services.leave(actor=ana, project=recruiting)
    assert queries.powers(recruiting, ana) == frozenset()
    assert ana not in queries.holders(recruiting, "assign")
    assert not check(ana, "task.create", recruiting)


def test_the_record_tells_of_the_end_of_each_role_and_of_the_membership(recruiting, member):
    ana = member("ana")
    services.leave(actor=ana, project=recruiting)
    told = {entry.kind: entry for entry in record.entries(recruiting, kinds=("RoleEnded", "MemberLeft"))}
    assert set(told) == {"RoleEnded", "MemberLeft"}
    day = today().isoformat()
    assert presenters.payload(told["MemberLeft"]) == {"since": day, "until": day}
    role = {"subject": ana.pk, "role": "contributor", "since": day, "until": day}
    assert presenters.payload(told["RoleEnded"]) == role
    said = presenters.sentence(told["MemberLeft"], {ana.pk: "Ana"}, "Concord")
    assert said.startswith("Ana left the project;")


def test_coming_back_is_a_new_interval_and_gives_back_no_role_but_open_ones(recruiting, core_team, member, days_later):
    ana = member("ana")
    services.appoint(actor=core_team[0], project=recruiting, handle="ana", role="editor")
    first = today()
    days_later(4)
    services.leave(actor=ana, project=recruiting)
    days_later(10)
    rejoin(ana, recruiting)
    spans = list(Membership.objects.filter(subject=ana).order_by("pk").values_list("since", "until"))
    left = first + dt.timedelta(days=4)
    assert spans == [(first, left), (left + dt.timedelta(days=10), None)]
    assert queries.grants(recruiting).filter(subject=ana).values_list("role", flat=True).get() == "contributor"
    assert faults(recruiting) == []


def test_out_and_in_on_one_day_are_two_intervals_that_the_record_tells(recruiting, member):
    ana = member("ana")
    services.leave(actor=ana, project=recruiting)
    rejoin(ana, recruiting)
    services.leave(actor=ana, project=recruiting)
    assert Membership.objects.filter(subject=ana, since=today(), until=today()).count() == 2
    assert faults(recruiting) == []


def test_a_project_that_takes_nobody_takes_nobody_back(recruiting, core_team, member):
    ana = member("ana")
    services.leave(actor=ana, project=recruiting)
    projects.close(actor=core_team[0], project=recruiting)
    with pytest.raises((Forbidden, Conflict)):
        rejoin(ana, recruiting)


def test_who_is_missing_is_named(recruiting, core_team, member):
    version = terms.current(recruiting)
    assert queries.unheld(recruiting, version) == []
    assert queries.unheld(recruiting, version, without=core_team[0]) == ["assign", "decide", "invite", "amend"]
    services.leave(actor=core_team[0], project=recruiting)
    assert queries.unheld(recruiting, version) == ["assign", "decide", "invite", "amend"]


def test_former_members_stand_with_their_last_interval_unless_they_are_back(recruiting, member, days_later):
    ana, bo, cy = (member(name) for name in ("ana", "bo", "cy"))
    services.leave(actor=ana, project=recruiting)
    services.leave(actor=bo, project=recruiting)
    rejoin(bo, recruiting)
    days_later(2)
    services.leave(actor=cy, project=recruiting)
    assert [one.subject for one in queries.former(recruiting)] == [cy, ana]
    rejoin(ana, recruiting)
    days_later(2)
    services.leave(actor=ana, project=recruiting)
    [latest, _cy] = queries.former(recruiting)
    assert (latest.subject, latest.until) == (ana, today())


FORGED = [
    (Membership, {"until": None}, "it ended on"),
    (Membership, {"until": dt.date(2999, 1, 1)}, "the record does not tell that it ended on 2999-01-01"),
    (RoleGrant, {"until": None}, "contributor ended on"),
    (RoleGrant, {"until": dt.date(2999, 1, 1)}, "the record does not tell that contributor ended on 2999-01-01"),
]


@pytest.mark.damages
@pytest.mark.parametrize(("model", "change", "says"), FORGED)
def test_an_end_that_was_changed_behind_the_services_is_named(recruiting, member, model, change, says):
    ana = member("ana")
    services.leave(actor=ana, project=recruiting)
    model.objects.filter(subject=ana).update(**change)
    assert says in " ".join(faults(recruiting))
