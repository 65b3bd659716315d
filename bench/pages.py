"""Anonymous pages against the template of 100 rows of `limits/bare_view.py`, in turns over one kept connection each."""

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connection
from django.template.base import Template
from django.test import Client
from django.urls import reverse

from bench import tasks, world
from bench.costs import Cost
from bench.limits.http_compare import Page, compare
from portal.people.models import User
from projects.tasks.models import Task

ROUNDS, WARMUP = 60, 15


@dataclass(frozen=True)
class PageFigures:
    """`ours` as visitors get it, `anew` with nothing kept. `noise` is the ratio of the same page to itself."""

    name: str
    path: str
    ours_ms: float
    anew_ms: float
    bare_ms: float
    ratio: float
    static_ratio: float
    anew_ratio: float
    noise: float
    bytes: int
    bare_bytes: int


@dataclass(frozen=True)
class Wanted:
    """A page, and the handle of whoever asks for it; "" is a visitor."""

    path: str
    reader: str = ""


class PageOf(Page):
    """Asked for by somebody who is signed in."""

    def __init__(self, text: str, session: str) -> None:
        super().__init__(text)
        cookie = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}"}
        send = self.connection.request
        self.connection.request = lambda method, path, headers: send(method, path, headers={**headers, **cookie})


def measured() -> dict[str, Wanted]:
    task = Task.objects.filter(project__slug="tephra-bench", state="accepted").order_by("number")[0]
    found = {
        "catalogue, 50 of 106 projects": reverse("project_list"),
        "project, demo": reverse("project_page", args=["tephra-bench"]),
        "project of 1,000 people": reverse("project_page", args=["thousand"]),
        "authors, first 50 of about 100": reverse("author_list", args=["hundred", "paper-1"]),
        "authors, first 50 of about 1,000": reverse("author_list", args=["thousand", "paper-1"]),
        "task, demo, accepted": reverse("task_page", args=["tephra-bench", task.number]),
    }
    return {name: Wanted(path) for name, path in found.items()} | _of_many_tasks()


def _of_many_tasks() -> dict[str, Wanted]:
    """What the tasks of the large project are listed, looked up, reviewed and organized by."""
    slug, reviewer, organizer = tasks.SLUG, "first-reviewer", world.FOUNDERS[0]
    listed, long = reverse("task_list", args=[slug]), reverse("task_page", args=[slug, tasks.TASKS + 1])
    return {
        "20,000 tasks, first 50": Wanted(listed),
        "20,000 tasks, tag and turn": Wanted(f"{listed}?tag=field-7&turn=reviewers&order=due"),
        "20,000 tasks, to a reviewer": Wanted(listed, reviewer),
        "20,000 tasks, late ones by day, to an organizer": Wanted(f"{listed}?late=yes&order=due", organizer),
        "words looked for in 20,000 tasks": Wanted(f"{reverse('project_list')}?q=well+19999"),
        "task of 12 revisions and 40 requests": Wanted(long),
        "the same, to a reviewer": Wanted(long, reviewer),
        "queue of a reviewer": Wanted(reverse("review_queue", args=[slug]), reviewer),
        "queue of an organizer": Wanted(reverse("review_queue", args=[slug]), organizer),
        "organizer's desk": Wanted(reverse("organizer_desk", args=[slug]), organizer),
    }


def measure(ours: str, anew: str, bare: str) -> list[PageFigures]:
    return [_page(name, ours, anew, bare, wanted) for name, wanted in measured().items()]


def _page(name: str, ours: str, anew: str, bare: str, wanted: Wanted) -> PageFigures:
    """Two comparisons, each with the limit in turns, since a ratio is to the first of its round."""
    rows, static = f"{bare}/rows100", f"{bare}/static20k"
    ours, anew = ours + wanted.path, anew + wanted.path
    session = _session(wanted.reader)
    first, limit, text, again = _compare(session, ours=ours, bare=rows, static=static, again=ours)
    alone, other = _compare(session, anew=anew, bare=rows)
    return PageFigures(
        name=name,
        path=wanted.path,
        ours_ms=first["median_ms"],
        anew_ms=alone["median_ms"],
        bare_ms=limit["median_ms"],
        ratio=limit["first_over_this"],
        static_ratio=text["first_over_this"],
        anew_ratio=other["first_over_this"],
        noise=again["first_over_this"],
        bytes=first["bytes"],
        bare_bytes=limit["bytes"],
    )


def _session(handle: str) -> str:
    return _client(handle).cookies[settings.SESSION_COOKIE_NAME].value if handle else ""


def _client(handle: str) -> Client:
    if not handle:
        return Client(SERVER_NAME="127.0.0.1", headers={"Authorization": "nobody"})  # for such a one nothing is kept
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.get(subject__handle=handle))
    return client


def _compare(session: str, **pages: str) -> list[dict[str, Any]]:
    """The limit is asked for by nobody: it has no accounts."""
    ours = {name for name in pages if session and name not in ("bare", "static")}
    asked = [PageOf(f"{name}={url}", session) if name in ours else Page(f"{name}={url}") for name, url in pages.items()]
    found: list[dict[str, Any]] = compare(asked, ROUNDS, WARMUP)
    return found


def costs() -> list[Cost]:
    """Database and templates of each page, in this process; a query runs inside a template where it is first read."""
    return [_cost(name, wanted) for name, wanted in measured().items()]


def _cost(name: str, wanted: Wanted) -> Cost:
    client, path = _client(wanted.reader), wanted.path
    client.get(path)
    rows = []
    for _ in range(5):
        with _watched() as spent:
            start = time.perf_counter()
            client.get(path)
            spent["whole"] = time.perf_counter() - start
        rows.append(spent)
    found = {part: statistics.median(row[part] for row in rows) * 1000 for part in rows[0]}
    parts = {"queries": found["queries"], "templates, without their queries": found["templates"]}
    return Cost(name, found["whole"], parts)


@contextmanager
def _watched() -> Iterator[dict[str, float]]:
    """Seconds in queries, and in the outermost templates without the queries made there."""
    spent = {"queries": 0.0, "templates": 0.0}
    deep, real = [0], Template.render

    def query(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        start = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            seconds = time.perf_counter() - start
            spent["queries"] += seconds
            spent["templates"] -= seconds if deep[0] else 0

    def render(self, context):  # type: ignore[no-untyped-def]
        start = time.perf_counter()
        deep[0] += 1
        try:
            return real(self, context)
        finally:
            deep[0] -= 1
            spent["templates"] += 0 if deep[0] else time.perf_counter() - start

    Template.render = render
    try:
        with connection.execute_wrapper(query):
            yield spent
    finally:
        Template.render = real
