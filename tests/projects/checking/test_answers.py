"""The twelve questions: which marks an answer stands for, typed from the catalogue of checks, not from the program."""

from __future__ import annotations

from typing import Any

import pytest

from projects.checking.answers import document
from projects.checking.judging import judged
from projects.checking.questions import PARTS, QUESTIONS
from projects.terms.checks.card import Card
from projects.terms.checks.catalogue import CHECKS

USD_600 = {"minor": 60_000, "currency": "USD"}
USD_100 = {"minor": 10_000, "currency": "USD"}
NOTHING = {"minor": 0, "currency": "USD"}
JPY = {"minor": 60_000, "currency": "JPY"}
# answers → the marks of the checks they decide. No other check flags.
TABLE: list[tuple[dict[str, Any], dict[str, str]]] = [
    # 1 promises
    ({"guaranteed": "none"}, {"venue-promise": "fair", "guarantee-in-hands": "observation"}),
    ({"promise": "A Nature paper with your name on it"}, {"venue-promise": "flag", "guarantee-in-hands": "na"}),
    ({"promise": "论文将发表于《自然》，所有参与者署名。"}, {"venue-promise": "flag", "guarantee-in-hands": "na"}),
    ({"promise": "A job interview at a partner company"}, {"venue-promise": "fair", "guarantee-in-hands": "flag"}),
    ({"promise": "Authorship by the rules"}, {"venue-promise": "fair", "guarantee-in-hands": "open"}),
    ({"promise": "A manuscript sent to NeurIPS by May"}, {"venue-promise": "observation"}),
    # 2 pay
    ({"kind": "unpaid"}, {"pay-known": "open", "pay-level": "na", "prize-rule": "na", "something-back": "open"}),
    ({"kind": "unpaid", "hours_low": 5, "hours_high": 8}, {"pay-known": "fair", "pay-level": "na"}),
    (
        {"kind": "paid", "amount": USD_600, "per": "task", "hours_low": 5, "hours_high": 8},
        {"pay-known": "fair", "pay-level": "fair", "something-back": "fair", "prize-rule": "na"},  # 75 an hour
    ),
    (
        # 100 / 5 h = 20 at best, below 30
        {"kind": "paid", "amount": USD_100, "per": "task", "hours_low": 5, "hours_high": 8},
        {"pay-known": "fair", "pay-level": "flag"},
    ),
    (
        # 600 / 20 h = 30, exactly the floor
        {"kind": "paid", "amount": USD_600, "per": "task", "hours_high": 20},
        {"pay-level": "fair"},
    ),
    (
        # the same where a doctorate is asked: the floor is 65
        {"kind": "paid", "amount": USD_600, "per": "task", "hours_high": 20, "doctorate": "yes"},
        {"pay-level": "flag", "role-criteria": "open", "promotion": "open"},
    ),
    (
        {"kind": "paid", "amount": USD_600, "per": "task", "hours_high": 20, "doctorate": "no"},
        {"pay-level": "fair", "role-criteria": "open", "promotion": "open"},
    ),
    (
        # 600 / 10 h = 60 to 600 / 5 h = 120 around the doctoral floor of 65
        {"kind": "paid", "amount": USD_600, "per": "task", "hours_low": 5, "hours_high": 10, "doctorate": "yes"},
        {"pay-level": "observation"},
    ),
    (
        {"kind": "paid", "amount": {"minor": 2900, "currency": "USD"}, "per": "hour", "hours_low": 5},
        {"pay-level": "flag"},
    ),
    ({"kind": "paid", "amount": JPY, "per": "task", "hours_low": 5}, {"pay-level": "observation"}),
    ({"kind": "paid", "amount": USD_600, "hours_low": 5}, {"pay-known": "fair", "pay-level": "na"}),
    ({"kind": "paid", "hours_low": 5}, {"pay-known": "open", "pay-level": "open"}),
    ({"kind": "later", "hours_low": 5}, {"pay-known": "flag", "pay-level": "na", "something-back": "fair"}),
    ({"kind": "prizes"}, {"prize-rule": "open", "pay-level": "na", "something-back": "open"}),
    ({"kind": "mixed", "amount": USD_600, "per": "task", "hours_low": 5}, {"prize-rule": "open", "pay-level": "fair"}),
    # 3 costs
    ({"costs": "none"}, {"own-costs": "fair"}),
    ({"costs": "project"}, {"own-costs": "fair"}),
    ({"costs": "project_cap", "limit": USD_100}, {"own-costs": "fair"}),
    ({"costs": "project_cap"}, {"own-costs": "open"}),
    ({"costs": "project_cap", "limit": NOTHING}, {"own-costs": "flag"}),
    ({"costs": "shared_cap", "limit": USD_100}, {"own-costs": "fair"}),
    ({"costs": "shared"}, {"own-costs": "flag"}),
    ({"costs": "contributor", "limit": USD_100}, {"own-costs": "flag"}),
    # 4 authors
    ({"author": "tasks", "least": 2}, {"eligibility-rule": "fair", "something-back": "fair"}),
    ({"author": "tasks"}, {"eligibility-rule": "open"}),
    ({"author": "points", "least": 6}, {"eligibility-rule": "fair"}),
    ({"author": "or", "least": 2}, {"eligibility-rule": "observation"}),
    ({"author": "and", "least": 2}, {"eligibility-rule": "flag"}),
    ({"author": "organizers"}, {"eligibility-rule": "flag"}),
    (
        {"author": "none", "kind": "unpaid"},
        {"something-back": "flag", **dict.fromkeys(["eligibility-rule", "order-rule", "opt-out", "marks-rule"], "na")},
    ),
    ({"author": "none", "kind": "prizes"}, {"something-back": "observation"}),
    ({"author": "none", "kind": "paid"}, {"something-back": "fair"}),
    ({"decline": "yes"}, {"opt-out": "fair"}),
    ({"decline": "no"}, {"opt-out": "flag"}),
    ({"lost": "never"}, {"conditions-cure": "fair"}),
    ({"lost": "notice"}, {"conditions-cure": "flag"}),
    ({"lost": "mend"}, {"conditions-cure": "flag"}),
    # 5 order
    ({"order": "name"}, {"order-rule": "fair", "count-only": "fair", "tie-break": "open"}),
    ({"order": "count"}, {"order-rule": "fair", "count-only": "open", "tie-break": "open"}),
    ({"order": "count", "work": "same"}, {"order-rule": "fair", "count-only": "observation", "discretion": "fair"}),
    ({"order": "points", "work": "kinds"}, {"order-rule": "fair", "count-only": "fair", "discretion": "fair"}),
    ({"order": "settled"}, {"order-rule": "observation"}),
    ({"order": "random"}, {"order-rule": "fair"}),
    ({"order": "organizers"}, {"order-rule": "flag", "core-authors": "open"}),
    ({"ties": "name"}, {"tie-break": "open"}),  # how names are sorted
    ({"ties": "random"}, {"tie-break": "fair"}),
    ({"ties": "none"}, {"tie-break": "flag"}),
    ({"apart": "nobody"}, {"core-authors": "fair", "marks-rule": "fair"}),
    ({"apart": "rule"}, {"core-authors": "fair", "marks-rule": "na"}),
    ({"apart": "organizers"}, {"core-authors": "flag", "marks-rule": "na"}),
    # who becomes one, in which order and who is core are three decisions: three flags
    (
        {"author": "organizers", "order": "organizers", "apart": "organizers"},
        {"eligibility-rule": "flag", "order-rule": "flag", "core-authors": "flag"},
    ),
    # 6 review
    ({"rubric": "yes"}, {"rubric-published": "fair"}),
    ({"rubric": "no"}, {"rubric-published": "flag"}),
    ({"reviewers": 2}, {"stage-rule": "open", "answer-times": "open"}),
    ({"reviewers": 2, "decides": "all", "first": 10, "decision": 21}, {"stage-rule": "fair", "answer-times": "fair"}),
    ({"reviewers": 2, "decides": "majority", "first": 10, "decision": 21}, {"stage-rule": "open"}),  # the quorum
    ({"first": 0}, {"answer-times": "fair"}),
    ({"first": 60}, {"answer-times": "fair"}),
    ({"first": 61}, {"answer-times": "observation"}),
    ({"reasons": "yes"}, {"decline-reasons": "fair", "growth": "open"}),
    ({"reasons": "no"}, {"decline-reasons": "flag", "growth": "open"}),
    # 7 reviewers
    ({"names": "open"}, {"anonymity-stated": "fair"}),
    ({"names": "both_hidden"}, {"anonymity-stated": "fair"}),
    ({"names": "none"}, {"anonymity-stated": "flag"}),
    ({"conflicts": "yes"}, {"conflict-of-interest": "fair"}),
    ({"conflicts": "no"}, {"conflict-of-interest": "fair"}),
    ({"conflicts": "none"}, {"conflict-of-interest": "flag"}),
    ({"qualification": "Researchers in a neighbouring field."}, {"reviewer-qualification": "fair"}),
    ({"qualification": "Chosen by the core team."}, {"reviewer-qualification": "observation"}),
    ({"qualification": "审稿人资格不公开。"}, {"reviewer-qualification": "flag"}),
    # 8 appeals, say, rising
    ({"appeals": "none"}, {"appeals": "flag"}),
    ({"appeals": "others"}, {"appeals": "open"}),
    ({"appeals": "others", "appeal_within": 30, "appeal_answer": 21}, {"appeals": "fair"}),
    ({"appeals": "others", "appeal_within": 0, "appeal_answer": 21}, {"appeals": "flag"}),
    (
        {"appeals": "same", "appeal_within": 30, "appeal_answer": 21},
        {"appeals": "flag", "role-criteria": "open", "promotion": "open"},
    ),
    ({"appeals": "same", "rise": "rule"}, {"appeals": "flag", "role-criteria": "fair", "promotion": "fair"}),
    ({"say": "yes"}, {"say-in-standards": "fair"}),
    ({"say": "no"}, {"say-in-standards": "flag"}),
    ({"rise": "rule"}, {"role-criteria": "fair", "promotion": "fair"}),
    ({"rise": "vote"}, {"role-criteria": "fair", "promotion": "fair"}),
    ({"rise": "appointed"}, {"role-criteria": "fair", "promotion": "observation"}),
    ({"rise": "invited"}, {"role-criteria": "fair", "promotion": "flag"}),
    ({"rise": "none"}, {"promotion": "observation"}),
    # 9 organizers
    ({"core": "yes"}, {"core-team": "fair"}),
    ({"core": "closed"}, {"core-team": "flag"}),
    ({"interests": "yes"}, {"interests-disclosed": "fair"}),
    ({"interests": "private"}, {"interests-disclosed": "flag"}),
    ({"funders": "none"}, {"funder-access": "fair"}),
    ({"funders": "results"}, {"funder-access": "fair"}),
    ({"funders": "held_out"}, {"funder-access": "flag"}),
    ({"funders": "own"}, {"funder-access": "flag"}),
    # 10 the grant
    ({"exclusive": "no"}, {"licence-inbound": "open"}),
    ({"exclusive": "no", "owner": "contributor"}, {"licence-inbound": "fair"}),
    ({"exclusive": "yes"}, {"licence-inbound": "flag"}),
    ({"owner": "project"}, {"licence-inbound": "flag"}),
    ({"own": "yes"}, {"own-rights": "open"}),  # from when one may publish
    ({"own": "no"}, {"own-rights": "flag"}),
    ({"own": "condition"}, {"own-rights": "open"}),
    # 11 the result
    ({"data": "CC-BY-4.0"}, {"licence-outbound": "open"}),  # code and text
    ({"data": "none"}, {"licence-outbound": "flag", "licence-coverage": "na"}),
    ({"data": "CC-BY-4.0", "purposes": "research"}, {"licence-coverage": "flag"}),
    ({"data": "CC-BY-NC-4.0", "purposes": "research"}, {"licence-coverage": "flag"}),
    (
        {"data": "CC-BY-4.0", "purposes": "any", "recipients": "public", "training": "no"},
        {"licence-coverage": "fair", "training-use": "fair", "sale-consent": "fair"},
    ),
    ({"data": "CC-BY-4.0", "commercial": "no"}, {"commercial-use": "flag"}),
    ({"data": "CC-BY-4.0", "commercial": "ask"}, {"commercial-use": "flag"}),
    ({"data": "CC-BY-NC-4.0", "commercial": "no"}, {"commercial-use": "fair"}),
    ({"data": "CC-BY-4.0", "commercial": "yes"}, {"commercial-use": "fair"}),
    ({"recipients": "public"}, {"sale-consent": "fair", "training-use": "open"}),
    ({"recipients": "public", "training": "yes"}, {"training-use": "observation"}),
    ({"recipients": "company", "training": "yes"}, {"training-use": "flag", "sale-consent": "open"}),
    ({"recipients": "exclusive", "revenue": "none"}, {"sale-consent": "flag"}),
    ({"recipients": "exclusive", "revenue": "half", "training": "no"}, {"sale-consent": "open"}),  # the fee
    ({"recipients": "sale", "revenue": "none"}, {"sale-consent": "flag"}),
    ({"recipients": "sale"}, {"sale-consent": "open"}),
    ({"held": "none"}, {"held-out": "fair"}),
    ({"held": "stated"}, {"held-out": "open"}),  # the share
    ({"held": "reason"}, {"held-out": "flag"}),
    ({"held": "date"}, {"held-out": "flag"}),
    ({"new": "consent"}, {"new-destination": "fair"}),
    ({"new": "notice"}, {"new-destination": "flag"}),
    # 12 changes
    ({"notice": 14}, {"notice-days": "fair"}),
    ({"notice": 13}, {"notice-days": "observation"}),
    ({"notice": 0}, {"notice-days": "flag"}),
    ({"back": "stays"}, {"reach-back": "fair"}),
    ({"back": "reaches"}, {"reach-back": "flag"}),
    ({"back": "none"}, {"reach-back": "flag"}),
    ({"leaving": "yes"}, {"absent-people": "fair"}),
    ({"leaving": "none"}, {"absent-people": "flag"}),
    ({"end": "yes"}, {"no-publication": "open"}),  # from when on
    ({"end": "none"}, {"no-publication": "flag"}),
]
# Without an answer: nothing is stated, and three checks have no subject.
EMPTY = {"pay-level": "na", "prize-rule": "na"}


