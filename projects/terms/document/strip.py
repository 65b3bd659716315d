"""The five tiles of every project page and join screen, computed from the terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from projects.terms.document.does_sentences import lettered
from projects.terms.document.fields import BY_PATH
from projects.terms.document.rule_sentences import Rules, label, pay_sentence
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


# What a tile has room for; the clause behind it says everything.
_ROOM, _MANY = 160, 4
_TITLES = {
    "pay": ("Pay", "报酬"),
    "credit": ("Credit", "署名"),
    "roles": ("Roles", "角色"),
    "licence": ("Licence", "许可"),
    "data": ("Data goes to", "数据去向"),
}


def _tile(key: str, path: str, lang: str, parts: list[str], *, stated: bool) -> Tile:
    text = pick(lang, "; ", "；").join(part for part in parts if part) if stated else pick(lang, "Not stated", "未写明")
    text = pick(lang, text[:1].upper() + text[1:], text)
    return Tile(key, pick(lang, *_TITLES[key]), text, path, BY_PATH[path].number, stated)


def _pay(document: Document, lang: str) -> Tile:
    kind = answer(document, "compensation.kind")
    rules = answer(document, "compensation.pay")
    costs = _costs(document, lang)
    if kind == "unpaid" or (kind == "none" and not isinstance(rules, list)):
        return _tile("pay", "compensation.kind", lang, [pick(lang, "Unpaid", "无报酬"), costs], stated=True)
    choice = answer(document, "compensation.choice")
    either = pick(lang, "pay or authorship, by choice", "报酬与署名二选一") if choice == "pay_or_credit" else ""
    if kind is None:
        return _tile("pay", "compensation.kind", lang, [], stated=False)
    if rules is None:
        paid, amounts = label("compensation.kind", kind, lang), pick(lang, "amounts not stated", "金额未写明")
        return _tile("pay", "compensation.pay", lang, [either or paid, amounts, costs], stated=True)
    if not isinstance(rules, list):
        unruled = pick(lang, "no rule sets the amounts", "没有规则写明金额")
        paid = label("compensation.kind", kind, lang)
        return _tile("pay", "compensation.pay", lang, [paid, unruled, either, costs], stated=True)
    return _tile("pay", "compensation.pay", lang, [_first_pay(rules, document, lang), either, costs], stated=True)


def _first_pay(rules: list[dict[str, Any]], document: Document, lang: str) -> str:
    first = _brief(rules[0], lang) or pay_sentence(rules[0], lang, document=document)
    more = len(rules) - 1
    if not more:
        return first
    en = "1 more rule" if more == 1 else f"{more} more rules"
    return pick(lang, f"{first}; {en}", f"{first}；另有 {more} 条付酬规则")


def _brief(rule: Mapping[str, Any], lang: str) -> str:
    """What a tile has room for, of a rule with several prizes or conditions; the clause says the rest."""
    ranks, plus = rule.get("rank"), rule.get("plus")
    if rule.get("for") == "rank" and isinstance(ranks, list) and len(ranks) > 1:
        number, most, least = (
            ranks[-1].get("to", "…"),
            money(ranks[0].get("each", "…")),
            money(ranks[-1].get("each", "…")),
        )
        if len({money(step.get("each", "…")) for step in ranks}) == 1:
            return pick(lang, f"{number} prizes of {most} each", f"{number} 个奖项，各 {most}")
        return pick(
            lang,
            f"{number} prizes, from {most} for the first place to {least} for the last",
            f"{number} 个奖项，首名 {most}，末名 {least}",
        )
    if rule.get("for") != "rank" and isinstance(plus, list) and len(plus) > 1:
        base = pay_sentence({"for": rule.get("for"), "base": rule.get("base")}, lang)
        return pick(
            lang, f"{base}, and bonuses under {len(plus)} conditions", f"{base}，另有 {len(plus)} 项附条件的加付"
        )
    return ""


def _costs(document: Document, lang: str) -> str:
    costs = answer(document, "compensation.own_costs")
    if costs == "none":
        return pick(lang, "no costs of your own", "无自付费用")
    if not isinstance(costs, dict):
        return pick(lang, "costs of your own not stated", "自付费用未写明")
    what, cap, payer = costs.get("what", "none"), costs.get("cap"), costs.get("paid_by")
    what = pick(lang, "costs", "费用") if what == "none" else str(what)
    upto = pick(lang, f" up to {money(cap)}", f"，上限 {money(cap)}") if isinstance(cap, dict) else ""
    atmost = f", at most {money(cap)}" if isinstance(cap, dict) else ""
    if payer == "project":
        return pick(lang, f"{what} reimbursed{upto}", glue(what, f"由项目报销{upto}"))
    if payer == "shared":
        return pick(lang, f"{what} shared{upto}", glue(what, f"共同分担{upto}"))
    if payer == "contributor" and costs.get("what", "none") == "none":
        return pick(lang, f"costs are yours{atmost}", f"费用自付{upto}")
    if payer == "contributor":
        return pick(lang, f"{what} at your own cost{atmost}", glue(what, f"自付{upto}"))
    bears = "who bears the costs" if costs.get("what", "none") == "none" else f"who pays for {what}"
    return pick(lang, f"{bears} is not stated", glue(what, "由谁承担未写明"))


def _credit(document: Document, lang: str) -> Tile:
    eligible = answer(document, "authorship.eligibility")
    path = "authorship.eligibility"
    if eligible == "none":
        return _tile("credit", path, lang, [pick(lang, "No authorship", "不提供署名")], stated=True)
    if not isinstance(eligible, dict):
        known = [_instead(document, lang), _order(document, lang) if items(document, "authorship.blocks") else ""]
        who = pick(lang, "who is an author is not stated", "谁是作者未写明")
        return _tile("credit", path, lang, [*known, who] if any(known) else [], stated=any(known))
    return _tile(
        "credit",
        path,
        lang,
        [_threshold(eligible, document, lang), _split(document, lang), _order(document, lang)],
        stated=True,
    )


def _instead(document: Document, lang: str) -> str:
    instead = answer(document, "compensation.choice") == "pay_or_credit"
    return pick(lang, "authorship instead of pay, by choice", "可选择署名而不领报酬") if instead else ""


def _threshold(eligible: dict[str, Any], document: Document, lang: str) -> str:
    leaf = eligible.get("points")
    if isinstance(leaf, dict) and set(leaf) == {"at_least"}:
        least = points(leaf["at_least"], lang)
        return pick(lang, f"Author from {least}", f"满 {least}即为作者")
    who = Rules(lang, document).does(eligible)
    if lettered(who):
        return pick(lang, "Author by a rule of several conditions", "按多项条件确定作者")
    if len(who) > _ROOM:
        number = BY_PATH["authorship.eligibility"].number
        return pick(lang, f"Author by a rule, see {number}", f"按规则确定作者，见 {number}")
    return pick(lang, f"Author: whoever {who}", f"作者条件：{who}")


def _split(document: Document, lang: str) -> str:
    """How the points of a task are shared; empty where tasks earn none."""
    kinds = answer(document, "authorship.kinds")
    if kinds == "none":
        return pick(lang, "no work earns points", "没有任何工作计分")
    splits = list(
        dict.fromkeys(
            str(kind.get("split")) for kind in items(document, "authorship.kinds") if kind.get("from") == "task"
        )
    )
    words = {
        "equal": ("task points split equally", "任务得分平分"),
        "declared": ("task points split as the team declares", "任务得分按团队申报分配"),
        "each": ("full task points to each", "任务得分每人得全额"),
    }
    if kinds and not splits:
        return ""
    if splits == ["none"]:
        return pick(lang, "no rule for the split of task points", "任务得分没有分配规则")
    if not set(splits) <= set(words) or not splits:
        return pick(lang, "split of task points not stated", "任务得分的分配未写明")
    if len(splits) > 1:
        return pick(lang, "how task points are split differs by kind of work", "任务得分的分配因工作类型而异")
    return pick(lang, *words[splits[0]])


def _order(document: Document, lang: str) -> str:
    blocks = items(document, "authorship.blocks")
    sorts = [block.get("sort") for block in blocks]
    if answer(document, "authorship.blocks") == "none" or (blocks and set(map(str, sorts)) == {"none"}):
        return pick(lang, "no rule for the order", "没有排序规则")
    if not any(sorts):
        return pick(lang, "order not stated", "排序未写明")
    if len(blocks) == 1:
        keys = Rules(lang, document).keys(sorts[0])
        return pick(lang, f"order by {keys}", f"按{keys}排序")
    titles = [_named(block, lang, "block", "组") for block in blocks]
    shown = titles[:_MANY]
    if len(titles) > _MANY:
        shown.append(pick(lang, f"{len(titles) - _MANY} more blocks", f"另外 {len(titles) - _MANY} 组"))
    inside = _unsorted(dict(zip(titles, sorts, strict=True)), lang)
    return pick(lang, f"order: {', then '.join(shown)}", glue("名单依次为", "、".join(shown))) + inside


def _unsorted(sorts: Mapping[str, object], lang: str) -> str:
    """The blocks that have no order inside, behind the order of the blocks."""
    said = []
    for value, en, chinese in (
        (None, "order within {} not stated", "组内排序未写明"),
        ("none", "no rule for the order within {}", "组内没有排序规则"),
    ):
        named = [title for title, sort in sorts.items() if sort == value]
        if named:
            shown = _some(named, lang)
            said.append(pick(lang, en.replace("{}", shown), glue(shown, chinese)))
    return pick(lang, f" ({'; '.join(said)})", f"（{'；'.join(said)}）") if said else ""


def _named(item: Mapping[str, Any], lang: str, noun: str, chinese: str) -> str:
    """The title; where there is none the id, as an id."""
    title, named = str(item.get("title", "none")), item.get("id", "…")
    if title != "none":
        return title
    return pick(lang, f"the {noun} with the id “{named}”", f"标识为“{named}”的{chinese}")


def _roles(document: Document, lang: str) -> Tile:
    roles = answer(document, "roles")
    if not isinstance(roles, list):
        return _tile("roles", "roles", lang, [pick(lang, "No roles", "没有角色")], stated=roles == "none")
    by: dict[str, list[str]] = {}
    for role in roles:
        by.setdefault(pick(lang, *_way(role)), []).append(_named(role, lang, "role", "角色"))
    parts = [pick(lang, f"{_some(titles, lang)}: {how}", f"{_some(titles, lang)}：{how}") for how, titles in by.items()]
    return _tile("roles", "roles", lang, parts, stated=True)


def _way(role: Mapping[str, Any]) -> tuple[str, str]:
    """How one gets the role; a rule without criteria is none that anybody could meet."""
    granted, criteria = str(role.get("granted", "")), role.get("criteria")
    if granted == "rule" and not isinstance(criteria, dict):
        none = criteria == "none"
        return ("by rule, without criteria", "按规则授予，但没有标准") if none else ("by rule", "按规则授予")
    words = {
        "open": ("open to all", "对所有人开放"),
        "rule": ("by rule", "满足标准即得"),
        "voted": ("by vote", "由投票产生"),
        "appointed": ("by appointment", "由任命产生"),
        "none": ("no rule for how one gets it", "没有规定如何获得"),
    }
    return words.get(granted, ("how one gets it is not stated", "获得方式未写明"))


def _some(names: list[str], lang: str) -> str:
    """The first few of many, and how many more there are."""
    if len(names) <= _MANY + 1:
        return series(names, lang)
    more = len(names) - _MANY
    return series([*names[:_MANY], pick(lang, f"{more} more", f"另外 {more} 个")], lang)


def _licence(document: Document, lang: str) -> Tile:
    inbound, outbound, commerce = (
        answer(document, f"licence.{name}") for name in ("inbound", "outbound", "commercial_use")
    )
    if inbound is None and outbound is None and commerce is None:
        return _tile("licence", "licence.outbound", lang, [], stated=False)
    parts = [_ownership(inbound, lang), _release(outbound, lang), _commerce(commerce, lang)]
    return _tile("licence", "licence.outbound", lang, parts, stated=True)


def _ownership(inbound: object, lang: str) -> str:
    if inbound == "none":
        return pick(lang, "contributors grant nothing", "贡献者不作任何授权")
    grant = inbound if isinstance(inbound, dict) else {}
    owner = {
        "contributor": ("You keep your tasks", "任务归你所有"),
        "project": ("The project owns your tasks", "任务归项目所有"),
        "none": ("no rule on ownership", "没有归属规定"),
    }.get(str(grant.get("ownership")), ("ownership not stated", "归属未写明"))
    exclusive = pick(lang, ", exclusive grant", "，独家授权") if grant.get("exclusive") == "yes" else ""
    return pick(lang, *owner) + exclusive


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
        "none": ("no rule on commercial use", "没有商用规定"),
    }
    return pick(lang, *words.get(str(commerce), ("commercial use not stated", "能否商用未写明")))


def _data(document: Document, lang: str) -> Tile:
    destinations = answer(document, "data.destinations")
    if destinations is None:
        return _tile("data", "data.destinations", lang, [], stated=False)
    parts = (
        [pick(lang, "Nobody", "不提供给任何人")]
        if destinations == "none"
        else [_destination(item, lang) for item in destinations[:_MANY]]
    )
    more = len(destinations) - _MANY if isinstance(destinations, list) else 0
    if more > 0:
        parts.append(
            pick(lang, "1 more recipient" if more == 1 else f"{more} more recipients", f"另外 {more} 个接收方")
        )
    return _tile("data", "data.destinations", lang, [*parts, _held_out(document, lang)], stated=True)


def _destination(item: Mapping[str, Any], lang: str) -> str:
    text = str(item.get("recipient", pick(lang, "somebody not named", "未写明的接收方")))
    if item.get("kind") == "sale":
        text = pick(lang, f"sold to {text}", glue("售予", text))
    if item.get("split") in BY_PATH["data.destinations[].split"].values:
        text += pick(
            lang,
            f" ({label('data.destinations[].split', item['split'], lang)})",
            f"（{label('data.destinations[].split', item['split'], lang)}）",
        )
    elif item.get("split") is None:
        text += pick(lang, " (which tasks is not stated)", "（哪些任务未写明）")
    if item.get("kind") != "sale" and isinstance(item.get("fee"), dict) and item["fee"]["minor"] > 0:
        text += pick(lang, ", for a fee", "，有偿")
    if item.get("exclusive") == "yes":
        text += pick(lang, ", exclusively", "，独家")
    if item.get("from", "none") != "none":
        start = day(str(item["from"]), lang)
        text += pick(lang, f" from {start}" if text.endswith(")") else f", from {start}", f"，自{start}起")
    return text


def _held_out(document: Document, lang: str) -> str:
    held = answer(document, "data.held_out")
    if not isinstance(held, dict) or held.get("share", "none") == "none":
        return ""
    share, released = str(held["share"]), held.get("released")
    if share == "0":
        return pick(lang, "no task held out", "没有保留任务")
    some = amount(share)
    part = {"1": ("all tasks", "全部任务")}.get(share, (f"{some} of the tasks", f"另有 {some} 的任务"))
    end = ""
    if released == "none":
        end = pick(lang, " for good", "，永不解禁")
    elif isinstance(released, dict) and released.get("on", "none") != "none":
        end = pick(lang, f" until {day(released['on'], 'en')}", f"，至{day(released['on'], lang)}")
    elif isinstance(released, dict) and released.get("when", "none") != "none":
        end = pick(lang, " until a condition is met", "，至满足条件时")
    return pick(lang, f"{part[0]} held out{end}", f"{part[1]}保留{end}")
