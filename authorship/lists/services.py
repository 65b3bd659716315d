"""Making outputs from the terms, and computing their lists anew."""

import contextlib
import datetime as dt
import gc
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from authorship.engine.errors import EngineError
from authorship.engine.evaluate import evaluate
from authorship.engine.reads import of_list
from authorship.engine.totals import Sums
from authorship.ledger import privacy
from authorship.lists import frame as frames
from authorship.lists import locks, people, queries, sums
from authorship.lists.models import ListPeople, ListSnapshot, Output, OutputLock
from authorship.lists.text import canonical, text_digest
from portal.core import clock, events
from portal.core.errors import Conflict, Refused
from portal.core.prepared import written
from portal.core.record import services as record
from portal.core.record.chain import commitment
from projects.project.models import Project
from projects.terms import queries as terms
from projects.terms.models import TermsVersion

_TRIES = 20
Made = TypeVar("Made")


def create_outputs(*, project: Project, version: TermsVersion, at: dt.datetime) -> list[Output]:
    """One for each output the version names that does not exist yet; existing ones keep the version they had."""
    made: list[Output] = []
    for item in frames.outputs(version):
        output, new = Output.objects.get_or_create(
            project=project,
            output_id=item["id"],
            defaults={"terms": version.number, "created_at": at},
        )
        if new:
            made.append(output)
    return made


def recompute(*, project: Project, at: dt.datetime | None = None) -> list[ListSnapshot]:
    """A new snapshot for each output whose list changed, with a record entry; nothing for the others.

    Safe to run twice, late and in parallel: the heads are read after the current snapshot, so a new
    generation never rests on less than the one before it, and of two at once one reads anew. A closed list has no
    further one. Refused where published rules cannot be run.
    """
    at = at or clock.deciding()
    with _plain_memory():
        made = [_refresh(output, at) for output in project.outputs.order_by("pk")]
    return [snapshot for snapshot in made if snapshot is not None]


@contextlib.contextmanager
def _plain_memory() -> Iterator[None]:
    """Without Python's search for cycles: a list is made of many small objects and no cycle, and the search over
    them takes as long as the list itself. What is not used any more is freed all the same."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@dataclass(frozen=True)
class Computed:
    """A list just computed and everything it rests on."""

    heads: frames.Heads
    frame: frames.Frame
    result: str
    result_hash: str
    people: str
    as_of: dt.date
    named: bool  # the day is one the terms name for this output
    hidden: bool  # some version of the terms hides who did what

    def same_as(self, snapshot: queries.Latest) -> bool:
        """Whether nothing but the day and people outside the list changed. On a day the terms name a list is kept
        all the same, once; so it is by an engine that the kept list does not name, since only its own can verify it."""
        if self.named and written(snapshot.as_of) != self.as_of.isoformat():
            return False
        return (
            snapshot.ledger_head == self.heads.ledger
            and snapshot.choices_head == self.heads.choices
            and snapshot.rules_hash == self.frame["heads"]["rules"]
            and snapshot.result_hash == self.result_hash
            and snapshot.engine == self.frame["engine"]
        )


def _refresh(output: Output, at: dt.datetime) -> ListSnapshot | None:
    for _try in range(_TRIES):
        current = queries.latest(output)
        if current is not None and current.lock == Output.Lock.CLOSED:
            return None
        # Nothing is locked before it has a list.
        lock = None if current is None or current.lock == Output.Lock.OPEN else locks.current(output)
        computed = compute(output, at, lock, current)
        if computed is None or (current is not None and computed.same_as(current)):
            return None
        try:
            return store(output, computed, current.generation + 1 if current else 1, at)
        except IntegrityError:
            continue  # somebody else stored this generation; theirs may be ours
    raise Conflict(_("The list of %(output)s is being computed elsewhere.") % {"output": output.output_id})


def compute(
    output: Output, at: dt.datetime, lock: OutputLock | None = None, latest: queries.Latest | None = None
) -> Computed | None:
    """The list as the database stands, under `lock`; None before any version of the terms is in force. `latest` tells
    the ends of the logs where the caller has read them."""
    project = output.project
    versions = terms.read_once(project)
    heads = frames.under(frames.present(project, len(versions), latest), lock)
    zone = terms.zone_of(versions, at)
    declared = frames.declared(output, versions)
    as_of = frames.last_day(declared, clock.today(zone, at))
    if not any(version.in_force <= as_of for version in versions):
        return None
    found = summed(output, versions, heads=heads, as_of=as_of)
    described = people.subjects(project, zone, credited=found.keys())
    frame = frames.build(output, heads=heads, as_of=as_of, subjects=described, versions=versions, lock=lock)
    counted = {subject: mine for subject, mine in found.items() if mine is not None}
    result = canonical(_runnable(lambda: evaluate(counted, frame, steps=False)))
    return Computed(
        heads=heads,
        frame=frame,
        result=result,
        result_hash=text_digest(result),
        people=canonical(described),
        as_of=as_of,
        named=as_of == frames.named_day(declared),
        hidden=privacy.hides_people(versions),
    )


def summed(
    output: Output, versions: Sequence[TermsVersion], *, heads: frames.Heads, as_of: dt.date
) -> dict[str, Sums | None]:
    clauses: list[dict[str, Any]] = [
        {"version": version.number, "authorship": frames.clause(version)} for version in versions
    ]
    return sums.sums(
        output.project,
        count=heads.ledger_count,
        head=heads.ledger,
        scope=frames.scope(frames.declared(output, list(versions))),
        as_of=as_of.isoformat(),
        reads=_runnable(lambda: of_list(clauses, output.terms)),
        twice=sums.gives_twice(one["authorship"] for one in clauses),
    )


def _runnable(run: Callable[[], Made]) -> Made:
    try:
        return run()
    except EngineError as error:
        reasons = [str(problem) for problem in error.problems]
        raise Refused(_("The rules of this project cannot be computed."), *reasons) from error


@transaction.atomic
def store(output: Output, computed: Computed, generation: int, at: dt.datetime, *, last: bool = False) -> ListSnapshot:
    """The list as the next generation, with its line in the record; IntegrityError where that generation is there.

    Where names are hidden the list is told with its day: it follows the act that changed it within seconds."""
    told = privacy.day_of(at) if computed.hidden else at
    project, salt = output.project, secrets.token_hex(32)
    people_hash = commitment(salt, computed.people)
    snapshot = ListSnapshot.objects.create(
        output=output,
        generation=generation,
        ledger_count=computed.heads.ledger_count,
        ledger_head=computed.heads.ledger,
        choices_count=computed.heads.choices_count,
        choices_head=computed.heads.choices,
        rules_hash=computed.frame["heads"]["rules"],
        terms_count=computed.heads.terms_count,
        people_hash=people_hash,
        as_of=computed.as_of,
        engine=computed.frame["engine"],
        result=computed.result,
        result_hash=computed.result_hash,
        computed_at=told,
        last=last,
    )
    ListPeople.objects.create(snapshot=snapshot, subjects=computed.people, salt=salt)
    record.write(
        project=project,
        kind="ListPublished",
        actor=None,
        at=told,
        data={
            "output": output.output_id,
            "generation": generation,
            "as_of": computed.as_of.isoformat(),
            "ledger": computed.heads.ledger,
            "choices": computed.heads.choices,
            "rules": computed.frame["heads"]["rules"],
            "people": people_hash,
            "result": computed.result_hash,
        },
    )
    events.emit(
        events.ListPublished(project=project.public_id, actor="", at=at, output=output.output_id, generation=generation)
    )
    return snapshot
