"""Expressions and conditions as rows: a group with its parts, or one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from projects.terms.document.not_run import LEAVES, is_computed
from projects.terms.document.rule_shapes import BOUNDS, FACT, GROUPS, MAX_LEVELS, chain
from projects.terms.document.rule_twigs import Twig, row_numbers, text_of
from projects.terms.steps.rules import options
from projects.terms.steps.rules.frames import ADDS, GROUP_CHOICES, HOLDS, JOINS, LEAF_FRAMES, NOT_THAT, TURNED
from projects.terms.steps.rules.options import Option
from projects.terms.steps.rules.parts import Adder, Join, Line, Piece, Row, Slot
from projects.terms.steps.rules.sentences import Sentences

_OF_WHO = ("points", "count", "role", "member", "any", "distinct", "service", "agreed", "referred", "decision")
_OF_WORK = (FACT, "any")


class Nodes:
    """`about` is the work whose facts a condition may name."""

    def __init__(self, say: Sentences, title: str, leaves: tuple[str, ...], about: str | None = None) -> None:
        self.say = say
        self.title = title
        self.leaves = leaves
        self.about = about

    def root(self, twig: Twig, path: str) -> Row | None:
        if not chain(text_of(twig, "is"), self.leaves):
            return None
        return self.row(twig, path, "", 1)

    def row(self, twig: Twig, path: str, number: str, level: int) -> Row:
        way = chain(text_of(twig, "is"), self.leaves)
        inner, name = twig, path
        for step in way:
            inner, name = inner.get(step, {}), f"{name}.{step}"
        errors = [] if not number else list(self.say.errors.get(path, ()))
        if not way:
            return Row(path, number, Line(()), errors=errors)
        if way[-1] not in GROUPS:
            line = self._leaf(inner, name, path, way)
            return Row(path, number, line, errors=errors, turn=self._turn(way[-1], path))
        below = level + len(way)
        return Row(
            path,
            number,
            Line((Piece("", self._is(path, way, list(GROUP_CHOICES))),)),
            rows=self.rows(inner, name, number, below),
            adders=self.adders(name, below),
            errors=errors,
            group=True,
        )

    def _turn(self, leaf: str, path: str) -> Adder | None:
        return Adder(f"turn:{path}", self.say.said(TURNED[leaf])) if leaf in TURNED else None

    def rows(self, twig: Twig, name: str, number: str, level: int) -> list[Row]:
        made = []
        for place, index in enumerate(row_numbers(twig), 1):
            row = self.row(twig[index], f"{name}[{index}]", f"{number}.{place}" if number else str(place), level)
            made.append(row)
        for row in made:
            row.first, row.last = row is made[0], row is made[-1]
        return made

    def joins(self, name: str) -> list[Join]:
        """For a rule that is one condition: what a second would make of both."""
        return [Join(self.say.said(said), self.adders(name, 2, joined=f"{way}:")) for way, said in JOINS.items()]

    def adders(self, name: str, level: int, *, joined: str = "") -> list[Adder]:
        """`level` is that of what would be added; a group needs one more for its first part."""
        kinds = _OF_WHO if FACT not in self.leaves else _OF_WORK
        return [
            Adder(f"add:{name}={joined}{kind}", self._adds(kind, name))
            for kind in kinds
            if level + (kind in GROUPS) <= MAX_LEVELS
        ]

    def _adds(self, kind: str, name: str) -> str:
        said = self.say.said(ADDS[kind])
        return options.not_run_yet(said, self.say.lang) if kind in LEAVES and is_computed(name) else said

    # --- one sentence

    def _is(self, path: str, way: list[str], usual: list[str]) -> Slot:
        now = ".".join(way)
        words: Mapping[str, str] = {value: self._holds(value) for value in dict.fromkeys([*usual, now])}
        made = [Option(value, label, value == now) for value, label in words.items()]
        return self.say.select("is", f"{path}.is", now, self.title, made)

    def _holds(self, value: str) -> str:
        """`not.any` and the like in words; more than one `not` is said as often."""
        if value in GROUP_CHOICES:
            return self.say.said(GROUP_CHOICES[value])
        *nots, last = value.split(".")
        if last in GROUPS:
            return self.say.said(NOT_THAT) + self._holds(".".join([*nots[1:], last]))
        if len(nots) > 1:
            return self.say.said(NOT_THAT) + self._holds(".".join([*nots[1:], last]))
        return self.say.said(HOLDS[last][len(nots)])

    def _leaf(self, twig: Twig, name: str, path: str, way: list[str]) -> Line:
        leaf = way[-1]
        bound = next((one for one in BOUNDS if one in twig), BOUNDS[0])

        def slot(part: str) -> Slot:
            if part == "is":
                return self._is(path, way, [leaf, f"not.{leaf}"])
            if part == "bound":
                return self.say.closed("bound", f"{name}.bound", bound, self.title)
            if part == "amount":
                return self.say.slot("amount", f"{name}.{bound}", text_of(twig, bound), self.title)
            if part == "decision":
                return self.say.slot(part, name, text_of(twig), self.title)
            return self._part(leaf, part, f"{name}.{part}", text_of(twig, part))

        return self.say.line(LEAF_FRAMES[leaf], slot)

    def _part(self, leaf: str, part: str, name: str, value: str) -> Slot:
        if part == "kinds":
            return self.say.kinds(part, name, value, self.title)
        if part == "kind":
            return self.say.one_of(part, name, value, self.title, "authorship.kinds")
        if (leaf, part) == ("role", "id"):
            return self.say.one_of(part, name, value, self.title, "roles")
        if part in {"per", "by", "before", "sign"}:
            return self.say.closed(part, name, value, self.title)
        if part == "name":
            made = options.facts(self.about, value, self.say.lang)
            return self.say.select(part, name, value, self.title, made)
        return self.say.slot(part, name, value, self.title)
