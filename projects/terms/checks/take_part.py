"""Take part: how work is judged and answered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from projects.terms.checks.catalogue import LIMITS
from projects.terms.checks.names import titled
from projects.terms.checks.text.readers import alone, picks, qualification, undisclosed
from projects.terms.checks.weighing import Weighing
from projects.terms.document.field import Words
from projects.terms.document.references import role_named
from projects.terms.document.words import glue

_STAGES = "participation.stages"
_STAGE_PARTS = {
    "reviewers": Words("number of reviewers", "审稿人数"),
    "quorum": Words("quorum", "法定人数"),
    "decides": Words("way of deciding", "决定方式"),
    "decision_days": Words("decision time", "决定时限"),
}
_APPEALS = {
    "to": Words("the body that hears them", "受理方"),
    "within_days": Words("time to appeal", "提出期限"),
    "answer_days": Words("time of the answer", "答复期限"),
}
_GROWTH = {
    "discussions": Words("design discussions", "设计讨论"),
    "seniors": Words("seniors to talk to", "可交流的资深研究者"),
    "feedback": Words("feedback", "反馈内容"),
}
_NAMES = {
    "open": Words("open to both sides", "双方公开"),
    "reviewer_hidden": Words("reviewers hidden from authors", "对作者隐去审稿人"),
    "both_hidden": Words("both hidden", "双方匿名"),
}


def say_in_standards(w: Weighing) -> None:
    path = "participation.say"
    said = w.at(path)
    if said is None:
        return w.open(path)
    if said == "none":
        return w.flag(path)
    for text in w.terms.free(path):
        if alone(text):
            w.flag(path, quote=text)
    return w.fair(path)


def rubric_published(w: Weighing) -> None:
    path = "participation.rubric"
    version = w.at(path)
    if version is None:
        return w.open(path)
    if isinstance(version, int):
        return w.fair(path, n=version)
    return w.flag(path)


def answer_times(w: Weighing) -> None:
    """Days to an answer, of the project and of each stage that judges; 0 is the same day."""
    asked = [("participation.answer_days", Words("days to answer messages and proposals", "答复消息和提案的天数"))]
    for path, stage in w.rows(_STAGES):
        if stage.get("kind") in ("review", "final"):
            name = stage.get("id", "…")
            named = Words(f"days to the first answer in stage “{name}”", f"阶段“{name}”首次答复的天数")
            asked.append((f"{path}.first_answer_days", named))
    stated: list[tuple[int, str]] = []
    for path, named in asked:
        days = w.at(path)
        if days is None:
            w.open(path, named)
        elif days == "none":
            w.flag(path)
        else:
            stated.append((days, path))
            if days > LIMITS["long_answer_days"]:
                w.observe(path, n=days)
    if stated:
        longest, path = max(stated, key=lambda one: one[0])
        w.fair(path, n=longest)


def stage_rule(w: Weighing) -> None:
    stages = w.at(_STAGES)
    if stages is None:
        return w.open(_STAGES, Words("the stages", "评审阶段"))
    if stages == "none":
        return w.flag(_STAGES, say=1)
    deciders: list[tuple[str, Any]] = []
    for path, stage in w.rows(_STAGES):
        judges = stage.get("kind") != "blind_solve"
        for part, named in _STAGE_PARTS.items():
            if part != "reviewers" and not judges:
                continue
            value = w.at(f"{path}.{part}")
            if value is None:
                w.open(f"{path}.{part}", named)
            elif value == "none":
                w.flag(f"{path}.{part}", parts=named)
        if judges:
            deciders.append((f"{path}.decides", stage.get("decides")))
    if deciders and all(who == "lead" for _, who in deciders):
        w.observe(deciders[0][0])
    return _all_stages(w, [stage for _, stage in w.rows(_STAGES)])


def _all_stages(w: Weighing, stages: list[Mapping[str, Any]]) -> None:
    """Blind solving needs people only: what it leaves out is not said of it."""
    whole = sum(all(stage.get(part) not in (None, "none") for part in _STAGE_PARTS) for stage in stages)
    rest = len(stages) - whole
    if not rest:
        return w.fair(_STAGES, n=whole)
    blind = Words(
        "1 stage of blind solving, with its number of people"
        if rest == 1
        else f"{rest} stages of blind solving, each with its number of people",
        f"{rest} 个盲解阶段，写明人数",
    )
    return w.fair(_STAGES, say=1, n=whole, blind=blind) if whole else w.fair(_STAGES, say=2, blind=blind)


def decline_reasons(w: Weighing) -> None:
    path = "growth.feedback"
    feedback = w.at(path)
    w.read_texts()
    for one in w.terms.charged_to("decline-reasons"):
        w.flag(one.path, cause=one.cause, quote=one.text)
    if feedback is None or no_growth(w):
        w.open(path if feedback is None else "growth")
    elif feedback == "none":
        w.flag(path)
    else:
        w.fair(path)


def no_growth(w: Weighing) -> bool:
    """Growth answered none, as a whole or in all its parts."""
    return all(w.terms.at(f"growth.{part}") == "none" for part in _GROWTH)


def reviewer_qualification(w: Weighing) -> None:
    path = "participation.reviewer_qualification"
    said = w.at(path)
    if said is None:
        return w.open(path)
    if said == "none":
        return w.flag(path)
    for text in w.terms.free(path):
        if undisclosed(text):
            w.flag(path, quote=text)
    if qualification(str(said)):
        return w.fair(path)
    return w.observe(path, say=0 if picks(str(said)) else 1)


def conflict_of_interest(w: Weighing) -> None:
    path = "participation.conflict_of_interest"
    rule, same, text = w.at(path), w.at(f"{path}.same_affiliation"), w.at(f"{path}.text")
    rule_word, same_word = Words("the text", "具体内容"), Words("the answer on a shared affiliation", "同单位回避要求")
    if rule is None:
        return w.open(path, say=1)
    if rule == "none":
        return w.flag(path)
    if text is None and same is None:
        return w.open(f"{path}.text", say=1)
    if text == "none":
        w.flag(f"{path}.text")
    if text is None:
        w.open(f"{path}.text", rule_word)
    if same is None:
        w.open(f"{path}.same_affiliation", same_word)
    return w.fair(f"{path}.text")


def anonymity_stated(w: Weighing) -> None:
    path = "participation.anonymity"
    mode = w.at(path)
    if mode is None:
        return w.open(path)
    if mode == "none":
        return w.flag(path)
    return w.fair(path, parts=_NAMES[mode])


_OTHERS = re.compile(
    r"\b(?:not|n[’']t|others?|another|except|excluding|uninvolved|independent|different|apart from|none of|outside)\b|"
    r"未|没有|不是|以外|之外|其他|其余|另|独立|除",
    re.IGNORECASE,
)


def appeals(w: Weighing) -> None:
    """One clause, one cause: it may lead nowhere, to those who decided, or leave no time."""
    path = "participation.appeals"
    clause = w.at(path)
    if clause is None:
        return w.open(path, *_APPEALS.values())
    if clause == "none":
        return w.flag(path)
    to = w.at(f"{path}.to")
    w.rows("roles")
    if to == "none":
        w.flag(f"{path}.to", cause=path)
    elif to is None:
        w.open(f"{path}.to", _APPEALS["to"])
    elif _decides(w, str(to)):
        w.flag(f"{path}.to", say=1, cause=path, quote=f"to: {to}")
    for part in ("within_days", "answer_days"):
        days = w.at(f"{path}.{part}")
        if days is None:
            w.open(f"{path}.{part}", _APPEALS[part])
        elif days in (0, "none"):
            w.flag(f"{path}.{part}", say=2, cause=path)
    role = next((role for _, role in w.rows("roles") if role.get("id") == to), {"id": str(to)})
    return w.fair(path, parts=titled(role), n=w.terms.at(f"{path}.within_days"))


def _decides(w: Weighing, to: str) -> bool:
    """Whether the words mean a role that decides, and do not leave out who took the decision."""
    named = role_named(w.terms.document, to)
    for _, role in w.rows("roles"):
        powers = role.get("powers")
        if not isinstance(powers, list) or "decide" not in powers:
            continue
        if role.get("id") == named:
            return True
        if named is None and not _OTHERS.search(to) and _says(to, role):
            return True
    return False


def _says(to: str, role: Mapping[str, Any]) -> bool:
    names = [str(role[key]) for key in ("id", "title") if role.get(key, "none") != "none"]
    return any(re.fullmatch(rf"(?:the |an? |our )?{re.escape(name)}(?:e?s)?", to, re.IGNORECASE) for name in names)


def growth(w: Weighing) -> None:
    clause, kind = w.at("growth"), w.at("compensation.kind")
    answers = {part: w.at(f"growth.{part}") for part in _GROWTH}
    if clause is None:
        return w.open("growth", Words("what contributors can learn", "贡献者能学到什么"))
    if no_growth(w):
        if kind in ("paid", "mixed"):
            return w.observe("growth")
        return w.flag("growth")
    for part, named in _GROWTH.items():
        if answers[part] is None:
            w.open(f"growth.{part}", named)
    told = next(part for part in ("seniors", "feedback", "discussions") if answers[part] != "none")
    return w.fair(f"growth.{told}", quote=_discussions(answers[told]))


def _discussions(clause: object) -> Words | None:
    """In our words: as a clause they have several leaves. None for what has words of its own."""
    if not isinstance(clause, Mapping):
        return None
    who, days = clause.get("open_to"), clause.get("every_days")
    en, zh = "discussions", "设计讨论"
    if who == "none":
        en, zh = f"{en} open to nobody", f"{zh}不对任何人开放"
    elif who is not None:
        named = str(who).rstrip(".。")
        en, zh = f"{en} open to {named}", glue(f"{zh}面向", named)
    if days == "none":
        en, zh = f"{en}, at no fixed times", f"{zh}，没有固定的间隔"
    elif days is not None:
        en = f"{en}, every day" if days == 1 else f"{en}, every {days} days"
        zh = f"{zh}，每天举行一次" if days == 1 else f"{zh}，每 {days} 天举行一次"
    return Words(en, zh)
