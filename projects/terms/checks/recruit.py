"""Recruit: what is promised, and what contributors get back. Pay and prizes stand in `recruit_pay`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from projects.terms.checks.finding import parts
from projects.terms.checks.text.readers import others_decide, undisclosed
from projects.terms.checks.weighing import Weighing
from projects.terms.document.field import Words
from projects.terms.document.words import money

_WHAT, _TO, _BY = Words("the content", "内容"), Words("the recipients", "对象"), Words("the date", "期限")
_PAY, _AUTHORSHIP = Words("pay", "报酬"), Words("authorship", "署名")
_PRIZES, _THANKS = Words("prizes for the winners", "奖金（限获奖者）"), Words("an acknowledgement", "致谢")
_CORE_TEAM = Words("the core team", "核心团队")
_NOBODY = Words("a member who is not named", "未写明姓名的成员")


def venue_promise(w: Weighing) -> None:
    """No text names a venue as certain; a submission among what is guaranteed is worth knowing."""
    guaranteed = w.at("returns.guaranteed")
    w.at("returns.planned")
    w.read_texts()
    for one in w.terms.charged_to("venue-promise"):
        w.flag(one.path, cause=one.cause, quote=one.text)
    if guaranteed is None:
        w.open("returns.guaranteed")
    plans = [one for one in w.terms.sentences if one.reading == "plan"]
    for one in plans:
        if one.path.startswith("returns.guaranteed"):
            w.observe(one.path, quote=one.text)
    if plans:
        w.fair(plans[0].path, say=1, quote=plans[0].text)
    else:
        w.fair("returns.guaranteed")


def guarantee_in_hands(w: Weighing) -> None:
    """Every guaranteed return is an act of the project, with its what, to whom and when."""
    guaranteed = w.at("returns.guaranteed")
    if guaranteed is None:
        return w.open("returns.guaranteed", _WHAT, _TO, _BY)
    if guaranteed == "none":
        return w.observe("returns.guaranteed")
    promised = {one.path for one in w.terms.charged_to("venue-promise")}
    items = [row for row in w.rows("returns.guaranteed") if f"{row[0]}.what" not in promised]
    for path, _ in items:
        for part, named in (("what", _WHAT), ("to", _TO), ("by", _BY)):
            if w.at(f"{path}.{part}") is None:
                w.open(f"{path}.{part}", named)
        if any(others_decide(text) for text in w.terms.free(f"{path}.what")):
            w.flag(f"{path}.what")
    if items:
        w.fair(f"{items[0][0]}.what")
    return None


def something_back(w: Weighing) -> None:
    kind, eligibility = w.at("compensation.kind"), w.at("authorship.eligibility")
    credit = [eligibility, w.at("authorship.kinds"), w.at("authorship.blocks")]
    thanks = w.at("authorship.acknowledged")
    offered = eligibility != "none" and any(one not in (None, "none") for one in credit)
    paid = kind in ("paid", "mixed")
    if paid or offered:
        prizes = kind == "prizes" and any(rule.get("for") == "rank" for _, rule in w.rows("compensation.pay"))
        got = [part for part, given in ((_PAY, paid), (_AUTHORSHIP, offered), (_PRIZES, prizes)) if given]
        word = "or" if w.at("compensation.choice") == "pay_or_credit" else "and"
        w.fair("authorship.eligibility" if offered else "compensation.kind", parts=parts(got, word))
    elif eligibility == "none" and kind in ("unpaid", "none"):
        if thanks in (None, "none"):
            w.flag("authorship.eligibility")
        else:
            w.observe("authorship.acknowledged", parts=_THANKS)
    elif eligibility == "none" and kind == "prizes":
        w.observe("compensation.kind", parts=_PRIZES)
    else:
        for path, value in (("compensation.kind", kind), ("authorship.eligibility", eligibility)):
            if value is None:
                w.open(path)


def own_costs(w: Weighing) -> None:
    path = "compensation.own_costs"
    costs, payer, cap = w.at(path), w.at(f"{path}.paid_by"), w.at(f"{path}.cap")
    w.at(f"{path}.what")
    who, limit = Words("the payer", "承担方"), Words("the limit", "上限")
    if costs is None:
        return w.open(path, who, limit)
    if costs == "none":
        return w.fair(path, parts=Words("none arise", "不产生费用"))
    if payer == "contributor":
        return w.flag(f"{path}.paid_by", cause=path)
    if payer not in ("project", "shared"):
        return w.open(f"{path}.paid_by", who)
    if cap is None:
        return w.open(f"{path}.cap", limit)
    if isinstance(cap, Mapping) and cap.get("minor") == 0:
        return w.flag(f"{path}.cap", cause=path)
    if cap == "none":
        if payer == "shared":
            return w.flag(f"{path}.cap", say=1, cause=path)
        return w.fair(path, parts=Words("the project pays", "由项目承担"))
    return w.fair(path, parts=_capped(payer, cap))


def _capped(payer: str, cap: object) -> Words:
    most = money(cap)
    if payer == "shared":
        return Words(f"shared up to {most}", f"共同分担，上限 {most}")
    return Words(f"the project pays up to {most}", f"由项目承担，上限 {most}")


def interests_disclosed(w: Weighing) -> None:
    """Nobody's interests are open or kept private, and no tie told in the duties is left out of them."""
    path = "core_team.members"
    members = w.at(path)
    if members is None:
        return w.open(path, _CORE_TEAM)
    names = _names(w)
    for where, member in w.rows(path):
        interests = w.at(f"{where}.interests")
        duties = w.at(f"{where}.duties")
        named = member.get("person", "none")
        person = Words(*[w.people(str(named))] * 2) if named != "none" else _NOBODY
        if interests is None:
            w.open(f"{where}.interests", person)
        elif interests == "none" and isinstance(duties, str) and any(_mentions(duties, name) for name in names):
            w.flag(f"{where}.interests", say=1, quote=duties, person=person)
        for text in w.terms.free(f"{where}.interests"):
            if undisclosed(text):
                w.flag(f"{where}.interests", quote=text)
    if members != "none":
        w.fair(path)
    return None


def _names(w: Weighing) -> list[str]:
    """Funders, and recipients other than the public."""
    funders = [w.at(f"{path}.name") for path, _ in w.rows("core_team.funders")]
    recipients = [w.at(f"{path}.recipient") for path, row in w.rows("data.destinations") if row.get("kind") != "public"]
    return [name for name in [*funders, *recipients] if isinstance(name, str) and name != "none" and len(name) > 1]


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", text, re.IGNORECASE) is not None
