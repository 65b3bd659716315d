"""What each rule is for, with a sentence as an example."""

from __future__ import annotations

from collections.abc import Mapping

from projects.terms.document.field import Words

HINTS: Mapping[str, Words] = {
    "authorship.eligibility": Words(
        "Who is an author. For example: has at least 1 point, from any kind.",
        "谁是作者。例如：已得至少 1 分，计入任何项目。",
    ),
    "authorship.acknowledged": Words(
        "Who is thanked without being an author. For example: has more than 0 points.",
        "未署名但列入致谢的人。例如：已得超过 0 分。",
    ),
    "roles[].criteria": Words(
        "What one must have done to get the role. For example: has at least 3 credits of the kind Review.",
        "须达到什么才能获得此角色。例如：在“评审”中已有至少 3 项。",
    ),
    "authorship.blocks": Words(
        "Groups of the list in their order, each with its sort keys. An author who fits no block stands last, after "
        "all blocks, in the order of the ties: when the rule for authors changes, look whether these have to follow.",
        "名单的各组及组内排序依据。不符合任何一组的作者排在最后，在各组之后，按并列规则排序："
        "修改作者规则时，请看各组的规则是否也要修改。",
    ),
    "authorship.blocks[].who": Words(
        "Who stands in this block; each author stands in the first that fits. For example: holds the role Organizer.",
        "谁在该组；每位作者归入第一个符合的组。例如：担任角色“组织者”。",
    ),
    "authorship.marks[].who": Words(
        "Who carries the mark. For example: holds the role Organizer, for at least 365 days.",
        "谁带有该标记。例如：担任角色“组织者”，满 365 天。",
    ),
    "compensation.pay[].exclude": Words(
        "Who gets nothing by this rule. For example: holds the role Organizer.",
        "谁不适用此规则。例如：担任角色“组织者”。",
    ),
    "authorship.blocks[].sort": Words(
        "What decides inside the block, first line first. For example: more points first, then more credits first.",
        "组内按什么排序，先列的先比。例如：分数高者在前；再按计分项数多者在前。",
    ),
    "authorship.ties": Words(
        "What decides between equals. The last line is name or random order, so that no tie is left. "
        "For example: the earlier first credit first, then by name.",
        "并列时按什么决定；最后一行须为姓名或随机顺序，使次序完全确定。例如：首次得分早者在前；再按姓名排序。",
    ),
    "compensation.pay[].ranked_by": Words(
        "What decides the ranking, first line first. For example: more points first, then the earlier first credit.",
        "按什么排名，先列的先比。例如：分数高者在前；再按首次得分早者在前。",
    ),
    "authorship.kinds[].amount": Words(
        "How many points one item is worth, as whole numbers or fractions such as 1/2; 0.5 is kept as 1/2. "
        "For example: exactly 1 point.",
        "一项计多少分，写整数或 1/2 这样的分数；0.5 记为 1/2。例如：固定 1 分。",
    ),
    "authorship.kinds[].first_of": Words(
        "More for the first of its kind. For example: 4 points more for the first with a new language, task.",
        "首创加分。例如：language, task 首次出现时另加 4 分。",
    ),
    "authorship.kinds[].times": Words(
        "A factor for each value of an attribute. For example: where size is large: times 2.",
        "按属性取值的倍数。例如：size 取值为 large 时乘以 2。",
    ),
    "authorship.kinds[].cap": Words(
        "The most one item, person or cohort gets; leave empty what has no limit. For example: at most 10 points for "
        "one person.",
        "每项、每人或每批的上限；没有上限的留空。例如：每人最多 10 分。",
    ),
    "authorship.kinds[].budget": Words(
        "The most for everybody together. For example: at most 50 points in each month.",
        "全体合计的上限。例如：全体每月合计最多 50 分。",
    ),
    "authorship.kinds[].applies": Words(
        "Which work counts at all. For example: the difficulty is at least 3.",
        "哪些工作才计分。例如：难度不低于 3。",
    ),
    "authorship.kinds[].window": Words(
        "Only work of these days; one of the two may be empty. For example: only work from 2027-01-01.",
        "只计此期间的工作；两者之一可以留空。例如：只计 2027-01-01 起的工作。",
    ),
    "compensation.pay[].applies": Words(
        "Which work is paid by this rule. For example: an expert does it.",
        "哪些工作适用此规则。例如：由专家完成。",
    ),
    "compensation.pay[].plus[].when": Words(
        "When the bonus is paid. For example: the number of experts who answer correctly is at least 2.",
        "何时支付奖励。例如：答对的专家数不低于 2。",
    ),
    "compensation.hours_per_task": Words(
        "Usual hours for one task. For example: from 5 to 8 hours.",
        "一个任务通常需要的时间。例如：5 到 8 小时。",
    ),
    "data.held_out.rule": Words(
        "How the held-out part is chosen. For example: drawn at random, by the published seed reef-2027.",
        "如何选出保留部分。例如：按公布的种子 reef-2027 随机抽取。",
    ),
    "participation.stages[].after": Words(
        "Stages that must be passed first; none ticked: it begins at once.",
        "须先通过的阶段；都不勾选则立即开始。",
    ),
    "authorship.outputs[].scope.kinds": Words(
        "Kinds of credit that count; none ticked: all of them.", "计入的计分项目；都不勾选则全部计入。"
    ),
    "core_team.members[].roles": Words(
        "Roles granted when the first version is published.", "首个版本发布时授予的角色。"
    ),
    "licence.inbound.purposes": Words("What the task may be used for.", "任务可用于什么。"),
    "participation.rubric": Words(
        "The published version of the rubric that tasks are judged by.", "任务评审所依据的已发布的评审标准版本。"
    ),
    "authorship.collation": Words(
        "How names are sorted wherever a name decides. Accents and capitals do not count.",
        "凡以姓名为依据之处，姓名如何排序；不计重音符号与大小写。",
    ),
    "rights.publish.from": Words("From an event on, or from a day on.", "自某一事件起，或自某一日期起。"),
    "roles[].powers": Words("What holders may do.", "担任者可以做什么。"),
}
ANY_KIND = Words("(none ticked: any kind)", "（都不勾选即任何项目）")
IDS_TYPED = Words(
    "(ids of kinds, separated by commas; empty: any kind)", "（计分项目的标识，用逗号分隔；留空即任何项目）"
)
