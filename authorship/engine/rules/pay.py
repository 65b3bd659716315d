"""Pay rules: read and checked whole, shown as text; amounts of money are computed by a later engine."""

from __future__ import annotations

from authorship.engine.rules.conditions import read_condition
from authorship.engine.rules.expressions import read_expression
from authorship.engine.rules.order import read_key
from authorship.engine.rules.reader import Reader
from authorship.engine.rules.types import Key, PayRule, PlusMoney, Prize

WORK = ("task", "review", "solve", "hour", "rank")
_OPTIONAL = ("applies", "base", "plus", "rank", "ranked_by", "cohort", "deadline", "exclude")
_RANK_ONLY = ("rank", "ranked_by")
_NOT_FOR_RANK = ("base", "plus", "applies")


def read_pay_rule(reader: Reader, data: object, path: str) -> PayRule | None:
    reader.enter(path, 1)
    fields = reader.take_object(data, path, required=("id", "for", "ties", "currency"), optional=_OPTIONAL)
    if fields is None:
        return None
    name = reader.take_id(fields["id"], f"{path}.id") if "id" in fields else None
    work = reader.take_choice(fields["for"], f"{path}.for", WORK) if "for" in fields else None
    ties = reader.take_choice(fields["ties"], f"{path}.ties", ("share", "earlier")) if "ties" in fields else None
    currency = reader.take_currency(fields["currency"], f"{path}.currency") if "currency" in fields else None
    if work is not None:
        _check_parts(reader, data, fields, path, work)
    base = reader.take_money(fields["base"], f"{path}.base", currency) if "base" in fields else None
    plus = _read_plus(reader, fields["plus"], f"{path}.plus", currency, work) if "plus" in fields else ()
    rank = _read_rank(reader, fields["rank"], f"{path}.rank", currency) if "rank" in fields else ()
    ranked_by = _read_ranked_by(reader, fields["ranked_by"], f"{path}.ranked_by") if "ranked_by" in fields else ()
    applies = read_condition(reader, fields["applies"], f"{path}.applies", about=work) if "applies" in fields else None
    cohort = reader.take_number(fields["cohort"], f"{path}.cohort", least=1) if "cohort" in fields else None
    deadline = reader.take_day(fields["deadline"], f"{path}.deadline") if "deadline" in fields else None
    exclude = read_expression(reader, fields["exclude"], f"{path}.exclude") if "exclude" in fields else None
    if name is None or work is None or ties is None or currency is None:
        return None
    return PayRule(name, work, currency, ties, base, plus, applies, rank, ranked_by, cohort, deadline, exclude)


def _check_parts(reader: Reader, data: object, fields: dict[str, object], path: str, work: str) -> None:
    """base for all but rank, rank and ranked_by for rank; nothing of the other sort."""
    foreign, needed = (_NOT_FOR_RANK, _RANK_ONLY) if work == "rank" else (_RANK_ONLY, ("base",))
    for key in foreign:
        if key in fields:
            reader.report(f"{path}.{key}", "does_not_apply", f"a rule for {work} has no {key}", work=work, part=key)
    for key in needed:
        if key not in fields:
            said_none = isinstance(data, dict) and data.get(key) == "none"
            code, what = ("none", "answered with none") if said_none else ("missing", "open")
            reader.report(f"{path}.{key}", code, f"this part is {what}")


def _read_plus(
    reader: Reader, data: object, path: str, currency: str | None, work: str | None
) -> tuple[PlusMoney, ...]:
    plus: list[PlusMoney] = []
    for place, item in reader.take_list(data, path):
        if not reader.enter(place, 1):
            break
        fields = reader.take_object(item, place, required=("when", "add"))
        if fields is None or len(fields) < 2:
            continue
        when = read_condition(reader, fields["when"], f"{place}.when", about=work)
        add = reader.take_money(fields["add"], f"{place}.add", currency)
        if when is not None and add is not None:
            plus.append(PlusMoney(when, add))
    return tuple(plus)


def _read_rank(reader: Reader, data: object, path: str, currency: str | None) -> tuple[Prize, ...]:
    """Runs of places in ascending order, none twice."""
    prizes: list[Prize] = []
    for place, item in reader.take_list(data, path):
        if not reader.enter(place, 1):
            break
        fields = reader.take_object(item, place, required=("from", "to", "each"))
        if fields is None or len(fields) < 3:
            continue
        first = reader.take_number(fields["from"], f"{place}.from", least=1)
        last = reader.take_number(fields["to"], f"{place}.to", least=1)
        each = reader.take_money(fields["each"], f"{place}.each", currency)
        if first is None or last is None or each is None:
            continue
        if last < first:
            said = "the last place is before the first"
            reader.report(f"{place}.to", "not_a_window", said, "places", first=first, last=last)
        elif prizes and first <= prizes[-1].last:
            said = f"place {first} has two values: here and in the run before"
            reader.report(f"{place}.from", "two_values", said, "place", place=first)
        prizes.append(Prize(first, last, each))
    return tuple(prizes)


def _read_ranked_by(reader: Reader, data: object, path: str) -> tuple[Key, ...]:
    keys: list[Key] = []
    for place, item in reader.take_list(data, path, most=20):
        key = read_key(reader, item, place)
        if key is None:
            continue
        if key.name in ("name", "random") or key.kinds is not None:
            said = "prizes are ranked by points, count, first_credit or {decision: id}"
            reader.report(place, "not_allowed", said, "prizes")
        keys.append(key)
    return tuple(keys)
