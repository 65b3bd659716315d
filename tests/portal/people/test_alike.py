"""Names that look alike: what counts as one look, and the pages that say who is who."""

import pytest
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.people import alike, services
from portal.people.models import Profile, Subject
from tests.portal.people.entering import account
from tests.projects.conftest import *  # noqa: F403
from tests.projects.journey import *  # noqa: F403
from tests.projects.journey import Journey

TWINS = [
    ("Maria Chen", "Mаria Chen", "a Cyrillic a"),
    ("Maria Chen", "MARIA-CHEN", "case and a sign"),
    ("Maria Chen", "Ｍａｒｉａ　Ｃｈｅｎ", "full width"),
    ("Maria Chen", "Maria Chen", "the very same"),
    ("HATA", "НАТА", "all letters Cyrillic"),
    ("Ian Frost", "lan Frost", "a small l for a capital I"),
    ("Oleg", "0leg", "a zero for an O"),
    ("Arnold", "Amold", "r and n for an m"),
    ("José", "José", "composed and decomposed"),
    ("Σοφία", "ΣΟΦΊΑ", "Greek capitals"),
]
OTHERS = [
    ("Maria Chen", "Mário Chen"),
    ("José", "Jose"),
    ("Lê Thu", "Le Thu"),
    ("Nina", "Vina"),
    ("Wei Li", "Li Wei"),
    ("王伟", "王伟明"),
    ("ليلى", "ليلا"),
]


@pytest.mark.parametrize(("one", "other"), [pair[:2] for pair in TWINS], ids=[pair[2] for pair in TWINS])
def test_b80_what_a_reader_takes_for_one_name_has_one_look(one, other):
    assert alike.look(one) == alike.look(other) != ""


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_what_one_can_see_is_another_look(one, other):
    assert alike.look(one) != alike.look(other)


@pytest.mark.django_db
def test_a_look_follows_every_change_of_the_name():
    subject = account().subject
    services.change_name(actor=subject, subject=subject, printed_name="Анна Карпова")
    assert Profile.objects.get(subject=subject).look == alike.look("АННА КАРПОВА")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("orcid", "proved", "private", "says"),
    [
        ("", False, [], "@ana.quispe; Reef Institute"),
        ("0000-0002-1825-0097", False, [], "@ana.quispe; ORCID 0000-0002-1825-0097, not verified; Reef Institute"),
        ("0000-0002-1825-0097", True, [], "@ana.quispe; ORCID 0000-0002-1825-0097, verified; Reef Institute"),
        ("0000-0002-1825-0097", True, ["orcid", "affiliations"], "@ana.quispe"),
    ],
)
def test_the_note_says_who_it_is_and_how_that_is_known(orcid, proved, private, says):
    subject, twin = account().subject, account("other.one", printed_name="ANA QUISPE").subject
    services.change_profile(actor=subject, subject=subject, orcid=orcid)
    services.set_affiliations(actor=subject, subject=subject, rows=[("Reef Institute", "")])
    at = subject.created_at if proved else None
    Profile.objects.filter(subject=subject).update(orcid_proved_at=at, private=private)
    shown = Subject.objects.select_related("profile").get(pk=subject.pk)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        alike.mark([shown, None], Q())
    assert len(asked) == 1
    assert shown.told_apart == f"Not the only one with such a name: {says}"
    # Nobody else among those who may be taken for each other: no note.
    alike.mark([shown], Subject.objects.exclude(pk=twin.pk))
    assert shown.told_apart == ""


@pytest.mark.django_db
def test_somebody_erased_is_nobodys_twin():
    account()
    twin = account("other.one").subject
    from portal.core import clock
    from portal.people import erasing

    erasing.erase(twin, asked_by="own", at=clock.deciding())
    shown = list(Subject.objects.select_related("profile"))
    alike.mark(shown, Q())
    assert [one.told_apart for one in shown] == ["", ""]


PAGES = {
    "members": "/projects/aquifer-bench/people/",
    "the task's page": "/projects/aquifer-bench/tasks/1/",
    "the author list": "/projects/aquifer-bench/authors/paper-1/",
    "the ledger": "/projects/aquifer-bench/credit/",
    "credit by person": "/projects/aquifer-bench/credit/people/",
}


@pytest.fixture
def twins(journey: Journey) -> Journey:
    """Marina Orlova has an accepted task; somebody joined whose name has Cyrillic letters where hers has Latin ones."""
    from authorship.lists import services as lists

    marina = journey.member("marina-orlova")
    journey.accepted(marina)
    services.change_name(actor=marina, subject=marina, printed_name="Mopc Poxa", given="", family="")
    other = journey.member("impostor")
    services.change_name(actor=other, subject=other, printed_name="Морс Роха", given="", family="")
    lists.recompute(project=journey.project)
    return journey


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_b80_a_look_alike_is_told_apart_on_every_page_that_names_people(twins, page):
    html = Client().get(page).content.decode()
    assert "Not the only one with such a name: @marina-orlova" in html
    assert "<bdi>Mopc Poxa</bdi>" in html


@pytest.mark.django_db
def test_b80_who_assigns_sees_the_handle_beside_a_name_that_two_have(twins):
    author = twins.person("bo-larsen")
    twins.member("bo-larsen")
    twins.submitted(author, "Another well")
    twin = twins.reviewer("amara-second")
    services.change_name(actor=twin, subject=twin, printed_name=twins.amara.profile.printed_name)
    Profile.objects.filter(subject=twins.amara).update(look=alike.look(twins.amara.profile.printed_name))
    client = Client()
    client.force_login(twins.ines.user)
    html = client.get("/projects/aquifer-bench/tasks/2/assign/").content.decode()
    assert "(@amara-nwosu)" in html
    assert "(@amara-second)" in html
    assert "(@tomas-lindqvist)" not in html
