"""Get credit: who is an author, who is core, and how one comes to a role."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from projects.terms.checks.expressions import (
    CORE_MARKS,
    Threshold,
    awards,
    can_hold,
    decision_owners,
    decisions,
    only,
    reaches,
    set_apart,
    thresholds,
)
from projects.terms.checks.finding import parts, quoted
from projects.terms.checks.names import titled
from projects.terms.checks.recruit_pay import is_entry
from projects.terms.checks.text.readers import closed, published_reason
from projects.terms.checks.weighing import Weighing
from projects.terms.document.field import Words
from projects.terms.document.rule_sentences import Rules
from projects.terms.document.words import points
from projects.terms.document.write import flow

_ELIGIBILITY = "authorship.eligibility"
_RULE, _VOTE, _APPLICATION = Words("rule", "规则"), Words("vote", "投票"), Words("application", "申请")
_CRITERIA_PUBLIC = Words("criteria are public", "标准公开")
_REASONS_PUBLIC = Words("reasons are published", "理由公开")
_CRITERIA_OPEN = Words("criteria are not stated", "未写明标准")
_ROLES = Words("the roles", "各个角色")
_APPOINTED = Words("appointment on public criteria", "按公开标准任命")
_DECIDED = Words("appointment by a recorded decision", "按已记录的决定任命")
_WAYS = {"rule": _RULE, "voted": _VOTE, "open": _APPLICATION, "appointed": _APPOINTED}


def no_lists(w: Weighing) -> bool:
    """Without authorship nothing about lists applies: `something-back` alone judges that answer."""
    return bool(w.at(_ELIGIBILITY) == "none")


def eligibility_rule(w: Weighing) -> None:
    rule = w.at(_ELIGIBILITY)
    if rule is None:
        return w.open(_ELIGIBILITY)
    if rule == "none":
        return None
    for name in decisions(rule):
        quote = _with_decision("eligibility: ", rule, name)
        if can_hold(rule):
            w.observe(_ELIGIBILITY, quote=quote)
        else:
            w.flag(_ELIGIBILITY, cause=f"decision:{name}", quote=quote)
    _shared(w, rule)
    return w.fair(_ELIGIBILITY, rule=_rule(w, rule))


def _rule(w: Weighing, rule: object) -> Words:
    document = w.terms.document
    return Words(f"whoever {Rules('en', document).does(rule)}", Rules("zh", document).does(rule))


def _with_decision(place: str, rule: object, name: str) -> str:
    """The rule as it is written; where that is too long, the part of it that names the decision."""
    whole = f"{place}{flow(rule)}"
    return whole if quoted(whole) == whole else f"{place}… {flow({'decision': name})} …"


def _shared(w: Weighing, rule: object) -> None:
    """A kind that is enough alone and too small when two share it."""
    kinds = [kind for _, kind in w.rows("authorship.kinds") if kind.get("split") in ("equal", "declared")]
    for threshold in thresholds(rule):
        for kind in kinds:
            if not threshold.wanted or (threshold.kinds is not None and kind.get("id") not in threshold.kinds):
                continue
            all_awards = awards(kind)
            enough = [one for one in all_awards if reaches(one, threshold) and not reaches(one / 2, threshold)]
            if enough:
                _say_shared(w, titled(kind), enough[0], threshold, always=enough[0] == min(all_awards))


def _say_shared(w: Weighing, kind: str, award: Fraction, threshold: Threshold, *, always: bool) -> None:
    """Where only some items of the kind earn that much, the sentence says how much it speaks of."""
    asked = _both(lambda lang: points(threshold.amount, lang))
    if not threshold.equal:
        asked = Words(f"the threshold (more than {asked.en})", f"门槛（须超过 {asked.zh}）")
    named = (
        Words(kind, kind)
        if always
        else Words(f"{kind} that earns {points(award, 'en')}", f"得 {points(award, 'zh')}的{kind}")
    )
    w.observe(_ELIGIBILITY, say=1, kind=named, half=_both(lambda lang: points(award / 2, lang)), threshold=asked)


def _both(said: Callable[[str], str]) -> Words:
    return Words(said("en"), said("zh"))


def core_team(w: Weighing) -> None:
    for part, named, opened in (
        ("chosen_by", Words("being chosen", "产生"), Words("chosen", "产生")),
        ("joining", Words("joining", "加入"), Words("joined", "加入")),
    ):
        path = f"core_team.{part}"
        said = w.at(path)
        if said is None:
            w.open(path, opened)
        elif said == "none":
            w.flag(path, parts=named)
        elif part == "joining":
            for text in w.terms.free(path):
                if closed(text):
                    w.flag(path, quote=text, parts=named)
    w.fair("core_team.chosen_by")


def core_authors(w: Weighing) -> None:
    """Whoever is set apart, by a mark or by a block of their own, is so by a rule."""
    if no_lists(w):
        return
    if w.at("authorship.marks") is None:
        w.open("authorship.marks")
    w.rows("authorship.blocks")
    apart = set_apart(w.terms)
    owners = decision_owners(w.terms)
    judged = not apart
    for path, item in apart:
        who = w.at(f"{path}.who")
        names = [name for name in decisions(who) if owners.get(name) == "core-authors"]
        place = "marks" if item.get("id") in CORE_MARKS and path.startswith("authorship.marks") else "blocks"
        where = f"{place}: {{id: {item.get('id', '…')}, who: "
        if who is None:
            w.open(f"{path}.who")
        elif who == "none":
            w.flag(f"{path}.who", quote=f"{where}none}}")
        elif not can_hold(who):
            for name in names:
                w.flag(f"{path}.who", cause=f"decision:{name}", quote=_with_decision(where, who, name) + "}")
        judged = judged or who in (None, "none") or can_hold(who)
    if judged:
        w.fair("authorship.marks", say=0 if apart else 1)


def role_criteria(w: Weighing) -> None:
    roles = w.at("roles")
    if roles is None:
        return w.open("roles", _ROLES)
    others = [(path, role) for path, role in w.rows("roles") if not is_entry(role)]
    for path, role in others:
        criteria, granted = w.at(f"{path}.criteria"), w.at(f"{path}.granted")
        if criteria is None:
            w.open(f"{path}.criteria", Words(titled(role), titled(role)))
        elif criteria == "none" or (
            only(criteria, frozenset({"decision"})) and granted not in (None, "none", "appointed")
        ):
            w.flag(f"{path}.criteria", role=titled(role))
    if roles != "none":
        _ways(w, [role for _, role in others])
    return None


def _ways(w: Weighing, roles: list[Mapping[str, Any]]) -> None:
    """How one gets each of the roles; a way that is open or none is `promotion`'s business, and is not said away."""
    ways = [_way(role) for role in roles if role.get("granted") in _WAYS]
    opened = [Words(*[titled(role)] * 2) for role in roles if role.get("granted") is None]
    without = [Words(*[titled(role)] * 2) for role in roles if role.get("granted") == "none"]
    for say, named in ((1, opened), (2, without)):
        if named:
            w.fair("roles", say=say, parts=parts(named))
    if not opened and not without:
        w.fair("roles", parts=parts(ways or [_APPLICATION]))


