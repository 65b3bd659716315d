"""Locking in the browser: the button, what it means, what the list says afterwards, the choice page, the API."""

import pytest
from django.urls import reverse

from authorship.ledger import choices
from authorship.lists import locking, queries, services
from authorship.lists.models import Output, OutputLock
from portal.people.models import Profile, Subject
from projects.terms import queries as terms

WHY = "The manuscript goes to the journal tomorrow."


@pytest.fixture
def listed(credit, member, open_project):
    """Ana 2 points, Bo 1, Cy ½ (acknowledged by the rule)."""
    people = {name: member(name) for name in ("ana", "bo", "cy", "dee")}
    for number, name in enumerate(["ana", "ana", "bo"]):
        credit(f"t{number}", {people[name]: "1"})
    credit("r1", {people["cy"]: "1"}, type="review")
    services.recompute(project=open_project)
    return people


def at(name, project, *more):
    return reverse(name, args=[project.slug, "paper-1", *more])


def read(client, name, project, **query):
    return client.get(at(name, project), query).content.decode()


READERS = [(None, False), ("ana", False), ("ines-varga", True)]


@pytest.mark.parametrize(("handle", "may"), READERS)
def test_the_button_and_the_page_are_the_holders_alone(client, listed, open_project, person, handle, may):
    if handle:
        client.force_login(person(handle).user)
    assert (at("author_list_lock", open_project) in read(client, "author_list", open_project)) is may
    answer = client.get(at("author_list_lock", open_project))
    assert answer.status_code == (200 if may else 403 if handle else 302)
    answer = client.post(at("author_list_lock", open_project), {"to": "order_only", "reason": WHY})
    assert answer.status_code == (302 if may else 403)
    assert OutputLock.objects.exists() is may


def test_the_page_says_what_it_means_and_what_the_list_is_now(client, listed, open_project, core_team):
    client.force_login(core_team[0].user)
    text = read(client, "author_list_lock", open_project)
    assert "Fix who is on the author list of" in text
    assert "An erratum of the output itself is the way to add them." in text
    assert "The terms count credit for this output until" in text
    assert not OutputLock.objects.exists(), "looking locks nothing"


BAD = [
    ({"to": "order_only", "reason": ""}, 422),
    ({"to": "order_only", "reason": "soon"}, 422),
    ({"to": "", "reason": WHY}, 422),
    ({"to": "open", "reason": WHY}, 422),
    ({"to": "closed", "reason": WHY}, 409),
    ({"to": "order_only", "reason": "x" * 5000}, 422),
    ({}, 422),
]


@pytest.mark.parametrize(("data", "status"), BAD)
def test_bad_input_locks_nothing_and_keeps_what_was_typed(client, listed, open_project, core_team, data, status):
    client.force_login(core_team[0].user)
    answer = client.post(at("author_list_lock", open_project), data)
    assert answer.status_code == status
    assert data.get("reason", "")[:40] in answer.content.decode()
    assert not OutputLock.objects.exists()


def test_a_page_that_was_overtaken_does_not_close_the_list(client, listed, open_project, core_team, paper):
    """Two people look at "fix who is on it"; the second press must not be read as closing."""
    client.force_login(core_team[0].user)
    locking.lock(actor=core_team[0], output=paper, to="order_only", reason=WHY)
    answer = client.post(at("author_list_lock", open_project), {"to": "order_only", "reason": WHY})
    assert answer.status_code == 409
    paper.refresh_from_db()
    assert paper.lock == Output.Lock.ORDER_ONLY
    assert "Close the author list of" in answer.content.decode()


def test_a_locked_list_says_so_and_names_who_was_found_later(client, listed, credit, open_project, core_team, paper):
    locking.lock(actor=core_team[0], output=paper, to="order_only", reason=WHY)
    credit("t9", {listed["dee"]: "1"})
    services.recompute(project=open_project)
    answer = client.get(at("author_list", open_project))
    text = answer.content.decode()
    assert "Only the order may change" in text
    assert WHY in text
    parts = {part.name: [row.name for row in part.rows] for part in answer.context["parts"]}
    assert parts == {"found": ["Dee"], "acknowledged": ["Cy"], "near": [], "excluded": []}
    assert "To ask for one:" in text
    assert "Dee" in read(client, "author_list", open_project, show="found")
    client.force_login(listed["dee"].user)
    assert "an erratum of the output is the way onto it" in read(client, "author_list", open_project)


