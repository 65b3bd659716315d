"""Chapters 8 to 10: licence, data and rights, changes and contact."""

# fmt: off
# A table: one field a line reads best, and the checker lets these lines be long.
from projects.terms.document.chapters.opening import YES_NO
from projects.terms.document.field import Field, choices, maker

work = maker("W", "", "M")
right = maker("P", "+", "M")
own = maker("J", "", "M")
register = maker("J", "", "R")
worded = maker("J", "", "T")

CHAPTER_8: tuple[Field, ...] = (
    work("licence", "object", "Licence", "What comes in and what goes out.", "许可", "授权与发布的许可。"),
    work("licence.inbound", "object", "What contributors grant", "The grant a contributor makes for a task.", "贡献者的授权", "贡献者就任务作出的授权。"),
    work("licence.inbound.exclusive", "yes_no", "Exclusive", "Whether only the project may use the task.", "是否独家", "是否只有项目可以使用该任务。", choices=YES_NO),
    work("licence.inbound.ownership", "choice", "Ownership", "Who owns the task afterwards.", "归属", "之后任务归谁所有。", choices=choices(("contributor", "Contributors own their tasks", "任务归贡献者所有"), ("project", "The project owns the tasks", "任务归项目所有"))),
    work("licence.inbound.purposes", "words", "Purposes", "What the task may be used for: research, evaluation, training, resale, noncommercial, any.", "用途", "任务可用于：research、evaluation、training、resale、noncommercial、any。"),
    work("licence.inbound.revocable_until", "choice", "Revocable until", "Until when the grant can be taken back.", "可撤回至", "授权在何时之前可以撤回。", choices=choices(("acceptance", "acceptance", "任务通过"), ("release", "release", "数据发布"), ("never", "never", "不可撤回"))),
    work("licence.outbound", "object", "Licence of the release", "Under which licences the result is released, or none.", "发布许可", "成果以何种许可发布，或“无”。"),
    work("licence.outbound.data", "spdx", "Data", "SPDX expression, such as CC-BY-4.0.", "数据", "SPDX 表达式，如 CC-BY-4.0。"),
    work("licence.outbound.code", "spdx", "Code", "SPDX expression, such as MIT.", "代码", "SPDX 表达式，如 MIT。"),
    work("licence.outbound.text", "spdx", "Text", "SPDX expression, such as CC-BY-4.0.", "文本", "SPDX 表达式，如 CC-BY-4.0。"),
    work("licence.commercial_use", "choice", "Commercial use", "Whether others may use the work commercially.", "商业使用", "他人能否将成果用于商业。", choices=choices(("yes", "Allowed", "允许"), ("no", "Not allowed", "不允许"), ("ask", "On request", "须征求同意"))),
)

