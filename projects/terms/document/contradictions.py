"""Clauses that cannot both be meant. Each is named with the path of the other, since either of them may change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from authorship.engine.amounts import parse_amount
from projects.terms.document.contradictions_data import data_against_itself
from projects.terms.document.contradictions_pay import pay_against_itself
from projects.terms.document.problems import Problem
from projects.terms.document.walk import answer, items

Document = Mapping[str, Any]


def contradictions(document: Document) -> Iterator[Problem]:
    """Two values under one id inside the authorship clause are named by the engine and not here."""
    yield from _twice(document, "core_team.members", "person")
    yield from _twice(document, "participation.stages", "id")
    yield from _twice(document, "roles", "id")
    yield from _twice(document, "compensation.pay", "id")
    yield from pay_against_itself(document)
    yield from _stages(document)
    yield from _roles(document)
    yield from _authorship(document)
    yield from data_against_itself(document)


def _twice(document: Document, path: str, key: str) -> Iterator[Problem]:
    first: dict[object, int] = {}
    for index, item in enumerate(items(document, path)):
        name = item.get(key)
        if name is None or name == "none":
            continue
        if name in first:
            one, other = f"{path}[{first[name]}]", f"{path}[{index}]"
            yield Problem(
                f"{other}.{key}",
                "two_values",
                f"{one} and {other} have the same {key}.",
                f"{one} 与 {other} 的 {key} 相同。",
                also=(f"{one}.{key}",),
            )
        first.setdefault(name, index)


def _both(path: str, other: str, en: str, zh: str, code: str = "contradiction") -> Problem:
    return Problem(path, code, en, zh, also=(other,))


def _stages(document: Document) -> Iterator[Problem]:
    stages = items(document, "participation.stages")
    if stages and all(stage.get("kind") == "blind_solve" for stage in stages):
        yield Problem(
            "participation.stages",
            "no_decision",
            "No stage decides: a blind solve alone accepts nothing.",
            "没有作出决定的阶段：仅有盲解不能通过任务。",
        )
    for index, stage in enumerate(stages):
        place = f"participation.stages[{index}]"
        reviewers, quorum = stage.get("reviewers"), stage.get("quorum")
        if isinstance(reviewers, int) and isinstance(quorum, int) and quorum > reviewers:
            yield _both(
                f"{place}.quorum",
                f"{place}.reviewers",
                f"{place}.quorum asks for {quorum} verdicts, and {place}.reviewers has {reviewers}: it is never met.",
                f"{place}.quorum 要求 {quorum} 份意见，而 {place}.reviewers 只有 {reviewers} 人：永远达不到。",
            )
        answer_days, decision_days = stage.get("first_answer_days"), stage.get("decision_days")
        if isinstance(answer_days, int) and isinstance(decision_days, int) and answer_days > decision_days:
            yield _both(
                f"{place}.first_answer_days",
                f"{place}.decision_days",
                f"The first answer ({place}.first_answer_days) comes after the decision ({place}.decision_days).",
                f"首次答复（{place}.first_answer_days）晚于决定（{place}.decision_days）。",
            )


def _roles(document: Document) -> Iterator[Problem]:
    for index, role in enumerate(items(document, "roles")):
        place, granted = f"roles[{index}]", role.get("granted")
        if granted == "open" and isinstance(role.get("criteria"), dict):
            yield _both(
                f"{place}.criteria",
                f"{place}.granted",
                f"{place}.granted gives the role to everybody who accepts the terms; nobody is asked for "
                f"{place}.criteria.",
                f"{place}.granted 写明接受条款即得，{place}.criteria 的标准便无从适用。",
            )
        if granted not in (None, "voted") and isinstance(role.get("vote"), dict):
            yield _both(
                f"{place}.vote",
                f"{place}.granted",
                f"{place}.vote describes a vote, and by {place}.granted nobody votes.",
                f"{place}.vote 写了投票规则，而按 {place}.granted 并不投票。",
            )


def _authorship(document: Document) -> Iterator[Problem]:
    for index, output in enumerate(items(document, "authorship.outputs")):
        place = f"authorship.outputs[{index}]"
        scope, as_of = output.get("scope"), _day(output.get("as_of"))
        start = _day(scope.get("from")) if isinstance(scope, dict) else None
        if start is not None and as_of is not None and as_of < start:
            yield _both(
                f"{place}.as_of",
                f"{place}.scope.from",
                f"The list is of a day ({place}.as_of) before the first one that counts ({place}.scope.from).",
                f"名单所按的日期（{place}.as_of）早于计入的第一天（{place}.scope.from）。",
            )
    for index, condition in enumerate(items(document, "authorship.conditions")):
        place = f"authorship.conditions[{index}]"
        notice, cure = condition.get("notice_days"), condition.get("cure_days")
        if isinstance(notice, int) and isinstance(cure, int) and cure > notice:
            yield _both(
                f"{place}.cure_days",
                f"{place}.notice_days",
                f"The loss comes {notice} days after notice ({place}.notice_days), before the {cure} days to mend it "
                f"({place}.cure_days) are over.",
                f"通知后 {notice} 天即失去（{place}.notice_days），而补正期 {cure} 天（{place}.cure_days）尚未结束。",
            )
    hours = answer(document, "compensation.hours_per_task")
    if isinstance(hours, list) and parse_amount(str(hours[0])) > parse_amount(str(hours[1])):
        yield Problem(
            "compensation.hours_per_task",
            "contradiction",
            "The fewest hours are more than the most.",
            "最少用时大于最多用时。",
        )


def _day(value: object) -> str | None:
    return value if isinstance(value, str) and value != "none" else None
