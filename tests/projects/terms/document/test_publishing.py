"""What is still open, and what publishing refuses."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from projects.terms.document.hashing import version_hash
from projects.terms.document.missing import missing
from projects.terms.document.read import read
from projects.terms.document.refusals import refusals
from tests.projects.terms.document.documents import example, with_rules_not_run


def changed(path: str, value: Any, *, of: dict[str, Any] | None = None) -> dict[str, Any]:
    """The example (or `of`) with one path replaced (or, with None, emptied), read again: ``roles.2.criteria``."""
    document = copy.deepcopy(of or example())
    here: Any = document
    *ahead, last = path.split(".")
    for name in ahead:
        here = here[int(name)] if name.isdigit() else here[name]
    key: Any = int(last) if last.isdigit() else last
    if value is None:
        del here[key]
    else:
        here[key] = value
    reading = read(document, people=None)
    assert reading.problems == []
    assert reading.document is not None
    return reading.document


def read_refuses(path: str, value: Any) -> tuple[str, str]:
    """What reading says of the example with one value replaced."""
    document: Any = example()
    *ahead, last = path.split(".")
    here: Any = document
    for key in ahead:
        here = here[int(key)] if isinstance(here, list) else here[key]
    here[int(last) if isinstance(here, list) else last] = value
    (problem,) = read(document, people=None).problems
    return problem.path, problem.code


def refused(document: dict[str, Any]) -> list[tuple[str, str]]:
    found = refusals(document, rubrics={1})
    assert all(problem.message and problem.message_zh for problem in found)
    return [(problem.path, problem.code) for problem in found]


def test_the_example_is_complete_and_can_be_published() -> None:
    assert missing(example()) == []
    assert refused(example()) == []


def test_everything_mandatory_is_open_in_an_empty_document() -> None:
    assert " ".join(missing({})) == (
        "schema language zone purpose.measures purpose.bottleneck "
        "core_team.members core_team.chosen_by core_team.joining core_team.funders "
        "returns.guaranteed returns.if_nothing_published returns.if_abandoned growth "
        "compensation.kind compensation.pay compensation.hours_per_task compensation.own_costs compensation.choice "
        "participation.say participation.answer_days participation.rubric participation.stages participation.anonymity "
        "participation.reviewer_qualification participation.conflict_of_interest participation.ai_use "
        "participation.appeals roles authorship.kinds authorship.eligibility authorship.opt_out authorship.leavers "
        "authorship.unreachable authorship.blocks authorship.ties authorship.collation authorship.overrides "
        "authorship.objection_days authorship.outputs licence.inbound licence.outbound licence.commercial_use "
        "data.visibility data.destinations data.new_destination data.revenue data.held_out rights "
        "changes.notice_days changes.contested_at contact"
    )


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("zone", "zone"),
        ("purpose.measures", "purpose.measures"),
        ("core_team.members", "core_team.members"),
        ("core_team.members.1.interests", "core_team.members[1].interests"),
        ("growth.discussions.every_days", "growth.discussions.every_days"),
        ("compensation.pay", "compensation.pay"),
        ("compensation.pay.0.base", "compensation.pay[0].base"),
        ("compensation.pay.0.plus.0.add", "compensation.pay[0].plus[0].add"),
        ("participation.stages.0.quorum", "participation.stages[0].quorum"),
        ("participation.conflict_of_interest.text", "participation.conflict_of_interest.text"),
        ("roles.0.criteria", "roles[0].criteria"),
        ("authorship.kinds.0.title", "authorship.kinds[0].title"),
        ("authorship.eligibility.points.at_least", "authorship.eligibility.points"),
        ("authorship.outputs.0.scope.carry_over", "authorship.outputs[0].scope.carry_over"),
        ("data.held_out.released", "data.held_out.released"),
        ("data.destinations.0.fee", "data.destinations[0].fee"),
        ("rights.publish", "rights.publish"),
        ("contact", "contact"),
    ],
)
def test_each_emptied_path_is_named(path: str, named: str) -> None:
    assert missing(changed(path, None)) == [named]


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("roles.3.vote", "roles[3].vote"),
        ("roles.3.vote.quorum", "roles[3].vote.quorum"),
        ("authorship.conditions.0.cure_days", "authorship.conditions[0].cure_days"),
    ],
)
def test_each_emptied_path_of_what_is_not_run_is_named(path: str, named: str) -> None:
    assert missing(with_rules_not_run()) == []
    assert missing(changed(path, None, of=with_rules_not_run())) == [named]


def test_every_rule_that_nothing_runs_is_refused_at_its_own_path() -> None:
    assert refused(with_rules_not_run()) == [
        ("roles[3].granted", "not_computed"),
        ("roles[4].granted", "not_computed"),
        ("roles[2].term_months", "not_computed"),
        ("roles[4].lost_when", "not_computed"),
        ("authorship.conditions", "not_computed"),
    ]


@pytest.mark.parametrize(
    "path", ["purpose.used_by", "returns.planned", "authorship.acknowledged", "participation.most_rounds"]
)
def test_optional_paths_may_be_open(path: str) -> None:
    assert missing(changed(path, None)) == []


def test_an_open_bound_inside_a_rule_is_named() -> None:
    document = changed("authorship.eligibility", {"any": [{"points": {"kinds": ["task"]}}, {"role": {"id": "editor"}}]})
    assert missing(document) == ["authorship.eligibility.any[0].points"]


def test_unpaid_terms_need_no_pay_rules_and_no_choice() -> None:
    document = changed("compensation.kind", "unpaid")
    del document["compensation"]["pay"], document["compensation"]["choice"]
    assert missing(document) == []


def test_a_blind_solve_needs_no_quorum() -> None:
    document = changed(
        "participation.stages.0", {"id": "solve", "kind": "blind_solve", "reviewers": 3, "decision_days": 7}
    )
    assert missing(document) == []


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        # none where nothing could run
        ("core_team.members", "none", ("core_team.members", "none")),
        ("participation.rubric", "none", ("participation.rubric", "none")),
        ("participation.stages", "none", ("participation.stages", "none")),
        ("participation.stages.1.decides", "none", ("participation.stages[1].decides", "none")),
        ("participation.anonymity", "none", ("participation.anonymity", "none")),
        ("data.visibility", "none", ("data.visibility", "none")),
        ("authorship.kinds.0.amount", "none", ("authorship.kinds[0].amount", "none")),
        ("authorship.blocks", "none", ("authorship.blocks", "none")),
        ("authorship.ties", "none", ("authorship.ties", "none")),
        ("authorship.outputs", "none", ("authorship.outputs", "none")),
        ("authorship.outputs.0.as_of", "none", ("authorship.outputs[0].as_of", "none")),
        ("authorship.collation", "none", ("authorship.collation", "none")),
        ("authorship.ties", [{"random": "none"}], ("authorship.ties[0].random", "none")),
        # answers that this site would pass over in silence
        (
            "participation.stages.0",
            {"id": "solve", "kind": "blind_solve", "reviewers": 3, "decision_days": 7},
            ("participation.stages[0].kind", "not_computed"),
        ),
        ("participation.anonymity", "reviewer_hidden", ("authorship.kinds[1].from", "not_computed")),
        ("authorship.kinds.1.from", "proposal", ("authorship.kinds[1].from", "not_computed")),
        ("authorship.kinds.1.from", "claim", ("authorship.kinds[1].from", "not_computed")),
        ("authorship.grace_days", 30, ("authorship.grace_days", "not_computed")),
        ("authorship.outputs.0.lock", "order_only", ("authorship.outputs[0].lock", "not_computed")),
        ("authorship.outputs.0.lock", "closed", ("authorship.outputs[0].lock", "not_computed")),
        # powers, rubric, collation, window
        ("roles.1.powers", [], ("roles", "no_review")),
        ("roles.2.powers", ["decide"], ("roles", "no_assign")),
        ("roles.2.powers", ["assign"], ("roles", "no_decide")),
        ("roles.4.powers", ["audit"], ("roles", "no_amend")),
        ("participation.rubric", 2, ("participation.rubric", "unknown_rubric")),
        ("participation.rubric", "Published later", ("participation.rubric", "unknown_rubric")),
        ("authorship.collation", "by-ear/1", ("authorship.collation", "unknown_collation")),
        ("authorship.overrides.window_days", 6, ("authorship.overrides.window_days", "too_short")),
        # not computed yet, not recorded yet
        ("authorship.kinds.0.amount", {"range": ["1", "2"]}, ("authorship.kinds[0].amount.range", "not_computed")),
        ("authorship.kinds.0.cap", {"person": "5"}, ("authorship.kinds[0].cap", "not_computed")),
        ("authorship.eligibility", {"referred": {"at_least": 2}}, ("authorship.eligibility.referred", "not_computed")),
        (
            "roles.1.criteria",
            {"any": [{"referred": {"at_least": 2}}]},
            ("roles[1].criteria.any[0].referred", "not_computed"),
        ),
        (
            "authorship.blocks.0.sort",
            [{"decision": "leads"}],
            ("authorship.blocks[0].sort[0].decision", "not_recorded"),
        ),
        ("authorship.marks.0.who", {"decision": "core"}, ("authorship.marks[0].who.decision", "not_recorded")),
        ("roles.2.criteria", {"decision": "invited"}, ("roles[2].criteria.decision", "not_recorded")),
        # references
        ("core_team.members.0.roles", ["chief"], ("core_team.members[0].roles[0]", "unknown_role")),
        ("participation.appeals.to", "ombudsman", ("participation.appeals.to", "unknown_role")),
        ("participation.appeals.to", "editor", ("participation.appeals.to", "no_hear_appeals")),
        ("returns.guaranteed.0.to", "winners", ("returns.guaranteed[0].to", "unknown_role")),
        ("participation.fallback_decider", "nobody", ("participation.fallback_decider", "unknown_role")),
        ("participation.stages.1.after", ["first"], ("participation.stages[1].after[0]", "unknown_stage")),
        ("participation.stages.1.after", ["final"], ("participation.stages[1].after", "cycle")),
        ("participation.stages.0.after", ["final"], ("participation.stages[0].after", "cycle")),
        (
            "authorship.eligibility",
            {"count": {"kind": "tasks", "at_least": 1}},
            ("authorship.eligibility.count.kind", "unknown_reference"),
        ),
        ("authorship.eligibility", {"role": {"id": "chief"}}, ("authorship.eligibility.role.id", "unknown_reference")),
        (
            "roles.1.criteria",
            {"points": {"kinds": ["tasks"], "at_least": "1"}},
            ("roles[1].criteria.points.kinds[0]", "unknown_reference"),
        ),
        ("authorship.outputs.0.scope.kinds", ["tasks"], ("authorship.outputs[0].scope.kinds[0]", "unknown_reference")),
        # contradictions
        ("roles.1.id", "editor", ("roles[2].id", "two_values")),
        ("participation.stages.1.id", "domain", ("participation.stages[1].id", "two_values")),
        ("participation.stages.0.quorum", 3, ("participation.stages[0].quorum", "contradiction")),
        ("participation.stages.0.decision_days", 5, ("participation.stages[0].first_answer_days", "contradiction")),
        ("compensation.kind", "unpaid", ("compensation.pay", "contradiction")),
        ("compensation.hours_per_task", [8, 5], ("compensation.hours_per_task", "contradiction")),
        ("roles.1.criteria", "none", ("roles[1].criteria", "none")),
        ("data.held_out.released", {"on": "2029-01-01", "when": "later"}, ("data.held_out.released", "contradiction")),
        ("data.destinations.0.until", "2028-01-30", ("data.destinations[0].until", "contradiction")),
        # the two checks that stop publishing
        ("licence.inbound.purposes", ["research"], ("licence.inbound.purposes", "licence-coverage")),
        ("licence.commercial_use", "no", ("licence.commercial_use", "commercial-use")),
    ],
)
def test_publishing_refuses_with_the_path(path: str, value: Any, expected: tuple[str, str]) -> None:
    assert expected in refused(changed(path, value))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("participation.appeals", "none"),
        ("growth", "none"),
        ("authorship.overrides", "none"),
        ("authorship.marks", "none"),
        ("authorship.marks.0.who", "none"),
        ("authorship.acknowledged", "none"),
        ("authorship.opt_out", "none"),
        ("data.held_out", "none"),
        ("participation.stages.0.first_answer_days", "none"),
        ("returns.guaranteed.0.to", "contributors"),
        ("returns.guaranteed.0.to", "Area editor"),
        ("data.visibility", "closed"),
        ("authorship.kinds.1.from", "import"),
        ("authorship.grace_days", "none"),
        ("authorship.after_withdrawal", "lose"),
        ("roles.2.term_months", "none"),
        ("roles.2.lost_when", "none"),
        ("participation.fallback_decider", "editor"),
        # Everything counts.
        ("authorship.outputs.0.scope", "none"),
    ],
)
def test_an_honest_none_or_another_answer_is_published(path: str, value: Any) -> None:
    assert refused(changed(path, value)) == []


def test_hidden_modes_need_somebody_with_audit() -> None:
    document = changed("participation.anonymity", "both_hidden")
    document["authorship"]["kinds"][1]["from"] = "import"  # credit for hidden reviews has a refusal of its own
    assert refused(document) == []
    document["roles"][4]["powers"].remove("audit")
    assert refused(document) == [("roles", "no_audit")]
    document["participation"]["anonymity"] = "open"
    assert refused(document) == []


def test_proposals_need_somebody_who_answers_them() -> None:
    document = changed("participation.proposals", "required")
    assert refused(document) == []
    for role in document["roles"]:
        role["powers"] = [power for power in role["powers"] if power != "triage"]
    assert refused(document) == [("roles", "no_triage")]
    document["participation"]["proposals"] = "none"
    assert refused(document) == []


def test_without_authorship_nothing_about_lists_is_refused() -> None:
    document = changed("authorship.eligibility", "none")
    for name in ("kinds", "blocks", "ties", "outputs", "collation"):
        document["authorship"][name] = "none"
    assert refused(document) == []


def test_a_collation_is_needed_for_names_only() -> None:
    document = changed("authorship.collation", "none")
    document["authorship"]["ties"] = [{"random": "aquifer-2027"}]
    assert refused(document) == []


def test_two_rules_for_one_kind_name_both() -> None:
    document = example()
    document["authorship"]["kinds"].append({**document["authorship"]["kinds"][0], "amount": {"fixed": "2"}})
    (problem,) = refusals(document, rubrics={1})
    assert problem.code == "two_values"
    for text in (problem.message, problem.message_zh):
        assert "authorship.kinds[0]" in text
        assert "authorship.kinds[2]" in text


def test_prize_tables_have_no_gap() -> None:
    def rank(*runs: tuple[int, int]) -> dict[str, Any]:
        steps = [{"from": low, "to": high, "each": {"minor": 5000, "currency": "USD"}} for low, high in runs]
        return {
            "id": "prize",
            "for": "rank",
            "rank": steps,
            "ranked_by": ["points"],
            "ties": "share",
            "currency": "USD",
        }

    def table(*runs: tuple[int, int]) -> list[tuple[str, str]]:
        return refused(changed("compensation.pay.1", rank(*runs), of=changed("compensation.kind", "mixed")))

    place = "compensation.pay[1].rank"
    assert table((1, 50), (51, 550)) == []
    assert table((1, 50), (52, 550)) == [(f"{place}[1].from", "gap")]
    assert table((2, 50)) == [(f"{place}[0].from", "gap")]
    assert read_refuses("compensation.pay.1", rank((1, 50), (50, 550))) == (f"{place}[1].from", "two_values")
    assert read_refuses("compensation.pay.1", rank((51, 550), (1, 50))) == (f"{place}[1].from", "two_values")
    assert read_refuses("compensation.pay.1", rank((3, 2))) == (f"{place}[0].to", "not_a_window")
    assert read_refuses("compensation.pay.1", rank((0, 2))) == (f"{place}[0].from", "range")


def test_pay_rules_are_only_read_so_their_decisions_are_no_obstacle() -> None:
    assert refused(changed("compensation.pay.1.exclude", {"decision": "staff"})) == []


def test_the_hash_names_one_text() -> None:
    # sha256sum of {"attachments":[],"document":{"contact":"a","schema":"concord-terms/1"},"schema":"concord-terms/1"}
    small = {"schema": "concord-terms/1", "contact": "a"}
    assert version_hash(small) == "c85a17b2911af03e5f672d9e45ec21f09f12a2126a0d3c6ef8afc3f19345227a"
    assert version_hash(dict(reversed(small.items()))) == version_hash(small)
    assert version_hash({**small, "contact": "b"}) != version_hash(small)
    assert version_hash(small, ["ff", "aa"]) == version_hash(small, ["aa", "ff"]) != version_hash(small)
