"""Which clause is said by which sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from projects.terms.document.clause_words import Clause
from projects.terms.document.saying import after, credit, opening, working

Saying = Callable[[Clause, Any], str | list[str]]

# List clauses are called with one item, the others with the whole answer.
SPECIAL: dict[str, Saying] = {
    "schema": opening.schema,
    "language": opening.language,
    "zone": opening.zone,
    "core_team.members": opening.member,
    "core_team.funders": opening.funder,
    "returns.guaranteed": opening.guaranteed,
    "returns.planned": opening.planned,
    "returns.if_nothing_published": opening.unpublished,
    "returns.if_abandoned": opening.abandoned,
    "growth": opening.growth,
    "compensation.kind": working.kind,
    "compensation.pay": working.pay,
    "compensation.pay[].plus": working.bonus,
    "compensation.pay[].rank": working.prize,
    "compensation.hours_per_task": working.hours,
    "compensation.own_costs": working.costs,
    "compensation.choice": working.choice,
    "participation.answer_days": working.answer_days,
    "participation.rubric": working.rubric,
    "participation.stages": working.stage,
    "participation.most_rounds": working.most_rounds,
    "participation.anonymity": working.anonymity,
    "participation.credit_period": working.credit_period,
    "participation.conflict_of_interest": working.conflict,
    "participation.blind_solvers": working.blind_solvers,
    "participation.fallback_decider": working.fallback,
    "participation.appeals": working.appeals,
    "participation.proposals": working.proposals,
    "roles": working.role,
    "authorship.kinds": credit.kind,
    "authorship.after_withdrawal": credit.after("withdrawal"),
    "authorship.after_revocation": credit.after("revocation"),
    "authorship.eligibility": credit.eligibility,
    "authorship.acknowledged": credit.acknowledged,
    "authorship.conditions": credit.condition,
    "authorship.blocks": credit.block,
    "authorship.ties": credit.ties,
    "authorship.marks": credit.mark,
    "authorship.collation": credit.collation,
    "authorship.overrides": credit.overrides,
    "authorship.objection_days": credit.objection,
    "authorship.grace_days": credit.grace,
    "authorship.outputs": credit.output,
    "licence.inbound": after.inbound,
    "licence.outbound": after.outbound,
    "licence.commercial_use": after.commercial,
    "data.visibility": after.visibility,
    "data.destinations": after.destination,
    "data.new_destination": after.new_destination,
    "data.revenue": after.revenue,
    "data.held_out": after.held_out,
    "rights": after.rights,
    "changes.notice_days": after.notice,
    "changes.contested_at": after.contested,
    "contact": after.contact,
    "translations": after.translation,
}
