"""Every check on all its hand-made examples, and the examples of overlap."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from projects.terms.checks import registry
from projects.terms.checks.card import card
from projects.terms.checks.catalogue import CHECKS
from projects.terms.checks.finding import Code
from projects.terms.checks.weighing import Weighing
from tests.projects.terms.checks.examples_data import Example, all_examples, document, examples, overlaps

EXAMPLES = all_examples()
MORE = examples("more")
# What the catalogue says of a row: another check holds a flag on the same words.
ALSO = {
    ("guarantee-in-hands", "na"): {"venue-promise"},
    ("marks-rule", "na"): {"core-authors"},
}


def test_all_examples_are_here() -> None:
    assert len(EXAMPLES) == 225
    assert len(overlaps()) == 21
    assert len(CHECKS) == 46
    assert Counter(CHECKS[check].column for check in CHECKS) == {
        "recruit": 8,
        "take_part": 10,
        "get_credit": 15,
        "after_publication": 13,
    }
    assert list(registry.REGISTRY) == list(CHECKS)


def test_every_check_is_fair_on_the_base_document() -> None:
    assert {found.check for found in card(document({})).findings if found.code != "fair"} == set()


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_example_comes_out_as_typed_and_no_other_check_flags(example: Example) -> None:
    found = card(example.document())
    assert found.of(example.check).code == example.expected, found.of(example.check).sentence.en
    flags = {one.check for one in found.findings if one.code == "flag"} - {example.check}
    assert flags == (ALSO.get((example.check, example.expected), set()))


@pytest.mark.parametrize("example", MORE, ids=str)
def test_more_examples(example: Example) -> None:
    assert card(example.document()).of(example.check).code == example.expected


@pytest.mark.parametrize("row", overlaps(), ids=lambda row: str(row["situation"])[:50])
def test_one_cause_one_flag(row: dict[str, Any]) -> None:
    found = card(document(row["set"]))
    flags = [one for one in found.findings if one.code == "flag"]
    assert sorted(one.check for one in flags) == sorted(row["flags"])
    causes = [{reason.cause for reason in one.reasons} for one in flags]
    assert sum(map(len, causes)) == len(set().union(*causes))


@pytest.mark.parametrize("check", list(CHECKS))
def test_there_is_an_example_of_each_code_the_check_can_give(check: str) -> None:
    expected = {one.expected for one in [*EXAMPLES, *MORE] if one.check == check}
    assert set(CHECKS[check].sentences) <= expected


@pytest.mark.parametrize("check", list(CHECKS))
def test_a_check_that_always_gave_one_mark_would_fail_an_example(check: str) -> None:
    assert len({one.expected for one in EXAMPLES if one.check == check}) > 1


class TurnedRound(Weighing):
    """Gives fair for everything else, and something else for fair."""

    def _add(self, code: Code, *rest: Any) -> None:
        other: Code = "flag" if "flag" in self.check.sentences else "observation"
        path, _, quote, cause, words = rest
        super()._add(other if code == "fair" else "fair", path, 0, quote, cause, words)


@pytest.mark.parametrize("check", list(CHECKS))
def test_a_check_turned_round_would_fail_its_examples(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = [one for one in EXAMPLES if one.check == check]
    assert all(registry.run(check, one.document()).code == one.expected for one in mine)
    monkeypatch.setattr(registry, "Weighing", TurnedRound)
    assert any(registry.run(check, one.document()).code != one.expected for one in mine)
