"""People and conditions as words: the part of rule sentences that says who and when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projects.terms.document.walk import items
from projects.terms.document.words import amount, day, days, pick, points, series, zh

Document = Mapping[str, Any]

_FACTS = {
    "experts_right": ("the number of experts who are right", "答对的专家数"),
    "experts_asked": ("the number of experts asked", "参与的专家数"),
    "nonexperts_wrong": ("the number of non-experts who are wrong", "答错的非专家数"),
    "nonexperts_asked": ("the number of non-experts asked", "参与的非专家数"),
    "difficulty": ("the difficulty", "难度"),
    "rounds": ("the number of rounds", "轮数"),
    "expert": ("an expert solves", "由专家解题"),
    "right": ("the answer is right", "答案正确"),
    "agreed": ("solver and answer agree", "与答案一致"),
    "first": ("it is the first solve", "是首次解题"),
    "second_right": ("the second solver is right", "第二位解题者答对"),
    "after_revision": ("it follows a revision", "在修改之后"),
    "quantity": ("the quantity", "数量"),
}
_COMPARED = {
    ">=": ("at least", "不低于"),
    "≥": ("at least", "不低于"),
    "<=": ("at most", "不超过"),
    "≤": ("at most", "不超过"),
    ">": ("more than", "大于"),
    "<": ("less than", "小于"),
    "=": ("exactly", "等于"),
}


_LEAVES = frozenset({"points", "count", "distinct", "role", "member", "service", "agreed", "decision", "referred"})


class Who:
    """Says expressions and conditions in one language, with the titles of one document; open parts read ``…``."""

    def __init__(self, lang: str, document: Document) -> None:
        self.lang = lang
        self.titles = {
            kind: {
                str(item.get("id")): str(item["title"])
                for item in items(document, path)
                if item.get("title", "none") != "none"
            }
            for kind, path in (("kind", "authorship.kinds"), ("role", "roles"))
        }

    def said(self, en: str, chinese: str) -> str:
        return pick(self.lang, en, chinese)

    def kind(self, named: object) -> str:
        return self.said(
            f"“{self.titles['kind'].get(str(named), str(named))}”",
            f"“{self.titles['kind'].get(str(named), str(named))}”",
        )

    def role(self, named: object) -> str:
        return self.titles["role"].get(str(named), str(named))

    # --- who

    def who(self, expression: object, *, inside: bool = False) -> str:
        if expression == "none":
            return self.said("nobody", "无人")
        if not isinstance(expression, dict) or len(expression) != 1:
            return "…"
        ((name, inner),) = expression.items()
        if name in ("all", "any") and isinstance(inner, list):
            return self.joined(name, [self.who(part, inside=True) for part in inner], inside)
        if name == "not":
            return self.said(f"not ({self.who(inner)})", f"并非（{self.who(inner)}）")
        leaf = getattr(self, f"who_{name}", None) if name in _LEAVES else None
        if leaf is None or (name != "decision" and not isinstance(inner, dict)):
            return "…"
        return str(leaf(inner))

    def joined(self, name: str, parts: list[str], inside: bool) -> str:
        if zh(self.lang):
            text = ("，且" if name == "all" else "，或").join(parts)
            return f"（{text}）" if inside and len(parts) > 1 else text
        text = (" and " if name == "all" else " or ").join(parts)
        return f"({text})" if inside and len(parts) > 1 else text

    def bound(self, leaf: Mapping[str, Any]) -> tuple[str, object]:
        if "more_than" in leaf:
            return self.said("more than", "超过"), leaf["more_than"]
        return self.said("at least", "至少"), leaf.get("at_least", "…")

    def who_points(self, leaf: Mapping[str, Any]) -> str:
        word, value = self.bound(leaf)
        shown = points(value if isinstance(value, int | str) else "…", self.lang)
        kinds = leaf.get("kinds")
        if not isinstance(kinds, list):
            return f"{word} {shown}"
        named = series([self.kind(kind) for kind in kinds], self.lang)
        return self.said(f"{word} {shown} from {named}", f"{named}{word} {shown}")

    def who_count(self, leaf: Mapping[str, Any]) -> str:
        word, value = self.bound(leaf)
        named = self.kind(leaf.get("kind", "…"))
        return self.said(f"{word} {value} credits of the kind {named}", f"{named}{word} {value} 项")

    def who_distinct(self, leaf: Mapping[str, Any]) -> str:
        word, value = self.bound(leaf)
        named, of = self.kind(leaf.get("kind", "…")), leaf.get("of", "…")
        return self.said(f"{word} {value} different values of {of} among {named}", f"{named}中 {of} {word} {value} 种")

    def who_role(self, leaf: Mapping[str, Any]) -> str:
        named, held = self.role(leaf.get("id", "…")), leaf.get("for_days")
        if not held:
            return self.said(f"the role {named}", f"担任“{named}”")
        return self.said(f"the role {named} for at least {days(held, 'en')}", f"担任“{named}”满 {held} 天")

    def who_member(self, leaf: Mapping[str, Any]) -> str:
        held, grace = leaf.get("for_days"), leaf.get("grace_days")
        text = (
            self.said(f"membership for at least {days(held, 'en')}", f"成为成员满 {held} 天")
            if held
            else self.said("membership", "是成员")
        )
        if grace:
            text += self.said(f" (and {days(grace, 'en')} after leaving)", f"（离开后 {grace} 天内仍计）")
        return text

    def who_service(self, leaf: Mapping[str, Any]) -> str:
        need, named = amount(str(leaf.get("at_least", "…"))), self.kind(leaf.get("kind", "…"))
        per = self.said("a year", "每年") if leaf.get("per") == "year" else self.said("in total", "总计")
        by = {
            "person": self.said("by the person", "由本人完成"),
            "institute": self.said("by the institute", "由所在单位完成"),
            "either": self.said("by the person or the institute", "由本人或所在单位完成"),
        }.get(str(leaf.get("by")), "…")
        text = self.said(f"at least {need} of {named} {per}, {by}", f"{named}{per}至少 {need}，{by}")
        if "carry_most" in leaf:
            most = amount(str(leaf["carry_most"]))
            text += self.said(f", carrying over at most {most}", f"，最多结转 {most}")
        return text

    def who_agreed(self, leaf: Mapping[str, Any]) -> str:
        before = leaf.get("before", "…")
        when = (
            self.said("the first acceptance", "首个任务通过")
            if before == "first_accepted"
            else day(str(before), self.lang)
        )
        return self.said(f"agreed “{leaf.get('id', '…')}” before {when}", f"在{when}之前同意“{leaf.get('id', '…')}”")

    def who_decision(self, named: object) -> str:
        return self.said(f"named by the recorded decision “{named}”", f"由已记录的决定“{named}”指定")

    def who_referred(self, leaf: Mapping[str, Any]) -> str:
        number = leaf.get("at_least", "…")
        return self.said(f"at least {number} people referred", f"至少推荐 {number} 人")

    # --- conditions

    def when(self, condition: object, *, inside: bool = False) -> str:
        if isinstance(condition, dict) and len(condition) == 1:
            ((name, inner),) = condition.items()
            if name == "not":
                return self.said(f"not ({self.when(inner)})", f"并非（{self.when(inner)}）")
            return self.joined(
                name, [self.when(part, inside=True) for part in inner] if isinstance(inner, list) else ["…"], inside
            )
        if not isinstance(condition, str):
            return "…"
        for sign in (">=", "<=", "≥", "≤", ">", "<", "="):
            fact, found, number = condition.partition(sign)
            if found:
                word = self.said(*_COMPARED[sign])
                named = self.said(*_FACTS.get(fact.strip(), (fact.strip(), fact.strip())))
                return self.said(f"{named} is {word} {number.strip()}", f"{named}{word} {number.strip()}")
        bare = condition.strip()
        return self.said(*_FACTS.get(bare, (bare, bare)))
