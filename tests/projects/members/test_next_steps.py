"""The next steps on a project's page: nobody is sent to a page that would refuse them."""

import pytest
from django.conf import settings

from projects.project import services as projects


@pytest.mark.parametrize(("who", "recruiting_still", "offered"), [
    ("ana", True, True),
    ("ana", False, False),
    ("stranger", True, False),
])  # fmt: skip
def test_a_task_is_begun_by_members_while_the_project_recruits(
    client, recruiting, core_team, member, person, who, recruiting_still, offered
):
    reader = member("ana") if who == "ana" else person(who)
    if not recruiting_still:
        projects.close(actor=core_team[0], project=recruiting)
    client.force_login(reader.user)
    page = client.get(f"/projects/{recruiting.slug}/").content.decode()
    assert (f"/projects/{recruiting.slug}/tasks/new/" in page) is offered


@pytest.mark.parametrize(("who", "offered"), [("ana", "Read what you accepted"), ("", "Read what you would accept")])
def test_a_member_reads_what_they_accepted(client, recruiting, member, who, offered):
    if who:
        client.force_login(member(who).user)
    assert f">{offered}</a>" in client.get(f"/projects/{recruiting.slug}/").content.decode()


def test_an_organizer_finds_the_address_to_invite_with(client, recruiting, core_team, member):
    address = f"{settings.CONCORD_BASE_URL}/projects/{recruiting.slug}/join/"
    client.force_login(core_team[0].user)
    assert address in client.get(f"/projects/{recruiting.slug}/").content.decode()
    client.force_login(member("ana").user)
    assert address not in client.get(f"/projects/{recruiting.slug}/").content.decode()
