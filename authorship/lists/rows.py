"""Rows as the driver gives them, and questions whose SQL is built once."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet

Rows = QuerySet[Any, Any]
_FIRST_MARK = 1_987_654_301  # within what every column of whole numbers takes


def plain(rows: Rows) -> list[tuple[Any, ...]]:
    """Of tens of thousands of rows Django's look at each value takes as long as the sum; here they are texts, whole
    numbers, a yes or no, and days and instants, which SQLite gives as text (see `written` and `instant`)."""
    return _fetched(*rows.query.sql_with_params())


class Prepared:
    """A small question that is asked for each list, with other whole numbers each time: Django takes longer to build it
    than the database to answer it. `ask` takes the numbers and gives `values_list` rows."""

    def __init__(self, ask: Callable[..., Rows]) -> None:
        self._ask = ask
        self._built: dict[str, tuple[str, tuple[Any, ...]]] = {}

    def __call__(self, *numbers: int) -> list[tuple[Any, ...]]:
        marks = range(_FIRST_MARK, _FIRST_MARK + len(numbers))
        built = self._built.get(connection.vendor)
        if built is None:
            built = self._built[connection.vendor] = self._ask(*marks).query.sql_with_params()
        filled = dict(zip(marks, numbers, strict=True))
        return _fetched(built[0], [filled.get(one, one) for one in built[1]])


def _fetched(sql: str, parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())


def written(day: Any) -> Any:
    """A day as text; anything else as it is."""
    return day.isoformat() if isinstance(day, dt.date) else day


def instant(at: dt.datetime | str) -> dt.datetime:
    return dt.datetime.fromisoformat(at).replace(tzinfo=dt.UTC) if isinstance(at, str) else at
