"""The author page: order, reasons, both neighbours, what changed, old lists, and the reader's own place."""

import hashlib

import pytest
from django.urls import reverse

from authorship.ledger import choices, services
from authorship.ledger.facts import Fact
from authorship.lists import services as lists
from portal.core import clock
from portal.people.models import Profile
from projects.terms import queries as terms

QUERIES_OF_THE_PAGE = 17


@pytest.fixture
def listed(credit, member, open_project):
    """Ana 2 points, Bo and Cy 1 each (tied), Dee ½ by a review; Eve 1 and acknowledged by choice."""
    ana, bo, cy, dee, eve = (member(handle) for handle in ("ana", "bo-lin", "cy-oye", "dee-ruiz", "eve-moss"))
    for number, person in enumerate([ana, ana, bo, cy, eve]):
        credit(f"t{number}", {person: "1"})
    credit("r1", {dee: "1"}, type="review")
    choices.choose(actor=eve, project=open_project, choice="acknowledged")
    lists.recompute(project=open_project)
    return {"ana": ana, "bo": bo, "cy": cy, "dee": dee, "eve": eve}


def page(client, project, **query):
    return client.get(reverse("author_list", args=[project.slug, "paper-1"]), query)


def words(rows, index):
    return " ".join(str(step) for step in rows[index].steps)


def test_order_ties_and_points(client, listed, open_project):
    rows = page(client, open_project).context["rows"]
    assert [(row.place, row.name, row.tied) for row in rows] == [
        (1, "Ana", None),
        (2, "Bo Lin", (2, 3)),
        (3, "Cy Oye", (2, 3)),
    ]
    assert [sum(row.amounts.values()) for row in rows] == [2, 1, 1]


def test_an_open_list_is_under_way_and_not_something_left_out(client, listed, open_project):
    html = page(client, open_project).content.decode()
    badge = html[html.index("<dt>List</dt>") :].split("</dd>")[0]
    assert 'class="badge badge--live"' in badge
    assert "#half" in badge


def test_every_place_has_its_reasons_with_both_neighbours_and_the_key_that_differs(client, listed, open_project):
    rows = page(client, open_project).context["rows"]
    assert "Author with at least 1 point" in words(rows, 0)
    assert "Here: 2." in words(rows, 0)
    assert "Ahead of <bdi>Bo Lin</bdi> at place 2 by points: 2 here, 1 there" in words(rows, 0)
    assert "Behind <bdi>Ana</bdi> at place 1 by points: 1 here, 2 there" in words(rows, 1)
    assert "Ahead of <bdi>Cy Oye</bdi> at place 3 by name: “lin” here, “oye” there" in words(rows, 1)
    assert "Tied 2–3" in words(rows, 2)
    assert "#authorship.ties" in words(rows, 2)


def test_the_entries_behind_stand_under_each_person(client, listed, open_project):
    [ana, *_] = page(client, open_project).context["rows"]
    assert [(line.seq, line.amount, line.terms) for line in ana.lines] == [(1, 1, 1), (2, 1, 1)]
    assert ana.lines[0].entry_href == reverse("credit_entry", args=[open_project.slug, 1])


def test_who_is_near_reads_what_is_missing(client, listed, open_project, publish):
    def no_thanks(document):
        document["authorship"]["acknowledged"] = "none"

    text = page(client, open_project).content.decode()
    assert "Chose to be acknowledged" in text
    publish(no_thanks)
    lists.recompute(project=open_project)
    parts = {part.name: part for part in page(client, open_project).context["parts"]}
    # Dee accepted version 1 alone, under which half a point is acknowledged.
    assert {name: part.count for name, part in parts.items()} == {"acknowledged": 2, "near": 0, "excluded": 0}


def test_why_not_me(client, listed, open_project, credit, member):
    client.force_login(listed["dee"].user)
    you = page(client, open_project).context["you"]
    assert (you["list"], you["choice"]) == ("acknowledged", None)
    client.force_login(listed["cy"].user)
    you = page(client, open_project).context["you"]
    assert (you["list"], you["row"].place) == ("authors", 3)
    client.force_login(member("newcomer").user)
    assert "You have no credit that this list counts." in page(client, open_project).content.decode()


def test_what_changed_names_the_entries(client, listed, open_project, credit):
    credit("t9", {listed["cy"]: "1"})
    lists.recompute(project=open_project)
    lines = page(client, open_project).context["changes"]
    assert [(line.name, line.change.before, line.change.after, list(line.entries)) for line in lines] == [
        ("Cy Oye", 3, 2, [7]),
        ("Bo Lin", 2, 3, []),
    ]


def test_old_lists_stay_at_their_addresses(client, listed, open_project, credit):
    before = [row.name for row in page(client, open_project).context["rows"]]
    credit("t9", {listed["cy"]: "1"})
    lists.recompute(project=open_project)
    old = page(client, open_project, generation=1)
    assert [row.name for row in old.context["rows"]] == before
    assert "This is list 1, kept as it was." in old.content.decode()
    assert [row.name for row in page(client, open_project).context["rows"]] == ["Ana", "Cy Oye", "Bo Lin"]
    bundle = client.get(reverse("author_bundle", args=[open_project.slug, "paper-1"]), {"generation": 1})
    assert "aquifer-bench.paper-1.1.json" in bundle["Content-Disposition"]


