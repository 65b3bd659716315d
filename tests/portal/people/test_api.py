"""A person by the API: what their public page shows."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from portal.people import services
from portal.people.models import Affiliation, Profile, Subject

PARTS = {"native_name": "Иван Петров", "orcid": "0000-0002-1825-0097", "about": "Wells and rivers."}


@pytest.fixture
def subject(db: None) -> Subject:
    user = services.open_account(
        email="ivan@example.org",
        password="coral-reef-at-dawn-7",
        handle="ivan",
        at=dt.datetime(2027, 1, 5, tzinfo=dt.UTC),
        verified=True,
        printed_name="Ivan Petrov",
        given="Ivan",
        family="Petrov",
        language="en",
    )
    Profile.objects.filter(subject=user.subject).update(**PARTS)
    Affiliation.objects.create(subject=user.subject, position=0, name="Institute of Wells", ror="02mhbdp94")
    return user.subject


def test_what_is_public_is_told(client: Client, subject: Subject) -> None:
    found = client.get("/api/v1/people/ivan/").json()
    assert found == {
        "subject": subject.pk,
        "handle": "ivan",
        "kind": "person",
        "name": "Ivan Petrov",
        "affiliations": [{"name": "Institute of Wells", "ror": "02mhbdp94"}],
        **PARTS,
    }
    assert client.get("/api/v1/people/IVAN/").json() == found


@pytest.mark.parametrize("part", [*PARTS, "affiliations"])
def test_what_is_kept_off_the_page_is_kept_off_here(client: Client, subject: Subject, part: str) -> None:
    before = client.get("/api/v1/people/ivan/").json()
    Profile.objects.filter(subject=subject).update(private=[part])
    now = client.get("/api/v1/people/ivan/").json()
    assert set(before) - set(now) == {part}
    shown = {"affiliations": "Institute of Wells"}.get(part) or PARTS[part]
    assert shown not in client.get("/people/ivan/").content.decode()


def test_whoever_was_erased_is_nobody(client: Client, subject: Subject) -> None:
    Profile.objects.filter(subject=subject).update(erased_at=dt.datetime(2027, 2, 1, tzinfo=dt.UTC))
    erased, none = client.get("/api/v1/people/ivan/"), client.get("/api/v1/people/nobody/")
    assert (erased.status_code, erased.content) == (none.status_code, none.content) == (404, none.content)
