"""What holds for every rule, amount and text: exact sums, one canonical form, answers instead of exceptions."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from authorship.engine import grammar
from authorship.engine.amounts import MAX_DENOMINATOR, AmountError, format_amount, parse_amount
from authorship.engine.awards import amounts
from authorship.engine.canonical import CanonicalError, digest, dumps, loads
from authorship.engine.check import malformed
from tests.authorship.engine.building import award, fact

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.fractions(max_denominator=MAX_DENOMINATOR),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner),
    max_leaves=30,
)
WORDS = st.sampled_from(
    [
        "all",
        "any",
        "not",
        "points",
        "count",
        "role",
        "member",
        "kinds",
        "at_least",
        "more_than",
        "id",
        "for_days",
        "who",
        "sort",
        "fixed",
        "amount",
        "base",
        "plus",
        "when",
        "add",
        "range",
        "from",
        "task",
        "equal",
        "1/2",
        "1",
        "none",
        "",
        "rounds ≥ 2",
        "name+subject",
        "random",
        "decision",
        "title",
        "split",
        "date",
        "kind",
        "eligibility",
        "blocks",
        "ties",
        "terms",
        "authorship",
        "version",
        "entries",
        "subjects",
        "bundle",
        "engine",
        "1.0",
        "2027-01-01",
    ]
)
RULES = st.recursive(
    WORDS | st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=5),
    max_leaves=25,
)
AMOUNTS = st.builds(Fraction, st.integers(0, 999_999_999), st.integers(1, MAX_DENOMINATOR))


@given(AMOUNTS)
def test_every_amount_is_written_and_read_back(amount: Fraction) -> None:
    assert parse_amount(format_amount(amount)) == amount


@given(st.text())
@example("１２")
@example("1_0")
def test_a_text_is_an_amount_or_refused(text: str) -> None:
    try:
        amount = parse_amount(text)
    except AmountError:
        return
    assert text.isascii()
    assert set(text) <= set("0123456789/")
    assert amount >= 0
    assert amount == Fraction(text)


@given(st.integers(1, 60), st.builds(Fraction, st.integers(1, 999), st.integers(1, 999)))
def test_equal_shares_sum_exactly_to_the_whole(people: int, amount: Fraction) -> None:
    shares = {f"s{n}": f"1/{people}" for n in range(people)}
    parts = amounts(award(fixed=format_amount(amount)), fact("t1", shares))
    assert sum(parts.values()) == amount
    assert len(set(parts.values())) == 1


@given(
    st.lists(st.integers(1, 50), min_size=1, max_size=12), st.builds(Fraction, st.integers(1, 99), st.integers(1, 99))
)
def test_declared_shares_sum_exactly_to_the_whole(weights: list[int], amount: Fraction) -> None:
    shares = {f"s{n}": format_amount(Fraction(weight, sum(weights))) for n, weight in enumerate(weights)}
    parts = amounts(award(fixed=format_amount(amount), split="declared"), fact("t1", shares))
    assert sum(parts.values()) == amount


@given(JSON)
def test_canonical_text_is_json_and_its_own_canonical_form(value: Any) -> None:
    text = dumps(value)
    assert json.loads(text) == loads(text.encode())
    assert dumps(loads(text)) == text
    assert digest(loads(text)) == digest(value)


@given(st.binary(max_size=200) | st.text(alphabet='[]{}",:\\u019eE.-+ntf \n', max_size=60))
def test_foreign_texts_are_read_or_refused(source: str | bytes) -> None:
    try:
        value = loads(source)
    except CanonicalError:
        return
    assert loads(dumps(value)) == value


@given(RULES)
def test_every_parser_answers(data: Any) -> None:
    for parse in (
        grammar.parse_expression,
        grammar.parse_award,
        grammar.parse_block,
        grammar.parse_ties,
        grammar.parse_mark,
        grammar.parse_pay_rule,
        grammar.parse_condition,
        grammar.parse_output,
        grammar.parse_authorship,
    ):
        value, problems = parse(data, "rule")
        assert value is not None or problems
        assert value is None or {problem.code for problem in problems} <= grammar.DRAFT_CODES
    assert isinstance(grammar.not_computed(data), list)
    assert malformed(data) != []


EXPRESSIONS = st.recursive(
    st.sampled_from(
        [
            {"points": {"at_least": "1/2"}},
            {"points": {"kinds": ["task"], "more_than": "0"}},
            {"count": {"kind": "task", "at_least": 3}},
            {"role": {"id": "core", "for_days": 9}},
            {"member": {"for_days": 9, "grace_days": 1}},
            {"decision": "leads"},
        ]
    ),
    lambda inner: (
        st.builds(lambda part: {"not": part}, inner)
        | st.builds(
            lambda key, parts: {key: parts}, st.sampled_from(["all", "any"]), st.lists(inner, min_size=1, max_size=4)
        )
    ),
    max_leaves=20,
)


def levels(data: Any) -> int:
    ((key, inner),) = data.items()
    if key == "not":
        return 1 + levels(inner)
    return 1 + max(levels(part) for part in inner) if key in ("all", "any") else 1


@given(EXPRESSIONS)
def test_well_formed_expressions_are_read_up_to_eight_levels(data: Any) -> None:
    value, problems = grammar.parse_expression(data, "e")
    if levels(data) <= 8:
        assert value is not None
        assert problems == []
    else:
        assert value is None
        assert {problem.code for problem in problems} == {"too_deep"}
