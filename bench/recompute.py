"""Recomputing a list against the bare aggregate and the exact totals of the same entries, in turns."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from authorship.engine.totals import Sums
from authorship.lists import carried, people, queries, services
from authorship.lists import frame as frames
from authorship.lists.models import ListSnapshot
from authorship.lists.text import canonical
from bench import world
from bench.costs import Cost
from bench.limits.ledger_baseline import GROUPS, RANKED, Ledger, exact
from portal.core import clock
from projects.project.models import Project
from projects.terms import queries as terms

ROUNDS = 15


@dataclass(frozen=True)
class LedgerFigures:
    """Milliseconds are medians; the ratios are medians of the ratios of each round."""

    entries: int
    people: int
    kinds: int
    aggregate_ms: float
    exact_ms: float
    ours_ms: float
    over_aggregate: float
    over_exact: float
    anew_over_exact: float
    result_bytes: int
    people_bytes: int
    environment: dict[str, Any]


def measure(url: str) -> list[LedgerFigures]:
    return [_ledger(url, slug, *size) for slug, size in world.LEDGERS.items()]


def _ledger(url: str, slug: str, entries: int, people: int, kinds: int) -> LedgerFigures:
    """A recomputation stores a list each time: somebody gets a point before each, outside of what is timed. The second
    of a round is made as if it were the first of its process, with no sums to carry on from."""
    project = Project.objects.get(slug=slug)
    rounds: list[tuple[float, float, float, float]] = []
    with Ledger(url, entries, people, kinds) as ledger:
        environment = ledger.environment()
        for _ in range(ROUNDS + 1):
            world.one_more(project)
            aggregate, _rows = timed(lambda: ledger.query(RANKED))
            total, totals = timed(lambda: exact(ledger.query(GROUPS)))
            ours, before = timed(lambda: services.recompute(project=project))
            world.one_more(project)
            carried.forget()
            anew, made = timed(lambda: services.recompute(project=project))
            rounds.append((aggregate, total, ours, anew))
            if len(before) != 1 or len(made) != 1:
                raise SystemExit(f"{slug}: the list was not stored anew")
    rounds = rounds[1:]
    snapshot = ListSnapshot.objects.get(pk=made[0].pk)
    listed = sum(len(rows) for rows in queries.result(snapshot).values())
    if listed != len(totals):
        raise SystemExit(f"{slug}: the limit counts {len(totals)} people, the list has {listed}")
    return LedgerFigures(
        entries=project.entries.count(),
        people=listed,
        kinds=kinds,
        aggregate_ms=_median(one[0] for one in rounds),
        exact_ms=_median(one[1] for one in rounds),
        ours_ms=_median(one[2] for one in rounds),
        over_aggregate=statistics.median(one[2] / one[0] for one in rounds),
        over_exact=statistics.median(one[2] / one[1] for one in rounds),
        anew_over_exact=statistics.median(one[3] / one[1] for one in rounds),
        result_bytes=len(snapshot.result.encode()),
        people_bytes=len(snapshot.people.subjects.encode()),
        environment=environment,
    )


def costs() -> list[Cost]:
    """The parts of a recomputation by themselves, one after the other."""
    return [_cost(slug) for slug in world.LEDGERS]


def _cost(slug: str) -> Cost:
    project = Project.objects.get(slug=slug)
    [output] = queries.outputs(project)
    at = clock.deciding()
    versions = list(terms.versions(project))
    zone = terms.zone_of(versions, at)
    day = clock.today(zone, at)
    heads = frames.present(project)

    def summed() -> dict[str, Sums | None]:
        carried.forget()
        return services.summed(output, versions, heads=heads, as_of=day)

    sums = {subject: found for subject, found in summed().items() if found}
    described = people.subjects(project, zone, credited=sums.keys())
    frame = frames.build(output, heads=heads, as_of=day, subjects=described, versions=versions)
    result = services.evaluate(sums, frame, steps=False)

    def computed() -> object:
        carried.forget()
        return services.compute(output, at)

    parts: dict[str, Callable[[], object]] = {
        "sums from the database, nothing carried": summed,
        "people with roles, days and sort keys": lambda: people.subjects(project, zone, credited=sums.keys()),
        "judging and placing": lambda: services.evaluate(sums, frame, steps=False),
        "writing JSON": lambda: (canonical(result), canonical(described)),
    }
    spent = {name: _median(timed(part)[0] for _ in range(5)) for name, part in parts.items()}
    whole = _median(timed(computed)[0] for _ in range(5))
    return Cost(
        f"list of {len(described):,} people, {heads.ledger_count:,} entries, nothing carried, without storing",
        whole,
        spent,
    )


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    made = run()
    return time.perf_counter() - start, made


def _median(seconds: Any) -> float:
    return statistics.median(seconds) * 1000
