"""`bench/results.md`: ratios first, then the figures behind them, the machine, and what costs most."""

import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from bench.costs import Cost
from bench.pages import ROUNDS, WARMUP, PageFigures
from bench.recompute import ROUNDS as RECOMPUTATIONS
from bench.recompute import LedgerFigures

PAGE_TARGET, LEDGER_TARGET = 2.5, 2.0
PROGRAMS = ("django", "psycopg2-binary", "gunicorn", "orjson")


@dataclass
class Report:
    queries: dict[str, tuple[int, int]]
    pages: list[PageFigures] = field(default_factory=list)
    ledgers: list[LedgerFigures] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)

    def text(self, *, minutes: float) -> str:
        return "\n".join([*self._pages(), *self._ledgers(), *self._queries(), *self._costs(), *self._machine(minutes)])

    def _pages(self) -> Iterator[str]:
        yield from f"""
# Benchmark

Written by `make bench`: medians of ratios to limits that this code did not choose (`limits/README.md`), taken in turns
in one run. Milliseconds of another run or machine cannot be compared with these.

## Pages against an ordinary template of 100 rows

Anonymous where no reader is named, one kept connection each, {ROUNDS} rounds after {WARMUP} that do not count.
Target: at most {PAGE_TARGET} times.
""".splitlines()[1:]
        yield ""
        rows = [
            (
                one.name,
                _ratio(one.ratio, PAGE_TARGET),
                f"{one.static_ratio:.2f}",
                f"{one.anew_ratio:.2f}",
                f"{one.ours_ms:.1f}",
                f"{one.anew_ms:.1f}",
                f"{one.bare_ms:.1f}",
                f"{one.bytes:,}",
                f"{one.bare_bytes:,}",
                f"{abs(one.noise - 1):.2f}",
            )
            for one in self.pages
        ]
        heads = ("page", "times the limit", "times plain text", "made anew, times", "ours ms", "anew ms", "limit ms")
        yield from _table((*heads, "our bytes", "its bytes", "noise"), rows)
        yield ""
        yield "*Times the limit* is what visitors get: pages are kept while no data change, so they are compared with"
        yield "`/static20k` too, 20 KB of text that is never made (*plain text*). *Made anew* is the same site with"
        yield "nothing kept: the first visitor after each change, and whoever is signed in."
        yield "*Noise* is how far the ratio of a page to itself was from 1: a smaller difference is none."
        yield ""

    def _ledgers(self) -> Iterator[str]:
        yield from f"""
## Recomputing a list against sums of the same entries

*Exact totals* is figure (c) of `limits/ledger_baseline.py`, *aggregate* is (b). Ours reads people, roles and choices,
judges, places, stores the list and its people and tells the record. The same amounts, people and kinds on both sides;
before each a point is posted, so that a list is stored. A process carries the sums of its last list on and reads the
entries since; *summed anew* is the first list of a process, or of a day. {RECOMPUTATIONS} rounds. Target: at most
{LEDGER_TARGET} times the exact totals.
""".splitlines()[1:]
        yield ""
        rows = [
            (
                f"{one.entries:,}",
                f"{one.people:,}",
                str(one.kinds),
                _ratio(one.over_exact, LEDGER_TARGET),
                f"{one.anew_over_exact:.2f}",
                f"{one.over_aggregate:.1f}",
                f"{one.ours_ms:.1f}",
                f"{one.exact_ms:.1f}",
                f"{one.aggregate_ms:.1f}",
                f"{one.result_bytes + one.people_bytes:,}",
            )
            for one in self.ledgers
        ]
        heads = ("entries", "people", "kinds", "times exact totals", "summed anew, times", "times aggregate")
        yield from _table((*heads, "ours ms", "exact ms", "aggregate ms", "bytes stored"), rows)
        yield ""

    def _queries(self) -> Iterator[str]:
        yield "## Queries at one row and at a hundred"
        yield ""
        rows = [(page, str(one), str(hundred)) for page, (one, hundred) in self.queries.items()]
        yield from _table(("page", "1", "100"), rows)
        yield ""
        yield "Every list page is held to its number by a test with the number written in it."
        yield ""

    def _costs(self) -> Iterator[str]:
        yield "## What costs most"
        yield ""
        yield "One process, no web server. Each part was timed by itself, so the parts need not come to the whole."
        yield ""
        rows = []
        for cost in self.costs:
            parts = sorted(cost.parts.items(), key=lambda pair: -pair[1])
            rows.append((cost.what, f"{cost.whole_ms:.1f}", "; ".join(f"{name} {spent:.1f}" for name, spent in parts)))
        yield from _table(("what", "ms", "of it"), rows)
        yield ""

    def _machine(self, minutes: float) -> Iterator[str]:
        yield "## Machine and settings"
        yield ""
        settings = self.ledgers[0].environment if self.ledgers else {}
        yield f"- {_processor()}, {os.cpu_count()} cores, {_memory()}; {platform.system()} {platform.release()}"
        yield f"- Python {platform.python_version()}, " + ", ".join(f"{name} {version(name)}" for name in PROGRAMS)
        yield f"- PostgreSQL {settings.get('server')}: " + ", ".join(
            f"{name} {value}" for name, value in settings.get("settings", {}).items()
        )
        yield "- gunicorn, one worker with 4 threads for each of the two sites; our cache and sessions in the database"
        yield f"- the whole run took {minutes:.1f} minutes"
        yield ""


def _ratio(value: float, target: float) -> str:
    return f"**{value:.2f}**" if value <= target else f"**{value:.2f}** (above the target)"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _processor() -> str:
    lines = _read("/proc/cpuinfo").splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


def _memory() -> str:
    lines = _read("/proc/meminfo").splitlines()
    found = next((line.split()[1] for line in lines if line.startswith("MemTotal")), "")
    return f"{int(found) / 1024**2:.0f} GiB of memory" if found else "memory unknown"


def _read(path: str) -> str:
    return Path(path).read_text(encoding="utf-8") if Path(path).exists() else ""
