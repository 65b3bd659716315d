"""The five tiles of every project page and join screen, computed from the terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from projects.terms.document.fields import BY_PATH
from projects.terms.document.rule_sentences import Rules, label, pay_sentence, rule_sentence
from projects.terms.document.walk import answer, items
from projects.terms.document.words import amount, day, glue, money, pick, points, series

Document = Mapping[str, Any]


@dataclass(frozen=True)
class Tile:
    """``path`` and ``clause`` (its number) name the clause the tile links to; ``stated`` is false where it is open."""

    key: str
    title: str
    text: str
    path: str
    clause: str
    stated: bool


def strip(document: Document, lang: str) -> list[Tile]:
    """Pay, Credit, Roles, Licence, Data goes to; each one plain sentence, open parts said as not stated."""
    return [
        _pay(document, lang),
        _credit(document, lang),
        _roles(document, lang),
        _licence(document, lang),
        _data(document, lang),
    ]


_TITLES = {
    "pay": ("Pay", "报酬"),
    "credit": ("Credit", "署名"),
    "roles": ("Roles", "角色"),
    "licence": ("Licence", "许可"),
    "data": ("Data goes to", "数据去向"),
}


def _tile(key: str, path: str, lang: str, parts: list[str], *, stated: bool) -> Tile:
    text = pick(lang, "; ", "；").join(part for part in parts if part) if stated else pick(lang, "Not stated", "未写明")
    return Tile(key, pick(lang, *_TITLES[key]), text[:1].upper() + text[1:], path, BY_PATH[path].number, stated)


def _pay(document: Document, lang: str) -> Tile:
    kind = answer(document, "compensation.kind")
    rules = answer(document, "compensation.pay")
    costs = _costs(document, lang)
    if kind == "unpaid" or (kind == "none" and not isinstance(rules, list)):
        return _tile("pay", "compensation.kind", lang, [pick(lang, "Unpaid", "无报酬"), costs], stated=True)
    if kind is None or rules is None:
        return _tile("pay", "compensation.kind" if kind is None else "compensation.pay", lang, [], stated=False)
    paid = _first_pay(rules, document, lang) if isinstance(rules, list) else label("compensation.kind", kind, lang)
    choice = answer(document, "compensation.choice")
    either = pick(lang, "pay or authorship, by choice", "报酬与署名二选一") if choice == "pay_or_credit" else ""
    return _tile("pay", "compensation.pay", lang, [paid, either, costs], stated=True)


def _first_pay(rules: list[dict[str, Any]], document: Document, lang: str) -> str:
    first = pay_sentence(rules[0], lang, document=document)
    more = len(rules) - 1
    if not more:
        return first
    en = "1 more rule" if more == 1 else f"{more} more rules"
    return pick(lang, f"{first}; {en}", f"{first}；另有 {more} 条规则")


def _costs(document: Document, lang: str) -> str:
    costs = answer(document, "compensation.own_costs")
    if costs == "none":
        return pick(lang, "no own costs", "无自付费用")
    if not isinstance(costs, dict):
        return pick(lang, "own costs not stated", "自付费用未写明")
    what, cap, payer = costs.get("what", "none"), costs.get("cap"), costs.get("paid_by")
    what = pick(lang, "costs", "费用") if what == "none" else str(what)
    upto = pick(lang, f" up to {money(cap)}", f"，上限 {money(cap)}") if isinstance(cap, dict) else ""
    if payer == "project":
        return pick(lang, f"{what} reimbursed{upto}", glue(what, f"由项目报销{upto}"))
    if payer == "shared":
        return pick(lang, f"{what} shared{upto}", glue(what, f"共同分担{upto}"))
    if payer == "contributor":
        return pick(lang, f"{what} at your own cost{upto}", glue(what, f"自付{upto}"))
    return pick(lang, f"who pays {what} is not stated", glue(what, "由谁承担未写明"))


def _credit(document: Document, lang: str) -> Tile:
    eligible = answer(document, "authorship.eligibility")
    path = "authorship.eligibility"
    if eligible == "none":
        return _tile("credit", path, lang, [pick(lang, "No authorship", "不提供署名")], stated=True)
    if not isinstance(eligible, dict):
        return _tile("credit", path, lang, [], stated=False)
    return _tile(
        "credit",
        path,
        lang,
        [_threshold(eligible, document, lang), _split(document, lang), _order(document, lang)],
        stated=True,
    )


def _threshold(eligible: dict[str, Any], document: Document, lang: str) -> str:
    leaf = eligible.get("points")
    if isinstance(leaf, dict) and set(leaf) == {"at_least"}:
        least = points(leaf["at_least"], lang)
        return pick(lang, f"Author from {least}", f"满 {least}即为作者")
    who = rule_sentence(eligible, lang, document=document)
    return pick(lang, f"Author with {who}", f"作者须{who}")


def _split(document: Document, lang: str) -> str:
    splits = list(
        dict.fromkeys(
            kind.get("split") for kind in items(document, "authorship.kinds") if kind.get("from") in {"task", "import"}
        )
    )
    words = {
        "equal": ("equal split", "平分"),
        "declared": ("split as declared by the team", "按团队申报分配"),
        "each": ("full credit to each", "每人得全额"),
    }
    if len(splits) != 1 or splits[0] not in words:
        return (
            pick(lang, "split by kind of work", "分配因工作类型而异")
            if len(splits) > 1
            else pick(lang, "split not stated", "分配方式未写明")
        )
    return pick(lang, *words[splits[0]])


def _order(document: Document, lang: str) -> str:
    blocks = items(document, "authorship.blocks")
    if not blocks or not isinstance(blocks[0].get("sort"), list):
        return pick(lang, "order not stated", "排序未写明")
    rules = Rules(lang, document)
    if len(blocks) == 1:
        return pick(lang, f"order by {rules.keys(blocks[0]['sort'])}", f"按{rules.keys(blocks[0]['sort'])}排序")
    titles = [str(block.get("title") or block.get("id")) for block in blocks]
    return pick(lang, f"order: {', then '.join(titles)}", f"依次为{'、'.join(titles)}")


def _roles(document: Document, lang: str) -> Tile:
    roles = answer(document, "roles")
    if not isinstance(roles, list):
        return _tile("roles", "roles", lang, [pick(lang, "No roles", "没有角色")], stated=roles == "none")
    by: dict[str, list[str]] = {}
    for role in roles:
        by.setdefault(str(role.get("granted", "")), []).append(str(role.get("title") or role.get("id", "…")))
    words = {
        "open": ("open to all", "对所有人开放"),
        "rule": ("by rule", "满足标准即得"),
        "voted": ("by vote", "由投票产生"),
        "appointed": ("by appointment", "由任命产生"),
    }
    parts = []
    for granted, titles in by.items():
        how = pick(lang, *words.get(granted, ("how is not stated", "获得方式未写明")))
        parts.append(pick(lang, f"{series(titles, lang)}: {how}", f"{series(titles, lang)}：{how}"))
    return _tile("roles", "roles", lang, parts, stated=True)


def _licence(document: Document, lang: str) -> Tile:
    inbound, outbound, commerce = (
        answer(document, f"licence.{name}") for name in ("inbound", "outbound", "commercial_use")
    )
    if inbound is None and outbound is None and commerce is None:
        return _tile("licence", "licence.outbound", lang, [], stated=False)
    parts = [_ownership(inbound, lang), _release(outbound, lang), _commerce(commerce, lang)]
    return _tile("licence", "licence.outbound", lang, parts, stated=True)


def _ownership(inbound: object, lang: str) -> str:
    if not isinstance(inbound, dict) or inbound.get("ownership") not in BY_PATH["licence.inbound.ownership"].values:
        return pick(lang, "ownership not stated", "归属未写明")
    owner = (
        pick(lang, "You keep your tasks", "作品归你所有")
        if inbound["ownership"] == "contributor"
        else pick(lang, "The project owns your tasks", "作品归项目所有")
    )
    if inbound.get("exclusive") == "yes":
        owner += pick(lang, ", exclusive grant", "，独家授权")
    return owner


def _release(outbound: object, lang: str) -> str:
    if outbound == "none":
        return pick(lang, "not licensed to the public", "不向公众授权")
    data = outbound.get("data") if isinstance(outbound, dict) else None
    if data is None:
        return pick(lang, "licence of the data not stated", "数据许可未写明")
    if data == "none":
        return pick(lang, "data not licensed to the public", "数据不向公众授权")
    return pick(lang, f"data released under {data}", f"数据以 {data} 发布")


def _commerce(commerce: object, lang: str) -> str:
    words = {
        "yes": ("commercial use allowed", "允许商用"),
        "no": ("no commercial use", "不允许商用"),
        "ask": ("commercial use on request", "商用须征求同意"),
    }
    return pick(lang, *words.get(str(commerce), ("commercial use not stated", "能否商用未写明")))


def _data(document: Document, lang: str) -> Tile:
    destinations = answer(document, "data.destinations")
    if destinations is None:
        return _tile("data", "data.destinations", lang, [], stated=False)
    parts = (
        [pick(lang, "Nobody", "不提供给任何人")]
        if destinations == "none"
        else [_destination(item, lang) for item in destinations]
    )
    return _tile("data", "data.destinations", lang, [*parts, _held_out(document, lang)], stated=True)


def _destination(item: Mapping[str, Any], lang: str) -> str:
    text = str(item.get("recipient", "…"))
    if item.get("split") in BY_PATH["data.destinations[].split"].values:
        text += pick(
            lang,
            f" ({label('data.destinations[].split', item['split'], lang)})",
            f"（{label('data.destinations[].split', item['split'], lang)}）",
        )
    if item.get("kind") == "sale":
        text += pick(lang, ", sold", "，出售")
    if item.get("exclusive") == "yes":
        text += pick(lang, ", exclusively", "，独家")
    if item.get("from", "none") != "none":
        start = day(str(item["from"]), lang)
        text += pick(lang, f" from {start}", f"，自{start}起")
    return text


def _held_out(document: Document, lang: str) -> str:
    held = answer(document, "data.held_out")
    if not isinstance(held, dict) or held.get("share", "none") == "none":
        return ""
    share, released = amount(held["share"]), held.get("released")
    end = ""
    if isinstance(released, dict) and "on" in released:
        end = pick(lang, f" until {day(released['on'], 'en')}", f"，至{day(released['on'], lang)}")
    return pick(lang, f"{share} held out{end}", f"保留 {share}{end}")
