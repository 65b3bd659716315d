"""Rules as sentences: who, how many points, in which order, how much money."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projects.terms.document.fields import BY_PATH
from projects.terms.document.who_sentences import Document, Who
from projects.terms.document.words import amount, day, money, points, series, zh


def rule_sentence(expression: object, lang: str, *, document: Document | None = None) -> str:
    """Who an expression means, as words without a full stop: ``at least 3 points``, ``至少 3 分``.

    ``document`` gives titles of kinds and roles; without it their ids are shown. Open parts read ``…``.
    """
    return Rules(lang, document or {}).who(expression)


def keys_sentence(keys: object, lang: str, *, document: Document | None = None) -> str:
    return Rules(lang, document or {}).keys(keys)


def pay_sentence(rule: Mapping[str, Any], lang: str, *, document: Document | None = None) -> str:
    return Rules(lang, document or {}).pay(rule)


def label(path: str, value: object, lang: str) -> str:
    """The words of a closed list's value, beginning small in English; other values as they are."""
    field = BY_PATH[path]
    for choice in field.choices:
        if choice.value == value:
            return choice.label.said(lang)
    return str(value)


class Rules(Who):
    """Adds awards, sort keys and pay rules."""

    # --- amounts

    def award(self, rule: Mapping[str, Any]) -> str:
        source = label("authorship.kinds[].from", rule.get("from", "…"), self.lang)
        text = self.said(
            f"{self.worth(rule.get('amount'))} for {source}", f"{source}计 {self.worth(rule.get('amount'))}"
        )
        parts = [text]
        if rule.get("split") in BY_PATH["authorship.kinds[].split"].values:
            parts.append(_small(label("authorship.kinds[].split", rule["split"], self.lang), self.lang))
        if rule.get("date") in BY_PATH["authorship.kinds[].date"].values:
            counted = label("authorship.kinds[].date", rule["date"], self.lang)
            parts.append(self.said(f"counted from {counted}", f"按{counted}计入"))
        return self.said("; ", "；").join([*parts, *self.limits(rule)])

    def worth(self, value: object) -> str:
        if not isinstance(value, dict):
            return self.said("an amount not stated", "未写明的分值")
        if "fixed" in value:
            return points(value["fixed"], self.lang)
        if isinstance(value.get("range"), list) and len(value["range"]) == 2:
            low, high = (amount(str(one)) for one in value["range"])
            return self.said(f"{low} to {points(high, 'en')} as judged", f"{low} 到 {high} 分（酌情）")
        text = points(value.get("base", "…"), self.lang)
        plus = value.get("plus")
        for bonus in plus if isinstance(plus, list) else ():
            if isinstance(bonus, dict):
                more, when = points(bonus.get("add", "…"), self.lang), self.when(bonus.get("when"))
                text += self.said(f", plus {more} when {when}", f"，{when} 时再加 {more}")
        return text

    def limits(self, rule: Mapping[str, Any]) -> list[str]:
        found: list[str] = []
        first, times, cap, budget, window = (rule.get(key) for key in ("first_of", "times", "cap", "budget", "window"))
        if isinstance(first, dict) and isinstance(first.get("by"), list):
            more, by = points(first.get("add", "…"), self.lang), series([str(one) for one in first["by"]], self.lang)
            found.append(self.said(f"{more} more for the first by {by}", f"按 {by} 的首项另加 {more}"))
        if isinstance(times, dict) and isinstance(times.get("table"), dict):
            table = ", ".join(f"{key} × {amount(str(value))}" for key, value in times["table"].items())
            found.append(
                self.said(
                    f"multiplied by {times.get('attribute')}: {table}", f"按 {times.get('attribute')} 乘以：{table}"
                )
            )
        for key, en, chinese in (
            ("item", "an item", "每项"),
            ("person", "a person", "每人"),
            ("cohort", "a cohort", "每批"),
        ):
            if isinstance(cap, dict) and key in cap:
                found.append(
                    self.said(f"at most {points(cap[key], 'en')} {en}", f"{chinese}最多 {points(cap[key], self.lang)}")
                )
        if isinstance(budget, dict):
            total = points(budget.get("total", "…"), self.lang)
            per = (
                self.said("a month", "每月") if budget.get("per") == "month" else self.said("for an output", "每项成果")
            )
            found.append(self.said(f"at most {total} {per} for everybody together", f"{per}全体合计最多 {total}"))
        if "applies" in rule and rule["applies"] != "none":
            found.append(self.said(f"only when {self.when(rule['applies'])}", f"仅限{self.when(rule['applies'])}"))
        if isinstance(window, dict):
            found.append(self.said(f"only work {self.between(window)}", f"仅计{self.between(window)}的工作"))
        return found

    def between(self, dates: Mapping[str, Any]) -> str:
        start, end = dates.get("from"), dates.get("to")
        parts = []
        if start and start != "none":
            parts.append(self.said(f"from {day(str(start), 'en')}", f"自{day(str(start), self.lang)}"))
        if end and end != "none":
            parts.append(self.said(f"to {day(str(end), 'en')}", f"至{day(str(end), self.lang)}"))
        return self.said(" ", "").join(parts) or self.said("of any date", "任何日期")

    # --- order

    def keys(self, keys: object) -> str:
        if not isinstance(keys, list):
            return self.said("nothing", "无") if keys == "none" else "…"
        return self.said(", then ", "，再按").join(self.key(key) for key in keys)

    def key(self, key: object) -> str:
        plain = {
            "points": ("points", "分数"),
            "count": ("number of credits", "项数"),
            "name": ("name", "姓名"),
            "first_credit": ("date of the first credit", "首次得分日期"),
            "name+subject": ("name", "姓名"),
        }
        if isinstance(key, str):
            return self.said(*plain.get(key, (key, key)))
        if not isinstance(key, dict) or len(key) != 1:
            return "…"
        ((name, inner),) = key.items()
        if name == "points" and isinstance(inner, list):
            named = series([self.kind(kind) for kind in inner], self.lang)
            return self.said(f"points from {named}", f"{named}的分数")
        if name == "random":
            seed = (
                self.said("a seed not yet named", "尚未公布的种子")
                if inner == "none"
                else self.said(f"the seed “{inner}”", f"种子“{inner}”")
            )
            return self.said(f"a random order by {seed}", f"随机顺序（{seed}）")
        return self.said(f"the recorded decision “{inner}”", f"已记录的决定“{inner}”")

    # --- money

    def pay(self, rule: Mapping[str, Any]) -> str:
        ranks = rule.get("rank")
        if rule.get("for") == "rank":
            text = (
                self.said("; ", "；").join(self.prize(step) for step in ranks)
                if isinstance(ranks, list)
                else self.said("prizes not stated", "奖金未写明")
            )
        else:
            work = label("compensation.pay[].for", rule.get("for", "…"), self.lang)
            base = rule.get("base")
            paid = money(base) if isinstance(base, dict) else self.said("an amount not stated", "未写明的金额")
            text = self.said(f"{paid} for {work}", f"{work} {paid}")
            plus = rule.get("plus")
            for bonus in plus if isinstance(plus, list) else ():
                add, when = money(bonus.get("add", "…")), self.when(bonus.get("when"))
                text += self.said(f", plus {add} when {when}", f"，{when} 时再加 {add}")
        return self.said("; ", "；").join([text, *self.pay_limits(rule)])

    def prize(self, step: Mapping[str, Any]) -> str:
        start, end, each = step.get("from", "…"), step.get("to", "…"), money(step.get("each", "…"))
        if start == end:
            return self.said(f"place {start}: {each}", f"第 {start} 名 {each}")
        return self.said(f"places {start} to {end}: {each} each", f"第 {start} 至 {end} 名各 {each}")

    def pay_limits(self, rule: Mapping[str, Any]) -> list[str]:
        found: list[str] = []
        if isinstance(rule.get("ranked_by"), list):
            found.append(
                self.said(f"ranked by {self.keys(rule['ranked_by'])}", f"按{self.keys(rule['ranked_by'])}排名")
            )
        if rule.get("applies", "none") != "none":
            found.append(self.said(f"only when {self.when(rule['applies'])}", f"仅限{self.when(rule['applies'])}"))
        if rule.get("cohort", "none") != "none":
            found.append(self.said(f"for the first {rule['cohort']}", f"仅前 {rule['cohort']} 个"))
        if rule.get("deadline", "none") != "none":
            found.append(
                self.said(f"until {day(str(rule['deadline']), 'en')}", f"截至{day(str(rule['deadline']), self.lang)}")
            )
        if isinstance(rule.get("exclude"), dict):
            found.append(self.said(f"not for: {self.who(rule['exclude'])}", f"不适用于：{self.who(rule['exclude'])}"))
        if rule.get("ties") in BY_PATH["compensation.pay[].ties"].values and (
            rule.get("for") == "rank" or "cohort" in rule
        ):
            found.append(label("compensation.pay[].ties", rule["ties"], self.lang))
        return found


def _small(text: str, lang: str) -> str:
    return text if zh(lang) else text[:1].lower() + text[1:]
