"""Ready answers: common wordings for open clauses, shown to be taken and never put in unasked. Pure.

They stand in `ready.yaml`. Taking one fills the fields that hold nothing, and no other: what was written stays. None is
offered that would lead into a red flag as the rest of the terms stands. A role that other clauses name takes that name.
"""

from __future__ import annotations

import calendar
import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from projects.terms.document.edit import flatten, rows, unflatten
from projects.terms.document.field import Words
from projects.terms.document.fields import BY_PATH, children, generic
from projects.terms.document.read import read
from projects.terms.document.references import roles_not_written
from projects.terms.document.sentences import clause_sentences
from projects.terms.document.yaml_source import load_yaml
from projects.terms.steps.flagged import flags
from projects.terms.steps.typed import NONE, ROLES, TICK, Data, role_called

VERB = "ready:"
# What a row is called is its writer's, and says nothing about whether an answer fits the rest.
_NAMES = frozenset({"id", "title", "after"})
_WORDS = {"en", "zh"}


@dataclass(frozen=True)
class Ready:
    """`at` is a path of the schema, ending in [] where it is a row; `puts` may hold words in both languages."""

    at: str
    id: str
    puts: Any


@dataclass(frozen=True)
class Offer:
    """A ready answer at a place of the form: `value` is what its button sends, `says` what it puts there, in words,
    and `fills` the fields, by name. `lang` is the language of words that go into the terms as they stand here."""

    value: str
    says: str
    fills: Data
    lang: str = ""

    @property
    def data(self) -> str:
        """For a script that fills them without loading the page anew."""
        return json.dumps(self.fills, ensure_ascii=False)


@cache
def _all() -> Mapping[str, tuple[Ready, ...]]:
    found: Any = load_yaml(Path(__file__).with_name("ready.yaml").read_bytes()).data
    return {one["at"]: tuple(Ready(one["at"], each["id"], each["puts"]) for each in one["answers"]) for one in found}


def ready() -> Iterator[Ready]:
    for some in _all().values():
        yield from some


def binding(document: Mapping[str, Any], lang: str) -> str | None:
    """The language whose words are put in: the binding one, that of the page while none is named; None where there are
    no words in it."""
    tag = str(document.get("language") or lang).lower()
    return next((one for one in ("en", "zh") if tag == one or tag.startswith(f"{one}-")), None)


