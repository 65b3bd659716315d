"""Answers to the twelve questions → the clauses of a terms document that they stand for. Pure.

What is not answered is absent, and so is what an answer leaves open: the card then says that it is not stated. Nothing
is filled in that nobody said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projects.checking.questions import PARTS
from projects.terms.document.field import Words

Answers = Mapping[str, Any]
_OTHERS = Words("people who did not take the decision", "没有参与该决定的人")
_COMPANY = Words("a company", "一家公司")
_BUYERS = Words("the buyers", "买方")
_EVERYBODY = Words("everybody", "所有人")
_FUNDERS = Words("the funders", "资助方")
_ORGANIZERS = Words("the organizers", "组织者")
_CONTRIBUTOR = Words("contributor", "贡献者")
_HIGHER = Words("reviewers, chairs and the like", "审稿人、领域主席等")
_TASK = Words("accepted task", "通过的任务")
_OTHER_WORK = Words("other work", "其他工作")


def document(answers: Answers, lang: str) -> dict[str, Any]:
    """``answers`` holds values by the names of parts: an option, a whole number, stored money, or words. What the card
    quotes of an option is its own words in ``lang``."""
    given = _Given(answers, lang)
    return {
        key: clause
        for key, clause in (
            ("purpose", _purpose(given)),
            ("core_team", _core_team(given)),
            ("returns", _returns(given)),
            ("growth", _only(feedback=given.words_or_none("reasons", no="no"))),
            ("compensation", _compensation(given)),
            ("participation", _participation(given)),
            ("roles", _roles(given)),
            ("authorship", _authorship(given)),
            ("licence", _licence(given)),
            ("data", _data(given)),
            ("rights", _rights(given)),
            ("changes", _changes(given)),
        )
        if clause
    }


class _Given:
    def __init__(self, answers: Answers, lang: str) -> None:
        self._answers = {name: value for name, value in answers.items() if value not in (None, "")}
        self.lang = lang

    def __getitem__(self, name: str) -> Any:
        """None where there is no answer; an unknown name is a mistake of this module."""
        assert name in PARTS, name  # noqa: S101
        return self._answers.get(name)

    def words(self, name: str) -> str:
        return PARTS[name].options[self[name]].said(self.lang)

    def words_or_none(self, name: str, *, no: str = "none") -> str | None:
        """An option in its own words; the option ``no`` is the explicit none."""
        if self[name] is None:
            return None
        return "none" if self[name] == no else self.words(name)

    def say(self, words: Words) -> str:
        return words.said(self.lang)


def _only(**parts: Any) -> dict[str, Any]:
    return {name: value for name, value in parts.items() if value is not None}


# --- recruit


def _purpose(given: _Given) -> dict[str, Any]:
    """A place where only the readers of whole documents look."""
    return _only(measures=given.words("back") if given["back"] == "reaches" else None)


def _core_team(given: _Given) -> dict[str, Any]:
    how = given.words("core") if given["core"] == "yes" else None
    interests = given.words("interests") if given["interests"] else None
    return _only(
        members=[{"person": given.say(_ORGANIZERS), "interests": interests}] if interests else None,
        chosen_by=how,
        joining="none" if given["core"] == "closed" else how,
        funders=_funders(given),
    )


def _funders(given: _Given) -> Any:
    """What else they see is not told by owning data or by seeing held-out tasks."""
    parts = {
        "results": {"sees": "results", "owns_data": "no"},
        "held_out": {"sees": "held_out"},
        "own": {"owns_data": "yes"},
    }
    said = given["funders"]
    return said if said in (None, "none") else [{"name": given.say(_FUNDERS), **parts[said]}]


def _returns(given: _Given) -> dict[str, Any]:
    end = given.words_or_none("end")
    then = end if end in (None, "none") else {"then": end}
    promise = given["promise"]
    return _only(
        guaranteed=[{"what": promise}] if promise else given["guaranteed"],
        if_nothing_published=then,
        if_abandoned=then,
    )


def _compensation(given: _Given) -> dict[str, Any]:
    kinds = {"unpaid": "unpaid", "paid": "paid", "later": "paid", "prizes": "prizes", "mixed": "mixed"}
    low, high = given["hours_low"] or given["hours_high"], given["hours_high"] or given["hours_low"]
    return _only(
        kind=kinds.get(given["kind"] or ""),
        pay=_pay(given),
        hours_per_task=[low, high] if low else None,
        own_costs=_own_costs(given),
    )


def _pay(given: _Given) -> Any:
    """An amount without what it is for is known, and cannot be worked out by the hour."""
    if given["kind"] in ("later", "unpaid"):
        return "none"
    if given["kind"] not in ("paid", "mixed") or given["amount"] is None:
        return None
    rule = _only(**{"id": "pay", "for": given["per"], "base": given["amount"]})
    return [rule, {"id": "prizes", "for": "rank"}] if given["kind"] == "mixed" else [rule]


def _own_costs(given: _Given) -> Any:
    said = given["costs"]
    if said in (None, "none"):
        return said
    if said == "contributor":
        return {"paid_by": "contributor"}
    capped = said.endswith("_cap")
    return _only(paid_by=said.removesuffix("_cap"), cap=given["limit"] if capped else "none")


# --- take part


def _participation(given: _Given) -> dict[str, Any]:
    conflicts = given["conflicts"]
    return _only(
        say=given.words_or_none("say", no="no"),
        answer_days=given["first"],
        rubric={"yes": 1, "no": "none"}.get(given["rubric"] or ""),
        stages=_stages(given),
        anonymity=given["names"],
        reviewer_qualification=given["qualification"],
        conflict_of_interest=(
            conflicts
            if conflicts in (None, "none")
            else {"same_affiliation": conflicts, "text": given.words("conflicts")}
        ),
        appeals=_appeals(given),
    )


def _stages(given: _Given) -> Any:
    """One stage of review. All of them deciding together is a quorum of all; else the quorum is not told."""
    parts = _only(
        reviewers=given["reviewers"],
        quorum=given["reviewers"] if given["decides"] == "all" else None,
        decides=given["decides"],
        first_answer_days=given["first"],
        decision_days=given["decision"],
    )
    return [{"id": "review", "kind": "review", **parts}] if parts else None


def _appeals(given: _Given) -> Any:
    if given["appeals"] == "none":
        return "none"
    to = {"others": given.say(_OTHERS), "same": "those-who-decided"}.get(given["appeals"] or "")
    return _only(to=to, within_days=given["appeal_within"], answer_days=given["appeal_answer"]) or None


# --- get credit


def _roles(given: _Given) -> Any:
    """Contributors, and the roles above them as far as they were told; a role of which nothing was told is open in all
    its parts, so that it says nothing."""
    roles = []
    if given["doctorate"] or given["rise"]:
        asked = given.words("doctorate") if given["doctorate"] else None
        entry = {"id": "contributor", "title": given.say(_CONTRIBUTOR), "powers": [], "granted": "open"}
        roles.append(_only(**entry, duties=asked))
    higher = {
        "rule": {"criteria": {"points": {}}, "granted": "rule"},
        "vote": {"criteria": {"points": {}}, "granted": "voted"},
        "appointed": {"criteria": {"points": {}}, "granted": "appointed"},
        "invited": {"criteria": {"decision": "invitation"}, "granted": "appointed"},
    }
    if given["rise"] in higher:
        roles.append({"id": "higher", "title": given.say(_HIGHER), **higher[given["rise"]]})
    elif given["doctorate"] and not given["rise"]:
        roles.append({"id": "higher", "title": given.say(_HIGHER)})
    if given["appeals"] == "same":
        deciders = {"id": "those-who-decided", "title": given.words("appeals"), "powers": ["decide"]}
        # They are among the roles above; how one comes to decide is that question's answer.
        told = higher.get(given["rise"] or "", {})
        roles = [*(role for role in roles if role["id"] != "higher"), {**deciders, **told}]
    return roles or None


def _authorship(given: _Given) -> dict[str, Any]:
    leaving = given.words_or_none("leaving")
    return _only(
        kinds=_kinds(given),
        eligibility=_eligibility(given),
        opt_out=given.words_or_none("decline", no="no"),
        leavers=leaving,
        unreachable=leaving,
        conditions=_conditions(given),
        blocks=_blocks(given),
        ties={"name": ["name+subject"], "random": [{"random": "published"}], "none": "none"}.get(given["ties"] or ""),
        marks=_marks(given),
    )


def _eligibility(given: _Given) -> Any:
    said, least = given["author"], given["least"]
    decision = {"decision": "author"}
    if said in ("none", "organizers"):
        return "none" if said == "none" else decision
    if said is None or least is None:
        return None
    if said == "points":
        return {"points": {"at_least": str(least)}}
    count = {"count": {"kind": "task", "at_least": least}}
    return {"tasks": count, "or": {"any": [count, decision]}, "and": {"all": [count, decision]}}[said]


def _kinds(given: _Given) -> Any:
    task = {"id": "task", "title": given.say(_TASK), "from": "task"}
    if given["work"] == "same":
        return [{**task, "amount": {"fixed": "1"}}]
    if given["work"] == "kinds":
        return [task, {"id": "other", "title": given.say(_OTHER_WORK)}]
    return None


def _conditions(given: _Given) -> Any:
    if given["lost"] in (None, "never"):
        return {"never": "none"}.get(given["lost"] or "")
    missing = {"notice": "notice_days", "mend": "cure_days"}[given["lost"]]
    return [{"what": given.words("lost"), "loses": given.words("lost"), missing: "none"}]


def _blocks(given: _Given) -> Any:
    sorts: dict[str, list[Any]] = {
        "name": ["name"],
        "count": ["count"],
        "points": ["points"],
        "settled": ["points", {"decision": "order"}],
        "random": [{"random": "published"}],
        "organizers": [{"decision": "order"}],
    }
    return [{"id": "authors", "sort": sorts[given["order"]]}] if given["order"] else None


def _marks(given: _Given) -> Any:
    said = given["apart"]
    if said in (None, "nobody"):
        return "none" if said else None
    return [{"id": "core", "who": {"points": {}} if said == "rule" else {"decision": "core"}}]


# --- after publication


def _licence(given: _Given) -> dict[str, Any]:
    purposes = {"any": ["any"], "noncommercial": ["noncommercial"], "research": ["research", "evaluation"]}
    inbound = _only(exclusive=given["exclusive"], ownership=given["owner"], purposes=purposes.get(given["purposes"]))
    data = given["data"]
    outbound = data if data in (None, "none") else {"data": data}
    return _only(inbound=inbound or None, outbound=outbound, commercial_use=given["commercial"])


def _data(given: _Given) -> dict[str, Any]:
    said = given["revenue"]
    return _only(
        destinations=_destinations(given),
        new_destination=given["new"],
        revenue={"share": {"formula": "…"}, "half": {"share": "1/2"}}.get(said or "", said),
        held_out=_held_out(given),
    )


def _destinations(given: _Given) -> Any:
    """A public release has neither a fee nor a single taker. Training is told; other purposes are those of a
    benchmark."""
    purposes = {"yes": ["research", "evaluation", "training"], "no": ["research", "evaluation"]}
    kinds = {
        "public": {"recipient": given.say(_EVERYBODY), "kind": "public", "exclusive": "no", "fee": "none"},
        "company": {"recipient": given.say(_COMPANY), "kind": "company", "exclusive": "no"},
        "exclusive": {"recipient": given.say(_COMPANY), "kind": "company", "exclusive": "yes"},
        "sale": {"recipient": given.say(_BUYERS), "kind": "sale"},
    }
    said = given["recipients"]
    return [_only(**kinds[said], purpose=purposes.get(given["training"] or ""))] if said else None


def _held_out(given: _Given) -> Any:
    said = given["held"]
    if said in (None, "none"):
        return said
    words = given.words("held")
    told = {"why": words, "released": {"when": words}}
    return {
        "stated": {"chosen": "rule", **told},
        "hand": {"chosen": "hand", **told},
        "reason": {"why": "none"},
        "date": {"released": "none"},
    }[said]


def _rights(given: _Given) -> dict[str, Any]:
    if given["own"] is None:
        return {}
    said = given.words("own") if given["own"] == "condition" else given["own"]
    return dict.fromkeys(("own_paper", "teaching", "other_benchmark"), said)


def _changes(given: _Given) -> dict[str, Any]:
    """A rule that reaches back is a sentence, in `_purpose`; where a change can be contested is then not told."""
    contested = {"stays": "yes", "none": "none"}.get(given["back"] or "")
    return _only(notice_days=given["notice"], contested_at=given.words("back") if contested == "yes" else contested)
