"""Get credit: in which order, and what the order rests on."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from projects.terms.checks.catalogue import LIMITS
from projects.terms.checks.credit_who import no_lists
from projects.terms.checks.expressions import decision_owners, number, reaches, thresholds
from projects.terms.checks.finding import parts
from projects.terms.checks.names import titled
from projects.terms.checks.weighing import Weighing
from projects.terms.document.field import Words
from projects.terms.document.rule_sentences import keys_sentence
from projects.terms.document.words import amount, day, points

_BLOCKS, _TIES, _COLLATION = "authorship.blocks", "authorship.ties", "authorship.collation"
_THE_BLOCKS, _SEED = Words("the blocks", "分组"), Words("the seed", "随机种子")
_OUTPUT_PARTS = {"as_of": Words("the date", "截至日期"), "lock": Words("the lock", "锁定方式")}
_PROJECT = Words("the project", "项目")
_LOCKS = {
    "open": Words("open", "为开放（仍可变动）"),
    "order_only": Words("order-only", "为仅可调整顺序"),
    "closed": Words("closed", "为关闭（不再变动）"),
}


def _key(key: object) -> tuple[str, object]:
    """A sort key's name and argument; a key that is open as a whole is a draw without its seed."""
    if isinstance(key, Mapping):
        return next(iter(key.items()), ("random", None))
    return str(key), None


def _keys(value: object) -> list[tuple[str, object]]:
    return [_key(key) for key in value] if isinstance(value, list) else []


def order_rule(w: Weighing) -> None:
    if no_lists(w):
        return None
    blocks = w.at(_BLOCKS)
    if blocks is None:
        return w.open(_BLOCKS, _THE_BLOCKS)
    if blocks == "none":
        return w.flag(_BLOCKS)
    owners = decision_owners(w.terms)
    by_decision = any(_decided(block) for _, block in w.rows(_BLOCKS))
    ruled: list[Mapping[str, Any]] = []
    for path, block in w.rows(_BLOCKS):
        sort = w.at(f"{path}.sort")
        if sort is None:
            keys = Words(f"the keys by which {titled(block)} is ordered", f"{titled(block)}组的排序依据")
            w.open(f"{path}.sort", keys, say=1)
        for place, (name, argument) in enumerate(_keys(sort)):
            if name == "random" and argument is None:
                w.open(f"{path}.sort", _SEED)
            elif name == "decision" and place:
                w.observe(f"{path}.sort", say=1 if by_decision else 0, block=titled(block))
            elif name == "decision" and str(argument) not in owners:
                w.flag(f"{path}.sort", cause=f"decision:{argument}")
        if _keys(sort) and not _decided(block):
            ruled.append(block)
    if ruled:
        w.fair(_BLOCKS, rule=_rule(w, ruled, named=len(blocks) > 1))
    return None


def _decided(block: Mapping[str, Any]) -> bool:
    """Whether a decision comes first in its order."""
    return any(name == "decision" for name, _ in _keys(block.get("sort"))[:1])


def _rule(w: Weighing, ruled: list[Mapping[str, Any]], *, named: bool) -> Words:
    """The keys of the blocks that begin with a rule, each with its title where there are several."""
    said = [_by(w, block["sort"]) for block in ruled]
    if not named:
        return said[0]
    pairs = list(zip(map(titled, ruled), said, strict=True))
    return Words(
        "; ".join(f"{title} by {keys.en}" for title, keys in pairs),
        "；".join(f"{title}{keys.zh}" for title, keys in pairs),
    )


def _by(w: Weighing, keys: object) -> Words:
    """``points, then name``; ``先按分数，再按姓名``."""
    en, zh = (keys_sentence(keys, lang, document=w.terms.document) for lang in ("en", "zh"))
    first = "" if not isinstance(keys, list) else "先按" if len(keys) > 1 else "按"
    return Words(en, f"{first}{zh}")


def tie_break(w: Weighing) -> None:
    """The chain is total, seeds stand in the terms, and names sort under a named collation."""
    if no_lists(w):
        return
    ties = w.at(_TIES)
    chains = [(_TIES, ties)] + [(f"{path}.sort", w.at(f"{path}.sort")) for path, _ in w.rows(_BLOCKS)]
    if ties is None:
        w.open(_TIES, Words("the tie rule", "并列规则"))
    elif ties == "none":
        w.flag(_TIES)
    for path, chain in chains:
        for name, argument in _keys(chain):
            if name == "random" and argument is None:
                w.open(path, _SEED)
            elif name == "random" and argument == "none":
                w.flag(path, quote="random: none")
    by_name = any(name in ("name", "name+subject") for _, chain in chains for name, _ in _keys(chain))
    collation = w.at(_COLLATION)
    if by_name and collation is None:
        w.open(_COLLATION, Words("how names are sorted", "姓名排序规则"))
    elif by_name and collation == "none":
        w.flag(_COLLATION)
    w.fair(_TIES, rule=_by(w, ties))