class Answers:
    """What fits the open places of one draft. `lang` is the language of the page, `today` the day to count from."""

    def __init__(self, data: Mapping[str, str], document: Mapping[str, Any], lang: str, today: dt.date) -> None:
        self._data = dict(data)
        self._named = list(roles_not_written(document))
        self._lang = lang
        self._words = binding(document, lang)
        self._today = today

    def at(self, name: str) -> list[Offer]:
        """For a field or a row that is there, what would fill something in it."""
        path = generic(name)
        known = _all().get(path, ())
        called = self._data.get(f"{name}.id", "").strip() if path.endswith("[]") else ""
        named = [one for one in known if called in (one.id, f"{one.id}s")]
        found = [self._offer(one, name) for one in named or known if bool(named) or self._fits(one, name)]
        offers = {str(offer.fills): offer for offer in found if offer and offer.fills}.values()
        return [one for one in offers if not flags(self._data, self._data | one.fills, name)]

    def new(self, name: str) -> list[Offer]:
        """For a list, the rows that can be added to it; not one whose id is taken, or that stands there as it is."""
        if self._data.get(name, "").strip() == NONE:
            return []
        found = [f"{name}[{index}]" for index in rows(_plain(self._data), name)]
        called = {self._data.get(f"{row}.id", "").strip() for row in found} - {""}
        row = f"{name}[{_next(self._data, name)}]"
        known = [one for one in _all().get(f"{generic(name)}[]", ()) if not {one.id, f"{one.id}s"} & called]
        known = [one for one in known if not any(self._stands(one, there) for there in found)]
        known.sort(key=lambda one: not self.promised(one))
        offers = [(one, self._offer(one, row, self.promised(one))) for one in known]
        return [
            Offer(f"{VERB}{name}={one.id}", offer.says, offer.fills, offer.lang)
            for one, offer in offers
            if offer and not flags(self._data, self._without(name) | offer.fills, row)
        ]

    def promised(self, one: Ready) -> str:
        """What other clauses call this role while no role is called so: its name, in the plural too; as it is first."""
        names = {one.id, *one.puts["title"].values()} if one.at == f"{ROLES}[]" else set()
        names = {name.casefold().replace("-", " ") for name in names}
        called = {said: said.strip().casefold().replace("-", " ") for said in self._named}
        fits = [said for said, plain in called.items() if plain in names or plain.removesuffix("s") in names]
        return min(fits, key=lambda said: called[said] not in names, default="")

    def settled(self, offers: list[Offer]) -> set[str]:
        """What other clauses call a role, where one of the rows that are offered takes that name."""
        offered = {one.value for one in offers}
        ours = [one for one in _all()[f"{ROLES}[]"] if f"{VERB}{ROLES}={one.id}" in offered]
        return {self.promised(one) for one in ours} - {""}

    def _stands(self, one: Ready, row: str) -> bool:
        texts = self._texts(one, row)
        return all(_under(self._data, unit) == _under(texts, unit) for unit in map(_unit, texts))

    def taken(self, action: str) -> tuple[Data, str]:
        """The data after a button of an offer, and the id to go to; unchanged where there is no such offer."""
        path, _equals, chosen = action.removeprefix(VERB).partition("=")
        row = path if path.endswith("]") or (generic(path) in BY_PATH and BY_PATH[generic(path)].kind != "list") else ""
        offers = self.at(row) if row else self.new(path)
        fills = next((one.fills for one in offers if one.value == f"{VERB}{path}={chosen}"), None)
        if fills is None or not self._is_there(path):
            return dict(self._data), ""
        return (self._data if row else self._without(path)) | fills, row or f"{path}[{_next(self._data, path)}]"

    def _without(self, name: str) -> Data:
        """A list that said none no longer does once it has a row."""
        return {field: text for field, text in self._data.items() if field != name}

    def _is_there(self, path: str) -> bool:
        """Whether the row that a path names stands in the form."""
        row = path[: path.rfind("]") + 1]
        return not row or any(_bare(name).startswith(f"{row}.") for name in self._data)

    def _offer(self, one: Ready, name: str, called: str = "") -> Offer | None:
        """`called` is what the role of a new row has to be called."""
        texts = self._texts(one, name)
        if not texts:
            return None
        if called:
            texts = _called(texts, name, called)
        fills = {field: text for field, text in texts.items() if self._is_open(_unit(field))}
        lang = {"zh": "zh-Hans"}.get(self._words or "", "en") if _is_words(one.puts) else ""
        return Offer(f"{VERB}{name}={one.id}", self._says(one, name, fills), fills, lang)

    def _says(self, one: Ready, name: str, fills: Data) -> str:
        """Words that go in as they are stand alone; everything else is said clause by clause, as the terms say it."""
        if _is_words(one.puts):
            return fills.get(name, "")
        here = _first(name)
        moved = {_moved(field, name, here): text for field, text in fills.items()}
        document = read(unflatten(moved), people=lambda handle: None).document or {}
        parts = [part for part in children(one.at) if part.name != "id" and _under(moved, f"{here}.{part.name}")]
        if not parts or any(part.kind == "rule_part" for part in parts):
            return self._part(moved, document, here)
        return _BETWEEN.join(
            part.title.said(self._lang) + _COLON.said(self._lang) + self._part(moved, document, f"{here}.{part.name}")
            for part in parts
        )

    def _part(self, moved: Data, document: Mapping[str, Any], path: str) -> str:
        if moved.get(path) == NONE:
            return _NONE.said(self._lang)
        return " ".join(clause_sentences(document, path, self._lang)).removesuffix(".").removesuffix("。")

    def _texts(self, one: Ready, name: str) -> Data:
        """All that an answer says, by the names of the fields; nothing where it has words and not in this language."""
        value = self._worded(one.puts)
        if value is None:
            return {}
        here = _first(name)
        *ahead, last = here.replace("]", "").replace("[0", "[").split(".")
        made: Any = [value] if last.endswith("[") else value
        made = {last.removesuffix("["): made}
        for step in reversed(ahead):
            made = {step.removesuffix("["): [made] if step.endswith("[") else made}
        return {_moved(field, here, name): text for field, text in flatten(made).items()}

    def _worded(self, value: Any) -> Any:
        """With words and days put in; None where the words are missing in this language."""
        if _is_words(value):
            return value[self._words] if self._words else None
        if isinstance(value, dict) and set(value) == {"months"}:
            return _months_on(self._today, value["months"]).isoformat()
        if isinstance(value, dict):
            made = {key: self._worded(part) for key, part in value.items()}
            return None if None in made.values() else made
        return value

    def _fits(self, one: Ready, name: str) -> bool:
        """Whether nothing that was written says otherwise."""
        texts = self._texts(one, name)
        units = {_unit(field) for field in texts}
        return all(
            _unit_name(unit) in _NAMES or self._is_open(unit) or _under(self._data, unit) == _under(texts, unit)
            for unit in units
        )

    def _is_open(self, unit: str) -> bool:
        above = (unit[:end] for end in range(len(unit), 0, -1) if end == len(unit) or unit[end] in ".[")
        answered = any(self._data.get(path, "").strip() == NONE or f"{TICK}{path}" in self._data for path in above)
        return not answered and not _under(self._data, unit)


_COLON = Words(": ", "：")
_NONE = Words("none", "无")
_BETWEEN = " · "


def _called(texts: Data, row: str, said: str) -> Data:
    """A role under the name that other clauses call it by; unchanged where it is called so."""
    if said.strip().casefold() in {texts[f"{row}.id"].casefold(), texts[f"{row}.title"].casefold()}:
        return texts
    return texts | {name: text for name, text in role_called(row, said.strip()).items() if text}


def _under(data: Mapping[str, str], path: str) -> Data:
    """The texts at a path or below it."""
    return {
        name: text.strip()
        for name, text in data.items()
        if text.strip() and (name == path or name.startswith((f"{path}.", f"{path}[")))
    }


def _is_words(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == _WORDS


def _unit(name: str) -> str:
    """A field, or the whole rule that a field belongs to: a rule is taken or left as one."""
    path = name
    while path and generic(path) not in BY_PATH:
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return path or name


def _unit_name(unit: str) -> str:
    return unit.rpartition(".")[2]


def _bare(name: str) -> str:
    return name.removeprefix(TICK)


def _plain(data: Mapping[str, str]) -> Data:
    return {_bare(name): text for name, text in data.items()}


def _next(data: Mapping[str, str], name: str) -> int:
    found = rows(_plain(data), name)
    return found[-1] + 1 if found else 0


def _first(name: str) -> str:
    """The same place with every row the first."""
    return generic(name).replace("[]", "[0]")


def _moved(field: str, before: str, after: str) -> str:
    return f"{after}{field[len(before) :]}"


def _months_on(day: dt.date, months: int) -> dt.date:
    """The same day of a later month, or its last."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
