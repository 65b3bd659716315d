"""Fifty random valid documents with values that people write: every field, every value of every closed list and every
form of a rule stands in at least one of them (`test_terms` counts)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

NUMBERS = range(1, 51)
T = TypeVar("T")
Part = dict[str, Any]

# (English, Chinese): which one a document uses follows its binding language.
_TEXTS: dict[str, Sequence[tuple[str, str]]] = {
    "measures": (
        ("Whether a system reads a core log as a sedimentologist does.", "系统能否像沉积学者一样解读岩心记录。"),
        ("Planning of multi-step syntheses with the reagents of a small laboratory", "用小型实验室的试剂规划多步合成"),
    ),
    "short": (
        ("A week of work for two people.", "两个人一周的工作量。"),
        ("Nobody has measured it yet", "目前没有人衡量过"),
    ),
    "duties": (
        ("Finds reviewers and keeps the clock.", "寻找审稿人并跟进期限。"),
        ("Writes tasks", "编写任务"),
        ("Answers questions about the rules; sums up each discussion.", "解答规则问题；总结每次讨论。"),
    ),
    "interests": (("Employed by a company that sells such systems.", "任职于一家销售此类系统的公司。"),),
    "return": (
        ("A letter that says what you did", "一封说明你所做工作的证明信"),
        ("Every review of your own tasks, to keep.", "你的任务的全部评审意见，由你保留。"),
    ),
    "then": (
        ("All rights go back to the contributors.", "全部权利归还贡献者。"),
        ("the tasks are released with their authors’ names", "任务连同作者姓名一并公开"),
    ),
    "who": (("all members", "全体成员"), ("everybody with an accepted task", "有任务通过的所有人")),
    "cost": (("model calls", "模型调用"), ("travel to the field station", "前往野外台站的差旅")),
    "rule": (("Nobody judges a co-author of the last three years.", "不评审近三年的合著者。"),),
    "place": (("the standards page", "标准讨论页"), ("rules@example.org", "rules@example.org")),
    "recipient": (
        ("everybody", "所有人"),
        ("Halden Institute", "哈尔登研究所"),
        ("Northlake Systems AG", "北湖系统公司"),
    ),
    "funder": (("Meridian Water Trust", "子午水信托"), ("Ministry of Research", "科研主管部门")),
    "gift": (("rooms and computing time", "场地和机时"),),
    "when": (("a newer set has replaced them", "已由新一批任务取代"),),
    "condition": (("Keep the reference answer running until the release.", "在发布之前保持参考答案可运行。"),),
    "loses": (("the points of that task", "该任务的得分"),),
    "text": (("Only with a note of the benchmark’s name.", "须注明基准名称。"),),
    "formula": (("By points at the end of the year", "按年末得分分配"),),
}
_ROLES = (
    ("Contributor", "贡献者"),
    ("Reviewer", "审稿人"),
    ("Area chair", "领域主席"),
    ("Panel", "申诉小组"),
    ("Organizer", "组织者"),
)
_ROLE_IDS = ("contributor", "reviewer", "chair", "panel", "organizer")
_KINDS = (
    ("Accepted task", "通过的任务"),
    ("Review", "评审"),
    ("Standards work", "标准工作"),
    ("Tools", "工具"),
    ("Earlier work", "此前的工作"),
)
_KIND_IDS = ("task", "review", "standards", "tools", "earlier")
_SOURCES = ("task", "review", "proposal", "claim", "import")
_AMOUNTS = ("1", "2", "1/2", "3/2", "1/3", "7/12", "10", "5/4")
_DAYS = ("2027-03-01", "2027-06-30", "2027-12-31", "2028-02-29", "2026-11-05")
_LICENCES = ("CC-BY-4.0", "MIT", "Apache-2.0 OR MIT", "CC0-1.0", "LicenseRef-house")
_TASK_FACTS = ("experts_right", "experts_asked", "nonexperts_wrong", "nonexperts_asked", "difficulty", "rounds")
_FLAGS = ("expert", "right", "agreed", "first", "second_right", "after_revision")
_SIGNS = ("≥", "≤", ">", "<", "=", ">=", "<=")


def document(number: int) -> Part:
    """The same document for the same number, on any machine."""
    return _Writer(number).document()


def _always(value: T) -> Callable[[], T]:
    return lambda: value


class _Writer:
    def __init__(self, number: int) -> None:
        self.number = number
        self.random = random.Random(f"terms {number}")
        self.chinese = number % 3 == 0
        self.count = self.random.randint(2, 5)

    # --- drawing

    def one(self, values: Sequence[T]) -> T:
        return self.random.choice(values)

    def chance(self, of: int = 2) -> bool:
        return self.random.randrange(of) == 0

    def text(self, key: str) -> str:
        return self.one(_TEXTS[key])[self.chinese]

    def whole(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def amount(self) -> str:
        return self.one(_AMOUNTS)

    def money(self, currency: str = "USD") -> Part:
        return {"minor": self.one((5_000, 12_050, 100_000, 25_000_000, 99)), "currency": currency}

    def some(self, values: Sequence[T], least: int = 1) -> list[T]:
        return self.random.sample(list(values), self.whole(least, min(3, len(values))))

    def kind(self) -> str:
        return self.one(_KIND_IDS[: self.count])

    def role(self) -> str:
        return self.one(_ROLE_IDS)

    def or_none(self, value: Callable[[], Any], of: int = 6) -> Any:
        return "none" if self.chance(of) else value()

    def parts(self, of: int, **made: Callable[[], Any]) -> Part:
        """Each part by itself open in one of ``of`` cases, which is what drafts and other sites' terms look like."""
        return {name.rstrip("_"): value() for name, value in made.items() if of == 0 or not self.chance(of)}

    # --- the document

    def document(self) -> Part:
        of = (0, 0, 12, 5)[self.number % 4]  # every second document is complete
        made: Part = {
            "schema": "concord-terms/1",
            "language": "zh-Hans" if self.chinese else self.one(("en", "en", "de")),
            "zone": self.one(("UTC", "Asia/Shanghai", "Europe/Lisbon")),
        }
        clauses: dict[str, Callable[[], Any]] = {
            "purpose": lambda: self.purpose(of),
            "core_team": lambda: self.core_team(of),
            "returns": lambda: self.returns(of),
            "growth": lambda: self.or_none(self.growth),
            "compensation": lambda: self.compensation(of),
            "participation": lambda: self.participation(of),
            "roles": lambda: [self.role_at(index, of) for index in range(len(_ROLE_IDS))],
            "authorship": lambda: self.authorship(of),
            "licence": lambda: self.licence(of),
            "data": lambda: self.data(of),
            "rights": lambda: self.or_none(lambda: self.rights(of), 12),
            "changes": lambda: self.parts(
                of,
                notice_days=lambda: self.or_none(lambda: self.one((0, 1, 30))),
                contested_at=lambda: self.or_none(lambda: self.text("place")),
            ),
            "contact": lambda: self.or_none(lambda: self.text("place"), 9),
        }
        made.update({name: value() for name, value in clauses.items()})
        if self.chance(4) and "measures" in made["purpose"] and made["purpose"]["measures"] != "none":
            made["translations"] = self.translations(made)
        return {name: value for name, value in made.items() if value not in ({}, [])}

    def translations(self, made: Part) -> list[Part]:
        text = next(pair for pair in _TEXTS["measures"] if made["purpose"]["measures"] in pair)
        return [
            {
                "language": "en" if self.chinese else "zh-Hans",
                "texts": [{"path": "purpose.measures", "text": text[not self.chinese]}],
            }
        ]

    def purpose(self, of: int) -> Part:
        names = ("bottleneck", "failure_means", "changes_decision", "used_by", "generalises_to", "does_not_measure")
        rest = {name: (lambda: self.or_none(lambda: self.text("short"), 5)) for name in names}
        return self.parts(of, measures=lambda: self.or_none(lambda: self.text("measures"), 9), **rest)

    def core_team(self, of: int) -> Part:
        people = [f"subject-{index}" for index in range(1, self.whole(2, 3))]
        return self.parts(
            of,
            members=lambda: self.or_none(lambda: [self.member(one, of) for one in people], 12),
            chosen_by=lambda: self.or_none(lambda: self.text("who")),
            joining=lambda: self.or_none(lambda: self.text("who")),
            funders=lambda: self.or_none(lambda: [self.funder(of) for _ in range(self.whole(1, 2))], 4),
        )

    def member(self, person: str, of: int) -> Part:
        made = self.parts(
            of and of + 3,
            since=lambda: self.one(_DAYS),
            duties=lambda: self.or_none(lambda: self.text("duties")),
            interests=lambda: self.or_none(lambda: self.text("interests"), 2),
            roles=lambda: self.or_none(lambda: self.some(_ROLE_IDS)),
        )
        return {"person": person, **made}

    def funder(self, of: int) -> Part:
        return self.parts(
            of and of + 3,
            name=lambda: self.text("funder"),
            gives=lambda: self.or_none(lambda: self.one((self.money("EUR"), self.text("gift")))),
            sees=lambda: self.or_none(lambda: self.one(("nothing", "results", "public", "held_out")), 9),
            owns_data=lambda: self.one(("yes", "no")),
        )

    def returns(self, of: int) -> Part:
        return self.parts(
            of,
            guaranteed=lambda: self.or_none(
                lambda: [
                    {
                        "what": self.text("return"),
                        "to": self.one((self.role(), self.text("who"))),
                        "by": self.one(_DAYS),
                    }
                ]
            ),
            planned=lambda: self.or_none(lambda: [{"what": self.text("return")}]),
            if_nothing_published=lambda: self.or_none(lambda: {"by": self.one(_DAYS), "then": self.text("then")}),
            if_abandoned=lambda: self.or_none(lambda: {"after_days": self.one((1, 90)), "then": self.text("then")}),
        )

    def growth(self) -> Part:
        return self.parts(
            7,
            discussions=lambda: self.or_none(
                lambda: {
                    "open_to": self.or_none(lambda: self.text("who")),
                    "every_days": self.or_none(lambda: self.one((1, 14))),
                }
            ),
            seniors=lambda: self.or_none(lambda: self.text("duties")),
            feedback=lambda: self.or_none(lambda: self.text("duties")),
        )

    # --- work and pay

    def compensation(self, of: int) -> Part:
        kind = self.or_none(lambda: self.one(("paid", "prizes", "mixed", "unpaid")), 12)
        made = {"kind": kind}
        if kind != "unpaid" and not (of and self.chance(of)):
            made["pay"] = self.or_none(lambda: [self.pay(index) for index in range(self.whole(1, 3))], 9)
        costs = {
            "what": lambda: self.or_none(lambda: self.text("cost"), 9),
            "paid_by": lambda: self.one(("project", "shared", "contributor")),
            "cap": lambda: self.or_none(self.money, 3),
        }
        return made | self.parts(
            of,
            hours_per_task=lambda: self.or_none(
                lambda: self.one(([5, 8], ["1/2", 1], [1, 1], [40, 40], [2, "5/2"])), 9
            ),
            own_costs=lambda: self.or_none(lambda: self.parts(of and of + 3, **costs), 3),
            choice=lambda: self.or_none(lambda: self.one(("both", "pay_or_credit")), 9),
        )

    def pay(self, index: int) -> Part:
        work = self.one(("task", "review", "solve", "hour", "rank"))
        made: Part = {"id": f"pay-{index + 1}", "for": work}
        facts = work in ("task", "review", "solve")
        if facts and self.chance(3):
            made["applies"] = self.condition(work)
        if work == "rank":
            step = self.whole(1, 3)
            made["rank"] = [{"from": 1, "to": step, "each": self.money()}]
            if self.chance():
                made["rank"].append({"from": step + 1, "to": step + self.one((1, 20)), "each": self.money()})
            made["ranked_by"] = self.one((["points"], ["points", "count"], ["first_credit"], [{"decision": "jury-1"}]))
        else:
            made["base"] = self.money()
            if facts and self.chance(3):
                made["plus"] = [{"when": self.condition(work), "add": self.money()} for _ in range(self.whole(1, 2))]
        if self.chance(3):
            made["cohort"] = self.one((1, 50))
        if self.chance(3):
            made["deadline"] = self.one(_DAYS)
        if self.chance(4):
            made["exclude"] = self.expression(1)
        return made | {"ties": self.one(("share", "earlier")), "currency": "USD"}

    def condition(self, work: str) -> Any:
        """No fact stands twice in one condition, so that its parts agree with each other."""
        facts = {"claim": ["quantity"], "task": list(_TASK_FACTS)}.get(work, [*_FLAGS, "nonexperts_wrong"])
        self.random.shuffle(facts)
        return self.compared(facts, 0)

    def compared(self, facts: list[str], depth: int) -> Any:
        if depth < 2 and len(facts) > 3 and self.chance(3):
            name = self.one(("all", "any", "not"))
            parts = [self.compared(facts, depth + 1) for _ in range(1 if name == "not" else 2)]
            return {name: parts[0] if name == "not" else parts}
        fact = facts.pop()
        return fact if fact in _FLAGS else f"{fact} {self.one(_SIGNS)} {self.whole(1, 4)}"

    def participation(self, of: int) -> Part:
        return self.parts(
            of,
            say=lambda: self.or_none(lambda: self.text("duties")),
            answer_days=lambda: self.or_none(lambda: self.one((0, 1, 14))),
            rubric=lambda: self.or_none(lambda: self.one((1, 3, self.text("short"))), 9),
            stages=lambda: self.or_none(lambda: self.stages(of), 9),
            most_rounds=lambda: self.or_none(lambda: self.one((1, 5))),
            anonymity=lambda: self.or_none(lambda: self.one(("open", "reviewer_hidden", "both_hidden")), 9),
            credit_period=lambda: self.or_none(lambda: self.one(("month", "quarter"))),
            reviewer_qualification=lambda: self.or_none(lambda: self.text("short")),
            conflict_of_interest=lambda: self.or_none(
                lambda: {
                    "same_affiliation": self.one(("yes", "no")),
                    "text": self.or_none(lambda: self.text("rule"), 3),
                }
            ),
            blind_solvers=lambda: self.or_none(
                lambda: {
                    "expert": self.or_none(lambda: self.text("short")),
                    "independence": self.or_none(lambda: self.text("short")),
                },
                4,
            ),
            fallback_decider=lambda: self.or_none(lambda: self.one((self.role(), self.text("who")))),
            ai_use=lambda: self.or_none(lambda: self.text("text")),
            appeals=lambda: self.or_none(
                lambda: {
                    "to": self.one(("panel", "chair", self.text("who"))),
                    "within_days": self.or_none(lambda: self.one((0, 1, 30))),
                    "answer_days": self.or_none(lambda: self.one((0, 1, 21))),
                }
            ),
            **self.proposals(),
        )

    def proposals(self) -> dict[str, Callable[[], Any]]:
        """By the number, not drawn: a draw would change every other document."""
        said = ("required", "welcome", "none", None, None)[self.number % 5]
        return {"proposals": _always(said)} if said and self.number % 4 < 2 else {}

    def stages(self, of: int) -> list[Part]:
        made: list[Part] = []
        for name, kind in (("first", "review"), ("blind", "blind_solve"), ("last", "final"))[: self.whole(1, 3)]:
            reviewers = self.whole(1, 3)
            stage = self.parts(
                of and of + 3,
                kind=_always(kind),
                reviewers=_always(reviewers),
                quorum=partial(self.whole, 1, reviewers),
                decides=lambda: self.one(("all", "majority", "lead")),
                first_answer_days=lambda: self.or_none(lambda: self.one((0, 1, 7)), 9),
                decision_days=lambda: self.or_none(lambda: self.one((7, 21)), 9),
            )
            if kind == "blind_solve" and self.chance():
                stage = {
                    key: value for key, value in stage.items() if key not in ("quorum", "decides", "first_answer_days")
                }
            if made and self.chance():
                stage["after"] = [one["id"] for one in made]
            made.append({"id": name, **stage})
        return made

    def role_at(self, index: int, of: int) -> Part:
        granted = ("open", "rule", "voted", "appointed", "appointed")[index]
        powers: tuple[list[str], ...] = (
            [],
            ["review"],
            ["triage", "assign", "decide", "chair", "award"],
            ["hear_appeals"],
            ["invite", "amend", "freeze", "release", "pay", "approve_pay", "audit"],
        )
        made = self.parts(
            of and of + 6,
            title=lambda: _ROLES[index][self.chinese],
            duties=lambda: self.or_none(lambda: self.text("duties"), 9),
            powers=lambda: list(powers[index]),
            criteria=lambda: "none" if index == 0 else self.or_none(lambda: self.expression(0)),
            granted=lambda: granted,
        )
        if granted == "voted":
            made["vote"] = self.parts(
                of and of + 3,
                electorate=lambda: self.text("who"),
                quorum=lambda: self.one(("1/3", "1/2", "1")),
                majority=lambda: self.one(("1/2", "2/3")),
                days=lambda: self.one((1, 14)),
            )
        if self.chance(4):
            made["term_months"] = self.or_none(lambda: self.one((1, 12)), 4)
        if self.chance(4):
            made["lost_when"] = self.or_none(lambda: self.text("condition"), 4)
        return {"id": _ROLE_IDS[index], **made}

    # --- credit

    def expression(self, depth: int) -> Part:
        """No sort of leaf stands twice in one expression, so that its parts agree with each other."""
        leaves = ["points", "count", "distinct", "role", "member", "service", "agreed", "decision", "referred"]
        self.random.shuffle(leaves)
        return self.grown(leaves, depth)

    def grown(self, leaves: list[str], depth: int) -> Part:
        if depth < 3 and len(leaves) > 4 and self.chance(3):
            name = self.one(("all", "any", "not"))
            parts = [self.grown(leaves, depth + 1) for _ in range(1 if name == "not" else self.whole(1, 3))]
            return {name: parts[0] if name == "not" else parts}
        return self.leaf(leaves.pop())

    def leaf(self, name: str) -> Part:
        bound = self.one(("at_least", "more_than"))
        leaves: dict[str, Callable[[], Any]] = {
            "points": lambda: (
                {bound: self.one(("0", *_AMOUNTS)) if bound == "more_than" else self.amount()}
                | ({"kinds": self.some(_KIND_IDS[: self.count])} if self.chance() else {})
            ),
            "count": lambda: {"kind": self.kind(), bound: self.whole(1, 8)},
            "distinct": lambda: {"of": self.one(("field", "region")), "kind": self.kind(), bound: self.whole(1, 3)},
            "role": lambda: {"id": self.role()} | ({"for_days": self.one((1, 90))} if self.chance() else {}),
            "member": lambda: (
                {"for_days": self.one((0, 1, 90))} | ({"grace_days": self.one((0, 1, 30))} if self.chance() else {})
            ),
            "service": lambda: (
                {
                    "kind": self.kind(),
                    "at_least": self.amount(),
                    "per": self.one(("year", "total")),
                    "by": self.one(("person", "institute", "either")),
                }
                | ({"carry_most": self.amount()} if self.chance() else {})
            ),
            "agreed": lambda: {"id": "data-policy", "before": self.one(("first_accepted", *_DAYS))},
            "decision": lambda: "board-7",
            "referred": lambda: {"at_least": self.whole(1, 3)},
        }
        return {name: leaves[name]()}

    def keys(self) -> list[Any]:
        kinds = self.some(_KIND_IDS[: self.count])
        plain = ["points", "count", "name", "first_credit"]
        return self.some([*plain, {"points": kinds}, {"random": "tide-7"}, {"decision": "board-7"}])

    def authorship(self, of: int) -> Part:
        return self.parts(
            of,
            kinds=lambda: self.or_none(lambda: [self.award(index, of) for index in range(self.count)], 12),
            after_withdrawal=lambda: self.one(("keep", "lose")),
            after_revocation=lambda: self.one(("keep", "lose")),
            eligibility=lambda: self.or_none(lambda: self.expression(0), 12),
            acknowledged=lambda: self.or_none(lambda: self.expression(1)),
            opt_out=lambda: self.or_none(lambda: self.text("short")),
            leavers=lambda: self.or_none(lambda: self.text("short")),
            late_joiners=lambda: self.or_none(lambda: self.text("short")),
            unreachable=lambda: self.or_none(lambda: self.text("short")),
            conditions=lambda: self.or_none(lambda: [self.duty(of)], 2),
            blocks=lambda: self.or_none(lambda: self.blocks(of), 9),
            ties=lambda: self.or_none(
                lambda: self.one((["name+subject"], ["first_credit", "name+subject"], ["count", {"random": "tide-8"}])),
                9,
            ),
            marks=lambda: self.or_none(lambda: self.marks()),
            collation=lambda: self.or_none(lambda: "root-folded/1", 9),
            overrides=lambda: self.or_none(lambda: {"window_days": self.one((7, 14))}),
            objection_days=lambda: self.or_none(lambda: self.one((0, 1, 14))),
            grace_days=lambda: self.or_none(lambda: self.one((0, 1, 30))),
            outputs=lambda: self.or_none(lambda: [self.output(index, of) for index in range(self.whole(1, 2))], 12),
        )

    def award(self, index: int, of: int) -> Part:
        source = _SOURCES[index]
        made: Part = {"id": _KIND_IDS[index]}
        made |= self.parts(
            of and of + 6,
            title=lambda: _KINDS[index][self.chinese],
            from_=lambda: source,
            amount=lambda: self.worth(source),
            split=lambda: self.one(("equal", "declared", "each")),
            date=lambda: self.one(("submitted", "accepted")),
        )
        optional: dict[str, Callable[[], Any]] = {
            "first_of": lambda: {"by": self.some(("field", "region")), "add": self.amount()},
            "times": lambda: {
                "attribute": "field",
                "table": {"reefs": "2", "lakes": "3/2"} if self.chance() else {"reefs": "3"},
            },
            "cap": lambda: {name: self.amount() for name in self.some(("item", "person", "cohort"))},
            "budget": lambda: {"total": "40", "per": self.one(("month", "output"))},
            "window": lambda: self.one(
                ({"from": "2027-01-01"}, {"to": "2027-12-31"}, {"from": "2027-01-01", "to": "2027-12-31"})
            ),
        }
        made |= {name: value() for name, value in optional.items() if self.chance(4)}
        if source in ("task", "review", "claim") and "from" in made and self.chance(4):
            made["applies"] = self.condition(source)
        return made

    def worth(self, source: str) -> Part:
        conditional = source in ("task", "review", "claim")
        form = self.one(("fixed", "range", "base") if conditional else ("fixed", "range"))
        if form == "fixed":
            return {"fixed": self.amount()}
        if form == "range":
            return {"range": self.one((["1/2", "1"], ["1", "3"]))}
        return {
            "base": self.amount(),
            "plus": [{"when": self.condition(source), "add": self.amount()} for _ in range(self.whole(1, 2))],
        }

    def duty(self, of: int) -> Part:
        return self.parts(
            of and of + 3,
            what=lambda: self.text("condition"),
            due=lambda: self.one(_DAYS),
            notice_days=lambda: self.one((0, 1, 30)),
            cure_days=lambda: self.one((0, 1, 30)),
            loses=lambda: self.or_none(lambda: self.text("loses"), 3),
        )

    def blocks(self, of: int) -> list[Part]:
        names = (("leads", ("Leads", "牵头作者")), ("all", ("Authors", "作者")))
        return [
            {"id": name}
            | self.parts(
                of and of + 6,
                title=_always(title[self.chinese]),
                who=lambda: self.expression(0),
                sort=self.keys,
            )
            for name, title in names[: self.whole(1, 2)]
        ]

    def marks(self) -> list[Part]:
        ids = self.some(("equal", "corresponding", "senior", "core", "lead", "deceased"))
        return [{"id": one, "who": self.expression(2)} for one in ids]

    def output(self, index: int, of: int) -> Part:
        scope: dict[str, Callable[[], Any]] = {"carry_over": lambda: self.one(("yes", "no"))}
        if self.chance():
            scope["kinds"] = lambda: self.some(_KIND_IDS[: self.count])
        if self.chance():
            scope["from"] = lambda: "2026-09-01"
        if self.chance():
            scope["to"] = lambda: "2027-12-31"
        made = self.parts(
            of and of + 6,
            title=lambda: (("The paper", "论文"), ("The data release", "数据发布"))[index][self.chinese],
            kind=lambda: ("paper", "release")[index],
            list=lambda: self.one(("full", "limited")),
            scope=lambda: self.parts(of and of + 6, **scope) or {"carry_over": "no"},
            as_of=lambda: self.one(_DAYS),
            lock=lambda: self.one(("open", "order_only", "closed")),
        )
        return {"id": ("paper-1", "release-1")[index], **made}

    # --- afterwards

    def licence(self, of: int) -> Part:
        inbound: dict[str, Callable[[], Any]] = {
            "exclusive": lambda: self.one(("yes", "no")),
            "ownership": lambda: self.one(("contributor", "project")),
            "purposes": lambda: self.one(
                (["any"], ["research", "evaluation"], ["noncommercial"], ["training", "resale", "outreach"])
            ),
            "revocable_until": lambda: self.one(("acceptance", "release", "never")),
        }
        outbound = {name: (lambda: self.or_none(lambda: self.one(_LICENCES))) for name in ("data", "code", "text")}
        return self.parts(
            of,
            inbound=lambda: self.or_none(lambda: self.parts(of and of + 3, **inbound), 12),
            outbound=lambda: self.or_none(lambda: self.parts(of and of + 3, **outbound), 9),
            commercial_use=lambda: self.or_none(lambda: self.one(("yes", "no", "ask")), 9),
        )

    def data(self, of: int) -> Part:
        revenue: dict[str, Callable[[], Any]] = {
            "share": lambda: self.one(("1/2", "1", "0", "2/3")),
            "formula": lambda: self.or_none(lambda: self.text("formula"), 3),
        }
        return self.parts(
            of,
            visibility=lambda: self.or_none(lambda: self.one(("open", "members", "closed")), 9),
            destinations=lambda: self.or_none(lambda: [self.destination(of) for _ in range(self.whole(1, 2))]),
            new_destination=lambda: self.or_none(lambda: self.one(("consent", "notice"))),
            revenue=lambda: self.or_none(lambda: self.parts(of and of + 3, **revenue), 3),
            held_out=lambda: self.or_none(lambda: self.held_out(of), 4),
        )

    def destination(self, of: int) -> Part:
        kind = self.one(("public", "company", "sale", "service", "other"))
        return self.parts(
            of and of + 6,
            recipient=lambda: self.text("recipient"),
            kind=lambda: kind,
            split=lambda: self.one(("public", "held_out", "all")),
            purpose=lambda: self.one((["any"], ["research", "evaluation", "training"], ["resale"])),
            commercial=lambda: self.one(("yes", "no")),
            exclusive=lambda: self.one(("yes", "no")),
            from_=lambda: self.or_none(lambda: self.one(_DAYS)),
            until=lambda: self.or_none(lambda: "2030-12-31", 2),
            fee=lambda: self.or_none(self.money, 2),
        )

    def held_out(self, of: int) -> Part:
        chosen = self.one(("rule", "hand"))
        made = self.parts(
            of and of + 3,
            share=lambda: self.one(("1/5", "1/2", "1", "3/20")),
            chosen=lambda: chosen,
            why=lambda: self.or_none(lambda: self.text("short"), 4),
            released=lambda: self.or_none(lambda: self.one(({"on": "2029-01-31"}, {"when": self.text("when")})), 4),
        )
        if chosen == "rule":
            made["rule"] = self.one(({"random": "tide-9"}, self.text("short")))
        return made

    def rights(self, of: int) -> Part:
        def answer() -> str:
            return self.one(("yes", "yes", "no", self.text("text"), "none"))

        return self.parts(
            of,
            own_paper=answer,
            teaching=answer,
            other_benchmark=answer,
            publish=lambda: self.or_none(lambda: {"from": self.one(("acceptance", "release", "2028-03-01", "none"))}),
        )
