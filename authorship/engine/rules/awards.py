"""Award rules: how much one piece of work is worth, to whom, from which day."""

from __future__ import annotations

from fractions import Fraction

from authorship.engine.errors import shown
from authorship.engine.rules.conditions import read_condition
from authorship.engine.rules.reader import Reader
from authorship.engine.rules.types import (
    AwardRule,
    Base,
    Budget,
    Cap,
    FirstOf,
    Fixed,
    PlusPoints,
    Range,
    Times,
    Window,
)

SOURCES = ("task", "review", "proposal", "claim", "import")
SPLITS = ("equal", "declared", "each")
_REQUIRED = ("id", "from", "amount", "split", "date")
_OPTIONAL = ("first_of", "times", "cap", "budget", "applies", "window")


def read_award(reader: Reader, data: object, path: str) -> AwardRule | None:
    reader.enter(path, 1)
    fields = reader.take_object(data, path, required=_REQUIRED, idle=("title",), optional=_OPTIONAL)
    if fields is None:
        return None
    source = reader.take_choice(fields["from"], f"{path}.from", SOURCES) if "from" in fields else None
    kind = reader.take_id(fields["id"], f"{path}.id") if "id" in fields else None
    title = reader.take_text(fields["title"], f"{path}.title", most=200) if "title" in fields else ""
    amount = _read_amount(reader, fields["amount"], f"{path}.amount", source) if "amount" in fields else None
    split = reader.take_choice(fields["split"], f"{path}.split", SPLITS) if "split" in fields else None
    date = reader.take_choice(fields["date"], f"{path}.date", ("submitted", "accepted")) if "date" in fields else None
    first_of = _read_first_of(reader, fields["first_of"], f"{path}.first_of") if "first_of" in fields else None
    times = _read_times(reader, fields["times"], f"{path}.times") if "times" in fields else None
    cap = _read_cap(reader, fields["cap"], f"{path}.cap") if "cap" in fields else None
    budget = _read_budget(reader, fields["budget"], f"{path}.budget") if "budget" in fields else None
    applies = (
        read_condition(reader, fields["applies"], f"{path}.applies", about=source) if "applies" in fields else None
    )
    window = _read_window(reader, fields["window"], f"{path}.window") if "window" in fields else None
    if kind is None or title is None or source is None or amount is None or split is None or date is None:
        return None
    return AwardRule(kind, title, source, amount, split, date, first_of, times, cap, budget, applies, window)


def _read_amount(reader: Reader, data: object, path: str, source: str | None) -> Fixed | Range | Base | None:
    fields = reader.take_object(data, path, optional=("fixed", "range", "base", "plus"))
    if fields is None:
        return None
    if set(fields) == {"fixed"}:
        fixed = reader.take_amount(fields["fixed"], f"{path}.fixed", above_zero=True)
        return None if fixed is None else Fixed(fixed)
    if set(fields) == {"range"}:
        return _read_range(reader, fields["range"], f"{path}.range")
    if "base" in fields and set(fields) <= {"base", "plus"}:
        base = reader.take_amount(fields["base"], f"{path}.base", above_zero=True)
        plus = _read_plus(reader, fields.get("plus"), f"{path}.plus", source)
        return None if base is None or plus is None else Base(base, plus)
    if fields:
        reader.report(path, "not_one_form", "an amount is fixed, or range, or base with plus; not a mixture")
    else:
        reader.report(path, "missing", "an amount is fixed, or range, or base with plus; it is open")
    return None


def _read_range(reader: Reader, data: object, path: str) -> Range | None:
    if not isinstance(data, list) or len(data) != 2:
        said = f"a range is a list of its lowest and highest amount, not {shown(data)}"
        reader.report(path, "not_a_range", said, given=data)
        return None
    low = reader.take_amount(data[0], f"{path}[0]", above_zero=True)
    high = reader.take_amount(data[1], f"{path}[1]", above_zero=True)
    if low is None or high is None:
        return None
    if low > high:
        reader.report(
            path, "not_a_range", "the lowest amount of a range comes first", "order", low=data[0], high=data[1]
        )
        return None
    return Range(low, high)


