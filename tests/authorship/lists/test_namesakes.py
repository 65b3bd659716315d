"""Closed lists in the order of names, with namesakes on them, when one of these is erased."""

import json

import pytest

from authorship.engine.check import verify
from authorship.lists import bundle, queries
from portal.core import clock
from portal.people import erasing
from portal.people.models import Profile
from tests.authorship.lists.test_locking import faults, lock

__all__ = ["lock"]


@pytest.fixture
def version(publish):
    def by_name_alone(document):
        for block in document["authorship"]["blocks"]:
            block["sort"] = ["name"]

    return publish(by_name_alone)


@pytest.mark.parametrize("gone", [["bo"], ["bo-two"], ["bo", "bo-two"], ["ana"], []])
def test_an_erased_namesake_is_no_fault(credit, member, lock, open_project, paper, gone):
    """Two people of one name share the bracket 2–3, which outlasts the name of either."""
    ana, bo, bo_two = people = [member(name) for name in ("ana", "bo", "bo-two")]
    Profile.objects.filter(subject=bo_two).update(sort_key=bo.profile.sort_key)
    for number, person in enumerate(people):
        credit(f"t{number}", {person: "1"})
    lock("order_only")
    made = lock("closed")
    rows = queries.result(queries.current(paper))["authors"]
    assert rows[0]["subject"] == ana.pk
    assert [row["tied"] for row in rows] == [[1, 1], [2, 3], [2, 3]]
    assert json.loads(made.people)["brackets"] == [[1, 1], [2, 3], [2, 3]]
    for person in people:
        if person.handle in gone:
            erasing.erase(person, asked_by="own", at=clock.deciding())
    assert faults(open_project) == []
    assert verify(bundle.bundle(paper)) == []
