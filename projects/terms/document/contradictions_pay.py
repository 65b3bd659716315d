"""Pay that cannot be meant as it stands: the kind of pay, its rules, places and the choice beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from projects.terms.document.problems import Problem
from projects.terms.document.walk import answer, items

Document = Mapping[str, Any]
# Two rules for the same work that agree in all of these pay it twice, or say two amounts; nobody can tell.
_CIRCUMSTANCES = ("for", "applies", "cohort", "deadline", "exclude")


def pay_against_itself(document: Document) -> Iterator[Problem]:
    rules = items(document, "compensation.pay")
    yield from _kind(document, rules)
    yield from _choice(document)
    yield from _same_work(rules)
    for index, rule in enumerate(rules):
        place = f"compensation.pay[{index}]"
        yield from _places(rule, place)
        yield from _solves(document, rule, place)


def _both(path: str, other: str, en: str, zh: str) -> Problem:
    return Problem(path, "contradiction", en, zh, also=(other,))


def _kind(document: Document, rules: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    kind, said = answer(document, "compensation.kind"), answer(document, "compensation.pay")
    if kind == "unpaid" and rules:
        yield _both(
            "compensation.pay",
            "compensation.kind",
            "compensation.kind says unpaid, compensation.pay says what is paid.",
            "compensation.kind 写明无报酬，compensation.pay 却写了付酬规则。",
        )
    if kind in ("paid", "prizes", "mixed") and said == "none":
        yield _both(
            "compensation.pay",
            "compensation.kind",
            f"compensation.kind says {kind}, compensation.pay says that nothing is paid.",
            f"compensation.kind 写明 {kind}，compensation.pay 却写明没有报酬。",
        )
    ranks = [index for index, rule in enumerate(rules) if rule.get("for") == "rank"]
    others = [index for index, rule in enumerate(rules) if rule.get("for") not in (None, "rank")]
    if kind == "paid" and ranks:
        yield _both(
            f"compensation.pay[{ranks[0]}].for",
            "compensation.kind",
            f"compensation.pay[{ranks[0]}] is a prize; with prizes compensation.kind is prizes or mixed.",
            f"compensation.pay[{ranks[0]}] 是奖金；有奖金时 compensation.kind 应为 prizes 或 mixed。",
        )
    if kind == "prizes" and others:
        yield _both(
            f"compensation.pay[{others[0]}].for",
            "compensation.kind",
            f"compensation.pay[{others[0]}] pays for work; then compensation.kind is paid or mixed.",
            f"compensation.pay[{others[0]}] 为工作付酬；此时 compensation.kind 应为 paid 或 mixed。",
        )
    if kind == "mixed" and rules and len(ranks) + len(others) == len(rules) and not (ranks and others):
        lacks, lacks_zh = ("prizes", "奖金") if others else ("pay for work", "对工作的报酬")
        yield _both(
            "compensation.kind",
            "compensation.pay",
            f"compensation.kind says pay and prizes, and compensation.pay has no {lacks}.",
            f"compensation.kind 写明付酬加奖金，而 compensation.pay 没有{lacks_zh}。",
        )


def _choice(document: Document) -> Iterator[Problem]:
    chosen = answer(document, "compensation.choice")
    if chosen == "pay_or_credit" and answer(document, "authorship.eligibility") == "none":
        yield _both(
            "compensation.choice",
            "authorship.eligibility",
            "compensation.choice lets one choose authorship, and authorship.eligibility is none.",
            "compensation.choice 允许选择署名，而 authorship.eligibility 为“无”。",
        )
    if chosen == "pay_or_credit" and answer(document, "compensation.kind") == "unpaid":
        yield _both(
            "compensation.choice",
            "compensation.kind",
            "compensation.choice lets one choose pay, and compensation.kind is unpaid.",
            "compensation.choice 允许选择报酬，而 compensation.kind 为 unpaid。",
        )


def _same_work(rules: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    for index, rule in enumerate(rules):
        for earlier, before in enumerate(rules[:index]):
            same = all(_said(rule, name) == _said(before, name) for name in _CIRCUMSTANCES)
            if same and rule.get("for") not in (None, "rank"):
                one, other = f"compensation.pay[{earlier}]", f"compensation.pay[{index}]"
                yield Problem(
                    other,
                    "two_values",
                    f"{one} and {other} both pay for each {rule['for']}, in the same circumstances; make them one.",
                    f"{one} 与 {other} 在相同情形下为同一工作（{rule['for']}）付酬；请合并为一条。",
                    also=(one,),
                )
                break


def _said(rule: Mapping[str, Any], name: str) -> object:
    value = rule.get(name)
    return None if value == "none" else value


def _places(rule: Mapping[str, Any], place: str) -> Iterator[Problem]:
    """Places go up from 1 without a gap, and no further than prizes are given; places named twice the engine names."""
    steps = rule.get("rank")
    expected = 1
    for index, step in enumerate(steps if isinstance(steps, list) else []):
        start, end = step.get("from"), step.get("to")
        if not isinstance(start, int) or not isinstance(end, int):
            return
        if start > expected:
            missing = str(expected) if start == expected + 1 else f"{expected}–{start - 1}"
            yield Problem(
                f"{place}.rank[{index}].from",
                "gap",
                f"Place {missing} has no amount.",
                f"第 {missing} 名没有金额。",
                also=(f"{place}.rank[{index - 1}].to",) if index else (),
            )
        expected = max(expected, end + 1)
    cohort = rule.get("cohort")
    if steps and isinstance(steps, list) and isinstance(cohort, int) and cohort < expected - 1:
        yield _both(
            f"{place}.cohort",
            f"{place}.rank",
            f"{place}.rank has amounts for {expected - 1} places, {place}.cohort pays the first {cohort} only.",
            f"{place}.rank 为 {expected - 1} 个名次写了金额，{place}.cohort 却只付给前 {cohort} 个。",
        )


def _solves(document: Document, rule: Mapping[str, Any], place: str) -> Iterator[Problem]:
    stages = items(document, "participation.stages")
    kinds = [stage.get("kind") for stage in stages]
    if rule.get("for") == "solve" and stages and not {None, "blind_solve"} & set(kinds):
        yield _both(
            f"{place}.for",
            "participation.stages",
            f"{place} pays for blind solves, and no stage of participation.stages is one.",
            f"{place} 为盲解付酬，而 participation.stages 中没有盲解阶段。",
        )
