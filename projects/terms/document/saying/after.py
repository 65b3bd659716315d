"""Licence, data, rights, changes and contact."""

from __future__ import annotations

import re
from typing import Any

from projects.terms.document.clause_words import Clause, Item
from projects.terms.document.fields import BY_PATH, field_at, label
from projects.terms.document.marked import own
from projects.terms.document.saying.opening import language_name
from projects.terms.document.words import amount, day, money

Words = tuple[str, str]

_OWNERS = {
    "contributor": ("Contributors own their tasks", "任务归贡献者所有"),
    "project": ("The project owns the tasks", "任务归项目所有"),
}
_RIGHTS_CLAUSE = BY_PATH["rights"].number
_GRANTS = {
    "yes": (
        f"The grant is exclusive: only clause {_RIGHTS_CLAUSE} lets contributors use their tasks in another way",
        f"独家授权：除第 {_RIGHTS_CLAUSE} 款所列外，贡献者不得以其他方式使用自己的任务",
    ),
    "no": (
        "The grant is not exclusive: contributors may let others use their tasks as well",
        "非独家授权：贡献者也可以许可他人使用自己的任务",
    ),
}
# Where the project owns the tasks, there is nothing left that contributors could let others do.
_GRANTS_BY_OWNER = {
    "yes": ("The grant is exclusive", "独家授权"),
    "no": ("The grant is not exclusive", "非独家授权"),
}
_REVOKED = {
    "acceptance": ("The grant can be taken back until the task is accepted", "授权在任务通过之前可以撤回"),
    "release": ("The grant can be taken back until the release", "授权在数据发布之前可以撤回"),
    "never": ("The grant can never be taken back", "授权不可撤回"),
}


def inbound(clause: Clause, item: Item) -> str:
    uses = clause.uses(item, "purposes")
    grants = _GRANTS_BY_OWNER if item.get("ownership") == "project" else _GRANTS
    return clause.say(
        clause.chosen(item, "ownership", _OWNERS, ("Who owns the tasks", "任务归谁所有")),
        clause.chosen(item, "exclusive", grants, ("Whether the grant is exclusive", "授权是否独家")),
        clause.said(f"What the grant is for: {uses}", f"授权用途：{uses}")
        if clause.missing(item, "purposes")
        else clause.said(f"The grant is for: {uses}", f"授权用途：{uses}"),
        clause.chosen(
            item, "revocable_until", _REVOKED, ("Until when the grant can be taken back", "授权在何时之前可以撤回")
        ),
    )


_PARTS = {"data": ("data", "数据"), "code": ("code", "代码"), "text": ("text", "文本")}


def outbound(clause: Clause, item: Item) -> list[str]:
    return [_licensed(clause, item.get(name), words) for name, words in _PARTS.items()]


def _licensed(clause: Clause, licence: Any, words: Words) -> str:
    en, chinese = words
    if licence is None:
        return clause.said(f"The licence of the {en} is not stated", f"{chinese}的许可未写明")
    if licence == "none":
        return clause.said(f"The {en} is not licensed to the public", f"{chinese}不向公众授权")
    return clause.said(f"The {en} is released under {licence}", f"{chinese}以 {licence} 发布")


_COMMERCE = {
    "yes": ("Others may use the result commercially", "他人可以将成果用于商业"),
    "no": ("Others may not use the result commercially", "他人不得将成果用于商业"),
    "ask": ("Others may use the result commercially only after asking", "他人须先征求同意才能将成果用于商业"),
}


def commercial(clause: Clause, value: Any) -> str:
    return clause.said(*_COMMERCE[value])


def visibility(clause: Clause, value: Any) -> str:
    return label("data.visibility", value, clause.lang)


_KINDS = {
    "public": ("the public", "公众"),
    "company": ("a company", "公司"),
    "sale": ("a buyer", "买方"),
    "service": ("a service", "服务方"),
    "other": ("another kind of recipient", "其他类型的接收方"),
}
_SPLITS = {
    "public": ("the public tasks", "公开任务"),
    "held_out": ("the held-out tasks", "保留任务"),
    "all": ("all tasks", "全部任务"),
}
_THERE = {
    "yes": ("Commercial use is allowed there", "该方可作商业使用"),
    "no": ("Commercial use is not allowed there", "该方不得作商业使用"),
}
_ALONE = {
    "yes": ("Nobody else receives the same (exclusive)", "只提供给这一方（独家）"),
    "no": ("Others may receive the same (not exclusive)", "也可提供给其他方（非独家）"),
}


