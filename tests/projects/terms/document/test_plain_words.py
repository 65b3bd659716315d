"""Sentences that readers stumbled over: they contradicted themselves or each other, or said less than the field."""

from __future__ import annotations

from typing import Any

import pytest

from projects.terms.document.rule_sentences import Rules
from projects.terms.document.sentences import clause_sentences

USD = {"minor": 12050, "currency": "USD"}


def said(path: str, value: Any) -> tuple[list[str], list[str]]:
    """The sentences of a clause that holds this, in both languages."""
    document: Any = value
    for name in reversed(path.split(".")):
        document = {name: document}
    return clause_sentences(document, path, "en"), clause_sentences(document, path, "zh-hans")


@pytest.mark.parametrize(
    ("path", "en", "zh"),
    [
        (
            "purpose.changes_decision",
            "No decision would change because of a result.",
            "结果不会改变任何决定。",
        ),
        (
            "growth",
            "The project offers nothing to learn besides the work.",
            "除工作本身外，不提供学习机会。",
        ),
        (
            "participation.anonymity",
            "There is no rule on who sees whose name.",
            "没有关于谁能看到谁的名字的规定。",
        ),
        (
            "participation.blind_solvers",
            "No rule says who may be a blind solver.",
            "没有规定谁可以担任盲解者。",
        ),
        (
            "participation.ai_use",
            "The organizers answered “none”; whether that means no rule or no use, they do not say.",
            "组织者写明为“无”；没有说明这是指没有规定，还是不得使用。",
        ),
        (
            "data.new_destination",
            "There is no rule on new recipients.",
            "没有关于新增接收方的规定。",
        ),
    ],
)
def test_what_none_means(path: str, en: str, zh: str) -> None:
    assert said(path, "none") == ([en], [zh])


def test_rights_that_nobody_is_given() -> None:
    english, chinese = said("rights", {"own_paper": "none", "teaching": "none", "other_benchmark": "none"})
    assert english[:3] == [
        "No right to write a paper about your own tasks is given.",
        "No right to teach with your own tasks is given.",
        "No right to give your own tasks to another benchmark is given.",
    ]
    assert chinese[:3] == [
        "没有给予就自己的任务撰写论文的权利。",
        "没有给予在教学中使用自己任务的权利。",
        "没有给予把自己的任务提交给其他基准的权利。",
    ]


def test_a_question_without_a_rule_is_said_to_have_none() -> None:
    english, chinese = said("licence.inbound", {"ownership": "none", "exclusive": "none"})
    assert english[0].startswith("No rule says who owns the tasks. No rule says whether the grant is exclusive. ")
    assert chinese[0].startswith("没有规定任务归谁所有。没有规定授权是否独家。")


def test_what_a_grant_is_for_where_it_is_open() -> None:
    english, chinese = said("licence.inbound", {"ownership": "contributor"})
    assert "What the grant is for: not stated." in english[0]
    assert "授权用途：未写明。" in chinese[0]
    assert "The grant is for: research." in said("licence.inbound", {"purposes": ["research"]})[0][0]


def test_no_share_is_not_divided() -> None:
    for formula in ("none", "By points."):
        english, chinese = said("data.revenue", {"share": "0", "formula": formula})
        assert (english, chinese) == (["No revenue goes to contributors."], ["收益不归贡献者。"])
    assert said("data.revenue", {"share": "1", "formula": "none"})[0] == [
        "All revenue goes to contributors. No rule says how the contributors’ share is divided."
    ]


def test_consent_is_asked_task_by_task() -> None:
    assert said("data.new_destination", "consent") == (
        ["Another recipient gets a task only with the consent of its contributors."],
        ["其他接收方须经某项任务的贡献者同意，才能获得该任务。"],
    )


def test_others_than_members_read_nothing_until_the_release() -> None:
    assert said("data.visibility", "members") == (
        ["Until the release only members read accepted tasks."],
        ["发布之前只有成员可看通过的任务。"],
    )


def test_a_funder_who_sees_the_public_tasks_sees_them_early() -> None:
    english, chinese = said("core_team.funders", [{"name": "Harbour Fund", "gives": "none", "sees": "public"}])
    assert "The funder sees the tasks of the public split before they are released." in english[0]
    assert "在发布之前看到公开部分的任务。" in chinese[0]


def test_returns_and_growth_in_chinese() -> None:
    _, abandoned = said("returns.if_abandoned", {"after_days": 90, "then": "x"})
    assert abandoned[0].startswith("连续 90 天没有任何活动即视为停办。")
    _, growth = said("growth", {"discussions": "none", "seniors": "none", "feedback": "none"})
    assert growth[1] == "没有指明资深研究者。"


@pytest.mark.parametrize("decides", ["all", "majority"])
def test_one_alone_decides(decides: str) -> None:
    stages = [
        {"id": "a", "kind": "final", "reviewers": 1, "quorum": 1, "decides": decides},
        {"id": "b", "kind": "blind_solve", "reviewers": 1, "quorum": 1, "decides": decides},
    ]
    english, chinese = said("participation.stages", stages)
    assert "verdict. The reviewer’s verdict decides. " in english[0]
    assert "solve. The one solve decides. " in english[1]
    assert "以该审稿人的意见为准。" in chinese[0]
    assert "以该份解答为准。" in chinese[1]


