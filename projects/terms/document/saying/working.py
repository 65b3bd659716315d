"""Compensation, participation and roles."""

from __future__ import annotations

from typing import Any

from projects.terms.document.clause_words import Clause, Item
from projects.terms.document.fields import label
from projects.terms.document.words import amount, counted, money, one_or_part

_PAID = {
    "paid": ("Contributors are paid", "贡献者领取报酬"),
    "prizes": ("Contributors can win prizes", "贡献者可获得奖金"),
    "mixed": ("Contributors are paid and can also win prizes", "贡献者领取报酬，也可获得奖金"),
    "unpaid": ("Contributors are not paid", "贡献者不领取报酬"),
}
_CHOICE = {
    "both": ("Whoever is paid may be an author as well", "领取报酬的人也可以署名"),
    "pay_or_credit": (
        "Each contributor chooses pay or authorship and cannot have both",
        "由每位贡献者在报酬和署名中选一，不能兼得",
    ),
}


def kind(clause: Clause, value: Any) -> str:
    return clause.said(*_PAID[value])


def pay(clause: Clause, item: Item) -> str:
    name, parts = clause.rules.quoted(item.get("id", "…")), list(clause.rules.pay_parts(item))
    first = clause.said(f"Pay rule {name}: {parts[0]}", f"付酬规则{name}：{parts[0]}")
    return clause.say(first, *parts[1:])


def bonus(clause: Clause, item: Item) -> str:
    return clause.rules.bonus(item)


def prize(clause: Clause, item: Item) -> str:
    return clause.rules.prize(item)


def hours(clause: Clause, value: Any) -> str:
    low, high = (amount(one) for one in value)
    hours = "hour" if one_or_part(value[1]) else "hours"
    if low == high:
        return clause.said(f"One task usually takes {low} {hours}", f"一个任务通常需要 {low} 小时")
    return clause.said(f"One task usually takes {low} to {high} {hours}", f"一个任务通常需要 {low} 至 {high} 小时")


_PAYERS = {
    "project": ("The project reimburses these costs", "由项目报销"),
    "shared": ("The project and the contributor share these costs", "由项目与贡献者分担"),
    "contributor": ("The contributor bears these costs", "由贡献者自付"),
}


def costs(clause: Clause, item: Item) -> str:
    cap = item.get("cap")
    if isinstance(cap, dict):
        limit = clause.said(f"The limit is {money(cap)}", f"上限：{money(cap)}")
    elif cap == "none":
        limit = clause.said("There is no limit", "没有上限")
    else:
        limit = clause.said("The limit is not stated", "上限未写明")
    return clause.say(
        clause.titled(("Costs", "费用项目"), item, "what", ("The costs are not described", "费用项目未说明")),
        clause.chosen(item, "paid_by", _PAYERS, ("Who bears these costs", "由谁承担")),
        limit,
    )


def choice(clause: Clause, value: Any) -> str:
    return clause.said(*_CHOICE[value])


def answer_days(clause: Clause, value: Any) -> str:
    return clause.said(
        f"Messages and proposals are answered {clause.within(value)}", f"消息和提案的答复：{clause.within(value)}"
    )


def rubric(clause: Clause, value: Any) -> str:
    if isinstance(value, int):
        return clause.said(f"Tasks are judged by version {value} of the rubric", f"任务按评审标准第 {value} 版评审")
    return clause.said(
        f"In the organizers’ words: {clause.rules.quoted(value)}", f"组织者写明：{clause.rules.quoted(value)}"
    )


