"""The public ledger: pages of 50, filters, one address an entry, and the two people of a correction."""

import pytest
from django.urls import reverse

from authorship.ledger import services
from authorship.ledger.facts import Fact
from authorship.ledger.models import Correction, CreditEntry
from portal.core import clock
from portal.people import services as people

QUERIES_OF_THE_LEDGER = 11
QUERIES_WITH_TASKS = 12  # and who sees what of them


@pytest.fixture
def many(open_project, person):
    """`many(n)` posts n tasks of n people in one go."""

    def post(count, prefix="t"):
        at = clock.deciding()
        day = clock.today("UTC", at)
        facts = [
            Fact(
                source=f"{prefix}{i}",
                type="task",
                submitted=day,
                accepted=day,
                terms=1,
                shares={person(f"person-{prefix}-{i:03}").pk: "1"},
            )
            for i in range(count)
        ]
        return services.post_facts(project=open_project, facts=facts, at=at)

    return post


def get(client, name, *args, **query):
    return client.get(reverse(name, args=args), query)


def test_an_empty_ledger_says_what_will_stand_there(client, open_project):
    assert "No entries yet" in get(client, "credit_page", open_project.slug).content.decode()


def test_pages_hold_50_and_filters_find_by_handle_id_and_kind(client, open_project, many, credit, member):
    many(60)
    ana = member("ana")
    credit("r1", {ana: "1"}, type="review")
    first = get(client, "credit_page", open_project.slug)
    assert len(first.context["rows"]) == 50
    assert len(get(client, "credit_page", open_project.slug, page=2).context["rows"]) == 11
    for query in ({"person": "ana"}, {"person": "@Ana"}, {"person": ana.pk}, {"kind": "review"}):
        assert [row.entry.source for row in get(client, "credit_page", open_project.slug, **query).context["rows"]] == [
            "r1"
        ]
    assert "Nobody has this handle" in get(client, "credit_page", open_project.slug, person="nobody").content.decode()
    assert len(get(client, "credit_page", open_project.slug, kind="no-such-kind").context["rows"]) == 50


def test_a_handle_that_waits_for_its_address_is_nobodys(client, open_project):
    values = {"email": "noor@example.org", "password": None, "printed_name": "Noor", "at": clock.deciding()}
    people.open_account(handle="noor.haddad", **values)
    page = get(client, "credit_page", open_project.slug, person="noor.haddad").content.decode()
    assert "Nobody has this handle" in page


def test_the_number_of_queries_is_that_of_one_entry(client, open_project, many, django_assert_num_queries):
    many(1, "a")
    get(client, "credit_page", open_project.slug)
    with django_assert_num_queries(QUERIES_OF_THE_LEDGER):
        get(client, "credit_page", open_project.slug)
    many(100, "b")
    with django_assert_num_queries(QUERIES_OF_THE_LEDGER):
        get(client, "credit_page", open_project.slug)


def test_a_draft_projects_ledger_does_not_exist_for_strangers(client, project, version):
    for name in ("credit_page", "credit_people", "author_lists"):
        assert get(client, name, project.slug).status_code == 404
    assert get(client, "credit_file", project.slug, "csv").status_code == 404


def test_the_title_of_a_task_is_shown_to_those_who_may_see_it(client, open_project, credit, member, task_of):
    """Visibility of the example terms is members."""
    ana = member("ana")
    task = task_of(ana)
    credit(task.public_id, {ana: "1"}, work=task.public_id)
    address = reverse("credit_entry", args=[open_project.slug, 1])
    assert "leaky boundary" not in client.get(address).content.decode()
    client.force_login(ana.user)
    assert "leaky boundary" in client.get(address).content.decode()


