"""A stage that asks for more people than hold the powers it needs is said before it is published."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from projects.reviews.stages import from_row
from projects.terms.document.staffing import needs_of, short_now, short_on_the_first_day


def role(name: str, powers: list[str], granted: str) -> dict[str, Any]:
    return {"id": name, "title": name.title(), "powers": powers, "granted": granted}


def terms(
    *,
    stages: list[dict[str, Any]],
    roles: list[dict[str, Any]] | None = None,
    team: dict[str, list[str]] | None = None,
) -> dict[str, Any]:
    """By default what a founder alone begins with: everything but `review` by appointment, `review` by rule."""
    return {
        "core_team": {
            "members": [
                {"person": name, "roles": held} for name, held in (team or {"noa": ["lead", "reviewer"]}).items()
            ]
        },
        "participation": {"stages": stages},
        "roles": roles
        or [role("lead", ["decide", "assign", "amend"], "appointed"), role("reviewer", ["review"], "rule")],
    }


def stage(
    kind: str = "review", reviewers: int = 2, quorum: int | None = 2, decides: str = "majority"
) -> dict[str, Any]:
    made = {"id": "first", "kind": kind, "reviewers": reviewers, "quorum": quorum, "decides": decides}
    return {key: value for key, value in made.items() if value is not None}


def test_the_founder_alone_cannot_be_two_reviewers():
    (found,) = short_on_the_first_day(terms(stages=[stage()]))
    assert found.message == (
        "Stage “first” needs 2 reviewers; on the first day 1 person holds the power “review”. Until more do, no task "
        "can be accepted. Name more people with such a role in step 2, grant Reviewer by appointment in step 6, or ask "
        "for fewer in step 5."
    )
    assert found.message_zh == (
        "阶段“first”需要 2 名审稿人；第一天有 1 人拥有“评审”的权力。在此之前，任何任务都不能通过。"
        "可在第 2 步为更多人写上这样的角色；或在第 6 步把“Reviewer”改为任命；或在第 5 步减少人数。"
    )
    assert found.paths == ("participation.stages[0].reviewers", "roles[1].granted")


def test_a_role_that_nobody_holds_yet_says_why():
    (found,) = short_on_the_first_day(terms(stages=[stage(reviewers=1, quorum=1)], team={"noa": ["lead"]}))
    assert found.message == (
        "Stage “first” needs 1 reviewer; on the first day nobody holds the power “review” (Reviewer is held by nobody "
        "until its criteria are met). Until more do, no task can be accepted. Name more people with such a role in "
        "step 2, grant Reviewer by appointment in step 6, or ask for fewer in step 5."
    )


def test_a_team_holds_its_roles_once_it_has_accepted():
    team = {"noa": ["lead", "reviewer"], "tom": ["reviewer"]}
    (found,) = short_on_the_first_day(terms(stages=[stage(reviewers=3, quorum=3)], team=team))
    assert (
        "; on the first day, once the whole core team has accepted, 2 people hold the power “review”." in found.message
    )


def test_a_stage_decided_by_a_lead_nobody_can_be():
    (found,) = short_on_the_first_day(
        terms(stages=[stage(kind="final", reviewers=1, quorum=1, decides="lead")], team={"noa": ["reviewer"]})
    )
    assert found.message == (
        "Stage “first” is decided by its lead; on the first day nobody holds the power “decide as lead” (Lead is held "
        "by nobody until somebody is appointed). Until more do, no task can be accepted. Name more people with such a "
        "role in step 2."
    )
    assert found.paths == ("participation.stages[0].decides", "roles[0].granted")


def test_nobody_both_reviews_and_leads_a_round():
    (found,) = short_on_the_first_day(terms(stages=[stage(reviewers=1, quorum=1, decides="lead")]))
    assert found.message.startswith(
        "Stage “first” needs 1 reviewer and a lead who is none of them; on the first day 1 person holds the power "
        "“review” or “decide as lead”. Until more do, no task can be accepted."
    )


def test_where_the_quorum_is_met_tasks_are_decided_by_fewer():
    (found,) = short_on_the_first_day(terms(stages=[stage(reviewers=3, quorum=1)]))
    assert "asks for 3 reviewers; on the first day 1 person holds" in found.message
    assert "Until more do, tasks are decided by fewer." in found.message
    assert "no task can be accepted" not in found.message


@pytest.mark.parametrize(
    ("document", "number"),
    [
        (terms(stages=[stage(reviewers=1, quorum=1)]), 0),
        (terms(stages=[stage()], team={"noa": ["lead", "reviewer"], "tom": ["reviewer"]}), 0),
        # Two people: one reviews, the other leads.
        (terms(stages=[stage(reviewers=1, quorum=1, decides="lead")], team={"noa": ["lead"], "tom": ["reviewer"]}), 0),
        # The lead of a final stage takes its one place.
        (terms(stages=[stage(kind="final", reviewers=1, quorum=1, decides="lead")]), 0),
        (terms(stages=[stage(kind="final", reviewers=3, quorum=3, decides="lead")]), 1),
        (terms(stages=[stage(), stage(reviewers=4, quorum=4)]), 2),
        (terms(stages=[{**stage(), "kind": "blind_solve"}]), 0),
        # Whoever joins holds an open role too, and judges no task of their own: the founder alone counts.
        (terms(stages=[stage()], roles=[role("all", ["review", "decide"], "open")]), 1),
        (terms(stages=[stage()], roles=[role("all", ["review", "decide"], "open")], team={"noa": [], "tom": []}), 0),
        # Half written: what is open may still settle it.
        (terms(stages=[{"id": "first", "kind": "review"}]), 0),
        (terms(stages=[stage(quorum=None)]), 1),
        ({**terms(stages=[stage()]), "core_team": {}}, 0),
        ({**terms(stages=[stage()]), "roles": [{"id": "reviewer"}]}, 0),
        # No role has the power at all: refused elsewhere.
        (terms(stages=[stage()], roles=[role("lead", ["decide"], "open")]), 0),
        ({"participation": "none"}, 0),
    ],
)
def test_a_stage_is_short_or_not(document, number):
    before = copy.deepcopy(document)
    assert len(short_on_the_first_day(document)) == number
    assert document == before


def test_later_those_count_who_hold_the_roles_now():
    document = terms(stages=[stage()], team={"noa": ["lead", "reviewer"], "tom": ["reviewer"]})
    (found,) = short_now(document, {"lead": {"noa"}, "reviewer": {"noa"}})
    assert found.message == (
        "Stage “first” needs 2 reviewers; now 1 person holds the power “review”. Until more do, no task can be "
        "accepted. Publish a next version that grants Reviewer by appointment (step 6) or asks for fewer reviewers of "
        "new tasks (step 5)."
    )
    assert found.message_zh == (
        "阶段“first”需要 2 名审稿人；目前有 1 人拥有“评审”的权力。在此之前，任何任务都不能通过。"
        "可发布下一版，把“Reviewer”改为任命（第 6 步），或对新任务减少人数（第 5 步）。"
    )
    assert short_now(document, {"lead": {"noa"}, "reviewer": {"noa", "ana"}}) == []
    document["roles"][1]["granted"] = "appointed"
    (found,) = short_now(document, {})[:1]
    assert (
        "now nobody holds the power “review” (Reviewer is held by nobody until somebody is appointed)" in found.message
    )
    assert found.message.endswith(
        "Appoint more people or publish a next version that asks for fewer reviewers of new tasks (step 5)."
    )


def test_the_way_to_mend_a_missing_lead_fits_how_the_role_is_granted():
    def last(granted):
        roles = [role("lead", ["decide"], granted), role("reviewer", ["review"], "open")]
        document = terms(stages=[stage(reviewers=1, quorum=1, decides="lead")], roles=roles)
        (found,) = short_now(document, {"reviewer": {"noa"}})
        return found.message.split("no task can be accepted. ")[1]

    assert last("appointed") == "Appoint more people."
    assert last("open") == "Let more people join."
    assert last("rule") == "Publish a next version that grants Lead by appointment (step 6)."


@pytest.mark.parametrize("kind", ["review", "final"])
@pytest.mark.parametrize("decides", ["all", "majority", "lead"])
@pytest.mark.parametrize(("reviewers", "quorum"), [(1, 1), (3, 2), (4, 4)])
def test_a_stage_needs_whom_its_rounds_wait_for(kind, decides, reviewers, quorum):
    row = {**stage(kind, reviewers, quorum, decides), "first_answer_days": 1, "decision_days": 2}
    needs, run = needs_of(row), from_row(row)
    assert (needs.asked, needs.least, needs.lead) == (run.seats, run.least, decides == "lead")
