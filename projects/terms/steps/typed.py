"""What was typed into a step of the form: field name → text, with rows added, removed and moved. Pure.

Besides the names of `projects.terms.document.edit` there is `none:<name>`, the box beside a field that answers it none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from projects.terms.document.edit import rows
from projects.terms.document.fields import children, field_at, generic

Data = dict[str, str]
NONE = "none"
TICK = "none:"
_MOST_NAME = 200
_INDEX = re.compile(r"\[([0-9]{1,3})\]")
_ROW = re.compile(r"(.+)\[([0-9]{1,3})\]")
_BETWEEN = ", "


def typed(given: Iterable[tuple[str, list[str]]]) -> Data:
    """Of a POST only fields of the schema; several values of one name are joined, as boxes send them."""
    data: Data = {}
    for name, values in given:
        path = name.removeprefix(TICK)
        if len(name) > _MOST_NAME or field_at(path) is None:
            continue
        data[name] = _BETWEEN.join(value for value in values if value.strip()) if len(values) > 1 else values[0]
    return _answered(data)


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
    return {path: most[path] for path, rows_ in found.items() if path in most and len(rows_) > most[path]}


def acted(data: Data, action: str) -> Data:
    """The data after a button: `add:path`, or `remove`, `up` or `down` with `:path[index]`. Others change nothing."""
    verb, _colon, path = action.partition(":")
    if verb == "add" and _is_list(path):
        return _with_row(data, path)
    row = _ROW.fullmatch(path)
    if row is None or not _is_list(row[1]):
        return data
    found = rows(_plain(data), row[1])
    index = int(row[2])
    if index not in found:
        return data
    order = _order(found, index, verb)
    return _reordered(data, row[1], order)


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
