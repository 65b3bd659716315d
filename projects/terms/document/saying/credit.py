"""Authorship."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from projects.terms.document.clause_words import Clause, Item
from projects.terms.document.fields import label
from projects.terms.document.words import counted


def kind(clause: Clause, item: Item) -> str:
    parts = list(clause.rules.award_parts(item))
    named = clause.name(item) if clause.is_titled(item) else clause.said("Kind ", "计分项目") + clause.name(item)
    first = clause.said(f"{named}: {parts[0]}", f"{named}：{parts[0]}")
    return clause.say(first, *parts[1:])


_AFTER = {
    ("withdrawal", "keep"): ("When a task is withdrawn, its credit stays", "任务撤回后，其得分保留"),
    ("withdrawal", "lose"): ("When a task is withdrawn, its credit is taken back", "任务撤回后，其得分收回"),
    ("revocation", "keep"): (
        "When the acceptance of a task is revoked, its credit stays",
        "任务的通过被撤销后，其得分保留",
    ),
    ("revocation", "lose"): (
        "When the acceptance of a task is revoked, its credit is taken back",
        "任务的通过被撤销后，其得分收回",
    ),
}


def after(what: str) -> Callable[[Clause, Any], str]:
    def said(clause: Clause, value: Any) -> str:
        return clause.said(*_AFTER[what, value])

    return said


def eligibility(clause: Clause, value: Any) -> str:
    return clause.who(value, "Authors: everybody who {who}", "符合以下条件者为作者：{who}")


def acknowledged(clause: Clause, value: Any) -> str:
    return clause.who(
        value, "Thanked without being authors: everybody else who {who}", "其余的人中，符合以下条件者列入致谢：{who}"
    )


def condition(clause: Clause, item: Item) -> str:
    due, what, loses = clause.day(item.get("due")), clause.quoted(item, "what"), item.get("loses", "")
    notice, cure = (clause.missing(item, one) or clause.days(item[one]) for one in ("notice_days", "cure_days"))
    return clause.say(
        clause.said(f"To be done by {due}: {what}", f"最迟于{due}完成：{what}"),
        clause.said(
            f"{'Notice' if loses == 'none' else 'Notice before anything is lost'}: {notice}", f"通知期：{notice}"
        ),
        clause.said(f"Time to make good after the notice: {cure}", f"收到通知后的补正期：{cure}"),
        _lost(clause, item),
    )


def _lost(clause: Clause, item: Item) -> str:
    lost = clause.quoted(item, "loses")
    if item.get("loses") == "none":
        return clause.said("If it is still not done, nothing is lost", "仍未完成也不会失去什么")
    if clause.missing(item, "loses"):
        return clause.said(f"What is lost if it is still not done: {lost}", f"仍未完成会失去什么：{lost}")
    return clause.said(f"If it is still not done, this is lost: {lost}", f"仍未完成则失去：{lost}")


def block(clause: Clause, item: Item) -> str:
    who, keys, name = item.get("who"), item.get("sort"), clause.name(item)
    missing, unsorted = clause.missing(item, "who"), clause.missing(item, "sort")
    stands = clause.said(f"Who stands in block {name}: {missing}", f"分组{name}包括哪些作者：{missing}")
    if isinstance(who, dict):
        stands = clause.who(
            who, f"Block {name}: every author who {{who}}", f"分组{name}包括符合以下条件的作者：{{who}}"
        )
    order = clause.rules.directed(keys) if isinstance(keys, list) else unsorted
    return clause.say(stands, clause.said(f"Order in the block: {order}", f"组内排序：{order}"))


def ties(clause: Clause, value: Any) -> str:
    return clause.said(
        f"Equals are ordered {clause.rules.directed(value)}", f"并列者{clause.rules.directed(value)}排列"
    )


def mark(clause: Clause, item: Item) -> str:
    missing, who = clause.missing(item, "id"), item.get("who")
    named = missing or label("authorship.marks[].id", item["id"], clause.lang)
    if isinstance(who, dict):
        return clause.who(
            who, f"Marked “{named}”: every author who {{who}}", f"符合以下条件的作者标记为“{named}”：{{who}}"
        )
    missing = clause.missing(item, "who")
    return clause.said(f"Who is marked “{named}”: {missing}", f"哪些作者标记为“{named}”：{missing}")


def collation(clause: Clause, value: Any) -> str:
    rules = clause.rules.quoted(value)
    return clause.said(f"Names are sorted by the rules called {rules}", f"姓名按名为{rules}的规则排序")


def overrides(clause: Clause, item: Item) -> str:
    window = item.get("window_days")
    if window == 0:
        return clause.said("An exception to the rules takes effect at once", "规则之外的例外立即生效")
    return clause.said(
        f"An exception to the rules is public for {clause.days(window)} before it takes effect",
        f"规则之外的例外须公示 {clause.days(window)}后才生效",
    )


def objection(clause: Clause, value: Any) -> str:
    if value == 0:
        return clause.said("There is no time to object to a published list", "公布的名单没有异议期")
    return clause.said(
        f"For {clause.days(value)} after a list is published anybody can object to it",
        f"名单公布后 {clause.days(value)}内可以提出异议",
    )


def grace(clause: Clause, value: Any) -> str:
    if value == 0:
        return clause.said(
            "Whoever leaves is no longer a member, unless a rule says otherwise",
            "离开者自离开起不再计为成员，规则另有规定的除外",
        )
    time = counted(value, "further day", "further days", "天", clause.lang)
    return clause.said(
        f"Whoever leaves counts as a member for {time}, unless a rule says otherwise",
        f"离开者在此后 {time}内仍计为成员，规则另有规定的除外",
    )


_KINDS = {"paper": ("Kind: paper", "类型：论文"), "release": ("Kind: data release", "类型：数据发布")}
_LISTS = {
    "full": ("All authors stand on its list", "名单列出全体作者"),
    "limited": ("Only authors with work that counts for it stand on its list", "名单只列有工作计入此成果的作者"),
}
_LOCKS = {
    "open": ("The list is open: everything may still change", "名单开放：一切仍可变动"),
    "order_only": ("Only the order of the list may still change", "名单中只有顺序仍可变动"),
    "closed": ("The list is closed: nothing may change any more", "名单关闭：不再变动"),
}
# Until its day a list follows the record, so what a lock holds fast is the list of that day.
_LOCKS_FROM_DAY = {
    **_LOCKS,
    "order_only": ("From then on only the order of the list may still change", "此后名单中只有顺序仍可变动"),
    "closed": ("From then on the list is closed: nothing may change any more", "此后名单关闭：不再变动"),
}
_EARLIER = {"no": ("Work from before {day} does not count", "{day}之前的工作不计入")}


def output(clause: Clause, item: Item) -> str:
    title = clause.name(item)
    if clause.is_titled(item):
        named = clause.rules.quoted(item.get("id", "…"))
        title += clause.said(f" (id {named})", f"（标识{named}）")
    missing = clause.missing(item, "as_of")
    as_of = missing or clause.day(item["as_of"])
    return clause.say(
        clause.said(f"Output {title}", f"成果{title}"),
        clause.chosen(item, "kind", _KINDS, ("Kind", "类型")),
        clause.chosen(item, "list", _LISTS, ("Its list", "名单")),
        *_scope(clause, item),
        clause.said(f"The day as of which the list is computed: {as_of}", f"名单的截至日期：{as_of}")
        if missing
        else clause.said(f"The list is computed as of {as_of}", f"名单按截至{as_of}的记录计算"),
        clause.chosen(item, "lock", _LOCKS if missing else _LOCKS_FROM_DAY, ("Lock", "锁定")),
    )


def _scope(clause: Clause, item: Item) -> list[str]:
    scope, missing = item.get("scope"), clause.missing(item, "scope")
    if scope == "none":
        return [clause.said("All work counts for it, of every kind and any date", "计入全部工作，不限项目与日期")]
    if not isinstance(scope, dict):
        return [clause.said(f"Which work counts for it: {missing}", f"计入哪些工作：{missing}")]
    kinds = scope.get("kinds")
    if isinstance(kinds, list):
        one = "the kind" if len(kinds) == 1 else "the kinds"
        work = clause.said(f"work of {one} {clause.rules.kinds(kinds)}", clause.rules.kinds(kinds))
    elif kinds == "none":
        work = clause.said("work of no kind", "不计任何项目")
    else:
        work = clause.said("work of every kind", "所有计分项目")
    time = _when(clause, scope)
    return [clause.said(f"What counts for it: {work}, {time}", f"计入：{work}，{time}"), _earlier(clause, scope)]


def _when(clause: Clause, scope: Item) -> str:
    """The days of the work. Carried over, work from before the first day counts too, so that no first day is left."""
    if scope.get("from", "none") == "none" or scope.get("carry_over") != "yes":
        return clause.rules.between(scope)
    any_day, first = clause.rules.between({"to": scope.get("to", "none")}), clause.day(scope["from"])
    return clause.said(
        f"{any_day} (from {first} on and, carried over, also from before it, even where that counted for an earlier "
        "output)",
        f"{any_day}（{first}起的，以及结转的此前工作，包括已计入先前成果的）",
    )


def _earlier(clause: Clause, scope: Item) -> str:
    """Without a first day no work is earlier, so that yes and no say the same; an open answer stays open."""
    first, carried = scope.get("from", "none"), scope.get("carry_over")
    if carried == "yes" or (first == "none" and carried is not None):
        return ""
    if first == "none":
        title = ("Whether work from before a first day would count", "若设起始日，此前的工作是否计入")
        return clause.chosen(scope, "carry_over", {}, title)
    day = clause.day(first)
    title = (f"Whether work from before {day} counts", f"{day}之前的工作是否计入")
    return clause.chosen(scope, "carry_over", _EARLIER, title).replace("{day}", day)
