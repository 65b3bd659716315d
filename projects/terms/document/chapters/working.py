"""Chapters 4 to 6: compensation, participation, roles."""

# fmt: off
# A table: one field a line reads best, and the checker lets these lines be long.
from projects.terms.document.chapters.opening import YES_NO
from projects.terms.document.field import Field, choices, maker

pay = maker("W", "+", "M")
work = maker("W", "", "M")
own = maker("J", "", "M")
person = maker("P", "", "M")

POWERS = choices(
    ("review", "review", "评审"),
    ("triage", "triage", "初步处理"),
    ("assign", "assign reviewers", "分派审稿人"),
    ("decide", "decide as lead", "作为负责人决定"),
    ("chair", "chair a task", "主持任务"),
    ("award", "confirm claims and awards", "确认申报与酌情计分"),
    ("invite", "invite and appoint", "邀请与任命"),
    ("amend", "publish terms and rubric", "发布条款与评审标准"),
    ("freeze", "lock outputs", "锁定成果名单"),
    ("release", "make releases", "发布数据"),
    ("pay", "prepare payments", "编制付款单"),
    ("approve_pay", "approve payments", "批准付款"),
    ("hear_appeals", "hear appeals", "处理申诉"),
    ("audit", "see what is hidden (each look is logged)", "查看隐藏内容（留痕）"),
)

CHAPTER_4: tuple[Field, ...] = (
    pay("compensation", "object", "Compensation", "Whether and how work is paid.", "报酬", "是否付酬，如何付酬。"),
    pay("compensation.kind", "choice", "Kind", "How contributors are paid.", "方式", "贡献者如何获得报酬。", choices=choices(("paid", "Paid", "付酬"), ("prizes", "Prizes", "奖金"), ("mixed", "Pay and prizes", "付酬加奖金"), ("unpaid", "Unpaid", "无报酬"))),
    pay("compensation.pay", "list", "Pay rules", "What is paid for what; not needed where unpaid.", "付酬规则", "为哪些工作支付多少；无报酬时不需要。", most_items=60, one="Pay rule"),
    pay("compensation.pay[].id", "id", "Id", "Short name of the rule.", "标识", "规则的简称。"),
    pay("compensation.pay[].for", "choice", "For", "What is paid.", "对象", "为什么付酬。", choices=choices(("task", "each accepted task", "每个通过的任务"), ("review", "each finished review", "每份完成的评审"), ("solve", "each blind solve", "每次盲解"), ("hour", "each hour", "每小时"), ("rank", "places in a ranking", "排名名次"))),
    pay("compensation.pay[].applies?", "condition", "Only when", "A condition on the work.", "适用条件", "对工作的条件。"),
    pay("compensation.pay[].base", "money", "Base", "Amount without bonuses; not for rankings.", "基本金额", "不含奖励的金额；排名规则不用填。"),
    pay("compensation.pay[].plus?", "list", "Bonuses", "Amounts added under a condition.", "奖励", "满足条件时增加的金额。", most_items=40, one="Bonus"),
    pay("compensation.pay[].plus[].when", "condition", "When", "The condition.", "条件", "满足的条件。"),
    pay("compensation.pay[].plus[].add", "money", "Adds", "The amount added.", "增加", "增加的金额。"),
    pay("compensation.pay[].rank", "list", "Places", "Which places get how much; rankings only.", "名次", "哪些名次得多少；仅用于排名。", most_items=60),
    pay("compensation.pay[].rank[].from", "number", "From place", "First place of the step.", "起始名次", "该档的第一名次。", minimum=1),
    pay("compensation.pay[].rank[].to", "number", "To place", "Last place of the step.", "截止名次", "该档的最后名次。", minimum=1),
    pay("compensation.pay[].rank[].each", "money", "Each", "Amount for each place of the step.", "每名", "该档每个名次的金额。"),
    pay("compensation.pay[].ranked_by", "keys", "Ranked by", "What decides the ranking, first key first.", "排名依据", "按什么排名，先列的先比。"),
    pay("compensation.pay[].ties", "choice", "Ties", "What happens to equal results.", "并列", "结果相同时怎么办。", choices=choices(("share", "equal results share the amounts", "并列者平分"), ("earlier", "the earlier one is placed first", "先完成者在前"))),
    pay("compensation.pay[].cohort?", "number", "First", "Only this many are paid, in order of posting.", "名额", "按入账先后，只付给前多少个。", minimum=1),
    pay("compensation.pay[].deadline?", "date", "Deadline", "Last day that counts.", "截止日期", "计入的最后一天。"),
    pay("compensation.pay[].exclude?", "expression", "Excluded", "People who get no payment by this rule.", "不参评的人", "不适用此规则的人。"),
    pay("compensation.pay[].currency", "text", "Currency", "ISO 4217 code, such as USD.", "货币", "ISO 4217 代码，如 USD。"),
    pay("compensation.hours_per_task", "hours", "Hours a task", "Usual hours for one task, from fewest to most.", "每个任务的用时", "一个任务通常需要的小时数，从最少到最多。", better="-"),
    pay("compensation.own_costs", "object", "Own costs", "Costs contributors have, and who pays; none where there are none.", "自付费用", "贡献者会产生的费用及由谁承担；没有则填“无”。"),
    pay("compensation.own_costs.what", "text", "What", "What costs money.", "项目", "哪些事需要花钱。"),
    pay("compensation.own_costs.paid_by", "choice", "Paid by", "Who pays in the end.", "承担方", "最终由谁支付。", choices=choices(("project", "the project", "项目"), ("shared", "shared", "共同分担"), ("contributor", "the contributor", "贡献者"))),
    pay("compensation.own_costs.cap", "money", "Up to", "The limit, or none.", "上限", "上限，或“无”。"),
    pay("compensation.choice", "choice", "Pay and authorship", "Whether one gets both or has to choose.", "报酬与署名", "两者兼得，还是二选一。", choices=choices(("both", "Both", "两者兼得"), ("pay_or_credit", "Pay or authorship, as the contributor chooses", "由贡献者在报酬和署名中选一"))),
)

