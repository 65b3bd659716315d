"""Whatever people do one after another, in whatever order: `manage.py verify` finds nothing wrong afterwards.

Most of what is drawn is refused (a review nobody asked for, a decision without reviews); what is done has to leave the
record, the ledger, the lists and the locks in agreement with each other.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authorship.ledger import choices, corrections
from authorship.ledger.models import CreditEntry
from authorship.lists import locking
from authorship.lists.models import Output
from portal.core import clock
from portal.core.errors import DomainError
from portal.notices import dispatcher
from portal.people import erasing
from projects.members import services as members
from projects.reviews import services as reviews
from projects.reviews.models import Assignment, Round
from projects.tasks import services as tasks
from projects.tasks.models import Task
from tests.invariants import faults
from tests.portal.site.api.world import founded, person
from tests.projects.journey import SAID, Journey

NAMES = ("ana", "boris", "cai", "dua")
TEAM = ("tomas-lindqvist", "amara-nwosu")
Act = Callable[[Journey, int], object]


def _somebody(number: int) -> Any:
    return person(NAMES[number % len(NAMES)])


def _task(number: int) -> Task:
    found = list(Task.objects.exclude(number=None).order_by("number"))
    if not found:
        raise DomainError("there is none yet")
    return found[number % len(found)]


def join(journey: Journey, number: int) -> None:
    journey.member(NAMES[number % len(NAMES)])


def leave(journey: Journey, number: int) -> None:
    members.leave(actor=_somebody(number), project=journey.project)


def submit(journey: Journey, number: int) -> None:
    journey.submitted(_somebody(number))


def withdraw(journey: Journey, number: int) -> None:
    task = _task(number)
    tasks.withdraw(actor=task.created_by, task=task)


def review(journey: Journey, number: int) -> None:
    """Both reviewers of a task file, for the same verdict."""
    task = _task(number)
    for name in TEAM:
        journey.file(journey.agreed(task, person(name)), "accept" if number % 3 else "revise")


def ask(journey: Journey, number: int) -> None:
    journey.agreed(_task(number), person(TEAM[number % 2]))


def step_down(journey: Journey, number: int) -> None:
    found = Assignment.objects.filter(round__task=_task(number)).order_by("pk").first()
    if found is not None:
        reviews.step_down(actor=found.reviewer, assignment=found)


def decide(journey: Journey, number: int) -> None:
    journey.decided(_task(number), "accept" if number % 4 else "decline")


def correct(journey: Journey, number: int) -> None:
    task = _task(number)
    reviews.open_correction(actor=journey.ines, task=task, reasons=SAID)


def choose(journey: Journey, number: int) -> None:
    kinds = ("author", "acknowledged", "unnamed")
    choices.choose(actor=_somebody(number), project=journey.project, choice=kinds[number % 3])


def take_back(journey: Journey, number: int) -> None:
    entries = list(CreditEntry.objects.filter(project=journey.project).order_by("seq"))
    if entries:
        seq = entries[number % len(entries)].seq
        made = corrections.propose(actor=journey.tomas, project=journey.project, seq=seq, reason=SAID)
        corrections.confirm(actor=journey.ines, correction=made)


def lock(journey: Journey, number: int) -> None:
    to = "closed" if number % 2 else "order_only"
    output = Output.objects.get(project=journey.project)
    locking.lock(actor=journey.ines, output=output, to=to, reason="The paper goes to print today.")


def erase(journey: Journey, number: int) -> None:
    subject = _somebody(number)
    erasing.erase_own(actor=subject, subject=subject)


def later(journey: Journey, number: int) -> None:
    clock.move(dt.timedelta(days=1 + number % 40))


def work_off(journey: Journey, number: int) -> None:
    """The lists are computed anew."""
    dispatcher.drain()


ACTS: tuple[Act, ...] = (
    join, leave, submit, withdraw, review, ask, step_down, decide, correct, choose, take_back, lock, erase, later,
    work_off,
)  # fmt: skip
STEPS = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 11)), min_size=4, max_size=14)
# What most sequences begin with, so that there is something to spoil.
BEGIN = ((join, 0), (join, 1), (submit, 0), (review, 1), (decide, 1), (submit, 1), (work_off, 0))


@pytest.fixture(scope="module")
def begun(django_db_setup: None, django_db_blocker: Any) -> Iterator[Journey]:
    with django_db_blocker.unblock():
        outermost = transaction.atomic()
        outermost.__enter__()
        try:
            made = founded()
            for name in NAMES:
                person(name)
            yield made
        finally:
            transaction.set_rollback(True)
            outermost.__exit__(None, None, None)


def _try(journey: Journey, act: Act, number: int, done: Counter[str]) -> None:
    """As a request does it: whole or not at all."""
    try:
        with transaction.atomic():
            act(journey, number)
    except (DomainError, Round.DoesNotExist):
        # Without an open round there is no page from which to ask, review or decide.
        done[f"{act.__name__} refused"] += 1
    else:
        done[act.__name__] += 1


def test_nothing_is_wrong_after_any_sequence(begun: Journey, db: None) -> None:
    done: Counter[str] = Counter()

    @settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(steps=STEPS, fresh=st.booleans())
    def whatever_is_done(steps: list[Any], fresh: bool) -> None:
        clock._remembered = None
        told = [(act.__name__, number) for act, number in steps]
        with transaction.atomic():
            for act, number in (*(() if fresh else BEGIN), *steps):
                _try(begun, act, number, done)
            assert faults() == [], told
            dispatcher.drain()
            assert faults() == [], told
            transaction.set_rollback(True)
        clock._remembered = None

    whatever_is_done()
    # Sequences of refusals alone would prove nothing.
    assert {"join", "submit", "review", "decide", "erase", "later", "work_off"} <= set(done), done
