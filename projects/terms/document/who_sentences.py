"""People as words: who an expression means, as a noun that stands alone (`at least 3 points`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projects.terms.document.marked import own
from projects.terms.document.walk import items
from projects.terms.document.words import day, days, pick, points, series, zh

Document = Mapping[str, Any]

LEAVES = frozenset({"points", "count", "distinct", "role", "member", "service", "agreed", "decision", "referred"})


class Titled:
    """One language, with the titles that one document gives to its kinds and roles.

    With ``marked`` the titles carry the mark of the organizers' own words (`document.marked`).
    """

    def __init__(self, lang: str, document: Document, *, marked: bool = False) -> None:
        self.lang = lang
        self._own = own if marked else str
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

    def quoted(self, text: object) -> str:
        """Words of the organizers in quotation marks, on one line."""
        return f"“{self._own(' '.join(str(text).split()))}”"

    def kind(self, named: object) -> str:
        return self.quoted(self.titles["kind"].get(str(named), str(named)))

    def kinds(self, named: list[object]) -> str:
        return series([self.kind(one) for one in named], self.lang)

    def role(self, named: object) -> str:
        return self._own(self.titles["role"].get(str(named), str(named)))


class Who(Titled):
    """Says expressions; open parts read ``…``."""

    # --- as a noun: at least 3 points

    def who(self, expression: object, *, inside: bool = False) -> str:
        if expression == "none":
            return self.said("nobody", "无人")
        if not isinstance(expression, dict) or len(expression) != 1:
            return "…"
        ((name, inner),) = expression.items()
        if name == "any" and isinstance(inner, list) and not inside:
            return self.alternatives(inner)
        if name in ("all", "any") and isinstance(inner, list):
            return self.joined(name, [self.who(part, inside=True) for part in inner], inside)
        if name == "not":
            return self.said(f"not ({self.who(inner)})", f"并非（{self.who(inner)}）")
        leaf = getattr(self, f"who_{name}", None) if name in LEAVES else None
        if leaf is None or (name != "decision" and not isinstance(inner, dict)):
            return "…"
        return str(leaf(inner))

    def alternatives(self, parts: list[object]) -> str:
        """The outermost `any`: a comma before the "or" keeps what is joined by "and" together without brackets."""
        said = [self.who(part, inside=not (isinstance(part, dict) and "all" in part)) for part in parts]
        joint = any(isinstance(part, dict) and "all" in part for part in parts)
        return self.said(", or " if joint else " or ", "；或" if joint else "，或").join(said)

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
            return self.said(f"{word} {shown}", f"总得分{word} {shown}")
        named = self.kinds(kinds)
        return self.said(f"{word} {shown} from {named}", f"{named}得分{word} {shown}")

    def who_count(self, leaf: Mapping[str, Any]) -> str:
        word, value = self.bound(leaf)
        named = self.kind(leaf.get("kind", "…"))
        credits = "credit" if value == 1 else "credits"
        return self.said(f"{word} {value} {credits} of the kind {named}", f"{named}{word} {value} 项")

    def who_distinct(self, leaf: Mapping[str, Any]) -> str:
        word, value = self.bound(leaf)
        named, of = self.kind(leaf.get("kind", "…")), self.quoted(leaf.get("of", "…"))
        values = "value" if value == 1 else "different values"
        return self.said(
            f"{word} {value} {values} of {of} among the credits of the kind {named}",
            f"{named}得分涉及的不同{of}取值{word} {value} 个",
        )

    def who_role(self, leaf: Mapping[str, Any]) -> str:
        named, held = self.role(leaf.get("id", "…")), leaf.get("for_days")
        if not held:
            return self.said(f"the role {named}", f"担任“{named}”角色")
        return self.said(f"the role {named} for at least {days(held, 'en')}", f"担任“{named}”角色满 {held} 天")

    def who_member(self, leaf: Mapping[str, Any]) -> str:
        held, grace = leaf.get("for_days"), leaf.get("grace_days")
        text = (
            self.said(f"membership for at least {days(held, 'en')}", f"成为成员满 {held} 天")
            if held
            else self.said("membership", "是成员")
        )
        if grace:
            text += self.said(f" (also up to {days(grace, 'en')} after leaving)", f"（离开后 {grace} 天内仍计）")
        return text

    def who_service(self, leaf: Mapping[str, Any]) -> str:
        shown = points(leaf.get("at_least", "…"), self.lang)
        named, per, by = self.kind(leaf.get("kind", "…")), self._per(leaf), self._by(leaf)
        return self.said(
            f"at least {shown} from {named} {per}, earned {by}{self._carry(leaf)}",
            f"{by}取得的{named}得分{per}至少 {shown}{self._carry(leaf)}",
        )

    def who_agreed(self, leaf: Mapping[str, Any]) -> str:
        named, when = self.quoted(leaf.get("id", "…")), self._before(leaf)
        return self.said(f"agreement to {named} before {when}", f"在{when}之前同意{named}")

    def who_decision(self, named: object) -> str:
        return self.said(
            f"a place in the recorded decision {self.quoted(named)}", f"由已记录的决定{self.quoted(named)}指定"
        )

    def who_referred(self, leaf: Mapping[str, Any]) -> str:
        number = leaf.get("at_least", "…")
        people = "person" if number == 1 else "people"
        return self.said(f"at least {number} {people} referred", f"至少推荐 {number} 人")

    def _per(self, leaf: Mapping[str, Any]) -> str:
        return self.said("in each year", "每年") if leaf.get("per") == "year" else self.said("in total", "累计")

    def _by(self, leaf: Mapping[str, Any]) -> str:
        return {
            "person": self.said("by the person", "由本人"),
            "institute": self.said("by the person’s institute", "由所在单位"),
            "either": self.said("by the person or their institute", "由本人或所在单位"),
        }.get(str(leaf.get("by")), "…")

    def _carry(self, leaf: Mapping[str, Any]) -> str:
        if "carry_most" not in leaf:
            return ""
        most = points(leaf["carry_most"], self.lang)
        return self.said(
            f", of which at most {most} may be carried over from earlier", f"，其中最多 {most}可从此前结转"
        )

    def _carried(self, leaf: Mapping[str, Any]) -> str:
        """The same of points that somebody does not have."""
        if "carry_most" not in leaf:
            return ""
        most = points(leaf["carry_most"], self.lang)
        return self.said(f", counting at most {most} carried over from earlier", f"（从此前结转的最多计 {most}）")

    def _before(self, leaf: Mapping[str, Any]) -> str:
        before = leaf.get("before", "…")
        if before == "first_accepted":
            return self.said("their first work was accepted", "其首项工作通过")
        return day(str(before), self.lang)


def flattened(every: bool, part: object, hold: bool) -> list[tuple[object, bool]]:
    """A part that is a group of the same sort as the one it stands in is as good as its own parts."""
    if isinstance(part, dict) and len(part) == 1:
        ((name, inner),) = part.items()
        if name == "not":
            return flattened(every, inner, not hold)
        if (
            name in ("all", "any")
            and isinstance(inner, list)
            and (((name == "all") == hold) == every or len(inner) == 1)
        ):
            return [one for each in inner for one in flattened(every, each, hold)]
    return [(part, hold)]
