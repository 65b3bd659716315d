"""The card as a whole: the same bytes for the same terms, counts, folding, one cause one flag on any document."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from projects.terms.checks.card import card
from projects.terms.checks.catalogue import CHECKS
from projects.terms.checks.finding import CHECK_SET, quoted
from projects.terms.document.read import read
from tests.projects.terms.checks.examples_data import document
from tests.projects.terms.document.documents import example, parts

NEVER = ("unfair", "dishonest", "exploit", "剥削", "欺骗", "不公平")


def written(made: dict[str, Any]) -> str:
    return json.dumps(card(made, terms_hash="h").as_json(), ensure_ascii=False, sort_keys=True)


def test_the_same_terms_give_the_same_card_byte_for_byte() -> None:
    assert written(document({})) == written(json.loads(json.dumps(document({}))))


def test_a_finding_carries_all_it_rests_on() -> None:
    found = card(document({"changes.notice_days": 3}), terms_hash="abc").of("notice-days")
    assert found.as_json() == {
        "check": "notice-days",
        "finding": "observation",
        "paths": ["changes.notice_days"],
        "causes": ["changes.notice_days"],
        "quotes": ["notice_days: 3"],
        "sentence": {"en": "Changes are announced only 3 days ahead.", "zh-hans": "变更只提前 3 天通知。"},
        "check_set": CHECK_SET,
        "terms": "abc",
    }


def test_all_reasons_of_the_winner_are_shown_each_once() -> None:
    found = card(document({"participation.appeals": {"to": "chair", "within_days": 0, "answer_days": 0}})).of("appeals")
    assert found.sentence.en == (
        "Reads as an appeal to those who decided: “to: chair”. "
        "Reads as an appeal without time for it: “within_days: 0”. "
        "Reads as an appeal without time for it: “answer_days: 0”."
    )
    assert found.sentence.zh.startswith("从条款看，申诉由作出决定的人处理：“to: chair”。从条款看，")
    assert {reason.cause for reason in found.reasons} == {"participation.appeals"}


def test_parts_that_are_open_stand_in_one_sentence() -> None:
    found = card(document({"participation.appeals": {"to": "appeal-board"}})).of("appeals")
    assert found.sentence.en == "Not stated: time to appeal and time of the answer of appeals."
    assert found.sentence.zh == "未写明：申诉的提出期限、答复期限。"


def test_lines_open_because_of_the_same_path_are_one_line_and_count_each() -> None:
    found = card(document({"data.destinations": None, "compensation.hours_per_task": None}))
    lines = [[one.check for one in line.findings] for column in found.columns() for line in column.lines]
    assert ["pay-known", "pay-level"] in lines
    assert ["licence-coverage", "sale-consent", "training-use"] in lines
    assert found.counts["open"] == sum(one.code == "open" for one in found.findings) == 5


@pytest.mark.parametrize(
    ("section", "path", "value", "check", "code"),
    [
        ("authorship", ("opt_out",), False, "opt-out", "flag"),
        ("participation", ("conflict_of_interest", "same_affiliation"), False, "conflict-of-interest", "fair"),
        ("licence", ("inbound", "exclusive"), False, "licence-inbound", "fair"),
        ("licence", ("inbound", "exclusive"), True, "licence-inbound", "flag"),
        ("rights", ("other_benchmark",), False, "own-rights", "flag"),
        ("authorship", ("opt_out",), None, "opt-out", "open"),
        ("authorship", ("opt_out",), "", "opt-out", "open"),
    ],
)
def test_what_another_reader_of_yaml_made_of_a_word(
    section: str, path: tuple[str, ...], value: object, check: str, code: str
) -> None:
    made = document({})
    *way, last = path
    node = made[section]
    for name in way:
        node = node[name]
    node[last] = value
    assert card(made).of(check).code == code


def test_an_empty_document_has_a_card_of_questions() -> None:
    found = card({"schema": "concord-terms/1"})
    assert found.counts["flag"] == found.counts["fair"] == found.counts["observation"] == 0
    assert found.counts["open"] + sum(one.code == "na" for one in found.findings) == len(CHECKS)


def test_the_complete_example_has_no_flag() -> None:
    assert [one.check for one in card(example()).findings if one.code == "flag"] == []


def test_what_stands_outside_the_terms_is_told_apart_and_changes_nothing() -> None:
    texts = {
        "title": "Reef surveys",
        "summary": "Join us. Every contributor gets a Nature paper.",
        "news": "We plan to submit to Nature.",
    }
    with_texts = card(document({}), texts=texts)
    assert [(one.where, one.quote) for one in with_texts.outside] == [
        ("summary", "Every contributor gets a Nature paper.")
    ]
    assert with_texts.as_json() == card(document({})).as_json()


def test_a_quotation_is_cut_at_a_word() -> None:
    said = quoted("word " * 60)
    assert len(said) <= 160
    assert said.endswith("word…")


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(parts())
def test_any_document_gets_a_card_and_two_flags_never_share_a_cause(made: dict[str, Any]) -> None:
    reading = read({**made, "schema": "concord-terms/1"}, people=None)
    if reading.document is None:
        return
    found = card(reading.document)
    flags = [{reason.cause for reason in one.reasons} for one in found.findings if one.code == "flag"]
    assert sum(map(len, flags)) == len(set().union(*flags))
    for one in found.shown:
        quotes = " ".join(reason.quote for reason in one.reasons)
        assert one.sentences
        for said in (one.sentence.en, one.sentence.zh):
            assert said
            assert not any(word in said and word not in quotes for word in NEVER)
            assert not any(
                "{" + name + "}" in said and "{" + name + "}" not in quotes for name in ("parts", "quote", "n")
            )


def test_hostile_texts_take_no_time() -> None:
    for text in (
        "the paper will be in " * 90,
        "submit to " * 190,
        "不" * 1900,
        "Nature, " * 240,
        "without " * 240,
        "a" * 1990,
    ):
        made = document({})
        made["purpose"] = dict.fromkeys(
            ("measures", "bottleneck", "failure_means", "changes_decision", "used_by", "generalises_to"), text
        )
        made["participation"]["say"] = text
        start = time.process_time()
        card(made)
        assert time.process_time() - start < 3
