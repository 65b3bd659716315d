"""One rule field of a draft as a form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from projects.terms.document.field import Field, Words
from projects.terms.document.not_run import AMOUNTS, KEYS, is_computed
from projects.terms.document.rule_shapes import grammar, leaves_of
from projects.terms.document.rule_twigs import Twig, row_numbers, sprout, text_of
from projects.terms.steps.rules.frames import (
    AMOUNT_FRAMES,
    BONUS_FRAME,
    KEY_ADDS,
    KEY_FRAMES,
    KEYS_OF,
    OBJECT_FRAMES,
    SEED_FRAMES,
    TABLE_FRAME,
    TIMES_FRAME,
)
from projects.terms.steps.rules.nodes import Nodes
from projects.terms.steps.rules.options import Option, not_run_yet, with_not_yet
from projects.terms.steps.rules.parts import Adder, Choice, Line, Piece, Row, RuleForm, Slot
from projects.terms.steps.rules.sentences import Sentences

Data = Mapping[str, str]
_SLOT = re.compile(r"\{\w+\}")


class Rules:
    """Makes the forms of all rules of one draft in one language."""

    def __init__(self, data: Data, document: Mapping[str, Any], errors: Mapping[str, list[str]], lang: str) -> None:
        self._data = data
        self._twigs = {name: twig for name, (_place, twig) in sprout(data).items()}
        self._say = Sentences(document, errors, lang)

    def form(self, field: Field, name: str) -> RuleForm:
        """An object or list answered none has no parts here; a rule no sentence can show is given as it stands."""
        twig = self._twigs.get(name, {})
        title = self._say.said(field.title)
        text = self._data.get(name, "").strip()
        kind = grammar(field)
        if text and text != "none" and kind != "seed_text":
            return RuleForm("raw", name, used=True, raw=text)
        if kind in {"expression", "condition"}:
            form = self._who(kind, name, title, twig)
        elif kind == "keys":
            form = self._keys(field, name, title, twig)
        elif kind == "amount":
            form = self._amount(name, title, twig)
        elif kind == "times":
            form = self._times(name, title, twig)
        elif kind == "seed_text":
            form = self._seed(name, title, twig, text)
        else:
            form = RuleForm("line", name, used=False, line=self._object(kind, name, title, twig))
        form.used = _used(twig) or bool(text)
        return form

    def _who(self, kind: str, name: str, title: str, twig: Twig) -> RuleForm:
        nodes = Nodes(self._say, title, leaves_of(kind), self._about(name))
        root = nodes.root(twig, name)
        if root is None:
            return RuleForm("who", name, used=False, adders=nodes.adders(name, 1))
        return RuleForm("who", name, used=False, root=root, joins=[] if root.group else nodes.joins(name))

    def _about(self, name: str) -> str | None:
        """The work of the rule a condition belongs to."""
        row = name[: name.find("]") + 1]
        return self._data.get(f"{row}.from") or self._data.get(f"{row}.for") or None

    # --- keys

    def _keys(self, field: Field, name: str, title: str, twig: Twig) -> RuleForm:
        rows = [
            Row(
                f"{name}[{index}]",
                str(place),
                self._key(field, twig[index], f"{name}[{index}]", title),
                errors=list(self._say.errors.get(f"{name}[{index}]", ())),
                kind=text_of(twig[index], "is"),
            )
            for place, index in enumerate(row_numbers(twig), 1)
        ]
        for row in rows:
            row.first, row.last = row is rows[0], row is rows[-1]
        adders = [Adder(f"add:{name}={key}", self._adds(key, name)) for key in KEYS_OF[field.path]]
        return RuleForm("keys", name, used=False, rows=rows, adders=adders)

    def _key(self, field: Field, twig: Twig, name: str, title: str) -> Line:
        key = text_of(twig, "is")

        def slot(part: str) -> Slot:
            if part == "is":
                made = [Option("", "…", True)]
                made += [Option(one, self._say.said(KEY_ADDS[one]), False) for one in KEYS_OF[field.path]]
                return self._say.select("is", f"{name}.is", "", title, made)
            if part == "points":
                return self._say.kinds(part, f"{name}.{part}", text_of(twig, part), title)
            return self._say.slot(part, f"{name}.{part}", text_of(twig, part), title)

        return self._say.line(KEY_FRAMES.get(key, KEY_FRAMES[""]), slot)

    # --- amounts

    def _amount(self, name: str, title: str, twig: Twig) -> RuleForm:
        form = text_of(twig, "is")
        choices = [
            Choice(
                f"{name}.is",
                value,
                value == form,
                self._amount_line(value, name, title, twig),
                self._not_yet(self._bare(frame), value in AMOUNTS),
            )
            for value, frame in AMOUNT_FRAMES.items()
        ]
        rows = twig.get("plus", {})
        bonuses = [
            self._bonus(rows[index], f"{name}.plus[{index}]", place, title)
            for place, index in enumerate(row_numbers(rows), 1)
        ]
        for row in bonuses:
            row.first, row.last = row is bonuses[0], row is bonuses[-1]
        adders = [Adder(f"add:{name}.plus", "")]
        now = [one for one in choices if one.value not in AMOUNTS]
        later = [one for one in choices if one.value in AMOUNTS]
        return RuleForm("amount", name, used=False, choices=now, later=later, rows=bonuses, adders=adders)

    def _adds(self, key: str, name: str) -> str:
        said = self._say.said(KEY_ADDS[key])
        return not_run_yet(said, self._say.lang) if key in KEYS and is_computed(name) else said

    def _not_yet(self, said: str, is_so: bool) -> str:
        return with_not_yet(said, self._say.lang) if is_so else said

    def _bare(self, frame: Words) -> str:
        """A sentence for the ear, its slots left open."""
        return _SLOT.sub("…", self._say.said(frame))

    def _amount_line(self, form: str, name: str, title: str, twig: Twig) -> Line:
        where = {"low": ("range", 0), "high": ("range", 1)}

        def slot(part: str) -> Slot:
            if part in where:
                outer, index = where[part]
                return self._say.slot(part, f"{name}.{outer}[{index}]", text_of(twig, outer, index), title)
            return self._say.slot(part, f"{name}.{part}", text_of(twig, part), title)

        line = self._say.line(AMOUNT_FRAMES[form], slot)
        return Line((*line.pieces, Piece(self._not_yet("", True).strip()))) if form in AMOUNTS else line

    def _bonus(self, twig: Twig, name: str, place: int, title: str) -> Row:
        line = self._say.line(
            BONUS_FRAME, lambda part: self._say.slot(part, f"{name}.{part}", text_of(twig, part), title)
        )
        when = self._who("condition", f"{name}.when", title, twig.get("when", {}))
        return Row(name, str(place), line, errors=list(self._say.errors.get(name, ())), when=when)

    def _times(self, name: str, title: str, twig: Twig) -> RuleForm:
        def slot_of(prefix: str, inner: Twig) -> Any:
            return lambda part: self._say.slot(part, f"{prefix}.{part}", text_of(inner, part), title)

        rows = twig.get("table", {})
        made = [
            Row(
                f"{name}.table[{index}]",
                str(place),
                self._say.line(TABLE_FRAME, slot_of(f"{name}.table[{index}]", rows[index])),
            )
            for place, index in enumerate(row_numbers(rows), 1)
        ]
        for row in made:
            row.first, row.last = row is made[0], row is made[-1]
        line = self._say.line(TIMES_FRAME, slot_of(name, twig))
        return RuleForm("times", name, used=False, line=line, rows=made, adders=[Adder(f"add:{name}.table", "")])

    def _object(self, kind: str, name: str, title: str, twig: Twig) -> Line:
        def slot(part: str) -> Slot:
            value = text_of(twig, part)
            if (kind, part) == ("budget", "per"):
                return self._say.closed(part, f"{name}.{part}", value, title, "budget")
            return self._say.slot(part, f"{name}.{part}", value, title)

        return self._say.line(OBJECT_FRAMES[kind], slot)

    def _seed(self, name: str, title: str, twig: Twig, text: str) -> RuleForm:
        text = "" if text == "none" else text
        by_seed = text_of(twig, "is") == "random" and not text
        seed = self._say.line(
            SEED_FRAMES["random"], lambda part: self._say.slot(part, f"{name}.random", text_of(twig, "random"), title)
        )
        words = Slot(name, "text", self._say.label("words", title), text, errors=tuple(self._say.errors.get(name, ())))
        both = [
            Choice(f"{name}.is", "random", by_seed, seed, self._bare(SEED_FRAMES["random"])),
            Choice(f"{name}.is", "words", bool(text), Line(()), self._bare(SEED_FRAMES["words"]), long=words),
        ]
        return RuleForm("choices", name, used=False, choices=both)


def _used(twig: Mapping[str | int, Any]) -> bool:
    return any(_used(inner) if isinstance(inner, dict) else bool(inner.strip()) for inner in twig.values())
