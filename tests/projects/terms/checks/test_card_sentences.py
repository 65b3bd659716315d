"""What goes into the sentences of the card: joins, blanks, names and quotations, and sentences true of the clause."""

from __future__ import annotations

from typing import Any

import pytest

from projects.terms.checks.card import card
from tests.projects.terms.checks.examples_data import document

Changes = dict[str, Any]
FIRM = {
    "recipient": "北湖系统公司",
    "kind": "company",
    "split": "public",
    "purpose": ["evaluation"],
    "commercial": "no",
    "exclusive": "no",
    "from": "2028-01-01",
    "until": "none",
    "fee": "none",
}
BY_REEFS = {"kinds": ["task"], "at_least": "3"}
DECIDED = {"decision": "leads"}
JUDGED = {
    "id": "domain",
    "kind": "review",
    "reviewers": 2,
    "quorum": 2,
    "decides": "majority",
    "first_answer_days": 10,
    "decision_days": 21,
}
PRIZE = {
    "id": "prize",
    "for": "rank",
    "rank": [{"from": 1, "to": 10, "each": "1000.00 USD"}],
    "ranked_by": ["points"],
    "ties": "share",
    "deadline": "2027-05-31",
    "exclude": {"role": {"id": "core"}},
    "currency": "USD",
}
# Too long to be quoted whole.
LONG = {"any": [{"agreed": {"id": f"charter-{number}", "before": "2027-01-01"}} for number in range(9)] + [DECIDED]}

