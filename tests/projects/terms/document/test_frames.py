"""Sentences that a reader who decides whether to sign could take for something else than the field says."""

from __future__ import annotations

from typing import Any

import pytest

from projects.terms.document.rule_sentences import Rules
from projects.terms.document.sentences import clause_sentences, strip
from projects.terms.document.words import sentence

USD = {"minor": 5000, "currency": "USD"}


@pytest.mark.parametrize(
    ("expression", "en", "zh"),
    [
        (
            {"not": {"member": {"for_days": 90}}},
            "has been a member for less than 90 days, if at all",
            "成为成员不满 90 天（含非成员）",
        ),
        (
            {"not": {"member": {"for_days": 1, "grace_days": 30}}},
            "has been a member for less than 1 day, if at all "
            "(here, whoever leaves counts as a member for 30 more days)",
            "成为成员不满 1 天（含非成员；此处离开后 30 天内仍算成员）",
        ),
        (
            {"not": {"role": {"id": "lead", "for_days": 90}}},
            "has held the role “lead” for less than 90 days, if at all",
            "担任“lead”角色不满 90 天（含未担任）",
        ),
        (
            {"not": {"service": {"kind": "review", "at_least": "10", "per": "year", "by": "person"}}},
            "does not have at least 10 points from “review” in each year, earned by the person",
            "由本人取得的“review”得分未达到每年 10 分",
        ),
        (
            {"service": {"kind": "review", "at_least": "1", "per": "total", "by": "either", "carry_most": "1/2"}},
            "has at least 1 point from “review” in total, earned by the person or their institute, "
            "of which at most ½ point may be carried over from earlier",
            "由本人或所在单位取得的“review”得分累计至少 1 分，其中最多 ½ 分可从此前结转",
        ),
        (
            {"not": {"distinct": {"kind": "review", "of": "field", "more_than": 2}}},
            "has at most 2 different values of “field” among their credits of the kind “review”",
            "“review”得分涉及的不同“field”取值最多 2 个",
        ),
        (
            {"not": {"count": {"kind": "review", "at_least": 1}}},
            "has no credit of the kind “review”",
            "没有“review”类的计分项",
        ),
        ({"not": {"referred": {"at_least": 1}}}, "has referred nobody", "没有推荐过任何人"),
        ({"not": {"decision": "d-1"}}, "is not named by the recorded decision “d-1”", "未被已记录的决定“d-1”指定"),
    ],
)
def test_a_negation_says_whom_it_takes(expression: object, en: str, zh: str) -> None:
    assert Rules("en", {}).does(expression) == en
    assert Rules("zh-hans", {}).does(expression) == zh


def test_pay_rules_name_what_they_count_and_when_they_hold() -> None:
    rule = {
        "id": "pay-1",
        "for": "review",
        "base": USD,
        "plus": [{"when": {"any": ["right", {"all": ["expert", "agreed"]}]}, "add": USD}],
        "applies": "second_right",
        "cohort": 50,
        "exclude": {"member": {}},
        "ties": "share",
    }
    document = {"compensation": {"pay": [rule]}}
    assert clause_sentences(document, "compensation.pay", "en") == [
        "Pay rule “pay-1”: 50 USD for each finished review. This rule pays only when the second solver is right. "
        "50 USD more is paid when the answer given is right or (an expert does the work and the result of the work "
        "agrees with the task’s answer). This rule pays only for the first 50 finished reviews to be recorded. "
        "Nothing is paid by this rule to anybody who is a member. In a tie the amounts are shared."
    ]
    assert clause_sentences(document, "compensation.pay", "zh-hans") == [
        "付酬规则“pay-1”：每份完成的评审 50 USD。此规则仅在第二位解题者答对时支付。"
        "满足以下条件时再加 50 USD：所给答案正确，或（由专家完成，且结果与任务答案一致）。"
        "此规则只为最先入账的 50 份评审付酬。符合以下条件者不按此规则获得报酬：是成员。并列时平分金额。"
    ]


