"""The sentences of the form, one template a language with slots in braces, since the order of the parts differs."""

from __future__ import annotations

from collections.abc import Mapping

from projects.terms.document.field import Words


def _words(**pairs: tuple[str, str]) -> dict[str, Words]:
    return {name: Words(*pair) for name, pair in pairs.items()}


# What stands at a node. `{is}` is the choice between a leaf and its opposite.
LEAF_FRAMES: Mapping[str, Words] = _words(
    points=(
        "{is} {bound} {amount} points, from {kinds}",
        "{is}{bound}{amount}分，计入{kinds}",
    ),
    count=(
        "{is} {bound} {amount} credits of the kind {kind}",
        "在{kind}中{is}{bound}{amount}项",
    ),
    distinct=(
        "{is} {bound} {amount} different values of {of} among credits of the kind {kind}",
        "在{kind}的各项中，{of}{is}{bound}{amount}种不同取值",
    ),
    role=(
        "{is} the role {id} for at least {for_days} days (may be empty)",
        "{is}角色{id}满{for_days}天（可不填）",
    ),
    member=(
        "{is} a member for at least {for_days} days, which counts for {grace_days} days after leaving (may be empty)",
        "{is}成员满{for_days}天，离开后{grace_days}天内仍计入（可不填）",
    ),
    service=(
        "{is} at least {at_least} of {kind} {per} {by} and carries over at most {carry_most} (may be empty)",
        "{per}{by}{is}至少{at_least}的{kind}并最多结转{carry_most}（可不填）",
    ),
    agreed=(
        "{is} to {id} before {before} {day}",
        "在{before}{day}之前{is}{id}",
    ),
    decision=(
        "{is} by the recorded decision {decision}",
        "{is}已记录的决定{decision}指定",
    ),
    referred=(
        "{is} at least {at_least} people",
        "{is}至少{at_least}人",
    ),
    fact=(
        "{is} {name} {sign} {number}",
        "{is}{name}{sign}{number}",
    ),
)
# A leaf and its opposite, as the first or middle words of its sentence.
HOLDS: Mapping[str, tuple[Words, Words]] = {
    "points": (Words("has", "已得"), Words("does not have", "未得")),
    "count": (Words("has", "已有"), Words("does not have", "没有")),
    "distinct": (Words("has", "已有"), Words("does not have", "没有")),
    "role": (Words("holds", "担任"), Words("does not hold", "未担任")),
    "member": (Words("has been", "已成为"), Words("has not been", "未成为")),
    "service": (Words("has done", "完成"), Words("has not done", "未完成")),
    "agreed": (Words("agreed", "已同意"), Words("did not agree", "未同意")),
    "decision": (Words("is named", "由"), Words("is not named", "未由")),
    "referred": (Words("has referred", "已推荐"), Words("has not referred", "未推荐")),
    "fact": (Words("it is so that", "满足："), Words("it is not so that", "不满足：")),
}
GROUP_CHOICES: Mapping[str, Words] = {
    "all": Words("all of these hold", "以下各项全部成立"),
    "any": Words("at least one of these holds", "以下至少一项成立"),
    "not.any": Words("none of these holds", "以下各项均不成立"),
    "not.all": Words("not all of these hold", "以下各项并非全部成立"),
}
# What a second condition is to the first.
JOINS: Mapping[str, Words] = {
    "all": Words("Add a condition that must hold as well", "再加一项须同时成立的条件"),
    "any": Words("Add another way: one of them is enough", "另加一种情形：满足其一即可"),
}
# What the button beside a condition makes it ask for, by what it asks for now.
TURNED: Mapping[str, Words] = {
    "points": Words("Ask for a number of credits instead", "改为要求项数"),
    "count": Words("Ask for points instead", "改为要求分数"),
}
NOT_THAT = Words("not so: ", "并非：")
# What the buttons add.
ADDS: Mapping[str, Words] = {
    "points": Words("points", "分数"),
    "count": Words("a number of credits of one kind", "某一计分项的项数"),
    "distinct": Words("different values of an attribute", "属性的不同取值数"),
    "role": Words("a role", "角色"),
    "member": Words("membership", "成员资格"),
    "service": Words("service", "服务"),
    "agreed": Words("an agreement", "同意的事项"),
    "decision": Words("a recorded decision", "已记录的决定"),
    "referred": Words("people referred", "推荐的人数"),
    "fact": Words("a fact about the work", "关于工作的事实"),
    "any": Words("a group of conditions", "一组条件"),
}
KEY_FRAMES: Mapping[str, Words] = {
    "": Words("{is}", "{is}"),
    "points": Words("more points first, from {points}", "分数高者在前，计入{points}"),
    "count": Words("more credits first", "计分项数多者在前"),
    "name": Words("by name, in the order of the alphabet", "按姓名排序"),
    "first_credit": Words("the earlier first credit first", "首次得分早者在前"),
    "name+subject": Words("by name, and between equal names by a fixed mark", "按姓名排序，同名者按固定标识"),
    "random": Words("at random, by the published seed {random}", "按公布的种子{random}随机排序"),
    "decision": Words("as the recorded decision {decision} says", "按已记录的决定{decision}"),
}
KEY_ADDS: Mapping[str, Words] = {
    "points": Words("points", "分数"),
    "count": Words("number of credits", "计分项数"),
    "name": Words("name", "姓名"),
    "first_credit": Words("day of the first credit", "首次得分日"),
    "random": Words("random order", "随机顺序"),
    "decision": Words("a recorded decision", "已记录的决定"),
    "name+subject": Words("name, as the last key", "姓名（作为最后依据）"),
}
# Which keys a list may have; ties end in one of two.
KEYS_OF: Mapping[str, tuple[str, ...]] = {
    "authorship.blocks[].sort": ("points", "count", "name", "first_credit", "random", "decision"),
    "authorship.ties": ("points", "count", "name", "first_credit", "decision", "name+subject", "random"),
    "compensation.pay[].ranked_by": ("points", "count", "first_credit", "decision"),
}
AMOUNT_FRAMES: Mapping[str, Words] = _words(
    fixed=("exactly {fixed} points", "固定{fixed}分"),
    range=("between {low} and {high} points, judged by two people", "在{low}到{high}分之间，由两人酌定"),
    base=("{base} points, and more under conditions", "基本{base}分，满足条件时另加"),
)
BONUS_FRAME = Words("{add} points more when", "另加{add}分，条件是")
OBJECT_FRAMES: Mapping[str, Words] = _words(
    first_of=("{add} points more for the first with a new {by}", "{by}首次出现时另加{add}分"),
    cap=(
        "at most {item} points for one item, {person} for one person, {cohort} for a cohort",
        "每项最多{item}分，每人最多{person}分，每批最多{cohort}分",
    ),
    budget=("at most {total} points {per} for everybody together", "全体{per}合计最多{total}分"),
    window=("only work from {from} to {to}", "只计{from}至{to}的工作"),
    hours=("from {low} to {high} hours", "{low}到{high}小时"),
)
TIMES_FRAME = Words("multiplied by a factor that depends on {attribute}", "按{attribute}乘以倍数")
TABLE_FRAME = Words("where it is {value}: times {factor}", "取值为{value}时乘以{factor}")
SEED_FRAMES: Mapping[str, Words] = _words(
    random=("drawn at random, by the published seed {random}", "按公布的种子{random}随机抽取"),
    words=("by a rule in words: {words}", "按文字写明的规则：{words}"),
)

