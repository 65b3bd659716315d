"""Lists of tasks as files: CSV for a spreadsheet, JSON lines for programs. Both are made row by row, and a part that
the reader may not see is left empty, or out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from authorship.engine.amounts import format_amount
from portal.core.text import spreadsheet
from projects.tasks import queries, turns
from projects.tasks.models import Task
from projects.tasks.queries import Viewer

FORMS = {"csv": "text/csv", "jsonl": "application/jsonl"}
COLUMNS = (
    "number",
    "title",
    "state",
    "since",
    "turn",
    "until",
    "tags",
    "contributors",
    "terms",
    "submitted_on",
    "accepted_on",
    "revisions",
    "canary",
)
_CHUNK = 500


def lines(form: str, rows: QuerySet[Task], viewer: Viewer, stages: turns.StageRows) -> Iterator[str]:
    """`form` is one of FORMS."""
    if form == "csv":
        yield spreadsheet.line(COLUMNS)
    for task in queries.with_turns(rows).iterator(chunk_size=_CHUNK):
        told = row(task, viewer, stages)
        if form == "csv":
            yield spreadsheet.line(_cell(told.get(name)) for name in COLUMNS)
        else:
            yield json.dumps(told, ensure_ascii=False) + "\n"


def row(task: Task, viewer: Viewer, stages: turns.StageRows) -> dict[str, Any]:
    """`turn` is one of contributors, assign, reviewers, lead, correction and nobody; `contributors` are subject ids
    with their shares, or without them where not all of them are shown; `canary` stands where not everybody sees this
    much."""
    fields = viewer.fields(task)
    turn = turns.of(task, stages, viewer.subject)
    told: dict[str, Any] = {
        "number": task.number,
        "state": task.state,
        "since": turn.since_day and turn.since_day.isoformat(),
        "turn": turn.key,
        "until": turn.until and turn.until.isoformat(),
        "tags": task.tags,
        "terms": task.terms,
        "submitted_on": task.submitted_on and task.submitted_on.isoformat(),
        "accepted_on": task.accepted_on and task.accepted_on.isoformat(),
        "revisions": task.revision_count,
    }
    if "title" in fields:
        told["title"] = task.title
    if "contributors" in fields:
        told["contributors"] = {one.subject_id: format_amount(one.share) for one in task.contributors.all()}
    elif named := viewer.contributors(task):
        told["contributors"] = {one.subject_id: None for one in named}
    if viewer.sees_unpublished(task, queries.LISTED):
        told["canary"] = viewer.project.canary_line
    return told


def _cell(value: Any) -> object:
    if isinstance(value, dict):
        return " | ".join(f"{subject}={share}" if share else subject for subject, share in value.items())
    return ", ".join(value) if isinstance(value, list) else value
