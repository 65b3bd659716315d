"""Rows as the driver gives them, and questions whose SQL is built once."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError

Rows = QuerySet[Any, Any]
_FIRST_MARK = 1_987_654_301  # within what every column of whole numbers takes
_MARK = "a value that is filled in later"


def plain(rows: Rows) -> list[tuple[Any, ...]]:
    """Of tens of thousands of rows Django's look at each value takes as long as the sum; here they are texts, whole
    numbers, a yes or no, and days and instants, which SQLite gives as text (see `written` and `instant`)."""
    return _fetched(*rows.query.sql_with_params())


class Prepared:
    """A small question that is asked again and again with other values: Django takes longer to build it than the
    database to answer it. `ask` takes the values, whole numbers or texts, and gives `values_list` rows.

    Each place keeps its type. Where `ask` locks rows, TransactionManagementError outside of a transaction, as Django
    has it.
    """

    def __init__(self, ask: Callable[..., Rows]) -> None:
        self._ask = ask
        # SQL, parameters, and whether it locks; by vendor.
        self._built: dict[str, tuple[str, tuple[Any, ...], bool]] = {}

    def __call__(self, *values: int | str) -> list[tuple[Any, ...]]:
        marks = [_mark(place, value) for place, value in enumerate(values)]
        built = self._built.get(connection.vendor)
        if built is None:
            query = self._ask(*marks).query
            built = self._built[connection.vendor] = (*query.sql_with_params(), query.select_for_update)
        sql, parameters, locks = built
        if locks and connection.get_autocommit():
            raise TransactionManagementError("Rows are locked in a transaction only.")
        filled = dict(zip(marks, values, strict=True))
        return _fetched(sql, [filled.get(one, one) for one in parameters])


def _mark(place: int, value: int | str) -> int | str:
    return f"{_MARK}, {place}" if isinstance(value, str) else _FIRST_MARK + place


def _fetched(sql: str, parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())


def written(day: Any) -> Any:
    """A day as text; anything else as it is."""
    return day.isoformat() if isinstance(day, dt.date) else day


def instant(at: dt.datetime | str) -> dt.datetime:
    """In UTC; SQLite gives an instant as text, or without its zone."""
    found = dt.datetime.fromisoformat(at) if isinstance(at, str) else at
    return found.replace(tzinfo=dt.UTC) if found.tzinfo is None else found
