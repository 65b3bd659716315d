"""A locked list on bare bundles: who stays, who is found, who keeps a place. Values counted by hand."""

from __future__ import annotations

import json

import pytest

from authorship.engine.check import verify
from authorship.engine.compute import compute
from authorship.engine.errors import EngineError
from tests.authorship.engine.building import authors, bundle, choice, entry, row, subject, version, with_result

THANKS = {"points": {"at_least": "1/2"}}
BY_NAME = [{"id": "all", "title": "Authors", "who": {"points": {"at_least": "0"}}, "sort": ["name"]}]


def lock(state="order_only", authors=(), acknowledged=(), on="2027-02-15"):
    return {"state": state, "on": on, "authors": list(authors), "acknowledged": list(acknowledged)}


def locked(subjects, entries, found_lock, *, by_name=False, **parts):
    """Author from 1 point, acknowledged from ½, more points first (or by name alone)."""
    rules = {"acknowledged": THANKS, **({"blocks": BY_NAME} if by_name else {})}
    made = bundle(subjects, entries, terms=[version(**rules)], **parts)
    return {**made, "output": {**made["output"], "lock": found_lock}}


def test_without_a_lock_the_result_is_what_it_was():
    open_one = bundle(["a", "b"], [entry(1, "a", "1"), entry(2, "b", "2")])
    closed = {**open_one, "output": {**open_one["output"], "lock": lock("closed", ["b", "a"])}}
    assert compute(closed) == compute(open_one)


def test_the_people_stay_and_their_order_moves():
    """Locked with a (1) before b (1); b earns two more and stands first. c reaches 2 and is only found."""
    entries = [entry(1, "a", "1"), entry(2, "b", "1"), entry(3, "b", "2"), entry(4, "c", "2")]
    result = compute(locked(["a", "b", "c"], entries, lock(authors=["a", "b"])))
    assert authors(result) == ["b", "a"]
    assert result["excluded"] == [{"subject": "c", "reason": "lock"}]


NAMESAKES = {
    # What the closed list held, who was erased since, the brackets of the list made again.
    "one of two": (["a", "b", "c"], [[1, 1], [2, 3], [2, 3]], {"b"}, [[1, 1], [2, 3], [2, 3]]),
    "both": (["a", "b", "c"], [[1, 1], [2, 3], [2, 3]], {"b", "c"}, [[1, 1], [2, 3], [2, 3]]),
    "one of three": (["a", "b", "c"], [[1, 3]] * 3, {"c"}, [[1, 3]] * 3),
    "nobody of them": (["a", "b", "c"], [[1, 1], [2, 3], [2, 3]], {"a"}, [[1, 1], [2, 3], [2, 3]]),
    # Places 1 to 3 never were one bracket: a is no namesake of b.
    "a bracket too wide": (["a", "b", "c"], [[1, 3]] * 3, {"c"}, [[1, 1], [2, 2], [3, 3]]),
}


@pytest.mark.parametrize("case", NAMESAKES)
def test_in_a_closed_list_namesakes_stay_tied_when_one_is_erased(case):
    """By name alone: b and c are both Bo (and a, in the third case). Nobody has a name key that shows it any more."""
    order, brackets, gone, expected = NAMESAKES[case]
    first = "bo" if case == "one of three" else "ana"
    keys = {"a": first, "b": "bo", "c": "bo"}
    subjects = [
        subject(one, **({"sort_key": "", "erased": True} if one in gone else {"sort_key": keys[one]})) for one in order
    ]
    entries = [entry(number, one, "1") for number, one in enumerate(order, 1)]
    found = {**lock("closed", order), "brackets": brackets}
    result = compute(locked(subjects, entries, found, by_name=True))
    assert authors(result) == order
    assert [one["tied"] for one in result["authors"]] == expected


@pytest.mark.parametrize(
    "brackets", [[], [[1, 1]], [[1, 1], [1, 1]], [[1, 2], [1, 3]], [[1, 2], "x"], [[1, True], [2, 2]], {"a": 1}]
)
def test_brackets_that_are_none_are_refused(brackets):
    entries = [entry(1, "a", "1"), entry(2, "b", "1")]
    made = with_result(locked(["a", "b"], entries, lock("closed", ["a", "b"])))
    made["output"]["lock"]["brackets"] = brackets
    with pytest.raises(EngineError, match=r"output\.lock\.brackets"):
        verify(made)


def test_whoever_no_longer_meets_the_rules_stays_and_is_said_to():
    result = compute(locked(["a", "b"], [entry(1, "a", "1")], lock(authors=["a", "b"])))
    assert authors(result) == ["a", "b"]
    assert "kept" not in row(result, "a")
    found = row(result, "b")
    assert (found["place"], found["kept"]) == (2, True)
    assert [(step["rule"], step["holds"], step["value"]) for step in found["steps"][:1]] == [
        ("eligibility", False, "0")
    ]


