"""What the author page puts together: a page of authors, the other parts, the reader's own place, what changed."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page
from django.http import HttpRequest
from django.utils.translation import get_language

from authorship.ledger import queries as ledger
from authorship.ledger.models import Choice, CreditEntry
from authorship.lists import frame as frames
from authorship.lists import locks, queries
from authorship.lists.changes import PARTS, Change, changes
from authorship.lists.models import ListSnapshot, Output
from authorship.lists.reading import Listing
from authorship.lists.states import MOVES
from portal.core import clock
from portal.core.access.check import check
from portal.core.web.components.credit import CreditRow
from portal.core.web.pages import paginate
from portal.core.workflow.moves import available
from portal.people import queries as people
from portal.people.models import Subject
from projects.terms import queries as terms
from projects.terms.document.sentences import clause_sentences

PER_PAGE = 50
MOST_BESIDE = 20  # of each other part, beside the authors
MOST_CHANGES = 20
MOST_GENERATIONS = 5
GENERATIONS_A_PAGE = 20
OTHERS = PARTS[1:]


@dataclass(frozen=True)
class Part:
    """Acknowledged, near, excluded or found after a lock: its first rows, and how many there are."""

    name: str
    rows: Sequence[CreditRow]
    count: int


@dataclass(frozen=True)
class ChangeLine:
    """`entries` are the numbers of the entries that came between the two lists."""

    change: Change
    name: str
    entries: Sequence[int]
    chose: str


def context(request: HttpRequest, listing: Listing, reader: Subject | None) -> dict[str, Any]:
    """Everything the template shows; people are loaded once, for all parts together."""
    show = request.GET.get("show", "")
    show = show if show in OTHERS else "authors"
    page = paginate(request, listing.result[show], PER_PAGE)
    before = _before(listing) if show == "authors" and page.number == 1 else None
    changed = changes(queries.result(before), listing.result) if before else []
    listing.load(_wanted(listing, show, page, reader, changed))
    first, last = page.start_index() - 1 if page.paginator.count else 0, page.end_index()
    return {
        "listing": listing,
        "snapshot": listing.snapshot,
        "show": show,
        "page": page,
        "rows": listing.authors(first, last) if show == "authors" else listing.others(show, first, last),
        "parts": [_part(listing, name) for name in _others(listing)] if show == "authors" else [],
        "you": _you(listing, reader),
        "changes": _lines(listing, before, changed) if before else [],
        "more_changes": max(0, len(changed) - MOST_CHANGES),
        "order": listing.words.order(),
        "generations": list(queries.generations(listing.output)[:MOST_GENERATIONS]),
        "current": queries.current_number(listing.output),
        "locks": list(locks.of(listing.output)) if listing.output.lock != Output.Lock.OPEN else [],
        "next_lock": _next_lock(listing.output, reader),
        "contact": _contact(listing) if listing.result["found"] else [],
    }


def every(request: HttpRequest, output: Output) -> dict[str, Any]:
    """Every list of an output, newest first."""
    return {
        "title": declared(output).get("title") or output.output_id,
        "page": paginate(request, queries.generations(output), GENERATIONS_A_PAGE),
    }


def _contact(listing: Listing) -> list[str]:
    """Where an erratum is asked for, in the words of the latest version the list knows."""
    return clause_sentences(listing.versions[-1].document, "contact", get_language() or "en")


def next_lock(output: Output) -> str:
    """The state the list can be locked to; "" once it is closed."""
    return next((str(MOVES.table[action][1]) for action in available(output, MOVES)), "")


def _next_lock(output: Output, reader: Subject | None) -> str:
    """Where this reader may lock it; "" for most."""
    to = next_lock(output)
    return to if to and reader and check(reader, "output.lock", output.project, output).allowed else ""


def lock_context(output: Output) -> dict[str, Any]:
    """For the page on which a list is locked: what it is now, and the days that matter for it."""
    snapshot = queries.current(output)
    result = queries.result(snapshot) if snapshot else None
    named = declared(output)
    return {
        "output": output,
        "to": next_lock(output),
        "title": str(named.get("title") or output.output_id),
        "named_day": frames.named_day(named),
        "last_counted": frames.last_counted(named),
        "today": clock.today(terms.zone(output.project)),
        "authors": len(result["authors"]) if result else 0,
        "acknowledged": len(result["acknowledged"]) if result else 0,
        "unconfirmed": _unconfirmed(output, [row["subject"] for row in result["authors"]]) if result else 0,
        "locks": list(locks.of(output)),
    }


def _unconfirmed(output: Output, authors: Sequence[str]) -> int:
    """Authors who have not said how their credit is to be shown."""
    chose = set(Choice.objects.filter(project=output.project).values_list("subject", flat=True))
    return sum(subject not in chose for subject in authors)


def _wanted(
    listing: Listing, show: str, page: Page[Any], reader: Subject | None, changed: Sequence[Change]
) -> Iterable[str]:
    """Everybody who is shown, and the neighbours of the page's first and last author."""
    start, end = max(page.start_index() - 2, 0), page.end_index() + 1
    yield from (row["subject"] for row in listing.result[show][start:end])
    if show == "authors":
        for name in OTHERS:
            yield from (row["subject"] for row in listing.result[name][:MOST_BESIDE])
    yield from (one.subject for one in changed[:MOST_CHANGES])
    if reader is not None:
        yield from _around(listing, reader.pk)


