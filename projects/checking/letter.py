"""The questions to send to the organizers: one for each finding that is not fair, in English or Chinese. Pure."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass

from projects.checking.questions import HERE
from projects.terms.checks.catalogue import CHECKS, COLUMNS
from projects.terms.checks.finding import Finding
from projects.terms.document.field import Words

# Of many sentences that read the same the first ones are enough to ask about.
_MOST_QUOTED = 3
_READS_AS = re.compile(r"^(?:Reads as |从条款看，)")
# What the card says behind the quotation is for the reader of the card.
_BEHIND = re.compile(r"^(.*”)[.。].*$", re.DOTALL)
AS_READ = Words("As I read it: ", "我的理解是：")
WHY = Words("Why I ask: ", "为什么问：")
OPENING = Words(
    "Dear organizers,\n\nI am thinking about taking part in your project. Before I decide, I would like to understand "
    "the points below. A short answer to each, or a pointer to where it is written, is enough.",
    "各位组织者：\n\n您好。我在考虑参加你们的项目，在决定之前，想先了解以下几点。每一点简短答复，或者告诉我写在哪里，就可以了。",
)
CLOSING = Words("Thank you for your time.", "感谢你们抽出时间。")


@dataclass(frozen=True)
class Ask:
    ask: Words
    why: Words


def _asks() -> dict[str, Ask]:
    rows = tomllib.loads((HERE / "asking.toml").read_text("utf-8"))
    return {check: Ask(Words(*row["ask"]), Words(*row["why"])) for check, row in rows.items()}


ASKS = _asks()


@dataclass(frozen=True)
class Asked:
    """One question. ``lead`` says how a clause was read, empty where nothing is stated; ``number`` counts from 1."""

    number: int
    check: str
    lead: str
    ask: str
    why: str


@dataclass(frozen=True)
class Group:
    title: str
    asked: tuple[Asked, ...]


def letter(findings: Sequence[Finding], lang: str) -> list[Group]:
    """In the order of the card, under its columns. What is fair, and what does not apply, is not asked."""
    groups: list[Group] = []
    number = 0
    for key, title in COLUMNS:
        asked = []
        for found in findings:
            if CHECKS[found.check].column == key and found.code in ("open", "flag", "observation"):
                number += 1
                ask = ASKS[found.check]
                asked.append(Asked(number, found.check, _lead(found, lang), ask.ask.said(lang), ask.why.said(lang)))
        if asked:
            groups.append(Group(title.said(lang), tuple(asked)))
    return groups


def _lead(found: Finding, lang: str) -> str:
    if found.code == "open":
        return ""
    said = [_BEHIND.sub(r"\1", _READS_AS.sub("", one.said(lang))) for one in found.sentences[:_MOST_QUOTED]]
    gap, end = ("；", "。") if lang.lower().startswith("zh") else ("; ", ".")
    return AS_READ.said(lang) + gap.join(one.rstrip(end) for one in said) + end


def plain(groups: Sequence[Group], lang: str) -> str:
    """The whole letter as text, to be copied into a mail."""
    parts = [OPENING.said(lang)]
    for group in groups:
        parts.append(group.title)
        for one in group.asked:
            lines = [f"{one.number}. {one.ask}", *([one.lead] if one.lead else []), f"{WHY.said(lang)}{one.why}"]
            parts.append("\n   ".join(lines))
    return "\n\n".join([*parts, CLOSING.said(lang)]) + "\n"
