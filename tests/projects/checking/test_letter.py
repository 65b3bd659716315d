"""The questions to the organizers: one for each check, polite, in both languages, only for what is not fair."""

from __future__ import annotations

import re

import pytest

from projects.checking.judging import judged, quoted_in
from projects.checking.letter import ASKS, CLOSING, OPENING, Asked, plain
from projects.terms.checks.catalogue import CHECKS
from tests.projects.terms.checks.examples_data import HERE

CHINESE = re.compile("[\u4e00-\u9fff]")
FAIR = (HERE / "base.yaml").read_text("utf-8")
REPROACH = ("unfair", "dishonest", "exploit", "you must", "剥削", "欺骗", "不公平", "必须")


def asked_of(answers: dict[str, object], text: str = "", lang: str = "en") -> list[Asked]:
    groups = judged(answers, text, as_document=None, lang=lang).letter(lang)
    return [one for group in groups for one in group.asked]


@pytest.mark.parametrize("text", ["", FAIR, "Every contributor becomes a co-author of a paper in Nature."])
def test_quoted_in_another_language_it_is_as_if_judged_there(text: str) -> None:
    answers = {"decline": "no", "notice": 30}
    found = judged(answers, text, as_document=None, lang="en")
    assert quoted_in("zh-hans", found, answers) == judged(answers, text, as_document=None, lang="zh-hans")
    assert quoted_in("zh-hans", found, answers) != found or "document" in found.given


def test_every_check_has_one_question() -> None:
    assert list(ASKS) == list(CHECKS)


@pytest.mark.parametrize("check", list(CHECKS))
def test_both_languages_ask_and_say_why(check: str) -> None:
    ask = ASKS[check]
    assert ask.ask.en.endswith("?")
    assert ask.ask.zh.endswith("？")
    assert ask.why.en.endswith(".")
    assert ask.why.zh.endswith("。")
    for words in (ask.ask, ask.why):
        assert not CHINESE.search(words.en)
        assert CHINESE.search(words.zh)
        assert not any(word in f"{words.en} {words.zh}" for word in REPROACH)
        assert 20 < len(words.en) < 220
        assert not re.search(r"[,.?!:;]", re.sub(r"\d", "", words.zh))


def test_no_two_checks_ask_the_same() -> None:
    assert len({ask.ask.en for ask in ASKS.values()}) == len({ask.ask.zh for ask in ASKS.values()}) == 46


def test_what_is_fair_is_not_asked() -> None:
    assert asked_of({}, FAIR) == []


def test_a_flag_is_asked_with_how_it_was_read() -> None:
    [one] = asked_of({}, FAIR.replace("notice_days: 30, contested", "notice_days: 0, contested"))
    assert (one.number, one.check) == (1, "notice-days")
    assert one.lead == "As I read it: changes without notice: “notice_days: 0”."


@pytest.mark.parametrize(
    ("lang", "lead"),
    [
        ("en", "As I read it: Changes are announced only 3 days ahead."),
        ("zh-hans", "我的理解是：变更只提前 3 天通知。"),
    ],
)
def test_what_is_worth_knowing_is_asked_too(lang: str, lead: str) -> None:
    [one] = [one for one in asked_of({"notice": 3}, lang=lang) if one.check == "notice-days"]
    assert one.lead == lead


def test_several_reasons_stand_in_one_sentence() -> None:
    text = "A Nature paper with your name on it is certain. 论文将发表于《自然》，所有参与者署名。"
    first = asked_of({}, text)[0]
    assert first.lead == (
        "As I read it: a promise of a venue: “A Nature paper with your name on it is certain”; "
        "a promise of a venue: “论文将发表于《自然》，所有参与者署名”."
    )
    assert asked_of({}, text, "zh-hans")[0].lead == (
        "我的理解是：这是在许诺发表去向：“A Nature paper with your name on it is certain”；"
        "这是在许诺发表去向：“论文将发表于《自然》，所有参与者署名”。"
    )


def test_what_is_not_stated_is_asked_plainly() -> None:
    asked = asked_of({})
    assert [one.check for one in asked] == [check for check in CHECKS if check not in ("pay-level", "prize-rule")]
    assert [one.number for one in asked] == list(range(1, 45))
    assert all(one.lead == "" for one in asked)


@pytest.mark.parametrize("lang", ["en", "zh-hans"])
def test_the_letter_as_text_holds_every_question(lang: str) -> None:
    groups = judged({"notice": 3}, "", as_document=None, lang=lang).letter(lang)
    text = plain(groups, lang)
    assert text.startswith(OPENING.said(lang))
    assert text.endswith(f"{CLOSING.said(lang)}\n")
    for group in groups:
        assert f"\n\n{group.title}\n\n" in text
        for one in group.asked:
            assert f"\n\n{one.number}. {one.ask}\n" in text
            assert one.why in text
            assert one.lead in text