_STAGES = {
    "review": ("review", "评审"),
    "final": ("final review", "终审"),
    "blind_solve": ("blind solve", "盲解"),
}
_LEAD = ("The lead decides", "由负责人决定")
_DECIDES = {
    "all": ("To accept or decline, all of the reviewers have to agree", "通过或拒绝须全体审稿人一致"),
    "majority": ("The majority of the verdicts decides", "以多数意见为准"),
    "lead": _LEAD,
}
# Of one alone, all and the majority are the same.
_ONE_VERDICT = ("The reviewer’s verdict decides", "以该审稿人的意见为准")
_DECIDES_ALONE = {
    "all": _ONE_VERDICT,
    "majority": _ONE_VERDICT,
    "lead": _LEAD,
}
_SOLVED = {
    "all": ("All of the solvers have to agree", "须全体解题者一致"),
    "majority": ("The majority of the solves decides", "以多数解答为准"),
    "lead": _LEAD,
}
_ONE_SOLVE = ("The one solve decides", "以该份解答为准")
_SOLVED_ALONE = {
    "all": _ONE_SOLVE,
    "majority": _ONE_SOLVE,
    "lead": _LEAD,
}


def stage(clause: Clause, item: Item) -> str:
    name, after = clause.rules.quoted(item.get("id", "…")), _after(clause, item)
    en, chinese = _judged(item)
    return clause.say(
        clause.said(f"Stage {name}: {en}{after}", f"阶段{name}：{chinese}{after}"),
        *_verdicts(clause, item),
        *_times(clause, item),
    )


def _judged(item: Item) -> tuple[str, str]:
    """What is done in the stage, and by how many."""
    number, kind = item.get("reviewers"), _STAGES.get(str(item.get("kind")))
    people, how_many = "a number of people that is not stated", "人数未写明"
    if isinstance(number, int):
        people, how_many = counted(number, "person", "people", "人", "en"), f"由 {number} 人"
    if kind is None:
        return f"of a kind that is not stated, by {people}", f"类型未写明，{how_many}{_done(number)}"
    return f"{kind[0]} by {people}", f"{how_many}{kind[1]}" if isinstance(number, int) else f"{kind[1]}，{how_many}"


def _done(number: object) -> str:
    return "进行" if isinstance(number, int) else ""


def _after(clause: Clause, item: Item) -> str:
    after = item.get("after")
    if not isinstance(after, list):
        return ""
    named = clause.list([clause.rules.quoted(one) for one in after])
    return clause.said(f", once {named} {'is' if len(after) == 1 else 'are'} passed", f"，须先通过{named}")


def _verdicts(clause: Clause, item: Item) -> list[str]:
    """Quorum and who decides; a blind solve may go without them."""
    blind, quorum = item.get("kind") == "blind_solve", item.get("quorum")
    found = []
    if isinstance(quorum, int):
        verdicts, solves = (
            counted(quorum, "verdict", "verdicts", "", "en"),
            counted(quorum, "solve", "solves", "", "en"),
        )
        found.append(
            clause.said(f"A result needs at least {solves}", f"至少须有 {quorum} 份解答才有结果")
            if blind
            else clause.said(f"A decision needs at least {verdicts}", f"至少须有 {quorum} 份意见才能决定")
        )
    elif not (blind and quorum is None):
        missing = clause.missing(item, "quorum")
        found.append(clause.said(f"Verdicts that a decision needs: {missing}", f"决定所需的意见数：{missing}"))
    if not (blind and item.get("decides") is None):
        alone = item.get("reviewers") == 1
        many, one = (_SOLVED, _SOLVED_ALONE) if blind else (_DECIDES, _DECIDES_ALONE)
        found.append(clause.chosen(item, "decides", one if alone else many, ("Who decides", "由谁决定")))
    return found


_AT_ONCE = ("on the day on which the stage begins", "阶段开始当天")


def _times(clause: Clause, item: Item) -> list[str]:
    blind, first, decision = item.get("kind") == "blind_solve", item.get("first_answer_days"), item.get("decision_days")
    found = []
    if not (blind and first is None):
        time = clause.within(first, _AT_ONCE)
        found.append(clause.said(f"The first answer comes {time}", f"首次答复：{time}"))
    what = clause.said("The result", "结果") if blind else clause.said("The decision", "决定")
    time = clause.within(decision, _AT_ONCE)
    found.append(clause.said(f"{what} comes {time}", f"{what}：{time}"))
    return found


