"""Clauses that cannot both be meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from authorship.engine.amounts import parse_amount
from projects.terms.document.problems import Problem
from projects.terms.document.walk import answer, items

Document = Mapping[str, Any]


def contradictions(document: Document) -> Iterator[Problem]:
    """Two values under one id inside the authorship clause are named by the engine and not here."""
    yield from _twice(document, "core_team.members", "person")
    yield from _twice(document, "participation.stages", "id")
    yield from _twice(document, "roles", "id")
    yield from _twice(document, "compensation.pay", "id")
    yield from _pay(document)
    yield from _stages(document)
    yield from _data(document)


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
            )
        first.setdefault(name, index)


def _pay(document: Document) -> Iterator[Problem]:
    rules = items(document, "compensation.pay")
    kind = answer(document, "compensation.kind")
    if kind == "unpaid" and rules:
        yield Problem(
            "compensation.pay",
            "contradiction",
            "compensation.kind says unpaid, compensation.pay says what is paid.",
            "compensation.kind 写明无报酬，compensation.pay 却写了付酬规则。",
        )
    if (
        answer(document, "compensation.choice") == "pay_or_credit"
        and answer(document, "authorship.eligibility") == "none"
    ):
        yield Problem(
            "compensation.choice",
            "contradiction",
            "One cannot choose authorship where authorship.eligibility is none.",
            "authorship.eligibility 为“无”，就谈不上选择署名。",
        )
    hours = answer(document, "compensation.hours_per_task")
    if isinstance(hours, list) and parse_amount(str(hours[0])) > parse_amount(str(hours[1])):
        yield Problem(
            "compensation.hours_per_task",
            "contradiction",
            "The fewest hours are more than the most.",
            "最少用时大于最多用时。",
        )
    for index, rule in enumerate(rules):
        steps = rule.get("rank")
        yield from _gaps(steps if isinstance(steps, list) else [], f"compensation.pay[{index}].rank")


def _gaps(steps: list[dict[str, Any]], path: str) -> Iterator[Problem]:
    """Places go up from 1 without a gap; places named twice are named by the engine."""
    expected = 1
    for index, step in enumerate(steps):
        start, end = step.get("from"), step.get("to")
        if not isinstance(start, int) or not isinstance(end, int):
            return
        if start > expected:
            yield Problem(
                f"{path}[{index}].from", "gap", f"Place {expected} has no amount.", f"第 {expected} 名没有金额。"
            )
        expected = max(expected, end + 1)


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
            yield Problem(
                f"{place}.quorum",
                "contradiction",
                f"A quorum of {quorum} with {reviewers} reviewers is never met.",
                f"只有 {reviewers} 名审稿人，法定人数 {quorum} 永远达不到。",
            )
        answer_days, decision_days = stage.get("first_answer_days"), stage.get("decision_days")
        if isinstance(answer_days, int) and isinstance(decision_days, int) and answer_days > decision_days:
            yield Problem(
                f"{place}.first_answer_days",
                "contradiction",
                "The first answer comes after the decision.",
                "首次答复晚于决定。",
            )


def _data(document: Document) -> Iterator[Problem]:
    for index, item in enumerate(items(document, "data.destinations")):
        place = f"data.destinations[{index}]"
        start, end = item.get("from"), item.get("until")
        if isinstance(start, str) and isinstance(end, str) and "none" not in (start, end) and end < start:
            yield Problem(f"{place}.until", "contradiction", "The last day is before the first.", "结束早于开始。")
        if item.get("split") == "held_out" and answer(document, "data.held_out") == "none":
            yield Problem(
                f"{place}.split",
                "contradiction",
                "Held-out tasks go there, and data.held_out says there are none.",
                "此处涉及保留任务，而 data.held_out 写明没有。",
            )
    released = answer(document, "data.held_out.released")
    if isinstance(released, dict) and len(released) > 1:
        yield Problem(
            "data.held_out.released",
            "contradiction",
            "Either a day or a condition, not both.",
            "日期与条件只能写一个。",
        )