@pytest.mark.parametrize("titled", [True, False])
def test_people_in_a_role_are_people(titled: bool) -> None:
    role = {"id": "panel", **({"title": "Panel"} if titled else {})}
    named = "Panel" if titled else "panel"
    document = {
        "roles": [role],
        "returns": {"guaranteed": [{"to": "panel", "by": "2027-06-30", "what": "A letter"}]},
        "participation": {"appeals": {"to": "panel"}, "fallback_decider": "panel"},
    }
    assert f"Appeals are heard by holders of the role “{named}”." in " ".join(
        clause_sentences(document, "participation.appeals", "en")
    )
    chinese = [
        clause_sentences(document, path, "zh-hans")[0]
        for path in ("returns.guaranteed", "participation.appeals", "participation.fallback_decider")
    ]
    assert chinese[0] == f"保证最迟于2027年6月30日给担任“{named}”角色的人：“A letter”。"
    assert f"申诉由担任“{named}”角色的人处理。" in chinese[1]
    assert chinese[2] == f"应作决定者无法决定时，改由担任“{named}”角色的人决定。"


@pytest.mark.parametrize(
    ("path", "item", "en", "zh"),
    [
        ("roles", {}, "Role (title not stated, id “x”). ", "角色（名称未写明，标识“x”）。"),
        ("roles", {"title": "none"}, "Role (no title, id “x”). ", "角色（没有名称，标识“x”）。"),
        ("roles", {"title": "Xs"}, "Role “Xs”. ", "角色“Xs”。"),
        ("authorship.outputs", {}, "Output (title not stated, id “x”). ", "成果（名称未写明，标识“x”）。"),
        ("authorship.outputs", {"title": "Xs"}, "Output “Xs” (id “x”). ", "成果“Xs”（标识“x”）。"),
        (
            "authorship.blocks",
            {"who": {"member": {}}},
            "Block (title not stated, id “x”): every",
            "分组（名称未写明，标识“x”）包括",
        ),
        (
            "authorship.kinds",
            {"from": "task"},
            "Kind (title not stated, id “x”): an accepted",
            "计分项目（名称未写明，标识“x”）：",
        ),
    ],
)
def test_an_id_is_not_taken_for_a_title(path: str, item: dict[str, Any], en: str, zh: str) -> None:
    english, chinese = said(path, [{"id": "x", **item}])
    assert english[0].startswith(en)
    assert chinese[0].startswith(zh)


@pytest.mark.parametrize(
    ("loses", "en", "zh"),
    [
        (
            "none",
            "Notice: 30 days. Time to make good after the notice: 1 day. If it is still not done, nothing is lost.",
            "通知期：30 天。收到通知后的补正期：1 天。仍未完成也不会失去什么。",
        ),
        (
            None,
            "Notice before anything is lost: 30 days. Time to make good after the notice: 1 day. "
            "What is lost if it is still not done: not stated.",
            "通知期：30 天。收到通知后的补正期：1 天。仍未完成会失去什么：未写明。",
        ),
        (
            "a point",
            "Notice before anything is lost: 30 days. Time to make good after the notice: 1 day. "
            "If it is still not done, this is lost: “a point”.",
            "通知期：30 天。收到通知后的补正期：1 天。仍未完成则失去：“a point”。",
        ),
    ],
)
def test_what_a_condition_costs(loses: str | None, en: str, zh: str) -> None:
    item = {"what": "x", "due": "2027-03-01", "notice_days": 30, "cure_days": 1, "loses": loses}
    english, chinese = said("authorship.conditions", [{key: one for key, one in item.items() if one is not None}])
    assert english[0].endswith(en)
    assert chinese[0].endswith(zh)


def output(**parts: Any) -> tuple[str, str]:
    item = {"id": "paper", "title": "Paper", "kind": "paper", "list": "full", "scope": "none", "lock": "open", **parts}
    english, chinese = said("authorship.outputs", [item])
    return english[0], chinese[0]


