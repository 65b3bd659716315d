"""What was typed into a step of the form: field name → text, with rows added, removed and moved. Pure.

Besides the names of `projects.terms.document.edit` there is `none:<name>`, the box beside a field that answers it none,
and `answer:<name>`, the choice before words of one's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from django.utils.text import slugify

from projects.terms.document.edit import is_field, rows
from projects.terms.document.field import Field
from projects.terms.document.fields import children, field_at, generic
from projects.terms.document.rule_shapes import MAX_KEYS, MAX_NODES
from projects.terms.document.rule_twigs import row_numbers, settled, sprout
from projects.terms.steps.decimals import exact
from projects.terms.steps.rules.acting import node_count, rule_acted

Data = dict[str, str]
NONE = "none"
TICK = "none:"
ANSWER = "answer:"
WORDS = "words"
MEMBERS = "core_team.members"
ROLES = "roles"
# Fields that a button empties, where they have become pointless.
OPTIONAL = frozenset({"compensation.choice"})
_MOST_NAME = 200
_MOST_ID = 40
_INDEX = re.compile(r"\[([0-9]{1,3})\]")
_ROW = re.compile(r"(.+)\[([0-9]{1,3})\]")
_BETWEEN = ", "
_STOPS = " .!。！"


def typed(given: Iterable[tuple[str, list[str]]]) -> Data:
    """Of a POST only fields of the schema; several values of one name are joined, as boxes send them."""
    data: Data = {}
    for name, values in given:
        path = name.removeprefix(ANSWER if name.startswith(ANSWER) else TICK)
        if len(name) > _MOST_NAME or not is_field(path):
            continue
        data[name] = _BETWEEN.join(value for value in values if value.strip()) if len(values) > 1 else values[0]
    return settled(_answered(_plain_answers(_chosen(exact(data)))))


def _chosen(data: Data) -> Data:
    """Where a choice stands before words of one's own, the words count only where they were chosen."""
    chosen = {name.removeprefix(ANSWER): text for name, text in data.items() if name.startswith(ANSWER)}
    typed_in = {name: text for name, text in data.items() if not name.startswith(ANSWER)}
    return typed_in | {path: text for path, text in chosen.items() if text != WORDS}


def _plain_answers(data: Data) -> Data:
    """A plain yes or no in one's own words is that answer, so that nobody reads it as a condition."""
    return {name: _plain_answer(field_at(name), text) for name, text in data.items()}


def _plain_answer(field: Field | None, text: str) -> str:
    if field is None or field.kind != "yes_no_text":
        return text
    said = text.strip(_STOPS).casefold()
    words = {one.value: {one.value, one.label.en.casefold(), one.label.zh} for one in field.choices}
    return next((value for value, ways in words.items() if said in ways), text)


def _answered(data: Data) -> Data:
    """A ticked box answers an empty field; where words stand as well, both stay, for the writer to settle."""
    settled = dict(data)
    for name in data:
        path = name.removeprefix(TICK)
        if name.startswith(TICK) and (not data.get(path, "").strip() or data[path].strip() == NONE):
            settled[path] = data[name].strip() or NONE
            del settled[name]
    return settled


def undecided(data: Mapping[str, str]) -> list[str]:
    """Fields that say none and something else."""
    return [name.removeprefix(TICK) for name in data if name.startswith(TICK)]


def overfull(data: Mapping[str, str]) -> dict[str, int]:
    """Lists with more rows than the schema takes, each with how many it takes."""
    found: dict[str, set[str]] = {}
    for name in data:
        bare = name.removeprefix(TICK)
        for row in _INDEX.finditer(bare):
            found.setdefault(bare[: row.start()], set()).add(row[1])
    most = {path: field.most_items for path in found if (field := field_at(path)) is not None}
    full = {path: most[path] for path, rows_ in found.items() if path in most and len(rows_) > most[path]}
    return full | _overfull_rules(data)


def _overfull_rules(data: Mapping[str, str]) -> dict[str, int]:
    """Rules with more parts than the engine reads; drawing them would take the site's time."""
    found: dict[str, int] = {}
    for name, (place, twig) in sprout(data).items():
        if place.grammar == "keys" and len(row_numbers(twig)) > MAX_KEYS:
            found[name] = MAX_KEYS
        elif node_count(twig) > MAX_NODES:
            found[name] = MAX_NODES
    return found