STAGE_KINDS = choices(("review", "Review", "评审"), ("blind_solve", "Blind solve", "盲解"), ("final", "Final review", "终审"))
PROPOSALS = choices(("required", "Each task begins with a proposal that was answered yes", "每个任务先有获准的任务提案"), ("welcome", "Welcome; a task may begin without one", "欢迎提交；任务也可不经提案开始"))
DECIDES = choices(("all", "all reviewers", "全体审稿人"), ("majority", "a majority", "多数"), ("lead", "the lead", "负责人"))

CHAPTER_5: tuple[Field, ...] = (
    own("participation", "object", "Participation", "How one takes part and how work is judged.", "参与", "如何参与，工作如何评审。"),
    own("participation.say", "long_text", "A say in the standards", "How contributors can change rubric and terms.", "对标准的发言权", "贡献者如何改变评审标准和条款。"),
    own("participation.answer_days", "days", "Days to an answer", "Days within which messages and proposals are answered.", "答复天数", "多少天内答复消息和提案。", maximum=3650, better="-"),
    own("participation.rubric", "number_text", "Rubric", "Number of the published rubric version.", "评审标准", "已发布的评审标准版本号。", minimum=1),
    work("participation.stages", "list", "Stages", "The stages each task passes.", "评审阶段", "每个任务经过的阶段。", most_items=20, one="Stage"),
    work("participation.stages[].id", "id", "Id", "Short name of the stage.", "标识", "阶段的简称。"),
    work("participation.stages[].kind", "choice", "Kind", "What happens in the stage.", "类型", "该阶段做什么。", choices=STAGE_KINDS),
    work("participation.stages[].after?", "ids", "After", "Stages that must be passed first.", "在其后", "须先通过的阶段。"),
    work("participation.stages[].reviewers", "number", "Reviewers", "How many people review.", "审稿人数", "由多少人评审。", minimum=1, maximum=50),
    work("participation.stages[].quorum", "number", "Quorum", "How many verdicts a decision needs.", "法定人数", "作出决定需要几份意见。", minimum=1, maximum=50),
    work("participation.stages[].decides", "choice", "Decides", "Who decides.", "决定方式", "由谁决定。", choices=DECIDES),
    work("participation.stages[].first_answer_days", "days", "Days to the first answer", "Days until the first review is in.", "首次答复天数", "首份评审在多少天内完成。", maximum=3650),
    work("participation.stages[].decision_days", "days", "Days to the decision", "Days until the stage is decided.", "决定天数", "多少天内作出决定。", maximum=3650),
    own("participation.most_rounds?", "number", "Most rounds", "Rounds after which a task is decided for good.", "最多轮次", "最多几轮后必须有最终决定。", minimum=1, maximum=100),
    work("participation.anonymity", "choice", "Anonymity", "Who sees whose name while a task is judged.", "匿名方式", "评审期间谁能看到谁的名字。", choices=choices(("open", "Names are open to both sides", "双方公开"), ("reviewer_hidden", "Reviewers are hidden from authors", "对作者隐去审稿人"), ("both_hidden", "Both are hidden", "双方匿名"))),
    own("participation.credit_period?", "choice", "Credit period", "How often hidden review credit is posted.", "计分周期", "匿名评审的贡献多久入账一次。", choices=choices(("month", "each month", "每月"), ("quarter", "each quarter", "每季度")), default="month"),
    own("participation.reviewer_qualification", "long_text", "Reviewers’ qualification", "What a reviewer must know or have done.", "审稿人资格", "审稿人须具备什么。"),
    own("participation.conflict_of_interest", "object", "Conflicts of interest", "Who may not judge whose work.", "利益冲突", "谁不能评审谁的工作。"),
    own("participation.conflict_of_interest.same_affiliation", "yes_no", "Same affiliation counts", "Whether people of one institute may not judge each other.", "同单位回避", "同单位的人是否须回避。", choices=YES_NO),
    own("participation.conflict_of_interest.text", "long_text", "Rule", "All other conflicts.", "其他情形", "其他须回避的情形。"),
    own("participation.blind_solvers?", "object", "Blind solvers", "Who may solve tasks without the answer.", "盲解者", "谁可以在不看答案的情况下解题。"),
    own("participation.blind_solvers.expert", "long_text", "Experts", "Who counts as an expert.", "专家", "谁算专家。"),
    own("participation.blind_solvers.independence", "long_text", "Independence", "What keeps a solver independent.", "独立性", "如何保证解题者独立。"),
    own("participation.fallback_decider?", "role", "Fallback decider", "Role that decides when nobody else can.", "候补决定者", "无人能决定时由哪个角色决定。"),
    own("participation.ai_use", "long_text", "Use of AI tools", "What is allowed and what must be declared.", "AI 工具的使用", "允许什么，须声明什么。"),
    work("participation.appeals", "object", "Appeals", "How a decision can be contested, or none.", "申诉", "如何对决定提出异议，或“无”。"),
    work("participation.appeals.to", "role", "To", "Role that hears appeals.", "向谁提出", "处理申诉的角色。"),
    work("participation.appeals.within_days", "days", "Within days", "Days after the decision to appeal.", "申诉期限", "决定后多少天内可以申诉。", maximum=3650, better="+"),
    work("participation.appeals.answer_days", "days", "Answer in days", "Days until the appeal is answered.", "答复期限", "多少天内答复申诉。", maximum=3650, better="-"),
    own("participation.proposals?", "choice", "Proposals of tasks", "Whether the idea of a task is proposed and answered before the task is written; none where nobody takes proposals.", "任务提案", "撰写任务之前，是否先提出想法并得到答复；不接受提案则填“无”。", choices=PROPOSALS),
)

