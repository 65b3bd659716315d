"""Expressions: the grammar of who."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from authorship.engine.errors import shown
from authorship.engine.rules.reader import Reader
from authorship.engine.rules.types import (
    Agreed,
    AllOf,
    AnyOf,
    Bound,
    Count,
    Decision,
    Distinct,
    Expression,
    Member,
    Not,
    Points,
    Referred,
    Role,
    Service,
)


def read_expression(reader: Reader, data: object, path: str, level: int = 1) -> Expression | None:
    """One expression: an object with exactly one key, which names it."""
    if not reader.enter(path, level):
        return None
    if not isinstance(data, dict):
        said = f"an expression is an object such as {{points: …}}, not {shown(data)}"
        reader.report(path, "not_an_object", said, "expression", given=data)
        return None
    if len(data) != 1:
        reader.report(path, "not_one_key", f"an expression has exactly one key; this has {len(data)}", number=len(data))
        return None
    ((name, inner),) = data.items()
    if name in ("all", "any"):
        return _read_parts(reader, name, inner, f"{path}.{name}", level)
    if name == "not":
        part = read_expression(reader, inner, f"{path}.not", level + 1)
        return None if part is None else Not(part)
    read = _LEAVES.get(name) if isinstance(name, str) else None
    if read is None:
        known = ("all", "any", "not", *_LEAVES)
        said = f"unknown expression {shown(name)}; known are {', '.join(known)}"
        reader.report(path, "unknown_key", said, "expression", given=name, allowed=known)
        return None
    if isinstance(inner, str) and inner == "none":
        reader.report(f"{path}.{name}", "none", "this is answered with none; nothing can be computed from it")
        return None
    return read(reader, inner, f"{path}.{name}")


def _read_parts(reader: Reader, name: str, data: object, path: str, level: int) -> Expression | None:
    parts: list[Expression] = []
    whole = True
    for place, item in reader.take_list(data, path, most=10**9):
        part = read_expression(reader, item, place, level + 1)
        if part is None:
            whole = False
            if reader.too_large:
                break
        else:
            parts.append(part)
    if not whole or not parts:
        return None
    return AllOf(tuple(parts)) if name == "all" else AnyOf(tuple(parts))


def _read_bound(reader: Reader, fields: dict[str, object], path: str, *, whole: bool) -> Bound | None:
    """Exactly one of at_least and more_than; a whole number where `whole`, else an amount."""
    given = [key for key in ("at_least", "more_than") if key in fields]
    if not given:
        reader.report(path, "missing", "at_least or more_than is open")
        return None
    if len(given) == 2:
        reader.report(path, "two_bounds", "either at_least or more_than, not both")
        return None
    key, place = given[0], f"{path}.{given[0]}"
    amount: Fraction | int | None
    amount = reader.take_number(fields[key], place) if whole else reader.take_amount(fields[key], place)
    return None if amount is None else Bound(Fraction(amount), key == "more_than")


def _read_points(reader: Reader, data: object, path: str) -> Expression | None:
    fields = reader.take_object(data, path, optional=("kinds", "at_least", "more_than"))
    if fields is None:
        return None
    kinds = None
    if "kinds" in fields:
        kinds = reader.take_ids(fields["kinds"], f"{path}.kinds", reader.kinds, "kind")
    bound = _read_bound(reader, fields, path, whole=False)
    return None if bound is None else Points(kinds, bound)


def _read_count(reader: Reader, data: object, path: str) -> Expression | None:
    fields = reader.take_object(data, path, required=("kind",), optional=("at_least", "more_than"))
    if fields is None:
        return None
    kind = reader.take_kind(fields["kind"], f"{path}.kind") if "kind" in fields else None
    bound = _read_bound(reader, fields, path, whole=True)
    return None if kind is None or bound is None else Count(kind, bound)


def _read_distinct(reader: Reader, data: object, path: str) -> Expression | None:
    fields = reader.take_object(data, path, required=("of", "kind"), optional=("at_least", "more_than"))
    if fields is None:
        return None
    of = reader.take_id(fields["of"], f"{path}.of") if "of" in fields else None
    kind = reader.take_kind(fields["kind"], f"{path}.kind") if "kind" in fields else None
    bound = _read_bound(reader, fields, path, whole=True)
    return None if of is None or kind is None or bound is None else Distinct(of, kind, bound)


def _read_role(reader: Reader, data: object, path: str) -> Expression | None:
    fields = reader.take_object(data, path, required=("id",), optional=("for_days",))
    if fields is None or "id" not in fields:
        return None
    role = reader.take_id(fields["id"], f"{path}.id", reader.roles, "role")
    days = reader.take_number(fields.get("for_days", 0), f"{path}.for_days")
    return None if role is None or days is None else Role(role, days)


def _read_member(reader: Reader, data: object, path: str) -> Expression | None:
    fields = reader.take_object(data, path, required=("for_days",), optional=("grace_days",))
    if fields is None or "for_days" not in fields:
        return None
    days = reader.take_number(fields["for_days"], f"{path}.for_days")
    grace = reader.take_number(fields.get("grace_days", 0), f"{path}.grace_days")
    return None if days is None or grace is None else Member(days, grace)


def _read_service(reader: Reader, data: object, path: str) -> Expression | None:
    required = ("kind", "at_least", "per", "by")
    fields = reader.take_object(data, path, required=required, optional=("carry_most",))
    if fields is None or any(key not in fields for key in required):
        return None
    kind = reader.take_kind(fields["kind"], f"{path}.kind")
    at_least = reader.take_amount(fields["at_least"], f"{path}.at_least")
    per = reader.take_choice(fields["per"], f"{path}.per", ("year", "total"))
    by = reader.take_choice(fields["by"], f"{path}.by", ("person", "institute", "either"))
    carry = reader.take_amount(fields["carry_most"], f"{path}.carry_most") if "carry_most" in fields else None
    if kind is None or at_least is None or per is None or by is None:
        return None
    return Service(kind, at_least, per, by, carry)


def _read_agreed(reader: Reader, data: object, path: str) -> Expression | None:
    fields = reader.take_object(data, path, required=("id", "before"))
    if fields is None or len(fields) < 2:
        return None
    what = reader.take_id(fields["id"], f"{path}.id")
    before = fields["before"]
    day = "first_accepted" if before == "first_accepted" else reader.take_day(before, f"{path}.before")
    return None if what is None or day is None else Agreed(what, day)


def _read_decision(reader: Reader, data: object, path: str) -> Expression | None:
    what = reader.take_id(data, path)
    return None if what is None else Decision(what)


def _read_referred(reader: Reader, data: object, path: str) -> Expression | None:
    fields = reader.take_object(data, path, required=("at_least",))
    if fields is None or "at_least" not in fields:
        return None
    number = reader.take_number(fields["at_least"], f"{path}.at_least")
    return None if number is None else Referred(number)


_LEAVES: dict[str, Callable[[Reader, object, str], Expression | None]] = {
    "points": _read_points,
    "count": _read_count,
    "distinct": _read_distinct,
    "role": _read_role,
    "member": _read_member,
    "service": _read_service,
    "agreed": _read_agreed,
    "decision": _read_decision,
    "referred": _read_referred,
}
