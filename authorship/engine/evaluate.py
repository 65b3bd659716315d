"""From sums to a list: who is an author, in which block, at which place, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from authorship.engine.clauses import read_rules
from authorship.engine.errors import EngineError, Problem
from authorship.engine.judging import Judge, Test, first_failing, test_of
from authorship.engine.locking import CLOSED, Lock
from authorship.engine.placing import Placed, place_block
from authorship.engine.rules.order import REST
from authorship.engine.rules.types import Authorship, Expression, Key
from authorship.engine.standing import Person, holds_on
from authorship.engine.totals import Sums, Totals

OPEN_CHOICES = (None, "author", "acknowledged")  # the other two ask not to be named
EXPLAINED = ("authors", "acknowledged")  # the lists whose rows carry steps
_LOCKED = {"reason": "lock"}


def evaluate(
    totals: Mapping[str, Totals] | Mapping[str, Sums], frame: Mapping[str, Any], *, steps: bool = True
) -> dict[str, Any]:
    """The result for sums that were made elsewhere; `compute` feeds it from entries, a site may from SQL.

    `frame` is a bundle without its entries, facts and result: terms, output, as_of, subjects, choices and
    decisions are read. `totals` maps subject ids to sums that already apply the scope and as_of of the frame
    (see `Counted`); a subject without counted entries may be absent. Without `steps` the rows say who stands where
    and not why, and `Sums` are enough. Raises EngineError where the terms cannot be run; the rest of the frame is
    trusted, `shape_problems` checks it.
    """
    return Evaluation(totals, frame, steps=steps).result()


def with_steps(result: Mapping[str, Any], totals: Mapping[str, Totals], frame: Mapping[str, Any]) -> dict[str, Any]:
    """A result that was made without its steps, with them: its rows stay where they stand.

    Why somebody is an author does not hang on names, so this is right for a list whose order cannot be made
    again because somebody was erased. `frame` and `totals` may be those of a part of the people.
    """
    steps = Evaluation(totals, frame).reasons()
    added = {
        name: [{**row, "steps": steps.get((name, row["subject"]), [])} for row in result[name]] for name in EXPLAINED
    }
    return {**result, **added}


def without_steps(result: Mapping[str, Any]) -> dict[str, Any]:
    """What a site keeps of a result: it follows from the heads, and so do the steps, at any time."""
    bare = {
        name: [{key: value for key, value in row.items() if key != "steps"} for row in result[name]]
        for name in EXPLAINED
    }
    return {**result, **bare}


class _Rule(NamedTuple):
    """An expression where it stands in the rules; `test` where nobody asks for steps."""

    expression: Expression
    path: str
    test: Test | None


class Evaluation:
    """One list in the making; `explain` asks it again for keys and neighbours."""

    def __init__(
        self,
        totals: Mapping[str, Totals] | Mapping[str, Sums],
        frame: Mapping[str, Any],
        *,
        steps: bool = True,
    ) -> None:
        self.explains = steps
        self.day: str = frame["as_of"]
        self.rules = read_rules(frame["terms"])
        self.in_force = {term["version"]: term["in_force"] for term in frame["terms"]}
        self.current = _current(self.in_force, self.day)
        self.version: int = frame["output"]["terms"]
        self.order: Authorship = self.rules[self.version]
        self._eligibility = {one: self._rule(rules.eligibility, "eligibility") for one, rules in self.rules.items()}
        self._thanks = {one: self._rule(rules.acknowledged, "acknowledged") for one, rules in self.rules.items()}
        self._blocks = [(one.id, self._rule(one.who, f"blocks/{one.id}/who")) for one in self.order.blocks]
        self._marks = [(one.id, self._rule(one.who, f"marks/{one.id}/who")) for one in self.order.marks]
        self.lock = Lock.of(frame["output"])
        self._on_it, self._thanked = frozenset(self.lock.authors), frozenset(self.lock.acknowledged)
        self.named, self.refused = _decided(frame.get("decisions", ()), self.day)
        choices = _choices(frame["choices"], self.day)
        nothing = Totals()
        self.people = [
            Person(subject, totals.get(subject["id"], nothing), choices.get(subject["id"]))
            for subject in frame["subjects"]
        ]
        self.people.sort(key=lambda person: person.id)
        self.steps: dict[str, list[dict[str, Any]]] = {}
        self._kept: set[str] = set()
        self.placed: list[Placed] = []

    def result(self) -> dict[str, Any]:
        blocks: dict[str, list[Person]] = {}
        acknowledged: list[tuple[Person, dict[str, Any]]] = []
        near: list[dict[str, Any]] = []
        excluded: list[dict[str, Any]] = []
        for person in self.people:
            eligible = self._eligible(person)
            reason = self._reason(person) if eligible else None
            if person.id in self._on_it:
                if not eligible:
                    self._kept.add(person.id)
                blocks.setdefault(self._block(person), []).append(person)
            elif person.id in self._thanked:
                acknowledged.append((person, self._still_thanked(person, found=reason == _LOCKED)))
            elif reason is not None:
                excluded.append({"subject": person.id, **reason})
            elif eligible and person.choice != "acknowledged":
                blocks.setdefault(self._block(person), []).append(person)
            elif (thanks := self._acknowledged(person)) is not None:
                acknowledged.append((person, thanks))
            elif person.totals.of(None) > 0:
                near.append(self._near(person))
        self._place(blocks)
        acknowledged.sort(key=lambda pair: (*pair[0].name_key, pair[0].id))
        acknowledged = self.lock.thanks(
            acknowledged, subject=lambda pair: pair[0].id, erased=lambda pair: pair[0].erased
        )
        return {
            "authors": [self._author(placed) for placed in self.placed],
            "acknowledged": [self._explained(thanks) for _, thanks in acknowledged],
            "near": near,
            "excluded": excluded,
        }

    def reasons(self) -> dict[tuple[str, str], list[dict[str, Any]]]:
        """The steps of everybody who has some, by list and subject."""
        made = self.result()
        return {(name, row["subject"]): row["steps"] for name in EXPLAINED for row in made[name]}

    def _explained(self, row: dict[str, Any]) -> dict[str, Any]:
        if not self.explains:
            del row["steps"]
        return row

    def binding(self, person: Person) -> list[int]:
        """The current version, then those the person accepted since the first counted work, newest first."""
        if len(self.rules) == 1:
            return [self.current]
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
            rule = self._eligibility[version]
            if rule is None:
                continue
            steps: list[dict[str, Any]] = []
            if self._holds(rule, person, steps, version):
                self.steps[person.id] = steps
                return True
            if person.id in self._on_it:  # they stay, with what their newest version says of them
                self.steps.setdefault(person.id, steps)
        return False

    def _rule(self, expression: Expression | None, path: str) -> _Rule | None:
        if expression is None:
            return None
        return _Rule(expression, path, None if self.explains else test_of(expression, self.day))

    def _holds(self, rule: _Rule | None, person: Person, steps: list[dict[str, Any]], version: int) -> bool:
        if rule is None:
            return False
        if rule.test is not None:
            return rule.test(person)
        return Judge(person, self.day, steps, version).holds(rule.expression, rule.path)

    def _reason(self, person: Person) -> dict[str, Any] | None:
        """Why an eligible person is not listed at all. To be acknowledged instead is no such reason."""
        decision = self.refused.get(person.id)
        if decision is not None:
            return {"reason": "decision", "decision": decision}
        if person.suspended and holds_on(person.suspended, self.day):
            return {"reason": "suspension"}
        if person.choice not in OPEN_CHOICES:
            return {"reason": "choice", "choice": person.choice}
        if self.lock and person.choice != "acknowledged":
            return dict(_LOCKED)
        return None

    def _block(self, person: Person) -> str:
        steps = self.steps.setdefault(person.id, [])
        for block, rule in self._blocks:
            if self._holds(rule, person, steps, self.version):
                return block
        return REST

    def _acknowledged(self, person: Person) -> dict[str, Any] | None:
        if person.choice not in OPEN_CHOICES or (self.lock and person.id not in self._thanked):
            return None
        if person.choice == "acknowledged":
            return {"subject": person.id, "reason": "choice", "steps": []}
        for version in self.binding(person):
            steps: list[dict[str, Any]] = []
            if self._holds(self._thanks[version], person, steps, version):
                return {"subject": person.id, "reason": "rule", "steps": steps}
        return None

    def _still_thanked(self, person: Person, *, found: bool) -> dict[str, Any]:
        """`found` by now: they meet the rules for authors, which they did not when the list was locked."""
        thanks = self._acknowledged(person) or {"subject": person.id, "reason": "lock", "steps": []}
        return {**thanks, "found": True} if found else thanks

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
                apart=self.lock.state == CLOSED,
            )
        self.placed = self.lock.places(self.placed)

    def _author(self, placed: Placed) -> dict[str, Any]:
        person = placed.person
        steps = self.steps[person.id]
        marks = [mark for mark, rule in self._marks if self._holds(rule, person, steps, self.version)]
        row = {
            "place": placed.place,
            "subject": person.id,
            "block": placed.block,
            "tied": list(placed.tied),
            "marks": marks,
            "steps": steps,
        }
        if person.id in self._kept:
            row["kept"] = True
        return self._explained(row)


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