@pytest.mark.damages  # erased by hand: the names alone
def test_a_closed_list_says_so_and_an_erased_person_keeps_the_place(client, listed, open_project, core_team, paper):
    for step in ("order_only", "closed"):
        locking.lock(actor=core_team[0], output=paper, to=step, reason=WHY)
    Profile.objects.filter(subject=listed["ana"]).update(printed_name="", sort_key="", erased_at=paper.created_at)
    answer = client.get(at("author_list", open_project))
    assert [(row.place, row.name) for row in answer.context["rows"]] == [(1, "Withdrawn contributor"), (2, "Bo")]
    assert "The list is closed: people and places stand." in answer.content.decode()
    client.force_login(core_team[0].user)
    assert "There is nothing left to lock" in read(client, "author_list_lock", open_project)
    assert "closed. Computed from the ledger" in client.get(f"/projects/{open_project.slug}/").content.decode()


def test_the_choice_page_says_which_lists_no_longer_count_it(client, listed, open_project, core_team, paper):
    ana = listed["ana"]
    client.force_login(ana.user)
    page = reverse("credit_choice", args=[open_project.slug])
    assert "choices made before it was locked on" not in client.get(page).content.decode()
    locking.lock(actor=core_team[0], output=paper, to="order_only", reason=WHY)
    assert "choices made before it was locked on" in client.get(page).content.decode()
    assert client.post(page, {"choice": "acknowledged"}).status_code == 302
    assert services.recompute(project=open_project) == []
    assert choices.queries.current_choice(open_project, ana.pk).choice == "acknowledged"


def test_the_api_tells_the_lock_and_each_step(client, listed, open_project, core_team, paper):
    [before] = client.get(f"/api/v1/projects/{open_project.slug}/lists/").json()["results"]
    assert (before["lock"], before["locks"]) == ("open", [])
    locking.lock(actor=core_team[0], output=paper, to="order_only", reason=WHY)
    [after] = client.get(f"/api/v1/projects/{open_project.slug}/lists/").json()["results"]
    [step] = after["locks"]
    assert after["lock"] == "order_only"
    assert (step["state"], step["generation"], step["reason"]) == ("order_only", queries.current_number(paper), WHY)
    assert step["by"] == core_team[0].pk


# --- organizations, and two people with one name


def test_an_organization_stands_in_the_list_under_its_name(client, listed, credit, open_project):
    """Scheme case 20: two points, beside Ana with two; by name it stands after her."""
    crew = Subject.objects.create(kind="organization", handle="southern-array", created_at=open_project.created_at)
    Profile.objects.create(subject=crew, printed_name="Southern Array", sort_key="southern array")
    for number in (7, 8):
        credit(f"t{number}", {crew: "1"})
    services.recompute(project=open_project)
    rows = client.get(at("author_list", open_project)).context["rows"]
    assert [(row.place, row.name) for row in rows] == [(1, "Ana"), (2, "Southern Array"), (3, "Bo")]
    assert rows[1].note == "organization, unconfirmed"
    people = client.get(reverse("project_people", args=[open_project.slug])).content.decode()
    assert "Southern Array" in people[people.index("Organizations") :]


def test_two_people_with_one_name_are_told_apart_by_account_and_orcid(client, credit, member, open_project):
    """Scheme case 21."""
    first, second, third = member("li-wei"), member("li-wei-2"), member("ana")
    Profile.objects.filter(subject__in=[first, second]).update(printed_name="Li Wei", look="liwei")
    Profile.objects.filter(subject=second).update(orcid="0000-0002-1825-0097")
    for number, subject in enumerate((first, second, third)):
        credit(f"t{number}", {subject: "1"})
    services.recompute(project=open_project)
    notes = {row.href: row.note for row in client.get(at("author_list", open_project)).context["rows"]}
    assert "such a name: @li-wei" in notes["/people/li-wei/"]
    assert "0000-0002-1825-0097" in notes["/people/li-wei-2/"]
    assert "@" not in notes["/people/ana/"]


def test_versions_stay_those_named_for_the_output(listed, open_project, core_team, paper):
    locking.lock(actor=core_team[0], output=paper, to="order_only", reason=WHY)
    paper.refresh_from_db()
    assert paper.terms == terms.current(open_project).number
