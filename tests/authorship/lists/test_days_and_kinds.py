"""What the author page says of days and kinds before they come: the last day counted, the kinds of announced terms."""

import datetime as dt

import pytest
from django.urls import reverse

from authorship.lists import frame as frames
from authorship.lists import services as lists
from portal.core import clock
from projects.terms import queries as terms


@pytest.fixture
def version(publish):
    """An output that counts every kind until the end of October and is computed until the end of November."""

    def change(document):
        document["authorship"]["outputs"][0].update(as_of="2999-11-30", scope={"to": "2999-10-31", "carry_over": "no"})

    return publish(change)


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ({"as_of": "2027-11-30", "scope": {"to": "2027-10-31"}}, dt.date(2027, 10, 31)),
        ({"as_of": "2027-10-31", "scope": {"to": "2027-11-30"}}, dt.date(2027, 10, 31)),
        ({"as_of": "2027-11-30", "scope": {"carry_over": "no"}}, dt.date(2027, 11, 30)),
        ({"as_of": "2027-11-30", "scope": {"to": "none"}}, dt.date(2027, 11, 30)),
        ({"as_of": "none", "scope": {"to": "2027-10-31"}}, dt.date(2027, 10, 31)),
        ({"as_of": "none"}, None),
        ({}, None),
    ],
)
def test_the_last_day_counted_is_the_earlier_of_both(named, expected):
    assert frames.last_counted(named) == expected


def test_the_page_tells_the_last_day_counted_from_the_day_of_computing(client, open_project, member, credit):
    credit("t1", {member("ana"): "1"})
    lists.recompute(project=open_project)
    text = client.get(reverse("author_list", args=[open_project.slug, "paper-1"])).content.decode()
    facts = {row.split("</dt>")[0]: row.split("</dd>")[0] for row in text.split("<dt>")[1:]}
    assert "2999-10-31" in facts["Last day counted"]
    assert "2999-11-30" in facts["Computed for the last time as of"]


def test_a_kind_of_announced_terms_is_shown_from_their_day_on(client, open_project, member, credit, publish):
    def another_kind(document):
        kinds = document["authorship"]["kinds"]
        kinds.append(kinds[0] | {"id": "survey", "title": "Field survey", "from": "import"})

    ana = member("ana")
    credit("t1", {ana: "1"})
    later = publish(another_kind)
    assert later.in_force > clock.today("UTC", clock.now()), "a material change waits for its notice"
    lists.recompute(project=open_project)
    pages = [
        reverse("author_list", args=[open_project.slug, "paper-1"]),
        reverse("project_page", args=[open_project.slug]),
    ]
    for page in pages:
        text = client.get(page).content.decode()
        assert "Accepted task" in text
        assert "Field survey" not in text, page
    clock.move(dt.datetime.combine(later.in_force, dt.time(12), dt.UTC) - clock.now())
    assert terms.current(open_project).number == 2
    # An unchanged list stays that of its day; the next one is of today.
    credit("t2", {ana: "1"})
    lists.recompute(project=open_project)
    assert "Field survey" in client.get(pages[0]).content.decode()
