"""What the engine finds wrong in rules is said as whole sentences in both languages, with the value it names."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authorship.engine import grammar
from authorship.engine.errors import Problem as EngineProblem
from authorship.engine.rules import running
from projects.terms.document.engine_words import FRAMES, NOT_COMPUTED, from_engine
from projects.terms.document.problems import said_once

RULES = Path(running.__file__).parent
# What `_twice` of clause.py reports, by a way of its own.
_BUILT = {"two_values.kind", "duplicate.items"}
# Words of the grammar: what a file has to say, in whatever language the page is.
_OF_FILES = [
    *("at_least", "more_than", "name+subject", "random", "fixed", "range", "base", "plus", "all", "any", "not"),
    *("rest", "points", "maths", "USD"),
]
_LATIN = re.compile(r"[A-Za-z]")

Problems = list[EngineProblem]
PLAIN: dict[str, Any] = {
    "id": "task",
    "title": "t",
    "from": "task",
    "amount": {"fixed": "1"},
    "split": "each",
    "date": "accepted",
}


def who(data: Any) -> Problems:
    return grammar.parse_expression(data, "p", kinds=["task"], roles=["chair"])[1]


def award(**parts: Any) -> Problems:
    return grammar.parse_award({**PLAIN, **parts}, "p")[1]


def pay(**parts: Any) -> Problems:
    plain = {"id": "a", "for": "task", "ties": "share", "currency": "USD", "base": money()}
    return grammar.parse_pay_rule({**plain, **parts}, "p")[1]


def money(minor: Any = 1, currency: Any = "USD") -> dict[str, Any]:
    return {"minor": minor, "currency": currency}


def prize(first: int, last: int) -> dict[str, Any]:
    return {"from": first, "to": last, "each": money()}


def rank(*runs: tuple[int, int], by: Any = "points") -> Problems:
    base = {"for": "rank", "rank": [prize(*run) for run in runs], "ranked_by": [by], "base": None}
    return pay(**base)


def ties(*keys: Any) -> Problems:
    return grammar.parse_ties(list(keys), "p")[1]


def clause(**parts: Any) -> Problems:
    return grammar.parse_authorship(parts)[1]


def block(name: str = "a", sort: Any = "name") -> dict[str, Any]:
    return {"id": name, "title": "t", "who": {"points": {"at_least": "1"}}, "sort": [sort]}


def when(condition: Any, **parts: Any) -> Problems:
    return award(applies=condition, **parts)


def nested(levels: int) -> Any:
    return {"not": nested(levels - 1)} if levels else {"referred": {"at_least": 1}}


CHAIR = {"role": {"id": "chair"}}
# The key of the sentence, what is wrong, and what both sentences name.
WRONG: list[tuple[str, Callable[[], Problems], list[str]]] = [
    ("missing", lambda: who({"points": {}}), []),
    ("none", lambda: who({"count": {"kind": "none", "at_least": 1}}), []),
    ("unknown_key", lambda: who({"points": {"least": "1"}}), ["“least”", "at_least"]),
    ("unknown_key.expression", lambda: who({"chair": {}}), ["“chair”", "referred"]),
    ("unknown_key.condition", lambda: when({"both": []}), ["all", "any", "not"]),
    ("unknown_key.sort", lambda: ties("age"), ["“age”", "first_credit", "name+subject"]),
    ("unknown_key.early_end", lambda: clause(blocks=[block(sort="name+subject")]), ["name+subject"]),
    ("unknown_fact", lambda: when("age ≥ 3"), ["“age”", "rounds"]),
    ("unknown_fact.no_facts", lambda: when("age ≥ 3", **{"from": "import"}), ["“age”"]),
    ("unknown_reference", lambda: who({"points": {"kinds": ["tusk"], "at_least": "1"}}), ["“tusk”"]),
    ("unknown_reference", lambda: who({"role": {"id": "char"}}), ["“char”"]),
    ("two_values.kind", lambda: clause(kinds=[{"id": "x"}, {"id": "x"}]),
     ["“x”", "authorship.kinds[0]", "authorship.kinds[1]"]),
    ("two_values.place", lambda: rank((1, 3), (3, 4)), ["3"]),
    ("duplicate", lambda: who({"points": {"kinds": ["task", "task"], "at_least": "1"}}), ["“task”"]),
    ("duplicate.items", lambda: clause(blocks=[block(), block()]),
     ["“a”", "authorship.blocks[0]", "authorship.blocks[1]"]),
    ("two_bounds", lambda: who({"points": {"at_least": "1", "more_than": "2"}}), ["at_least", "more_than"]),
    ("two_currencies", lambda: pay(base=money(1, "EUR")), ["USD", "“EUR”"]),
    ("bad_amount", lambda: who({"points": {"at_least": "0.5"}}), ["“0.5”", "1/2"]),
    ("bad_amount.bare", lambda: who({"points": {"at_least": 7}}), ["“7”"]),
    ("bad_amount.text", lambda: who({"points": {"at_least": ["1"]}}), ["1/2"]),
    ("bad_amount.denominator", lambda: who({"points": {"at_least": "1/1000001"}}), ["“1/1000001”", "1000000"]),
    ("bad_number", lambda: who({"referred": {"at_least": "1/2"}}), ["“1/2”", "999999999"]),
    ("bad_number", lambda: who({"referred": {"at_least": -3}}), ["“-3”"]),
    ("bad_day", lambda: who({"agreed": {"id": "a", "before": "soon"}}), ["“soon”", "2027-06-30"]),
    ("bad_day.calendar", lambda: who({"agreed": {"id": "a", "before": "2026-02-30"}}), ["“2026-02-30”"]),
    ("bad_id", lambda: who({"decision": "a b"}), ["“a b”"]),
    ("bad_id", lambda: who({"decision": "名单"}), ["“名单”"]),
    ("bad_money", lambda: pay(base=money(-1)), ["“-1”"]),
    ("bad_currency", lambda: pay(currency="usd"), ["“usd”"]),
    ("not_positive", lambda: award(amount={"fixed": "0"}), ["0"]),
    ("not_total", lambda: ties("name"), ["name+subject", "random"]),
    ("not_last", lambda: ties("name+subject", {"random": "s"}), []),
    ("not_a_condition", lambda: when("three rounds"), ["“three rounds”"]),
    ("not_a_condition", lambda: when(["a"]), []),
    ("not_a_condition.number", lambda: when("rounds"), ["“rounds”"]),
    ("not_a_condition.yes_no", lambda: when("right ≥ 2", **{"from": "review"}), ["“right”"]),
    ("not_a_window.days", lambda: award(window={"from": "2027-02-01", "to": "2027-01-01"}),
     ["“2027-02-01”", "“2027-01-01”"]),
    ("not_a_window.places", lambda: rank((3, 2)), ["“3”", "“2”"]),
    ("not_a_range", lambda: award(amount={"range": "1-2"}), ["“1-2”"]),
    ("not_a_range.order", lambda: award(amount={"range": ["3", "2"]}), ["“3”", "“2”"]),
    ("not_one_form", lambda: award(amount={"fixed": "1", "base": "1"}), ["fixed", "range", "base", "plus"]),
    ("not_an_object", lambda: who({"points": "many"}), ["“many”"]),
    ("not_an_object.expression", lambda: who({"not": "chair"}), ["“chair”"]),
    ("not_an_object.table", lambda: award(times={"attribute": "field", "table": "x2"}), ["“x2”"]),
    ("not_one_key", lambda: who({**CHAIR, "points": {}}), ["2"]),
    ("not_a_list", lambda: who({"all": "both"}), ["“both”"]),
    ("not_text", lambda: award(title=12), ["“12”"]),
    ("bad_text", lambda: award(title="a\x01"), []),
    ("bad_text.table", lambda: award(times={"attribute": "field", "table": {"海": "2"}}), ["“海”"]),
    ("not_allowed", lambda: award(split="half"), ["“half”", "equal", "declared", "each"]),
    ("not_allowed.prizes", lambda: rank((1, 1), by="name"), []),
    ("does_not_apply", lambda: pay(rank=[prize(1, 1)]), []),
    ("too_deep", lambda: who(nested(8)), ["8"]),
    ("too_large.rule", lambda: who({"all": [CHAIR] * 200}), ["200"]),
    ("too_large.list", lambda: ties(*["name"] * 21), ["20"]),
    ("too_long", lambda: award(title="x" * 201), ["200"]),
    ("reserved", lambda: clause(blocks=[block("rest")]), ["rest"]),
    ("empty", lambda: who({"any": []}), []),
]  # fmt: skip
NOT_RUN: dict[str, Problems] = {
    "distinct": grammar.not_computed_expression({"distinct": {"of": "a", "kind": "b", "at_least": 1}}, "p"),
    "service": grammar.not_computed_expression(
        {"service": {"kind": "b", "at_least": "1", "per": "year", "by": "person"}}, "p"
    ),
    "agreed": grammar.not_computed_expression({"agreed": {"id": "a", "before": "first_accepted"}}, "p"),
    "decision": grammar.not_computed_expression({"decision": "a"}, "p"),
    "referred": grammar.not_computed_expression({"referred": {"at_least": 1}}, "p"),
}


def key_of(problem: EngineProblem) -> str:
    return f"{problem.code}.{problem.case}" if problem.case else problem.code


def assert_sentences(found: EngineProblem, named: list[str]) -> None:
    (said,) = from_engine([found])
    assert (said.path, said.code) == (found.path, found.code)
    for text in (said.message, said.message_zh):
        assert not re.search(r"\{\w+\}", text)
        for one in named:
            assert one in text
    assert said.message[0] == "“" or said.message[0].isupper()
    assert said.message.endswith(".")
    assert "  " not in said.message
    assert said.message_zh.endswith("。")


@pytest.mark.parametrize(("key", "wrong", "named"), WRONG)
def test_each_problem_is_said_with_what_it_names(key: str, wrong: Callable[[], Problems], named: list[str]) -> None:
    found = [problem for problem in wrong() if key_of(problem) == key]
    assert found, [key_of(problem) for problem in wrong()]
    assert_sentences(found[0], named)


def test_chinese_sentences_hold_no_english_but_words_of_a_file() -> None:
    # One slot at a time is filled by what the engine names; what stands around the slots is ours.
    for key, frame in FRAMES.items():
        plain = re.sub(r"\{\w+\}", "", frame.zh)
        for word in sorted(_OF_FILES, key=len, reverse=True):
            plain = re.sub(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])", "", plain)
        assert not _LATIN.search(plain), (key, plain)
    for words in NOT_COMPUTED.values():
        assert not _LATIN.search(words.zh)


def test_every_problem_the_parser_can_report_has_a_sentence_and_an_example() -> None:
    reported = set(_BUILT) | {"not_computed"}
    for path in sorted(RULES.glob("*.py")):
        reported |= set(_reported(ast.parse(path.read_text(encoding="utf-8"))))
    # `case` of a day, of an amount and of a sort key are chosen by what was written.
    reported |= {"bad_day", "bad_day.calendar", "bad_amount", *(f"bad_amount.{case}" for case in _amount_cases())}
    reported |= {"unknown_key.sort", "unknown_key.early_end", "unknown_fact", "unknown_fact.no_facts"}
    assert reported == set(FRAMES)
    assert reported == {key for key, _wrong, _named in WRONG} | {"not_computed"}


def _reported(tree: ast.Module) -> list[str]:
    """Codes with their cases as they stand in calls of `report`; what is no literal is left to the test."""
    found = []
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "report":
            _path, code, _message, *case = call.args
            if isinstance(code, ast.Constant) and all(isinstance(one, ast.Constant) for one in case):
                cases = [str(one.value) for one in case if isinstance(one, ast.Constant)]
                found.append(".".join([str(code.value), *cases]))
    return found


def _amount_cases() -> set[str]:
    source = (RULES.parent / "amounts.py").read_text(encoding="utf-8")
    return {one for one in ("bare", "text", "denominator") if f'"{one}"' in source}


def test_what_is_not_computed_is_named_in_both_languages() -> None:
    kinds: dict[str, dict[str, Any]] = {
        "range": {"amount": {"range": ["1", "2"]}},
        "base": {"amount": {"base": "1"}},
        "first_of": {"first_of": {"by": ["field"], "add": "1"}},
        "times": {"times": {"attribute": "field", "table": {"a": "2"}}},
        "cap": {"cap": {"person": "1"}},
        "budget": {"budget": {"total": "1", "per": "month"}},
        "applies": {"applies": "rounds ≥ 1"},
        "window": {"window": {"from": "2027-01-01"}},
    }
    scope = {"carry_over": "no"}
    output = {"id": "o", "title": "o", "kind": "paper", "list": "limited", "scope": scope, "as_of": "2027-01-01"}
    found = dict(NOT_RUN) | {
        name: grammar.not_computed({"kinds": [{**PLAIN, **parts}]}) for name, parts in kinds.items()
    }
    found["list"] = grammar.not_computed({"outputs": [{**output, "lock": "open"}]})
    assert set(found) == set(NOT_COMPUTED)
    for name, problems in found.items():
        (problem,) = problems
        english = NOT_COMPUTED[name].en
        assert_sentences(problem, [])
        (said,) = from_engine(problems)
        assert said.message == f"A{english[1:]} is not computed yet by this site, so terms with it cannot be published."
        assert NOT_COMPUTED[name].zh in said.message_zh


def test_the_same_sentence_is_said_once() -> None:
    several = from_engine([*NOT_RUN["service"], *NOT_RUN["referred"], *NOT_RUN["service"]])
    assert len(said_once(several, "en")) == len(said_once(several, "zh")) == 2
