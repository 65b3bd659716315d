"""Answers and pasted text → the fairness card and the letter. Pure: the same input gives the same result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from projects.checking import answers as twelve
from projects.checking import pasted as pastes
from projects.checking.letter import Group, letter
from projects.checking.questions import PARTS
from projects.terms.checks.card import Card, card
from projects.terms.checks.finding import Finding, Reason
from projects.terms.document.field import Words
from projects.terms.document.words import money

Kind = Literal["answers", "document", "words"]
# Whose answer a clause of the document is, for the quote; of these the first that the path begins with.
_SAID_BY = (
    ("growth.feedback", "reasons"),
    ("compensation.pay[", "amount"),
    ("compensation.pay", "kind"),
    ("compensation.own_costs", "costs"),
    ("authorship.eligibility", "author"),
    ("authorship.opt_out", "decline"),
    ("authorship.conditions", "lost"),
    ("authorship.blocks", "order"),
    ("authorship.ties", "ties"),
    ("authorship.marks", "apart"),
    ("authorship.leavers", "leaving"),
    ("authorship.unreachable", "leaving"),
    ("participation.say", "say"),
    ("participation.rubric", "rubric"),
    ("participation.stages[0].decides", "decides"),
    ("participation.stages[0].first_answer_days", "first"),
    ("participation.answer_days", "first"),
    ("participation.anonymity", "names"),
    ("participation.conflict_of_interest", "conflicts"),
    ("participation.appeals.within_days", "appeal_within"),
    ("participation.appeals.answer_days", "appeal_answer"),
    ("participation.appeals", "appeals"),
    ("roles", "rise"),
    ("core_team.joining", "core"),
    ("core_team.funders", "funders"),
    ("returns.if_", "end"),
    ("licence.inbound.exclusive", "exclusive"),
    ("licence.inbound.ownership", "owner"),
    ("licence.outbound", "data"),
    ("licence.commercial_use", "commercial"),
    ("data.destinations[0].purpose", "training"),
    ("data.destinations", "recipients"),
    ("data.new_destination", "new"),
    ("data.held_out", "held"),
    ("rights", "own"),
    ("changes.notice_days", "notice"),
    ("changes.contested_at", "back"),
)


@dataclass(frozen=True)
class Judged:
    """``given`` says what the card rests on."""

    card: Card
    pasted: pastes.Pasted
    given: tuple[Kind, ...]

    def letter(self, lang: str) -> list[Group]:
        return letter(self.card.findings, lang)


def judged(answers: Mapping[str, Any], text: str, *, as_document: bool | None, lang: str) -> Judged:
    """``as_document`` None finds out by itself. Where a document and an answer speak of the same clause, the document
    counts. Quotes of answers are in ``lang``."""
    stated = {name: value for name, value in answers.items() if value not in (None, "")}
    given: list[Kind] = []
    pasted = pastes.Pasted({})
    if text.strip():
        document = pastes.is_document(text) if as_document is None else as_document
        pasted = pastes.of_document(text) if document else pastes.of_words(text)
        given.append("document" if document else "words")
    if stated:
        given.append("answers")
    return Judged(_card(pasted, stated, lang), pasted, tuple(given))


def quoted_in(lang: str, found: Judged, answers: Mapping[str, Any]) -> Judged:
    """The same with the answers, which are those it was judged with, quoted in another language. What was pasted is not
    read again."""
    stated = {name: value for name, value in answers.items() if value not in (None, "")}
    return replace(found, card=_card(found.pasted, stated, lang))


def _card(pasted: pastes.Pasted, stated: Mapping[str, Any], lang: str) -> Card:
    made = card(pastes.together(pasted.document, twelve.document(stated, lang)))
    mine = _Mine(pasted.document, stated, lang)
    return replace(made, findings=tuple(mine.quoted(found) for found in made.findings))


class _Mine:
    """Puts the words of an answer where the card would quote the clause made from it (``opt_out: none``)."""

    def __init__(self, document: pastes.Document, answers: Mapping[str, Any], lang: str) -> None:
        self.document, self.answers, self.lang = document, answers, lang

    def quoted(self, found: Finding) -> Finding:
        for reason in found.reasons:
            said = self._said(reason)
            if said and reason.quote:
                old, new = f"“{reason.quote.rstrip('.。')}”", f"“{said}”"
                sentences = tuple(Words(one.en.replace(old, new), one.zh.replace(old, new)) for one in found.sentences)
                reasons = tuple(replace(one, quote=said) if one is reason else one for one in found.reasons)
                found = replace(found, sentences=tuple(dict.fromkeys(sentences)), reasons=reasons)
        return found

    def _said(self, reason: Reason) -> str:
        if self._in_document(reason.path):
            return ""
        name = next((part for path, part in _SAID_BY if reason.path.startswith(path)), "")
        if name not in self.answers:
            return ""
        part, value = PARTS[name], self.answers[name]
        if part.kind == "choice":
            return part.options[value].said(self.lang)
        shown = money(value) if part.kind == "money" else value
        return f"{part.label.said(self.lang)}{'：' if self.lang.lower().startswith('zh') else ': '}{shown}"

    def _in_document(self, path: str) -> bool:
        """Whether the pasted document answers the clause itself."""
        node: Any = self.document
        for name in re.sub(r"\[\d+\]", "", path).split("."):
            if not isinstance(node, Mapping):
                return node is not None
            node = node.get(name)
        return node is not None
