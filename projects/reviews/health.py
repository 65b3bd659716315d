"""How the queue of a project stands: what waits for whom and since when. Counted by the database, in whole days of the
project's zone; an hour could say who acted."""

from __future__ import annotations

import datetime as dt
import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Case, Count, QuerySet, Value, When
from django.db.models.functions import Coalesce, TruncDate

from projects.project.models import Project
from projects.reviews.models import Round
from projects.reviews.states import RoundState
from projects.tasks import days, turn_rows
from projects.tasks.models import Task
from projects.tasks.turns import StageRows

# Work that ended so many days ago still tells how a project is doing.
LATELY = 90


@dataclass
class Ages:
    """How many days so many have lasted. Of an even number the lower of the middle two, which is a number of days."""

    _count: Counter[int] = field(default_factory=Counter)

    def add(self, days_: int, count: int) -> None:
        self._count[max(days_, 0)] += count

    @property
    def count(self) -> int:
        return self._count.total()

    @property
    def median(self) -> int | None:
        return statistics.median_low(self._count.elements()) if self._count else None

    @property
    def oldest(self) -> int | None:
        return max(self._count, default=None)


@dataclass
class StageHealth:
    """`waiting` are its open rounds by whose turn it is in them, `open` their ages; `decided` how many days those took
    that were decided in the last LATELY days."""

    stage: str
    waiting: Counter[str] = field(default_factory=Counter)
    open: Ages = field(default_factory=Ages)
    decided: Ages = field(default_factory=Ages)


def of_stages(project: Project, stages: StageRows, zone: str, at: dt.datetime) -> list[StageHealth]:
    """One for each stage of any version of the terms, in their order; asks the database twice."""
    found = {stage: StageHealth(stage) for _version, stage in stages}
    today, opened = days.day_of(at, zone), TruncDate("opened_at", tzinfo=days.zone_info(zone))
    rounds = turn_rows.with_whose(turn_rows.open_rounds().filter(task__project=project), stages)
    rows = rounds.annotate(day=opened).values_list("stage", "whose", "day").annotate(n=Count("pk"))
    for stage, whose, day, count in rows:
        one = found.setdefault(stage, StageHealth(stage))
        one.waiting[whose] += count
        one.open.add((today - day).days, count)
    since = at - dt.timedelta(days=LATELY)
    over = Round.objects.filter(task__project=project, state=RoundState.DECIDED, closed_at__gte=since).order_by()
    closed = TruncDate("closed_at", tzinfo=days.zone_info(zone))
    rows = over.annotate(day=opened, last=closed).values_list("stage", "day", "last").annotate(n=Count("pk"))
    for stage, day, last, count in rows:
        found.setdefault(stage, StageHealth(stage)).decided.add((last - day).days, count)
    return list(found.values())


def without_round(rows: QuerySet[Task], zone: str, at: dt.datetime) -> Mapping[str, Ages]:
    """Of these tasks, the ages of those that wait for somebody outside a round, by whom; asks the database once."""
    conditions = turn_rows.WITHOUT_ROUND.items()
    whose = Case(*(When(one, then=Value(name)) for name, one in conditions), default=Value(""))
    since = TruncDate(Coalesce("reported_since", "state_since"), tzinfo=days.zone_info(zone))
    counted = rows.order_by().annotate(whose=whose, day=since).exclude(whose="")
    found: dict[str, Ages] = defaultdict(Ages)
    for name, day, count in counted.values_list("whose", "day").annotate(n=Count("pk")):
        found[name].add((days.day_of(at, zone) - day).days, count)
    return {name: found[name] for name in turn_rows.WITHOUT_ROUND}


def stuck(project: Project, stages: StageRows, at: dt.datetime) -> list[int]:
    """The tasks for which somebody let a promised day pass, by key, the longest ago first; asks the database twice."""
    rounds = turn_rows.late_rounds(stages, at).filter(task__project=project)
    reports = Task.objects.filter(turn_rows.late_report(at), project=project)
    late = [
        *rounds.values_list("until", "task__number", "task"),
        *reports.values_list("reported_until", "number", "pk"),
    ]
    return list(dict.fromkeys(task for _until, _number, task in sorted(late)))