def card_of(answers: dict[str, Any], lang: str = "en") -> Card:
    return judged(answers, "", as_document=None, lang=lang).card


def test_twelve_questions() -> None:
    assert len(QUESTIONS) == 12
    assert all(part.kind != "choice" or part.options for part in PARTS.values())
    words = [
        word
        for question in QUESTIONS
        for one in (question.title, *(part.label for part in question.parts))
        for word in (one.en, one.zh)
    ]
    assert all(words)


@pytest.mark.parametrize("lang", ["en", "zh-hans"])
@pytest.mark.parametrize(("answers", "expected"), TABLE, ids=[str(answers)[:70] for answers, _ in TABLE])
def test_answers_and_marks(answers: dict[str, Any], expected: dict[str, str], lang: str) -> None:
    found = card_of(answers, lang)
    assert {check: found.of(check).code for check in expected} == expected
    flags = {one.check for one in found.findings if one.code == "flag"}
    assert flags == {check for check, code in expected.items() if code == "flag"}


def test_every_option_stands_in_the_table() -> None:
    tried = {(name, value) for answers, _ in TABLE for name, value in answers.items() if isinstance(value, str)}
    options = {(part.name, value) for part in PARTS.values() for value in part.options}
    # Chosen among their like: licences, names hidden one way or the other, who decides.
    alike = {
        ("data", "CC-BY-SA-4.0"),
        ("data", "CC0-1.0"),
        ("data", "CC-BY-NC-SA-4.0"),
        ("data", "CC-BY-ND-4.0"),
        ("data", "MIT"),
        ("data", "Apache-2.0"),
        ("names", "reviewer_hidden"),
        ("decides", "lead"),
        ("purposes", "noncommercial"),
        ("held", "hand"),
        ("revenue", "share"),
    }
    assert options - tried == alike