def _around(listing: Listing, subject: str) -> Iterable[str]:
    found = listing.where(subject)
    if found is not None:
        name, index = found
        yield from (row["subject"] for row in listing.result[name][max(index - 1, 0) : index + 2])


def _others(listing: Listing) -> list[str]:
    """Nobody is found after a lock where there is none."""
    return [name for name in OTHERS if name != "found" or listing.result[name]]


def _part(listing: Listing, name: str) -> Part:
    return Part(name, listing.others(name, 0, MOST_BESIDE), len(listing.result[name]))


def _you(listing: Listing, reader: Subject | None) -> dict[str, Any] | None:
    """Where the reader stands in this list, and why."""
    if reader is None:
        return None
    found = listing.where(reader.pk)
    choice = ledger.current_choice(listing.project, reader.pk)
    if found is None:
        return {"list": "", "row": None, "choice": choice}
    name, index = found
    [row] = listing.authors(index, index + 1) if name == "authors" else listing.others(name, index, index + 1)
    return {"list": name, "row": row, "choice": choice}


def _before(listing: Listing) -> ListSnapshot | None:
    number = listing.snapshot.generation - 1
    return queries.generation(listing.output, number) if number else None


def _lines(listing: Listing, before: ListSnapshot, changed: Sequence[Change]) -> list[ChangeLine]:
    """With the entries and choices that came between: they are why."""
    shown = changed[:MOST_CHANGES]
    ids = [one.subject for one in shown]
    entries: defaultdict[str, list[int]] = defaultdict(list)
    rows = CreditEntry.objects.filter(
        project=listing.project,
        subject__in=ids,
        seq__gt=before.ledger_count,
        seq__lte=listing.snapshot.ledger_count,
    ).order_by("seq")
    for subject, seq in rows.values_list("subject", "seq"):
        entries[subject].append(seq)
    chose = dict(
        Choice.objects.filter(
            project=listing.project,
            subject__in=ids,
            seq__gt=before.choices_count,
            seq__lte=listing.snapshot.choices_count,
        )
        .order_by("seq")
        .values_list("subject", "choice")
    )
    names = {one.subject: people.printed(listing.profiles.get(one.subject)) for one in shown}
    return [ChangeLine(one, names[one.subject], entries[one.subject], chose.get(one.subject, "")) for one in shown]


@dataclass(frozen=True)
class OutputRow:
    output: Output
    title: str
    snapshot: ListSnapshot | None
    authors: int


def overview(outputs: Sequence[Output]) -> list[OutputRow]:
    rows = []
    for output in outputs:
        snapshot = queries.current(output)
        count = len(json.loads(snapshot.result)["authors"]) if snapshot else 0
        rows.append(OutputRow(output, str(declared(output).get("title") or output.output_id), snapshot, count))
    return rows


def declared(output: Output) -> dict[str, Any]:
    return frames.declared(output, list(terms.versions(output.project)))
