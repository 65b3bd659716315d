"""The venue reader on every sentence of the list, and on the same sentences with other venues, years and numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from projects.terms.checks.text import venue_words
from projects.terms.checks.text.venue import reading

ROWS = [line.split("\t") for line in (Path(__file__).parent / "promises.tsv").read_text("utf-8").splitlines()[1:]]
NAMED = re.compile(
    r"《(?:自然|科学|细胞)》|NeurIPS|Nature Methods|Nature(?!-family)|Science|Cell|ICLR|ICML|KDD|CVPR|"
    r"顶刊|顶会|高水平期刊|国际顶级期刊"
)
CLASSES = re.compile(r"high-impact (?:scientific )?journal|peer-reviewed journal")
OTHERS = {
    "en": [
        "Nature",
        "Science",
        "Cell",
        "ICLR",
        "NeurIPS",
        "CVPR",
        "Nature Methods",
        "The Lancet",
        "PNAS",
        "Physical Review Letters",
    ],
    "zh-Hans": ["《自然》", "《科学》", "《柳叶刀》", "Nature", "Cell", "ICLR", "顶刊", "顶会", "国际顶级期刊", "CVPR"],
}
OTHER_CLASSES = ["high-impact journal", "top conference", "leading scientific journal", "peer-reviewed journal"]


def test_all_sentences_are_here() -> None:
    assert len(ROWS) == 80
    assert {row[2] for row in ROWS} == {"promise", "plan", "neither"}


@pytest.mark.parametrize(("sentence", "expected"), [(row[1], row[2]) for row in ROWS])
def test_the_sentence_reads_as_typed(sentence: str, expected: str) -> None:
    assert reading(sentence) == expected


def _changed() -> list[tuple[str, str]]:
    found = []
    for language, sentence, expected, _ in ROWS:
        if expected == "neither":
            continue
        if NAMED.search(sentence):
            found += [(NAMED.sub(other, sentence), expected) for other in OTHERS[language]]
        elif language == "en" and CLASSES.search(sentence):
            found += [(CLASSES.sub(other, sentence), expected) for other in OTHER_CLASSES]
        if re.search(r"\d{4}", sentence):
            found.append((re.sub(r"\d{4}", "2031", sentence), expected))
    for old, new in (("Twenty", "Forty"), ("five", "seven"), ("五道题", "十道题"), ("六月", "九月")):
        found += [(row[1].replace(old, new), row[2]) for row in ROWS if old in row[1]]
    return found


@pytest.mark.parametrize(("sentence", "expected"), _changed())
def test_another_venue_year_or_number_changes_nothing(sentence: str, expected: str) -> None:
    assert reading(sentence) == expected


def test_no_rule_holds_a_whole_sentence() -> None:
    rules = [value.pattern for value in vars(venue_words).values() if isinstance(value, re.Pattern)]
    for _, sentence, _, _ in ROWS:
        bare = sentence.strip(".。?？")
        assert not any(bare in rule for rule in rules)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Your name will be on a Nature paper.", "promise"),
        ("Contributors are guaranteed an ICML paper.", "promise"),
        ("If you join, your name will be on our Nature paper.", "promise"),
        ("All contributors will be co-authors of the paper published in Nature.", "promise"),
        ("We publish in Nature, with all of you as authors.", "promise"),
        ("我们会在 Nature 上发表这篇论文。", "promise"),
        ("文章必中 ICLR。", "promise"),
        ("所有作者都会成为顶会论文的共同作者。", "promise"),
        ("Our goal: a Nature paper.", "plan"),
        ("We plan, together with you, to publish in Nature.", "plan"),
        ("If the reviewers accept it, the paper will appear in Nature.", "plan"),
        ("We intend to submit to a journal; if accepted, the paper appears in Nature.", "plan"),
        ("With luck, the paper appears in Nature.", "plan"),
        ("论文将投稿至 NeurIPS。", "plan"),
        ("我们希望发表在 Nature 上。", "plan"),
        ("Questions must be based on a Nature paper of the last two years.", "neither"),
        ("Tasks from Nature papers are welcome.", "neither"),
        ("The paper will not appear in Nature.", "neither"),
        ("Marine science will be published here.", "neither"),
        ("The Terminal-Bench Science paper lists all authors.", "neither"),
        ("Each result must have appeared in a peer-reviewed journal.", "neither"),
        ("A doctorate or a first-author paper at a top conference.", "neither"),
        ("We plan to submit the paper to a journal.", "neither"),
        ("Experts with publications in Nature review each task.", "neither"),
        ("Questions about NeurIPS papers are welcome.", "neither"),
        ("Each task explains a Nature paper in plain words.", "neither"),
        ("All authors sign the Cell tracking paper.", "neither"),
        ("题目来源广泛，其中 Nature 论文占一半。", "neither"),
        ("由在顶刊发表论文的专家审阅。", "neither"),
        ("You earn two NeurIPS papers a year with us.", "promise"),
        ("题目须出自顶会论文。", "neither"),
        ("审稿人须在顶刊发表过论文。", "neither"),
        ("论文已被 ICLR 录用。", "neither"),
        ("自然语言处理和计算机科学方向的题目。", "neither"),
    ],
)
def test_sentences_that_the_list_does_not_hold(text: str, expected: str) -> None:
    assert reading(text) == expected