def list_freeze(w: Weighing) -> None:
    if no_lists(w):
        return None
    path = "authorship.outputs"
    outputs = w.at(path)
    if outputs is None:
        return w.open(path, Words("the outputs", "成果清单"), title=_PROJECT)
    if outputs == "none":
        return w.flag(path, parts=parts(_OUTPUT_PARTS.values(), "or"))
    for where, output in w.rows(path):
        for part, named in _OUTPUT_PARTS.items():
            value = w.at(f"{where}.{part}")
            if value is None:
                w.open(f"{where}.{part}", named, title=titled(output))
            elif value == "none":
                w.flag(f"{where}.{part}", parts=named)
        as_of, lock = str(output.get("as_of", "…")), _LOCKS.get(str(output.get("lock")), Words("…", "…"))
        w.fair(where, title=titled(output), date=Words(day(as_of, "en"), day(as_of, "zh")), lock=lock)
    return None


def overrides(w: Weighing) -> None:
    if no_lists(w):
        return
    path = "authorship.overrides"
    clause, objection = w.at(path), w.at("authorship.objection_days")
    window = w.at(f"{path}.window_days")
    if clause is None or window is None:
        w.open(path, Words("window for exceptions", "例外的公示期"))
    elif clause != "none" and (window == "none" or window < LIMITS["override_days"]):
        w.flag(f"{path}.window_days")
    if objection is None:
        w.open("authorship.objection_days", Words("days to object", "异议期"))
    elif objection in (0, "none"):
        w.flag("authorship.objection_days")
    said = Words(f"{window} days before they take effect", f"生效前公示 {window} 天")
    w.fair(path, parts=Words("none", "无") if clause == "none" else said, n=str(objection))


def discretion(w: Weighing) -> None:
    """What is judged inside a range, against the lowest threshold in points."""
    if no_lists(w):
        return None
    path = "authorship.kinds"
    kinds = w.at(path)
    if kinds is None:
        return w.open(path)
    if kinds == "none":
        return None
    rows = w.rows(path)
    bounds = sorted(thresholds(w.at("authorship.eligibility")), key=lambda one: (one.amount, not one.equal))
    ranges = [(where, kind, span) for where, kind in rows if (span := _range(kind))]
    most_are = len(ranges) * 2 > len(rows)
    for where, kind, (low, high) in ranges:
        w.at(f"{where}.amount")
        judged = _judged(w.at(f"{where}.cap"), low, high)
        words: dict[str, Any] = {"kind": titled(kind), "low": amount(low)}
        words["high"] = Words(points(high, "en"), amount(high))
        if judged and bounds and reaches(judged, bounds[0]):
            w.flag(f"{where}.amount", **words)
        elif most_are:
            w.flag(f"{where}.amount", say=1, **words)
        else:
            w.observe(f"{where}.amount", **words)
    return w.fair(path)


def _range(kind: Mapping[str, Any]) -> tuple[Any, Any] | None:
    """Both ends where they differ: a range in form only judges nothing."""
    amount_rule = kind.get("amount")
    ends = amount_rule.get("range") if isinstance(amount_rule, Mapping) else None
    if not isinstance(ends, list) or len(ends) != 2:
        return None
    low, high = (number(end) for end in ends)
    return None if low is None or high is None or low == high else (low, high)


def _judged(cap: object, low: Fraction, high: Fraction) -> Fraction:
    """How much one judgement can add: nothing beyond what a cap lets anybody earn by it."""
    limits = [number(one) for one in cap.values()] if isinstance(cap, Mapping) else []
    most = min((one for one in limits if one is not None), default=high)
    return min(high, most) - min(low, most)


def count_only(w: Weighing) -> None:
    """Never a flag: good projects count, too."""
    if no_lists(w):
        return None
    blocks, kinds = w.at(_BLOCKS), w.at("authorship.kinds")
    if blocks is None:
        return w.open(_BLOCKS, _THE_BLOCKS)
    for path, _ in w.rows(_BLOCKS):
        name, argument = next(iter(_keys(w.at(f"{path}.sort"))), ("", None))
        if name not in ("points", "count"):
            continue
        if kinds is None:
            w.open("authorship.kinds", Words("kinds of work", "计分的工作"))
            continue
        feeding = [
            kind
            for _, kind in w.rows("authorship.kinds")
            if not isinstance(argument, list) or kind.get("id") in argument
        ]
        if len(feeding) == 1 and _one_amount(feeding[0]):
            w.observe(f"{path}.sort", kind=titled(feeding[0]))
    return w.fair(_BLOCKS)


def _one_amount(kind: Mapping[str, Any]) -> bool:
    """One fixed amount: no range, bonus, multiplier or first-of rule."""
    amount_rule = kind.get("amount")
    if not isinstance(amount_rule, Mapping) or _range(kind):
        return False
    given = [amount_rule.get("plus"), kind.get("times"), kind.get("first_of")]
    return all(one in (None, "none", []) for one in given)
