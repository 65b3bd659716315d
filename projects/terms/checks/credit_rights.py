"""Get credit: declining, leaving, marks, and what can be lost again."""

from __future__ import annotations

from projects.terms.checks.credit_who import no_lists
from projects.terms.checks.expressions import CORE_MARKS, can_hold
from projects.terms.checks.finding import parts
from projects.terms.checks.weighing import Weighing
from projects.terms.document.field import Words

_MARKS = {
    "equal": Words("equal contribution", "同等贡献"),
    "corresponding": Words("corresponding author", "通讯作者"),
    "deceased": Words("deceased", "已故"),
}
# What a condition that costs something has to give: as it is missed in a flag, and as it is not stated.
_GIVES = {
    "notice_days": (Words("notice", "事先通知"), Words("the notice of a condition", "附带条件的通知期")),
    "cure_days": (Words("time to mend", "补正"), Words("the time to mend a condition", "附带条件的补正期")),
}


def opt_out(w: Weighing) -> None:
    """The answer *no* is a flag, and so is none."""
    if no_lists(w):
        return None
    path = "authorship.opt_out"
    said = w.at(path)
    if said is None:
        return w.open(path)
    if said in ("none", "no"):
        return w.flag(path)
    return w.fair(path)


def absent_people(w: Weighing) -> None:
    if no_lists(w):
        return
    for part, named in (
        ("leavers", Words("people who leave", "离开的人")),
        ("unreachable", Words("people out of reach", "失联的人")),
    ):
        path = f"authorship.{part}"
        said = w.at(path)
        if said is None:
            w.open(path, named)
        elif said == "none":
            w.flag(path, parts=named)
    w.fair("authorship.leavers")


def marks_rule(w: Weighing) -> None:
    """Core, lead and senior belong to `core-authors`; a decision will do for corresponding and deceased."""
    if no_lists(w):
        return None
    path = "authorship.marks"
    marks = w.at(path)
    if marks is None:
        return w.open(path, Words("the marks", "标记"))
    if marks == "none":
        return w.fair(path, parts=Words("none", "无"))
    judged = [(where, mark) for where, mark in w.rows(path) if mark.get("id") not in CORE_MARKS]
    for where, mark in judged:
        named = _MARKS.get(str(mark.get("id")), Words("a mark that is not named", "未写明的标记"))
        who = w.at(f"{where}.who")
        if who is None:
            w.open(f"{where}.who", named)
        elif who == "none":
            w.flag(f"{where}.who", mark=named)
        elif mark.get("id") == "equal" and not can_hold(who):
            w.observe(f"{where}.who")
    if judged:
        w.fair(path, parts=parts(_MARKS[str(mark["id"])] for _, mark in judged if mark.get("id") in _MARKS))
    return None


def conditions_cure(w: Weighing) -> None:
    """Whatever can cost somebody credit gives notice and time to mend."""
    if no_lists(w):
        return None
    path = "authorship.conditions"
    conditions = w.at(path)
    if conditions is None:
        return w.open(path, Words("conditions after acceptance", "通过后的附带条件"))
    if conditions == "none":
        return w.fair(path, say=1)
    costly = ""
    for where, _ in w.rows(path):
        loses = w.at(f"{where}.loses")
        if loses is None:
            w.open(f"{where}.loses", Words("what is lost by a condition", "未达到附带条件会失去什么"))
        if loses in (None, "none"):
            continue
        costly = costly or f"{where}.what"
        for part, (missed, opened) in _GIVES.items():
            days = w.at(f"{where}.{part}")
            if days is None:
                w.open(f"{where}.{part}", opened)
            elif days in (0, "none"):
                w.flag(f"{where}.{part}", parts=missed)
    return w.fair(costly) if costly else w.fair(path, say=1)
