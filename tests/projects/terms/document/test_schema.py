"""The fields against docs/interfaces.md 1, typed by hand from there."""

from __future__ import annotations

import pytest

from projects.terms.document.fields import BY_PATH, CHAPTERS, CLAUSES, FIELDS, SECTIONS, clause_path, field_at

# A line a row of the table: whose version binds, which way is better, the class, then the paths below one another.
# `?` is optional, `-` or `+` behind a path is its own sign where it is not that of the row.
TABLE = """
J·M schema language zone
J·T purpose.measures purpose.bottleneck purpose.failure_means? purpose.changes_decision? purpose.used_by?
J·T purpose.generalises_to? purpose.does_not_measure?
J·R core_team.members core_team.members[].person core_team.members[].since core_team.members[].duties
J·R core_team.members[].interests core_team.members[].roles?
J·M core_team.chosen_by core_team.joining core_team.funders core_team.funders[].name core_team.funders[].gives
J·M core_team.funders[].sees core_team.funders[].owns_data
P+M returns.guaranteed returns.guaranteed[].what returns.guaranteed[].to returns.guaranteed[].by-
P+M returns.planned? returns.planned[].what returns.if_nothing_published returns.if_nothing_published.by-
P+M returns.if_nothing_published.then returns.if_abandoned returns.if_abandoned.after_days- returns.if_abandoned.then
P+M growth growth.discussions growth.discussions.open_to growth.discussions.every_days- growth.seniors growth.feedback
W+M compensation.kind compensation.pay compensation.pay[].id compensation.pay[].for compensation.pay[].applies?
W+M compensation.pay[].base compensation.pay[].plus? compensation.pay[].plus[].when compensation.pay[].plus[].add
W+M compensation.pay[].rank compensation.pay[].rank[].from compensation.pay[].rank[].to compensation.pay[].rank[].each
W+M compensation.pay[].ranked_by compensation.pay[].ties compensation.pay[].cohort? compensation.pay[].deadline?
W+M compensation.pay[].exclude? compensation.pay[].currency compensation.hours_per_task- compensation.own_costs
W+M compensation.own_costs.what compensation.own_costs.paid_by compensation.own_costs.cap compensation.choice
J·M participation.say participation.answer_days- participation.rubric participation.most_rounds?
W·M participation.stages participation.stages[].id participation.stages[].kind participation.stages[].after?
W·M participation.stages[].reviewers participation.stages[].quorum participation.stages[].decides
W·M participation.stages[].first_answer_days participation.stages[].decision_days participation.anonymity
J·M participation.credit_period? participation.reviewer_qualification participation.conflict_of_interest
J·M participation.conflict_of_interest.same_affiliation participation.conflict_of_interest.text
J·M participation.blind_solvers? participation.blind_solvers.expert participation.blind_solvers.independence
J·M participation.fallback_decider? participation.ai_use participation.proposals?
W·M participation.appeals participation.appeals.to participation.appeals.within_days+ participation.appeals.answer_days-
P·M roles roles[].id roles[].title roles[].duties roles[].powers roles[].criteria roles[].granted roles[].vote
P·M roles[].vote.electorate roles[].vote.quorum roles[].vote.majority roles[].vote.days roles[].term_months?
P·M roles[].lost_when?
W·M authorship.kinds authorship.kinds[].id authorship.kinds[].title authorship.kinds[].from authorship.kinds[].amount
W·M authorship.kinds[].first_of? authorship.kinds[].times? authorship.kinds[].cap? authorship.kinds[].budget?
W·M authorship.kinds[].applies? authorship.kinds[].split authorship.kinds[].date authorship.kinds[].window?
W·M authorship.after_withdrawal? authorship.after_revocation?
P-M authorship.eligibility
P·M authorship.acknowledged? authorship.opt_out authorship.leavers authorship.late_joiners? authorship.unreachable
P·M authorship.conditions? authorship.conditions[].what authorship.conditions[].due
P·M authorship.conditions[].notice_days+ authorship.conditions[].cure_days+ authorship.conditions[].loses
O·M authorship.blocks authorship.blocks[].id authorship.blocks[].title authorship.blocks[].who authorship.blocks[].sort
O·M authorship.ties authorship.marks? authorship.marks[].id authorship.marks[].who authorship.collation
O·M authorship.overrides authorship.overrides.window_days authorship.objection_days authorship.grace_days?
O·M authorship.outputs authorship.outputs[].id authorship.outputs[].title authorship.outputs[].kind
O·M authorship.outputs[].list authorship.outputs[].scope authorship.outputs[].scope.kinds?
O·M authorship.outputs[].scope.from? authorship.outputs[].scope.to? authorship.outputs[].scope.carry_over
O·M authorship.outputs[].as_of authorship.outputs[].lock
W·M licence.inbound licence.inbound.exclusive licence.inbound.ownership licence.inbound.purposes
W·M licence.inbound.revocable_until licence.outbound licence.outbound.data licence.outbound.code licence.outbound.text
W·M licence.commercial_use
W·M data.visibility data.destinations data.destinations[].recipient data.destinations[].kind data.destinations[].split
W·M data.destinations[].purpose data.destinations[].commercial data.destinations[].exclusive data.destinations[].from
W·M data.destinations[].until data.destinations[].fee data.new_destination data.revenue data.revenue.share
W·M data.revenue.formula data.held_out data.held_out.share data.held_out.chosen data.held_out.rule? data.held_out.why
W·M data.held_out.released data.held_out.released.on? data.held_out.released.when?
P+M rights rights.own_paper rights.teaching rights.other_benchmark rights.publish rights.publish.from
J·M changes.notice_days+ changes.contested_at
J·R contact
J·T translations? translations[].language translations[].texts translations[].texts[].path translations[].texts[].text
"""