def test_nothing_answered_is_nothing_stated() -> None:
    found = card_of({})
    assert document({}, "en") == {}
    assert {one.check: one.code for one in found.findings} == {check: EMPTY.get(check, "open") for check in CHECKS}


@pytest.mark.parametrize("name", list(PARTS))
def test_an_empty_answer_is_none(name: str) -> None:
    assert document({name: ""}, "en") == document({name: None}, "en") == {}


def test_the_twelve_questions_decide_most_checks() -> None:
    """All but those that need dates and amounts that no single screen can ask for."""
    decided = {
        check for _, expected in TABLE for check, code in expected.items() if code in ("fair", "flag", "observation")
    }
    assert set(CHECKS) - decided == {"growth", "list-freeze", "overrides", "prize-rule"}


@pytest.mark.parametrize(
    ("answers", "check", "en", "zh"),
    [
        ({"decline": "no"}, "opt-out", "“One cannot decline”", "“不能谢绝”"),
        ({"notice": 0}, "notice-days", "“Days’ notice of a change: 0”", "“变更提前通知的天数：0”"),
        ({"order": "organizers"}, "order-rule", "“The organizers decide”", "“由组织者决定”"),
        ({"promise": "A Cell paper for you."}, "venue-promise", "“A Cell paper for you”", "“A Cell paper for you”"),
    ],
)
def test_the_card_quotes_the_answer(answers: dict[str, Any], check: str, en: str, zh: str) -> None:
    assert en in card_of(answers).of(check).sentence.en
    assert zh in card_of(answers, "zh-hans").of(check).sentence.zh
    assert zh in card_of(answers, "zh-hans").of(check).sentence.en  # the quotation is the asker's own
