"""Answers that read well and that this site would quietly pass over: each refuses publishing, with its path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from projects.terms.document.field import Words
from projects.terms.document.holders import said_power
from projects.terms.document.problems import Problem
from projects.terms.document.walk import answer, items

HIDDEN_MODES = frozenset({"reviewer_hidden", "both_hidden"})

Document = Mapping[str, Any]

# What the form says before somebody chooses: publishing refuses each of these, as said below and by the engine.
CHOICES: Mapping[str, frozenset[str]] = {
    "participation.stages[].kind": frozenset({"blind_solve"}),
    "roles[].granted": frozenset({"voted"}),
    "authorship.kinds[].from": frozenset({"proposal", "claim"}),
    "authorship.outputs[].list": frozenset({"limited"}),
    "authorship.outputs[].lock": frozenset({"order_only", "closed"}),
}
LEAVES = frozenset({"distinct", "service", "agreed", "referred", "decision"})
KEYS = frozenset({"decision"})
AMOUNTS = frozenset({"range", "base"})
NOT_RUN = Words("not run yet", "目前不能运行")
NOT_YET = Words("not run yet, cannot be published", "目前不能运行，无法发布")
_ANSWER = Words(
    "Not run yet: an answer other than none cannot be published.", "目前不能运行：除“无”以外的回答无法发布。"
)
_PART = Words("Not run yet: what is filled in here cannot be published.", "目前不能运行：此处填写后无法发布。")
_HIDDEN = Words(
    "While reviewers are hidden, reviews cannot earn credit yet: terms with both cannot be published.",
    "审稿人匿名时，评审目前不能计分：两者并存的条款无法发布。",
)
NOTES: Mapping[str, Words] = {
    "participation.anonymity": _HIDDEN,
    "participation.credit_period": _HIDDEN,
    "roles[].term_months": _ANSWER,
    "roles[].lost_when": _ANSWER,
    "authorship.conditions": _ANSWER,
    "authorship.grace_days": Words(
        "Not run yet: an answer other than none or 0 cannot be published.",
        "目前不能运行：除“无”或 0 以外的回答无法发布。",
    ),
    **{f"authorship.kinds[].{part}": _PART for part in ("first_of", "times", "cap", "budget", "applies", "window")},
}


def is_computed(path: str) -> bool:
    """Whether this site computes the rules at a path. Pay is only shown, so its rules may say what cannot run."""
    return not path.startswith("compensation.")


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
    yield from hidden_credit(document)
    for index, rule in enumerate(items(document, "authorship.kinds")):
        path = f"authorship.kinds[{index}].from"
        if rule.get("from") == "proposal":
            yield _refused(
                path,
                "proposals to change the rules cannot be filed, so they earn nothing.",
                "尚不能提交修改规则的提案，因此不会计分。",
            )
        if rule.get("from") == "claim":
            yield _refused(
                path,
                "claims cannot be filed, so they earn nothing. Earlier work comes in with “import”.",
                "尚不能提交申报，因此不会计分。此前的工作可用“导入”计入。",
            )


def hidden_credit(document: Document) -> Iterator[Problem]:
    """Kinds of credit from reviews whose reviewers are hidden."""
    if answer(document, "participation.anonymity") not in HIDDEN_MODES:
        return
    for index, rule in enumerate(items(document, "authorship.kinds")):
        if rule.get("from") == "review":
            yield Problem(
                f"authorship.kinds[{index}].from",
                "not_computed",
                "Not computed yet: credit for reviews whose reviewers are hidden. Show the reviewers, or give reviews "
                "no credit.",
                "目前不能计算：审稿人匿名时的评审计分。请公开审稿人，或不对评审计分。",
                also=("participation.anonymity",),
            )


def _lists(document: Document) -> Iterator[Problem]:
    grace = answer(document, "authorship.grace_days")
    if isinstance(grace, int) and grace > 0:
        yield _refused(
            "authorship.grace_days",
            "days of grace stand beside the rule that counts membership, as {member: {for_days, grace_days}}. "
            "Answer 0 here.",
            "宽限天数应写在计算成员资格的规则中，即 {member: {for_days, grace_days}}。此处请填 0。",
        )
    for index, output in enumerate(items(document, "authorship.outputs")):
        if output.get("lock") in ("order_only", "closed"):
            yield _refused(
                f"authorship.outputs[{index}].lock",
                "a list begins open: locked at its beginning it would never name anybody. Answer open; holders of "
                f"the power “{said_power('freeze', 'en')}” lock it later, step by step, with a public reason.",
                "名单以开放状态开始：一开始就锁定，则永远不会有人列入。请填“开放”；"
                f"之后由拥有“{said_power('freeze', 'zh')}”权力的人逐步锁定，并公开说明理由。",
            )
