"""Membership in lists: the days that count, the day of leaving, days of grace, coming back. Hand-counted."""

import datetime as dt

import pytest

from authorship.engine.check import verify
from authorship.ledger import services as ledger
from authorship.ledger.facts import Fact
from authorship.lists import bundle, leaving, queries, roles, services
from authorship.lists.verify import verify_lists
from portal.core import clock
from projects.members import services as members
from projects.members.models import RoleGrant
from projects.project import services as projects
from projects.terms import queries as terms


def by_membership(for_days, grace_days=0, as_of="2999-12-31"):
    def change(document):
        rule = {"for_days": for_days, **({"grace_days": grace_days} if grace_days else {})}
        credit = document["authorship"]
        credit["eligibility"] = {"member": rule}
        credit["acknowledged"] = "none"
        credit["blocks"] = [{"id": "all", "title": "Authors", "who": {"member": {"for_days": 1}}, "sort": ["name"]}]
        credit["outputs"][0]["as_of"] = as_of

    return change


@pytest.fixture
def start(publish, project, core_team, person):
    """`start(for_days, grace)` opens a project whose authors are its members; returns how to join it."""

    def make(for_days, grace_days=0, **more):
        publish(by_membership(for_days, grace_days, **more))
        projects.recruit(actor=core_team[0], project=project)

        def join(handle):
            subject = person(handle)
            version = terms.current(project)
            members.join(actor=subject, project=project, number=version.number, hash=version.hash)
            return subject

        return join

    return make


def authors(project):
    services.recompute(project=project)
    return [row["subject"] for row in queries.result(queries.current(queries.output(project, "paper-1")))["authors"]]


def test_the_tenth_day_makes_an_author_and_the_ninth_does_not(start, project, days_later):
    """Joined on day 1: day 10 is the tenth day, both ends counted."""
    ana = start(10)("ana")
    days_later(8)
    assert ana.pk not in authors(project)
    days_later(1)
    assert ana.pk in authors(project)


def test_the_day_of_leaving_counts_and_the_day_after_is_off(start, project, days_later):
    ana = start(10)("ana")
    days_later(9)
    members.leave(actor=ana, project=project)
    assert ana.pk in authors(project)
    days_later(1)
    assert ana.pk not in authors(project)


@pytest.mark.parametrize(("after", "on_it"), [(0, True), (29, True), (30, True), (31, False)])
def test_a_leaver_stays_through_the_last_day_of_grace(start, project, days_later, after, on_it):
    """Scheme case 11: 30 days of grace after the last day of membership."""
    ana = start(10, grace_days=30)("ana")
    days_later(9)
    members.leave(actor=ana, project=project)
    days_later(after)
    assert (ana.pk in authors(project)) is on_it


@pytest.mark.parametrize(("days", "on_it"), [(5, False), (6, True)])
def test_two_intervals_add_up_and_the_gap_does_not_count(start, project, days_later, days, on_it):
    """Days 1–4 are four; back on day 20: with 5 more there are nine, with 6 the ten that the rule asks for."""
    join = start(10)
    ana = join("ana")
    days_later(3)
    members.leave(actor=ana, project=project)
    days_later(16)
    join("ana")
    days_later(days - 1)
    assert (ana.pk in authors(project)) is on_it


def test_out_and_in_on_one_day_counts_that_day_once(start, project, days_later):
    """Day 1 twice, days 2–9: nine days; the tenth comes on day 10."""
    join = start(10)
    ana = join("ana")
    members.leave(actor=ana, project=project)
    join("ana")
    days_later(8)
    assert ana.pk not in authors(project)
    days_later(1)
    assert ana.pk in authors(project)


def test_a_list_of_a_day_the_terms_name_is_as_of_that_day(start, project, days_later):
    """Scheme case 28: issued five days late, after Ana left, the list is that of its day, on which she was on it."""
    named = clock.today("UTC") + dt.timedelta(days=12)
    ana = start(10, as_of=named.isoformat())("ana")
    days_later(12)
    assert ana.pk in authors(project)
    days_later(1)
    members.leave(actor=ana, project=project)
    days_later(4)
    assert ana.pk in authors(project)
    found = bundle.bundle(queries.output(project, "paper-1"))
    assert found["as_of"] == named.isoformat()
    assert verify(found) == []
    assert [*verify_lists(project)] == []


def says_membership_counts(rf, project, subject):
    request = rf.get("/")
    request.user = subject.user
    html = leaving.stays(request, project)
    assert "Place 1 on" in html
    return "It counts days of membership" in html


def test_the_page_of_leaving_says_that_membership_counts_by_any_version_one_may_rely_on(
    start, publish, project, days_later, rf
):
    """Ana has one point and accepted version 1, by which members are authors; version 2 asks for 5 points."""
    ana = start(1)("ana")
    day = clock.today("UTC")
    fact = Fact(source="t1", type="task", submitted=day, accepted=day, terms=1, shares={ana.pk: "1"})
    ledger.post_fact(project=project, fact=fact, at=clock.deciding())
    assert ana.pk in authors(project)
    assert says_membership_counts(rf, project, ana)
    publish(lambda document: document["authorship"].update(eligibility={"points": {"at_least": "5"}}))
    days_later(60)
    assert terms.current(project).number == 2
    assert authors(project) == [ana.pk]
    assert says_membership_counts(rf, project, ana)


def test_the_page_of_leaving_says_nothing_of_membership_where_points_count(open_project, member, credit, rf):
    ana = member("ana")
    credit("t1", {ana: "1"})
    assert authors(open_project) == [ana.pk]
    assert not says_membership_counts(rf, open_project, ana)


def test_whoever_left_today_is_given_no_role_by_rule(project, core_team, publish, days_later):
    def by_rule(document):
        by_membership(1)(document)
        document["roles"][-1].update(granted="rule", criteria={"member": {"for_days": 2}})

    publish(by_rule)
    role = terms.current(project).document["roles"][-1]["id"]
    ines, version = core_team[0], terms.current(project)
    projects.recruit(actor=ines, project=project)
    days_later(1)
    members.leave(actor=ines, project=project)
    roles.grant_by_rule(project=project)
    assert not RoleGrant.objects.filter(subject=ines, role=role, until=None).exists()
    members.join(actor=ines, project=project, number=version.number, hash=version.hash)
    roles.grant_by_rule(project=project)
    assert RoleGrant.objects.filter(subject=ines, role=role, until=None).exists()
