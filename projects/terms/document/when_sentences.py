"""Conditions on a piece of work as words: ``the difficulty is at least 3``, ``难度不低于 3``."""

from __future__ import annotations

from typing import NamedTuple

from projects.terms.document.who_sentences import Titled, flattened
from projects.terms.document.words import spaced, zh


class _Number(NamedTuple):
    en: str
    chinese: str


class _YesNo(NamedTuple):
    """The sentence where it holds and where it does not, in both languages."""

    en: str
    en_not: str
    chinese: str
    chinese_not: str


_NUMBERS = {
    "experts_right": _Number("the number of experts who answer correctly", "答对的专家数"),
    "experts_asked": _Number("the number of experts asked", "参与解题的专家数"),
    "nonexperts_wrong": _Number("the number of non-experts who answer wrongly", "答错的非专家数"),
    "nonexperts_asked": _Number("the number of non-experts asked", "参与解题的非专家数"),
    "difficulty": _Number("the difficulty", "难度"),
    "rounds": _Number("the number of rounds", "评审轮数"),
    "quantity": _Number("the quantity", "数量"),
}
_YES_NO = {
    "expert": _YesNo("an expert does the work", "no expert does the work", "由专家完成", "不由专家完成"),
    "right": _YesNo("the answer given is right", "the answer given is not right", "所给答案正确", "所给答案不正确"),
    "agreed": _YesNo(
        "the result of the work agrees with the task’s answer",
        "the result of the work does not agree with the task’s answer",
        "结果与任务答案一致",
        "结果与任务答案不一致",
    ),
    "second_right": _YesNo(
        "the second solver is right", "the second solver is not right", "第二位解题者答对", "第二位解题者未答对"
    ),
    "after_revision": _YesNo(
        "the work follows a revision", "the work follows no revision", "在修改之后完成", "未经修改"
    ),
}
# What is the first for a task, by what the rule counts.
_FIRST = {"review": ("review", "评审"), "solve": ("blind solve", "盲解")}
# Each sign with its words where it holds; the sign that holds where it does not.
_SIGNS = {
    "≥": ("at least", "不低于", "<"),
    "≤": ("at most", "不超过", ">"),
    ">": ("more than", "大于", "≤"),
    "<": ("less than", "小于", "≥"),
    "=": ("exactly", "等于", "≠"),
    "≠": ("not", "不等于", "="),
}
_ASCII = {">=": "≥", "<=": "≤"}


class When(Titled):
    """Says conditions; a negation is said of the parts it reaches."""

    def when(self, condition: object, *, work: object = "", hold: bool = True, inside: bool = False) -> str:
        """``work`` is what the rule counts: ``review``, ``solve``."""
        if isinstance(condition, dict) and len(condition) == 1:
            ((name, inner),) = condition.items()
            if name == "not":
                return self.when(inner, work=work, hold=not hold, inside=inside)
            parts = inner if isinstance(inner, list) else ["…"]
            return self._joined((name == "all") == hold, parts, hold, inside, work)
        return self._compared(condition, hold, work) if isinstance(condition, str) else "…"

    def under(self, condition: object, en: str, chinese: str, *, work: object = "") -> str:
        """The sentence with the condition at ``{when}``; in Chinese one of several parts stands behind a colon."""
        said = self.when(condition, work=work)
        if zh(self.lang) and "，" in said:
            return f"{chinese.replace('{when}', '满足以下条件')}：{said}"
        if said.startswith("在"):
            chinese = chinese.replace("在{when}", "{when}")
        return self.said(en.replace("{when}", said), spaced(chinese.replace("{when}", said)))

    def _joined(self, every: bool, parts: list[object], hold: bool, inside: bool, work: object) -> str:
        """An inner group of the other sort stands in brackets; one of the same sort is as good as its own parts."""
        flat = [one for part in parts for one in flattened(every, part, hold)]
        if len(flat) == 1:
            return self.when(flat[0][0], work=work, hold=flat[0][1], inside=inside)
        said = [self.when(part, work=work, hold=holds, inside=True) for part, holds in flat]
        text = self.said(" and " if every else " or ", "，且" if every else "，或").join(said)
        return self.said(f"({text})", f"（{text}）") if inside else text

    def _compared(self, condition: str, hold: bool, work: object) -> str:
        for written in (">=", "<=", "≥", "≤", ">", "<", "="):
            fact, found, number = condition.partition(written)
            if found:
                return self._number(fact.strip(), _ASCII.get(written, written), number.strip(), hold)
        if condition.strip() == "first":
            return self._first_for_task(hold, *_FIRST.get(str(work), ("work", "评审或盲解")))
        flag = _YES_NO.get(condition.strip())
        if flag is None:
            return condition.strip()
        return self.said(flag.en if hold else flag.en_not, flag.chinese if hold else flag.chinese_not)

    def _first_for_task(self, hold: bool, en: str, chinese: str) -> str:
        return self.said(
            f"the {en} is {'' if hold else 'not '}the first for the task",
            f"{'' if hold else '不'}是该任务的首次{chinese}",
        )

    def _number(self, fact: str, sign: str, number: str, hold: bool) -> str:
        if not hold:
            sign = _SIGNS[sign][2]
        en, chinese, _ = _SIGNS[sign]
        named = _NUMBERS.get(fact, _Number(fact, fact))
        return self.said(f"{named.en} is {en} {number}", f"{named.chinese}{chinese} {number}")