SAID: list[tuple[str, Changes, str, str, str]] = [
    # Lists end in a word, each part is a noun that fits its sentence.
    (
        "parts of appeals",
        {"participation.appeals": None},
        "appeals",
        "Not stated: the body that hears them, time to appeal and time of the answer of appeals.",
        "未写明：申诉的受理方、提出期限、答复期限。",
    ),
    (
        "parts of own costs",
        {"compensation.own_costs": None},
        "own-costs",
        "Not stated: the payer and the limit of own costs such as model calls.",
        "未写明：模型调用等费用的承担方、上限。",
    ),
    (
        "parts of a return",
        {"returns.guaranteed": [{"what": "Authorship by the rules"}]},
        "guarantee-in-hands",
        "Not stated: the recipients and the date of a guaranteed return.",
        "未写明：某项确定回报的对象、期限。",
    ),
    (
        "parts of the rule on conflicts",
        {"participation.conflict_of_interest": None},
        "conflict-of-interest",
        "Not stated: the rule on conflicts of interest.",
        "未写明：利益冲突规则。",
    ),
    (
        "a part of the rule on conflicts",
        {"participation.conflict_of_interest": {"same_affiliation": "yes"}},
        "conflict-of-interest",
        "Not stated: the text of the rule on conflicts of interest.",
        "未写明：利益冲突规则的具体内容。",
    ),
    ("one rises by either", {}, "promotion", "One can rise by rule or vote.", "可以通过规则或投票晋升。"),
    (
        "used for none of them",
        {"rights": "none"},
        "own-rights",
        "Reads as own tasks that cannot be used for a paper of one’s own, teaching, other benchmarks or publishing: "
        "“rights: none”.",
        "从条款看，自己的任务不能用于自己的论文、教学、其他基准或公开发布：“rights: none”。",
    ),
    # Pay or credit, as the terms let one choose; prizes where a rule gives some.
    (
        "a choice of both",
        {},
        "something-back",
        "Contributors get pay and authorship under written rules.",
        "按成文规则，贡献者可以得到报酬和署名。",
    ),
    (
        "a choice of one",
        {"compensation.choice": "pay_or_credit"},
        "something-back",
        "Contributors get pay or authorship under written rules.",
        "按成文规则，贡献者可以得到报酬或署名。",
    ),
    (
        "prizes by a rule",
        {"compensation.kind": "prizes"},
        "something-back",
        "Contributors get authorship and prizes for the winners under written rules.",
        "按成文规则，贡献者可以得到署名和奖金（限获奖者）。",
    ),
    (
        "prizes without a rule",
        {"compensation.kind": "prizes", "compensation.pay": "none"},
        "something-back",
        "Contributors get authorship under written rules.",
        "按成文规则，贡献者可以得到署名。",
    ),
    (
        "prizes that nobody described",
        {"compensation.kind": "prizes", "compensation.pay": None},
        "prize-rule",
        "Not stated for the prizes: the rule.",
        "奖金方面未写明：规则。",
    ),
    (
        "one pay rule of two",
        {"compensation.pay/task-pay.base": "150.00 USD", "compensation.pay/task-pay.plus": "none"},
        "pay-level",
        "Reads as at most 30 USD an hour, below published pay for the same work (from 65): "
        "“task-pay.base: 150.00 USD”.",
        "从条款看，时薪至多 30 美元，低于同类工作的公开报酬（65 美元起）：“task-pay.base: 150.00 USD”。",
    ),
    # What is known before the start.
    (
        "prizes alone",
        {"compensation.kind": "prizes", "compensation.pay": [PRIZE]},
        "pay-known",
        "Known before the start: prizes; 5–8 hours a task.",
        "开工前已知：奖金；每个任务约 5–8 小时。",
    ),
    (
        "prizes beside other rules",
        {"compensation.kind": "prizes"},
        "pay-known",
        "Known before the start: prizes and the amounts; 5–8 hours a task.",
        "开工前已知：奖金、金额；每个任务约 5–8 小时。",
    ),
    (
        "prizes beside a rule without an amount",
        {"compensation.kind": "prizes", "compensation.pay": [PRIZE, {"id": "tasks", "for": "task", "currency": "USD"}]},
        "pay-known",
        "Known before the start: prizes; 5–8 hours a task.",
        "开工前已知：奖金；每个任务约 5–8 小时。",
    ),
    (
        "no usual hours",
        {"compensation.hours_per_task": "none"},
        "pay-known",
        "Known before the start: the amounts; the terms name no usual hours a task.",
        "开工前已知：金额；条款没有给出每个任务的通常用时。",
    ),
    (
        "no rate without hours",
        {"compensation.hours_per_task": "none"},
        "pay-level",
        "The terms name no usual hours a task, so the hourly rate cannot be worked out.",
        "条款没有给出每个任务的通常用时，无法折算时薪。",
    ),
    (
        "a rate by the hour",
        {
            "compensation.hours_per_task": "none",
            "compensation.pay": [{"id": "hours", "for": "hour", "base": "1000.00 USD", "currency": "USD"}],
        },
        "pay-level",
        "Works out at 1,000 USD an hour; published pay for such work starts at 65.",
        "折合时薪 1,000 美元；同类工作的公开报酬从 65 美元起。",
    ),
    (
        "two decimals",
        {"compensation.pay": [{"id": "hours", "for": "hour", "base": "1120.50 USD", "currency": "USD"}]},
        "pay-level",
        "Works out at 1,120.50 USD an hour; published pay for such work starts at 65.",
        "折合时薪 1,120.50 美元；同类工作的公开报酬从 65 美元起。",
    ),
    # Numbers.
    (
        "the same day",
        {
            "participation.answer_days": 0,
            "participation.stages/domain.first_answer_days": 0,
            "participation.stages/final.first_answer_days": 0,
        },
        "answer-times",
        "First answer on the same day.",
        "当天给出首次答复。",
    ),
    (
        "one stage",
        {"participation.stages": [{"id": "solve", "kind": "blind_solve", "reviewers": 3}]},
        "stage-rule",
        "1 stage of blind solving, with its number of people.",
        "共 1 个盲解阶段，写明人数。",
    ),
    (
        "one stage of review",
        {"participation.stages": [JUDGED]},
        "stage-rule",
        "1 stage, with people, quorum, rule and decision time.",
        "共 1 个阶段，人数、法定人数、决定方式和时限齐备。",
    ),
    (
        "blind solving has no quorum",
        {
            "participation.stages": [
                {"id": "solve", "kind": "blind_solve", "reviewers": 3, "decision_days": "none"},
                {"id": "again", "kind": "blind_solve", "reviewers": 1, "decision_days": 7},
                JUDGED,
            ]
        },
        "stage-rule",
        "1 stage, with people, quorum, rule and decision time; "
        "2 stages of blind solving, each with its number of people.",
        "共 1 个阶段，人数、法定人数、决定方式和时限齐备；另有 2 个盲解阶段，写明人数。",
    ),
    (
        "blind solving that says all of it",
        {"participation.stages": [JUDGED, {**JUDGED, "id": "solve", "kind": "blind_solve"}]},
        "stage-rule",
        "2 stages, each with people, quorum, rule and decision time.",
        "共 2 个阶段，人数、法定人数、决定方式和时限齐备。",
    ),
    (
        "discussions alone",
        {"growth": {"discussions": {"open_to": "全体成员", "every_days": 1}, "seniors": "none", "feedback": "none"}},
        "growth",
        "Growth: “discussions open to 全体成员, every day”.",
        "成长机会：“设计讨论面向全体成员，每天举行一次”。",
    ),
    (
        "discussions at no fixed times",
        {
            "growth": {
                "discussions": {"open_to": "Members.", "every_days": "none"},
                "seniors": "none",
                "feedback": "none",
            }
        },
        "growth",
        "Growth: “discussions open to Members, at no fixed times”.",
        "成长机会：“设计讨论面向 Members，没有固定的间隔”。",
    ),
    (
        "discussions for nobody",
        {"growth": {"discussions": {"open_to": "none", "every_days": 14}, "seniors": "none", "feedback": "none"}},
        "growth",
        "Growth: “discussions open to nobody, every 14 days”.",
        "成长机会：“设计讨论不对任何人开放，每 14 天举行一次”。",
    ),
    (
        "no stage",
        {"participation.stages": "none"},
        "stage-rule",
        "Reads as tasks that pass no review: “stages: none”.",
        "从条款看，任务不经过任何评审：“stages: none”。",
    ),
    # Who picks reviewers, or neither that nor what they know.
    (
        "who picks",
        {"participation.reviewer_qualification": "Chosen by the core team."},
        "reviewer-qualification",
        "Says who picks reviewers, not what they must know: “Chosen by the core team”.",
        "写明了由谁挑选审稿人，没有写需要什么资格：“Chosen by the core team”。",
    ),
    (
        "something else",
        {"participation.reviewer_qualification": "Reviews take two evenings."},
        "reviewer-qualification",
        "Names no degree, field, training or experience: “Reviews take two evenings”.",
        "没有写到学位、领域、训练或经验：“Reviews take two evenings”。",
    ),
    # Enough alone: how much one item earns, and what is asked.
    (
        "every item is enough",
        {"authorship.eligibility": {"points": {"kinds": ["task"], "at_least": "1"}}},
        "eligibility-rule",
        "One “Accepted task” is enough alone; shared by two it brings ½ point each, below 1 point.",
        "单独完成一项“Accepted task”即可达标；两人平分各得 ½ 分，低于 1 分。",
    ),
    (
        "with the bonus alone",
        {"authorship.eligibility": {"points": {"kinds": ["task"], "at_least": "2"}}},
        "eligibility-rule",
        "One “Accepted task” that earns 2 points is enough alone; "
        "shared by two it brings 1 point each, below 2 points.",
        "单独完成一项得 2 分的“Accepted task”即可达标；两人平分各得 1 分，低于 2 分。",
    ),
    (
        "half is the threshold itself",
        {"authorship.eligibility": {"points": {"kinds": ["task"], "more_than": "1"}}},
        "eligibility-rule",
        "One “Accepted task” that earns 2 points is enough alone; "
        "shared by two it brings 1 point each, below the threshold (more than 1 point).",
        "单独完成一项得 2 分的“Accepted task”即可达标；两人平分各得 1 分，低于门槛（须超过 1 分）。",
    ),
    # A rule too long to be quoted shows the decision.
    (
        "a decision beside a rule",
        {"authorship.eligibility": LONG},
        "eligibility-rule",
        "A rule decides; a recorded decision can also add or remove people: “eligibility: … {decision: leads} …”.",
        "规则为主；另有记录在案的决定可以增减个别人：“eligibility: … {decision: leads} …”。",
    ),
    (
        "a decision in a mark",
        {"authorship.marks": [{"id": "core", "who": DECIDED}]},
        "core-authors",
        "Reads as core places settled case by case: “marks: {id: core, who: {decision: leads}}”.",
        "从条款看，核心位置由个别决定产生：“marks: {id: core, who: {decision: leads}}”。",
    ),
    # The order of each block; what `core-authors` flags is no rule.
    ("one block", {}, "order-rule", "Order: points.", "排序：按分数。"),
    (
        "two blocks",
        {
            "authorship.blocks": [
                {"id": "first", "title": "Leads", "who": {"points": BY_REEFS}, "sort": ["points", "name"]},
                {"id": "all", "who": {"points": {"at_least": "1/2"}}, "sort": ["name"]},
            ]
        },
        "order-rule",
        "Order: “Leads” by points, then name; “all” by name.",
        "排序：“Leads”先按分数，再按姓名；“all”按姓名。",
    ),
    (
        "a block by decision",
        {
            "authorship.blocks": [
                {"id": "first", "who": DECIDED, "sort": [DECIDED]},
                {"id": "all", "title": "Authors", "who": {"points": {"at_least": "1/2"}}, "sort": ["name"]},
            ]
        },
        "order-rule",
        "Order: “Authors” by name.",
        "排序：“Authors”按姓名。",
    ),
    (
        "a block without keys",
        {"authorship.blocks/all.sort": None},
        "order-rule",
        "Not stated: the keys by which “Authors” is ordered.",
        "未写明：“Authors”组的排序依据。",
    ),
    (
        "a decision first in one block, last in another",
        {
            "authorship.eligibility": DECIDED,
            "authorship.blocks": [
                {"id": "first", "title": "Leads", "who": {"points": BY_REEFS}, "sort": [DECIDED]},
                {"id": "all", "title": "Authors", "who": {"points": BY_REEFS}, "sort": ["points", DECIDED]},
            ],
        },
        "order-rule",
        "Order of “Authors” by rule; a decision settles what remains equal: “sort: [points, {decision: leads}]”.",
        "“Authors”按规则排序；仍相同者由决定处理：“sort: [points, {decision: leads}]”。",
    ),
    (
        "a decision last everywhere",
        {"authorship.blocks/all.sort": ["points", DECIDED]},
        "order-rule",
        "Order by rule; a decision settles what remains equal: “sort: [points, {decision: leads}]”.",
        "按规则排序；仍相同者由决定处理：“sort: [points, {decision: leads}]”。",
    ),
    # How one gets each role.
    (
        "appointed by a decision, and by criteria",
        {
            "roles/appeal-board.granted": "appointed",
            "roles/appeal-board.criteria": DECIDED,
            "roles/core.granted": "appointed",
        },
        "role-criteria",
        "Each role says how one gets it: rule, vote, appointment by a recorded decision and appointment on public "
        "criteria.",
        "每个角色都写明如何取得：规则、投票、按已记录的决定任命、按公开标准任命。",
    ),
    (
        "a way that is open",
        {"roles/core.granted": None},
        "role-criteria",
        "Each role says what it takes; how “Core team” is granted is not stated.",
        "每个角色都写明标准；“Core team”如何授予未写明。",
    ),
    (
        "no way at all",
        {"roles/core.granted": "none"},
        "role-criteria",
        "Each role says what it takes; no rule says how “Core team” is granted.",
        "每个角色都写明标准；没有规定“Core team”如何授予。",
    ),
    ("ties", {}, "tie-break", "Ties: date of the first credit, then name.", "并列：先按首次得分日期，再按姓名。"),
    # Blanks of the Chinese templates stand where a figure or Latin letter meets a Chinese character.
    (
        "a list whose order may change",
        {},
        "list-freeze",
        "“The paper”: list as of 30 June 2027, lock order-only.",
        "“The paper”：名单截至2027年6月30日，锁定方式为仅可调整顺序。",
    ),
    (
        "an open list",
        {"authorship.outputs/paper-1.lock": "open"},
        "list-freeze",
        "“The paper”: list as of 30 June 2027, lock open.",
        "“The paper”：名单截至2027年6月30日，锁定方式为开放（仍可变动）。",
    ),
    (
        "a list without a date",
        {"authorship.outputs": "none"},
        "list-freeze",
        "Reads as a list without the date or the lock: “outputs: none”.",
        "从条款看，名单没有截至日期或锁定方式：“outputs: none”。",
    ),
    (
        "a Chinese name",
        {"data.destinations": [{**FIRM, "purpose": ["training"]}]},
        "training-use",
        "Reads as training by one recipient: “北湖系统公司”, “purpose: training”.",
        "从条款看，“北湖系统公司”可以用任务训练模型：“purpose: training”。",
    ),
    (
        "a Latin name",
        {"data.destinations": [{**FIRM, "recipient": "Tidewater Labs", "purpose": ["training"]}]},
        "training-use",
        "Reads as training by one recipient: “Tidewater Labs”, “purpose: training”.",
        "从条款看，“Tidewater Labs”可以用任务训练模型：“purpose: training”。",
    ),
    (
        "no name",
        {"core_team.funders": [{"gives": "none", "sees": "held_out", "owns_data": "no"}]},
        "funder-access",
        "Reads as a funder with access to held-out tasks: a funder who is not named, “sees: held_out”.",
        "从条款看，资助方（名称未写明）可以看到保留任务：“sees: held_out”。",
    ),
    # Judged points.
    (
        "most kinds are judged",
        {
            "authorship.kinds": [
                {"id": "task", "title": "Task", "from": "task", "amount": {"range": ["1/2", "1"]}, "split": "each"}
            ],
            "authorship.eligibility": {"member": {"for_days": 90}},
        },
        "discretion",
        "Reads as credit that is judged for most kinds of work: “Task”, ½ to 1 point.",
        "从条款看，过半的计分项目由酌情判断给分：“Task”，½ 到 1 分。",
    ),
    # Conditions that cost nothing.
    (
        "no conditions",
        {"authorship.conditions": "none"},
        "conditions-cure",
        "Nothing is lost by a condition.",
        "没有会使人失去署名的附带条件。",
    ),
    (
        "conditions that cost nothing",
        {"authorship.conditions/0.loses": "none", "authorship.conditions/0.notice_days": 0},
        "conditions-cure",
        "Nothing is lost by a condition.",
        "没有会使人失去署名的附带条件。",
    ),
    (
        "no time to mend is stated",
        {"authorship.conditions/0.cure_days": None},
        "conditions-cure",
        "Not stated: the time to mend a condition.",
        "未写明：附带条件的补正期。",
    ),
    # Licences with what stands under them; purposes in words, each recipient once.
    (
        "one licence for all",
        {"licence.outbound": {"data": "MIT", "code": "MIT", "text": "MIT"}},
        "licence-outbound",
        "Released under MIT.",
        "以 MIT 许可发布。",
    ),
    (
        "several licences",
        {},
        "licence-outbound",
        "Released under CC-BY-4.0 (data and text) and MIT (code).",
        "以 CC-BY-4.0（数据、文本）、MIT（代码）许可发布。",
    ),
    (
        "no licence for some",
        {"licence.outbound": {"data": "CC-BY-4.0", "code": "none", "text": "none"}},
        "licence-outbound",
        "Released with limits: CC-BY-4.0 (data); code and text not licensed to the public.",
        "带限制发布：CC-BY-4.0（数据）；代码、文本不向公众授权。",
    ),
    (
        "a licence is no wording",
        {"licence.outbound.code": "LicenseRef-house"},
        "licence-outbound",
        "Reads as not licensed to the public: “code: LicenseRef-house”.",
        "从条款看，公众没有获得许可：“code: LicenseRef-house”。",
    ),
    (
        "recipients beyond the grant",
        {
            "licence.inbound.purposes": ["research"],
            "data.destinations": [
                {**FIRM, "purpose": ["evaluation", "resale"]},
                {**FIRM, "purpose": ["any", "evaluation"]},
            ],
        },
        "licence-coverage",
        "Reads as a release wider than the grant: in for “research”, "
        "out under CC-BY-4.0 and to “北湖系统公司” for evaluation, resale and any purpose.",
        "从条款看，发布范围大于授权范围：授权用途为“研究”，"
        "发布许可为 CC-BY-4.0，并提供给“北湖系统公司”用于评测、转售和任何用途。",
    ),
    (
        "several recipients beyond the grant",
        {
            "licence.inbound.purposes": ["noncommercial", "outreach"],
            "data.destinations": [{**FIRM, "purpose": ["resale"]}, {**FIRM, "recipient": "A", "purpose": ["any"]}],
        },
        "licence-coverage",
        "Reads as a release wider than the grant: in for “any non-commercial purpose, outreach”, "
        "out under CC-BY-4.0, to “北湖系统公司” for resale and to “A” for any purpose.",
        "从条款看，发布范围大于授权范围：授权用途为“任何非商业用途、outreach”，"
        "发布许可为 CC-BY-4.0，并提供给“北湖系统公司”用于转售，提供给“A”用于任何用途。",
    ),
    (
        "recipients alone beyond the grant",
        {
            "licence.inbound.purposes": ["noncommercial"],
            "licence.outbound.data": "CC-BY-NC-4.0",
            "data.destinations": [{**FIRM, "purpose": ["resale"]}, {**FIRM, "recipient": "A", "purpose": ["any"]}],
        },
        "licence-coverage",
        "Reads as a release wider than the grant: in for “any non-commercial purpose”, "
        "out for use by “北湖系统公司” for resale and by “A” for any purpose.",
        "从条款看，发布范围大于授权范围：授权用途为“任何非商业用途”，"
        "却提供给“北湖系统公司”用于转售，提供给“A”用于任何用途。",
    ),
    # A clause that is answered none is quoted, not a part that stands nowhere.
    (
        "no grant at all",
        {"licence.inbound": "none", "data.destinations": "none"},
        "licence-coverage",
        "Reads as a release wider than the grant: in for “inbound: none”, out under CC-BY-4.0.",
        "从条款看，发布范围大于授权范围：授权用途为“inbound: none”，发布许可为 CC-BY-4.0。",
    ),
    (
        "nothing granted beside what is kept",
        {"licence.inbound": "none"},
        "licence-inbound",
        "Contributors keep ownership and grant nothing.",
        "作品归贡献者所有，不作任何授权。",
    ),
    (
        "no publishing at all",
        {"rights.publish": "none"},
        "own-rights",
        "Reads as own tasks that cannot be used for publishing: “publish: none”.",
        "从条款看，自己的任务不能用于公开发布：“publish: none”。",
    ),
    (
        "a grant of nothing",
        {"licence.inbound.purposes": "none"},
        "licence-coverage",
        "Reads as a release wider than the grant: in for “purposes: none”, "
        "out under CC-BY-4.0 and to “everyone” for research and evaluation.",
        "从条款看，发布范围大于授权范围：授权用途为“purposes: none”，"
        "发布许可为 CC-BY-4.0，并提供给“everyone”用于研究和评测。",
    ),
    (
        "commercial use on request",
        {"licence.commercial_use": "ask"},
        "commercial-use",
        "Reads two ways on commercial use: “commercial_use: ask” "
        "beside CC-BY-4.0 and “everyone” (commercial use allowed).",
        "从条款看，商业使用有两种说法：“commercial_use: ask”与 CC-BY-4.0、“everyone”（可作商业使用）。",
    ),
    (
        "no rule on commercial use, and nothing beside it",
        {
            "licence.commercial_use": "none",
            "licence.outbound.data": "CC-BY-NC-4.0",
            "data.destinations/everyone.commercial": "no",
        },
        "commercial-use",
        "Reads as commercial use without a rule: “commercial_use: none”.",
        "从条款看，商业使用没有规则：“commercial_use: none”。",
    ),
    # Recipients.
    (
        "a fee",
        {"data.destinations": [{**FIRM, "fee": "50.00 USD"}]},
        "sale-consent",
        "Reads as paid use without a share: “北湖系统公司”, “fee: 50.00 USD”.",
        "从条款看，有偿提供给“北湖系统公司”，贡献者没有分成：“fee: 50.00 USD”。",
    ),
    (
        "a sale",
        {"data.destinations": [{**FIRM, "kind": "sale"}]},
        "sale-consent",
        "Reads as a sale or exclusive use without a share: “北湖系统公司”, “kind: sale”.",
        "从条款看，出售或独家提供给“北湖系统公司”，贡献者没有分成：“kind: sale”。",
    ),
    (
        "a share in words",
        {"data.destinations": [{**FIRM, "kind": "sale"}], "data.revenue": {"share": "1/2", "formula": "By points."}},
        "sale-consent",
        "Revenue is shared: “By points”.",
        "收益分配：“By points”。",
    ),
    (
        "the kind is open",
        {"data.destinations/everyone.kind": None},
        "sale-consent",
        "Not stated: the kind of recipient.",
        "未写明：接收方的类型。",
    ),
    (
        "training by a kind that is open",
        {"data.destinations/everyone.kind": None, "data.destinations/everyone.purpose": ["training"]},
        "training-use",
        "Not stated: the kind of a recipient who may train on the tasks: “everyone”.",
        "未写明：可以用任务训练模型的接收方属于哪一类：“everyone”。",
    ),
    (
        "no rule on new recipients",
        {"data.new_destination": "none"},
        "new-destination",
        "Reads as new recipients without a rule: “new_destination: none”.",
        "从条款看，新增接收方没有规则：“new_destination: none”。",
    ),
    # What is held out, and until when.
    (
        "a part, until a day",
        {},
        "held-out",
        "Held out: ⅕ of the tasks, until 1 January 2029: “Keeps a test set out of training data”.",
        "保留 ⅕ 的任务，至2029年1月1日：“Keeps a test set out of training data”。",
    ),
    (
        "all, until something happens",
        {"data.held_out.share": "1", "data.held_out.released": {"when": "Two newer models pass."}},
        "held-out",
        "Held out: all tasks, until “Two newer models pass”: “Keeps a test set out of training data”.",
        "保留全部任务，至满足“Two newer models pass”时：“Keeps a test set out of training data”。",
    ),
    (
        "two funders",
        {
            "core_team.funders": [
                {"name": "Harbour Fund", "gives": "none", "sees": "public", "owns_data": "no"},
                {"name": "海洋基金", "gives": "none", "sees": "none", "owns_data": "no"},
            ]
        },
        "funder-access",
        "Funders: “Harbour Fund” sees the tasks of the public split before they are released; "
        "“海洋基金” sees nothing before others do.",
        "资助方：“Harbour Fund”在发布之前看到公开部分的任务；“海洋基金”不能先于他人看到任何内容。",
    ),
]


