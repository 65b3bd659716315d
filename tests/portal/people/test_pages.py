"""The public page of a person, and changing one's own name and affiliations."""

import datetime as dt

import pytest
from django.utils import timezone

from portal.core.errors import Conflict, Forbidden, Refused
from portal.people import queries, services
from portal.people.models import Affiliation, Profile, Subject

pytestmark = pytest.mark.django_db
AT = dt.datetime(2027, 1, 5, 9, 0, tzinfo=dt.UTC)


def account(handle: str = "ana.quispe", **more: str):
    values = {"printed_name": "Ana Lucía Quispe Mamani", "given": "Ana Lucía", "family": "Quispe Mamani", **more}
    return services.open_account(
        email=f"{handle}@example.org", password="coral-reef-at-dawn-7", handle=handle, at=AT, verified=True, **values
    )


FORM = {
    "printed_name": "Ana Quispe",
    "given": "Ana",
    "family": "Quispe",
    "native_name": "",
    "orcid": "https://orcid.org/0000-0002-1825-0097",
    "about": "Led reef surveys; **two** seasons.",
    "zone": "America/Lima",
    "language": "en",
    "public": ["native_name", "affiliations", "orcid", "about", "roles", "credit"],
    "affiliation-TOTAL_FORMS": "3",
    "affiliation-INITIAL_FORMS": "0",
    "affiliation-0-name": "Pacific Reef Observatory",
    "affiliation-0-ror": "",
    "affiliation-1-name": "California Institute of Technology",
    "affiliation-1-ror": "https://ror.org/05dxps055",
    "affiliation-2-name": "",
    "affiliation-2-ror": "",
}


def test_what_is_saved_is_what_the_page_shows(client):
    user = account()
    client.force_login(user)
    answer = client.post("/account/", FORM)
    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    profile = Profile.objects.get(subject=user.subject)
    assert profile.sort_key == "quispe  ana"
    assert profile.orcid == "0000-0002-1825-0097"
    assert list(Affiliation.objects.values_list("position", "name", "ror")) == [
        (1, "Pacific Reef Observatory", ""),
        (2, "California Institute of Technology", "05dxps055"),
    ]
    html = client.get("/people/ana.quispe/").content.decode()
    assert "<bdi>Ana Quispe</bdi>" in html
    assert "not verified" in html
    assert "<strong>two</strong>" in html


def test_moving_a_row_saves_nothing_and_keeps_what_was_typed(client):
    user = account()
    client.force_login(user)
    html = client.post("/account/", {**FORM, "move": "down-0"}).content.decode()
    first = html.index('name="affiliation-0-name" value="California')
    assert first < html.index('name="affiliation-1-name" value="Pacific')
    assert 'value="Ana Quispe"' in html
    assert not Affiliation.objects.exists()
    for move in ("up-0", "down-1", "down-99", "sideways", "up-１", "-"):
        assert client.post("/account/", {**FORM, "move": move}).status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("orcid", "0000-0002-1825-0098", "no ORCID iD"),
        ("affiliation-1-ror", "05dxps056", "no ROR id"),
        ("affiliation-0-name", "Reef\u202eevil", "direction of writing"),
        ("affiliation-1-name", "", "needs a name"),
        ("zone", "Mars/Olympus", "not one of the available choices"),
        ("printed_name", "", "required"),
        ("language", "xx", "not one of the available choices"),
    ],
)
def test_a_wrong_value_is_said_beside_its_field_and_nothing_is_saved(client, field, value, says):
    user = account()
    client.force_login(user)
    answer = client.post("/account/", {**FORM, field: value})
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert Profile.objects.get(subject=user.subject).printed_name == "Ana Lucía Quispe Mamani"
    assert not Affiliation.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("affiliation-TOTAL_FORMS", "-1"),
        ("affiliation-TOTAL_FORMS", "1"),
        ("affiliation-TOTAL_FORMS", "many"),
        ("affiliation-TOTAL_FORMS", ""),
        ("affiliation-99-name", "Out of reach"),
        ("affiliation-x-name", "Out of reach"),
    ],
)
def test_a_wrong_count_of_affiliations_drops_none(client, field, value):
    user = account()
    services.set_affiliations(actor=user.subject, subject=user.subject, rows=[("Kept as it was", "")])
    client.force_login(user)
    answer = client.post("/account/", {**FORM, field: value})
    assert answer.status_code == 400
    assert "California Institute of Technology</textarea>" in answer.content.decode()
    assert list(Affiliation.objects.values_list("name", flat=True)) == ["Kept as it was"]
    assert Profile.objects.get(subject=user.subject).printed_name == "Ana Lucía Quispe Mamani"


