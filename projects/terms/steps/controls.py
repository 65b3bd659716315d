"""One step as a tree of controls for a template: values as typed, errors at their place, sentences beside rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from portal.core.access.powers import POWERS
from projects.terms.document import not_run
from projects.terms.document.edit import FormField, by_field, rows, steps
from projects.terms.document.field import Choice, Field
from projects.terms.document.holders import founding_roles
from projects.terms.document.problems import Problem, said_once
from projects.terms.document.references import role_named, roles_not_written
from projects.terms.document.sentences import clause_sentences
from projects.terms.document.walk import answer, items
from projects.terms.reading import NOT_PAID_BY_SITE, chapter_of
from projects.terms.steps.mending import ways_at
from projects.terms.steps.offers import offers, suggestions, texts_to_translate
from projects.terms.steps.ready import Answers, Offer
from projects.terms.steps.rules.hints import HINTS
from projects.terms.steps.rules.options import Option, declared, with_not_yet
from projects.terms.steps.rules.parts import RuleForm
from projects.terms.steps.rules.view import Rules
from projects.terms.steps.state import State
from projects.terms.steps.typed import NONE, TICK

# Parts of an award rule are said by the sentence of their row.
_SAID = frozenset({"expression", "condition", "keys"})
_NOTHING_CHOSEN = "[]"
_WHOLE = frozenset({"list", "object", "none_or_value", "rule"})
# Where the ids of a field are declared.
_DECLARED = {
    "participation.stages[].after": "participation.stages",
    "authorship.outputs[].scope.kinds": "authorship.kinds",
    "core_team.members[].roles": "roles",
}
_ELIGIBILITY = "authorship.eligibility"
# Parts of a pay rule that only prizes have, and those they have not.
_OF_PRIZES = frozenset({"rank", "ranked_by"})
_NOT_OF_PRIZES = frozenset({"base", "plus", "applies"})


@dataclass(frozen=True)
class RoleNamed:
    """What another step calls a role while it is none: the words, and the number of the step and path of each place.
    `is_ready` where a ready row takes that name, so that no second button makes an empty one of it."""

    said: str
    places: list[tuple[int, str]]
    is_ready: bool = False


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
    # Of a role: who of the core team holds it on the first day, by name; None elsewhere.
    held_by: list[str] | None = None
    # Whether the one who writes is in the core team and does not hold it yet.
    may_hold: bool = False
    ready: list[Offer] = field(default_factory=list)

    @property
    def shows_more(self) -> bool:
        return any(one.is_used for one in self.more)


@dataclass
class Control:
    """`name` is also the id. `errors` keep what was typed out of the terms, `refused` the terms from being published,
    `warned` nothing; `mend` is what can be done here. `none_name` and `none_value` make the box answering none; `reads`
    is a rule in words."""

    name: str
    kind: str
    label: str
    help: str
    number: str
    value: str
    mandatory: bool
    open: bool
    errors: list[str]
    refused: list[str] = field(default_factory=list)
    warned: list[str] = field(default_factory=list)
    mend: str = ""
    none_name: str = ""
    none_value: str = NONE
    none: bool = False
    reads: str = ""
    options: list[Option] = field(default_factory=list)
    parts: list[Control] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    rule: RuleForm | None = None
    note: str = ""
    is_preset: bool = False
    # Values to pick from while typing, each with its name.
    suggestions: list[tuple[str, str]] = field(default_factory=list)
    # Titles to offer where a role is named; None elsewhere. `no_role`: what is typed names none of them.
    roles: list[str] | None = None
    no_role: bool = False
    # Beside the list of roles: what other steps call one and is none yet.
    named: list[RoleNamed] = field(default_factory=list)
    # The option that opens a box for words of one's own, and what stands in it.
    words_label: str = ""
    words: str = ""
    words_are_day: bool = False
    # Common answers to take; of a list, rows to add.
    ready: list[Offer] = field(default_factory=list)

    @property
    def has_boxes(self) -> bool:
        """Several of what is offered may be ticked."""
        return self.kind == "choices" or (self.kind in {"ids", "words"} and bool(self.options))

    @property
    def has_small_none(self) -> bool:
        """Whether boxes answering none stand beside fields of this group, under the box of the group."""
        return any(part.none_name and not (part.options or part.parts or part.rule) for part in self.parts)

    @property
    def is_used(self) -> bool:
        """Whether something is answered or wrong here or below."""
        if self.value or self.none or self.errors or self.refused or self.rows or (self.rule and self.rule.used):
            return True
        return any(part.is_used for part in self.parts)


class Tree:
    """Builds the controls of one state of a draft in one language.

    `people` gives the names of subject ids, `rubrics` are the published versions, and `presets` stand by path in fields
    that hold nothing. `earlier` are the published texts by their numbers. With `today` ready answers are shown.
    `writer` is the subject id of whoever reads the form.
    """

    def __init__(
        self,
        state: State,
        lang: str,
        *,
        people: Callable[[str], str] = str,
        rubrics: Sequence[int] = (),
        presets: Mapping[str, str] | None = None,
        earlier: Mapping[int, Mapping[str, Any]] | None = None,
        today: dt.date | None = None,
        writer: str = "",
    ) -> None:
        self._rubrics = rubrics
        self._state = state
        self._lang = lang
        self._people = people
        self._presets = presets or {}
        self._earlier = earlier or {}
        self._writer = writer
        self._errors = by_field(state.problems)
        self._refused = by_field(replace(one, path=path) for one in state.refused for path in one.paths)
        self._warned = by_field(replace(one, path=path) for one in state.warned for path in one.paths)
        self._open = set(state.open_paths)
        self._ready = Answers(state.data, state.document, lang, today) if today else None
        self._rules = Rules(state.data, state.document, _by_name(state.problems, lang), lang)

    def step(self, chapter: int) -> list[Control]:
        found = next(step for step in steps() if step.chapter == chapter)
        return [self._control(one, one.name, one.name) for one in found.fields]

    def _control(self, form_field: FormField, name: str, place: str | None) -> Control:
        """`place` is the path in the document, which has no empty rows; None where the row is not in it."""
        schema, data = form_field.field, self._state.data
        text = data.get(name, "")
        preset = self._presets.get(name, "") if self._is_unanswered(name, text) else ""
        control = Control(
            name=name,
            kind=form_field.widget,
            label=schema.title.said(self._lang),
            help=self._help(schema),
            number=schema.number if "." not in name or name == schema.path else "",
            value="" if text.strip() == NONE else text or preset,
            mandatory=schema.mandatory,
            open=self._is_open(form_field, name, place) and not preset,
            errors=self._said(name, form_field.widget == "rule"),
            refused=said_once(self._refused.get(name, ()), self._lang),
            warned=said_once(self._warned.get(name, ()), self._lang),
            mend=ways_at(name, self._state.refused, self._lang),
        )
        if schema.takes_none and schema.kind not in {"person", "number_text"}:
            self._with_none(control, form_field, text)
        if form_field.widget in {"choice", "yes_no", "choices", "choice_or_words"}:
            several = form_field.widget == "choices"
            chosen = {word.strip() for word in text.strip("[]").split(",")} if several else {text.strip()}
            control.options = [
                Option(one.value, self._label(schema, one), one.value in chosen) for one in schema.choices
            ]
        if schema.path == "roles[].powers":
            control.options = [replace(one, hint=str(POWERS[one.value])) for one in control.options]
        control.options += offers(schema, control.value, self._lang, self._rubrics)
        control.suggestions = suggestions(schema, self._lang)
        if schema.path == "translations[].texts[].path":
            control.suggestions, control.note = texts_to_translate(self._state.document, text.strip(), self._lang)
        control.is_preset = bool(preset)
        if preset:
            control.note = _("Chosen for you; it counts once this step is saved.")
        if form_field.widget == "choice_or_words" and control.options:
            self._with_words(control, schema.kind)
        if schema.path == "compensation.pay":
            control.note = str(NOT_PAID_BY_SITE)
        if schema.path == "authorship.blocks[].who" and place:
            control.note = self._left_behind(place)
        if schema.path == "roles":
            control.named = [
                RoleNamed(said, [(chapter_of(path), path) for path in paths])
                for said, paths in roles_not_written(self._state.document).items()
            ]
        if schema.kind == "role":
            self._with_roles(control)
        if form_field.widget == "ids":
            self._with_ids(control, schema.path, text)
        if form_field.widget == "rule":
            control.rule = self._rules.form(schema, name)
            control.value = control.rule.raw
        if form_field.widget == "list":
            control.rows = self._rows(form_field, name, place)
        elif form_field.parts:
            control.parts = [self._part(part, name, place) for part in form_field.parts]
        if schema.kind in _SAID and place and control.rule and control.rule.used and not control.none:
            control.reads = self._reads(place)
        if self._ready and not preset:
            control.ready = self._ready.new(name) if form_field.widget == "list" else self._ready.at(name)
        if self._ready and control.named:
            settled = self._ready.settled(control.ready)
            control.named = [replace(one, is_ready=one.said in settled) for one in control.named]
        return control

    def _left_behind(self, block: str) -> str:
        """Where a block still says the rule for authors as an earlier version had it, while the draft has another."""
        row = int(block[block.index("[") + 1 : block.index("]")])
        who, now = (
            items(self._state.document, "authorship.blocks")[row].get("who"),
            answer(self._state.document, _ELIGIBILITY),
        )
        if who is None or now is None or who == now:
            return ""
        numbers = [number for number, text in self._earlier.items() if answer(text, _ELIGIBILITY) == who]
        if not numbers:
            return ""
        return _(
            "This is the rule for authors as it was in version %(number)s. Authors who do not fit it stand after all "
            "blocks."
        ) % {"number": max(numbers)}

    def _with_words(self, control: Control, kind: str) -> None:
        control.words_are_day = kind == "date_choice"
        control.words_label = _("on this day:") if control.words_are_day else _("in your own words:")
        control.words = "" if any(one.chosen for one in control.options) else control.value

    def _label(self, schema: Field, one: Choice) -> str:
        said = one.label.said(self._lang)
        not_yet = one.value in not_run.CHOICES.get(schema.path, ())
        return with_not_yet(said, self._lang) if not_yet else said

    def _help(self, schema: Field) -> str:
        """What the field is for, and before anything is chosen what cannot be published."""
        note = not_run.NOTES.get(schema.path)
        parts = [HINTS.get(schema.path, schema.help).said(self._lang), note.said(self._lang) if note else ""]
        return (" " if not self._lang.lower().startswith("zh") else "").join(filter(None, parts))

    def _with_none(self, control: Control, form_field: FormField, text: str) -> None:
        whole = form_field.widget in _WHOLE and form_field.field.kind != "seed_text"
        control.none_name = control.name if whole else f"{TICK}{control.name}"
        control.none = text.strip() == NONE or (control.none_name in self._state.data and not whole)
        if form_field.widget == "choices":
            control.none_value = _NOTHING_CHOSEN
            control.none = control.none or text.strip() == _NOTHING_CHOSEN

    def _with_ids(self, control: Control, path: str, text: str) -> None:
        """Boxes for what the draft declares; ids are typed while it declares none."""
        chosen = [] if text.strip() == NONE else [word.strip() for word in text.split(",")]
        control.options = declared(self._state.document, _DECLARED[path], chosen, self._lang, one=False)
        own = self._state.data.get(f"{control.name.rpartition('.')[0]}.id", "")
        control.options = [one for one in control.options if one.chosen or one.value != own]

    def _with_roles(self, control: Control) -> None:
        """Roles are written in a later step: until then a name of one is typed, and may name none yet."""
        document = self._state.document
        control.roles = [one.label for one in declared(document, "roles", (), self._lang, one=False)]
        control.no_role = bool(control.value.strip()) and role_named(document, control.value) is None

    def _is_unanswered(self, name: str, text: str) -> bool:
        return not text.strip() and f"{TICK}{name}" not in self._state.data

    def _is_open(self, form_field: FormField, name: str, place: str | None) -> bool:
        if place is None:
            return False
        if form_field.widget != "rule":
            return place in self._open
        return any(path in (place, name) or path.startswith((f"{name}.", f"{name}[")) for path in self._open)

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
            made.append(
                Row(
                    path=path,
                    title=form_field.field.item(len(made) + 1, self._lang),
                    controls=[one for one in controls if self._is_plain(one, path)],
                    more=[one for one in controls if not self._is_plain(one, path)],
                    reads=self._reads(where) if where else "",
                    first=index == indexes[0],
                    last=index == indexes[-1],
                    held_by=self._held_by(path) if name == "roles" else None,
                    may_hold=name == "roles" and self._may_hold(path),
                    ready=self._ready.at(path) if self._ready else [],
                )
            )
        return made

    def _held_by(self, role: str) -> list[str] | None:
        """The core members beside whom the role stands; nobody while it has no id. An open role is everybody's."""
        if self._state.data.get(f"{role}.granted") == "open":
            return None
        named = self._state.data.get(f"{role}.id", "")
        people = [str(one.get("person", "")) for one in items(self._state.document, "core_team.members")]
        return [self._people(one) for one in people if named in founding_roles(self._state.document, one)]

    def _may_hold(self, role: str) -> bool:
        named, document = self._state.data.get(f"{role}.id", ""), self._state.document
        team = [one.get("person") for one in items(document, "core_team.members")]
        return bool(named) and self._writer in team and named not in founding_roles(document, self._writer)

    def _is_plain(self, control: Control, row: str) -> bool:
        """Whether a part stands in the open: what is mandatory, and roles from the start once there are any."""
        if row.startswith("core_team.members[") and control.name == f"{row}.roles":
            return bool(items(self._state.document, "roles"))
        return control.mandatory and not self._is_aside(control, row)

    def _is_aside(self, control: Control, row: str) -> bool:
        """Parts of the other sort of pay rule stand with the optional ones, unless they are used; so does the vote of a
        role that nobody is voted into."""
        if control.name.startswith("roles[") and control.name.endswith(".vote"):
            return self._state.data.get(f"{row}.granted") != "voted" and not control.is_used and not control.open
        if not row.startswith("compensation.pay[") or control.is_used:
            return False
        prizes = self._state.data.get(f"{row}.for") == "rank"
        return control.name.rpartition(".")[2] in (_NOT_OF_PRIZES if prizes else _OF_PRIZES)

    def _reads(self, place: str) -> str:
        """What the document says there, once it says anything."""
        return " ".join(clause_sentences(self._state.document, place, self._lang, people=self._people))

    def _said(self, name: str, is_rule: bool) -> list[str]:
        """Problems of a rule's parts stand at the parts."""
        found = self._errors.get(name, ())
        return said_once((problem for problem in found if not is_rule or problem.path == name), self._lang)


def _by_name(problems: list[Problem], lang: str) -> dict[str, list[str]]:
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        found.setdefault(problem.path, []).append(problem)
    return {path: said_once(here, lang) for path, here in found.items()}


def _stated(data: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in data.items() if text.strip()}


def nothing_yet(state: State, chapter: int) -> bool:
    """Whether no clause of the chapter is answered."""
    found = next(step for step in steps() if step.chapter == chapter)
    return not any(_answered(state.document, one) for one in found.fields)


def _answered(document: Mapping[str, Any], form_field: FormField) -> bool:
    return answer(document, form_field.name) is not None