@pytest.mark.parametrize("row", SAID, ids=lambda row: row[0])
def test_the_sentence(row: tuple[str, Changes, str, str, str]) -> None:
    _, changes, check, en, zh = row
    found = card(document(changes)).of(check)
    assert (found.sentence.en, found.sentence.zh) == (en, zh)


def test_a_threshold_that_is_ruled_out_is_enough_for_nobody() -> None:
    """Whoever reaches it is no author; the same threshold without the ``not`` is one that a single task reaches."""
    reached = {"points": {"kinds": ["task"], "at_least": "1"}}
    assert card(document({"authorship.eligibility": reached})).of("eligibility-rule").code == "observation"
    assert card(document({"authorship.eligibility": {"not": reached}})).of("eligibility-rule").code == "fair"


def test_nothing_is_said_of_an_order_that_another_check_flags_as_a_whole() -> None:
    blocks = [
        {"id": "first", "who": DECIDED, "sort": [DECIDED]},
        {"id": "all", "who": {"decision": "others"}, "sort": [{"decision": "others"}]},
    ]
    found = card(document({"authorship.blocks": blocks}))
    assert found.of("core-authors").code == "flag"
    assert found.of("order-rule").code == "na"


JUDGED_POINTS = {"id": "tools", "from": "claim", "amount": {"range": ["1", "9"]}, "split": "each", "date": "accepted"}


@pytest.mark.parametrize(
    ("cap", "code"),
    [
        ({"item": "7/12"}, "observation"),
        ({"item": "3/2", "cohort": "1/2"}, "observation"),
        ({"person": "1/4"}, "observation"),
        ({"item": "3/2"}, "flag"),
        ({"item": "20"}, "flag"),
    ],
)
def test_a_cap_bounds_what_one_judgement_decides(cap: Changes, code: str) -> None:
    """½ point makes an author; what a cap takes away again was not decided by a judgement."""
    kinds = [{**JUDGED_POINTS, "cap": cap}, {**JUDGED_POINTS, "id": "task", "from": "task", "amount": {"fixed": "1"}}]
    assert card(document({"authorship.kinds": kinds})).of("discretion").code == code