def destination(clause: Clause, item: Item) -> str:
    kind, split = str(item.get("kind")), str(item.get("split"))
    who = clause.somebody(item, "recipient", ("a recipient", "接收方"))
    sort = clause.said(*_KINDS.get(kind, ("of a kind that is not stated", "类型未写明")))
    tasks = clause.said(*_SPLITS.get(split, ("tasks (which ones is not stated)", "任务（哪些未写明）")))
    gets = clause.said("buys", "买入") if kind == "sale" else clause.said("receives", "获得")
    uses = clause.uses(item, "purpose")
    return clause.say(
        clause.said(f"{who} ({sort}) {gets} {tasks}", f"{who}（{sort}）{gets}{tasks}"),
        clause.said(f"What for: {uses}", f"用途：{uses}"),
        clause.chosen(item, "commercial", _THERE, ("Commercial use", "商业使用")),
        clause.chosen(item, "exclusive", _ALONE, ("Whether others may receive the same", "是否独家")),
        *_dates(clause, item),
        _fee(clause, item),
    )


def _dates(clause: Clause, item: Item) -> list[str]:
    first, last = (clause.missing(item, one) or day(item[one], clause.lang) for one in ("from", "until"))
    return [
        clause.said("No first day is set", "没有起始日")
        if item.get("from") == "none"
        else clause.said(f"First day: {first}", f"第一天：{first}"),
        clause.said("There is no last day", "没有截止日")
        if item.get("until") == "none"
        else clause.said(f"Last day: {last}", f"最后一天：{last}"),
    ]


def _fee(clause: Clause, item: Item) -> str:
    fee = item.get("fee")
    if isinstance(fee, dict):
        return clause.said(f"The recipient pays {money(fee)}", f"接收方支付 {money(fee)}")
    if fee == "none":
        return clause.said("The recipient pays nothing", "接收方不付费")
    return clause.said("What the recipient pays is not stated", "接收方支付多少未写明")


_NEW = {
    "consent": (
        "Another recipient gets a task only with the consent of its contributors",
        "其他接收方须经某项任务的贡献者同意，才能获得该任务",
    ),
    "notice": ("Another recipient may be added with notice, without consent", "通知后即可增加其他接收方，无须同意"),
}


def new_destination(clause: Clause, value: Any) -> str:
    return clause.said(*_NEW[value])


def revenue(clause: Clause, item: Item) -> str:
    share = item.get("share")
    whole = {
        "1": ("All revenue goes to contributors", "收益全部归贡献者"),
        "0": ("No revenue goes to contributors", "收益不归贡献者"),
    }.get(str(share))
    missing = clause.missing(item, "share")
    if whole:
        given = clause.said(*whole)
    elif missing:
        given = clause.said(f"Contributors’ share of any revenue: {missing}", f"贡献者所得的收益比例：{missing}")
    else:
        given = clause.said(
            f"{amount(str(share))} of any revenue goes to contributors", f"收益的 {amount(str(share))} 归贡献者"
        )
    if str(share) == "0":
        return given
    return clause.say(
        given,
        clause.titled(
            ("How the contributors’ share is divided", "贡献者所得如何分配"),
            item,
            "formula",
            ("No rule says how the contributors’ share is divided", "没有规定贡献者所得如何分配"),
        ),
    )


_CHOSEN = {"rule": ("They are chosen by rule", "按规则选取"), "hand": ("They are chosen by hand", "人工选取")}


def held_out(clause: Clause, item: Item) -> str:
    return clause.say(
        _held(clause, item),
        clause.chosen(item, "chosen", _CHOSEN, ("How they are chosen", "如何选取")),
        _rule(clause, item.get("rule")),
        clause.titled(("Why", "理由"), item, "why", ("No reason is given", "没有说明理由")),
        _released(clause, item.get("released")),
    )


def _held(clause: Clause, item: Item) -> str:
    share, missing = item.get("share"), clause.missing(item, "share")
    if missing:
        return clause.said(f"Share of the tasks that is held out: {missing}", f"保留任务的比例：{missing}")
    whole = {"1": ("All tasks are held out", "保留全部任务"), "0": ("None of the tasks are held out", "保留的比例为零")}
    if str(share) in whole:
        return clause.said(*whole[str(share)])
    return clause.said(f"{amount(str(share))} of the tasks are held out", f"保留 {amount(str(share))} 的任务")


def _rule(clause: Clause, rule: Any) -> str:
    if rule is None:
        return ""
    if rule == "none":
        return clause.said("No rule is given", "没有给出规则")
    if isinstance(rule, dict):
        seed = clause.rules.seed(rule.get("random"))
        return clause.said(f"They are drawn at random ({seed})", f"随机抽取（{seed}）")
    return clause.said(f"The rule: {clause.rules.quoted(rule)}", f"规则：{clause.rules.quoted(rule)}")


def _released(clause: Clause, released: Any) -> str:
    if released == "none":
        return clause.said("They are never released", "永不解禁")
    if not isinstance(released, dict) or not released:
        return clause.said("When they are released is not stated", "何时解禁未写明")
    on, when = released.get("on"), released.get("when")
    said = []
    if on == "none":
        said.append(clause.said("There is no day of release", "没有解禁日期"))
    elif on is not None:
        said.append(clause.said(f"They are released on {day(on, 'en')}", f"于{day(on, clause.lang)}解禁"))
    if when == "none":
        said.append(clause.said("There is no condition of release", "没有解禁条件"))
    elif when is not None:
        quoted = clause.rules.quoted(when)
        said.append(clause.said(f"They are released on this condition: {quoted}", f"满足以下条件时解禁：{quoted}"))
    return clause.say(*said)


