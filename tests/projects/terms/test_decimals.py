"""An amount typed as a decimal is the fraction it is; a file keeps its grammar."""

from __future__ import annotations

import pytest

from projects.terms.document.read import read_yaml
from projects.terms.steps.decimals import as_fraction, takes_amount
from projects.terms.steps.state import state
from projects.terms.steps.typed import typed
from tests.projects.conftest import EXAMPLE


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("0.5", "1/2"),
        ("1.25", "5/4"),
        (" 0.1 ", "1/10"),
        (".5", "1/2"),
        ("2.0", "2"),
        ("0.0", "0"),
        ("0.000001", "1/1000000"),
        ("123456789.5", "246913579/2"),
        # No finite decimal, or none that an amount can hold: as it was typed, and refused as before.
        ("1/2", "1/2"),
        ("3", "3"),
        ("0,5", "0,5"),
        ("1.", "1."),
        ("-0.5", "-0.5"),
        ("0.5.1", "0.5.1"),
        ("1e-1", "1e-1"),
        ("00.5", "00.5"),
        ("0.0000001", "0.0000001"),
        ("0.33…", "0.33…"),
        ("０.５", "０.５"),
        ("999999999.5", "999999999.5"),
        ("none", "none"),
        ("", ""),
    ],
)
def test_a_finite_decimal_is_taken_as_its_fraction(said, kept):
    assert as_fraction(said) == kept


@pytest.mark.parametrize(
    ("name", "amount"),
    [
        ("authorship.kinds[1].amount.fixed", True),
        ("authorship.kinds[1].amount.base", True),
        ("authorship.kinds[1].amount.range[0]", True),
        ("authorship.kinds[1].amount.plus[0].add", True),
        ("authorship.kinds[1].amount.plus[0].when.fact.number", False),
        ("authorship.kinds[1].amount.is", False),
        ("authorship.kinds[0].times.table[2].factor", True),
        ("authorship.kinds[0].times.table[2].value", False),
        ("authorship.kinds[0].first_of.add", True),
        ("authorship.kinds[0].cap.person", True),
        ("authorship.kinds[0].budget.total", True),
        ("authorship.kinds[0].budget.per", False),
        ("authorship.eligibility.points.at_least", True),
        ("authorship.eligibility.any[0].not.points.more_than", True),
        ("authorship.eligibility.count.at_least", False),
        ("authorship.eligibility.member.for_days", False),
        ("authorship.eligibility.service.at_least", True),
        ("authorship.eligibility", False),
        ("roles[0].criteria.points.at_least", True),
        ("data.held_out.share", True),
        ("data.revenue.share", True),
        ("compensation.pay[0].base", False),
        ("compensation.hours_per_task.low", True),
        ("participation.answer_days", False),
        ("purpose.measures", False),
    ],
)
def test_fields_that_hold_points_or_a_share_take_it(name, amount):
    assert takes_amount(name) is amount


def test_what_was_typed_comes_back_as_the_fraction_and_is_read():
    fields = {
        "authorship.kinds[0].id": "review",
        "authorship.kinds[0].amount.fixed": "0.5",
        "authorship.eligibility.points.bound": "at_least",
        "authorship.eligibility.points.at_least": "1.25",
        "authorship.eligibility.is": "points",
        "data.held_out.share": "0.2",
        "compensation.pay[0].base": "0.50 USD",
    }
    data = typed((name, [text]) for name, text in fields.items())
    now = state(data, people=lambda handle: handle)
    assert data["authorship.kinds[0].amount.fixed"] == "1/2"
    assert now.document["authorship"]["kinds"][0]["amount"] == {"fixed": "1/2"}
    assert now.document["authorship"]["eligibility"] == {"points": {"at_least": "5/4"}}
    assert now.document["data"]["held_out"]["share"] == "1/5"
    assert now.document["compensation"]["pay"][0]["base"] == {"minor": 50, "currency": "USD"}
    assert now.problems == []


def test_a_third_of_a_point_in_digits_is_still_refused():
    data = typed([("authorship.kinds[0].id", ["review"]), ("authorship.kinds[0].amount.fixed", ["0.3333333"])])
    (problem,) = state(data, people=lambda handle: handle).problems
    assert problem.path == "authorship.kinds[0].amount.fixed"
    assert data["authorship.kinds[0].amount.fixed"] == "0.3333333"


def test_a_file_keeps_its_grammar():
    text = EXAMPLE.read_text().replace('amount: {fixed: "1/2"}', 'amount: {fixed: "0.5"}')
    assert text != EXAMPLE.read_text()
    assert [one.path for one in read_yaml(text, people=lambda handle: handle).problems] == [
        "authorship.kinds[1].amount.fixed"
    ]
