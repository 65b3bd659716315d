"""Making outputs from the terms, and computing their lists anew."""

import contextlib
import datetime as dt
import gc
import hashlib
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from authorship.engine.errors import EngineError
from authorship.engine.evaluate import evaluate
from authorship.ledger import privacy
from authorship.lists import frame as frames
from authorship.lists import people, queries, sums
from authorship.lists.models import ListPeople, ListSnapshot, Output
from portal.core import clock, events
from portal.core.errors import Conflict, Refused
from portal.core.record import services as record
from portal.core.record.chain import commitment
from projects.project.models import Project
from projects.terms import queries as terms
from projects.terms.models import TermsVersion

_TRIES = 20


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
    generation never rests on less than the one before it, and of two at once one reads anew. Refused where
    published rules cannot be run.
    """
    at = at or clock.deciding()
    if terms.current(project, at) is None:
        return []
    with _plain_memory():
        made = [_refresh(output, at) for output in queries.outputs(project)]
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

    def same_as(self, snapshot: ListSnapshot) -> bool:
        """Whether nothing but the day and people outside the list changed. On a day the terms name a list is kept
        all the same, once."""
        if self.named and snapshot.as_of != self.as_of:
            return False
        return (
            snapshot.ledger_head == self.heads.ledger
            and snapshot.choices_head == self.heads.choices
            and snapshot.rules_hash == self.frame["heads"]["rules"]
            and snapshot.result_hash == self.result_hash
        )


def _refresh(output: Output, at: dt.datetime) -> ListSnapshot | None:
    for _try in range(_TRIES):
        current = queries.current(output)
        computed = compute(output, at)
        if computed is None or (current is not None and computed.same_as(current)):
            return None
        try:
            return _store(output, computed, current.generation + 1 if current else 1, at)
        except IntegrityError:
            continue  # somebody else stored this generation; theirs may be ours
    raise Conflict(_("The list of %(output)s is being computed elsewhere.") % {"output": output.output_id})


def compute(output: Output, at: dt.datetime) -> Computed | None:
    """The list as the database stands; None before any version of the terms is in force."""
    project = output.project
    heads = frames.present(project)
    zone = terms.zone(project, at)
    versions = list(terms.versions(project)[: heads.terms_count])
    declared = frames.declared(output, versions)
    as_of = frames.last_day(declared, clock.today(zone, at))
    if not any(version.in_force <= as_of for version in versions):
        return None
    described = people.subjects(project, zone)
    frame = frames.build(output, heads=heads, as_of=as_of, subjects=described)
    result = _canonical(evaluated(project, frame, heads.ledger_count))
    return Computed(
        heads=heads,
        frame=frame,
        result=result,
        result_hash=text_digest(result),
        people=_canonical(described),
        as_of=as_of,
        named=as_of == frames.named_day(declared),
    )


def evaluated(project: Project, frame: frames.Frame, count: int) -> dict[str, Any]:
    """The engine's result over sums made by the database, from the entries up to seq `count`."""
    clause = next(one["authorship"] for one in frame["terms"] if one["version"] == frame["output"]["terms"])
    totals = sums.totals(
        project,
        count=count,
        scope=frame["output"]["scope"],
        as_of=frame["as_of"],
        sources=sums.sorts_by_count(clause),
        twice=sums.gives_twice(one["authorship"] for one in frame["terms"]),
    )
    try:
        return evaluate(totals, frame)
    except EngineError as error:
        reasons = [str(problem) for problem in error.problems]
        raise Refused(_("The rules of this project cannot be computed."), *reasons) from error


def _canonical(value: object) -> str:
    """What `canonical.dumps` gives, without its look at every number: this was made here and is plain JSON.

    Ten times faster, and a list of many people is mostly numbers. A test holds the two together.
    """
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def text_digest(canonical: str) -> str:
    """SHA-256 of a text that is canonical JSON already."""
    return hashlib.sha256(canonical.encode()).hexdigest()


@transaction.atomic
def _store(output: Output, computed: Computed, generation: int, at: dt.datetime) -> ListSnapshot:
    """Where names are hidden the list is told with its day: it follows the act that changed it within seconds."""
    told = privacy.day_of(at) if privacy.hides_people(terms.versions(output.project)) else at
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