_RIGHTS = {
    "own_paper": (
        ("You may write a paper about your own tasks", "你可以就自己的任务撰写论文"),
        ("You may not write a paper about your own tasks", "你不得就自己的任务撰写论文"),
        ("No right to write a paper about your own tasks is given", "没有给予就自己的任务撰写论文的权利"),
        ("A paper about your own tasks", "就自己的任务撰写论文"),
    ),
    "teaching": (
        ("You may teach with your own tasks", "你可以在教学中使用自己的任务"),
        ("You may not teach with your own tasks", "你不得在教学中使用自己的任务"),
        ("No right to teach with your own tasks is given", "没有给予在教学中使用自己任务的权利"),
        ("Teaching with your own tasks", "在教学中使用自己的任务"),
    ),
    "other_benchmark": (
        ("You may give your own tasks to another benchmark", "你可以把自己的任务提交给其他基准"),
        ("You may not give your own tasks to another benchmark", "你不得把自己的任务提交给其他基准"),
        (
            "No right to give your own tasks to another benchmark is given",
            "没有给予把自己的任务提交给其他基准的权利",
        ),
        ("Giving your own tasks to another benchmark", "把自己的任务提交给其他基准"),
    ),
}


def rights(clause: Clause, item: Item) -> list[str]:
    return [
        *(_right(clause, item, name, words) for name, words in _RIGHTS.items()),
        _publish(clause, item.get("publish")),
    ]


def _right(clause: Clause, item: Item, name: str, words: tuple[Words, Words, Words, Words]) -> str:
    yes, no, none, title = words
    found = {"yes": yes, "no": no, "none": none}.get(str(item.get(name)))
    return clause.said(*found) if found else clause.titled(title, item, name)


def _publish(clause: Clause, publish: Any) -> str:
    start = publish.get("from") if isinstance(publish, dict) else publish
    if start is None:
        return clause.said("When you may publish your own tasks is not stated", "何时可以公开自己的任务未写明")
    if start == "none":
        return clause.said("You may never publish your own tasks", "你始终不能公开自己的任务")
    if start == "acceptance":
        return clause.said("You may publish your own tasks once they are accepted", "任务通过后，你可以公开自己的任务")
    if start == "release":
        return clause.said(
            "You may publish your own tasks once the data is released", "数据发布后，你可以公开自己的任务"
        )
    first = day(start, clause.lang)
    return clause.said(f"You may publish your own tasks from {first} on", f"自{first}起，你可以公开自己的任务")


def notice(clause: Clause, value: Any) -> str:
    if value == 0:
        return clause.said(
            "A material change of these terms may take effect on the day it is published",
            "条款的实质变更可在公布当天生效",
        )
    return clause.said(
        f"A material change of these terms is announced at least {clause.days(value)} before it takes effect",
        f"条款的实质变更至少在生效前 {clause.days(value)}公布",
    )


def contested(clause: Clause, value: Any) -> str:
    where = clause.rules.quoted(value)
    return clause.said(f"A change can be contested here: {where}", f"对变更提出异议的渠道：{where}")


def contact(clause: Clause, value: Any) -> str:
    return clause.said(f"Questions go here: {clause.rules.quoted(value)}", f"提问请联系：{clause.rules.quoted(value)}")


def translation(clause: Clause, item: Item) -> list[str]:
    """One language: what it is, then each text with the clause it stands in."""
    tag, texts = str(item.get("language", "")), item.get("texts")
    named = language_name(tag, clause.lang)
    shown = named if named == tag else clause.said(f"{named} ({tag})", f"{named}（{tag}）")
    if not tag:
        shown = clause.open
    rows = texts if isinstance(texts, list) else []
    head = clause.said(
        f"For reading, not binding, in this language: {shown}", f"以下译文仅供阅读，没有约束力，语言：{shown}"
    )
    if not rows:
        missing = clause.missing(item, "texts")
        return [clause.say(head, clause.said(f"Texts: {missing}", f"译文：{missing}"))]
    return [head, *(_translated(clause, row, tag) for row in rows)]


_INDEX = re.compile(r"\[(\d+)\]")


def _translated(clause: Clause, row: Item, tag: str) -> str:
    path, text = row.get("path"), row.get("text")
    field = field_at(str(path))
    place = clause.missing(row, "path") or str(path)
    if field:
        entries = "".join(
            clause.said(f", entry {int(index) + 1}", f"第 {int(index) + 1} 项") for index in _INDEX.findall(str(path))
        )
        title = field.title.said(clause.lang)
        place = clause.said(f"clause {field.number}{entries} ({title})", f"第 {field.number} 款{entries}（{title}）")
    if clause.missing(row, "text"):
        return f"{place}{clause.said(': ', '：')}{clause.missing(row, 'text')}"
    said = f"“{own(' '.join(str(text).split()), tag)}”"
    return clause.said(f"{place}: {said}", f"{place}：{said}")