def _read_plus(reader: Reader, data: object, path: str, source: str | None) -> tuple[PlusPoints, ...] | None:
    if data is None:
        return ()
    plus: list[PlusPoints] = []
    for place, item in reader.take_list(data, path):
        if not reader.enter(place, 1):
            break
        fields = reader.take_object(item, place, required=("when", "add"))
        if fields is None or len(fields) < 2:
            continue
        when = read_condition(reader, fields["when"], f"{place}.when", about=source)
        add = reader.take_amount(fields["add"], f"{place}.add", above_zero=True)
        if when is not None and add is not None:
            plus.append(PlusPoints(when, add))
    return tuple(plus) if plus else None


def _read_first_of(reader: Reader, data: object, path: str) -> FirstOf | None:
    fields = reader.take_object(data, path, required=("by", "add"))
    if fields is None or len(fields) < 2:
        return None
    by = reader.take_ids(fields["by"], f"{path}.by", None, "attribute")
    add = reader.take_amount(fields["add"], f"{path}.add", above_zero=True)
    return None if by is None or add is None else FirstOf(by, add)


def _read_times(reader: Reader, data: object, path: str) -> Times | None:
    fields = reader.take_object(data, path, required=("attribute", "table"))
    if fields is None or len(fields) < 2:
        return None
    attribute = reader.take_id(fields["attribute"], f"{path}.attribute")
    table = fields["table"]
    place = f"{path}.table"
    if not isinstance(table, dict) or not table:
        reader.report(
            place, "not_an_object", f"a table names a factor for each value, not {shown(table)}", "table", given=table
        )
        return None
    rows: list[tuple[str, Fraction]] = []
    for value, factor in table.items():
        if not reader.enter(place, 1):
            break
        name = reader.take_text(value, place, most=200)
        if name is not None and not name.isascii():  # it is a key, and keys of canonical JSON are ASCII
            said = f"the values of a table are written in ASCII; this is {shown(name)}"
            reader.report(place, "bad_text", said, "table", given=name)
        read = reader.take_amount(factor, f"{place}.{shown(value)}", above_zero=True)
        if name is not None and read is not None:
            rows.append((name, read))
    return None if attribute is None or not rows else Times(attribute, tuple(rows))


def _read_cap(reader: Reader, data: object, path: str) -> Cap | None:
    fields = reader.take_object(data, path, optional=("item", "person", "cohort"))
    if fields is None:
        return None
    if not fields:
        reader.report(path, "missing", "a cap limits item, person or cohort; it is open")
        return None
    limits = {key: reader.take_amount(value, f"{path}.{key}", above_zero=True) for key, value in fields.items()}
    return Cap(limits.get("item"), limits.get("person"), limits.get("cohort"))


def _read_budget(reader: Reader, data: object, path: str) -> Budget | None:
    fields = reader.take_object(data, path, required=("total", "per"))
    if fields is None or len(fields) < 2:
        return None
    total = reader.take_amount(fields["total"], f"{path}.total", above_zero=True)
    per = reader.take_choice(fields["per"], f"{path}.per", ("month", "output"))
    return None if total is None or per is None else Budget(total, per)


def _read_window(reader: Reader, data: object, path: str) -> Window | None:
    fields = reader.take_object(data, path, optional=("from", "to"))
    if fields is None:
        return None
    if not fields:
        reader.report(path, "missing", "a window has from, to or both; it is open")
        return None
    start, end = read_days(reader, fields, path)
    return Window(start, end)


def read_days(reader: Reader, fields: dict[str, object], path: str) -> tuple[str | None, str | None]:
    """The optional days `from` and `to`, both included; a `to` before `from` is reported."""
    start = reader.take_day(fields["from"], f"{path}.from") if "from" in fields else None
    end = reader.take_day(fields["to"], f"{path}.to") if "to" in fields else None
    if start is not None and end is not None and end < start:
        reader.report(f"{path}.to", "not_a_window", "the last day is before the first", "days", first=start, last=end)
    return start, end
