"""Reading outputs and the snapshots of their lists. Lists are public wherever their project is."""

import datetime as dt
from functools import lru_cache
from typing import Any, NamedTuple

import orjson
from django.db.models import QuerySet

from authorship.lists.models import ListSnapshot, Output
from portal.core.prepared import Prepared, Rows
from projects.project.models import Project


def outputs(project: Project) -> QuerySet[Output]:
    """In the order they were made."""
    return Output.objects.filter(project=project).select_related("project").order_by("pk")


def output(project: Project, output_id: str) -> Output | None:
    return outputs(project).filter(output_id=output_id).first()


def current(output: Output) -> ListSnapshot | None:
    return ListSnapshot.objects.filter(output=output).select_related("people").order_by("-generation").first()


def current_number(output: Output) -> int:
    return (
        ListSnapshot.objects.filter(output=output).order_by("-generation").values_list("generation", flat=True).first()
        or 0
    )


def generation(output: Output, number: int) -> ListSnapshot | None:
    return ListSnapshot.objects.filter(output=output, generation=number).select_related("people").first()


def asked(output: Output, number: str) -> ListSnapshot | None:
    """The current list for an empty text, else the one of that number; None where there is none."""
    if not number:
        return current(output)
    return generation(output, int(number)) if number.isascii() and number.isdigit() and len(number) < 9 else None


def generations(output: Output) -> QuerySet[ListSnapshot]:
    """Newest first, without the lists themselves."""
    return ListSnapshot.objects.filter(output=output).defer("result").order_by("-generation")


class Latest(NamedTuple):
    """The current snapshot of an output as far as a further one is compared with it, and at the same instant the lock
    of the output and the ends of its project's logs."""

    generation: int
    as_of: dt.date | str
    ledger_head: str
    choices_head: str
    rules_hash: str
    result_hash: str
    engine: str
    lock: str
    ledger_count: int | None  # None, as what follows, before anything was posted
    ledger_end: str
    choices_count: int
    choices_end: str


def _newest(output: int) -> Rows:
    rows = ListSnapshot.objects.filter(output=output).order_by("-generation")
    head = "output__project__ledger_head__"
    ends = (f"{head}count", f"{head}hash", f"{head}choices_count", f"{head}choices_hash")
    return rows.values_list(*Latest._fields[:7], "output__lock", *ends)[:1]


_latest = Prepared(_newest)


def latest(output: Output) -> Latest | None:
    return next((Latest(*row) for row in _latest(output.pk)), None)


def result(snapshot: ListSnapshot) -> dict[str, Any]:
    """To be read, not changed: other pages read the same one."""
    found: dict[str, Any] = _read(snapshot.result)
    return found


def subjects(snapshot: ListSnapshot) -> list[dict[str, Any]]:
    """To be read, not changed, as `result`."""
    found: list[dict[str, Any]] = _read(snapshot.people.subjects)
    return found


@lru_cache(maxsize=6)
def _read(text: str) -> Any:
    """The lists last looked at stay read: one of a thousand people is a megabyte of JSON for every page of it."""
    return orjson.loads(text)
