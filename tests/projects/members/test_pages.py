"""Joining, people and agreements in the browser."""

import copy
import html

import pytest
from django.urls import reverse

from portal.core.record.models import RecordEntry
from projects.members import queries, services
from projects.members.models import Membership
from projects.terms import queries as terms
from projects.terms import services as terms_services
from projects.terms.models import Acceptance, TermsDraft
from tests.projects import agreement


def join_url(project):
    return reverse("project_join", args=[project.slug])


def shown(version, **changed):
    return {"number": version.number, "hash": version.hash, "agree": "on", **changed}


@pytest.fixture
def second(recruiting, core_team):
    """Publishes version 2, which says one thing in other words, or is changed otherwise by `change(document)`."""

    def reword(document):
        document["purpose"]["measures"] += " And again."

    def publish(change=reword):
        document = copy.deepcopy(terms.latest(recruiting).document)
        change(document)
        draft = TermsDraft.objects.get(project=recruiting)
        terms_services.save_draft(actor=core_team[0], project=recruiting, document=document, version=draft.version)
        return agreement.publish(actor=core_team[0], project=recruiting)

    return publish


def test_the_page_carries_exactly_the_version_and_hash_it_shows(client, recruiting, published, person):
    client.force_login(person("ana").user)
    text = client.get(join_url(recruiting)).content.decode()
    assert f'name="hash" value="{published.hash}"' in text.replace("  ", " ")
    assert "Authors: everybody who has at least 1 point." in text


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_accepts_nothing(client, recruiting, published, person, method):
    client.force_login(person("ana").user)
    getattr(client, method)(join_url(recruiting), shown(published))
    assert not Acceptance.objects.filter(subject=person("ana")).exists()


def test_joining_by_the_form(client, recruiting, published, person):
    client.force_login(person("ana").user)
    assert client.post(join_url(recruiting), shown(published)).status_code == 302
    assert Membership.objects.filter(subject=person("ana")).count() == 1
    client.post(join_url(recruiting), shown(published))
    assert Membership.objects.filter(subject=person("ana")).count() == 1
    receipts = client.get(reverse("my_agreements")).content.decode()
    assert published.hash in receipts


def test_the_box_has_to_be_ticked(client, recruiting, published, person):
    client.force_login(person("ana").user)
    answer = client.post(join_url(recruiting), shown(published, agree=""))
    assert answer.status_code == 422
    assert "Tick the box" in answer.content.decode()
    assert not Membership.objects.filter(subject=person("ana")).exists()


def test_a_stale_page_says_that_a_new_version_exists_and_accepts_nothing(client, recruiting, published, second, person):
    client.force_login(person("ana").user)
    second()
    answer = client.post(join_url(recruiting), shown(published))
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "version 1" in text
    assert "Read version 2" in text
    assert not Acceptance.objects.filter(subject=person("ana")).exists()


def test_a_page_left_unticked_does_not_carry_an_old_version_on(client, recruiting, published, second, person):
    client.force_login(person("ana").user)
    version = second()
    text = client.post(join_url(recruiting), shown(published, agree="")).content.decode()
    assert f'value="{version.hash}"' in text
    assert published.hash not in text


@pytest.mark.parametrize(
    "wrong", [{"number": "1e400"}, {"number": "-1"}, {"number": ""}, {"hash": "x" * 99}, {"number": "１"}]
)
def test_odd_numbers_and_hashes_are_no_error_of_ours(client, recruiting, published, person, wrong):
    client.force_login(person("ana").user)
    assert client.post(join_url(recruiting), shown(published, **wrong)).status_code in (302, 409, 422)


def test_a_visitor_reads_and_is_led_to_sign_in(client, recruiting, published):
    text = client.get(join_url(recruiting)).content.decode()
    assert f"/accounts/signup/?next={join_url(recruiting)}" in text
    assert client.post(join_url(recruiting), shown(published)).status_code == 403