def most_rounds(clause: Clause, value: Any) -> str:
    rounds = counted(value, "round", "rounds", "轮", clause.lang)
    return clause.said(f"A task takes at most {rounds}", f"一个任务最多评审 {rounds}")


_ANONYMITY = {
    "open": (
        "While a task is judged, authors and reviewers see each other’s names",
        "评审期间，作者和审稿人都能看到对方的名字",
    ),
    "reviewer_hidden": (
        "While a task is judged, its authors do not see who reviews it",
        "评审期间，作者看不到审稿人是谁",
    ),
    "both_hidden": (
        "While a task is judged, authors and reviewers do not see each other’s names",
        "评审期间，作者和审稿人都看不到对方的名字",
    ),
}
_PERIOD = {
    "month": ("Where reviewers are hidden, their credit is posted each month", "审稿人匿名时，其贡献每月入账一次"),
    "quarter": (
        "Where reviewers are hidden, their credit is posted each quarter",
        "审稿人匿名时，其贡献每季度入账一次",
    ),
}


def anonymity(clause: Clause, value: Any) -> str:
    return clause.said(*_ANONYMITY[value])


def credit_period(clause: Clause, value: Any) -> str:
    return clause.said(*_PERIOD[value])


_PROPOSALS = {
    "required": (
        "A task is begun from a proposal that was answered yes, and in no other way",
        "任务只能从获准的任务提案开始",
    ),
    "welcome": (
        "The idea of a task may be proposed and answered first; a task may begin without that",
        "可以先就任务的想法提交提案并得到答复；任务也可不经提案开始",
    ),
}


def proposals(clause: Clause, value: Any) -> str:
    return clause.said(*_PROPOSALS[value])


_AFFILIATION = {
    "yes": (
        "Nobody judges a task of a contributor with whom they share an affiliation",
        "与某项任务的贡献者同单位的人不评审该任务",
    ),
    "no": ("A shared affiliation alone keeps nobody from judging a task", "仅仅同单位并不妨碍评审任务"),
}


def conflict(clause: Clause, item: Item) -> str:
    return clause.say(
        clause.chosen(
            item,
            "same_affiliation",
            _AFFILIATION,
            ("Whether a shared affiliation is a conflict", "同单位是否构成利益冲突"),
        ),
        clause.titled(("Rule", "规则"), item, "text", ("There is no further rule", "没有其他规则")),
    )


def blind_solvers(clause: Clause, item: Item) -> list[str]:
    return [
        clause.titled(("Experts", "专家"), item, "expert", ("No rule says who is an expert", "没有规定谁算专家")),
        clause.titled(
            ("Independence", "独立性"),
            item,
            "independence",
            ("No rule keeps solvers independent", "没有保证解题者独立的规定"),
        ),
    ]


def fallback(clause: Clause, value: Any) -> str:
    who = clause.role(value)
    return clause.said(
        f"Where those who should decide cannot, the decision falls to {who}", f"应作决定者无法决定时，改由{who}决定"
    )


def appeals(clause: Clause, item: Item) -> str:
    to, within, answered = clause.role(item.get("to")), item.get("within_days"), item.get("answer_days")
    if within == 0:
        when = clause.said(" only on the day on which it is taken", "须在作出决定的当天提出")
    elif within == "none":
        when = clause.said(", but no time is set for it", "但没有设定申诉的时间")
    elif within is None:
        when = clause.said("; the time for it is not stated", "申诉的时间未写明")
    else:
        when = clause.said(f" within {clause.days(within)}", f"须在决定作出后 {clause.days(within)}内提出")
    answer = clause.within(answered, ("on the day of the appeal", "申诉当天"))
    return clause.say(
        clause.said(f"A decision can be appealed{when}", f"对决定可以申诉，{when}"),
        clause.said(f"Appeals are heard by {to}", f"申诉由{to}处理"),
        clause.said(f"Appeals are answered {answer}", f"申诉的答复：{answer}"),
    )


