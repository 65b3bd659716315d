"""Award rules as sentences: what earns how much, who shares it, from which day, and up to what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from projects.terms.document.does_sentences import Does
from projects.terms.document.fields import BY_PATH, label
from projects.terms.document.order_sentences import Order
from projects.terms.document.when_sentences import When
from projects.terms.document.words import amount, day, one_or_part, points, sentences, series

_SPLIT = {
    "equal": ("where several people do the work, they share the points equally", "多人合作时平分得分"),
    "declared": (
        "where several people do the work, they share the points as they declare",
        "多人合作时按团队申报的份额分配得分",
    ),
    "each": ("where several people do the work, each gets all of the points", "多人合作时每人得全额"),
}
# A task is accepted; of other work, the same day is that of what happens to it.
_ACCEPTED = {
    "review": ("the day on which the round is decided", "该轮评审作出决定之日"),
    "proposal": ("the day on which the proposal is adopted", "提案被采纳之日"),
    "claim": ("the day on which the claim is confirmed", "申报得到确认之日"),
}
_SHARED_OPEN = ("how several people share the points is not stated", "多人如何分配得分未写明")
_CAPS = {
    "item": ("one piece of work earns at most {points}", "每项工作最多计 {points}"),
    "person": ("one person earns at most {points} in this way", "每人由此最多得 {points}"),
    "cohort": (
        "all people of one cohort together earn at most {points} in this way",
        "同一批人由此合计最多得 {points}",
    ),
}


class Awards(Does, When, Order):
    def award(self, rule: Mapping[str, Any]) -> str:
        """One rule as a paragraph: ``An accepted task earns 1 point. Several people share it equally. …``."""
        return sentences(self.award_parts(rule), self.lang)

    def award_parts(self, rule: Mapping[str, Any]) -> Iterator[str]:
        """Its sentences, beginning small and without full stops."""
        source = rule.get("from")
        if source in BY_PATH["authorship.kinds[].from"].values:
            named = label("authorship.kinds[].from", source, self.lang)
        else:
            named = self.said("work of a sort that is not stated", "未写明类型的工作")
        worth = self.worth(rule.get("amount"))
        yield self.said(f"{named} earns {worth}", f"{named}计{worth}")
        if rule.get("applies", "none") != "none":
            yield self.under(rule["applies"], "points are earned only when {when}", "仅在{when}时计分", work=source)
        yield from self.bonuses(rule.get("amount"), source)
        yield self.said(*_SPLIT.get(str(rule.get("split")), _SHARED_OPEN))
        if rule.get("date") in BY_PATH["authorship.kinds[].date"].values:
            counted = label("authorship.kinds[].date", rule["date"], self.lang)
            if rule["date"] == "accepted" and source in _ACCEPTED:
                counted = self.said(*_ACCEPTED[source])
            yield self.said(f"the points count from {counted}", f"自{counted}起计入")
        else:
            yield self.said("the day from which the points count is not stated", "自哪一天起计入未写明")
        yield from self.limits(rule)

    def worth(self, value: object) -> str:
        if not isinstance(value, dict):
            return self.said("an amount that is not stated", "多少分未写明")
        if "fixed" in value:
            return points(value["fixed"], self.lang)
        if isinstance(value.get("range"), list) and len(value["range"]) == 2:
            low, high = (amount(str(one)) for one in value["range"])
            top = points(value["range"][1], self.lang)
            return self.said(f"between {low} and {top}, judged case by case", f"{low} 至 {high} 分，逐项酌定")
        return points(value.get("base", "…"), self.lang)

    def bonuses(self, value: object, work: object) -> Iterator[str]:
        plus = value.get("plus") if isinstance(value, dict) else None
        for bonus in plus if isinstance(plus, list) else ():
            if isinstance(bonus, dict):
                add = bonus.get("add", "…")
                more, earned = points(add, self.lang), "is earned" if one_or_part(add) else "are earned"
                yield self.under(
                    bonus.get("when"), f"{more} more {earned} when {{when}}", f"{{when}}时再加 {more}", work=work
                )

    def limits(self, rule: Mapping[str, Any]) -> Iterator[str]:
        first, times, cap, budget, window = (rule.get(key) for key in ("first_of", "times", "cap", "budget", "window"))
        if isinstance(first, dict) and isinstance(first.get("by"), list):
            yield self._first(first)
        if isinstance(times, dict) and isinstance(times.get("table"), dict):
            yield self._times(times)
        for key, words in _CAPS.items():
            if isinstance(cap, dict) and key in cap:
                yield self.said(*words).format(points=points(cap[key], self.lang))
        if isinstance(budget, dict):
            total, per = points(budget.get("total", "…"), self.lang), budget.get("per")
            time = (
                self.said("a month", "全体贡献者每月")
                if per == "month"
                else self.said("for each output", "就每项成果而言，全体贡献者")
            )
            yield self.said(
                f"all people together earn at most {total} {time} in this way", f"{time}由此合计最多得 {total}"
            )
        if isinstance(window, dict):
            yield self.said(f"only work {self.between(window)} counts", f"只计{self.between(window)}的工作")

    def _first(self, first: Mapping[str, Any]) -> str:
        more, by = points(first.get("add", "…"), self.lang), [self.quoted(one) for one in first["by"]]
        named = series(by, self.lang)
        if len(by) == 1:
            return self.said(
                f"the first for each value of {named} earns {more} more", f"{named}的每个取值，首项另加 {more}"
            )
        return self.said(
            f"the first for each combination of {named} earns {more} more", f"{named}的每种组合，首项另加 {more}"
        )

    def _times(self, times: Mapping[str, Any]) -> str:
        attribute = self.quoted(times.get("attribute", "…"))
        table = [(self.quoted(value), amount(str(factor))) for value, factor in sorted(times["table"].items())]
        en = series([f"by {factor} where {attribute} is {value}" for value, factor in table], "en")
        chinese = "，".join(f"取值为{value}时乘以 {factor}" for value, factor in table)
        return self.said(f"the points are multiplied {en}", f"分值按属性{attribute}调整：{chinese}")

    def between(self, dates: Mapping[str, Any]) -> str:
        """``from 1 May 2027 to 31 May 2027``, ``from 1 May 2027 on``, ``until 31 May 2027``, ``of any date``."""
        start, end = (
            day(str(dates[key]), self.lang) if dates.get(key, "none") != "none" else "" for key in ("from", "to")
        )
        if start and end:
            return self.said(f"from {start} to {end}", f"{start}至{end}")
        if start:
            return self.said(f"from {start} on", f"{start}起")
        return self.said(f"until {end}", f"截至{end}") if end else self.said("of any date", "任何日期")
