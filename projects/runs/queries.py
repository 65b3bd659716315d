"""Reads of runs: which of them somebody sees, and what they say of the models and of the task."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from django.db.models import Count, F, Q, QuerySet, Sum

from projects.runs.models import ModelRun
from projects.runs.separation import Separation, Tally, cut, mean, separation
from projects.tasks.models import Task
from projects.tasks.queries import Viewer

# Runs tell how hard a task is and, in their notes, what the answer is not: they are seen with the answer.
PART = "answer"
Model = tuple[str, str]


@dataclass
class Row:
    """What one model did on the task. `strength` is its mean share of solved attempts on the other tasks the reader
    may see, None where there is none; `strong` is None where nothing ranks the models."""

    model: str
    version: str
    tally: Tally
    costs: dict[str, int] = field(default_factory=dict)
    strength: Fraction | None = None
    strong: bool | None = None


@dataclass(frozen=True)
class Summary:
    rows: list[Row]
    separation: Separation


def is_seen(viewer: Viewer, task: Task) -> bool:
    return PART in viewer.fields(task)


def visible(viewer: Viewer, task: Task) -> QuerySet[ModelRun]:
    """The runs of a task that somebody sees, those taken back among them; of a draft only its contributors."""
    rows = ModelRun.objects.filter(task=task)
    if not is_seen(viewer, task):
        return rows.none()
    if "C" not in viewer.persons(task):
        rows = rows.filter(revision__lte=task.revision_count)
    return rows.select_related("retraction", "by__profile").order_by("number")


def revisions(rows: QuerySet[ModelRun]) -> list[int]:
    """The revisions with runs that count, the last first."""
    held = rows.filter(retraction=None).order_by("-revision").values_list("revision", flat=True)
    return list(held.distinct())


def summary(viewer: Viewer, task: Task, revision: int) -> Summary:
    """Each model's runs on one revision together, the strongest first."""
    rows = _by_model(visible(viewer, task).filter(revision=revision, retraction=None))
    strengths = _strengths(viewer, task, rows)
    for model, row in rows.items():
        row.strength = strengths.get(model)
    border = cut(row.strength for row in rows.values())
    for row in rows.values():
        row.strong = None if border is None or row.strength is None else row.strength > border
    ordered = sorted(
        rows.values(), key=lambda row: (row.strength is None, -(row.strength or 0), row.model, row.version)
    )
    return Summary(ordered, separation((row.tally, row.strength) for row in ordered))


def _by_model(runs: QuerySet[ModelRun]) -> dict[Model, Row]:
    found: dict[Model, Row] = {}
    named = ("model", "version", "attempts", "solved", "cost_minor", "currency")
    for model, version, attempts, solved, cost, currency in runs.values_list(*named):
        row = found.setdefault(_key(model, version), Row(model, version, Tally(0, 0)))
        row.tally += Tally(solved, attempts)
        if cost is not None:
            row.costs[currency] = row.costs.get(currency, 0) + cost
    return found


def _key(model: str, version: str) -> Model:
    """Two spellings of one model are one."""
    return model.casefold(), version.casefold()


def _strengths(viewer: Viewer, task: Task, wanted: Iterable[Model]) -> Mapping[Model, Fraction]:
    """The mean of a model's shares over the other tasks of the project that this reader sees the runs of. Two queries,
    whatever there is."""
    runs = ModelRun.objects.filter(task__project=task.project, retraction=None).exclude(task=task)
    seen = _seen_with_runs(viewer, task, runs)
    rows = runs.filter(Q(revision__lte=F("task__revision_count")) | Q(task__in=viewer.contributed))
    names, held = frozenset(wanted), defaultdict[Model, dict[int, Tally]](dict)
    sums = rows.order_by().values_list("task", "model", "version").annotate(Sum("attempts"), Sum("solved"))
    for pk, model, version, attempts, solved in sums:
        key = _key(model, version)
        if pk in seen and key in names:
            held[key][pk] = held[key].get(pk, Tally(0, 0)) + Tally(solved, attempts)
    return {key: mean([tally.rate for tally in tallies.values()]) for key, tallies in held.items()}


def _seen_with_runs(viewer: Viewer, task: Task, runs: QuerySet[ModelRun]) -> frozenset[int]:
    tasks = Task.objects.filter(pk__in=runs.order_by().values("task"))
    return frozenset(one.pk for one in tasks if is_seen(viewer, one))


def how_many(task: Task) -> tuple[int, int]:
    """Runs that count, and attempts in them, for its contributors, who see all."""
    found = ModelRun.objects.filter(task=task, retraction=None).aggregate(runs=Count("pk"), tried=Sum("attempts"))
    return found["runs"], found["tried"] or 0
