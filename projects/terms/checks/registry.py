"""Every check of the set, in the order of the card. Ids are for ever: never renamed, never used again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from projects.terms.checks import (
    after_changes,
    after_data,
    after_licence,
    credit_order,
    credit_rights,
    credit_who,
    recruit,
    recruit_pay,
    take_part,
)
from projects.terms.checks.commercial_use import commercial_use
from projects.terms.checks.finding import Finding
from projects.terms.checks.licence_coverage import licence_coverage
from projects.terms.checks.terms import Terms
from projects.terms.checks.weighing import Weighing

REGISTRY: dict[str, Callable[[Weighing], None]] = {
    "venue-promise": recruit.venue_promise,
    "guarantee-in-hands": recruit.guarantee_in_hands,
    "something-back": recruit.something_back,
    "pay-known": recruit_pay.pay_known,
    "pay-level": recruit_pay.pay_level,
    "own-costs": recruit.own_costs,
    "prize-rule": recruit_pay.prize_rule,
    "interests-disclosed": recruit.interests_disclosed,
    "say-in-standards": take_part.say_in_standards,
    "rubric-published": take_part.rubric_published,
    "answer-times": take_part.answer_times,
    "stage-rule": take_part.stage_rule,
    "decline-reasons": take_part.decline_reasons,
    "reviewer-qualification": take_part.reviewer_qualification,
    "conflict-of-interest": take_part.conflict_of_interest,
    "anonymity-stated": take_part.anonymity_stated,
    "appeals": take_part.appeals,
    "growth": take_part.growth,
    "eligibility-rule": credit_who.eligibility_rule,
    "core-team": credit_who.core_team,
    "core-authors": credit_who.core_authors,
    "role-criteria": credit_who.role_criteria,
    "promotion": credit_who.promotion,
    "order-rule": credit_order.order_rule,
    "tie-break": credit_order.tie_break,
    "list-freeze": credit_order.list_freeze,
    "overrides": credit_order.overrides,
    "discretion": credit_order.discretion,
    "count-only": credit_order.count_only,
    "opt-out": credit_rights.opt_out,
    "absent-people": credit_rights.absent_people,
    "marks-rule": credit_rights.marks_rule,
    "conditions-cure": credit_rights.conditions_cure,
    "no-publication": after_licence.no_publication,
    "licence-outbound": after_licence.licence_outbound,
    "licence-inbound": after_licence.licence_inbound,
    "licence-coverage": licence_coverage,
    "commercial-use": commercial_use,
    "sale-consent": after_data.sale_consent,
    "training-use": after_data.training_use,
    "new-destination": after_data.new_destination,
    "held-out": after_data.held_out,
    "own-rights": after_data.own_rights,
    "funder-access": after_data.funder_access,
    "notice-days": after_changes.notice_days,
    "reach-back": after_changes.reach_back,
}
# Contradictions between clauses: publishing is refused while one of these flags.
STOPPING = ("licence-coverage", "commercial-use")


def run(check: str, document: Mapping[str, Any] | Terms, *, people: Callable[[str], str] = str) -> Finding:
    """The finding of one check. ``people`` turns the stored form of a person into the name that is shown."""
    terms = document if isinstance(document, Terms) else Terms(document)
    weighing = Weighing(check, terms, people)
    REGISTRY[check](weighing)
    return weighing.result()