_GRANTED = {
    "open": ("Everybody gets the role by accepting the terms", "接受条款即可获得"),
    "rule": ("The role is granted by rule, on the day the criteria hold", "自达到标准之日起按规则授予"),
    "appointed": ("The role is granted by appointment", "通过任命授予"),
    "voted": ("The role is granted by vote", "通过投票授予"),
}


def role(clause: Clause, item: Item) -> str:
    name = clause.name(item)
    return clause.say(
        clause.said(f"Role {name}", f"角色{name}"),
        clause.titled(("Duties", "职责"), item, "duties", ("No duties", "没有职责")),
        _powers(clause, item),
        *_granted(clause, item),
        _vote(clause, item.get("vote")),
        _ends(clause, item),
    )


def _granted(clause: Clause, item: Item) -> list[str]:
    criteria, granted = item.get("criteria"), item.get("granted")
    if criteria == "none" and granted == "rule":
        return [clause.said("The role is granted by rule, but there are no criteria", "按规则授予，但没有标准")]
    if isinstance(criteria, dict):
        takes = clause.who(criteria, "Criteria: somebody who {who}", "标准：{who}")
    elif criteria == "none":
        takes = clause.said("There are no criteria", "没有标准")
    else:
        takes = clause.said("Criteria: not stated", "标准：未写明")
    return [clause.chosen(item, "granted", _GRANTED, ("How one gets the role", "获得方式")), takes]


def _powers(clause: Clause, item: Item) -> str:
    powers = item.get("powers")
    named = clause.missing(item, "powers")
    if isinstance(powers, list):
        named = clause.said("; ", "、").join(label("roles[].powers", one, clause.lang) for one in powers)
        if not named:
            return clause.said("No special powers", "没有特别的权力")
    return clause.said(f"Powers: {named}", f"权力：{named}")


def _vote(clause: Clause, vote: Any) -> str:
    if vote == "none":
        return clause.said("There is no vote", "不进行投票")
    if not isinstance(vote, dict):
        return ""
    days = clause.missing(vote, "days") or clause.days(vote["days"])
    return clause.say(
        clause.said(
            f"Those who vote: {clause.quoted(vote, 'electorate')}", f"投票人：{clause.quoted(vote, 'electorate')}"
        ),
        _quorum(clause, vote),
        _majority(clause, vote),
        clause.said(f"Days on which the vote is open: {days}", f"投票开放天数：{days}")
        if clause.missing(vote, "days")
        else clause.said(f"The vote is open for {days}", f"投票开放 {days}"),
    )


def _quorum(clause: Clause, vote: Item) -> str:
    missing = clause.missing(vote, "quorum")
    if missing:
        return clause.said(f"Share of them that must vote: {missing}", f"须参加投票的比例：{missing}")
    if vote["quorum"] == "1":
        return clause.said("All of them must vote", "投票人须全部参加投票")
    share = amount(vote["quorum"])
    return clause.said(f"At least {share} of them must vote", f"至少 {share} 的投票人须参加投票")


def _majority(clause: Clause, vote: Item) -> str:
    missing = clause.missing(vote, "majority")
    if missing:
        return clause.said(f"Share of the votes that must be exceeded: {missing}", f"赞成票须超过的比例：{missing}")
    share = amount(vote["majority"])
    return clause.said(f"More than {share} of the votes must be in favour", f"赞成票须超过 {share}")


def _ends(clause: Clause, item: Item) -> str:
    term, lost = item.get("term_months"), item.get("lost_when")
    said = []
    if isinstance(term, int):
        months = counted(term, "month", "months", "个月", clause.lang)
        said.append(clause.said(f"The role ends after {months}", f"任期 {months}"))
    elif term == "none":
        said.append(clause.said("The role has no fixed term", "没有固定任期"))
    if lost == "none":
        said.append(clause.said("There is no rule by which the role is lost", "没有失去此角色的规定"))
    elif lost is not None:
        quoted = clause.rules.quoted(lost)
        said.append(clause.said(f"The role is lost in this case: {quoted}", f"出现以下情况即失去此角色：{quoted}"))
    return clause.say(*said)
