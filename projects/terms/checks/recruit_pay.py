"""Recruit: pay, hours and prizes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from projects.terms.checks.catalogue import FIGURES
from projects.terms.checks.expressions import number
from projects.terms.checks.finding import parts
from projects.terms.checks.terms import Terms
from projects.terms.checks.text.readers import asks_doctorate
from projects.terms.checks.weighing import Weighing
from projects.terms.document.field import Words
from projects.terms.document.money import minor_units
from projects.terms.document.words import amount

_PAY, _HOURS = "compensation.pay", "compensation.hours_per_task"
_WHETHER = Words("whether work is paid", "是否付酬")
_AMOUNTS = Words("the amounts", "金额")
_HOURS_WORDS = Words("hours a task", "每个任务的用时")
_NO_PAY, _PRIZES = Words("no pay", "没有报酬"), Words("prizes", "奖金")
_PRIZE_PARTS = {
    "places": Words("places", "名额"),
    "amounts": Words("amounts", "金额"),
    "deadline": Words("deadline", "截止日期"),
    "ranked_by": Words("ranking", "排名方式"),
    "ties": Words("tie rule", "并列规则"),
    "exclude": Words("who is excluded", "不参评的人"),
}
_ANY_RULE, _RULE = Words("any rule", "任何规则"), Words("the rule", "规则")


def _without_amount(terms: Terms) -> list[str]:
    """Pay rules other than rank rules that name no base and no bonus, where work is paid."""
    if terms.at("compensation.kind") not in ("paid", "mixed"):
        return []
    return [
        path
        for path, rule in terms.rows(_PAY)
        if rule.get("for") != "rank" and _usd(rule.get("base")) is None and not _bonuses(rule)
    ]


def _bonuses(rule: Mapping[str, Any]) -> list[Any]:
    plus = rule.get("plus")
    return [one["add"] for one in plus if isinstance(one, Mapping) and "add" in one] if isinstance(plus, list) else []


def _usd(value: object) -> Fraction | None:
    """The amount in whole units of its own currency; None where there is none."""
    if not isinstance(value, Mapping) or not isinstance(value.get("minor"), int):
        return None
    return Fraction(int(value["minor"]), 10 ** (minor_units(str(value.get("currency"))) or 0))


def pay_known(w: Weighing) -> None:
    kind, pay, hours = w.at("compensation.kind"), w.at(_PAY), w.at(_HOURS)
    paid = kind in ("paid", "mixed")
    if paid and pay == "none":
        w.flag(_PAY)
    for path in _without_amount(w.terms):
        w.flag(path)
    if kind is None:
        w.open("compensation.kind", _WHETHER)
    if paid and pay is None:
        w.open(_PAY, _AMOUNTS)
    said = parts(_known(w, kind))
    if hours == "none":
        return w.observe(_HOURS, parts=said)
    if not isinstance(hours, list):
        return w.open(_HOURS, _HOURS_WORDS)
    low, high = (amount(str(one)) for one in hours)
    return w.fair(_PAY if paid else "compensation.kind", parts=said, low=low, high=high)


def _known(w: Weighing, kind: object) -> list[Words]:
    """Beside prizes there may be rules that pay for work; rank rules are the prizes themselves."""
    if kind in ("paid", "mixed"):
        return [_AMOUNTS]
    if kind != "prizes":
        return [_NO_PAY]
    others = [rule for _, rule in w.rows(_PAY) if rule.get("for") != "rank"]
    amounts = bool(others) and all(_usd(rule.get("base")) is not None or _bonuses(rule) for rule in others)
    return [_PRIZES, _AMOUNTS] if amounts else [_PRIZES]


def pay_level(w: Weighing) -> None:
    """The hourly rate of each rule for a task or an hour against the published floor; prizes never count."""
    kind, pay, hours = w.at("compensation.kind"), w.at(_PAY), w.at(_HOURS)
    if kind not in ("paid", "mixed") or pay == "none" or _without_amount(w.terms):
        return
    rules = [(path, rule) for path, rule in w.rows(_PAY) if rule.get("for") in ("task", "hour")]
    if pay is not None and not rules:
        return
    if pay is None:
        w.open(_PAY, _AMOUNTS)
    span = [number(str(one)) for one in hours] if isinstance(hours, list) else []
    if hours != "none" and (not span or any(not one for one in span)):
        w.open(_HOURS, _HOURS_WORDS)
        return
    floor = _floor(w)
    for path, rule in rules:
        _weigh_rate(w, path, rule, [one for one in span if one], floor)


def _floor(w: Weighing) -> Fraction:
    """Doctoral where the work is asked of people who hold a doctorate or work towards one."""
    w.rows("roles")
    entry = [path for path, role in w.terms.rows("roles") if is_entry(role)]
    asked = any(asks_doctorate(duties) for path in entry if isinstance(duties := w.at(f"{path}.duties"), str))
    return Fraction(FIGURES["floor"]["doctorate" if asked else "general"])


def is_entry(role: Mapping[str, Any]) -> bool:
    """Granted open and without any power."""
    return role.get("granted") == "open" and role.get("powers") in (None, "none", [])


def _weigh_rate(w: Weighing, path: str, rule: Mapping[str, Any], hours: list[Fraction], floor: Fraction) -> None:
    bonuses = _bonuses(rule)
    amounts = [rule.get("base"), *bonuses]
    currencies = [str(one["currency"]) for one in amounts if isinstance(one, Mapping) and "currency" in one]
    other = next((code for code in currencies if code != "USD"), None)
    leaf = f"{path}.base" if isinstance(rule.get("base"), Mapping) else path
    if other:
        return w.observe(leaf, say=1, currency=other)
    base = _usd(rule.get("base")) or Fraction(0)
    best = base + sum((one for one in map(_usd, bonuses) if one is not None), Fraction(0))
    task = rule.get("for") == "task"
    if task and not hours:
        return w.observe(_HOURS, say=2)
    low, high = (base / hours[1], best / hours[0]) if task else (base, best)
    words: dict[str, Any] = {"low": _shown(low), "high": _shown(high), "floor": _shown(floor)}
    if low >= floor:
        return w.fair(leaf, **words)
    if high < floor:
        # Of several rules the quotation says which one.
        named = "" if len(w.terms.rows(_PAY)) == 1 else f"{rule.get('id', '…')}."
        return w.flag(leaf, quote=f"{named}{w.terms.quote(leaf)}", **words)
    return w.observe(leaf, **words)


def _shown(rate: Fraction) -> str:
    """As money is written, thousands marked; at most two decimals, cut and not rounded."""
    cents = int(rate * 100)
    whole, rest = divmod(cents, 100)
    return f"{whole:,}.{rest:02d}" if rest else f"{whole:,}"


def prize_rule(w: Weighing) -> None:
    kind, pay = w.at("compensation.kind"), w.at(_PAY)
    rules = [(path, rule) for path, rule in w.rows(_PAY) if rule.get("for") == "rank"]
    if not rules and kind == "prizes":
        if pay is None:
            return w.open(_PAY, _RULE)
        return w.flag(_PAY if pay == "none" else "compensation.kind", cause=_PAY, parts=_ANY_RULE)
    for path, rule in rules:
        _weigh_prize(w, path, rule)
    return None


def _weigh_prize(w: Weighing, path: str, rule: Mapping[str, Any]) -> None:
    missing: list[Words] = []
    quote = ""
    for part in ("rank", "deadline", "ranked_by", "ties", "exclude"):
        value = w.at(f"{path}.{part}")
        named = [_PRIZE_PARTS[part]] if part != "rank" else [_PRIZE_PARTS["places"], _PRIZE_PARTS["amounts"]]
        if value is None:
            w.open(f"{path}.{part}", *named)
        elif value == "none" and part != "exclude":
            missing.extend(named)
            quote = quote or f"{part}: none"
    steps = rule.get("rank")
    if isinstance(steps, list) and any("each" not in step for step in steps if isinstance(step, Mapping)):
        w.open(f"{path}.rank", _PRIZE_PARTS["amounts"])
    if missing:
        w.flag(path, parts=parts(missing, "or"), quote=quote)
    said = parts(_PRIZE_PARTS[part] for part in ("places", "amounts", "deadline", "ranked_by", "ties"))
    if _by_role(rule.get("exclude")):
        w.fair(path, parts=said)
    else:
        w.observe(path, parts=said)


def _by_role(exclude: object) -> bool:
    """Whether it keeps out everybody who holds some role; organizers are known by their roles alone."""
    if not isinstance(exclude, Mapping) or len(exclude) != 1:
        return False
    ((name, inner),) = exclude.items()
    if name in ("all", "any") and isinstance(inner, list):
        return (any if name == "any" else all)(_by_role(part) for part in inner)
    return bool(name == "role")
