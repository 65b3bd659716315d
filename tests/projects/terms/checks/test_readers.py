"""The text readers: what each says yes to, and what it leaves alone, in both languages."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from projects.terms.checks.text import readers
from projects.terms.checks.text.sentences import sentences
from projects.terms.checks.text.venue import reading, readings

READS: dict[Callable[[str], bool], tuple[list[str], list[str]]] = {
    readers.others_decide: (
        [
            "A job interview at a partner company",
            "A best paper award",
            "A prize from a partner company",
            "A job at a laboratory",
            "A research grant",
            "Publication in a book",
            "Admission to a doctoral programme",
            "Press coverage of your task",
            "At least ten citations within a year",
            "参与者将获得某公司的工作机会",
            "推动你的题目获奖",
        ],
        [
            "Nominating the ten best tasks for an award",
            "A recommendation for a grant",
            "Applying for a grant in your name",
            "Authorship by the rules",
            "Pay within 30 days of acceptance",
            "No award is promised",
            "The prizes of chapter 4 paid within 30 days of their deadline",
            "Prizes by place",
            "A prize by the prize rule",
            "Compute jobs on our cluster",
            "A citation of every task in the paper",
            "An answer published in the project's record",
            "A grant of access to the data",
            "提名最好的十道题参评奖项",
        ],
    ),
    readers.closed: (
        ["Nobody can join after the launch.", "The team is closed.", "No new members are taken.", "核心团队不再增补。"],
        [
            "By invitation after five accepted tasks.",
            "Nobody can join unless three members propose them.",
            "每年增选一次。",
        ],
    ),
    readers.alone: (
        [
            "Standards are set by the lead authors only.",
            "Only the core team decides on the rubric.",
            "The rubric is defined solely by the organizers.",
            "评审标准由核心作者单独制定。",
            "标准由核心团队决定。",
        ],
        [
            "The core team alone cannot change the rubric; members vote on every change.",
            "Standards are never set by the core team alone.",
            "Each task must stand alone.",
            "Any member may propose a change.",
            "核心团队不能单独修改标准。",
        ],
    ),
    readers.no_reasons: (
        [
            "Submissions that look generated are closed without explanation.",
            "We may decline any task without giving reasons.",
            "Rejected work is returned without comment.",
            "不合要求的投稿可直接关闭，恕不说明原因。",
            "对未通过的题目不予解释。",
        ],
        [
            "No submission is closed without reasons.",
            "A decline is never sent without an explanation.",
            "Contributors may withdraw without giving reasons.",
            "Reviewers may decline an invitation without giving a reason.",
            "A decline names the criterion and what would cure it.",
            "拒绝时会说明理由。",
            "Contributors explain their answers.",
        ],
    ),
    readers.undisclosed: (
        [
            "My interests are kept private.",
            "Not disclosed.",
            "Reviewers remain confidential.",
            "审稿人资格不公开。",
            "保密",
        ],
        [
            "Founder of Tidewater Labs, which sells survey software; nothing else to disclose.",
            "Reviewers keep the tasks confidential.",
            "Tasks are not disclosed before the release.",
            "审稿人对题目保密。",
        ],
    ),
    readers.picks: (
        [
            "Chosen by the core team",
            "The chair appoints two people",
            "By invitation: the lead invites",
            "由核心团队挑选",
            "组织者邀请",
        ],
        ["Nobody has measured it yet", "Reviews take two evenings", "两个人一周的工作量", "目前没有人衡量过"],
    ),
    readers.qualification: (
        [
            "A doctorate in marine science or five years of survey work.",
            "Researchers in a neighbouring field.",
            "No doctorate is needed; five years of reef surveys are.",
            "Three accepted tasks.",
            "海洋学博士，或五年以上野外经验。",
        ],
        ["Chosen by the core team.", "Approved by the area chairs.", "Invited each month.", "由核心团队邀请。"],
    ),
    readers.asks_doctorate: (
        [
            "Writes tasks; holds a doctorate or works towards one.",
            "PhD students and postdocs.",
            "Needs a Ph.D. in physics.",
            "海洋学博士或博士在读。",
        ],
        [
            "Writes tasks; students are welcome.",
            "No doctorate is needed.",
            "A PhD is not required.",
            "Writes tasks reviewed by professors.",
            "不要求博士学位。",
        ],
    ),
    readers.published_reason: (
        ["Reviews; the reason for each appointment is published.", "Appoints with public reasons.", "任命时公示理由。"],
        ["Reasons are given in private.", "Reasons are not published.", "理由私下告知。"],
    ),
    readers.reach_back: (
        [
            "The team may change these rules at any time, also for work already submitted.",
            "New terms apply to earlier submissions.",
            "Changes may be retroactive.",
            "新规则同样适用于此前提交的题目。",
            "修改后的条款可以溯及既往。",
        ],
        [
            "A later version never applies to work submitted earlier.",
            "Changes are not retroactive.",
            "New rules apply to work submitted from that day on.",
            "New terms apply to earlier work only where its author agrees.",
            "The version in force when a task was submitted applies to work already submitted.",
            "Earlier versions hold for work already submitted.",
            "原条款仍适用于此前提交的题目。",
            "修改后的条款不溯及既往。",
            "新规则只适用于今后提交的题目。",
        ],
    ),
}


@pytest.mark.parametrize(
    ("reader", "text", "expected"),
    [
        pytest.param(reader, text, said, id=f"{reader.__name__}: {text[:40]}")
        for reader, both in READS.items()
        for said, texts in zip((True, False), both, strict=True)
        for text in texts
    ],
)
def test_what_a_text_reads_as(reader: Callable[[str], bool], text: str, expected: bool) -> None:
    assert reader(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("At 3.5 hours, e.g. a survey. Then more.", ["At 3.5 hours, e.g. a survey.", "Then more."]),
        ("Prof. A. Varga leads. Ask her.", ["Prof. A. Varga leads.", "Ask her."]),
        ("第一句。第二句！第三句？", ["第一句。", "第二句！", "第三句？"]),
        ("“It is so.” He left.", ["“It is so.”", "He left."]),
        ("a line\nanother line", ["a line", "another line"]),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize("word", ["rules apply ", "change also ", "A. ", "closing without ", "第一条规则适用于"])
def test_a_long_text_without_an_end_is_read_in_one_go(word: str) -> None:
    """The cube of its length would be hours, the square of 40,000 initials minutes."""
    text = word * (20_000 // len(word)) if word != "A. " else word * 40_000
    started = time.monotonic()
    for one in sentences(text):
        assert not readers.reach_back(one[:20_000])
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_a_text_without_a_sentence_says_nothing(text: str) -> None:
    assert sentences(text) == []
    assert readings(sentences(text)) == []
    assert reading(text) == "neither"


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (readers.no_reasons, "We may decline a task without reaſons."),
        (readers.no_reasons, "We may decline a task without REASONS."),
        (readers.no_reasons, "Tasks are declined WİTHOUT COMMENT."),
        (readers.no_reasons, "对拒绝的任务恕不说明。"),
        (readers.reach_back, "New rules apply to PRIOR work."),
        (readers.reach_back, "New rules apply to prıor work."),
        (readers.reach_back, "新规则同样适用于此前提交的任务。"),
    ],
)
def test_other_letters_hide_nothing(reader, text):
    """What is looked for in a hurry first takes every letter that the patterns take for the same."""
    assert reader(text)
