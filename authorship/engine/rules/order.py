"""The order of a list: blocks, sort keys, tie-breaks and marks."""

from __future__ import annotations

from authorship.engine.errors import shown
from authorship.engine.rules.expressions import read_expression
from authorship.engine.rules.reader import Reader
from authorship.engine.rules.types import Block, Key, Mark

REST = "rest"  # the block of eligible people whom no declared block takes
TOTAL = "name+subject"
MARKS = ("equal", "corresponding", "senior", "core", "lead", "deceased")
_PLAIN_KEYS = ("points", "count", "name", "first_credit")


def read_block(reader: Reader, data: object, path: str) -> Block | None:
    reader.enter(path, 1)
    fields = reader.take_object(data, path, required=("id", "who", "sort"), idle=("title",))
    if fields is None:
        return None
    name = reader.take_id(fields["id"], f"{path}.id") if "id" in fields else None
    if name == REST:
        reader.report(f"{path}.id", "reserved", "rest is the block of those whom no other block takes")
    title = reader.take_text(fields["title"], f"{path}.title", most=200) if "title" in fields else ""
    who = read_expression(reader, fields["who"], f"{path}.who") if "who" in fields else None
    sort = _read_keys(reader, fields["sort"], f"{path}.sort", ties=False) if "sort" in fields else None
    if name is None or title is None or who is None or sort is None:
        return None
    return Block(name, title, who, sort)


def read_ties(reader: Reader, data: object, path: str) -> tuple[Key, ...] | None:
    """The tie-break chain. It ends in name+subject or random, so that the order is total."""
    keys = _read_keys(reader, data, path, ties=True)
    if not keys:
        return None
    last = f"{path}[{len(keys) - 1}]"
    if keys[-1].name not in (TOTAL, "random"):
        reader.report(last, "not_total", f"ties end in {TOTAL} or random, so that no tie is left open")
    for index, key in enumerate(keys[:-1]):
        if key.name in (TOTAL, "random"):
            reader.report(f"{path}[{index}]", "not_last", "no tie is left after this key; it comes last")
    return keys


def read_mark(reader: Reader, data: object, path: str) -> Mark | None:
    reader.enter(path, 1)
    fields = reader.take_object(data, path, required=("id", "who"))
    if fields is None:
        return None
    name = reader.take_choice(fields["id"], f"{path}.id", MARKS) if "id" in fields else None
    who = read_expression(reader, fields["who"], f"{path}.who") if "who" in fields else None
    return None if name is None or who is None else Mark(name, who)


def _read_keys(reader: Reader, data: object, path: str, *, ties: bool) -> tuple[Key, ...] | None:
    keys: list[Key] = []
    whole = True
    for place, item in reader.take_list(data, path, most=20):
        key = read_key(reader, item, place, ties=ties)
        whole = whole and key is not None
        if key is not None:
            keys.append(key)
    return tuple(keys) if whole and keys else None


def read_key(reader: Reader, data: object, path: str, *, ties: bool = False) -> Key | None:
    reader.enter(path, 1)
    if isinstance(data, str) and (data in _PLAIN_KEYS or (ties and data == TOTAL)):
        return Key(data)
    if isinstance(data, dict) and len(data) == 1:
        ((name, inner),) = data.items()
        if name in ("points", "random", "decision"):
            return _read_key_with(reader, name, inner, f"{path}.{name}")
    if data == {}:  # what is left of {random: } once open parts are dropped
        reader.report(path, "missing", "this key is open; nothing can be ordered by it")
        return None
    known = (*_PLAIN_KEYS, "{points: [kinds]}", "{random: seed}", "{decision: id}", *((TOTAL,) if ties else ()))
    hint = f"; {TOTAL} belongs into ties" if data == TOTAL else ""
    case = "early_end" if data == TOTAL else "sort"
    said = f"a sort key is one of {', '.join(known)}; not {shown(data)}{hint}"
    reader.report(path, "unknown_key", said, case, given=data, allowed=known)
    return None


def _read_key_with(reader: Reader, name: str, data: object, path: str) -> Key | None:
    if data is None or (isinstance(data, str) and data in ("", "none")):
        code, what = ("none", "answered with none") if data == "none" else ("missing", "open")
        reader.report(path, code, f"this is {what}; nothing can be ordered by it")
        return None
    if name == "points":
        kinds = reader.take_ids(data, path, reader.kinds, "kind")
        return None if kinds is None else Key("points", kinds)
    argument = reader.take_text(data, path, most=200) if name == "random" else reader.take_id(data, path)
    return None if argument is None else Key(name, None, argument)