def _rows() -> dict[str, tuple[str, bool]]:
    rows = {}
    for line in TABLE.split("\n")[1:-1]:
        letters, *paths = line.split(" ")
        for said in paths:
            path = said.rstrip("?+-")
            sign = said[-1] if said[-1] in "+-" else letters[1]
            rows[path] = (letters[0] + sign + letters[2], not said.endswith("?"))
    return rows


def test_every_field_of_the_agreement_and_no_other() -> None:
    found = {
        field.path: (f"{field.binds}{field.better or '·'}{field.klass}", field.mandatory)
        for field in FIELDS
        if field.path not in SECTIONS
    }
    assert found == _rows()
    assert {field.path for field in FIELDS if field.path in SECTIONS} == SECTIONS


VALUES = {
    "core_team.funders[].sees": "nothing results public held_out",
    "compensation.kind": "paid prizes mixed unpaid",
    "compensation.pay[].for": "task review solve hour rank",
    "compensation.pay[].ties": "share earlier",
    "compensation.own_costs.paid_by": "project shared contributor",
    "compensation.choice": "both pay_or_credit",
    "participation.stages[].kind": "review blind_solve final",
    "participation.stages[].decides": "all majority lead",
    "participation.anonymity": "open reviewer_hidden both_hidden",
    "participation.credit_period": "month quarter",
    "participation.proposals": "required welcome",
    "roles[].powers": "review triage assign decide chair award invite amend freeze release pay approve_pay "
    "hear_appeals audit",
    "roles[].granted": "open rule appointed voted",
    "authorship.kinds[].from": "task review proposal claim import",
    "authorship.kinds[].split": "equal declared each",
    "authorship.kinds[].date": "submitted accepted",
    "authorship.after_withdrawal": "keep lose",
    "authorship.after_revocation": "keep lose",
    "authorship.marks[].id": "equal corresponding senior core lead deceased",
    "authorship.outputs[].kind": "paper release",
    "authorship.outputs[].list": "full limited",
    "authorship.outputs[].lock": "open order_only closed",
    "licence.inbound.ownership": "contributor project",
    "licence.inbound.revocable_until": "acceptance release never",
    "licence.commercial_use": "yes no ask",
    "data.visibility": "open members closed",
    "data.destinations[].kind": "public company sale service other",
    "data.destinations[].split": "public held_out all",
    "data.new_destination": "consent notice",
    "data.held_out.chosen": "rule hand",
    "rights.publish.from": "acceptance release",
}


