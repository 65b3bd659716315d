"""What a tile says of terms with gaps: what is known, what is not, and nothing that the clause does not say."""

from __future__ import annotations

from typing import Any

import pytest

from projects.terms.document.strip import strip

ONE = {"points": {"at_least": "1"}}


def tile(document: dict[str, Any], key: str) -> tuple[str, str]:
    english, chinese = ({one.key: one.text for one in strip(document, lang)} for lang in ("en", "zh-hans"))
    return english[key], chinese[key]


@pytest.mark.parametrize(
    ("compensation", "en", "zh"),
    [
        (
            {"kind": "mixed"},
            "Pay and prizes; amounts not stated; costs of your own not stated",
            "付酬加奖金；金额未写明；自付费用未写明",
        ),
        (
            {"kind": "prizes", "own_costs": {"what": "travel"}},
            "Prizes; amounts not stated; who pays for travel is not stated",
            "奖金；金额未写明；travel 由谁承担未写明",
        ),
        (
            {"kind": "paid", "choice": "pay_or_credit", "own_costs": "none"},
            "Pay or authorship, by choice; amounts not stated; no costs of your own",
            "报酬与署名二选一；金额未写明；无自付费用",
        ),
        ({"own_costs": "none"}, "Not stated", "未写明"),
    ],
)
def test_pay_whose_amounts_are_open(compensation: dict[str, Any], en: str, zh: str) -> None:
    assert tile({"compensation": compensation}, "pay") == (en, zh)


@pytest.mark.parametrize(
    ("kinds", "en", "zh"),
    [
        (
            [("task", "each"), ("import", "declared"), ("review", "equal")],
            "full task points to each",
            "任务得分每人得全额",
        ),
        ([("task", "each"), ("task", "each")], "full task points to each", "任务得分每人得全额"),
        (
            [("task", "each"), ("task", "equal")],
            "how task points are split differs by kind of work",
            "任务得分的分配因工作类型而异",
        ),
        ([("task", None), ("task", "equal")], "split of task points not stated", "任务得分的分配未写明"),
        ([("task", "none")], "no rule for the split of task points", "任务得分没有分配规则"),
    ],
)
def test_the_split_is_that_of_tasks(kinds: list[tuple[str, str | None]], en: str, zh: str) -> None:
    rules = [
        {"id": f"k{index}", "from": source, **({"split": split} if split else {})}
        for index, (source, split) in enumerate(kinds)
    ]
    authorship = {"eligibility": ONE, "kinds": rules, "blocks": "none"}
    english, chinese = tile({"authorship": authorship}, "credit")
    assert english == f"Author from 1 point; {en}; no rule for the order"
    assert chinese == f"满 1 分即为作者；{zh}；没有排序规则"


def test_work_before_concord_is_no_task() -> None:
    kinds = [{"id": "before", "from": "import", "split": "declared"}]
    document = {"authorship": {"eligibility": ONE, "kinds": kinds, "blocks": "none"}}
    assert tile(document, "credit")[0] == "Author from 1 point; no rule for the order"


@pytest.mark.parametrize(
    ("sorts", "en", "zh"),
    [
        (
            (None, ["points"]),
            "order: Leads, then Authors (order within Leads not stated)",
            "名单依次为 Leads、Authors（Leads 组内排序未写明）",
        ),
        (
            (["points"], None),
            "order: Leads, then Authors (order within Authors not stated)",
            "名单依次为 Leads、Authors（Authors 组内排序未写明）",
        ),
        (
            (["points"], "none"),
            "order: Leads, then Authors (no rule for the order within Authors)",
            "名单依次为 Leads、Authors（Authors 组内没有排序规则）",
        ),
        ((["points"], ["name"]), "order: Leads, then Authors", "名单依次为 Leads、Authors"),
        ((None, None), "order not stated", "排序未写明"),
        (("none", "none"), "no rule for the order", "没有排序规则"),
        ((["points"],), "order by points", "按分数排序"),
        ((None,), "order not stated", "排序未写明"),
    ],
)
def test_the_order_is_that_of_all_blocks(sorts: tuple[Any, ...], en: str, zh: str) -> None:
    blocks = [
        {"id": title.lower(), "title": title, **({"sort": sort} if sort else {})}
        for title, sort in zip(("Leads", "Authors"), sorts, strict=False)
    ]
    document = {"authorship": {"eligibility": ONE, "kinds": "none", "blocks": blocks}}
    english, chinese = tile(document, "credit")
    assert english == f"Author from 1 point; no work earns points; {en}"
    assert chinese == f"满 1 分即为作者；没有任何工作计分；{zh}"


def test_one_long_condition_is_not_several() -> None:
    long = {"points": {"kinds": [f"{index}-{'x' * 30}" for index in range(6)], "at_least": "3"}}
    document = {"authorship": {"eligibility": long, "kinds": "none", "blocks": "none"}}
    english, chinese = tile(document, "credit")
    assert english.startswith("Author by a rule, see 7.4; ")
    assert chinese.startswith("按规则确定作者，见 7.4；")


def test_criteria_that_can_be_met_are_there() -> None:
    roles = [
        {"id": "a", "title": "A", "granted": "rule", "criteria": ONE},
        {"id": "b", "title": "B", "granted": "rule", "criteria": "none"},
        {"id": "c", "title": "C", "granted": "rule"},
        {"id": "d", "title": "D", "granted": "none"},
    ]
    english, chinese = tile({"roles": roles}, "roles")
    assert english == "A and C: by rule; B: by rule, without criteria; D: no rule for how one gets it"
    assert chinese == "A：满足标准即得；B：按规则授予，但没有标准；C：按规则授予；D：没有规定如何获得"


def test_ids_are_shown_as_ids() -> None:
    roles = [{"id": "panel", "granted": "open"}, {"id": "core", "title": "none", "granted": "open"}]
    assert tile({"roles": roles}, "roles") == (
        "The role with the id “panel” and the role with the id “core”: open to all",
        "标识为“panel”的角色和标识为“core”的角色：对所有人开放",
    )
    blocks = [{"id": "leads", "sort": ["name"]}, {"id": "all", "title": "Authors", "sort": ["name"]}]
    assert tile({"authorship": {"blocks": blocks}}, "credit") == (
        "Order: the block with the id “leads”, then Authors; who is an author is not stated",
        "名单依次为标识为“leads”的组、Authors；谁是作者未写明",
    )


@pytest.mark.parametrize(
    ("inbound", "en", "zh"),
    [
        ({"exclusive": "yes"}, "Ownership not stated, exclusive grant", "归属未写明，独家授权"),
        ({"exclusive": "no"}, "Ownership not stated", "归属未写明"),
        ({"exclusive": "yes", "ownership": "none"}, "No rule on ownership, exclusive grant", "没有归属规定，独家授权"),
        (
            {"exclusive": "yes", "ownership": "contributor"},
            "You keep your tasks, exclusive grant",
            "任务归你所有，独家授权",
        ),
    ],
)
def test_an_exclusive_grant_is_said(inbound: dict[str, Any], en: str, zh: str) -> None:
    english, chinese = tile({"licence": {"inbound": inbound, "outbound": "none"}}, "licence")
    assert english.startswith(f"{en}; not licensed to the public; ")
    assert chinese.startswith(f"{zh}；不向公众授权；")
