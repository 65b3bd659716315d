"""Clauses that cannot both be meant: refused with both paths, named in words and known to the form."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from projects.terms.document.contradictions import contradictions
from projects.terms.document.edit import field_name
from projects.terms.document.fields import field_at
from projects.terms.document.read import read
from tests.projects.terms.document.documents import example, with_rules_not_run

USD_10 = {"minor": 1000, "currency": "USD"}
PRIZE = {
    "id": "prize",
    "for": "rank",
    "rank": [{"from": 1, "to": 10, "each": USD_10}],
    "ranked_by": ["points"],
    "ties": "share",
    "currency": "USD",
}
PUBLIC = {
    "recipient": "everybody", "kind": "public", "split": "public", "purpose": ["research"], "commercial": "yes",
    "exclusive": "no", "from": "2028-01-31", "until": "none", "fee": "none",
}  # fmt: skip
COMPANY = {**PUBLIC, "recipient": "Tidewater Labs", "kind": "company", "exclusive": "yes"}
VOTE = {"electorate": "members", "quorum": "1/3", "majority": "1/2", "days": 14}


def made(changes: dict[str, Any], of: Callable[[], dict[str, Any]] = example) -> dict[str, Any]:
    document = of()
    for path, value in changes.items():
        *ahead, last = path.split(".")
        here: Any = document
        for key in ahead:
            here = here[int(key)] if isinstance(here, list) else here[key]
        here[int(last) if isinstance(here, list) else last] = deepcopy(value)
    reading = read(document, people=None)
    assert reading.problems == []
    assert reading.document is not None
    return reading.document


CASES: list[tuple[dict[str, Any], str, str]] = [
    # two values under one name
    ({"core_team.members.1.person": "ines-varga"}, "core_team.members[1].person", "core_team.members[0].person"),
    ({"participation.stages.1.id": "domain"}, "participation.stages[1].id", "participation.stages[0].id"),
    ({"roles.1.id": "editor"}, "roles[2].id", "roles[1].id"),
    ({"compensation.pay.1.id": "task-pay"}, "compensation.pay[1].id", "compensation.pay[0].id"),
    # pay
    ({"compensation.kind": "unpaid"}, "compensation.pay", "compensation.kind"),
    ({"compensation.pay": "none"}, "compensation.pay", "compensation.kind"),
    ({"compensation.pay.1": PRIZE}, "compensation.pay[1].for", "compensation.kind"),
    ({"compensation.kind": "prizes"}, "compensation.pay[0].for", "compensation.kind"),
    ({"compensation.kind": "mixed"}, "compensation.kind", "compensation.pay"),
    ({"compensation.kind": "mixed", "compensation.pay": [PRIZE]}, "compensation.kind", "compensation.pay"),
    (
        {"compensation.choice": "pay_or_credit", "authorship.eligibility": "none"},
        "compensation.choice",
        "authorship.eligibility",
    ),
    (
        {"compensation.choice": "pay_or_credit", "compensation.kind": "unpaid", "compensation.pay": "none"},
        "compensation.choice",
        "compensation.kind",
    ),
    ({"compensation.pay.1.for": "task"}, "compensation.pay[1]", "compensation.pay[0]"),
    ({"compensation.pay.1.for": "solve"}, "compensation.pay[1].for", "participation.stages"),
    (
        {"compensation.kind": "mixed", "compensation.pay.1": {**PRIZE, "cohort": 9}},
        "compensation.pay[1].cohort",
        "compensation.pay[1].rank",
    ),
    # stages
    ({"participation.stages.0.quorum": 3}, "participation.stages[0].quorum", "participation.stages[0].reviewers"),
    (
        {"participation.stages.0.decision_days": 9},
        "participation.stages[0].first_answer_days",
        "participation.stages[0].decision_days",
    ),
    # roles
    ({"roles.0.criteria": {"member": {"for_days": 90}}}, "roles[0].criteria", "roles[0].granted"),
    ({"roles.2.vote": VOTE}, "roles[2].vote", "roles[2].granted"),
    # lists
    ({"authorship.outputs.0.as_of": "2026-08-31"}, "authorship.outputs[0].as_of", "authorship.outputs[0].scope.from"),
    # data
    ({"data.destinations.0.until": "2028-01-30"}, "data.destinations[0].until", "data.destinations[0].from"),
    (
        {"data.held_out": "none", "data.destinations.0.split": "held_out"},
        "data.destinations[0].split",
        "data.held_out",
    ),
    (
        {"data.destinations.0.split": "all", "data.destinations.0.from": "2029-01-30"},
        "data.destinations[0].from",
        "data.held_out.released.on",
    ),
    ({"data.destinations": [PUBLIC, COMPANY]}, "data.destinations[1].exclusive", "data.destinations[0]"),
    (
        {"data.destinations": [COMPANY, {**COMPANY, "recipient": "Another"}]},
        "data.destinations[0].exclusive",
        "data.destinations[1]",
    ),
    (
        {"data.held_out": "none", "core_team.funders.0.sees": "held_out"},
        "core_team.funders[0].sees",
        "data.held_out",
    ),
    (
        {"data.held_out.released": {"on": "2029-01-31", "when": "When the second set is ready."}},
        "data.held_out.released",
        "data.held_out.released.when",
    ),
    ({"data.held_out.chosen": "hand"}, "data.held_out.rule", "data.held_out.chosen"),
    ({"data.visibility": "open"}, "data.visibility", "data.held_out"),
    # licence and rights
    ({"licence.inbound.exclusive": "yes"}, "licence.inbound.exclusive", "rights.other_benchmark"),
]


@pytest.mark.parametrize(("changes", "path", "other"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_both_clauses_are_named_and_can_be_reached(changes: dict[str, Any], path: str, other: str) -> None:
    (problem,) = contradictions(made(changes))
    assert problem.paths == (path, other)
    assert problem.code in {"contradiction", "two_values"}
    for text in (problem.message, problem.message_zh):
        assert path.rpartition(".")[0] in text or path in text
        assert other in text or other.rpartition(".")[0] in text
    for one in problem.paths:
        assert field_at(one) is not None, one
        assert field_at(field_name(one)) is not None, one


def test_days_to_mend_that_end_after_the_loss() -> None:
    document = made({"authorship.conditions.0.cure_days": 31}, of=with_rules_not_run)
    found = [problem for problem in contradictions(document) if problem.path.startswith("authorship.conditions")]
    assert [problem.paths for problem in found] == [
        ("authorship.conditions[0].cure_days", "authorship.conditions[0].notice_days")
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"compensation.kind": "unpaid", "compensation.pay": "none"},
        {"compensation.kind": "prizes", "compensation.pay": [PRIZE]},
        {"compensation.kind": "mixed", "compensation.pay.1": PRIZE},
        {"compensation.kind": "mixed", "compensation.pay.1": {**PRIZE, "cohort": 10}},
        {
            "compensation.kind": "prizes",
            "compensation.pay": [PRIZE, {**PRIZE, "id": "second", "deadline": "2027-01-01"}],
        },
        # Two rules for tasks that differ in when they apply: the harder pay more, the first fifty get more.
        {"compensation.pay.1.for": "task", "compensation.pay.1.applies": "difficulty ≥ 4"},
        {"compensation.pay.1.for": "task", "compensation.pay.1.cohort": 50},
        {"compensation.choice": "pay_or_credit"},
        {"participation.stages.0.quorum": 1},
        {"participation.stages.0.decision_days": 10},
        {"participation.stages.0.decision_days": "none"},
        {"roles.0.criteria": "none"},
        {"authorship.outputs.0.as_of": "2026-09-01"},
        {"authorship.outputs.0.as_of": "2027-06-30"},
        {"data.destinations.0.until": "2028-01-31"},
        {"data.destinations": [PUBLIC, {**COMPANY, "exclusive": "no"}]},
        {"data.destinations": [PUBLIC, {**COMPANY, "split": "held_out"}]},
        {"data.destinations": [PUBLIC, {**COMPANY, "from": "2026-01-01", "until": "2028-01-30"}]},
        {"data.destinations": [COMPANY]},
        {"data.destinations.0.split": "all", "data.destinations.0.from": "2029-01-31"},
        {"data.held_out.chosen": "hand", "data.held_out.rule": "none"},
        {"data.held_out": "none", "data.visibility": "open"},
        {"data.visibility": "closed"},
        {"core_team.funders.0.sees": "held_out"},
        {"licence.inbound.exclusive": "yes", "rights.other_benchmark": "no"},
        {"licence.inbound.exclusive": "yes", "rights.other_benchmark": "After the release."},
    ],
    ids=str,
)
def test_what_is_sensible_stands(changes: dict[str, Any]) -> None:
    assert list(contradictions(made(changes))) == []
