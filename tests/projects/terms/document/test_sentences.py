"""The five tiles and the sentences, word for word."""

from __future__ import annotations

from typing import Any

import pytest

from projects.terms.document.marked import Part, own, parts
from projects.terms.document.rule_sentences import Rules, keys_sentence, pay_sentence
from projects.terms.document.sentences import clause_sentences, marked_sentences, rule_sentence, strip
from projects.terms.document.words import spaced
from tests.projects.terms.document.documents import example, with_rules_not_run


def texts(document: dict[str, Any], lang: str) -> dict[str, str]:
    return {tile.key: tile.text for tile in strip(document, lang)}


def test_the_strip_of_the_example() -> None:
    assert texts(example(), "en") == {
        "pay": "520 USD for each accepted task, plus 130 USD when the difficulty is at least 4; 1 more rule; "
        "model calls reimbursed up to 200 USD",
        "credit": "Author from 1 point; task points split as the team declares; "
        "order by points, then number of credits",
        "roles": "Contributor: open to all; Reviewer: by rule; Area editor, Appeal panel and Organizer: by appointment",
        "licence": "You keep your tasks; data released under CC-BY-4.0; commercial use allowed",
        "data": "Everybody (public tasks) from 31 January 2028; ⅕ of the tasks held out until 31 January 2029",
    }
    chinese = texts(example(), "zh-hans")
    assert chinese["credit"] == "满 1 分即为作者；任务得分按团队申报分配；按分数，再按项数排序"
    assert chinese["licence"] == "任务归你所有；数据以 CC-BY-4.0 发布；允许商用"


def test_votes_terms_and_conditions_are_still_put_into_words() -> None:
    """Other sites' terms hold them, and the checks read those."""
    document = with_rules_not_run()
    assert texts(document, "en")["roles"].endswith("Appeal panel and Organizer: by vote")
    roles = clause_sentences(document, "roles", "en")
    assert roles[2].endswith("The role ends after 24 months.")
    assert (
        "The role is granted by vote. Criteria: somebody who has been a member for at least 90 days. "
        "Those who vote: “members”. At least ⅓ of them must vote. More than ½ of the votes must be in favour. "
        "The vote is open for 14 days." in roles[3]
    )
    assert roles[4].endswith("The role is lost in this case: “Three discussions missed in a row.”")
    assert "the points of that task" in clause_sentences(document, "authorship.conditions", "en")[0]


def test_the_strip_links_to_clauses_by_number() -> None:
    assert [(tile.path, tile.clause) for tile in strip(example(), "en")] == [
        ("compensation.pay", "4.2"),
        ("authorship.eligibility", "7.4"),
        ("roles", "6.1"),
        ("licence.outbound", "8.2"),
        ("data.destinations", "9.2"),
    ]


def test_the_strip_of_unpaid_terms() -> None:
    document = example()
    document["compensation"]["kind"] = "unpaid"
    document["authorship"]["kinds"][0]["split"] = "equal"
    document["authorship"]["blocks"][0]["sort"] = ["points"]
    assert texts(document, "en")["pay"] == "Unpaid; model calls reimbursed up to 200 USD"
    assert texts(document, "en")["credit"] == "Author from 1 point; task points split equally; order by points"
    document["compensation"]["own_costs"]["paid_by"] = "contributor"
    assert texts(document, "en")["pay"] == "Unpaid; model calls at your own cost, at most 200 USD"


def test_the_strip_has_room_for_the_first_rule_only() -> None:
    """Several prizes or conditions would fill a column; the clause beside the tile says them all."""
    document = example()
    rule = document["compensation"]["pay"][0]
    rule["plus"].append({"when": "rounds ≥ 3", "add": {"minor": 5000, "currency": "USD"}})
    assert texts(document, "en")["pay"] == (
        "520 USD for each accepted task, and bonuses under 2 conditions; 1 more rule; "
        "model calls reimbursed up to 200 USD"
    )
    steps = [(1, 1, 200000), (2, 4, 100000), (5, 14, 40000)]
    ranks = [{"from": a, "to": b, "each": {"minor": minor, "currency": "EUR"}} for a, b, minor in steps]
    document["compensation"]["pay"] = [{"id": "best", "for": "rank", "rank": ranks, "ties": "share", "currency": "EUR"}]
    assert texts(document, "en")["pay"].startswith(
        "14 prizes, from 2,000 EUR for the first place to 400 EUR for the last;"
    )
    assert texts(document, "zh-hans")["pay"].startswith("14 个奖项，首名 2,000 EUR，末名 400 EUR；")