def test_groups_of_the_same_sort_need_no_brackets() -> None:
    condition = {"any": [{"any": ["rounds ≤ 4", "difficulty ≥ 3"]}, {"not": {"all": ["expert", "right"]}}]}
    assert Rules("en", {}).when(condition) == (
        "the number of rounds is at most 4 or the difficulty is at least 3 or no expert does the work "
        "or the answer given is not right"
    )


def test_award_rules_name_the_points() -> None:
    rule = {
        "from": "review",
        "amount": {"base": "1", "plus": [{"when": "after_revision", "add": "3/2"}]},
        "applies": "first",
        "split": "equal",
        "date": "accepted",
        "times": {"attribute": "field", "table": {"lakes": "3/2", "reefs": "2"}},
    }
    assert Rules("en", {}).award(rule) == (
        "A finished review earns 1 point. Points are earned only when the review is the first for the task. "
        "1½ points more are earned when the work follows a revision. Where several people do the work, they share "
        "the points equally. The points count from the day on which the round is decided. The points are multiplied "
        "by 1½ where “field” is “lakes” and by 2 where “field” is “reefs”."
    )
    assert Rules("zh-hans", {}).award(rule) == (
        "完成的评审计 1 分。仅在是该任务的首次评审时计分。在修改之后完成时再加 1½ 分。多人合作时平分得分。"
        "自该轮评审作出决定之日起计入。分值按属性“field”调整：取值为“lakes”时乘以 1½，取值为“reefs”时乘以 2。"
    )


@pytest.mark.parametrize(
    ("scope", "en"),
    [
        (
            {"from": "2026-09-01", "to": "2027-12-31", "carry_over": "no"},
            "from 1 September 2026 to 31 December 2027. Work from before 1 September 2026 does not count.",
        ),
        ({"from": "2026-09-01"}, "on. Whether work from before 1 September 2026 counts: not stated."),
    ],
)
def test_earlier_work_is_earlier_than_a_day(scope: dict[str, Any], en: str) -> None:
    output = {"id": "paper", "kind": "paper", "list": "full", "scope": scope, "as_of": "2027-03-01", "lock": "open"}
    (said,) = clause_sentences({"authorship": {"outputs": [output]}}, "authorship.outputs", "en")
    assert en in said


@pytest.mark.parametrize(
    ("within", "en", "zh"),
    [
        ("none", "A decision can be appealed, but no time is set for it.", "对决定可以申诉，但没有设定申诉的时间。"),
        (None, "A decision can be appealed; the time for it is not stated.", "对决定可以申诉，申诉的时间未写明。"),
        (
            0,
            "A decision can be appealed only on the day on which it is taken.",
            "对决定可以申诉，须在作出决定的当天提出。",
        ),
        (30, "A decision can be appealed within 30 days.", "对决定可以申诉，须在决定作出后 30 天内提出。"),
    ],
)
def test_the_time_to_appeal(within: object, en: str, zh: str) -> None:
    document = {"participation": {"appeals": {"to": "panel", "within_days": within}}}
    assert clause_sentences(document, "participation.appeals", "en")[0].startswith(en)
    assert clause_sentences(document, "participation.appeals", "zh-hans")[0].startswith(zh)


