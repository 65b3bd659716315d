"""Pay rules as sentences: short for the strip (`pay`), whole for the clause (`pay_parts`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from projects.terms.document.does_sentences import Does, lettered
from projects.terms.document.fields import BY_PATH, label
from projects.terms.document.order_sentences import Order
from projects.terms.document.when_sentences import When
from projects.terms.document.words import day, money

_TIES = {
    "share": ("in a tie the amounts are shared", "并列时平分金额"),
    "earlier": ("in a tie the earlier one comes first", "并列时先完成者在前"),
}
# What a limit to the first few counts: one, more, and the Chinese measure word and noun.
_COUNTED = {
    "task": ("accepted task", "accepted tasks", "个", "任务"),
    "review": ("finished review", "finished reviews", "份", "评审"),
    "solve": ("blind solve", "blind solves", "次", "盲解"),
    "hour": ("hour", "hours", "小时", ""),
}
_ANYTHING = ("piece of work", "pieces of work", "项", "工作")


class Pay(Does, When, Order):
    def pay(self, rule: Mapping[str, Any]) -> str:
        if rule.get("for") == "rank":
            text = self._prizes(rule)
        else:
            text = self._base(rule)
            for bonus in _bonuses(rule):
                add = money(bonus.get("add", "…"))
                text += self.under(
                    bonus.get("when"),
                    f", plus {add} when {{when}}",
                    f"，{{when}}时再加 {add}",
                    work=rule.get("for"),
                )
        return self.said("; ", "；").join([text, *self._limits(rule)])

    def pay_parts(self, rule: Mapping[str, Any]) -> Iterator[str]:
        """The sentences of the clause, without full stops."""
        if rule.get("for") == "rank":
            yield self._prizes(rule)
            if isinstance(rule.get("ranked_by"), list):
                order = self.directed(rule["ranked_by"])
                yield self.said(f"places are given {order}", f"名次{order}排定")
            else:
                yield self.said("what the places are ranked by is not stated", "排名依据未写明")
        else:
            yield self._base(rule)
        if rule.get("applies", "none") != "none":
            yield self.under(
                rule["applies"], "this rule pays only when {when}", "此规则仅在{when}时支付", work=rule.get("for")
            )
        for bonus in _bonuses(rule):
            yield self.bonus(bonus, rule.get("for"))
        yield from self._conditions(rule)

    def _conditions(self, rule: Mapping[str, Any]) -> Iterator[str]:
        if rule.get("cohort", "none") != "none":
            number, (one, more, measure, noun) = rule["cohort"], _COUNTED.get(str(rule.get("for")), _ANYTHING)
            first, ranked = one if number == 1 else f"{number} {more}", rule.get("for") == "rank"
            yield self.said(
                f"this rule {'ranks only' if ranked else 'pays only for'} the first {first} to be recorded",
                f"此规则只为最先入账的 {number} {measure}{noun}{'排名' if ranked else '付酬'}",
            )
        if rule.get("deadline", "none") != "none":
            yield self.said(
                f"only what is done by {day(str(rule['deadline']), 'en')} counts",
                f"只计{day(str(rule['deadline']), self.lang)}（含当天）之前完成的",
            )
        if isinstance(rule.get("exclude"), dict):
            who = self.does(rule["exclude"])
            yield self.said(
                f"nothing is paid by this rule to anybody who {who}", f"符合以下条件者不按此规则获得报酬：{who}"
            )
        if _has_ties(rule):
            yield self.said(*_TIES[rule["ties"]])

    def _base(self, rule: Mapping[str, Any]) -> str:
        base, work = rule.get("base"), rule.get("for")
        paid = money(base) if isinstance(base, dict) else self.said("an amount not stated", "未写明的金额")
        if work in BY_PATH["compensation.pay[].for"].values:
            named = label("compensation.pay[].for", work, self.lang)
        else:
            named = self.said("work that is not stated", "未写明的工作")
        return self.said(f"{paid} for {named}", f"{named} {paid}")

    def _prizes(self, rule: Mapping[str, Any]) -> str:
        ranks = rule.get("rank")
        if not isinstance(ranks, list):
            return self.said("prizes not stated", "奖金未写明")
        return self.said("; ", "；").join(self.prize(step) for step in ranks)

    def bonus(self, bonus: Mapping[str, Any], work: object = "") -> str:
        add = money(bonus.get("add", "…"))
        return self.under(bonus.get("when"), f"{add} more is paid when {{when}}", f"{{when}}时再加 {add}", work=work)

    def prize(self, step: Mapping[str, Any]) -> str:
        start, end, each = step.get("from", "…"), step.get("to", "…"), money(step.get("each", "…"))
        if start == end:
            return self.said(f"place {start}: {each}", f"第 {start} 名 {each}")
        return self.said(f"places {start} to {end}: {each} each", f"第 {start} 至 {end} 名各 {each}")

    def _limits(self, rule: Mapping[str, Any]) -> Iterator[str]:
        """What a tile has room for, in a few words each."""
        if isinstance(rule.get("ranked_by"), list):
            yield self.said(f"ranked by {self.keys(rule['ranked_by'])}", f"按{self.keys(rule['ranked_by'])}排名")
        if rule.get("applies", "none") != "none":
            yield self.under(rule["applies"], "only when {when}", "仅在{when}时支付", work=rule.get("for"))
        if rule.get("cohort", "none") != "none":
            number, measure = rule["cohort"], _COUNTED.get(str(rule.get("for")), _ANYTHING)[2]
            yield self.said(
                f"for the first {'one' if number == 1 else number} only", f"仅限最先入账的 {number} {measure}"
            )
        if rule.get("deadline", "none") != "none":
            yield self.said(f"until {day(str(rule['deadline']), 'en')}", f"截至{day(str(rule['deadline']), self.lang)}")
        if isinstance(rule.get("exclude"), dict):
            who = self.does(rule["exclude"])
            if lettered(who):
                yield self.said("some people are excluded", "部分人除外")
            else:
                yield self.said(f"not for anybody who {who}", f"不付给符合以下条件者：{who}")
        if _has_ties(rule):
            yield self.said(*_TIES[rule["ties"]])


def _has_ties(rule: Mapping[str, Any]) -> bool:
    """Whether two can be equal at all: where there are places, or only the first few count."""
    few = rule.get("for") == "rank" or rule.get("cohort", "none") != "none"
    return few and rule.get("ties") in _TIES


def _bonuses(rule: Mapping[str, Any]) -> list[dict[str, Any]]:
    plus = rule.get("plus")
    return [bonus for bonus in plus if isinstance(bonus, dict)] if isinstance(plus, list) else []