def test_open_terms_say_so() -> None:
    assert {tile.text for tile in strip({}, "en")} == {"Not stated"}
    assert {tile.text for tile in strip({}, "zh-hans")} == {"未写明"}
    assert not any(tile.stated for tile in strip({}, "en"))


@pytest.mark.parametrize(
    ("expression", "en", "zh"),
    [
        ({"points": {"at_least": "3"}}, "at least 3 points", "总得分至少 3 分"),
        ({"points": {"at_least": "1/2"}}, "at least ½ point", "总得分至少 ½ 分"),
        ({"points": {"more_than": "3/2"}}, "more than 1½ points", "总得分超过 1½ 分"),
        ({"points": {"at_least": "7/12"}}, "at least 7/12 point", "总得分至少 7/12 分"),
        (
            {"points": {"kinds": ["task"], "at_least": "1"}},
            "at least 1 point from “Accepted task”",
            "“Accepted task”得分至少 1 分",
        ),
        (
            {"count": {"kind": "review", "more_than": 5}},
            "more than 5 credits of the kind “Finished review”",
            "“Finished review”超过 5 项",
        ),
        (
            {"count": {"kind": "task", "at_least": 1}},
            "at least 1 credit of the kind “Accepted task”",
            "“Accepted task”至少 1 项",
        ),
        (
            {"role": {"id": "editor", "for_days": 1}},
            "the role Area editor for at least 1 day",
            "担任“Area editor”角色满 1 天",
        ),
        ({"member": {"for_days": 90}}, "membership for at least 90 days", "成为成员满 90 天"),
        (
            {
                "any": [
                    {"all": [{"points": {"at_least": "1"}}, {"not": {"role": {"id": "panel"}}}]},
                    {"points": {"at_least": "6"}},
                ]
            },
            "at least 1 point and not (the role Appeal panel), or at least 6 points",
            "总得分至少 1 分，且并非（担任“Appeal panel”角色）；或总得分至少 6 分",
        ),
        ("none", "nobody", "无人"),
        ({}, "…", "…"),
        ("rubbish", "…", "…"),
    ],
)
def test_expressions(expression: object, en: str, zh: str) -> None:
    assert rule_sentence(expression, "en", document=example()) == en
    assert rule_sentence(expression, "zh-hans", document=example()) == zh


def test_awards_conditions_and_keys() -> None:
    rule = {
        "from": "task",
        "amount": {"base": "1", "plus": [{"when": "difficulty >= 3", "add": "1/3"}]},
        "split": "equal",
        "date": "submitted",
        "cap": {"person": "10"},
    }
    assert Rules("en", {}).award(rule) == (
        "An accepted task earns 1 point. ⅓ point more is earned when the difficulty is at least 3. "
        "Where several people do the work, they share the points equally. The points count from the day of submission. "
        "One person earns at most 10 points in this way."
    )
    assert (
        Rules("zh-hans", {}).when({"all": ["experts_right ≥ 2", {"not": "rounds > 4"}]})
        == "答对的专家数不低于 2，且评审轮数不超过 4"
    )
    assert keys_sentence([{"random": "reef"}, "name+subject"], "en") == "lot (seed “reef”), then name"


def test_prizes() -> None:
    rule = {
        "for": "rank",
        "rank": [
            {"from": 1, "to": 50, "each": {"minor": 500000, "currency": "USD"}},
            {"from": 51, "to": 550, "each": {"minor": 50050, "currency": "USD"}},
        ],
        "ranked_by": ["points"],
        "deadline": "2027-05-31",
        "ties": "share",
    }
    assert pay_sentence(rule, "en") == (
        "places 1 to 50: 5,000 USD each; places 51 to 550: 500.50 USD each; ranked by points; until 31 May 2027; "
        "in a tie the amounts are shared"
    )


