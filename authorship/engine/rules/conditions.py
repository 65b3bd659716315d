"""Conditions: comparisons over the closed list of facts about one piece of work."""

from __future__ import annotations

import re
from collections.abc import Mapping

from authorship.engine.errors import shown
from authorship.engine.rules.reader import Reader
from authorship.engine.rules.types import Compare, Condition, Every, Flag, Some, Unless

_VERDICTS = {
    "expert": "flag",
    "right": "flag",
    "agreed": "flag",
    "first": "flag",
    "second_right": "flag",
    "nonexperts_wrong": "number",
    "after_revision": "flag",
}
# Facts by the work they are about: a number is compared, a flag stands bare (yes or no).
FACTS: Mapping[str, Mapping[str, str]] = {
    "task": {
        "experts_right": "number",
        "experts_asked": "number",
        "nonexperts_wrong": "number",
        "nonexperts_asked": "number",
        "difficulty": "number",
        "rounds": "number",
    },
    "review": _VERDICTS,
    "solve": _VERDICTS,
    "claim": {"quantity": "number"},
    "hour": {},
    "proposal": {},
    "import": {},
    "rank": {},
}
_ANY_FACT = {name: kind for facts in FACTS.values() for name, kind in facts.items()}
_OPERATORS = {"≥": "≥", "≤": "≤", ">=": "≥", "<=": "≤", "=": "=", ">": ">", "<": "<"}
_COMPARISON = re.compile(r" *([a-z_]{1,40}) *(?:(≥|≤|>=|<=|=|>|<) *(0|[1-9][0-9]{0,8}) *)?")


def read_condition(
    reader: Reader, data: object, path: str, level: int = 1, *, about: str | None = None
) -> Condition | None:
    """One condition. `about` is the kind of work (task, review, …); without it any known fact is taken."""
    if not reader.enter(path, level):
        return None
    if isinstance(data, str):
        return _read_comparison(reader, data, path, about)
    if not isinstance(data, dict):
        said = f'a condition is a text like "rounds ≥ 2" or an object, not {shown(data)}'
        reader.report(path, "not_a_condition", said, given=data)
        return None
    if len(data) != 1 or not (set(data) <= {"all", "any", "not"}):
        reader.report(path, "unknown_key", "a condition object has exactly one key: all, any or not", "condition")
        return None
    ((name, inner),) = data.items()
    if name == "not":
        part = read_condition(reader, inner, f"{path}.not", level + 1, about=about)
        return None if part is None else Unless(part)
    return _read_parts(reader, name, inner, f"{path}.{name}", level, about)


def _read_parts(reader: Reader, name: str, data: object, path: str, level: int, about: str | None) -> Condition | None:
    parts: list[Condition] = []
    whole = True
    for place, item in reader.take_list(data, path, most=10**9):
        part = read_condition(reader, item, place, level + 1, about=about)
        if part is None:
            whole = False
            if reader.too_large:
                break
        else:
            parts.append(part)
    if not whole or not parts:
        return None
    return Every(tuple(parts)) if name == "all" else Some(tuple(parts))


def _read_comparison(reader: Reader, text: str, path: str, about: str | None) -> Condition | None:
    match = _COMPARISON.fullmatch(text) if len(text) <= 100 else None
    if match is None:
        said = f'a condition reads "fact ≥ 3" or names a yes/no fact; this is {shown(text)}'
        reader.report(path, "not_a_condition", said, given=text)
        return None
    fact, operator, number = match.groups()
    known = _ANY_FACT if about is None else FACTS.get(about, {})
    if fact not in known:
        said = f"there is no fact {shown(fact)} here; known are {', '.join(known) or 'none'}"
        reader.report(path, "unknown_fact", said, "" if known else "no_facts", given=fact, allowed=tuple(known))
        return None
    if operator is None:
        if known[fact] == "number":
            reader.report(
                path, "not_a_condition", f"{fact} is a number: compare it, like {fact} ≥ 2", "number", fact=fact
            )
            return None
        return Flag(fact)
    if known[fact] == "flag":
        said = f"{fact} is a yes/no fact: name it without a comparison"
        reader.report(path, "not_a_condition", said, "yes_no", fact=fact)
        return None
    return Compare(fact, _OPERATORS[operator], int(number))
