"""From the fields of a rule to the rule, with the name of the field behind every path of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from projects.terms.document.rule_shapes import FACT, GROUPS, KEYS, LEAVES, OBJECTS, SIGNS, Place, chain, leaves_of
from projects.terms.document.rule_twigs import Twig, row_numbers, text_of

NONE = "none"
OPEN = "open"  # the `is` of an object that stands there and says nothing
AS_WRITTEN = "~"  # before a sign that is written otherwise than Concord writes it
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,15})")
_BETWEEN = re.compile(r"\s*[,，、]\s*")


def words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(text.strip()) if word]


def plain(text: str, kind: str) -> object:
    """One value as the document holds it; what does not read stays a text, which the engine refuses with its path."""
    text = text.strip()
    if text == NONE or kind in {"text", "amount"}:
        return text
    if kind == "ids":
        return words(text)
    return int(text) if _WHOLE.fullmatch(text) else text


class Builder:
    """``places`` maps each path of what was built to the name of its field or row."""

    def __init__(self) -> None:
        self.places: dict[str, str] = {}

    def rule(self, place: Place, twig: Twig) -> object:
        """The rule at its place, or None where nothing is said."""
        kind, name = place.grammar, place.name
        self.places[name] = name
        if kind in {"expression", "condition"}:
            return self.node(twig, name, name, leaves_of(kind))
        if kind == "keys":
            return [self.key(twig[index], f"{name}[{index}]") for index in row_numbers(twig)] or None
        if kind == "amount":
            return self.amount(twig, name)
        if kind == "times":
            return self.times(twig, name)
        if kind == "hours":
            return self.hours(twig)
        if kind == "seed_text":
            seed = text_of(twig, "random").strip()
            return {"random": seed} if text_of(twig, "is") == "random" and seed else None
        return self.parts(twig, name, OBJECTS[kind])

    # --- who and when

    def node(self, twig: Twig, name: str, path: str, leaves: tuple[str, ...]) -> object:
        """Rows that say nothing are left out, so a path may count fewer rows than the form."""
        self.places[path] = name
        if text_of(twig).strip() == NONE:
            return NONE
        way = chain(text_of(twig, "is"), leaves)
        if not way:
            return None
        field, where, here = name, path, twig
        for step in way:
            here = here.get(step, {})
            field, where = f"{field}.{step}", f"{where}.{step}"
            self.places[where] = name
        value = self._group(here, field, where, leaves) if way[-1] in GROUPS else self._leaf(here, field, where, way)
        if value is None:
            return None
        if way[-1] != FACT:
            value = {way[-1]: value}
        for _not in way[:-1]:
            value = {"not": value}
        return value

    def _group(self, twig: Twig, name: str, path: str, leaves: tuple[str, ...]) -> object:
        parts: list[object] = []
        for index in row_numbers(twig):
            part = self.node(twig[index], f"{name}[{index}]", f"{path}[{len(parts)}]", leaves)
            if part is not None:
                parts.append(part)
        return parts or None

    def _leaf(self, twig: Twig, name: str, path: str, way: list[str]) -> object:
        if way[-1] == FACT:
            return comparison(twig)
        text = text_of(twig).strip()
        if way[-1] == "decision" or text == NONE:
            return text or None
        leaf = {key: value for key, value in twig.items() if key != "day"}
        if way[-1] == "agreed":
            leaf["before"] = {"": _before(twig)}
        return self.parts(leaf, name, LEAVES[way[-1]], path) or {}

    def parts(self, twig: Twig, name: str, parts: Mapping[str, str], path: str = "") -> object:
        found: dict[str, object] = {}
        for part, kind in parts.items():
            text = text_of(twig, part)
            self.places[f"{path or name}.{part}"] = f"{name}.{part}"
            if text.strip():
                found[part] = plain(text, kind)
        return found or ({} if text_of(twig, "is") == OPEN else None)

    # --- order

    def key(self, row: Twig, name: str) -> object:
        """A row that does not say by what is an open key."""
        self.places[name] = name
        key = text_of(row, "is")
        text = text_of(row, key).strip() if key in {"points", "random", "decision"} else ""
        if text:
            self.places[f"{name}.{key}"] = f"{name}.{key}"
            return {key: plain(text, "ids") if key == "points" else text}
        return key if key in KEYS and key not in {"random", "decision"} else {}

    # --- how much

    def amount(self, twig: Twig, name: str) -> object:
        form = text_of(twig, "is")
        if form == "range":
            both = [text_of(twig, "range", index).strip() for index in (0, 1)]
            self.places |= {f"{name}.range[{index}]": f"{name}.range[{index}]" for index in (0, 1)}
            self.places[f"{name}.range"] = f"{name}.range[0]"
            return {"range": [text for text in both if text]} if any(both) else {}
        if form not in {"fixed", "base"}:
            return {} if form == OPEN else None
        self.places[f"{name}.{form}"] = f"{name}.{form}"
        text = text_of(twig, form).strip()
        value: dict[str, object] = {form: text} if text else {}
        plus = twig.get("plus", {}) if form == "base" else {}
        rows = [self._bonus(plus[index], f"{name}.plus[{index}]") for index in row_numbers(plus)]
        return {**value, "plus": rows} if rows else value

    def _bonus(self, row: Twig, name: str) -> dict[str, object]:
        self.places |= {name: name, f"{name}.add": f"{name}.add"}
        when = self.node(row.get("when", {}), f"{name}.when", f"{name}.when", leaves_of("condition"))
        add = text_of(row, "add").strip()
        return {**({} if when is None else {"when": when}), **({"add": add} if add else {})}

    def times(self, twig: Twig, name: str) -> object:
        """Rows without a factor are not part of it; a value that stands twice is named by `twice`."""
        self.places[f"{name}.attribute"] = f"{name}.attribute"
        attribute = text_of(twig, "attribute").strip()
        rows = twig.get("table", {})
        table: dict[str, str] = {}
        for index in row_numbers(rows):
            value, factor = text_of(rows[index], "value"), text_of(rows[index], "factor").strip()
            if value and factor:
                table.setdefault(value, factor)
        found = {**({"attribute": attribute} if attribute else {}), **({"table": table} if table else {})}
        return found or ({} if text_of(twig, "is") == OPEN else None)

    def hours(self, twig: Twig) -> object:
        both = [text_of(twig, part).strip() for part in ("low", "high")]
        return [int(text) if _WHOLE.fullmatch(text) else text for text in both] if any(both) else None


def _before(twig: Twig) -> str:
    before, day = text_of(twig, "before").strip(), text_of(twig, "day").strip()
    return day if before in {"", "day"} else before


def comparison(twig: Twig) -> str | None:
    """``difficulty ≥ 3``, or the bare fact; None without a fact."""
    fact, sign, number = (text_of(twig, part) for part in ("name", "sign", "number"))
    if not fact.strip():
        return None
    if sign.startswith(AS_WRITTEN):
        return f"{fact.strip()}{sign[1:]}{number.strip()}"
    return f"{fact.strip()} {sign.strip()} {number.strip()}".strip() if sign.strip() or number.strip() else fact.strip()


def twice(rows: Twig) -> list[int]:
    """Rows of a table whose value stands in an earlier row, or that say only half."""
    seen: set[str] = set()
    wrong: list[int] = []
    for index in row_numbers(rows):
        value, factor = text_of(rows[index], "value"), text_of(rows[index], "factor").strip()
        if bool(value) != bool(factor) or value in seen:
            wrong.append(index)
        if value:
            seen.add(value)
    return wrong


__all__ = ["AS_WRITTEN", "NONE", "OPEN", "SIGNS", "Builder", "comparison", "plain", "twice", "words"]
