"""One step as a tree of controls for a template: values as typed, errors at their place, sentences beside rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from projects.terms.document.edit import FormField, by_field, rows, steps
from projects.terms.document.sentences import clause_sentences
from projects.terms.document.walk import answer
from projects.terms.steps.state import State
from projects.terms.steps.typed import NONE, TICK

# Parts of an award rule are said by the sentence of their row.
_SAID = frozenset({"expression", "condition", "keys"})
_NOTHING_CHOSEN = "[]"


@dataclass(frozen=True)
class Option:
    value: str
    label: str
    chosen: bool


@dataclass
class Row:
    """One entry of a list. `reads` is the sentence it makes; `more` are its optional parts, shown where one is used."""

    path: str
    title: str
    controls: list[Control]
    more: list[Control]
    reads: str
    first: bool
    last: bool

    @property
    def shows_more(self) -> bool:
        return any(one.is_used for one in self.more)


@dataclass
class Control:
    """`name` is also the id. `none_name` and `none_value` make the box answering none; `reads` is a rule in words."""

    name: str
    kind: str
    label: str
    help: str
    number: str
    value: str
    mandatory: bool
    open: bool
    errors: list[str]
    none_name: str = ""
    none_value: str = NONE
    none: bool = False
    reads: str = ""
    options: list[Option] = field(default_factory=list)
    parts: list[Control] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    @property
    def is_used(self) -> bool:
        """Whether something is answered or wrong here or below."""
        return bool(self.value or self.none or self.errors or self.rows) or any(part.is_used for part in self.parts)


class Tree:
    """Builds the controls of one state of a draft in one language."""

    def __init__(self, state: State, lang: str) -> None:
        self._state = state
        self._lang = lang
        self._errors = by_field(state.problems)
        self._open = set(state.open_paths)

    def step(self, chapter: int) -> list[Control]:
        found = next(step for step in steps() if step.chapter == chapter)
        return [self._control(one, one.name, one.name) for one in found.fields]

    def _control(self, form_field: FormField, name: str, place: str | None) -> Control:
        """`place` is the path in the document, which has no empty rows; None where the row is not in it."""
        schema, data = form_field.field, self._state.data
        text = data.get(name, "")
        control = Control(
            name=name,
            kind=form_field.widget,
            label=schema.title.said(self._lang),
            help=schema.help.said(self._lang),
            number=schema.number if "." not in name or name == schema.path else "",
            value="" if text.strip() == NONE else text,
            mandatory=schema.mandatory,
            open=place is not None and place in self._open,
            errors=self._said(name),
        )
        if schema.takes_none and schema.kind not in {"person", "number_text"}:
            self._with_none(control, form_field, text)
        if form_field.widget in {"choice", "yes_no", "choices"}:
            chosen = {word.strip() for word in text.strip("[]").split(",")}
            control.options = [
                Option(one.value, one.label.said(self._lang), one.value in chosen) for one in schema.choices
            ]
        if form_field.widget == "list":
            control.rows = self._rows(form_field, name, place)
        elif form_field.parts:
            control.parts = [self._part(part, name, place) for part in form_field.parts]
        if schema.kind in _SAID and place and text.strip() not in ("", NONE) and not control.errors:
            control.reads = self._reads(place)
        return control

    def _with_none(self, control: Control, form_field: FormField, text: str) -> None:
        whole = form_field.widget in {"list", "object", "none_or_value"}
        control.none_name = control.name if whole else f"{TICK}{control.name}"
        control.none = text.strip() == NONE or (control.none_name in self._state.data and not whole)
        if form_field.widget == "choices":
            control.none_value = _NOTHING_CHOSEN
            control.none = control.none or text.strip() == _NOTHING_CHOSEN

    def _part(self, part: FormField, name: str, place: str | None) -> Control:
        last = part.field.name
        return self._control(part, f"{name}.{last}", f"{place}.{last}" if place else None)

    def _rows(self, form_field: FormField, name: str, place: str | None) -> list[Row]:
        plain = [one.removeprefix(TICK) for one in self._state.data]
        indexes = rows(dict.fromkeys(plain, ""), name)
        kept = rows(_stated(self._state.readable), name) if place else []
        made: list[Row] = []
        for index in indexes:
            path = f"{name}[{index}]"
            where = f"{place}[{kept.index(index)}]" if index in kept else None
            controls = [self._part(part, path, where) for part in form_field.parts]
            title = _("%(list)s %(number)s") % {
                "list": form_field.field.title.said(self._lang),
                "number": len(made) + 1,
            }
            made.append(
                Row(
                    path=path,
                    title=title,
                    controls=[one for one in controls if one.mandatory],
                    more=[one for one in controls if not one.mandatory],
                    reads=self._reads(where) if where else "",
                    first=index == indexes[0],
                    last=index == indexes[-1],
                )
            )
        return made

    def _reads(self, place: str) -> str:
        """What the document says there, once it says anything."""
        return " ".join(clause_sentences(self._state.document, place, self._lang))

    def _said(self, name: str) -> list[str]:
        return [problem.said(self._lang) for problem in self._errors.get(name, ())]


def _stated(data: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in data.items() if text.strip()}


def nothing_yet(state: State, chapter: int) -> bool:
    """Whether no clause of the chapter is answered."""
    found = next(step for step in steps() if step.chapter == chapter)
    return not any(_answered(state.document, one) for one in found.fields)


def _answered(document: Mapping[str, Any], form_field: FormField) -> bool:
    return answer(document, form_field.name) is not None