def test_whoever_was_thanked_stays_thanked_and_newcomers_are_near():
    """a has ½ and is thanked; b rises from ½ to 1½ and is found, still thanked; c has ½ and came too late."""
    entries = [entry(1, "a", "1/2"), entry(2, "b", "3/2"), entry(3, "c", "1/2")]
    result = compute(locked(["a", "b", "c"], entries, lock(acknowledged=["a", "b"])))
    assert row(result, "a")["list"] == "acknowledged"
    assert (row(result, "b")["list"], row(result, "b")["found"]) == ("acknowledged", True)
    assert row(result, "c")["list"] == "near"


def test_reasons_of_their_own_come_before_the_lock():
    entries = [entry(1, "a", "1"), entry(2, "b", "1"), entry(3, "c", "1")]
    subjects = [subject("a", suspended=[["2027-01-01", None]]), "b", "c"]
    result = compute(locked(subjects, entries, lock(), choices=[choice(1, "b", "anonymous")]))
    assert [(one["subject"], one["reason"]) for one in result["excluded"]] == [
        ("a", "suspension"),
        ("b", "choice"),
        ("c", "lock"),
    ]


# The key of b is gone. Open or with an open order b stands last; closed, where b was.
ERASED = [(None, ["a", "c", "b"]), ("order_only", ["a", "c", "b"]), ("closed", ["a", "b", "c"])]


@pytest.mark.parametrize(("state", "order"), ERASED)
def test_an_erased_person_keeps_the_place_where_the_list_is_closed(state, order):
    subjects = ["a", subject("b", "", erased=True), "c"]
    entries = [entry(number, name, "1") for number, name in enumerate("abc", 1)]
    found = lock(state, authors=["a", "b", "c"]) if state else None
    made = locked(subjects, entries, found, by_name=True)
    result = compute(made)
    assert authors(result) == order
    assert [one["place"] for one in result["authors"]] == [1, 2, 3]
    assert [one["tied"] for one in result["authors"]] == [[1, 1], [2, 2], [3, 3]]


def test_the_bracket_of_a_tie_follows_its_people():
    """By points a, b, c tie at 1 and d has 2. Closed as d, a, b, c; with b erased the bracket is 2–4 as before."""
    subjects = ["a", subject("b", "", erased=True), "c", "d"]
    entries = [entry(number, name, "1") for number, name in enumerate("abcdd", 1)]
    result = compute(locked(subjects, entries, lock("closed", authors=["d", "a", "b", "c"])))
    assert [(one["subject"], one["tied"]) for one in result["authors"]] == [
        ("d", [1, 1]),
        ("a", [2, 4]),
        ("b", [2, 4]),
        ("c", [2, 4]),
    ]


def test_two_erased_people_are_not_tied_by_the_names_they_lost():
    """By name a, b, c, d stand each alone. With b and d erased they still do, or the stored list would not verify."""
    subjects = ["a", subject("b", "", erased=True), "c", subject("d", "", erased=True)]
    entries = [entry(number, name, "1") for number, name in enumerate("abcd", 1)]
    result = compute(locked(subjects, entries, lock("closed", authors=["a", "b", "c", "d"]), by_name=True))
    assert [(one["subject"], one["tied"]) for one in result["authors"]] == [
        ("a", [1, 1]),
        ("b", [2, 2]),
        ("c", [3, 3]),
        ("d", [4, 4]),
    ]


def test_in_a_closed_list_the_others_are_still_checked():
    """c stands before a in the result although a comes first by name: the closed order is no excuse."""
    subjects = ["a", subject("b", "", erased=True), "c"]
    entries = [entry(number, name, "1") for number, name in enumerate("abc", 1)]
    made = with_result(locked(subjects, entries, lock("closed", authors=["c", "b", "a"]), by_name=True))
    assert authors(made["result"]) == ["a", "b", "c"]
    first, _b, last = made["result"]["authors"]
    first["place"], last["place"] = last["place"], first["place"]
    assert verify(made) != []


MALFORMED = [
    [],
    "closed",
    {"state": "open", "on": "2027-02-15", "authors": [], "acknowledged": []},
    {"state": "closed", "on": "soon", "authors": [], "acknowledged": []},
    {"state": "closed", "on": "2027-02-15", "authors": ["nobody"], "acknowledged": []},
    {"state": "closed", "on": "2027-02-15", "authors": ["a", "a"], "acknowledged": []},
    {"state": "closed", "on": "2027-02-15", "authors": ["a"], "acknowledged": ["a"]},
    {"state": "closed", "on": "2027-02-15", "authors": [7], "acknowledged": []},
    {"state": "closed", "on": "2027-02-15", "authors": {}, "acknowledged": []},
    {"state": ["closed"], "on": "2027-02-15", "authors": [], "acknowledged": []},
    {"state": "closed", "on": "2027-02-15"},
    {},
]


@pytest.mark.parametrize("found", MALFORMED, ids=json.dumps)
def test_a_malformed_lock_is_named_and_nothing_is_computed(found):
    with pytest.raises(EngineError) as refused:
        compute(locked(["a"], [entry(1, "a", "1")], found))
    assert all(problem.path.startswith("output.lock") for problem in refused.value.problems)