def _way(role: Mapping[str, Any]) -> Words:
    decided = role["granted"] == "appointed" and only(role.get("criteria"), frozenset({"decision"}))
    return _DECIDED if decided else _WAYS[role["granted"]]


def promotion(w: Weighing) -> None:
    """Above entry at least one role comes by rule, vote or openly; appointments rest on something public."""
    roles = w.at("roles")
    if roles is None:
        return w.open("roles", _ROLES)
    above = [(path, role) for path, role in w.rows("roles") if not is_entry(role)]
    if roles == "none" or not above:
        return w.observe("roles", say=1)
    granted = {path: w.at(f"{path}.granted") for path, _ in above}
    ways = [_WAYS[way] for way in granted.values() if way in ("rule", "voted", "open")]
    if ways:
        return w.fair("roles", parts=parts(ways, "or"))
    for path, role in above:
        if granted[path] is None:
            w.open(f"{path}.granted", Words(titled(role), titled(role)))
    _appointments(w, [(path, role) for path, role in above if role.get("criteria") != "none"])
    return None


def _appointments(w: Weighing, appointed: list[tuple[str, Mapping[str, Any]]]) -> None:
    duties = [w.at(f"{path}.duties") for path, _ in w.rows("roles")]
    reasons = any(published_reason(text) for text in duties if isinstance(text, str))
    unmeasured = [path for path, _ in appointed if only(w.at(f"{path}.criteria"), frozenset({"decision", "role"}))]
    if unmeasured and not reasons:
        for path in unmeasured:
            w.flag(f"{path}.granted")
    elif appointed:
        is_open = any(role.get("criteria") is None for _, role in appointed)
        said = [_REASONS_PUBLIC] if reasons else [_CRITERIA_OPEN] if is_open else [_CRITERIA_PUBLIC]
        w.observe(appointed[0][0] + ".granted", parts=parts(said))