def test_every_closed_list_holds_the_words_of_the_agreement() -> None:
    yes_or_no = {"yes_no", "yes_no_text"}
    found = {field.path: " ".join(field.values) for field in FIELDS if field.choices and field.kind not in yes_or_no}
    assert found == VALUES
    assert {field.values for field in FIELDS if field.kind in yes_or_no} == {("yes", "no")}


def test_the_limits_and_defaults_of_the_agreement() -> None:
    assert BY_PATH["roles"].most_items == 20
    assert BY_PATH["authorship.kinds"].most_items == 60
    assert {field.path: field.default for field in FIELDS if field.default} == {
        "participation.credit_period": "month",
        "authorship.after_withdrawal": "keep",
        "authorship.after_revocation": "lose",
        "authorship.grace_days": "0",
    }
    assert {field.path for field in FIELDS if not field.takes_none} == {
        "schema", "language", "zone", "translations[].language", "compensation.pay[].id", "participation.stages[].id",
        "roles[].id", "authorship.kinds[].id", "authorship.blocks[].id", "authorship.outputs[].id",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("path", "letters"),
    [
        ("zone", "J·M"),
        ("purpose.measures", "J·T"),
        ("core_team.members", "J·R"),
        ("core_team.members[].duties", "J·R"),
        ("core_team.funders", "J·M"),
        ("returns.guaranteed", "P+M"),
        ("growth", "P+M"),
        ("compensation.pay", "W+M"),
        ("participation.stages", "W·M"),
        ("participation.anonymity", "W·M"),
        ("participation.appeals", "W·M"),
        ("participation.say", "J·M"),
        ("roles", "P·M"),
        ("authorship.kinds", "W·M"),
        ("authorship.eligibility", "P-M"),
        ("authorship.leavers", "P·M"),
        ("authorship.conditions[].notice_days", "P+M"),
        ("authorship.blocks", "O·M"),
        ("authorship.outputs", "O·M"),
        ("licence.inbound", "W·M"),
        ("data.destinations", "W·M"),
        ("rights", "P+M"),
        ("changes.contested_at", "J·M"),
        ("contact", "J·R"),
    ],
)
def test_whose_version_binds_which_way_is_better_and_the_class(path: str, letters: str) -> None:
    field = BY_PATH[path]
    assert f"{field.binds}{field.better or '·'}{field.klass}" == letters


def test_every_field_has_its_words_in_both_languages() -> None:
    for field in FIELDS:
        for words in (field.title, field.help, *(choice.label for choice in field.choices)):
            assert words.en
            assert words.zh
            assert words.en != words.zh or field.kind == "choice"


def test_clauses_are_numbered_by_chapter_in_order() -> None:
    assert len(CHAPTERS) == 10
    assert {
        clause.path: clause.number for clause in CLAUSES if clause.path in {"schema", "growth", "compensation.kind"}
    } == {
        "schema": "1.1",
        "growth": "3.5",
        "compensation.kind": "4.1",
    }
    assert BY_PATH["roles[].vote.quorum"].number == "6.1"
    assert BY_PATH["rights"].number == "9.6"
    assert len({clause.number for clause in CLAUSES}) == len(CLAUSES) == 70


def test_paths_find_their_field_and_their_clause() -> None:
    assert clause_path("core_team.members[0].since") == "core_team.members"
    assert clause_path("roles[3].vote.quorum") == "roles"
    assert clause_path("growth.discussions.open_to") == "growth"
    field = field_at("core_team.members[0].since")
    assert field is not None
    assert field.kind == "date"
    assert field_at("core_team.members[0]") is BY_PATH["core_team.members"]
    assert field_at("core_team.nothing") is None
