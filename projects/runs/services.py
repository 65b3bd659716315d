"""Writes of the log of runs. Nothing of it is changed: a wrong run is taken back, and logged anew."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from authorship.engine import canonical
from portal.core import clock, ids
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.record.services import write
from portal.core.text.input import clean_text
from portal.people.models import Subject
from projects.runs.cleaning import cleaned
from projects.runs.hashing import batch_hash, run_hash, said
from projects.runs.models import ModelRun, RunRetraction
from projects.tasks import queries as tasks
from projects.tasks.models import Task
from projects.tasks.services import locked
from projects.tasks.states import TaskState

MOST_OF_TASK = 500
MOST_AT_ONCE = 200
LEAST_REASON = 10
# A task in these states stays as it is.
_ENDED = frozenset({TaskState.WITHDRAWN, TaskState.NOT_REVIEWED, TaskState.DECLINED, TaskState.REVOKED})


@transaction.atomic
def log(
    *, actor: Subject, task: Task, rows: Sequence[Mapping[str, Any]], revision: int | None = None
) -> list[ModelRun]:
    """Adds runs, all or none. `rows` say what `cleaning.FIELDS` names, as text or JSON; a row may hold a `line`, which
    its reasons then begin with. Without `revision` it is the one being written, for a contributor while there is one,
    else the last.

    Refused: values, a revision there is none of, more than a task holds, a run that is there already. Conflict where
    the task has ended. The record tells how many there are, once their revision is submitted.
    """
    require(actor, "run.log", task.project, task)
    task = locked(task)
    if task.state in _ENDED:
        state = TaskState(task.state).label
        raise Conflict(_("No run can be logged now: the state is “%(state)s”.") % {"state": state})
    at = clock.deciding()
    writes = tasks.is_contributor(actor, task)
    number = _revision(task, revision, writes)
    made = _made(actor, task, number, rows, at, as_reviewer=not writes)
    ModelRun.objects.bulk_create(made)
    if number <= task.revision_count:
        tell(task, made, at)
    return made


def latest_writable(task: Task, writes: bool) -> int:
    """The last revision that somebody may log runs of; for contributors the one being written."""
    return task.revision_count + 1 if writes and task.writable else task.revision_count


def _revision(task: Task, asked: int | None, writes: bool) -> int:
    last = latest_writable(task, writes)
    if asked is not None and not 1 <= asked <= last:
        raise Refused(_("There is no revision %(number)s to log a run of.") % {"number": asked}, code="no_revision")
    return asked or last


def _made(
    actor: Subject, task: Task, revision: int, rows: Sequence[Mapping[str, Any]], at: dt.datetime, *, as_reviewer: bool
) -> list[ModelRun]:
    _refuse_amount(task, len(rows))
    there = list(ModelRun.objects.filter(task=task, retraction=None, revision=revision))
    known = {_key(run): _("run %(number)s") % {"number": run.number} for run in there}
    last = ModelRun.objects.filter(task=task).order_by("-number").values_list("number", flat=True).first() or 0
    # Any zone's today: who logs a run knows the day better than the site.
    today = (at + dt.timedelta(hours=14)).date()
    batch, made, reasons = ids.random_id("b"), [], []
    for place, row in enumerate(rows, start=1):
        try:
            values = cleaned(row, today)
        except Refused as refused:
            reasons += [_of_line(row, one) for one in refused.reasons]
            continue
        run = ModelRun(
            task=task,
            number=last + place,
            revision=revision,
            batch=batch,
            by=actor,
            as_reviewer=as_reviewer,
            added_at=at,
            salt=secrets.token_hex(32),
            **values,
        )
        if (twin := known.get(key := _key(run))) is not None:
            reasons.append(_of_line(row, _("The same is logged already, as %(run)s.") % {"run": twin}))
        known[key] = _("line %(line)s") % {"line": row.get("line", place)}
        run.hash = run_hash(run)
        made.append(run)
    if reasons:
        raise Refused(*reasons[:50], code="invalid")
    return made


def _key(run: ModelRun) -> str:
    """Equal for what says the same: a database keeps the names of settings in an order of its own."""
    return canonical.dumps(said(run))


def _refuse_amount(task: Task, wanted: int) -> None:
    if not wanted:
        raise Refused(_("There is no run in it."), code="empty")
    if wanted > MOST_AT_ONCE:
        raise Refused(_("At most %(most)s runs are logged at once.") % {"most": MOST_AT_ONCE}, code="too_many")
    if ModelRun.objects.filter(task=task).count() + wanted > MOST_OF_TASK:
        raise Refused(_("A task holds at most %(most)s runs.") % {"most": MOST_OF_TASK}, code="too_many")


def _of_line(row: Mapping[str, Any], reason: object) -> str:
    if "line" not in row:
        return str(reason)
    return _("Line %(line)s: %(reason)s") % {"line": row["line"], "reason": reason}


@transaction.atomic
def retract(*, actor: Subject, task: Task, number: int, reason: str) -> RunRetraction:
    """Takes back a run that the actor logged: it counts no more, and stays with the reason. Conflict the second time.

    Refused where there is no such run, or without a reason.
    """
    require(actor, "run.log", task.project, task)
    task = locked(task)
    run = ModelRun.objects.filter(task=task, number=number).first()
    if run is None:
        raise Refused(_("There is no run %(number)s.") % {"number": number}, code="no_run")
    require(actor, "run.retract", task.project, task, by=run.by_id)
    text = clean_text(reason, max_bytes=2000, multiline=True)
    if len(text) < LEAST_REASON:
        raise Refused(_("Say why, in at least %(least)s characters.") % {"least": LEAST_REASON}, code="reason")
    if RunRetraction.objects.filter(run=run).exists():
        raise Conflict(_("Run %(number)s was taken back already.") % {"number": number})
    at = clock.deciding()
    made = RunRetraction.objects.create(run=run, reason=text, at=at)
    if run.revision <= task.revision_count:
        tell_retracted(task, run, at)
    return made


def tell(task: Task, runs: Sequence[ModelRun], at: dt.datetime) -> None:
    """Nobody is named and no hour: a reviewer who is hidden may have logged them."""
    write(
        project=task.project,
        kind="TaskRunsLogged",
        actor=None,
        at=clock.midnight(at),
        data={
            "task": task.number,
            "revision": runs[0].revision,
            "runs": len(runs),
            "hash": batch_hash(run.hash for run in runs),
        },
    )


def tell_retracted(task: Task, run: ModelRun, at: dt.datetime) -> None:
    data = {"task": task.number, "hash": run.hash}
    write(project=task.project, kind="TaskRunRetracted", actor=None, at=clock.midnight(at), data=data)
