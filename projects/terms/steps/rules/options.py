"""What the selects and boxes inside rules offer, from closed lists and from the draft itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from authorship.engine.grammar import FACTS
from projects.terms.document.field import Words
from projects.terms.document.not_run import NOT_RUN, NOT_YET
from projects.terms.document.rule_build import AS_WRITTEN
from projects.terms.document.walk import items

Document = Mapping[str, Any]


@dataclass(frozen=True)
class Option:
    value: str
    label: str
    chosen: bool
    hint: str = ""


def not_run_yet(said: str, lang: str) -> str:
    """The words of a button, of which there are many, for what can be added and not be published."""
    return _noted(said, NOT_RUN, lang)


def with_not_yet(said: str, lang: str) -> str:
    """An answer that can be chosen and not be published."""
    return _noted(said, NOT_YET, lang)


def _noted(said: str, note: Words, lang: str) -> str:
    return f"{said}（{note.said(lang)}）" if lang.lower().startswith("zh") else f"{said} ({note.said(lang)})"


_FACTS: Mapping[str, Words] = {
    "experts_right": Words("the number of experts who answer correctly", "答对的专家数"),
    "experts_asked": Words("the number of experts asked", "参与的专家数"),
    "nonexperts_wrong": Words("the number of non-experts who answer wrongly", "答错的非专家数"),
    "nonexperts_asked": Words("the number of non-experts asked", "参与的非专家数"),
    "difficulty": Words("the difficulty (1 to 5)", "难度（1 至 5）"),
    "rounds": Words("the number of rounds", "轮数"),
    "expert": Words("an expert does it", "由专家完成"),
    "right": Words("the answer is right", "答案正确"),
    "agreed": Words("solver and answer agree", "与答案一致"),
    "first": Words("it is the first", "是首次"),
    "second_right": Words("the second solver is right", "第二位解题者答对"),
    "after_revision": Words("it follows a revision", "在修改之后"),
    "quantity": Words("the quantity", "数量"),
}
_CLOSED: Mapping[str, Mapping[str, Words]] = {
    "bound": {"at_least": Words("at least", "至少"), "more_than": Words("more than", "超过")},
    "per": {"year": Words("in each year", "每年"), "total": Words("in total", "总计")},
    "by": {
        "person": Words("by the person", "由本人"),
        "institute": Words("by the institute", "由所在单位"),
        "either": Words("by the person or the institute", "由本人或所在单位"),
    },
    "before": {
        "first_accepted": Words("the first acceptance", "首个任务通过"),
        "day": Words("this day:", "此日期："),
    },
    "budget": {"month": Words("in each month", "每月"), "output": Words("for each output", "对每项成果")},
    "sign": {
        "": Words("(yes)", "（是）"),
        "≥": Words("is at least", "不低于"),
        "=": Words("is exactly", "等于"),
        ">": Words("is more than", "大于"),
        "≤": Words("is at most", "不超过"),
        "<": Words("is less than", "小于"),
    },
}
_CHOOSE = Words("choose …", "请选择……")


def closed(name: str, value: str, lang: str) -> list[Option]:
    """A closed list with a word for "nothing chosen", and the value as typed where the list does not have it."""
    words = _CLOSED[name]
    made = [Option(key, label.said(lang), key == value) for key, label in words.items()]
    if name in {"bound", "sign"}:
        return _with_typed(made, value)
    return [Option("", _CHOOSE.said(lang), not value), *_with_typed(made, value)]


def _with_typed(made: list[Option], value: str) -> list[Option]:
    if not value or any(one.chosen for one in made):
        return made
    return [*made, Option(value, value.removeprefix(AS_WRITTEN).strip(), True)]


def facts(about: str | None, value: str, lang: str) -> list[Option]:
    """The facts of one kind of work; of all kinds while it is not said."""
    known = FACTS.get(about or "") or {name: "" for facts_ in FACTS.values() for name in facts_}
    made = [Option(name, _FACTS[name].said(lang), name == value) for name in known if name in _FACTS]
    return [Option("", _CHOOSE.said(lang), not value), *_with_typed(made, value)]


def declared(document: Document, path: str, values: Iterable[str], lang: str, *, one: bool) -> list[Option]:
    """What the draft declares at a list of items with ids, by title, and the values that name something else.

    Boxes begin with what is ticked, in its order, since a page sends them in the order in which they stand.
    """
    chosen = [value for value in values if value]
    made = [
        Option(str(item["id"]), _title(item), str(item["id"]) in chosen)
        for item in items(document, path)
        if isinstance(item.get("id"), str)
    ]
    known = {option.value for option in made}
    if not made:
        return []
    made += [Option(value, value, True) for value in dict.fromkeys(chosen) if value not in known]
    if one:
        return [Option("", _CHOOSE.said(lang), not chosen), *made]
    return sorted(made, key=lambda option: chosen.index(option.value) if option.chosen else len(chosen))


def _title(item: Mapping[str, Any]) -> str:
    title = item.get("title")
    return str(title) if title not in (None, "none") else str(item["id"])