def test_two_people_correct_an_entry_by_its_page(client, open_project, core_team, member, credit):
    tomas = member("tomas-lindqvist")
    credit("t1", {member("ana"): "1"})
    page = reverse("credit_entry", args=[open_project.slug, 1])
    propose = reverse("correction_propose", args=[open_project.slug, 1])
    assert "Propose to take it back" not in client.get(page).content.decode()

    client.force_login(core_team[0].user)
    assert "Propose to take it back" in client.get(page).content.decode()
    empty = client.post(propose, {"reason": " "})
    assert (empty.status_code, Correction.objects.count()) == (422, 0)
    kept = client.post(propose, {"reason": "The answer was \u202e copied."})
    assert kept.status_code == 422
    assert "copied." in kept.content.decode(), "what was typed is kept"
    assert client.post(propose, {"reason": "The answer was copied."}).status_code == 302
    again = client.post(propose, {"reason": "Once more."})
    assert again.status_code == 409
    own = client.get(page).content.decode()
    assert "Confirm: take the entry back" not in own
    assert "Take the proposal back" in own

    decide = reverse("correction_decide", args=[open_project.slug, 1, Correction.objects.get().pk])
    assert client.post(decide, {"decision": "confirm"}).status_code == 403
    client.force_login(tomas.user)
    for nothing in ({}, {"decision": "evil"}):
        assert client.post(decide, nothing).status_code == 422
    assert Correction.objects.get().state == "proposed"
    assert client.post(decide, {"decision": "confirm"}).status_code == 302
    assert client.post(decide, {"decision": "confirm"}).status_code == 409
    assert CreditEntry.objects.count() == 2
    told = client.get(page).content.decode()
    assert f'Taken back by <a href="{reverse("credit_entry", args=[open_project.slug, 2])}">entry 2</a>.' in told
    assert "The answer was copied." in told

    again = reverse("correction_again", args=[open_project.slug, 1])
    assert "Propose to post it again" in told
    assert client.post(propose, {"reason": "Once more."}).status_code == 409
    assert client.post(again, {"reason": "It was not copied."}).status_code == 302
    decide = reverse("correction_decide", args=[open_project.slug, 1, Correction.objects.get(state="proposed").pk])
    client.force_login(core_team[0].user)
    assert "Confirm: post the entry again" in client.get(page).content.decode()
    assert client.post(decide, {"decision": "confirm"}).status_code == 302
    told = client.get(page).content.decode()
    assert f'Posted again as <a href="{reverse("credit_entry", args=[open_project.slug, 3])}">entry 3</a>.' in told
    assert "Propose to post it again" not in told
    assert "attempt 2" in client.get(reverse("credit_entry", args=[open_project.slug, 3])).content.decode()


def test_acts_need_a_signed_in_person_and_a_post(client, open_project, credit, member):
    credit("t1", {member("ana"): "1"})
    propose = reverse("correction_propose", args=[open_project.slug, 1])
    ended = client.post(propose, {"reason": "The answer was copied."})
    assert (ended.status_code, "The answer was copied." in ended.content.decode()) == (403, True)
    client.force_login(member("bo").user)
    assert client.get(propose).status_code == 405
    assert client.post(propose, {"reason": "x"}).status_code == 403
    assert not Correction.objects.exists()


def test_choosing_is_kept_with_its_day_and_only_known_answers_are_taken(client, open_project, member):
    ana = member("ana")
    address = reverse("credit_choice", args=[open_project.slug])
    client.force_login(ana.user)
    assert client.post(address, {"choice": "emperor"}).status_code == 422
    assert client.post(address, {"choice": "acknowledged"}).status_code == 302
    assert ana.choices.get().choice == "acknowledged"
    assert "acknowledged" in client.get(address).content.decode()


@pytest.mark.parametrize("number", ["0", "99", "99999999999999999999"])
def test_an_entry_that_does_not_exist_is_a_404(client, open_project, number):
    assert client.get(f"/projects/{open_project.slug}/credit/{number}/").status_code == 404


def test_real_tasks_behind_entries_cost_no_query_each(
    client, open_project, credit, member, task_of, django_assert_num_queries
):
    ana = member("ana")
    for number in range(1, 7):
        task = task_of(ana, number=number)
        credit(task.public_id, {ana: "1"}, work=task.public_id)
        if number in (1, 6):
            with django_assert_num_queries(QUERIES_WITH_TASKS):
                assert f"Task {number}" in get(client, "credit_page", open_project.slug).content.decode()