GRANTED = choices(("open", "by accepting the terms", "接受条款即得"), ("rule", "by rule, when the criteria hold", "满足标准即得"), ("appointed", "by appointment", "任命"), ("voted", "by vote", "投票"))

CHAPTER_6: tuple[Field, ...] = (
    person("roles", "list", "Roles", "The roles of the project, how one gets them, and their powers.", "角色", "项目的角色、获得方式和权力。", most_items=20, one="Role"),
    person("roles[].id", "id", "Id", "Short name of the role.", "标识", "角色的简称。"),
    person("roles[].title", "text", "Title", "Name of the role.", "名称", "角色的名称。"),
    person("roles[].duties", "long_text", "Duties", "What holders of the role do.", "职责", "担任者做什么。"),
    person("roles[].powers", "choices", "Powers", "What holders may do; [] where nothing special.", "权力", "担任者可以做什么；没有则填 []。", choices=POWERS),
    person("roles[].criteria", "expression", "Criteria", "What one must have done, or none.", "标准", "须达到什么，或“无”。"),
    person("roles[].granted", "choice", "Granted", "How one gets the role.", "获得方式", "如何获得此角色。", choices=GRANTED),
    person("roles[].vote", "object", "Vote", "How the vote runs; only for roles granted by vote.", "投票", "投票如何进行；仅用于投票产生的角色。"),
    person("roles[].vote.electorate", "text", "Electorate", "Who votes.", "选民", "谁投票。"),
    person("roles[].vote.quorum", "share", "Quorum", "Share of the electorate that must vote.", "法定比例", "须有多大比例的选民投票。"),
    person("roles[].vote.majority", "share", "Majority", "Share of votes that must be exceeded.", "多数", "须超过多大比例的票。"),
    person("roles[].vote.days", "days", "Days", "How long the vote stays open.", "天数", "投票开放多少天。", minimum=1, maximum=365),
    person("roles[].term_months?", "number", "Term in months", "Months after which the role ends.", "任期（月）", "多少个月后任期结束。", minimum=1, maximum=600),
    person("roles[].lost_when?", "long_text", "Lost when", "When somebody loses the role.", "何时失去", "什么情况下失去此角色。"),
)
