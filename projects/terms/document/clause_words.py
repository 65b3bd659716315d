"""The words of one clause: general ones for any field, and those of clauses that have a sentence of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from licensing.vocabulary.purposes import purpose
from projects.terms.document.field import Field
from projects.terms.document.fields import BY_PATH, children
from projects.terms.document.rule_sentences import Rules, label
from projects.terms.document.words import amount, day, days, glue, money, pick, series
from projects.terms.document.write import flow

Item = Mapping[str, Any]

_NOTHING = {
    "core_team.funders": ("Nobody funds the project", "没有资助方"),
    "returns.guaranteed": ("Nothing is guaranteed", "没有任何确定的回报"),
    "returns.if_nothing_published": ("Nothing is foreseen if nothing is published", "若没有发表，没有任何安排"),
    "returns.if_abandoned": ("Nothing is foreseen if the project is abandoned", "若中途停办，没有任何安排"),
    "growth": ("The project offers nothing to learn beside the work", "除工作本身外，不提供学习机会"),
    "compensation.pay": ("Nothing is paid", "不支付任何报酬"),
    "compensation.own_costs": ("No own costs arise", "不产生自付费用"),
    "participation.appeals": ("There is no appeal", "不能申诉"),
    "participation.say": ("Contributors have no say in the standards", "贡献者对标准没有发言权"),
    "participation.conflict_of_interest": ("There is no rule on conflicts of interest", "没有利益冲突规则"),
    "roles[].criteria": ("There are no criteria", "没有标准"),
    "authorship.eligibility": ("Nobody becomes an author", "不提供署名"),
    "authorship.acknowledged": ("Nobody is acknowledged", "不设致谢"),
    "authorship.opt_out": ("Authorship cannot be declined", "不能谢绝署名"),
    "authorship.conditions": ("Nothing has to be done after acceptance", "通过之后没有附带条件"),
    "authorship.marks": ("There are no marks", "没有标记"),
    "authorship.overrides": ("Nobody can make an exception", "任何人都不能作例外处理"),
    "authorship.ties": ("There is no rule for ties", "没有并列规则"),
    "licence.outbound": ("The result is not licensed to the public", "成果不向公众授权"),
    "data.destinations": ("The tasks go to nobody", "任务不提供给任何人"),
    "data.revenue": ("Contributors get no share of any revenue", "贡献者不分享任何收益"),
    "data.held_out": ("No tasks are held out", "没有保留任务"),
}


_PURPOSES = {
    "research": ("research", "研究"),
    "evaluation": ("evaluation", "评测"),
    "training": ("training", "训练"),
    "resale": ("resale", "转售"),
    "noncommercial": ("any non-commercial purpose", "任何非商业用途"),
    "any": ("any purpose", "任何用途"),
}


class Clause:
    """One document in one language, with printed names for subject ids."""

    def __init__(self, document: Mapping[str, Any], lang: str, people: Callable[[str], str]) -> None:
        self.lang = lang
        self.rules = Rules(lang, document)
        self._people = people

    def said(self, en: str, chinese: str) -> str:
        return pick(self.lang, en, chinese)

    def nothing(self, field: Field) -> str:
        words = _NOTHING.get(field.path)
        if words:
            return self.said(f"{words[0]}.", f"{words[1]}。")
        return self.said(f"{field.title.en}: none.", f"{field.title.zh}：无。")

    def value(self, field: Field, value: Any) -> str:
        """The words of one answered leaf."""
        if value == "none":
            return self.said("none", "无")
        if field.kind in {"yes_no", "yes_no_text"}:
            return {"yes": self.said("yes", "是"), "no": self.said("no", "否")}.get(str(value), str(value))
        if field.kind in {"choice", "date_choice"} and value in field.values:
            return label(field.path, value, self.lang)
        if field.kind == "choices":
            return series([label(field.path, one, self.lang) for one in value], self.lang) or self.said("none", "无")
        if field.kind == "words" and isinstance(value, list):
            return series([self.said(*_PURPOSES.get(purpose(one), (one, one))) for one in value], self.lang)
        if field.kind == "ids" and isinstance(value, list):
            named = self.rules.role if field.name == "roles" else self.rules.kind if field.name == "kinds" else str
            return series([named(one) for one in value], self.lang)
        if field.kind in _SHOWN:
            return _SHOWN[field.kind](self, value)
        return str(value) if isinstance(value, str | int) else flow(value)

    def person(self, value: str) -> str:
        return self._people(value)

    def parts(self, path: str, item: Item) -> str:
        """``Title: value; Title: value`` for the answered parts of an object or list item."""
        found = []
        for field in children(path):
            value = item.get(field.name)
            if value is None:
                continue
            shown = (
                self.parts(field.path, value)
                if field.kind == "object" and isinstance(value, dict)
                else self.value(field, value)
            )
            title = field.title.said(self.lang)
            found.append(self.said(f"{title}: {shown.rstrip('.')}", f"{title}：{shown.rstrip('。')}"))
        return self.said("; ", "；").join(found)

    def part(self, path: str, item: Item) -> str:
        """The words of one named part, or ``not stated``."""
        field = BY_PATH[path]
        value = item.get(field.name)
        return self.said("(not stated)", "（未写明）") if value is None else self.value(field, value)


_SHOWN: dict[str, Callable[[Clause, Any], str]] = {
    "days": lambda clause, value: days(value, clause.lang),
    "date": lambda clause, value: day(value, clause.lang),
    "date_choice": lambda clause, value: day(value, clause.lang),
    "money": lambda clause, value: money(value),
    "money_text": lambda clause, value: money(value),
    "share": lambda clause, value: amount(value),
    "person": lambda clause, value: clause.person(value),
    "expression": lambda clause, value: clause.rules.who(value),
    "condition": lambda clause, value: clause.rules.when(value),
    "keys": lambda clause, value: clause.rules.keys(value),
    "hours": lambda clause, value: clause.said(
        f"{amount(value[0])} to {amount(value[1])} hours", f"{amount(value[0])} 至 {amount(value[1])} 小时"
    ),
}


def _pay(clause: Clause, item: Item) -> str:
    return clause.rules.pay(item)


def _kind(clause: Clause, item: Item) -> str:
    title = item.get("title") or item.get("id", "…")
    return clause.said(f"{title}: {clause.rules.award(item)}", f"{title}：{clause.rules.award(item)}")


def _eligibility(clause: Clause, value: Any) -> str:
    return clause.said(f"Authors: everybody with {clause.rules.who(value)}", f"作者条件：{clause.rules.who(value)}")


def _acknowledged(clause: Clause, value: Any) -> str:
    return clause.said(
        f"Acknowledged: everybody else with {clause.rules.who(value)}", f"致谢条件：{clause.rules.who(value)}"
    )


def _block(clause: Clause, item: Item) -> str:
    title, who, keys = (
        item.get("title") or item.get("id", "…"),
        clause.rules.who(item.get("who")),
        clause.rules.keys(item.get("sort")),
    )
    return clause.said(f"{title}: everybody with {who}; sorted by {keys}", f"{title}：{who}；按{keys}排序")


def _ties(clause: Clause, value: Any) -> str:
    return clause.said(f"Equals are ordered by {clause.rules.keys(value)}", f"并列者按{clause.rules.keys(value)}排序")


def _mark(clause: Clause, item: Item) -> str:
    mark, who = clause.part("authorship.marks[].id", item), clause.part("authorship.marks[].who", item)
    return clause.said(f"{mark}: everybody with {who}", f"{mark}：{who}")


def _overrides(clause: Clause, item: Item) -> str:
    window = clause.part("authorship.overrides.window_days", item)
    return clause.said(f"An exception is public for {window} before it takes effect", f"例外须公示 {window}后才生效")


def _output(clause: Clause, item: Item) -> str:
    path = "authorship.outputs[]"
    kind, size, as_of, lock = (clause.part(f"{path}.{name}", item) for name in ("kind", "list", "as_of", "lock"))
    title, scope = item.get("title") or item.get("id", "…"), item.get("scope")
    counted = (
        clause.parts(f"{path}.scope", scope)
        if isinstance(scope, dict)
        else clause.said("(scope not stated)", "（范围未写明）")
    )
    return clause.said(
        f"{title} ({kind.lower()}, {size.lower()}), as of {as_of}; lock: {lock.lower()}; {counted}",
        f"{title}（{kind}，{size}），截至{as_of}；锁定：{lock}；{counted}",
    )


def _stage(clause: Clause, item: Item) -> str:
    path = "participation.stages[]"
    kind, name = clause.part(f"{path}.kind", item), item.get("id", "…")
    after = f"{clause.said(', after ', '，在其后：')}{clause.part(f'{path}.after', item)}" if "after" in item else ""
    reviewers, quorum, decides = (clause.part(f"{path}.{one}", item) for one in ("reviewers", "quorum", "decides"))
    first, decision = (clause.part(f"{path}.{one}", item) for one in ("first_answer_days", "decision_days"))
    if item.get("kind") == "blind_solve":
        return clause.said(
            f"{kind} “{name}”{after}: {reviewers} people, finished within {decision}",
            f"{kind}“{name}”{after}：{reviewers} 人，{decision}内完成",
        )
    return clause.said(
        f"{kind} “{name}”{after}: reviewers {reviewers}, quorum {quorum}, decided by {decides}; "
        f"first answer within {first}, decision within {decision}",
        f"{kind}“{name}”{after}：审稿人 {reviewers} 名，法定人数 {quorum}，由{decides}决定；"
        f"{first}内首次答复，{decision}内决定",
    )


def _appeals(clause: Clause, item: Item) -> str:
    path = "participation.appeals"
    to, within, answered = (clause.part(f"{path}.{name}", item) for name in ("to", "within_days", "answer_days"))
    to = clause.rules.role(to)
    return clause.said(
        f"Appeals go to {to} within {within} and are answered within {answered}",
        f"可在 {within}内{glue('向', to, '申诉')}，{answered}内答复",
    )


def _role(clause: Clause, item: Item) -> str:
    title, powers = item.get("title") or item.get("id", "…"), clause.part("roles[].powers", item)
    duties, granted, criteria = (
        clause.part(f"roles[].{name}", item).rstrip(".。") for name in ("duties", "granted", "criteria")
    )
    text = clause.said(
        f"{title}: {duties}; granted {granted}; criteria: {criteria}; powers: {powers}",
        f"{title}：{duties}；获得方式：{granted}；标准：{criteria}；权力：{powers}",
    )
    if isinstance(item.get("vote"), dict):
        vote = clause.parts("roles[].vote", item["vote"])
        text += clause.said(f"; vote: {vote}", f"；投票：{vote}")
    if item.get("term_months", "none") != "none":
        text += clause.said(f"; for {item['term_months']} months", f"；任期 {item['term_months']} 个月")
    if item.get("lost_when", "none") != "none":
        text += clause.said(
            f"; lost when: {item['lost_when'].rstrip('.')}", f"；失去条件：{item['lost_when'].rstrip('。')}"
        )
    return text


def _guaranteed(clause: Clause, item: Item) -> str:
    path = "returns.guaranteed[]"
    what, to, by = (clause.part(f"{path}.{name}", item).rstrip(".。") for name in ("what", "to", "by"))
    to = clause.rules.role(to)
    return clause.said(f"{what}: to {to}, by {by}", f"{what}：{glue('给', to)}，期限 {by}")


def _inbound(clause: Clause, item: Item) -> str:
    path = "licence.inbound"
    owner, purposes, until = (
        clause.part(f"{path}.{name}", item) for name in ("ownership", "purposes", "revocable_until")
    )
    exclusive = {
        "yes": clause.said("the grant is exclusive", "授权为独家"),
        "no": clause.said("the grant is not exclusive", "授权非独家"),
    }.get(str(item.get("exclusive")), clause.said("whether it is exclusive is not stated", "是否独家未写明"))
    revoked = (
        clause.said("it cannot be taken back", "不可撤回")
        if item.get("revocable_until") == "never"
        else clause.said(f"it can be taken back until {until}", f"在{until}之前可以撤回")
    )
    return clause.said(
        f"{owner}; {exclusive}, for {purposes}; {revoked}", f"{owner}；{exclusive}，用途：{purposes}；{revoked}"
    )


def _costs(clause: Clause, item: Item) -> str:
    path = "compensation.own_costs"
    what, payer, cap = (clause.part(f"{path}.{name}", item) for name in ("what", "paid_by", "cap"))
    limit = (
        clause.said("no limit", "无上限") if item.get("cap") == "none" else clause.said(f"up to {cap}", f"上限 {cap}")
    )
    return clause.said(f"{what}: paid by {payer}, {limit}", f"{what}：由{payer}承担，{limit}")


def _unpublished(clause: Clause, item: Item) -> str:
    by, then = (clause.part(f"returns.if_nothing_published.{name}", item) for name in ("by", "then"))
    return clause.said(f"If nothing is published by {by}: {then}", f"若到{by}仍未发表：{then}")


def _abandoned(clause: Clause, item: Item) -> str:
    after, then = (clause.part(f"returns.if_abandoned.{name}", item) for name in ("after_days", "then"))
    return clause.said(
        f"After {after} without an act the project counts as abandoned: {then}",
        f"连续 {after}无人处理即视为停办：{then}",
    )


def _held_out(clause: Clause, item: Item) -> str:
    share, chosen, why = (
        clause.part(f"data.held_out.{name}", item).rstrip(".。") for name in ("share", "chosen", "why")
    )
    rule, released = item.get("rule"), item.get("released")
    if isinstance(rule, dict):
        chosen += clause.said(
            f" (random, seed “{rule.get('random', '…')}”)", f"（随机，种子“{rule.get('random', '…')}”）"
        )
    elif rule is not None:
        chosen += clause.said(f" ({rule})", f"（{rule}）")
    until = clause.said("released: (not stated)", "解禁：（未写明）")
    if released == "none":
        until = clause.said("never released", "永不解禁")
    elif isinstance(released, dict):
        until = clause.said("released: ", "解禁：") + day(str(released.get("on") or released.get("when")), clause.lang)
    return clause.said(
        f"{share} of the tasks is held out, chosen {chosen}; {until}; reason: {why}",
        f"保留 {share}的任务，{chosen}选取；{until}；理由：{why}",
    )


# List clauses are called with one item, the others with the whole answer.
SPECIAL: dict[str, Callable[[Clause, Any], str]] = {
    "returns.if_nothing_published": _unpublished,
    "returns.if_abandoned": _abandoned,
    "data.held_out": _held_out,
    "returns.guaranteed": _guaranteed,
    "compensation.pay": _pay,
    "compensation.own_costs": _costs,
    "participation.stages": _stage,
    "participation.appeals": _appeals,
    "roles": _role,
    "authorship.kinds": _kind,
    "authorship.eligibility": _eligibility,
    "authorship.acknowledged": _acknowledged,
    "authorship.blocks": _block,
    "authorship.ties": _ties,
    "authorship.marks": _mark,
    "authorship.overrides": _overrides,
    "authorship.outputs": _output,
    "licence.inbound": _inbound,
}
