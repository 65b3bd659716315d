"""Why here: both neighbours and the first key that tells a person from them."""

from __future__ import annotations

from typing import Any

from authorship.engine.compute import compute
from authorship.engine.explain import explain
from tests.authorship.engine.building import bundle, choice, entry, subject, version


def made() -> dict[str, Any]:
    lead = {"id": "lead", "title": "L", "who": {"role": {"id": "lead"}}, "sort": ["name"]}
    rest = {"id": "all", "title": "A", "who": {"points": {"at_least": "0"}}, "sort": ["points"]}
    terms = [version(blocks=[lead, rest], ties=["first_credit", "name+subject"])]
    people = [
        subject("s1", "zeta", roles=[{"id": "lead", "from": "2026-12-01", "to": None}]),
        subject("s2", "b"),
        subject("s3", "a"),
        subject("s4", "same"),
        subject("s5", "same"),
        "s6",
    ]
    entries = [
        entry(1, "s1", "1"),
        entry(2, "s2", "7/2"),
        entry(3, "s3", "2", on="2027-01-04"),
        entry(4, "s4", "2"),
        entry(5, "s5", "2"),
        entry(6, "s6", "1/2"),
    ]
    return bundle(people, entries, terms=terms, choices=[choice(1, "s6", "author")])


def why(subject: str) -> dict[str, Any]:
    found = made()
    return explain(found, compute(found), subject)


def test_the_ends_of_the_list_have_one_neighbour() -> None:
    assert why("s1")["before"] is None
    assert why("s1")["after"] == {
        "subject": "s2",
        "place": 2,
        "rule": "blocks",
        "key": "block",
        "mine": "lead",
        "theirs": "all",
    }
    assert why("s5")["after"] is None


def test_a_declared_key_then_a_tie_break_then_the_id() -> None:
    assert why("s3")["before"] == {
        "subject": "s2",
        "place": 2,
        "rule": "blocks/all/sort/0",
        "key": "points",
        "mine": "2",
        "theirs": "7/2",
    }
    assert why("s3")["after"] == {
        "subject": "s4",
        "place": 4,
        "rule": "ties/0",
        "key": "first_credit",
        "mine": "2027-01-04",
        "theirs": "2027-01-05",
    }
    assert why("s4")["after"] == {
        "subject": "s5",
        "place": 5,
        "rule": "ties/1",
        "key": "subject",
        "mine": "s4",
        "theirs": "s5",
    }


def test_the_row_of_the_result_is_given_whole() -> None:
    entry = why("s3")["entry"]
    assert (entry["place"], entry["tied"]) == (3, [3, 5])
    assert entry["steps"][0]["rests_on"] == [3]


def test_who_is_not_an_author_has_a_reason_and_no_neighbours() -> None:
    found = why("s6")
    assert (found["list"], found["entry"]["missing"]) == ("near", "1/2")
    assert found["before"] is found["after"] is None
    assert why("nobody") == {"subject": "nobody", "list": None, "entry": None, "before": None, "after": None}