@pytest.mark.parametrize(
    ("path", "en"),
    [
        (
            "participation.appeals",
            [
                "A decision can be appealed within 30 days. Appeals are heard by holders of the role “Appeal panel”. "
                "Appeals are answered within 21 days."
            ],
        ),
        ("authorship.eligibility", ["Authors: everybody who has at least 1 point."]),
        ("authorship.overrides", ["An exception to the rules is public for 14 days before it takes effect."]),
        (
            "licence.outbound",
            [
                "The data is released under CC-BY-4.0.",
                "The code is released under Apache-2.0.",
                "The text is released under CC-BY-4.0.",
            ],
        ),
        ("data.revenue", ["Contributors get no share of any revenue."]),
        ("participation.blind_solvers", ["Not stated."]),
        ("core_team.members[0].person", ["Ines Varga."]),
        ("zone", ["Days are whole days in the time zone Europe/Lisbon; the first and the last day are both included."]),
        ("no.such.path", []),
    ],
)
def test_clauses(path: str, en: list[str]) -> None:
    names = {"ines-varga": "Ines Varga"}
    assert clause_sentences(example(), path, "en", people=lambda subject: names.get(subject, subject)) == en


def test_defaults_are_named_as_concords() -> None:
    assert clause_sentences({}, "authorship.after_withdrawal", "en") == [
        "Not stated; Concord’s default: when a task is withdrawn, its credit stays."
    ]
    assert clause_sentences({}, "participation.credit_period", "zh-hans") == [
        "未写明，按 Concord 的默认值：审稿人匿名时，其贡献每月入账一次。"
    ]
    assert clause_sentences({"participation": {"appeals": "none"}}, "participation.appeals", "en") == [
        "There is no appeal."
    ]


@pytest.mark.parametrize(
    ("expression", "en", "zh"),
    [
        ({"not": {"points": {"at_least": "3"}}}, "has less than 3 points", "总得分不足 3 分"),
        ({"not": {"not": {"role": {"id": "panel"}}}}, "holds the role “Appeal panel”", "担任“Appeal panel”角色"),
        (
            {"not": {"any": [{"member": {"for_days": 0}}, {"decision": "d-1"}]}},
            "is not a member and is not named by the recorded decision “d-1”",
            "不是成员，且未被已记录的决定“d-1”指定",
        ),
        (
            {
                "any": [
                    {"all": [{"points": {"at_least": "1"}}, {"not": {"role": {"id": "panel"}}}]},
                    {"points": {"at_least": "6"}},
                ]
            },
            "meets at least one of these: (a) has at least 1 point and does not hold the role “Appeal panel”; "
            "(b) has at least 6 points",
            "至少满足以下一项：（a）总得分至少 1 分，且未担任“Appeal panel”角色；（b）总得分至少 6 分",
        ),
        (
            {"all": [{"any": [{"all": [{"decision": "x"}, {"decision": "y"}]}, {"decision": "z"}]}, {"decision": "w"}]},
            "meets all of these: (a) meets at least one of these: (a1) is named by the recorded decision “x” and "
            "is named by the recorded decision “y”; (a2) is named by the recorded decision “z”; (b) is named "
            "by the recorded "
            "decision “w”",
            "同时满足以下各项：（a）至少满足以下一项：（a1）由已记录的决定“x”指定，且由已记录的决定“y”指定；"
            "（a2）由已记录的决定“z”指定；（b）由已记录的决定“w”指定",
        ),
        (
            {"agreed": {"id": "code", "before": "first_accepted"}},
            "agreed to “code” before their first work was accepted",
            "在其首项工作通过之前已同意“code”",
        ),
        ({"referred": {"at_least": 1}}, "has referred at least 1 person", "至少推荐了 1 人"),
    ],
)
def test_what_somebody_has_or_does(expression: object, en: str, zh: str) -> None:
    assert Rules("en", example()).does(expression) == en
    assert Rules("zh-hans", example()).does(expression) == zh


def test_the_words_of_others_and_people_are_marked_apart() -> None:
    """A page names people at display and says whose words it repeats; a mark never stays in a plain sentence."""
    found = parts(marked_sentences(example(), "core_team.members", "en")[1])
    assert found[0] == Part("person", "tomas-lindqvist")
    assert Part("own", "Keeps the data and makes the releases.") in found
    assert Part("own", "Organizer") in found
    assert "".join(part.text for part in found) == clause_sentences(example(), "core_team.members", "en")[1]


def test_chinese_stands_apart_from_figures_but_in_dates() -> None:
    assert spaced("难度不低于4时，2027年3月31日起加½分") == "难度不低于 4 时，2027年3月31日起加 ½ 分"
    assert spaced(own("第4名") + "得4分") == own("第4名") + "得 4 分"