@pytest.mark.damages  # erased by hand: the names alone
def test_a_new_name_is_shown_in_old_lists_too_and_an_erased_person_keeps_the_place(client, listed, open_project):
    Profile.objects.filter(subject=listed["ana"]).update(printed_name="Ana de Souza")
    Profile.objects.filter(subject=listed["bo"]).update(printed_name="", erased_at=clock.deciding())
    names = [row.name for row in page(client, open_project, generation=1).context["rows"]]
    assert names == ["Ana de Souza", "Withdrawn contributor", "Cy Oye"]


@pytest.mark.parametrize("number", ["0", "2", "-1", "x", "１", "9" * 30])
def test_a_list_that_does_not_exist_is_a_404(client, listed, open_project, number):
    assert page(client, open_project, generation=number).status_code == 404


def test_before_the_first_list_the_page_says_so(client, open_project):
    assert "The first list is being computed" in page(client, open_project).content.decode()


def test_one_output_leads_straight_to_its_list(client, listed, open_project, publish):
    index = reverse("author_lists", args=[open_project.slug])
    assert client.get(index)["Location"] == reverse("author_list", args=[open_project.slug, "paper-1"])

    def second(document):
        document["authorship"]["outputs"].append({**document["authorship"]["outputs"][0], "id": "data-1"})

    publish(second)
    rows = client.get(index).context["rows"]
    assert [(row.output.output_id, row.authors) for row in rows] == [("paper-1", 3), ("data-1", 0)]


@pytest.fixture
def crowd(open_project, member):
    def make(count, prefix):
        at = clock.deciding()
        day = clock.today("UTC", at)
        facts = [
            Fact(
                source=f"{prefix}{i}",
                type="task",
                submitted=day,
                accepted=day,
                terms=1,
                shares={member(f"person-{prefix}-{i:03}").pk: "1"},
            )
            for i in range(count)
        ]
        services.post_facts(project=open_project, facts=facts, at=at)
        lists.recompute(project=open_project)

    return make


def test_50_a_page_with_reasons_across_the_edge_and_the_same_number_of_queries(
    client, open_project, crowd, django_assert_num_queries
):
    for count, prefix in ((1, "a"), (1, "b"), (100, "c")):
        crowd(count, prefix)
        page(client, open_project)  # the scale of a new list is worked out once
        if prefix != "a":
            with django_assert_num_queries(QUERIES_OF_THE_PAGE):
                page(client, open_project)
    second = page(client, open_project, page=2)
    rows = second.context["rows"]
    assert (len(rows), rows[0].place) == (50, 51)
    assert "at place 50 by " in words(rows, 0)
    assert "at place 101 by " in words(rows, 49)


def test_the_engine_and_the_bundle_are_offered_with_the_hash(client, listed, open_project):
    engine = client.get(reverse("engine_download"))
    assert hashlib.sha256(engine.content).hexdigest() in page(client, open_project).content.decode()


def test_panels_say_the_same_as_the_list(client, listed, open_project):
    project = client.get(reverse("project_page", args=[open_project.slug])).content.decode()
    assert "The list as it stands" in project
    assert project.index("Ana") < project.index("Bo Lin") < project.index("Cy Oye")
    person = client.get(reverse("person_page", args=["cy-oye"])).content.decode()
    assert "place 3" in person


def test_a_later_threshold_does_not_reach_back_and_the_page_names_the_version(
    client, listed, open_project, publish, days_later
):
    """Complaint A1: who worked under version 1 stays an author by version 1."""

    def harder(document):
        document["authorship"]["eligibility"] = {"points": {"at_least": "9"}}

    number = publish(harder).number
    days_later(60)
    assert terms.current(open_project).number == number
    lists.recompute(project=open_project)
    rows = page(client, open_project).context["rows"]
    assert [row.name for row in rows] == ["Ana", "Bo Lin", "Cy Oye"]
    assert "7.4 of version 1" in words(rows, 0)
    assert "terms/1/#authorship.eligibility" in words(rows, 0)


def test_a_larger_threshold_of_the_same_day_is_met_exactly_or_not(client, credit, member, open_project):
    """Scheme case 23: at_least includes the amount."""
    ana, bo = member("ana"), member("bo-lin")
    credit("t1", {ana: "1/3", bo: "2/3"})
    credit("t2", {ana: "2/3", bo: "1/3"})
    lists.recompute(project=open_project)
    assert [row.name for row in page(client, open_project).context["rows"]] == ["Ana", "Bo Lin"]


def test_a_few_lists_stand_beside_the_authors_and_all_of_them_in_pages(client, credit, member, open_project):
    ana = member("ana")
    for number in range(22):
        credit(f"g{number}", {ana: "1"})
        lists.recompute(project=open_project)
    assert [one.generation for one in page(client, open_project).context["generations"]] == [22, 21, 20, 19, 18]
    assert "?show=lists" in page(client, open_project).content.decode()
    first, second = (page(client, open_project, show="lists", page=number) for number in (1, 2))
    assert [one.generation for one in first.context["page"]] == [*range(22, 2, -1)]
    assert [one.generation for one in second.context["page"]] == [2, 1]
    assert 'href="?generation=1"' in second.content.decode()