def test_an_unverified_account_is_blocked_with_the_way_out(client, recruiting, published, person):
    client.force_login(person("ana", verified=False).user)
    text = client.get(join_url(recruiting)).content.decode()
    assert "/accounts/email/" in text
    assert client.post(join_url(recruiting), shown(published)).status_code == 403
    assert not Acceptance.objects.filter(subject=person("ana")).exists()


def test_a_member_accepts_the_next_material_version(client, recruiting, member, second, days_later):
    ana = member("ana")
    version = second(lambda document: document["participation"].update(answer_days=10))
    days_later(30)
    client.force_login(ana.user)
    assert "accept version 2" in client.get(reverse("project_page", args=[recruiting.slug])).content.decode()
    client.post(join_url(recruiting), shown(version))
    assert [(row.terms.number, row.purpose) for row in terms.accepted(recruiting, ana)] == [(1, "join"), (2, "work")]


def test_a_member_is_told_of_other_words_and_has_nothing_to_accept(client, recruiting, member, second):
    client.force_login(member("ana").user)
    second()
    slug = recruiting.slug
    home = client.get(reverse("project_page", args=[slug])).content.decode()
    assert "The text of the terms has changed since you accepted it." in home
    assert "accept version 2" not in home
    for page in (join_url(recruiting), reverse("terms_read", args=[slug])):
        text = client.get(page).content.decode()
        assert "There is nothing to accept." in text
        assert f'href="/projects/{slug}/terms/2/#purpose.measures"' in text
        assert f'href="/projects/{slug}/terms/1/"' in text
        assert "Accept this version" not in text
        assert 'name="agree"' not in text


def test_people_ladder_and_rights(client, recruiting, member):
    member("ana")
    people = client.get(reverse("project_people", args=[recruiting.slug])).content.decode()
    for words in (
        "Ana",
        "Area editor",
        "at least 2 points from",
        "by appointment",
        "Roles that wait for an acceptance",
        "Tomas Lindqvist",
    ):
        assert words in people
    assert "Appoint a member" not in people
    rights = client.get(reverse("project_rights", args=[recruiting.slug])).content.decode()
    assert "Publish a version of the terms." in rights
    assert "Organizer" in rights


def test_appointing_by_the_form(client, recruiting, member, core_team):
    member("ana")
    client.force_login(core_team[0].user)
    url = reverse("project_appoint", args=[recruiting.slug])
    assert client.post(url, {"handle": "ana", "role": "editor"}).status_code == 302
    refused = client.post(url, {"handle": "nobody", "role": "editor"})
    assert refused.status_code == 422
    assert "no member yet" in refused.content.decode()
    client.force_login(member("ben").user)
    assert client.post(url, {"handle": "ana", "role": "editor"}).status_code == 403


@pytest.mark.parametrize("members", [1, 40])
def test_the_people_page_asks_as_much_at_1_member_as_at_40(
    client, recruiting, member, members, django_assert_num_queries
):
    for number in range(members - 1):
        member(f"person-{number}")
    with django_assert_num_queries(11):
        client.get(reverse("project_people", args=[recruiting.slug]))


def test_an_appointment_typed_after_the_session_ended_comes_back(client, recruiting):
    answer = client.post(reverse("project_appoint", args=[recruiting.slug]), {"handle": "ana-ruiz", "role": "editor"})
    assert answer.status_code == 403
    assert "ana-ruiz" in answer.content.decode()


@pytest.mark.parametrize("number", ["\uff11", "1.0", "+1", " 1_0"])
def test_only_plain_digits_name_a_version(client, recruiting, published, person, number):
    client.force_login(person("ana").user)
    assert client.post(join_url(recruiting), shown(published, number=number)).status_code == 422
    assert not Acceptance.objects.filter(subject=person("ana")).exists()


# --- leaving

LEAVE = "/projects/aquifer-bench/leave/"


