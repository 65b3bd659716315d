"""Answers that read well and that this site would quietly pass over: each refuses publishing, with its path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from projects.terms.document.problems import Problem
from projects.terms.document.walk import answer, items

HIDDEN_MODES = frozenset({"reviewer_hidden", "both_hidden"})

Document = Mapping[str, Any]


def not_run_yet(document: Document) -> Iterator[Problem]:
    """Rules only: a promise in words, or one that people keep among themselves, is published as it stands."""
    yield from _judging(document)
    yield from _roles(document)
    if answer(document, "authorship.eligibility") != "none":
        yield from _kinds(document)
        yield from _lists(document)
    if items(document, "authorship.conditions"):
        yield _refused(
            "authorship.conditions",
            "nothing follows whether a condition is kept, so nothing is lost by it. Answer none.",
            "尚无法跟踪条件是否履行，因此不会因此失去任何东西。请填“无”。",
        )


def _refused(path: str, en: str, zh: str) -> Problem:
    return Problem(path, "not_computed", f"Not run yet: {en}", f"目前不能运行：{zh}")


def _judging(document: Document) -> Iterator[Problem]:
    for index, stage in enumerate(items(document, "participation.stages")):
        if stage.get("kind") == "blind_solve":
            yield _refused(
                f"participation.stages[{index}].kind", "blind solves have no pages on this site.", "本站尚无盲解页面。"
            )


def _roles(document: Document) -> Iterator[Problem]:
    for index, role in enumerate(items(document, "roles")):
        path = f"roles[{index}]"
        if role.get("granted") == "voted":
            yield _refused(
                f"{path}.granted",
                "there are no votes, so nobody could get this role.",
                "尚无投票功能，没有人能获得此角色。",
            )
        if isinstance(role.get("term_months"), int):
            yield _refused(
                f"{path}.term_months", "no role ends by itself. Leave the term out.", "角色不会自动到期。请删去任期。"
            )
        if role.get("lost_when") not in (None, "none"):
            yield _refused(
                f"{path}.lost_when",
                "nothing takes a role away. Say it under the duties, or answer none.",
                "尚无收回角色的功能。可写入职责，或填“无”。",
            )


def _kinds(document: Document) -> Iterator[Problem]:
    hidden = answer(document, "participation.anonymity") in HIDDEN_MODES
    for index, rule in enumerate(items(document, "authorship.kinds")):
        path = f"authorship.kinds[{index}].from"
        if rule.get("from") == "proposal":
            yield _refused(path, "proposals cannot be filed, so they earn nothing.", "尚不能提交提案，因此不会计分。")
        if rule.get("from") == "claim":
            yield _refused(
                path,
                "claims cannot be filed, so they earn nothing. Earlier work comes in with “import”.",
                "尚不能提交申报，因此不会计分。此前的工作可用“导入”计入。",
            )
        if rule.get("from") == "review" and hidden:
            yield Problem(
                path,
                "not_computed",
                "Not computed yet: credit for reviews whose reviewers are hidden (participation.anonymity).",
                "目前不能计算：审稿人匿名时的审稿贡献（participation.anonymity）。",
            )


def _lists(document: Document) -> Iterator[Problem]:
    grace = answer(document, "authorship.grace_days")
    if isinstance(grace, int) and grace > 0:
        yield _refused(
            "authorship.grace_days",
            "nobody leaves a list with time, so no days of grace are counted. Answer 0.",
            "尚无离开后逐步移出名单的功能，因此不计宽限天数。请填 0。",
        )
    for index, output in enumerate(items(document, "authorship.outputs")):
        if output.get("lock") in ("order_only", "closed"):
            yield _refused(
                f"authorship.outputs[{index}].lock",
                "nothing locks a list. Answer open; the day on which it counts is as_of.",
                "尚无锁定名单的功能。请填“开放”；计算日期由 as_of 决定。",
            )
