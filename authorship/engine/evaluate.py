"""From sums to a list: who is an author, in which block, at which place, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from authorship.engine.errors import EngineError, Problem
from authorship.engine.judging import Judge, first_failing
from authorship.engine.placing import Placed, place_block
from authorship.engine.rules.clause import read_clause
from authorship.engine.rules.order import REST
from authorship.engine.rules.running import unrunnable
from authorship.engine.rules.types import Authorship, Key
from authorship.engine.standing import Person, holds_on
from authorship.engine.totals import Totals

OPEN_CHOICES = (None, "author", "acknowledged")  # the other two ask not to be named


def evaluate(totals: Mapping[str, Totals], frame: Mapping[str, Any]) -> dict[str, Any]:
    """The result for sums that were made elsewhere; `compute` feeds it from entries, a site may from SQL.

    `frame` is a bundle without its entries, facts and result: terms, output, as_of, subjects, choices and
    decisions are read. `totals` maps subject ids to sums that already apply the scope and as_of of the frame
    (see `Counted`); a subject without counted entries may be absent. Raises EngineError where the terms
    cannot be run; the rest of the frame is trusted, `shape_problems` checks it.
    """
    return Evaluation(totals, frame).result()


class Evaluation:
    """One list in the making; `explain` asks it again for keys and neighbours."""

    def __init__(self, totals: Mapping[str, Totals], frame: Mapping[str, Any]) -> None:
        self.day: str = frame["as_of"]
        self.rules = read_rules(frame["terms"])
        self.in_force = {term["version"]: term["in_force"] for term in frame["terms"]}
        self.current = _current(self.in_force, self.day)
        self.version: int = frame["output"]["terms"]
        self.order: Authorship = self.rules[self.version]
        self.named, self.refused = _decided(frame.get("decisions", ()), self.day)
        choices = _choices(frame["choices"], self.day)
        self.people = [_person(subject, totals, choices) for subject in frame["subjects"]]
        self.people.sort(key=lambda person: person.id)
        self.steps: dict[str, list[dict[str, Any]]] = {}
        self.placed: list[Placed] = []

    def result(self) -> dict[str, Any]:
        blocks: dict[str, list[Person]] = {}
        acknowledged: list[tuple[Person, dict[str, Any]]] = []
        near: list[dict[str, Any]] = []
        excluded: list[dict[str, Any]] = []
        for person in self.people:
            eligible = self._eligible(person)
            reason = self._reason(person) if eligible else None
            if reason is not None:
                excluded.append({"subject": person.id, **reason})
            elif eligible and person.choice != "acknowledged":
                blocks.setdefault(self._block(person), []).append(person)
            elif (thanks := self._acknowledged(person)) is not None:
                acknowledged.append((person, thanks))
            elif person.totals.of(None) > 0:
                near.append(self._near(person))
        self._place(blocks)
        acknowledged.sort(key=lambda pair: (*pair[0].name_key, pair[0].id))
        return {
            "authors": [self._author(placed) for placed in self.placed],
            "acknowledged": [thanks for _, thanks in acknowledged],
            "near": near,
            "excluded": excluded,
        }

    def binding(self, person: Person) -> list[int]:
        """The current version, then those the person accepted since the first counted work, newest first."""
        since = person.totals.since
        own = {
            version
            for version, on in person.accepted
            if since is not None and version >= since and on <= self.day and self.in_force[version] <= self.day
        }
        return [self.current, *sorted(own - {self.current}, reverse=True)]

    def _eligible(self, person: Person) -> bool:
        """Under any binding version. The steps kept are those that made it, else those of the current version."""
        for version in self.binding(person):
            expression = self.rules[version].eligibility
            if expression is None:
                continue
            steps: list[dict[str, Any]] = []
            holds = Judge(person, self.day, steps, version).holds(expression, "eligibility")
            if holds:
                self.steps[person.id] = steps
                return True
        return False

    def _reason(self, person: Person) -> dict[str, Any] | None:
        """Why an eligible person is not listed at all. To be acknowledged instead is no such reason."""
        decision = self.refused.get(person.id)
        if decision is not None:
            return {"reason": "decision", "decision": decision}
        if holds_on(person.suspended, self.day):
            return {"reason": "suspension"}
        if person.choice not in OPEN_CHOICES:
            return {"reason": "choice", "choice": person.choice}
        return None

    def _block(self, person: Person) -> str:
        judge = Judge(person, self.day, self.steps[person.id], self.version)
        for block in self.order.blocks:
            if judge.holds(block.who, f"blocks/{block.id}/who"):
                return block.id
        return REST

    def _acknowledged(self, person: Person) -> dict[str, Any] | None:
        if person.choice not in OPEN_CHOICES:
            return None
        if person.choice == "acknowledged":
            return {"subject": person.id, "reason": "choice", "steps": []}
        for version in self.binding(person):
            expression = self.rules[version].acknowledged
            steps: list[dict[str, Any]] = []
            if expression is not None and Judge(person, self.day, steps, version).holds(expression, "acknowledged"):
                return {"subject": person.id, "reason": "rule", "steps": steps}
        return None

    def _near(self, person: Person) -> dict[str, Any]:
        """Measured against the current version: it is the one that newer work can still meet."""
        expression = self.rules[self.current].eligibility
        failing = None if expression is None else first_failing(expression, "eligibility", person, self.day)
        return {"subject": person.id, "terms": self.current, **(failing or {"rule": "eligibility"})}

    def declared(self, block: str) -> Sequence[Key]:
        return next((found.sort for found in self.order.blocks if found.id == block), ())

    def _place(self, blocks: Mapping[str, list[Person]]) -> None:
        for block in [*(declared.id for declared in self.order.blocks), REST]:
            self.placed += place_block(
                blocks.get(block, ()),
                block=block,
                declared=self.declared(block),
                ties=self.order.ties,
                first=len(self.placed) + 1,
                named=self.named,
            )

    def _author(self, placed: Placed) -> dict[str, Any]:
        person = placed.person
        judge = Judge(person, self.day, self.steps[person.id], self.version)
        marks = [mark.id for mark in self.order.marks if judge.holds(mark.who, f"marks/{mark.id}/who")]
        return {
            "place": placed.place,
            "subject": person.id,
            "block": placed.block,
            "tied": list(placed.tied),
            "marks": marks,
            "steps": self.steps[person.id],
        }


def read_rules(terms: Sequence[Mapping[str, Any]]) -> dict[int, Authorship]:
    """The typed clause of every version; EngineError names what is wrong or not computed yet."""
    rules: dict[int, Authorship] = {}
    problems: list[Problem] = []
    for index, version in enumerate(terms):
        path = f"terms[{index}].authorship"
        found, clause = clause_problems(version["authorship"], path)
        problems += found
        rules[version["version"]] = clause
    if problems:
        raise EngineError(problems)
    return rules


# What must be there before a list can be made. Texts and days that only people read may be absent from a bundle.
_NEEDED = ("eligibility", "kinds", "blocks", "ties")


def clause_problems(data: object, path: str) -> tuple[list[Problem], Authorship]:
    """What keeps this clause from running, and what could be read of it."""
    clause = read_clause(data, path, None)
    if isinstance(data, dict) and data.get("eligibility") == "none":
        needed: tuple[str, ...] = ()
    else:
        needed = tuple(f"{path}.{key}" for key in _NEEDED)
    problems = [
        problem
        for problem in clause.problems
        if problem.code not in ("missing", "none") or problem.path.startswith(needed)
    ]
    return problems + unrunnable(clause, path), clause.typed()


def _current(in_force: Mapping[int, str], day: str) -> int:
    started = [(since, version) for version, since in in_force.items() if since <= day]
    if not started:
        raise EngineError([Problem("as_of", "no_terms", "no version of the terms is in force on this day")])
    return max(started)[1]


def _choices(choices: Sequence[Mapping[str, Any]], day: str) -> dict[str, str]:
    latest: dict[str, tuple[int, str]] = {}
    for choice in choices:
        if choice["on"] <= day and choice["seq"] > latest.get(choice["subject"], (0, ""))[0]:
            latest[choice["subject"]] = (choice["seq"], choice["choice"])
    return {subject: choice for subject, (_, choice) in latest.items()}


def _decided(decisions: Sequence[Mapping[str, Any]], day: str) -> tuple[dict[str, dict[str, int]], dict[str, str]]:
    """Orders by decision id, and the decision that keeps a subject off the list; a later seq replaces its id."""
    latest: dict[str, Mapping[str, Any]] = {}
    for decision in sorted(decisions, key=lambda found: found["seq"]):
        if decision["on"] <= day:
            latest[decision["id"]] = decision
    named: dict[str, dict[str, int]] = {}
    refused: dict[str, str] = {}
    for name, decision in sorted(latest.items()):
        if decision["kind"] == "order":
            named[name] = {subject: index for index, subject in enumerate(decision["subjects"])}
        else:
            for subject in decision["subjects"]:
                refused.setdefault(subject, name)
    return named, refused


def _person(subject: Mapping[str, Any], totals: Mapping[str, Totals], choices: Mapping[str, str]) -> Person:
    roles: dict[str, list[tuple[str, str | None]]] = {}
    for grant in subject.get("roles", ()):
        roles.setdefault(grant["id"], []).append((grant["from"], grant["to"]))
    return Person(
        id=subject["id"],
        sort_key=subject["sort_key"],
        erased=subject.get("erased", False),
        accepted=[(found["version"], found["on"]) for found in subject.get("accepted", ())],
        member=[(start, end) for start, end in subject.get("member", ())],
        suspended=[(start, end) for start, end in subject.get("suspended", ())],
        roles=roles,
        totals=totals.get(subject["id"]) or Totals(),
        choice=choices.get(subject["id"]),
    )
