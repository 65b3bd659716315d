"""The document itself, core team, returns and growth."""

from __future__ import annotations

from typing import Any

from projects.terms.document import marked
from projects.terms.document.clause_words import Clause, Item
from projects.terms.document.words import money

LANGUAGES = {
    "en": ("English", "英文"),
    "zh-Hans": ("Simplified Chinese", "简体中文"),
    "zh-Hant": ("Traditional Chinese", "繁体中文"),
    "zh": ("Chinese", "中文"),
    "de": ("German", "德文"),
    "es": ("Spanish", "西班牙文"),
    "fr": ("French", "法文"),
    "ja": ("Japanese", "日文"),
    "ko": ("Korean", "韩文"),
    "pt": ("Portuguese", "葡萄牙文"),
    "ru": ("Russian", "俄文"),
    "it": ("Italian", "意大利文"),
    "ar": ("Arabic", "阿拉伯文"),
    "vi": ("Vietnamese", "越南文"),
}
_NAMES = {tag.lower(): names for tag, names in LANGUAGES.items()}


def language_name(tag: str, lang: str) -> str:
    """``English``, ``英文``; the tag where the language has no name here. Regions are left to the tag."""
    names = _NAMES.get(tag.lower()) or _NAMES.get(tag.lower().partition("-")[0])
    if names is None:
        return tag
    return names[1] if lang.lower().startswith("zh") else names[0]


def schema(clause: Clause, value: Any) -> str:
    return clause.said(f"These terms are written in the form {value}", f"本条款按 {value} 的格式书写")


def language(clause: Clause, value: Any) -> str:
    named = language_name(str(value), clause.lang)
    shown = named if named == value else clause.said(f"{named} ({value})", f"{named}（{value}）")
    return clause.said(f"The binding text is in {shown}", f"以{shown}文本为准")


def zone(clause: Clause, value: Any) -> str:
    return clause.said(
        f"Days are whole days in the time zone {value}; the first and the last day are both included",
        f"天数按时区 {value} 的整天计算，首尾两天都计入",
    )


def member(clause: Clause, item: Item) -> str:
    person = (
        clause.said("Somebody who is not named", "（未写明是谁）")
        if clause.missing(item, "person")
        else marked.person(item["person"])
    )
    since = clause.day(item.get("since"))
    roles = item.get("roles")
    founding = ""
    if isinstance(roles, list):
        named = clause.list([f"“{clause.rules.role(one)}”" for one in roles])
        title = "Founding role" if len(roles) == 1 else "Founding roles"
        founding = clause.said(f"{title}: {named}", f"创始角色：{named}")
    elif roles == "none":
        founding = clause.said("No founding role", "没有创始角色")
    return clause.say(
        clause.said(f"{person}, in the core team since {since}", f"{person}，自{since}起为核心团队成员"),
        clause.titled(("Duties", "职责"), item, "duties", ("No duties", "没有职责")),
        clause.titled(
            ("Interests", "自身利益"), item, "interests", ("No interests to declare", "没有需要说明的自身利益")
        ),
        founding,
    )


_SEES_NOTHING = ("The funder sees nothing before others do", "不能先于他人看到任何内容")
_SEES = {
    "none": _SEES_NOTHING,
    "nothing": _SEES_NOTHING,
    "results": ("The funder sees the results before others do", "先于他人看到结果"),
    "public": (
        "The funder sees the tasks of the public split before they are released",
        "在发布之前看到公开部分的任务",
    ),
    "held_out": ("The funder sees the held-out tasks before others do", "先于他人看到保留任务"),
}
_OWNS = {
    "yes": ("The funder owns data of the project, in part or in whole", "拥有项目的部分或全部数据"),
    "no": ("The funder owns none of the data", "不拥有任何数据"),
}


def funder(clause: Clause, item: Item) -> str:
    name, gives = clause.somebody(item, "name", ("a funder", "资助方")), item.get("gives")
    if isinstance(gives, dict):
        given = clause.said(f"{name} gives {money(gives)}", f"{name}提供 {money(gives)}")
    elif gives == "none":
        given = clause.said(f"{name} gives nothing", f"{name}不提供任何资助")
    elif gives is None:
        given = clause.said(f"What {name} gives is not stated", f"{name}提供什么未写明")
    else:
        given = clause.said(f"{name} gives: {clause.rules.quoted(gives)}", f"{name}提供：{clause.rules.quoted(gives)}")
    return clause.say(
        given,
        clause.chosen(item, "sees", _SEES, ("What the funder sees before others do", "能先于他人看到什么")),
        clause.chosen(item, "owns_data", _OWNS, ("Whether the funder owns data", "是否拥有数据")),
    )


def guaranteed(clause: Clause, item: Item) -> str:
    to, by, what = clause.role(item.get("to")), clause.day(item.get("by")), clause.quoted(item, "what")
    return clause.said(f"Guaranteed to {to} by {by}: {what}", f"保证最迟于{by}给{to}：{what}")


def planned(clause: Clause, item: Item) -> str:
    what = clause.quoted(item, "what")
    return clause.said(f"Planned, not promised: {what}", f"计划中，并非承诺：{what}")


def unpublished(clause: Clause, item: Item) -> str:
    by, then = clause.day(item.get("by")), clause.quoted(item, "then")
    return clause.said(f"If nothing is published by {by}: {then}", f"若到{by}仍未发表：{then}")


def abandoned(clause: Clause, item: Item) -> str:
    after, then = clause.days(item.get("after_days")), clause.quoted(item, "then")
    return clause.say(
        clause.said(
            f"After {after} without any activity the project counts as abandoned",
            f"连续 {after}没有任何活动即视为停办",
        ),
        clause.said(f"Then: {then}", f"届时：{then}"),
    )


def growth(clause: Clause, item: Item) -> list[str]:
    return [
        _discussions(clause, item.get("discussions")),
        clause.titled(
            ("Senior people", "资深研究者"), item, "seniors", ("No senior people are named", "没有指明资深研究者")
        ),
        clause.titled(
            ("Feedback on submissions", "对提交任务的反馈"),
            item,
            "feedback",
            ("No feedback is promised", "没有承诺反馈"),
        ),
    ]


def _discussions(clause: Clause, item: Any) -> str:
    if item == "none":
        return clause.said("There are no design discussions", "没有设计讨论")
    if not isinstance(item, dict):
        return clause.said("Design discussions: not stated", "设计讨论：未写明")
    often, who = item.get("every_days"), clause.quoted(item, "open_to")
    if item.get("open_to") == "none":
        opened = clause.said("Design discussions are open to nobody", "设计讨论不对任何人开放")
    else:
        opened = clause.said(f"Design discussions are open to: {who}", f"设计讨论面向：{who}")
    if often == "none":
        time = clause.said("They take place at no fixed times", "没有固定的间隔")
    elif isinstance(often, int):
        every = "every day" if often == 1 else f"every {often} days"
        time = clause.said(f"They take place {every}", f"每 {often} 天举行一次" if often > 1 else "每天举行一次")
    else:
        time = clause.said("How often they take place is not stated", "多久举行一次未写明")
    return clause.say(opened, time)
