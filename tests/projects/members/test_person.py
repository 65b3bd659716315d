"""What a person's page and the page of leaving say of projects, roles and open work."""

import pytest
from django.test import Client

from portal.core import clock
from portal.people import closing, erasing, services
from portal.people.models import Subject
from projects.members import queries
from projects.members import services as members
from tests.projects.conftest import *  # noqa: F403
from tests.projects.journey import *  # noqa: F403
from tests.projects.journey import Journey

pytestmark = pytest.mark.django_db
ENDS = {
    "closed": lambda subject: closing.close(actor=subject, user=subject.user),
    "erased": lambda subject: erasing.erase(subject, asked_by="own", at=clock.deciding()),
}


def fresh(subject: Subject) -> Subject:
    return Subject.objects.select_related("profile").get(pk=subject.pk)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("power", ["review", "decide", "assign"])
def test_nobody_is_offered_work_whose_account_is_gone(journey: Journey, end, power):
    others = [one.handle for one in queries.holders(journey.project, power)]
    ENDS[end](journey.tomas)
    left = [one.handle for one in queries.holders(journey.project, power)]
    assert left == [handle for handle in others if handle != "tomas-lindqvist"]


@pytest.mark.parametrize("end", ENDS)
def test_membership_and_roles_stay(journey: Journey, end):
    tomas = journey.tomas
    before = (queries.is_member(journey.project, tomas), queries.roles(journey.project, tomas))
    ENDS[end](tomas)
    assert (queries.is_member(journey.project, tomas), queries.roles(journey.project, tomas)) == before


@pytest.mark.parametrize(("private", "shown"), [([], True), (["roles"], False), (["credit"], True)])
def test_the_page_shows_projects_and_roles_unless_they_are_kept_off_it(journey: Journey, private, shown):
    tomas = journey.tomas
    services.set_private(actor=tomas, subject=tomas, parts=private)
    html = Client().get("/people/tomas-lindqvist/").content.decode()
    assert ("Projects and roles" in html and "Aquifer Bench" in html) is shown


def test_a_page_without_work_says_so_and_one_that_hides_it_says_that(person):
    ana = person("ana-quispe")
    client = Client()
    assert "Nothing is on the public record yet" in client.get("/people/ana-quispe/").content.decode()
    services.set_private(actor=ana, subject=ana, parts=["credit"])
    html = client.get("/people/ana-quispe/").content.decode()
    assert "This page shows no projects or credit" in html


def test_a_draft_project_is_not_told_to_strangers(project, core_team):
    assert "Aquifer Bench" not in Client().get("/people/ines-varga/").content.decode()


@pytest.mark.parametrize("page", ["/account/close/"])
def test_the_page_of_leaving_names_projects_and_every_kind_of_open_work(journey: Journey, page):
    ana = journey.member("ana-quispe")
    task = journey.submitted(ana)
    draft = journey.draft(ana, "A draft of mine")
    journey.agreed(task, journey.tomas)
    client = Client()
    client.force_login(ana.user)
    html = client.get(page).content.decode()
    assert 'href="/projects/aquifer-bench/leave/"' in html
    assert f'href="/projects/aquifer-bench/tasks/{task.number}/"' in html
    assert "A draft of mine" in html
    assert f"/{draft.public_id}/" in html
    client.force_login(journey.tomas.user)
    html = client.get(page).content.decode()
    assert f'href="/projects/aquifer-bench/reviews/{task.number}/1/' in html
    assert "Three days of pumping" not in html  # others' titles are not told here
    client.force_login(journey.person("newcomer").user)
    html = client.get(page).content.decode()
    assert "You are in no project." in html
    assert "Nothing waits for you." in html


def said_of(subject: Subject, *readers: Subject) -> str:
    """The page and the API of a person, as a visitor and as others read them."""
    clients = [Client(), *(Client() for _one in readers)]
    for client, reader in zip(clients[1:], readers, strict=True):
        client.force_login(reader.user)
    pages = (f"/people/{subject.handle}/", f"/api/v1/people/{subject.handle}/")
    return " ".join(client.get(page).content.decode() for client in clients for page in pages)


def test_nothing_of_a_project_is_on_a_profile_before_its_person_accepted(recruiting, published, core_team):
    """Ines named Tomas as core member with roles; their titles are her words about him."""
    ines, tomas, amara = core_team
    team = "Organizer", "Reviewer", "Aquifer Bench"
    assert [one.role for one in queries.grants(recruiting).filter(subject=tomas)] == ["organizer", "reviewer"]
    for word in team:
        assert word not in said_of(tomas, ines, tomas)
    assert "Aquifer Bench" in said_of(ines), "who published version 1 accepted it"
    members.join(actor=tomas, project=recruiting, number=1, hash=published.hash)
    for word in team:
        assert word in said_of(tomas)
    # Whoever refuses is as free of it as before; whoever accepted and left keeps what they did.
    for subject, shown in ((amara, False), (tomas, True)):
        members.leave(actor=subject, project=recruiting)
        assert ("Aquifer Bench" in said_of(subject, ines, subject)) is shown


def test_whoever_was_only_named_still_finds_the_way_out(recruiting, core_team):
    client = Client()
    client.force_login(core_team[1].user)
    assert 'href="/projects/aquifer-bench/leave/"' in client.get("/account/close/").content.decode()
