"""The document itself, and chapters 1 to 3: purpose, core team, returns and growth."""

# fmt: off
# A table: one field a line reads best, and the checker lets these lines be long.
from projects.terms.document.field import Field, choices, maker

own = maker("J", "", "M")
text = maker("J", "", "T")
register = maker("J", "", "R")
owed = maker("P", "+", "M")

YES_NO = choices(("yes", "Yes", "是"), ("no", "No", "否"))
SEES = choices(
    ("nothing", "Nothing", "不接触任何内容"),
    ("results", "Results", "结果"),
    ("public", "Public data", "公开数据"),
    ("held_out", "Held-out tasks", "保留任务"),
)

CHAPTER_1: tuple[Field, ...] = (
    own("schema", "schema", "Schema", "The version of the form these terms are written in.", "格式", "本条款所用的格式版本。"),
    own("language", "language", "Binding language", "The language whose wording decides, such as en or zh-Hans.", "约束语言", "以哪种语言的文本为准，如 en 或 zh-Hans。"),
    own("zone", "zone", "Time zone", "Days are whole days in this zone, such as Europe/Berlin, both ends included.", "时区", "天数按此时区（如 Asia/Shanghai）的整天计算，首尾两天都计入。"),
    text("purpose", "object", "Purpose", "What the benchmark is for.", "目的", "这个基准是做什么的。"),
    text("purpose.measures", "long_text", "What it measures", "The ability or kind of work that is measured.", "衡量什么", "衡量哪种能力或工作。"),
    text("purpose.bottleneck", "long_text", "Why it matters", "What takes people long or goes wrong today.", "解决什么困难", "目前什么事费时或容易出错。"),
    text("purpose.failure_means?", "long_text", "What a failure means", "What one learns when a system fails.", "失败说明什么", "系统失败时能得出什么结论。"),
    text("purpose.changes_decision?", "long_text", "What it changes", "The decision that a result would change.", "会改变什么决定", "结果会改变哪一项决定。"),
    text("purpose.used_by?", "long_text", "Who uses it", "Who is expected to use the results.", "供谁使用", "预计由谁使用结果。"),
    text("purpose.generalises_to?", "long_text", "What it stands for", "Work beyond the tasks that the result speaks for.", "能推广到什么", "结果还能说明哪些任务之外的工作。"),
    text("purpose.does_not_measure?", "long_text", "What it does not measure", "What nobody should read into the result.", "不衡量什么", "不应从结果中读出什么。"),
)

CHAPTER_2: tuple[Field, ...] = (
    register("core_team", "object", "Core team", "Who runs the project and how one joins them.", "核心团队", "谁负责项目，如何加入。"),
    register("core_team.members", "list", "Members", "The people who run the project, with their interests.", "成员", "负责项目的人及其利益关系。", most_items=100, one="Member"),
    register("core_team.members[].person", "person", "Person", "Handle of an account.", "人员", "账户的用户名。"),
    register("core_team.members[].since", "date", "Since", "First day in the core team.", "加入日期", "加入核心团队的第一天。"),
    register("core_team.members[].duties", "long_text", "Duties", "What this person does in the project.", "职责", "此人在项目中做什么。"),
    register("core_team.members[].interests", "long_text", "Own interests", "Employers, funders, companies; none is an answer.", "自身利益", "任职、资助、公司等；“无”也是回答。"),
    register("core_team.members[].roles?", "ids", "Founding roles", "Roles granted when the first version is published.", "创始角色", "首个版本发布时授予的角色。"),
    own("core_team.chosen_by", "long_text", "How it is chosen", "Who chooses the core team, and when.", "如何产生", "核心团队由谁、何时选出。"),
    own("core_team.joining", "long_text", "How one joins it", "What somebody must do to become a member of the core team.", "如何加入", "怎样才能成为核心团队成员。"),
    own("core_team.funders", "list", "Funders", "Everybody who pays for the project, or none.", "资助方", "为项目出资的各方，或“无”。", most_items=100, one="Funder"),
    own("core_team.funders[].name", "text", "Name", "Name of the funder.", "名称", "资助方名称。"),
    own("core_team.funders[].gives", "money_text", "Gives", "An amount, or what is given in words.", "提供什么", "金额，或用文字说明。"),
    own("core_team.funders[].sees", "choice", "Sees", "What the funder can see before others.", "能看到什么", "资助方能先看到什么。", choices=SEES),
    own("core_team.funders[].owns_data", "yes_no", "Owns data", "Whether the funder owns any of the data.", "是否拥有数据", "资助方是否拥有任何数据。", choices=YES_NO),
)

CHAPTER_3: tuple[Field, ...] = (
    owed("returns", "object", "Returns", "What contributors get back.", "回报", "贡献者能得到什么。"),
    owed("returns.guaranteed", "list", "Guaranteed returns", "What the project itself will give; each is tracked until kept.", "确定的回报", "项目自己能兑现的回报；逐项跟踪到兑现为止。", most_items=100, one="Guaranteed return"),
    owed("returns.guaranteed[].what", "long_text", "What", "One thing the project can give by itself.", "内容", "项目自己能给的一件事。"),
    owed("returns.guaranteed[].to", "role", "To whom", "A role of these terms.", "给谁", "本条款中的一个角色。"),
    owed("returns.guaranteed[].by", "date", "By", "Last day to keep it.", "期限", "兑现的最后一天。", better="-"),
    owed("returns.planned?", "list", "Planned returns", "Intentions; nobody can rely on them.", "计划中的回报", "只是打算，不能作为依据。", most_items=100, one="Planned return"),
    owed("returns.planned[].what", "long_text", "What", "One intention.", "内容", "一项打算。"),
    owed("returns.if_nothing_published", "object", "If nothing is published", "What happens when no paper or release comes out.", "若没有发表", "没有论文或发布时怎么办。"),
    owed("returns.if_nothing_published.by", "date", "By", "The day on which this clause takes effect.", "截至", "此款生效的日期。", better="-"),
    owed("returns.if_nothing_published.then", "long_text", "Then", "What contributors get in that case.", "届时", "此时贡献者得到什么。"),
    owed("returns.if_abandoned", "object", "If the project is abandoned", "What happens when nobody acts any more.", "若项目中途停办", "无人再处理时怎么办。"),
    owed("returns.if_abandoned.after_days", "days", "After days without an act", "Days of silence after which the project counts as abandoned.", "无人处理的天数", "多少天无人处理即视为停办。", minimum=1, maximum=3650, better="-"),
    owed("returns.if_abandoned.then", "long_text", "Then", "What contributors get in that case.", "届时", "此时贡献者得到什么。"),
    owed("growth", "object", "Growth", "What contributors can learn here, or none.", "成长", "贡献者在这里能学到什么，或“无”。"),
    owed("growth.discussions", "object", "Design discussions", "Meetings about the benchmark’s design, or none.", "设计讨论", "关于基准设计的讨论，或“无”。"),
    owed("growth.discussions.open_to", "text", "Open to", "Who may take part.", "面向", "谁可以参加。"),
    owed("growth.discussions.every_days", "days", "Days between", "Days from one discussion to the next.", "间隔天数", "两次讨论相隔多少天。", minimum=1, maximum=3650, better="-"),
    owed("growth.seniors", "long_text", "Senior people", "Who answers questions, and when.", "资深研究者", "谁、何时回答问题。"),
    owed("growth.feedback", "long_text", "Feedback", "What every answer to a submission explains.", "反馈", "对提交任务的每次答复会说明什么。"),
)