def test_the_page_of_leaving_says_what_ends_and_what_stays(client, recruiting, core_team, member):
    ana = member("ana")
    services.appoint(actor=core_team[0], project=recruiting, handle="ana", role="editor")
    client.force_login(ana.user)
    before = RecordEntry.objects.count()
    text = client.get(LEAVE).content.decode()
    assert RecordEntry.objects.count() == before, "looking leaves nothing"
    assert "Your role Area editor" in text
    powers = "assign reviewers, chair a task, decide as lead, invite and appoint, triage"
    assert f"Your powers, at once: {powers}" in text
    leavers = terms.current(recruiting).document["authorship"]["leavers"]
    assert leavers.split(".")[0] in html.unescape(text)
    assert "Nobody else holds" not in text


def test_leaving_by_the_page_and_the_former_member_is_listed(client, recruiting, member):
    ana = member("ana")
    client.force_login(ana.user)
    answer = client.post(LEAVE, follow=True)
    text = answer.content.decode()
    assert "You left the project. Your credit and your places stay." in text
    assert ">Ana<" in text[text.index("Former members") :]
    assert not queries.is_member(recruiting, ana)
    assert client.post(LEAVE).status_code == 403
    assert "You take no part in this project" in client.get(LEAVE).content.decode()
    assert ">Ana<" in client.get("/projects/aquifer-bench/people/?show=former").content.decode()


def test_nobody_leaves_without_signing_in(client, recruiting):
    assert client.get(LEAVE).status_code == client.post(LEAVE).status_code == 302


def test_the_last_holder_is_warned_and_the_project_says_who_is_missing(client, recruiting, core_team):
    client.force_login(core_team[0].user)
    powers = "assign reviewers, decide as lead, invite and appoint, publish terms and rubric"
    assert f"Nobody else holds: {powers}" in client.get(LEAVE).content.decode()
    assert "Nobody holds these powers now" not in client.get("/projects/aquifer-bench/").content.decode()
    client.post(LEAVE)
    client.logout()
    assert f"Nobody holds these powers now: {powers}" in client.get("/projects/aquifer-bench/").content.decode()


def test_people_and_rights_say_powers_in_the_words_of_the_form(client, recruiting):
    people = client.get("/projects/aquifer-bench/people/").content.decode()
    assert "triage, assign reviewers, decide as lead, chair a task, invite and appoint" in people
    assert "<code>assign</code>" not in people
    rights = client.get("/projects/aquifer-bench/people/rights/").content.decode()
    assert '<dt>lock outputs <code class="ref">freeze</code></dt><dd>locks outputs</dd>' in rights


def test_who_joins_reads_that_another_version_is_announced(client, recruiting, second, days_later):
    """A stranger was shown version 1 and nothing of version 2, published with notice an hour before."""

    def more_asked(document):
        document["authorship"]["eligibility"] = {"points": {"at_least": "2"}}

    assert "is published and takes effect on" not in client.get(join_url(recruiting)).content.decode()
    later = second(more_asked)
    text = html.unescape(client.get(join_url(recruiting)).content.decode())
    assert "Join <bdi>Aquifer Bench</bdi>" in text, "version 1 is still the one that is accepted"
    notice = text.split("Version 2 is published and takes effect on")[1].split("</p>")[0]
    assert f'datetime="{later.in_force.isoformat()}' in notice
    assert "Until then this one is in force." in notice
    assert "At least one change is material: new work from that day on needs a new acceptance." in notice
    assert reverse("terms_version", args=[recruiting.slug, 2]) in notice
    assert f"{reverse('compare')}?a={recruiting.slug}@1&b={recruiting.slug}@2" in notice
    days_later(40)
    assert "is published and takes effect on" not in client.get(join_url(recruiting)).content.decode()


def test_of_two_versions_announced_for_one_day_the_later_is_named_with_what_both_change(client, recruiting, second):
    """A wording change behind an announced material one takes effect with it, and is material for who joins now."""
    second(lambda document: document["rights"].update(own_paper="no"))
    second()
    text = client.get(join_url(recruiting)).content.decode()
    assert ("Version 2 is published" in text, "Version 3 is published" in text) == (False, True)
    assert "At least one change is material" in text