def acted(data: Data, action: str) -> Data:
    """The data after a button: `add:path`, or `remove`, `up` or `down` with `:path[index]`. Others change nothing.

    Inside a rule a part is added as `add:path=kind`; see `steps.rules.acting`. `add:roles=words` adds a role called so,
    and `clear:path` empties a field that does not apply.
    """
    return _acted(data, action)[0]


def with_writer(data: Data, action: str, handle: str) -> Data:
    """A member added to the core team is first the one who writes, unless a row names them already."""
    if action != f"add:{MEMBERS}":
        return data
    fields = [f"{MEMBERS}[{index}].person" for index in rows(_plain(data), MEMBERS)]
    named = {data.get(field, "").strip().removeprefix("@").lower() for field in fields}
    return data if handle in named else data | {fields[-1]: handle}


def with_founder(data: Data, action: str, handle: str) -> Data:
    """After `hold:roles[index]` that role is the writer's from the first day, where they are in the core team."""
    verb, _colon, row = action.partition(":")
    role = data.get(f"{row}.id", "").strip() if verb == "hold" else ""
    for index in rows(_plain(data), MEMBERS) if role else ():
        member = f"{MEMBERS}[{index}]"
        if data.get(f"{member}.person", "").strip().removeprefix("@").lower() == handle.lower():
            held = [one for one in data.get(f"{member}.roles", "").split(_BETWEEN) if one and one != NONE]
            return data | {f"{member}.roles": _BETWEEN.join(dict.fromkeys([*held, role]))}
    return data


def landing(data: Data, action: str) -> str:
    """The id of the row or list to go to after the button; empty where it did nothing."""
    return _acted(data, action)[1]


def _acted(data: Data, action: str) -> tuple[Data, str]:
    verb, _colon, path = action.partition(":")
    path, _equals, kind = path.partition("=")
    if (changed := rule_acted(data, verb, path, kind)) is not None:
        return changed
    if verb == "add" and _is_list(path):
        after = _with_row(data, path)
        row = f"{path}[{rows(_plain(after), path)[-1]}]"
        return (after | role_called(row, kind) if path == ROLES and kind else after), row
    if verb == "clear" and path in OPTIONAL:
        return {name: text for name, text in data.items() if name.removeprefix(TICK) != path}, path
    moved = _ROW.fullmatch(path)
    if moved is None or not _is_list(moved[1]):
        return data, ""
    found = rows(_plain(data), moved[1])
    index = int(moved[2])
    if index not in found:
        return data, ""
    order = _order(found, index, verb)
    return _reordered(data, moved[1], order), f"{moved[1]}[{order.index(index)}]" if index in order else moved[1]


def role_called(row: str, said: str) -> Data:
    """A new role that is called so; words without a letter of an id leave the id to be typed."""
    return {f"{row}.id": slugify(said)[:_MOST_ID].strip("-"), f"{row}.title": said[:1].upper() + said[1:_MOST_NAME]}


def _is_list(path: str) -> bool:
    field = field_at(path)
    return field is not None and field.kind == "list" and not path.endswith("]")


def _plain(data: Mapping[str, str]) -> Data:
    return {name.removeprefix(TICK): text for name, text in data.items()}


def _with_row(data: Data, path: str) -> Data:
    """An empty row at the end; a list that said none no longer does."""
    found = rows(_plain(data), path)
    first = children(f"{generic(path)}[]")[0]
    added = {name: text for name, text in data.items() if name != path}
    added[f"{path}[{found[-1] + 1 if found else 0}].{first.name}"] = ""
    return added


def _order(found: list[int], index: int, verb: str) -> list[int]:
    order = list(found)
    place = order.index(index)
    if verb == "remove":
        del order[place]
    elif verb == "up" and place > 0:
        order[place - 1 : place + 1] = [order[place], order[place - 1]]
    elif verb == "down" and place < len(order) - 1:
        order[place : place + 2] = [order[place + 1], order[place]]
    return order


def _reordered(data: Data, path: str, order: list[int]) -> Data:
    """Rows renumbered from 0 in the new order; a row that `order` leaves out goes with all it holds."""
    places = {index: place for place, index in enumerate(order)}
    changed: Data = {}
    for name, text in data.items():
        tick = TICK if name.startswith(TICK) else ""
        bare = name.removeprefix(TICK)
        if not bare.startswith(f"{path}["):
            changed[name] = text
            continue
        index, _bracket, rest = bare[len(path) + 1 :].partition("]")
        if int(index) in places:
            changed[f"{tick}{path}[{places[int(index)]}]{rest}"] = text
    return changed
