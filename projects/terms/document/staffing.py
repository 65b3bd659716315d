"""Stages of review that ask for more people than hold the powers they need: said, never refused.

Who holds a role is given as ``{role id: people}``; ``founders`` makes it for the first day. A contributor judges no
task of their own, so that an open role counts with its holders alone, not with everybody who may still join.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from projects.terms.document.field import Words
from projects.terms.document.holders import carrying, founding_roles, said_power, title
from projects.terms.document.problems import Problem
from projects.terms.document.walk import items

Document = Mapping[str, Any]
Holders = Mapping[str, Collection[str]]
REVIEW, DECIDE = "review", "decide"


@dataclass(frozen=True)
class Needs:
    """`asked` reviewers are asked for; the stage cannot be decided with fewer than `least` of them."""

    asked: int
    least: int
    lead: bool


def founders(document: Document) -> dict[str, set[str]]:
    """Who holds what once the whole core team has accepted version 1; an open role comes with accepting."""
    people = [str(one["person"]) for one in items(document, "core_team.members") if one.get("person")]
    opened = {role.get("id") for role in items(document, "roles") if role.get("granted") == "open"}
    found: dict[str, set[str]] = {}
    for person in people:
        for role in {*founding_roles(document, person), *opened}:
            found.setdefault(str(role), set()).add(person)
    return found


def short_on_the_first_day(document: Document) -> list[Problem]:
    """For a version 1, once it names a core team."""
    if not items(document, "core_team.members"):
        return []
    return list(_short(document, founders(document), first=True))


def short_now(document: Document, held: Holders) -> list[Problem]:
    """For a later version, or the one in force, with those who hold each role by now."""
    return list(_short(document, held, first=False))


def _short(document: Document, held: Holders, *, first: bool) -> Iterator[Problem]:
    roles = items(document, "roles")
    # A role whose powers are open may still settle it, and a power that no role has is refused.
    if not roles or any(role.get("powers") is None for role in roles):
        return
    if not all(carrying(document, power) for power in (REVIEW, DECIDE)):
        return
    staff = _Staff(document, held, first)
    for index, stage in enumerate(items(document, "participation.stages")):
        if (needs := needs_of(stage)) is not None:
            yield from staff.short(f"participation.stages[{index}]", str(stage.get("id", index + 1)), needs)


def needs_of(stage: Mapping[str, Any]) -> Needs | None:
    """None for a stage that opens no round here, and for one that does not say whom it needs."""
    kind, decides, reviewers = stage.get("kind"), stage.get("decides"), stage.get("reviewers")
    if kind not in ("review", "final") or decides in (None, "none") or not isinstance(reviewers, int):
        return None
    quorum = stage.get("quorum")
    least = quorum if isinstance(quorum, int) else reviewers
    if decides != "lead":
        return Needs(reviewers, max(least, 1), lead=False)
    # The lead of a final stage takes one of its places (`projects.reviews.stages` runs it so).
    taken = 1 if kind == "final" else 0
    return Needs(reviewers - taken, least - taken, lead=True)


class _Staff:
    """What each stage lacks, in both languages."""

    def __init__(self, document: Document, held: Holders, first: bool) -> None:
        self._document, self._held, self._first = document, held, first
        self._reviewers, self._leads = self._people(REVIEW), self._people(DECIDE)
        self._roles = items(document, "roles")
        self._alone = len(items(document, "core_team.members")) == 1

    def _people(self, power: str) -> set[str]:
        return {one for role in carrying(self._document, power) for one in self._held.get(str(role.get("id")), ())}

    def short(self, path: str, stage: str, needs: Needs) -> Iterator[Problem]:
        reviewers, either = len(self._reviewers), len(self._reviewers | self._leads)
        if reviewers < needs.asked:
            stops = reviewers < needs.least
            said = _asked(needs.asked, stops)
            yield self._problem(path, "reviewers", stage, said, [REVIEW], reviewers, stops=stops)
        if needs.lead and not self._leads:
            yield self._problem(path, "decides", stage, _LED, [DECIDE], 0, stops=True)
        elif needs.lead and reviewers >= needs.least > 0 and either <= needs.least:
            yield self._problem(path, "decides", stage, _apart(needs.least), [REVIEW, DECIDE], either, stops=True)

    def _problem(
        self, path: str, part: str, stage: str, needed: Words, powers: list[str], number: int, *, stops: bool
    ) -> Problem:
        roles = [role for role in self._roles if any(role in carrying(self._document, power) for power in powers)]
        when, held = self._when(), _hold(number, powers)
        waits = list(filter(None, map(self._waits, roles)))
        then = _STOPS if stops else _FEWER
        mend = self._mend(roles, fewer=REVIEW in powers)
        return Problem(
            f"{path}.{part}",
            "short",
            f"Stage “{stage}” {needed.en}; {when.en}{held.en}{_aside([one.en for one in waits])}. {then.en} {mend.en}",
            f"阶段“{stage}”{needed.zh}；{when.zh}{held.zh}{_aside_zh([one.zh for one in waits])}。{then.zh}{mend.zh}",
            also=tuple(f"roles[{self._roles.index(role)}].granted" for role in roles),
        )

    def _when(self) -> Words:
        if not self._first:
            return Words("now ", "目前")
        if self._alone:
            return Words("on the first day ", "第一天")
        return Words(
            "on the first day, once the whole core team has accepted, ", "第一天，在核心团队全体接受条款之后，"
        )

    def _waits(self, role: Mapping[str, Any]) -> Words | None:
        """Why nobody holds the role yet."""
        if self._held.get(str(role.get("id"))):
            return None
        name = title(role)
        return {
            "rule": Words(f"{name} is held by nobody until its criteria are met", f"“{name}”在满足标准之前无人担任"),
            "appointed": Words(f"{name} is held by nobody until somebody is appointed", f"“{name}”在任命之前无人担任"),
            "open": Words(f"{name} is held by nobody until somebody joins", f"“{name}”在有人加入之前无人担任"),
        }.get(str(role.get("granted")))

    def _mend(self, roles: Sequence[Mapping[str, Any]], *, fewer: bool) -> Words:
        """What the site lets them do about it: only a role that is granted so can be given by appointment."""
        ruled = [title(role) for role in roles if role.get("granted") == "rule"]
        en, zh = " and ".join(ruled), "、".join(f"“{one}”" for one in ruled)
        if self._first:
            ways = [Words("name more people with such a role in step 2", "在第 2 步为更多人写上这样的角色")]
            if ruled:
                ways.append(Words(f"grant {en} by appointment in step 6", f"在第 6 步把{zh}改为任命"))
            if fewer:
                ways.append(Words("ask for fewer in step 5", "在第 5 步减少人数"))
            return _ways(ways)
        return self._mend_later(roles, Words(en, zh), fewer=fewer)

    def _mend_later(self, roles: Sequence[Mapping[str, Any]], ruled: Words, *, fewer: bool) -> Words:
        """A stage is that of the version under which a task came in: a later one helps new tasks alone."""
        granted = {role.get("granted") for role in roles}
        now = [Words("appoint more people", "任命更多人")] if "appointed" in granted else []
        if "open" in granted:
            now.append(Words("let more people join", "让更多人加入"))
        next_: list[Words] = []
        if ruled.en:
            next_.append(Words(f"grants {ruled.en} by appointment (step 6)", f"把{ruled.zh}改为任命（第 6 步）"))
        if fewer:
            next_.append(Words("asks for fewer reviewers of new tasks (step 5)", "对新任务减少人数（第 5 步）"))
        if next_:
            en, zh = " or ".join(one.en for one in next_), "，或".join(one.zh for one in next_)
            now.append(Words(f"publish a next version that {en}", f"发布下一版，{zh}"))
        return _ways(now)


_LED = Words("is decided by its lead", "由负责人决定")
_STOPS = Words("Until more do, no task can be accepted.", "在此之前，任何任务都不能通过。")
_FEWER = Words("Until more do, tasks are decided by fewer.", "在此之前，任务由较少的人决定。")


def _ways(ways: list[Words]) -> Words:
    parts = [one.en for one in ways]
    en = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}{',' if len(parts) > 2 else ''} or {parts[-1]}"
    return Words(f"{en[0].upper()}{en[1:]}.", f"可{'；或'.join(one.zh for one in ways)}。")


def _asked(number: int, stops: bool) -> Words:
    verb, verb_zh = ("needs", "需要") if stops else ("asks for", "要求")
    return Words(f"{verb} {number} {'reviewer' if number == 1 else 'reviewers'}", f"{verb_zh} {number} 名审稿人")


def _apart(number: int) -> Words:
    reviewers = f"{number} {'reviewer' if number == 1 else 'reviewers'}"
    return Words(f"needs {reviewers} and a lead who is none of them", f"需要 {number} 名审稿人和一名另外的负责人")


def _hold(number: int, powers: list[str]) -> Words:
    en = " or ".join(f"“{said_power(power, 'en')}”" for power in powers)
    zh = "或".join(f"“{said_power(power, 'zh')}”" for power in powers)
    if not number:
        return Words(f"nobody holds the power {en}", f"没有人拥有{zh}的权力")
    people = "1 person holds" if number == 1 else f"{number} people hold"
    return Words(f"{people} the power {en}", f"有 {number} 人拥有{zh}的权力")


def _aside(said: list[str]) -> str:
    return f" ({'; '.join(said)})" if said else ""


def _aside_zh(said: list[str]) -> str:
    return f"（{'；'.join(said)}）" if said else ""
