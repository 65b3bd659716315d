"""What it means that a clause is answered ``none``."""

from __future__ import annotations

from projects.terms.document.clause_words import Clause
from projects.terms.document.field import Field

_NOTHING = {
    "purpose.measures": ("Nothing in particular is measured", "不专门衡量任何能力"),
    "purpose.bottleneck": ("No difficulty of today is named", "没有指明现有困难"),
    "purpose.failure_means": ("Nothing follows from a failure", "系统失败不说明任何问题"),
    "purpose.changes_decision": ("No decision would change because of a result", "结果不会改变任何决定"),
    "purpose.used_by": ("Nobody is expected to use the results", "预计无人使用结果"),
    "purpose.generalises_to": ("The result speaks for nothing beyond the tasks", "结果只说明这些任务本身"),
    "purpose.does_not_measure": ("No limits of the measurement are named", "没有指明不衡量的内容"),
    "core_team.members": ("There is no core team", "没有核心团队"),
    "core_team.chosen_by": ("Nobody chooses the core team", "核心团队不由任何人选出"),
    "core_team.joining": ("Nobody can join the core team", "任何人都不能加入核心团队"),
    "core_team.funders": ("Nobody funds the project", "没有资助方"),
    "returns.guaranteed": ("Nothing is guaranteed", "没有任何确定的回报"),
    "returns.planned": ("Nothing is planned beyond what is guaranteed", "除确定的回报外没有其他打算"),
    "returns.if_nothing_published": ("Nothing is foreseen if nothing is published", "若没有发表，没有任何安排"),
    "returns.if_abandoned": ("Nothing is foreseen if the project is abandoned", "若中途停办，没有任何安排"),
    "growth": ("The project offers nothing to learn besides the work", "除工作本身外，不提供学习机会"),
    "compensation.kind": ("Contributors are paid in no way", "不以任何方式向贡献者支付报酬"),
    "compensation.pay": ("There is no pay rule", "没有付酬规则"),
    "compensation.hours_per_task": ("No usual number of hours is given", "没有给出通常的用时"),
    "compensation.own_costs": ("Contributors have no costs of their own", "不产生自付费用"),
    "compensation.choice": ("There is no choice between pay and authorship", "报酬与署名之间没有选择"),
    "participation.say": ("Contributors have no say in the standards", "贡献者对标准没有发言权"),
    "participation.answer_days": (
        "No time is promised for answers to messages and proposals",
        "没有承诺答复消息和提案的期限",
    ),
    "participation.rubric": ("There is no rubric", "没有评审标准"),
    "participation.stages": ("Tasks pass no stage of review", "任务不经过任何评审阶段"),
    "participation.most_rounds": ("The number of rounds has no limit", "评审轮数没有上限"),
    "participation.anonymity": ("There is no rule on who sees whose name", "没有关于谁能看到谁的名字的规定"),
    "participation.credit_period": (
        "Where reviewers are hidden, their credit is posted at no fixed interval",
        "审稿人匿名时，其贡献没有固定的入账周期",
    ),
    "participation.reviewer_qualification": ("Reviewers need no qualification", "对审稿人没有资格要求"),
    "participation.conflict_of_interest": ("There is no rule on conflicts of interest", "没有利益冲突规则"),
    "participation.blind_solvers": ("No rule says who may be a blind solver", "没有规定谁可以担任盲解者"),
    "participation.fallback_decider": (
        "Nobody decides in place of those who cannot",
        "决定者无法决定时，没有人代为决定",
    ),
    "participation.ai_use": (
        "The organizers answered “none”; whether that means no rule or no use, they do not say",
        "组织者写明为“无”；没有说明这是指没有规定，还是不得使用",
    ),
    "participation.appeals": ("There is no appeal", "不能申诉"),
    "participation.proposals": ("Nobody takes proposals of tasks", "不接受任务提案"),
    "roles": ("There are no roles", "没有角色"),
    "roles[].criteria": ("There are no criteria", "没有标准"),
    "authorship.kinds": ("No work earns points", "没有任何工作计分"),
    "authorship.eligibility": ("Nobody becomes an author", "不提供署名"),
    "authorship.acknowledged": ("Nobody is acknowledged by rule", "没有人按规则列入致谢"),
    "authorship.opt_out": ("Authorship cannot be declined", "不能谢绝署名"),
    "authorship.leavers": ("There is no rule for people who leave", "对离开的人没有规定"),
    "authorship.late_joiners": ("Nothing particular holds for people who join late", "对后加入的人没有特别规定"),
    "authorship.unreachable": ("There is no rule for people out of reach", "对联系不上的人没有规定"),
    "authorship.conditions": ("Nothing has to be done after acceptance", "通过之后没有附带条件"),
    "authorship.blocks": ("There is no rule for the order of the list", "名单没有排序规则"),
    "authorship.ties": ("There is no rule for ties", "没有并列规则"),
    "authorship.marks": ("There are no marks", "没有标记"),
    "authorship.collation": ("There is no rule for the sorting of names", "没有姓名排序规则"),
    "authorship.overrides": ("Nobody can make an exception", "任何人都不能作例外处理"),
    "authorship.objection_days": ("There is no time to object to a published list", "公布的名单没有异议期"),
    "authorship.grace_days": ("There are no days of grace", "没有宽限天数"),
    "authorship.outputs": ("No paper or release has an author list", "没有附作者名单的论文或数据发布"),
    "licence.inbound": ("Contributors grant nothing", "贡献者不作任何授权"),
    "licence.outbound": ("The result is not licensed to the public", "成果不向公众授权"),
    "licence.commercial_use": ("There is no rule on commercial use", "没有关于商业使用的规定"),
    "data.visibility": ("There is no rule on who reads accepted tasks", "没有规定谁能看到通过的任务"),
    "data.destinations": ("The tasks go to nobody", "任务不提供给任何人"),
    "data.new_destination": ("There is no rule on new recipients", "没有关于新增接收方的规定"),
    "data.revenue": ("Contributors get no share of any revenue", "贡献者不分享任何收益"),
    "data.held_out": ("No tasks are held out", "没有保留任务"),
    "rights": (
        "Contributors may use their own tasks for nothing but this project",
        "除本项目外，贡献者不能使用自己的任务",
    ),
    "changes.notice_days": ("No notice is given of changes", "变更不提前通知"),
    "changes.contested_at": ("Changes can be contested nowhere", "没有对变更提出异议的渠道"),
    "contact": ("There is no contact", "没有联系方式"),
    "translations": ("There are no translations", "没有译文"),
}


def nothing(clause: Clause, field: Field) -> str:
    """Where no better words are known, the answer itself is repeated."""
    words = _NOTHING.get(field.path)
    if words:
        return clause.say(clause.said(*words))
    return clause.said("Answered “none”.", "写明为“无”。")