@pytest.mark.parametrize(
    ("stage", "en", "zh"),
    [
        (
            {"kind": "blind_solve", "reviewers": 3, "quorum": 2, "decides": "all"},
            "blind solve by 3 people. A result needs at least 2 solves. All of the solvers have to agree.",
            "由 3 人盲解。至少须有 2 份解答才有结果。须全体解题者一致。",
        ),
        (
            {"kind": "review", "reviewers": 1, "quorum": 1, "decides": "majority"},
            "review by 1 person. A decision needs at least 1 verdict. The reviewer’s verdict decides.",
            "由 1 人评审。至少须有 1 份意见才能决定。以该审稿人的意见为准。",
        ),
        (
            {"kind": "final", "quorum": 1, "decides": "lead"},
            "final review by a number of people that is not stated.",
            "终审，人数未写明。",
        ),
        ({"reviewers": 2}, "of a kind that is not stated, by 2 people.", "类型未写明，由 2 人进行。"),
    ],
)
def test_stages_name_those_who_judge(stage: dict[str, Any], en: str, zh: str) -> None:
    document = {"participation": {"stages": [{"id": "s", **stage}]}}
    assert clause_sentences(document, "participation.stages", "en")[0].startswith(f"Stage “s”: {en}")
    assert clause_sentences(document, "participation.stages", "zh-hans")[0].startswith(f"阶段“s”：{zh}")


@pytest.mark.parametrize(
    ("inbound", "en"),
    [
        (
            {"ownership": "contributor", "exclusive": "no"},
            "Contributors own their tasks. The grant is not exclusive: contributors may let others use their tasks "
            "as well.",
        ),
        (
            {"ownership": "contributor", "exclusive": "yes"},
            "Contributors own their tasks. The grant is exclusive: only clause 9.6 lets contributors use their tasks "
            "in another way.",
        ),
        ({"ownership": "project", "exclusive": "no"}, "The project owns the tasks. The grant is not exclusive."),
    ],
)
def test_whom_a_grant_leaves_what(inbound: dict[str, Any], en: str) -> None:
    assert clause_sentences({"licence": {"inbound": inbound}}, "licence.inbound", "en")[0].startswith(en)


def test_a_tile_tells_none_from_open() -> None:
    document = {
        "compensation": {"kind": "paid", "pay": "none", "own_costs": "none"},
        "authorship": {"eligibility": {"points": {"at_least": "1"}}, "kinds": "none", "blocks": "none"},
        "licence": {"inbound": "none", "outbound": "none", "commercial_use": "none"},
    }
    tiles = {tile.key: tile.text for tile in strip(document, "en")}
    assert tiles["pay"] == "Paid; no rule sets the amounts; no costs of your own"
    assert tiles["credit"] == "Author from 1 point; no work earns points; no rule for the order"
    assert tiles["licence"] == "Contributors grant nothing; not licensed to the public; no rule on commercial use"


def test_a_tile_says_who_pays_for_the_tasks() -> None:
    sale = {"recipient": "Halden Institute", "kind": "sale"}
    paid = {"recipient": "everybody", "kind": "company", "split": "all", "fee": USD}
    document = {"data": {"destinations": [paid, sale]}}
    assert strip(document, "en")[4].text == (
        "Everybody (all tasks), for a fee; sold to Halden Institute (which tasks is not stated)"
    )
    assert strip(document, "zh-hans")[4].text == "everybody（全部任务），有偿；售予 Halden Institute（哪些任务未写明）"


def test_a_quoted_sentence_keeps_its_only_full_stop() -> None:
    assert sentence("职责：“Finds reviewers.”", "zh-hans") == "职责：“Finds reviewers.”"
    assert sentence("职责：“寻找审稿人”", "zh-hans") == "职责：“寻找审稿人”。"


def test_a_lettered_list_does_not_run_into_the_rest_of_a_tile() -> None:
    three: dict[str, Any] = {"any": [{"member": {}}, {"decision": "d-1"}, {"referred": {"at_least": 1}}]}
    rule = {"id": "pay-1", "for": "hour", "base": USD, "exclude": three, "ties": "share"}
    document = {
        "compensation": {"kind": "paid", "pay": [rule], "own_costs": "none"},
        "authorship": {"eligibility": three, "blocks": "none"},
    }
    tiles = {tile.key: tile.text for tile in strip(document, "en")}
    assert tiles["pay"] == "50 USD for each hour; some people are excluded; no costs of your own"
    assert tiles["credit"].startswith("Author by a rule of several conditions; ")
