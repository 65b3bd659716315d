"""Roles and memberships that were changed behind the application's back are named."""

from __future__ import annotations

import datetime as dt

import pytest

from projects.members import services
from projects.members.models import Membership, RoleGrant
from projects.members.verify import verify_memberships, verify_roles

pytestmark = pytest.mark.damages

LONG_AGO = dt.date(2020, 1, 1)


def faults(project):
    return [*verify_roles(project), *verify_memberships(project)]


@pytest.fixture
def ana(recruiting, core_team, member):
    """A contributor since she joined and an editor by appointment."""
    subject = member("ana")
    services.appoint(actor=core_team[0], project=recruiting, handle="ana", role="editor")
    return subject


def test_what_the_services_made_has_no_fault(recruiting, ana):
    assert faults(recruiting) == []


@pytest.mark.parametrize("change", [{"since": LONG_AGO}, {"role": "organizer"}, {"reason": "founding"}, {"terms": 9}])
def test_a_role_with_another_day_name_road_or_version(recruiting, ana, change):
    RoleGrant.objects.filter(subject=ana, role="editor").update(**change)
    changed, missing = faults(recruiting)
    assert changed.startswith(f"projects_rolegrant of {ana.pk}: the record does not tell of")
    assert missing.startswith(f"projects_rolegrant of {ana.pk}: editor from ")


def test_a_role_that_was_taken_and_one_that_nobody_gave(recruiting, ana, core_team):
    RoleGrant.objects.filter(subject=ana, role="editor").update(subject=core_team[2])
    given, taken = faults(recruiting)
    assert given.startswith(f"projects_rolegrant of {core_team[2].pk}: the record does not tell")
    assert taken.startswith(f"projects_rolegrant of {ana.pk}: editor from ")


def test_a_membership_with_another_first_day_and_one_that_is_gone(recruiting, ana):
    rows = Membership.objects.filter(subject=ana)
    rows.update(since=LONG_AGO)
    changed, missing = faults(recruiting)
    assert changed == f"projects_membership of {ana.pk}: the record does not tell of one from 2020-01-01"
    assert "is missing" in missing
    rows.delete()
    assert len(faults(recruiting)) == 1
