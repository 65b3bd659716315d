"""The five tiles and the sentences, word for word."""

from __future__ import annotations

from typing import Any

import pytest

from projects.terms.document.rule_sentences import Rules, keys_sentence, pay_sentence
from projects.terms.document.sentences import clause_sentences, rule_sentence, strip
from tests.projects.terms.document.documents import example, with_rules_not_run


def texts(document: dict[str, Any], lang: str) -> dict[str, str]:
    return {tile.key: tile.text for tile in strip(document, lang)}


def test_the_strip_of_the_example() -> None:
    assert texts(example(), "en") == {
        "pay": "520 USD for each accepted task, plus 130 USD when the difficulty is at least 4; 1 more rule; "
        "model calls reimbursed up to 200 USD",
        "credit": "Author from 1 point; split as declared by the team; order by points, then number of credits",
        "roles": "Contributor: open to all; Reviewer: by rule; Area editor, Appeal panel and Organizer: by appointment",
        "licence": "You keep your tasks; data released under CC-BY-4.0; commercial use allowed",
        "data": "Everybody (public tasks) from 31 January 2028; ⅕ held out until 31 January 2029",
    }
    chinese = texts(example(), "zh-hans")
    assert chinese["credit"] == "满 1 分即为作者；按团队申报分配；按分数，再按项数排序"
    assert chinese["licence"] == "作品归你所有；数据以 CC-BY-4.0 发布；允许商用"


def test_votes_terms_and_conditions_are_still_put_into_words() -> None:
    """Other sites' terms hold them, and the checks read those."""
    document = with_rules_not_run()
    assert texts(document, "en")["roles"].endswith("Appeal panel and Organizer: by vote")
    roles = clause_sentences(document, "roles", "en")
    assert roles[2].endswith("; for 24 months.")
    assert "granted by vote" in roles[3]
    assert roles[4].endswith("; lost when: Three discussions missed in a row.")
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
    assert texts(document, "en")["credit"] == "Author from 1 point; equal split; order by points"
    document["compensation"]["own_costs"]["paid_by"] = "contributor"
    assert texts(document, "en")["pay"] == "Unpaid; model calls at your own cost up to 200 USD"


def test_open_terms_say_so() -> None:
    assert {tile.text for tile in strip({}, "en")} == {"Not stated"}
    assert {tile.text for tile in strip({}, "zh-hans")} == {"未写明"}
    assert not any(tile.stated for tile in strip({}, "en"))


@pytest.mark.parametrize(
    ("expression", "en", "zh"),
    [
        ({"points": {"at_least": "3"}}, "at least 3 points", "至少 3 分"),
        ({"points": {"at_least": "1/2"}}, "at least ½ point", "至少 ½ 分"),
        ({"points": {"more_than": "3/2"}}, "more than 1½ points", "超过 1½ 分"),
        ({"points": {"at_least": "7/12"}}, "at least 7/12 points", "至少 7/12 分"),
        (
            {"points": {"kinds": ["task"], "at_least": "1"}},
            "at least 1 point from “Accepted task”",
            "“Accepted task”至少 1 分",
        ),
        (
            {"count": {"kind": "review", "more_than": 5}},
            "more than 5 credits of the kind “Finished review”",
            "“Finished review”超过 5 项",
        ),
        (
            {"role": {"id": "editor", "for_days": 1}},
            "the role Area editor for at least 1 day",
            "担任“Area editor”满 1 天",
        ),
        ({"member": {"for_days": 90}}, "membership for at least 90 days", "成为成员满 90 天"),
        (
            {
                "any": [
                    {"all": [{"points": {"at_least": "1"}}, {"not": {"role": {"id": "panel"}}}]},
                    {"points": {"at_least": "6"}},
                ]
            },
            "(at least 1 point and not (the role Appeal panel)) or at least 6 points",
            "（至少 1 分，且并非（担任“Appeal panel”）），或至少 6 分",
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
        "1 point, plus ⅓ point when the difficulty is at least 3 for an accepted task; split equally; "
        "counted from the day of submission; at most 10 points a person"
    )
    assert (
        Rules("zh-hans", {}).when({"all": ["experts_right ≥ 2", {"not": "rounds > 4"}]})
        == "答对的专家数不低于 2，且并非（轮数大于 4）"
    )
    assert keys_sentence([{"random": "reef"}, "name+subject"], "en") == "a random order by the seed “reef”, then name"


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
        "equal results share the amounts"
    )


@pytest.mark.parametrize(
    ("path", "en"),
    [
        ("participation.appeals", ["Appeals go to Appeal panel within 30 days and are answered within 21 days."]),
        ("authorship.eligibility", ["Authors: everybody with at least 1 point."]),
        ("authorship.overrides", ["An exception is public for 14 days before it takes effect."]),
        ("licence.outbound", ["Data: CC-BY-4.0.", "Code: Apache-2.0.", "Text: CC-BY-4.0."]),
        ("data.revenue", ["Contributors get no share of any revenue."]),
        ("participation.blind_solvers", ["Not stated."]),
        ("core_team.members[0].person", ["Ines Varga."]),
        ("zone", ["Europe/Lisbon"]),
        ("no.such.path", []),
    ],
)
def test_clauses(path: str, en: list[str]) -> None:
    names = {"ines-varga": "Ines Varga"}
    assert clause_sentences(example(), path, "en", people=lambda subject: names.get(subject, subject)) == en


def test_defaults_are_named_as_concords() -> None:
    assert clause_sentences({}, "authorship.after_withdrawal", "en") == ["Credit stays: not stated; Concord’s default."]
    assert clause_sentences({}, "participation.credit_period", "zh-hans") == ["每月：未写明，按 Concord 的默认值。"]
    assert clause_sentences({"participation": {"appeals": "none"}}, "participation.appeals", "en") == [
        "There is no appeal."
    ]
