"""Presets whose rules are about people before they are about work: membership, choice, tiers, juniors and seniors."""

from __future__ import annotations

from typing import Any

import pytest

from tests.authorship.engine.building import authors, choice, entry, row, subject
from tests.projects.terms.presets.completed import clause, pieces, ran, without_the_rest
from tests.projects.terms.presets.preset_data import document

# --- ligo, cms, atlas: membership runs, service is read


@pytest.mark.parametrize("name", ["ligo", "cms", "atlas"])
@pytest.mark.parametrize(("since", "listed"), [("2026-03-01", True), ("2026-03-02", True), ("2026-03-03", False)])
def test_a_year_of_membership_to_the_day(name: str, since: str, listed: bool) -> None:
    """366, 365 and 364 days on 1 March 2027, both ends included."""
    kind = document(name)["authorship"]["kinds"][0]["id"]
    terms = clause(name, **without_the_rest(name, "all", 0))
    result = ran(terms, [subject("ada", member=[[since, None]])], pieces(kind, ada=1))
    assert authors(result) == (["ada"] if listed else [])


def test_members_stand_in_the_order_of_the_alphabet_whatever_they_did() -> None:
    long = [["2020-01-01", None]]
    people = [
        subject("s1", "moreau", member=long),
        subject("s2", "abe", member=long),
        subject("s3", "lind", member=long),
    ]
    for name, kind in (("ligo", "effort"), ("cms", "service"), ("atlas", "technical-days")):
        terms = clause(name, **without_the_rest(name, "all", 0))
        assert authors(ran(terms, people, pieces(kind, s1=9, s2=1, s3=3))) == ["s2", "s3", "s1"]


def test_a_suspended_member_waits_and_is_not_listed() -> None:
    stopped = [["2026-06-01", "2026-06-30"]]
    terms = clause("cms", **without_the_rest("cms", "all", 0))
    people = [
        subject("late", member=[["2026-03-02", None]], suspended=stopped),  # 365 days, 30 of them suspended
        subject("made-up", member=[["2026-01-31", None]], suspended=stopped),  # 395 less 30
    ]
    assert authors(ran(terms, people, pieces("service", late=6))) == ["made-up"]


def test_services_are_read() -> None:
    services = [document(name)["authorship"]["eligibility"]["all"][1]["service"] for name in ("ligo", "cms", "atlas")]
    assert services == [
        {"kind": "effort", "at_least": "1/2", "per": "year", "by": "person"},
        {"kind": "service", "at_least": "6", "per": "total", "by": "either", "carry_most": "3"},
        {"kind": "technical-days", "at_least": "80", "per": "year", "by": "person"},
    ]


# --- xenon: infrastructure signs everything


def test_xenon_infrastructure_makes_an_author_and_analysis_alone_does_not() -> None:
    terms = clause("xenon", **without_the_rest("xenon", "any", 0))
    entries = [entry(1, "zoe", "1", kind="infrastructure"), entry(2, "ben", "1", kind="analysis")]
    entries.append(entry(3, "ada", "1/100", kind="infrastructure"))
    assert authors(ran(terms, ["zoe", "ben", "ada"], entries)) == ["ada", "zoe"]


# --- soohak: pay or authorship


def test_soohak_who_chooses_pay_is_not_listed() -> None:
    terms = clause("soohak", eligibility={"points": {"at_least": "1"}}, kinds=clause("rsi-bench")["kinds"])
    result = ran(terms, ["ada", "ben"], pieces("task", ada=1, ben=1), choices=[choice(1, "ben", "pay")])
    assert authors(result) == ["ada"]
    assert row(result, "ben")["choice"] == "pay"
    assert document("soohak")["compensation"]["choice"] == "pay_or_credit"


# --- deep-review: drawn inside a tier


def test_deep_review_a_late_author_moves_nobody_inside_the_tier() -> None:
    """Who is in which tier is not public: here a role says it. The order is that of a seed named beforehand."""
    tiers = [
        {**block, "who": {"role": {"id": block["id"]}}, "sort": [{"random": "announced"}]}
        for block in clause("deep-review")["blocks"]
    ]
    assert [block["id"] for block in tiers] == ["tier-1", "tier-2", "tier-3", "corresponding"]
    terms = clause("deep-review", blocks=tiers, eligibility={"points": {"at_least": "1"}})
    terms["kinds"] = clause("rsi-bench")["kinds"]

    def person(name: str, tier: str) -> dict[str, Any]:
        return subject(name, roles=[{"id": tier, "from": "2026-12-01", "to": None}])

    people = [person("last", "corresponding")]
    people += [person(f"a{n}", "tier-1") for n in range(6)] + [person(f"c{n}", "tier-3") for n in range(3)]
    held = {one["id"]: 1 for one in people}
    before = authors(ran(terms, people, pieces("task", **held)))
    assert {*before[:6]} == {f"a{n}" for n in range(6)}
    assert before[:6] != sorted(before[:6])
    assert before[-1] == "last"
    after = authors(ran(terms, [*people, person("late", "tier-1")], pieces("task", **held, late=1)))
    assert "late" in after[:7]
    assert [name for name in after if name != "late"] == before


# --- callat: juniors by contribution, then seniors by name


def test_callat_juniors_by_contribution_then_seniors_by_name() -> None:
    """What counts as contribution is not public: here it is a task."""
    terms = clause("callat", kinds=clause("rsi-bench")["kinds"], eligibility={"points": {"at_least": "1"}})

    def person(id: str, name: str, role: str) -> dict[str, Any]:
        return subject(id, name, roles=[{"id": role, "from": "2026-12-01", "to": None}])

    people = [
        person("s1", "moreau", "junior"),
        person("s2", "abe", "junior"),
        person("s3", "zhou", "junior"),
        person("s4", "lind", "senior"),
        person("s5", "berg", "senior"),
    ]
    result = ran(terms, people, pieces("task", s1=1, s2=1, s3=2, s4=9, s5=1))
    assert authors(result) == ["s3", "s2", "s1", "s5", "s4"]
    assert row(result, "s2")["tied"] == [2, 3]
