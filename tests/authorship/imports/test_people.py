"""People who worked before Concord."""

import pytest

from authorship.imports.models import ImportBatch
from portal.people.models import Profile, Subject
from projects.members.models import RoleGrant
from tests.authorship.imports.conftest import as_csv, as_jsonl

HEADER = ["handle", "printed_name", "given", "family", "orcid", "affiliations", "roles"]
ROW = ["vu-minh", "Vũ Minh Hạnh", "Minh Hạnh", "Vũ", "0000-0002-1825-0097", "Delta Institute | Harbour Lab", ""]


def test_a_new_handle_becomes_a_subject_nobody_has_claimed(people):
    report = people(as_csv(HEADER, ROW))
    assert (report.rows, report.changed, report.bad) == (1, 1, [])
    subject = Subject.objects.get(handle="vu-minh")
    assert subject.kind == "unclaimed"
    assert (subject.profile.sort_key, subject.profile.orcid) == ("vu  minh hanh", "0000-0002-1825-0097")
    assert [a.name for a in subject.affiliations.all()] == ["Delta Institute", "Harbour Lab"]
    assert ImportBatch.objects.get().rows == 1


def test_the_same_file_twice_changes_nothing(people):
    people(as_csv(HEADER, ROW))
    report = people(as_csv(HEADER, ROW))
    assert (report.changed, report.bad) == (0, [])
    assert Subject.objects.filter(handle="vu-minh").count() == ImportBatch.objects.count() == 1


def test_roles_are_granted_on_their_dates_as_imported(people, open_project):
    people(as_csv(HEADER, [*ROW[:6], "organizer=2021-01-01 | reviewer=2022-05-31"]))
    grants = RoleGrant.objects.filter(reason="imported").order_by("since")
    assert [(g.role, g.since.isoformat()) for g in grants] == [
        ("organizer", "2021-01-01"),
        ("reviewer", "2022-05-31"),
    ]
    assert people(as_csv(HEADER, [*ROW[:6], "organizer=2021-01-01 | reviewer=2022-05-31"])).changed == 0


def test_a_role_held_since_another_day_is_a_bad_row(people):
    people(as_csv(HEADER, [*ROW[:6], "reviewer=2021-01-01"]))
    [bad] = people(as_csv(HEADER, [*ROW[:6], "reviewer=2020-01-01"])).bad
    assert bad.reason == "Vu-minh holds the role reviewer since another day, 2021-01-01."
    assert RoleGrant.objects.get(role="reviewer", reason="imported").since.isoformat() == "2021-01-01"


def test_a_handle_of_an_account_keeps_its_profile_and_gets_its_roles(people, member):
    ana = member("ana")
    before = Profile.objects.get(subject=ana).printed_name
    report = people(as_csv(HEADER, ["ana", "Somebody Else", "", "", "", "", "reviewer=2022-05-31"]))
    assert (report.changed, report.bad) == (1, [])
    assert Profile.objects.get(subject=ana).printed_name == before
    assert RoleGrant.objects.get(subject=ana, role="reviewer").reason == "imported"


def test_a_dry_run_judges_and_writes_nothing(people):
    report = people(as_csv(HEADER, [*ROW[:6], "organizer=2021-01-01"]), dry_run=True)
    assert (report.changed, report.bad) == (1, [])
    assert not Subject.objects.filter(handle="vu-minh").exists()
    assert not ImportBatch.objects.exists()
    assert not RoleGrant.objects.filter(reason="imported").exists()


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("handle", "Vu-Minh", "A handle is written in small letters"),
        ("handle", "vu minh", "A handle has the letters"),
        ("handle", "ab", "A handle has 3 to 40"),
        ("printed_name", "", "A name has at least one letter"),
        ("printed_name", "Vu\u202eMinh", "printed_name: the text holds a character that changes"),
        ("orcid", "0000-0002-1825-0098", "'0000-0002-1825-0098' is no ORCID iD"),
        ("roles", "organizer", "A role is written role=2026-03-31"),
        ("roles", "organizer=2021-02-30", "There is no day 2021-02-30"),
        ("roles", "organizer=2999-01-01", "The role organizer begins in the future"),
        ("roles", "emperor=2021-01-01", "The terms have no role 'emperor'; there are contributor"),
        ("roles", "reviewer=0001-01-01", "The role reviewer begins before 1900-01-01"),
        ("roles", "reviewer=2020-01-01 | reviewer=2021-01-01", "A role is named twice"),
        ("affiliations", "A | ", "An affiliation needs a name"),
    ],
)
def test_a_bad_row_is_named_and_nothing_is_written(people, column, value, reason):
    row = dict(zip(HEADER, ROW, strict=True))
    report = people(as_csv(HEADER, ["good-one", "Good One", "", "", "", "", ""], [*({**row, column: value}.values())]))
    assert [bad.line for bad in report.bad] == [3]
    assert report.bad[0].reason.lower().startswith(reason.lower())
    assert report.changed == 0
    assert not Subject.objects.filter(handle="good-one").exists()


def test_a_person_twice_in_one_file_is_refused(people):
    report = people(as_csv(HEADER, ROW, [*ROW[:1], "Another", *ROW[2:]]))
    assert [(bad.line, bad.reason) for bad in report.bad] == [(3, "Vu-minh stands in line 2 already.")]


def test_a_handle_that_stands_for_somebody_else_is_refused(people):
    people(as_csv(HEADER, ROW))
    report = people(as_csv(HEADER, ["vu-minh", "Other Person", "", "", "", "", ""]))
    assert "imported before with another printed_name, given, family, orcid" in report.bad[0].reason


def test_json_lines_do_the_same(people):
    assert people(as_jsonl(dict(zip(HEADER, ROW, strict=True))), "people.jsonl").changed == 1
    assert people(as_csv(HEADER, ROW)).changed == 0


ORGANIZATION = [*HEADER, "kind"]


def organization(**changed):
    cells = {"handle": "southern-array", "printed_name": "Southern Array", "kind": "organization", **changed}
    return as_csv(ORGANIZATION, [cells.get(column, "") for column in ORGANIZATION])


def test_an_organization_becomes_a_subject_under_its_name(people):
    assert people(organization(affiliations="Delta Institute")).changed == 1
    subject = Subject.objects.get(handle="southern-array")
    assert (subject.kind, subject.profile.sort_key) == ("organization", "southern array")
    assert people(organization(affiliations="Delta Institute")).changed == 0


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"roles": "reviewer=2021-01-01"}, "An organization has no roles."),
        ({"orcid": "0000-0002-1825-0097"}, "An organization has no orcid."),
        ({"given": "South", "family": "Array"}, "An organization has no given, family."),
        ({"kind": "crew"}, "Kind is person or organization; this is 'crew'."),
        ({"kind": "Organization"}, "Kind is person or organization; this is 'Organization'."),
    ],
)
def test_what_an_organization_is_not(people, changed, reason):
    [bad] = people(organization(**changed)).bad
    assert bad.reason == reason
    assert not Subject.objects.filter(handle="southern-array").exists()


def test_a_person_does_not_become_an_organization(people, member):
    member("ana")
    [bad] = people(organization(handle="ana")).bad
    assert bad.reason == "Ana is here as: Person."
    people(organization())
    [bad] = people(organization(kind="person")).bad
    assert bad.reason == "Southern-array is here as: Organization."
