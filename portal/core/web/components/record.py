"""The record: what happened on one day, on its chain."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from portal.core.web.components.registry import component


@component
def record_day(*, date: dt.date, events: Sequence[Any]) -> dict[str, Any]:
    """`events`: seq, says (a sentence), at, hash, and optionally note, href and tone.

    `tone` is "" or rights, correction, checkpoint, folded (a run of small ones: `seq` is then "1405–1408").
    """
    return {"date": date, "events": events, "id": f"d{date:%Y%m%d}"}


@component
def lately(*, events: Sequence[Any]) -> dict[str, Any]:
    """A short list of what happened: at, says, and optionally href and title of what it happened to."""
    return {"events": events}