@pytest.mark.parametrize(
    ("scope", "en", "zh"),
    [
        (
            {"from": "2026-09-01", "carry_over": "yes"},
            "of any date (from 1 September 2026 on and, carried over, also from before it, even where that counted "
            "for an earlier output). The list is",
            "计入：所有计分项目，任何日期（2026年9月1日起的，以及结转的此前工作，包括已计入先前成果的）。名单按",
        ),
        (
            {"from": "2026-09-01", "to": "2027-12-31", "carry_over": "yes"},
            "until 31 December 2027 (from 1 September 2026 on and, carried over, also from before it, even where "
            "that counted for an earlier output). The list is",
            "截至2027年12月31日（2026年9月1日起的，以及结转的此前工作，包括已计入先前成果的）。名单按",
        ),
        (
            {"from": "2026-09-01", "carry_over": "no"},
            "from 1 September 2026 on. Work from before 1 September 2026 does not count. The list is",
            "2026年9月1日起。2026年9月1日之前的工作不计入。名单按",
        ),
        (
            {"from": "2026-09-01", "carry_over": "none"},
            "on. No rule says whether work from before 1 September 2026 counts. The list is",
            "起。没有规定2026年9月1日之前的工作是否计入。名单按",
        ),
        ({"from": "2026-09-01"}, "Whether work from before 1 September 2026 counts: not stated.", "是否计入：未写明。"),
        (
            {"to": "2027-12-31", "carry_over": "yes"},
            "until 31 December 2027. The list is",
            "截至2027年12月31日。名单按",
        ),
        ({"carry_over": "no"}, "of any date. The list is", "任何日期。名单按"),
        (
            {},
            "of any date. Whether work from before a first day would count: not stated.",
            "若设起始日，此前的工作是否计入：未写明。",
        ),
    ],
)
def test_which_days_count(scope: dict[str, Any], en: str, zh: str) -> None:
    english, chinese = output(scope=scope, as_of="2027-03-01")
    assert en in english
    assert zh in chinese


def test_a_lock_holds_from_the_day_of_the_list() -> None:
    """A list that nothing may change from the beginning would never name anybody."""
    english, chinese = output(as_of="2027-03-01", lock="order_only")
    assert english.endswith("as of 1 March 2027. From then on only the order of the list may still change.")
    assert chinese.endswith("此后名单中只有顺序仍可变动。")
    english, chinese = output(as_of="2027-03-01", lock="closed")
    assert english.endswith("as of 1 March 2027. From then on the list is closed: nothing may change any more.")
    assert chinese.endswith("此后名单关闭：不再变动。")
    assert output(lock="closed")[0].endswith("not stated. The list is closed: nothing may change any more.")


@pytest.mark.parametrize(
    ("rule", "ties"),
    [
        ({"for": "hour", "base": USD}, False),
        ({"for": "hour", "base": USD, "cohort": "none"}, False),
        ({"for": "review", "base": USD, "cohort": 50}, True),
        ({"for": "rank", "rank": [{"from": 1, "to": 2, "each": USD}], "ranked_by": ["points"]}, True),
    ],
)
def test_ties_need_places_or_a_first_few(rule: dict[str, Any], ties: bool) -> None:
    english, chinese = said("compensation.pay", [{"id": "pay-1", "ties": "share", **rule}])
    assert ("In a tie the amounts are shared." in english[0]) is ties
    assert ("并列时平分金额。" in chinese[0]) is ties
    assert ("in a tie" in Rules("en", {}).pay({"ties": "share", **rule})) is ties


@pytest.mark.parametrize(
    ("work", "en", "zh"),
    [
        ("review", "the review is the first for the task", "是该任务的首次评审"),
        ("solve", "the blind solve is the first for the task", "是该任务的首次盲解"),
    ],
)
def test_the_first_of_what(work: str, en: str, zh: str) -> None:
    rule = {"id": "pay-1", "for": work, "base": USD, "plus": [{"when": "first", "add": USD}], "applies": "first"}
    english, chinese = said("compensation.pay", [rule])
    assert f"This rule pays only when {en}. 120.50 USD more is paid when {en}." in english[0]
    assert f"此规则仅在{zh}时支付。{zh}时再加 120.50 USD。" in chinese[0]
    assert f"plus 120.50 USD when {en}; only when {en}" in Rules("en", {}).pay(rule)
    assert Rules("zh-hans", {}).when({"not": {"any": ["first", "right"]}}, work=work) == f"不{zh}，且所给答案不正确"


@pytest.mark.parametrize(
    ("condition", "zh"),
    [
        ("after_revision", "仅在修改之后完成时计分。"),
        ({"not": "after_revision"}, "仅在未经修改时计分。"),
        ({"any": ["after_revision", "right"]}, "仅在满足以下条件时计分：在修改之后完成，或所给答案正确。"),
    ],
)
def test_revisions_in_chinese(condition: object, zh: str) -> None:
    rule = {"from": "review", "amount": {"fixed": "1"}, "split": "each", "date": "submitted", "applies": condition}
    assert zh in Rules("zh-hans", {}).award(rule)
    pay = Rules("zh-hans", {}).pay({"for": "review", "base": USD, "applies": condition})
    assert "在在" not in pay
    assert "在不" not in pay


def test_points_that_somebody_does_not_have_are_counted_with_what_is_carried_over() -> None:
    service = {"kind": "review", "at_least": "7/12", "per": "year", "by": "person", "carry_most": "1/3"}
    expression = {"not": {"service": service}}
    assert Rules("en", {}).does(expression) == (
        "does not have at least 7/12 point from “review” in each year, earned by the person, "
        "counting at most ⅓ point carried over from earlier"
    )
    assert (
        Rules("zh-hans", {}).does(expression) == "由本人取得的“review”得分未达到每年 7/12 分（从此前结转的最多计 ⅓ 分）"
    )
