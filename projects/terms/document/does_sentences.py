"""People as words: what somebody has or does whom an expression means, to stand behind "who"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projects.terms.document.who_sentences import LEAVES, Who, flattened
from projects.terms.document.words import counted, days, points


class Does(Who):
    """Says expressions as what somebody has or does, ``has at least 3 points``.

    A negation is said of the parts it reaches, so that no sentence holds a "not" in front of a bracket.
    """

    def does(self, expression: object, *, hold: bool = True, label: str = "") -> str:
        if expression == "none":
            return self.said("is nobody at all", "无人")
        if not isinstance(expression, dict) or len(expression) != 1:
            return "…"
        ((name, inner),) = expression.items()
        if name == "not":
            return self.does(inner, hold=not hold, label=label)
        if name in ("all", "any") and isinstance(inner, list):
            return self._group((name == "all") == hold, inner, hold, label)
        leaf = getattr(self, f"does_{name}", None) if name in LEAVES else None
        if leaf is None or (name != "decision" and not isinstance(inner, dict)):
            return "…"
        return str(leaf(inner, hold))

    def _group(self, every: bool, parts: list[object], hold: bool, label: str) -> str:
        """Two plain parts are joined; more, and parts in parts, are lettered, so that nothing is unclear."""
        flat = [one for part in parts for one in flattened(every, part, hold)]
        if len(flat) == 1:
            return self.does(flat[0][0], hold=flat[0][1], label=label)
        if len(flat) == 2 and not any(_grouped(part) for part, _ in flat):
            joint = self.said(" and ", "，且") if every else self.said(" or ", "，或")
            return joint.join(self.does(part, hold=holds) for part, holds in flat)
        names = [f"{label}{_letter(index, label)}" for index in range(len(flat))]
        said = [self.does(part, hold=holds, label=name) for name, (part, holds) in zip(names, flat, strict=True)]
        head = (
            self.said("meets all of these: ", "同时满足以下各项：")
            if every
            else self.said("meets at least one of these: ", "至少满足以下一项：")
        )
        lettered = [self.said(f"({name}) {text}", f"（{name}）{text}") for name, text in zip(names, said, strict=True)]
        return head + self.said("; ", "；").join(lettered)

    def _bound(self, leaf: Mapping[str, Any], hold: bool, *, counted: bool) -> tuple[str, str, object]:
        """The words before the number in English and in Chinese, and the number."""
        strict = "more_than" in leaf
        value = leaf["more_than"] if strict else leaf.get("at_least", "…")
        if hold:
            return ("more than", "超过", value) if strict else ("at least", "至少", value)
        less = "fewer than" if counted else "less than"
        return ("at most", "最多", value) if strict else (less, "不足", value)

    def does_points(self, leaf: Mapping[str, Any], hold: bool) -> str:
        en, chinese, value = self._bound(leaf, hold, counted=False)
        shown, kinds = points(value if isinstance(value, int | str) else "…", self.lang), leaf.get("kinds")
        if not isinstance(kinds, list):
            return self.said(f"has {en} {shown}", f"总得分{chinese} {shown}")
        together = self.said(" together", "合计") if len(kinds) > 1 else ""
        named = self.kinds(kinds)
        return self.said(f"has {en} {shown} from {named}{together}", f"{named}得分{together}{chinese} {shown}")

    def does_count(self, leaf: Mapping[str, Any], hold: bool) -> str:
        en, chinese, value = self._bound(leaf, hold, counted=True)
        credits, named = "credit" if value == 1 else "credits", self.kind(leaf.get("kind", "…"))
        if _without(leaf, hold):
            return self.said(f"has no credit of the kind {named}", f"没有{named}类的计分项")
        return self.said(f"has {en} {value} {credits} of the kind {named}", f"{named}{chinese} {value} 项")

    def does_distinct(self, leaf: Mapping[str, Any], hold: bool) -> str:
        en, chinese, value = self._bound(leaf, hold, counted=True)
        named, of = self.kind(leaf.get("kind", "…")), self.quoted(leaf.get("of", "…"))
        values = "value" if value == 1 else "different values"
        if _without(leaf, hold):
            return self.said(
                f"has no value of {of} among their credits of the kind {named}", f"{named}得分没有涉及任何{of}取值"
            )
        return self.said(
            f"has {en} {value} {values} of {of} among their credits of the kind {named}",
            f"{named}得分涉及的不同{of}取值{chinese} {value} 个",
        )

    def does_role(self, leaf: Mapping[str, Any], hold: bool) -> str:
        named, held = f"“{self.role(leaf.get('id', '…'))}”", leaf.get("for_days")
        if not held:
            return (
                self.said(f"holds the role {named}", f"担任{named}角色")
                if hold
                else self.said(f"does not hold the role {named}", f"未担任{named}角色")
            )
        time = days(held, "en")
        if hold:
            return self.said(f"has held the role {named} for at least {time}", f"担任{named}角色满 {held} 天")
        return self.said(
            f"has held the role {named} for less than {time}, if at all", f"担任{named}角色不满 {held} 天（含未担任）"
        )

    def does_member(self, leaf: Mapping[str, Any], hold: bool) -> str:
        held, grace = leaf.get("for_days"), leaf.get("grace_days")
        time = days(held, "en")
        if not held:
            text = self.said("is a member", "是成员") if hold else self.said("is not a member", "不是成员")
        elif hold:
            text = self.said(f"has been a member for at least {time}", f"成为成员满 {held} 天")
        else:
            text = self.said(f"has been a member for less than {time}, if at all", f"成为成员不满 {held} 天")
        also = "" if hold or not held else "含非成员"
        if grace is None:
            return text + self.said("", f"（{also}）" if also else "")
        more, also = counted(grace, "more day", "more days", "天", "en"), f"{also}；" if also else ""
        return text + self.said(
            f" (here, whoever leaves counts as a member for {more})"
            if grace
            else " (here, whoever leaves is no longer a member)",
            f"（{also}此处离开后 {grace} 天内仍算成员）" if grace else f"（{also}此处离开后即不算成员）",
        )

    def does_service(self, leaf: Mapping[str, Any], hold: bool) -> str:
        named, per, by = self.kind(leaf.get("kind", "…")), self._per(leaf), self._by(leaf)
        carried = self._carry(leaf) if hold else self._carried(leaf)
        shown = points(leaf.get("at_least", "…"), self.lang)
        return self.said(
            f"{'has' if hold else 'does not have'} at least {shown} from {named} {per}, earned {by}{carried}",
            f"{by}取得的{named}得分{f'{per}至少' if hold else f'未达到{per}'} {shown}{carried}",
        )

    def does_agreed(self, leaf: Mapping[str, Any], hold: bool) -> str:
        named, when = self.quoted(leaf.get("id", "…")), self._before(leaf)
        if hold:
            return self.said(f"agreed to {named} before {when}", f"在{when}之前已同意{named}")
        return self.said(f"did not agree to {named} before {when}", f"在{when}之前未同意{named}")

    def does_decision(self, named: object, hold: bool) -> str:
        decision = self.quoted(named)
        if hold:
            return self.said(f"is named by the recorded decision {decision}", f"由已记录的决定{decision}指定")
        return self.said(f"is not named by the recorded decision {decision}", f"未被已记录的决定{decision}指定")

    def does_referred(self, leaf: Mapping[str, Any], hold: bool) -> str:
        number = leaf.get("at_least", "…")
        people = "person" if number == 1 else "people"
        if hold:
            return self.said(f"has referred at least {number} {people}", f"至少推荐了 {number} 人")
        if number == 1:
            return self.said("has referred nobody", "没有推荐过任何人")
        return self.said(f"has referred fewer than {number} {people}", f"推荐不足 {number} 人")


def _grouped(part: object) -> bool:
    """Whether the part is said as a group, below any negation and any group of one, or in several clauses."""
    if not isinstance(part, dict) or len(part) != 1:
        return False
    ((name, inner),) = part.items()
    if name == "not":
        return _grouped(inner)
    if name in ("all", "any") and isinstance(inner, list):
        return len(inner) > 1 or any(_grouped(one) for one in inner)
    return bool(name == "service")


def _letter(index: int, label: str) -> str:
    """Letters and numbers in turn: a, b, …, then a1, a2, …, then a1a; after z comes za, zb, …."""
    if label and label[-1].isalpha():
        return str(index + 1)
    return "z" * (index // 25) + chr(ord("a") + index % 25)


def lettered(text: str) -> bool:
    """Whether the words hold a lettered list, which would run together with what a tile says behind it."""
    return "(a) " in text or "（a）" in text


def _without(leaf: Mapping[str, Any], hold: bool) -> bool:
    """Whether fewer than one is meant: none at all."""
    return not hold and leaf.get("at_least") == 1
