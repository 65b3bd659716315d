"""Locking an author list: first who is on it, then the list itself. Nothing unlocks."""

import datetime as dt

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from authorship.engine.canonical import dumps
from authorship.lists import locks, queries, services
from authorship.lists.models import ListSnapshot, Output, OutputLock
from authorship.lists.states import MOVES
from portal.core import clock, events
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.record.services import write
from portal.core.text.input import clean_text
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.terms import queries as terms

MAX_REASON_BYTES = 4000
LEAST_REASON = 20
ACTIONS = {str(target): action for action, (_sources, target) in MOVES.table.items()}
_TRIES = 20


@transaction.atomic
def lock(*, actor: Subject, output: Output, to: str, reason: str) -> OutputLock:
    """Locks the list one step further and stores a list that is the first under the lock, on the record.

    `order_only` fixes who is on it, and later choices do not count; `closed` ends it: no further list is ever made.
    Refused without the power, without a reason that says something, while there is no list; Conflict where the list
    is not one step before.
    """
    require(actor, "output.lock", output.project, output)
    if to not in ACTIONS:
        raise Refused(_("A list is locked to “only the order may change”, then closed."), code="invalid")
    reason = clean_text(reason, max_bytes=MAX_REASON_BYTES, multiline=True).strip()
    if len(reason) < LEAST_REASON:
        raise Refused(
            _("Say why in at least %(least)s characters; the reason is public.") % {"least": LEAST_REASON},
            code="too_little",
        )
    at = clock.deciding()
    perform(output, MOVES, ACTIONS[to], at=at)
    before = locks.current(output)
    snapshot = _locked_list(output, before, at)
    made = OutputLock.objects.create(
        output=output,
        state=to,
        generation=snapshot.generation,
        choices_count=snapshot.choices_count,
        choices_head=snapshot.choices_head,
        people=dumps(locks.fixed(snapshot, to)),
        reason=reason,
        on=clock.today(terms.zone(output.project, at), at),
        at=at,
        by=actor,
    )
    _tell(made, snapshot)
    return made


def _locked_list(output: Output, before: OutputLock | None, at: dt.datetime) -> ListSnapshot:
    """The list as it is now, stored though nothing changed: it is the one that the lock names."""
    for _try in range(_TRIES):
        current = queries.current_number(output)
        computed = services.compute(output, at, before)
        if computed is None:
            raise Refused(_("There is no list yet that could be locked."), code="no_list")
        try:
            return services.store(output, computed, current + 1, at, last=output.lock == Output.Lock.CLOSED)
        except IntegrityError:
            continue  # the job stored this generation meanwhile
    raise Conflict(_("The list of %(output)s is being computed elsewhere.") % {"output": output.output_id})


def _tell(made: OutputLock, snapshot: ListSnapshot) -> None:
    project = made.output.project
    write(
        project=project,
        kind="OutputLocked",
        actor=made.by,
        at=made.at,
        data={
            "output": made.output.output_id,
            "to": str(made.state),
            "generation": made.generation,
            "result": snapshot.result_hash,
            "on": made.on.isoformat(),
        },
        texts={"reason": made.reason},
    )
    events.emit(
        events.OutputLocked(
            project=project.public_id, actor=made.by_id, at=made.at, output=made.output.output_id, to=str(made.state)
        )
    )
