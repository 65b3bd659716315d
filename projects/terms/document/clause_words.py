"""One document in one language: the words of answers, from which `saying` makes the sentences of each clause.

Words of the organizers and subject ids carry the marks of `document.marked`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from licensing.vocabulary.purposes import purpose
from projects.terms.document import marked
from projects.terms.document.field import Field
from projects.terms.document.fields import BY_PATH, children
from projects.terms.document.rule_sentences import Rules, label
from projects.terms.document.walk import items
from projects.terms.document.words import amount, day, days, money, pick, sentences, series
from projects.terms.document.write import flow

Item = Mapping[str, Any]

PURPOSE_WORDS = {
    "research": ("research", "研究"),
    "evaluation": ("evaluation", "评测"),
    "training": ("training", "训练"),
    "resale": ("resale", "转售"),
    "noncommercial": ("any non-commercial purpose", "任何非商业用途"),
    "any": ("any purpose", "任何用途"),
}


class Clause:
    def __init__(self, document: Mapping[str, Any], lang: str) -> None:
        self.lang = lang
        self.rules = Rules(lang, document, marked=True)
        self._roles = {str(item.get("id")) for item in items(document, "roles")}

    def said(self, en: str, chinese: str) -> str:
        return pick(self.lang, en, chinese)

    @property
    def open(self) -> str:
        return self.said("not stated", "未写明")

    @property
    def none(self) -> str:
        """An answer that holds nothing, where no better words are known."""
        return self.said("answered “none”", "写明为“无”")

    def say(self, *texts: str) -> str:
        """Several sentences as one paragraph."""
        return sentences(texts, self.lang)

    def list(self, parts: list[str], word: str = "and") -> str:
        return series(parts, self.lang, word=word)

    # --- parts of an item

    def missing(self, item: Item, name: str) -> str:
        """The words for a part that holds nothing or ``none``; empty where it holds an answer."""
        value = item.get(name)
        return self.open if value is None else self.none if value == "none" else ""

    def quoted(self, item: Item, name: str) -> str:
        """A part in the organizers' words, in quotation marks; for behind a colon."""
        return self.missing(item, name) or self.rules.quoted(item[name])

    def somebody(self, item: Item, name: str, noun: tuple[str, str]) -> str:
        """The same as the subject of a sentence; ``noun`` says what they are where they are not named."""
        if self.missing(item, name):
            return self.said(f"{noun[0]} who is not named", f"未写明的{noun[1]}")
        return self.rules.quoted(item[name])

    def titled(self, title: tuple[str, str], item: Item, name: str, none: tuple[str, str] | None = None) -> str:
        """``Duties: “…”``; the sentence ``none`` where that is the answer."""
        if item.get(name) == "none" and none:
            return self.said(*none)
        return self.said(f"{title[0]}: {self.quoted(item, name)}", f"{title[1]}：{self.quoted(item, name)}")

    def chosen(self, item: Item, name: str, words: Mapping[str, tuple[str, str]], title: tuple[str, str]) -> str:
        """The sentence of a closed list's value; ``title`` with what is the matter where it has none."""
        found = words.get(str(item.get(name)))
        if found:
            return self.said(*found)
        missing = self.missing(item, name)
        if item.get(name) == "none" and title[0].split()[0] in _ASKS:
            return self.said(f"No rule says {title[0][:1].lower()}{title[0][1:]}", f"没有规定{title[1]}")
        return self.said(f"{title[0]}: {missing}", f"{title[1]}：{missing}")

    def is_titled(self, item: Item) -> bool:
        return not self.missing(item, "title")

    def name(self, item: Item) -> str:
        """Title of a list's item in quotation marks, else its id as an id, so that nobody takes it for a title."""
        if self.is_titled(item):
            return self.rules.quoted(item["title"])
        named, none = self.rules.quoted(item.get("id", "…")), item.get("title") == "none"
        return self.said(
            f"({'no title' if none else 'title not stated'}, id {named})",
            f"（{'没有名称' if none else '名称未写明'}，标识{named}）",
        )

    def role(self, named: object) -> str:
        """``holders of the role “Organizer”``; other words that stand for somebody are quoted."""
        if named is None:
            return self.said("somebody who is not named", "未写明者")
        if named == "none":
            return self.said("nobody", "（无人）")
        if str(named) in self._roles:
            return self.said(
                f"holders of the role “{self.rules.role(named)}”", f"担任“{self.rules.role(named)}”角色的人"
            )
        return self.rules.quoted(named)

    def days(self, value: object) -> str:
        if value is None:
            return self.said("a number of days that is not stated", "若干天（未写明）")
        return self.said("no stated time", "若干天（写明为“无”）") if value == "none" else days(value, self.lang)

    def within(self, value: object, at_once: tuple[str, str] = ("on the same day", "当天")) -> str:
        """``within 14 days``, ``at no promised time``; ``14 天内``, ``没有承诺期限``; ``at_once`` for no days."""
        if value is None:
            return self.said("at a time that is not stated", "期限未写明")
        if value == 0:
            return self.said(*at_once)
        if value == "none":
            return self.said("at no promised time", "没有承诺期限")
        return self.said(f"within {self.days(value)}", f"{self.days(value)}内")

    def day(self, value: object) -> str:
        if value is None:
            return self.said("a day that is not stated", "某日（未写明）")
        return self.said("no stated day", "某日（写明为“无”）") if value == "none" else day(str(value), self.lang)

    def part(self, path: str, item: Item) -> str:
        """The words of one named part, or that it is not stated."""
        field = BY_PATH[path]
        return self.missing(item, field.name) or self.value(field, item[field.name])

    def uses(self, item: Item, name: str) -> str:
        """A list of purposes; words of a closed list are ours, others the organizers'."""
        value = item.get(name)
        if not isinstance(value, list):
            return self.missing(item, name)
        return self.list([self._use(one) for one in value])

    def _use(self, purposed: str) -> str:
        words = PURPOSE_WORDS.get(purpose(purposed))
        return self.said(*words) if words else self.rules.quoted(purposed)

    def who(self, expression: object, en: str, chinese: str) -> str:
        """``en`` and ``chinese`` with ``{who}``: behind "who" in English, a condition in Chinese."""
        return self.said(en, chinese).replace("{who}", self.rules.does(expression))

    # --- any leaf

    def value(self, field: Field, value: Any) -> str:
        """The words of one answered leaf."""
        if value == "none":
            return self.said("none", "无")
        if field.kind in {"yes_no", "yes_no_text"}:
            return {"yes": self.said("yes", "是"), "no": self.said("no", "否")}.get(str(value), marked.own(str(value)))
        if field.kind in {"choice", "date_choice"} and value in field.values:
            return label(field.path, value, self.lang)
        if field.kind == "choices":
            return self.list([label(field.path, one, self.lang) for one in value]) or self.said("none", "无")
        if field.kind == "ids" and isinstance(value, list):
            named = self.rules.role if field.name == "roles" else self.rules.kind if field.name == "kinds" else str
            return self.list([named(one) for one in value])
        if field.kind in _SHOWN:
            return _SHOWN[field.kind](self, value)
        if field.kind in _OWN and isinstance(value, str):
            return marked.own(value)
        return str(value) if isinstance(value, str | int) else flow(value)

    def parts(self, path: str, item: Item) -> str:
        """``Title: value; Title: value`` for the answered parts of an object or list item."""
        found = []
        for field in children(path):
            value = item.get(field.name)
            if value is None:
                continue
            shown = (
                self.parts(field.path, value)
                if field.kind == "object" and isinstance(value, dict)
                else self.value(field, value)
            )
            title = field.title.said(self.lang)
            found.append(self.said(f"{title}: {shown}", f"{title}：{shown}"))
        return self.said("; ", "；").join(found)


# Titles that are questions: a rule can be said not to answer them.
_ASKS = frozenset({"Who", "What", "Whether", "How", "Until"})
_OWN = frozenset({"text", "long_text", "role", "number_text", "money_text", "seed_text"})
_SHOWN: dict[str, Callable[[Clause, Any], str]] = {
    "days": lambda clause, value: days(value, clause.lang),
    "date": lambda clause, value: day(value, clause.lang),
    "date_choice": lambda clause, value: day(value, clause.lang),
    "money": lambda clause, value: money(value),
    "money_text": lambda clause, value: money(value) if isinstance(value, dict) else marked.own(str(value)),
    "share": lambda clause, value: amount(value),
    "person": lambda clause, value: marked.person(value),
    "words": lambda clause, value: clause.uses({"words": value}, "words"),
    "expression": lambda clause, value: clause.rules.who(value),
    "condition": lambda clause, value: clause.rules.when(value),
    "keys": lambda clause, value: clause.rules.keys(value),
    "hours": lambda clause, value: clause.said(
        f"{amount(value[0])} to {amount(value[1])} hours", f"{amount(value[0])} 至 {amount(value[1])} 小时"
    ),
}
