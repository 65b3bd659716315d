"""The jobs there are. A job takes ids, reads anew, calls one service, and may run twice, late and in parallel."""

import datetime as dt
import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

# The rooms that have a `jobs.py`: Celery, the dispatcher and the tests read this list and no other.
ROOMS_WITH_JOBS: tuple[str, ...] = (
    "portal.notices",
    "projects.tasks",
    "projects.reviews",
    "projects.reports",
    "projects.proposals",
    "authorship.lists",
)

# Seconds before the second and the third try.
BACK_OFF = (5, 30)

Function = Callable[..., object]


@dataclass(frozen=True)
class Job:
    """`patience`: seconds after which a run that did not report back is taken for dead and tried again.
    `back_off`: seconds before the second try, the third and so on; after the last the row is parked."""

    name: str
    function: Function
    patience: int | None
    back_off: tuple[int, ...] = BACK_OFF

    def accepts(self, args: Mapping[str, object]) -> bool:
        try:
            inspect.signature(self.function).bind(**args)
        except TypeError:
            return False
        return True


@dataclass(frozen=True)
class Due:
    """A row of the schedule. It is written once for ever for one `key`, by however many dispatchers."""

    job: str
    args: Mapping[str, object]
    key: str
    due_at: dt.datetime


Planner = Callable[[dt.datetime], Iterable[Due]]
_jobs: dict[str, Job] = {}
_planners: dict[str, Planner] = {}


def job(
    name: str, *, patience: int | None = None, back_off: tuple[int, ...] = BACK_OFF
) -> Callable[[Function], Function]:
    """Registers the decorated function; its keyword arguments are the job's shape."""

    def register(function: Function) -> Function:
        if name in _jobs and _jobs[name].function.__qualname__ != function.__qualname__:
            raise ValueError(f"the job {name} is registered twice")
        _jobs[name] = Job(name, function, patience, back_off)
        return function

    return register


def scheduled(planner: Planner) -> Planner:
    """Registers a planner: given the deciding instant it names the rows that should exist by now."""
    _planners[f"{planner.__module__}.{planner.__qualname__}"] = planner
    return planner


def find(name: str) -> Job | None:
    load()
    return _jobs.get(name)


def jobs() -> Mapping[str, Job]:
    load()
    return dict(_jobs)


def planners() -> list[Planner]:
    load()
    return [_planners[name] for name in sorted(_planners)]


def load() -> None:
    """Imports every room's `jobs.py`; a room named here without one is an error."""
    for room in ROOMS_WITH_JOBS:
        importlib.import_module(f"{room}.jobs")