CHAPTER_9: tuple[Field, ...] = (
    work("data", "object", "Data", "Who sees the tasks and who receives them.", "数据", "谁能看到任务，谁会收到任务。"),
    work("data.visibility", "choice", "Visibility", "Who reads tasks while the benchmark is built.", "可见范围", "建设期间谁能看到任务。", choices=choices(("open", "Everybody reads accepted tasks", "任何人可看通过的任务"), ("members", "Until the release only members read accepted tasks", "发布之前只有成员可看通过的任务"), ("closed", "Only those who work on a task read it until the release", "发布之前只有参与该任务的人可看"))),
    work("data.destinations", "list", "Destinations", "Everybody who receives tasks, and what for.", "去向", "谁会收到任务，作何用途。", most_items=60, one="Destination"),
    work("data.destinations[].recipient", "text", "Recipient", "Who receives the data.", "接收方", "谁接收数据。"),
    work("data.destinations[].kind", "choice", "Kind", "What kind of recipient.", "类型", "接收方的类型。", choices=choices(("public", "the public", "公众"), ("company", "a company", "公司"), ("sale", "a sale", "出售"), ("service", "a service", "服务"), ("other", "other", "其他"))),
    work("data.destinations[].split", "choice", "Split", "Which tasks.", "部分", "哪些任务。", choices=choices(("public", "public tasks", "公开任务"), ("held_out", "held-out tasks", "保留任务"), ("all", "all tasks", "全部任务"))),
    work("data.destinations[].purpose", "words", "Purposes", "What the recipient may do with them.", "用途", "接收方可作何用途。"),
    work("data.destinations[].commercial", "yes_no", "Commercial", "Whether commercial use is allowed there.", "商业使用", "是否允许商业使用。", choices=YES_NO),
    work("data.destinations[].exclusive", "yes_no", "Exclusive", "Whether nobody else gets it.", "独家", "是否只给这一方。", choices=YES_NO),
    work("data.destinations[].from", "date", "From", "First day.", "自", "第一天。"),
    work("data.destinations[].until", "date", "Until", "Last day, or none.", "至", "最后一天，或“无”。"),
    work("data.destinations[].fee", "money", "Fee", "What the recipient pays, or none.", "费用", "接收方支付多少，或“无”。"),
    work("data.new_destination", "choice", "New destinations", "How another recipient may be added.", "新增去向", "如何增加其他接收方。", choices=choices(("consent", "Only with each contributor’s consent", "须经每位贡献者同意"), ("notice", "With notice", "通知即可"))),
    work("data.revenue", "object", "Revenue", "What contributors get of any revenue, or none.", "收益", "有收益时贡献者得多少，或“无”。"),
    work("data.revenue.share", "share", "Share", "Contributors’ share, such as 1/2.", "比例", "贡献者所得比例，如 1/2。"),
    work("data.revenue.formula", "long_text", "Formula", "How the share is divided.", "分配方式", "如何在贡献者间分配。"),
    work("data.held_out", "object", "Held-out tasks", "Tasks kept private for a time, or none.", "保留任务", "一段时间内不公开的任务，或“无”。"),
    work("data.held_out.share", "share", "Share", "Share of the tasks, such as 1/5.", "比例", "占任务的比例，如 1/5。"),
    work("data.held_out.chosen", "choice", "Chosen", "How they are chosen.", "选取方式", "如何选取。", choices=choices(("rule", "by rule", "按规则"), ("hand", "by hand", "人工选取"))),
    work("data.held_out.rule?", "seed_text", "Rule", "{random: seed}, or the rule in words.", "规则", "{random: 种子}，或用文字写明规则。"),
    work("data.held_out.why", "long_text", "Why", "Why tasks are held out.", "理由", "为何保留。"),
    work("data.held_out.released", "object", "Released", "When they are released: a day or a condition.", "解禁", "何时解禁：日期或条件。"),
    work("data.held_out.released.on?", "date", "On", "The day.", "日期", "解禁的日期。"),
    work("data.held_out.released.when?", "long_text", "When", "The condition.", "条件", "解禁的条件。"),
    right("rights", "object", "Own rights", "What contributors may do with their own tasks.", "自身权利", "贡献者可以如何使用自己的任务。"),
    right("rights.own_paper", "yes_no_text", "Own paper", "Whether one may write about one’s own tasks.", "自己的论文", "能否就自己的任务撰写论文。", choices=YES_NO),
    right("rights.teaching", "yes_no_text", "Teaching", "Whether one may teach with them.", "教学", "能否用于教学。", choices=YES_NO),
    right("rights.other_benchmark", "yes_no_text", "Other benchmarks", "Whether one may give them to another benchmark.", "其他基准", "能否提交给其他基准。", choices=YES_NO),
    right("rights.publish", "object", "Publishing", "When one may publish one’s own tasks.", "公开发布", "何时可以公开自己的任务。"),
    right("rights.publish.from", "date_choice", "From", "acceptance, release, or a date.", "自", "acceptance、release 或日期。", choices=choices(("acceptance", "acceptance", "任务通过"), ("release", "release", "数据发布"))),
)

CHAPTER_10: tuple[Field, ...] = (
    own("changes", "object", "Changes", "How these terms change.", "变更", "本条款如何变更。"),
    own("changes.notice_days", "days", "Days of notice", "Days between announcement and effect.", "提前通知天数", "公布到生效之间的天数。", maximum=3650, better="+"),
    own("changes.contested_at", "text", "Contested at", "Where a change can be contested.", "异议渠道", "在哪里对变更提出异议。"),
    register("contact", "text", "Contact", "Where to ask.", "联系方式", "在哪里提问。"),
    worded("translations?", "list", "Translations", "The organizers’ own words in other languages, for reading; the binding language alone decides.", "译文", "组织者原文的其他语言译文，仅供阅读；以约束语言的文本为准。", most_items=20, one="Translation"),
    worded("translations[].language", "language", "Language", "The language of these translations, other than the binding one.", "语言", "译文的语言，与约束语言不同。"),
    worded("translations[].texts", "list", "Texts", "Each text that is translated, by its path.", "译出的文本", "逐条译文，以路径指明原文。", most_items=1_000, one="Text"),
    worded("translations[].texts[].path", "text", "Path", "Which text, by its path such as purpose.measures; choose from the list.", "路径", "哪一段文本，以路径指明，如 purpose.measures；可从列表中选择。"),
    worded("translations[].texts[].text", "long_text", "In this language", "What that text says in this language.", "译文内容", "该文本用此语言怎么说。"),
)