def test_one_orcid_is_said_by_one_person(client):
    other = account("priya")
    services.change_profile(actor=other.subject, subject=other.subject, orcid="0000-0002-1825-0097")
    client.force_login(account())
    answer = client.post("/account/", FORM)
    assert answer.status_code == 422
    assert "Somebody else here" in answer.content.decode()
    assert not Affiliation.objects.exists()


def test_nobody_changes_another_person():
    one, other = account().subject, account("priya").subject
    with pytest.raises(Forbidden):
        services.change_name(actor=one, subject=other, printed_name="X")
    with pytest.raises(Forbidden):
        services.set_affiliations(actor=one, subject=other, rows=[])
    with pytest.raises(Forbidden):
        services.change_profile(actor=one, subject=other)


def test_the_page_needs_an_account(client):
    assert client.get("/account/")["Location"] == "/accounts/login/?next=/account/"


def test_other_spellings_of_a_handle_lead_to_the_kept_one(client):
    account()
    answer = client.get("/people/ANA.Quispe/")
    assert (answer.status_code, answer["Location"]) == (301, "/people/ana.quispe/")
    assert client.get("/people/nobody/").status_code == 404
    assert client.get("/people/%F0%9F%90%A0/").status_code == 404


def test_who_was_erased_has_no_page_and_no_name(client):
    subject = account().subject
    Profile.objects.filter(subject=subject).update(erased_at=AT)
    assert client.get("/people/ana.quispe/").status_code == 404
    subject = Subject.objects.get(pk=subject.pk)
    assert queries.display_name(subject) == "Withdrawn contributor"
    assert queries.names([subject.pk, "sgone"]) == {
        subject.pk: "Withdrawn contributor",
        "sgone": "Withdrawn contributor",
    }


def test_times_are_shown_in_the_readers_zone(client):
    user = account()
    services.change_profile(actor=user.subject, subject=user.subject, zone="Asia/Shanghai")
    client.force_login(user)
    client.get("/help/")
    assert " CST" in client.get("/accounts/sessions/").content.decode()
    assert timezone.get_current_timezone_name() == "UTC"  # not left behind in the thread


def test_an_imported_handle_may_look_like_another(client):
    account("morrison")
    twin = services.register_subject(printed_name="M. Orrison", kind=Subject.Kind.UNCLAIMED, handle="m0rrison", at=AT)
    assert twin.handle_skeleton is None
    with pytest.raises(Refused):
        services.register_subject(printed_name="X", kind=Subject.Kind.UNCLAIMED, handle="morrison", at=AT)


def test_two_people_taking_one_handle_at_once_get_one_handle(monkeypatch):
    account()
    monkeypatch.setattr(services, "refuse_taken", lambda handle, skeleton: None)
    with pytest.raises(Conflict):
        services.register_subject(printed_name="X", kind=Subject.Kind.PERSON, handle="ana.quispe", at=AT)
    assert Subject.objects.count() == 1


RIGHT_TO_LEFT = "ליאת אלקלעי"


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Ana Quispe", "Ana Quispe"), ("陈雨桐", "陈雨桐"), (RIGHT_TO_LEFT, f"\u2068{RIGHT_TO_LEFT}\u2069")],
)
def test_b80_a_name_written_from_right_to_left_stays_apart_in_a_sentence(name, shown):
    assert queries.in_sentence(name) == shown
