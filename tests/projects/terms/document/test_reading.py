"""Answers keep their sense: absent, none, and the values of each type."""

from __future__ import annotations

from typing import Any

import pytest

from projects.terms.document.money import format_money, parse_money
from projects.terms.document.read import read_yaml
from projects.terms.document.write import to_yaml


def document(text: str) -> dict[str, Any]:
    reading = read_yaml(f"schema: concord-terms/1\n{text}", people=lambda handle: f"s-{handle}")
    assert reading.problems == []
    assert reading.document is not None
    return {key: value for key, value in reading.document.items() if key != "schema"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("growth: ~", {}),
        ("growth:", {}),
        ('growth: ""', {}),
        ("growth: {}", {}),
        ("growth: {seniors: ~, feedback: ''}", {}),
        ("growth: none", {"growth": "none"}),
        ("growth: {seniors: none}", {"growth": {"seniors": "none"}}),
        ("returns: {planned: []}", {}),
        ("roles: [{id: a, powers: []}]", {"roles": [{"id": "a", "powers": []}]}),
        ("participation: {answer_days: 0}", {"participation": {"answer_days": 0}}),
        ("participation: {anonymity: open}", {"participation": {"anonymity": "open"}}),
        ("authorship: {opt_out: no}", {"authorship": {"opt_out": "no"}}),
        ("rights: {teaching: yes}", {"rights": {"teaching": "yes"}}),
        (
            "core_team: {funders: [{name: A, sees: nothing}]}",
            {"core_team": {"funders": [{"name": "A", "sees": "nothing"}]}},
        ),
        (
            "purpose: none",
            {
                "purpose": dict.fromkeys(
                    (
                        "measures",
                        "bottleneck",
                        "failure_means",
                        "changes_decision",
                        "used_by",
                        "generalises_to",
                        "does_not_measure",
                    ),
                    "none",
                )
            },
        ),
    ],
)
def test_absent_none_and_an_answer_that_looks_empty(text: str, expected: dict[str, Any]) -> None:
    assert document(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "core_team: {members: [{person: ines-varga, since: 2026-10-01}]}",
            {"core_team": {"members": [{"person": "s-ines-varga", "since": "2026-10-01"}]}},
        ),
        ("core_team: {members: [{person: '@ines-varga'}]}", {"core_team": {"members": [{"person": "s-ines-varga"}]}}),
        (
            "compensation: {own_costs: {cap: 10.00 USD}}",
            {"compensation": {"own_costs": {"cap": {"minor": 1000, "currency": "USD"}}}},
        ),
        (
            "compensation: {own_costs: {cap: 60000 JPY}}",
            {"compensation": {"own_costs": {"cap": {"minor": 60000, "currency": "JPY"}}}},
        ),
        (
            "core_team: {funders: [{gives: Rooms and coffee}]}",
            {"core_team": {"funders": [{"gives": "Rooms and coffee"}]}},
        ),
        ("participation: {stages: [{id: b, after: a}]}", {"participation": {"stages": [{"id": "b", "after": ["a"]}]}}),
        ("participation: {rubric: 1}", {"participation": {"rubric": 1}}),
        (
            "participation: {rubric: Published with the first round}",
            {"participation": {"rubric": "Published with the first round"}},
        ),
        ("contact: 2027", {"contact": "2027"}),
        ("contact: |\n  one line\n", {"contact": "one line"}),
        ('purpose: {measures: "a\\r\\nb"}', {"purpose": {"measures": "a\nb"}}),
        ("rights: {publish: {from: 2029-01-01}}", {"rights": {"publish": {"from": "2029-01-01"}}}),
        ("data: {held_out: {rule: {random: none}}}", {"data": {"held_out": {"rule": {"random": "none"}}}}),
        ("authorship: {ties: [{random: none}]}", {"authorship": {"ties": [{"random": "none"}]}}),
        ("authorship: {marks: [{id: corresponding}]}", {"authorship": {"marks": [{"id": "corresponding"}]}}),
    ],
)
def test_values_in_stored_form(text: str, expected: dict[str, Any]) -> None:
    assert document(text) == expected


@pytest.mark.parametrize(
    ("text", "minor", "shown"),
    [
        ("10.00 USD", 1000, "10.00 USD"),
        ("10 USD", 1000, "10.00 USD"),
        ("0.05 EUR", 5, "0.05 EUR"),
        ("60000 JPY", 60000, "60000 JPY"),
        ("1.234 KWD", 1234, "1.234 KWD"),
        ("1.2345 CLF", 12345, "1.2345 CLF"),
    ],
)
def test_money_has_the_minor_units_of_iso_4217(text: str, minor: int, shown: str) -> None:
    money = parse_money(text)
    assert money["minor"] == minor
    assert format_money(money) == shown


@pytest.mark.parametrize(
    "text",
    [
        "10.0 USD",
        "10.000 USD",
        "10.00 JPY",
        "10.00 usd",
        "-1.00 USD",
        "1e3 USD",
        "10.00 XAU",
        "10.00 ABC",
        "１０.00 USD",
        "10.00",
    ],
)
def test_money_that_is_none(text: str) -> None:
    reading = read_yaml(f"schema: concord-terms/1\ncompensation: {{own_costs: {{cap: '{text}'}}}}", people=None)
    (problem,) = reading.problems
    assert (problem.path, problem.code, problem.line) == ("compensation.own_costs.cap", "money", 2)


def test_long_texts_are_written_as_blocks_and_dangerous_words_in_quotes() -> None:
    stored = {
        "schema": "concord-terms/1",
        "purpose": {"measures": "first: line\n\n  second # line"},
        "authorship": {"opt_out": "true"},
        "contact": "2027",
    }
    text = to_yaml(stored, handles=str)
    assert text == (
        "schema: concord-terms/1\npurpose:\n  measures: |-\n    first: line\n\n      second # line\n"
        'authorship:\n  opt_out: "true"\ncontact: "2027"\n'
    )
    assert read_yaml(text, people=None).document == stored