# The name of each slot for people who hear the form.
SLOTS: Mapping[str, Words] = {
    "is": Words("whether it holds", "是否成立"),
    "bound": Words("from or above", "至少或超过"),
    "amount": Words("how many", "多少"),
    "kinds": Words("kinds of credit", "计分项目"),
    "kind": Words("kind of credit", "计分项目"),
    "of": Words("attribute", "属性"),
    "id": Words("which", "哪一项"),
    "for_days": Words("days", "天数"),
    "grace_days": Words("days after leaving", "离开后的天数"),
    "at_least": Words("at least", "至少"),
    "per": Words("in which time", "期间"),
    "by": Words("by whom or by what", "由谁或按什么"),
    "carry_most": Words("most carried over", "最多结转"),
    "before": Words("before what", "何时之前"),
    "day": Words("day", "日期"),
    "decision": Words("id of the decision", "决定的标识"),
    "name": Words("fact", "事实"),
    "sign": Words("comparison", "比较方式"),
    "number": Words("number", "数值"),
    "points": Words("kinds of credit", "计分项目"),
    "random": Words("seed", "种子"),
    "fixed": Words("points", "分值"),
    "low": Words("lowest", "最低"),
    "high": Words("highest", "最高"),
    "base": Words("base", "基本分值"),
    "add": Words("points added", "另加的分值"),
    "item": Words("most for an item", "每项上限"),
    "person": Words("most for a person", "每人上限"),
    "cohort": Words("most for a cohort", "每批上限"),
    "total": Words("most in all", "合计上限"),
    "from": Words("first day", "起始日"),
    "to": Words("last day", "截止日"),
    "attribute": Words("attribute", "属性"),
    "value": Words("value", "取值"),
    "factor": Words("factor", "倍数"),
    "words": Words("rule in words", "文字规则"),
}
