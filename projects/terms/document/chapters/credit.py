"""Chapter 7: authorship."""

# fmt: off
# A table: one field a line reads best, and the checker lets these lines be long.
from projects.terms.document.chapters.opening import YES_NO
from projects.terms.document.field import Field, choices, maker

work = maker("W", "", "M")
person = maker("P", "", "M")
output = maker("O", "", "M")

KEEP = choices(("keep", "Credit stays", "保留"), ("lose", "Credit is reversed", "撤销"))
MARKS = choices(
    ("equal", "equal contribution", "同等贡献"),
    ("corresponding", "corresponding author", "通讯作者"),
    ("senior", "senior author", "资深作者"),
    ("core", "core author", "核心作者"),
    ("lead", "lead author", "牵头作者"),
    ("deceased", "deceased", "已故"),
)
FROM = choices(
    ("task", "an accepted task", "通过的任务"),
    ("review", "a finished review", "完成的评审"),
    ("proposal", "an adopted proposal", "被采纳的提案"),
    ("claim", "a confirmed claim (work that is no task)", "经确认的申报（任务以外的工作）"),
    ("import", "work before Concord", "导入的此前工作"),
)
SPLIT = choices(("equal", "Split equally", "平分"), ("declared", "Split as the team declares", "按团队申报的份额分配"), ("each", "Full amount to each", "每人得全额"))
LOCK = choices(("open", "Open", "开放"), ("order_only", "Only the order may change", "只可调整顺序"), ("closed", "Closed", "关闭"))

