"""Roles that wait for each other, against a plain search through everything somebody could come to hold."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projects.terms.document.ladder import reachable, unclimbable


def role(name: str, criteria: Any = "none", granted: str = "rule", powers: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"id": name, "criteria": criteria, "granted": granted, "powers": list(powers)}


def held(name: str) -> dict[str, Any]:
    return {"role": {"id": name}}


def terms(*roles: dict[str, Any], **authorship: Any) -> dict[str, Any]:
    return {"roles": list(roles), "authorship": authorship}


TASKS = {"points": {"kinds": ["task"], "at_least": "2"}}


@pytest.mark.parametrize(
    ("roles", "paths"),
    [
        ([role("a", held("a"))], [("roles[0].criteria.role.id",)]),
        ([role("a", held("b")), role("b", held("a"))], [("roles[0].criteria.role.id", "roles[1].criteria.role.id")]),
        (
            [role("a", {"all": [TASKS, held("b")]}), role("b", {"any": [held("c"), held("a")]}), role("c", held("a"))],
            [("roles[0].criteria.all[1].role.id", "roles[1].criteria.any[1].role.id")],
        ),
        (
            [role("a", held("b")), role("b", held("c")), role("c", held("a"))],
            [("roles[0].criteria.role.id", "roles[1].criteria.role.id", "roles[2].criteria.role.id")],
        ),
        # An appointment and a vote ask for the criteria too.
        (
            [role("a", held("b"), "appointed", ("invite",)), role("b", held("a"), "voted")],
            [("roles[0].criteria.role.id", "roles[1].criteria.role.id")],
        ),
        # Two rings are two problems; who waits for a ring is no further one.
        (
            [role("a", held("a")), role("b", held("b")), role("c", {"all": [held("a"), held("b")]})],
            [("roles[0].criteria.role.id",), ("roles[1].criteria.role.id",)],
        ),
    ],
)
def test_a_ring_is_named_once_with_each_of_its_steps(roles: list[dict[str, Any]], paths: list[tuple[str, ...]]) -> None:
    found = list(unclimbable(terms(*roles)))
    assert [problem.paths for problem in found] == paths
    assert {problem.code for problem in found} == {"cycle"}
    for problem in found:
        for path in problem.paths:
            assert path in problem.message
            assert path in problem.message_zh


@pytest.mark.parametrize(
    "roles",
    [
        [role("a", held("b")), role("b", TASKS)],
        [role("a", held("b"), "open"), role("b", held("a"))],
        [role("a", held("b")), role("b", granted="appointed", powers=("invite",))],
        [role("a", {"any": [held("b"), TASKS]}), role("b", held("a"))],
        [role("a", {"not": held("a")})],
        [role("a", held("nobody"))],  # an unknown role is named elsewhere
        [{"id": "a"}, {"id": "b", "criteria": held("a")}],
        [{}, {"criteria": "none"}],
    ],
)
def test_another_road_is_no_ring(roles: list[dict[str, Any]]) -> None:
    assert list(unclimbable(terms(*roles))) == []


def test_nobody_is_appointed_where_nobody_may_invite() -> None:
    appointed = role("a", granted="appointed")
    (problem,) = unclimbable(terms(appointed, role("b", TASKS)))
    assert (problem.paths, problem.code) == (("roles[0].granted", "roles"), "unreachable")
    assert list(unclimbable(terms(appointed, role("b", TASKS, powers=("invite",))))) == []
    assert list(unclimbable(terms(appointed, {"id": "b"}))) == []  # its powers are open


NAMES = ("a", "b", "c", "d")
LEAVES = st.sampled_from([held(name) for name in NAMES] + [{"decision": "picked"}])
CRITERIA = st.just("none") | st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, min_size=1, max_size=3).flatmap(
        lambda parts: st.sampled_from([{"all": parts}, {"any": parts}])
    ),
    max_leaves=5,
)
WITH_NOT = st.just("none") | st.recursive(
    LEAVES,
    lambda inner: (
        inner.map(lambda part: {"not": part})
        | st.lists(inner, min_size=1, max_size=3).flatmap(
            lambda parts: st.sampled_from([{"all": parts}, {"any": parts}])
        )
    ),
    max_leaves=5,
)


def meets(rule: Any, holding: frozenset[str], picked: bool) -> bool:
    if rule == "none":
        return True
    ((name, inner),) = rule.items()
    if name == "not":
        return not meets(inner, holding, picked)
    if name in ("all", "any"):
        return (all if name == "all" else any)(meets(part, holding, picked) for part in inner)
    return picked if name == "decision" else inner["id"] in holding


def searched(rules: dict[str, Any]) -> set[str]:
    """Every role in any set of roles that can be come to, one role after the other; a decision may fall or not."""
    ever: set[str] = set()
    seen: set[frozenset[str]] = set()
    ahead = [frozenset[str]()]
    while ahead:
        holding = ahead.pop()
        if holding in seen:
            continue
        seen.add(holding)
        ever |= holding
        for (name, rule), picked in product(rules.items(), (True, False)):
            if meets(rule, holding, picked):
                ahead.append(holding | {name})
    return ever


@settings(max_examples=150, deadline=None)
@given(st.fixed_dictionaries(dict.fromkeys(NAMES, CRITERIA)))
def test_reachable_is_what_a_search_finds(rules: dict[str, Any]) -> None:
    document = terms(*(role(name, rule) for name, rule in rules.items()))
    assert reachable(document) == searched(rules)
    assert bool(list(unclimbable(document))) == (searched(rules) != set(NAMES))


@settings(max_examples=150, deadline=None)
@given(st.fixed_dictionaries(dict.fromkeys(NAMES, WITH_NOT)))
def test_no_role_that_somebody_could_reach_is_refused(rules: dict[str, Any]) -> None:
    document = terms(*(role(name, rule) for name, rule in rules.items()))
    assert reachable(document) >= searched(rules)
    if searched(rules) == set(NAMES):
        assert list(unclimbable(document)) == []