CHAPTER_7: tuple[Field, ...] = (
    work("authorship", "object", "Authorship", "What counts, who is an author, and in which order.", "署名", "哪些工作计入，谁是作者，如何排序。"),
    work("authorship.kinds", "list", "Kinds of credit", "What work earns how many points.", "计分项目", "哪些工作得多少分。", most_items=60, one="Kind of credit"),
    work("authorship.kinds[].id", "id", "Id", "Short name of the kind.", "标识", "该项的简称。"),
    work("authorship.kinds[].title", "text", "Title", "Name of the kind.", "名称", "该项的名称。"),
    work("authorship.kinds[].from", "choice", "From", "What the credit comes from.", "来源", "分数来自什么工作。", choices=FROM),
    work("authorship.kinds[].amount", "rule_part", "Amount", 'Such as {fixed: "1"}.', "分值", '例如 {fixed: "1"}。'),
    work("authorship.kinds[].first_of?", "rule_part", "First of its kind", "Bonus for the first with these attributes.", "首创加分", "具有这些属性的第一项加分。"),
    work("authorship.kinds[].times?", "rule_part", "Multiplied", "A table of factors by attribute.", "倍数", "按属性的倍数表。"),
    work("authorship.kinds[].cap?", "rule_part", "Cap", "Most for one item, person or cohort.", "上限", "每项、每人或每批的上限。"),
    work("authorship.kinds[].budget?", "rule_part", "Budget", "Most in a month or for an output.", "总额", "每月或每项成果的总额。"),
    work("authorship.kinds[].applies?", "condition", "Only when", "A condition on the work.", "适用条件", "对工作的条件。"),
    work("authorship.kinds[].split", "choice", "Split", "How several people share one item.", "分配", "多人合作时如何分配。", choices=SPLIT),
    work("authorship.kinds[].date", "choice", "Date that counts", "The day from which the credit counts.", "计入日期", "以哪一天为准。", choices=choices(("submitted", "the day of submission", "提交日"), ("accepted", "the day of acceptance", "通过日"))),
    work("authorship.kinds[].window?", "rule_part", "Window", "Only work between these days.", "期间", "只计此期间的工作。"),
    work("authorship.after_withdrawal?", "choice", "After a withdrawal", "What happens to credit when a task is withdrawn.", "撤回之后", "任务撤回后分数如何处理。", choices=KEEP, default="keep"),
    work("authorship.after_revocation?", "choice", "After a revocation", "What happens to credit when an acceptance is revoked.", "撤销通过之后", "撤销通过后分数如何处理。", choices=KEEP, default="lose"),
    person("authorship.eligibility", "expression", "Eligibility", "Who is an author, or none where there is no authorship.", "署名资格", "谁是作者；不提供署名则填“无”。", better="-"),
    person("authorship.acknowledged?", "expression", "Acknowledged", "Who is thanked without being an author.", "致谢", "未署名但列入致谢的人。"),
    person("authorship.opt_out", "long_text", "Opting out", "How one declines authorship.", "谢绝署名", "如何谢绝署名。"),
    person("authorship.leavers", "long_text", "People who leave", "What stays with somebody who leaves.", "离开的人", "离开者保留什么。"),
    person("authorship.late_joiners?", "long_text", "Late joiners", "What holds for people who join late.", "后加入的人", "后加入者适用什么。"),
    person("authorship.unreachable", "long_text", "People out of reach", "What happens when somebody does not answer.", "失联的人", "联系不上时怎么办。"),
    person("authorship.conditions?", "list", "Standing conditions", "Duties after acceptance, with notice and time to mend.", "附带条件", "通过后的义务，附通知与补正期。", most_items=60, one="Standing condition"),
    person("authorship.conditions[].what", "long_text", "What", "The duty.", "内容", "义务。"),
    person("authorship.conditions[].due", "date", "Due", "Last day to fulfil it.", "期限", "履行的最后一天。"),
    person("authorship.conditions[].notice_days", "days", "Days of notice", "Days between notice and loss.", "通知天数", "通知到失去之间的天数。", maximum=3650, better="+"),
    person("authorship.conditions[].cure_days", "days", "Days to mend", "Days to mend it after notice.", "补正天数", "通知后可补正的天数。", maximum=3650, better="+"),
    person("authorship.conditions[].loses", "long_text", "Loses", "What is lost, or none.", "失去什么", "会失去什么，或“无”。"),
    output("authorship.blocks", "list", "Blocks", "Groups of the list in their order, each with its sort keys.", "分组", "名单的各组及组内排序依据。", most_items=20, one="Block"),
    output("authorship.blocks[].id", "id", "Id", "Short name of the block.", "标识", "该组的简称。"),
    output("authorship.blocks[].title", "text", "Title", "Name of the block.", "名称", "该组的名称。"),
    output("authorship.blocks[].who", "expression", "Who", "Who stands in the block.", "成员", "谁在该组。"),
    output("authorship.blocks[].sort", "keys", "Sorted by", "Sort keys, first key first.", "排序依据", "排序依据，先列的先比。"),
    output("authorship.ties", "keys", "Ties", "Keys that decide between equals; ends in name+subject or random.", "并列", "并列时的依据；以 name+subject 或 random 结尾。"),
    output("authorship.marks?", "list", "Marks", "Marks beside names, each by rule.", "标记", "姓名旁的标记，各有规则。", most_items=20, one="Mark"),
    output("authorship.marks[].id", "choice", "Mark", "Which mark.", "标记", "哪一种标记。", choices=MARKS),
    output("authorship.marks[].who", "expression", "Who", "Who carries the mark.", "归属", "谁带有该标记。"),
    output("authorship.collation", "text", "Collation", "How names are sorted: root-folded/1.", "姓名排序规则", "姓名如何排序：root-folded/1。"),
    output("authorship.overrides", "object", "Exceptions", "Changes of a list outside the rules, or none.", "例外", "规则之外改动名单，或“无”。"),
    output("authorship.overrides.window_days", "days", "Window in days", "Days an exception is public before it takes effect; at least 7.", "公示天数", "例外生效前公示的天数，至少 7 天。", maximum=3650),
    output("authorship.objection_days", "days", "Days to object", "Days to object to a published list.", "异议期", "对公布的名单提出异议的天数。", maximum=3650),
    output("authorship.grace_days?", "days", "Grace in days", "Days a leaver still counts.", "宽限天数", "离开后仍计入的天数。", default="0", maximum=3650),
    output("authorship.outputs", "list", "Outputs", "Papers and releases that have a list.", "成果", "有作者名单的论文与发布。", most_items=40, one="Output"),
    output("authorship.outputs[].id", "id", "Id", "Short name of the output.", "标识", "成果的简称。"),
    output("authorship.outputs[].title", "text", "Title", "Name of the output.", "名称", "成果的名称。"),
    output("authorship.outputs[].kind", "choice", "Kind", "What it is.", "类型", "成果的类型。", choices=choices(("paper", "Paper", "论文"), ("release", "Release", "数据发布"))),
    output("authorship.outputs[].list", "choice", "List", "Whether everybody or only the work in scope counts.", "名单", "完整名单还是限于范围内的工作。", choices=choices(("full", "Full list", "完整名单"), ("limited", "Limited list", "限定名单"))),
    output("authorship.outputs[].scope", "object", "Scope", "Which work counts.", "范围", "计入哪些工作。"),
    output("authorship.outputs[].scope.kinds?", "ids", "Kinds", "Kinds that count; all where open.", "计分项目", "计入的项目；未写则全部计入。"),
    output("authorship.outputs[].scope.from?", "date", "From", "First day.", "自", "第一天。"),
    output("authorship.outputs[].scope.to?", "date", "To", "Last day.", "至", "最后一天。"),
    output("authorship.outputs[].scope.carry_over", "yes_no", "Earlier work too", "Whether work from before the first day counts as well, also where it counted for an earlier output. Without a first day all of it counts.", "含此前的工作", "起始日之前的工作是否也计入，包括已计入先前成果的工作；未写起始日则全部计入。", choices=YES_NO),
    output("authorship.outputs[].as_of", "date", "As of", "The day for which the list is computed.", "截至日期", "名单按哪一天计算。"),
    output("authorship.outputs[].lock", "choice", "Lock", "What may still change.", "锁定", "还能改动什么。", choices=LOCK),
)
