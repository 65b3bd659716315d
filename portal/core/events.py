"""What happened, told to other rooms. Which listener hears what stands in `portal.wiring` alone.

Inside the transaction, in the order of the wiring: *gates* (may refuse by raising), then *with*
(must commit together), then *after* (may only write an outbox row). Nothing is swallowed.
"""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.transaction import TransactionManagementError


@dataclass(frozen=True, kw_only=True)
class Event:
    """`project` is a project's public id, `actor` a subject id or "" for the site itself."""

    project: str
    actor: str
    at: dt.datetime


@dataclass(frozen=True, kw_only=True)
class RecruitingOpened(Event):
    """The project is open to everybody."""


@dataclass(frozen=True, kw_only=True)
class TermsPublished(Event):
    version: int


@dataclass(frozen=True, kw_only=True)
class TermsAccepted(Event):
    version: int
    purpose: str


@dataclass(frozen=True, kw_only=True)
class MemberJoined(Event):
    version: int


@dataclass(frozen=True, kw_only=True)
class MemberLeft(Event):
    """Told before anything is written: what they do for others ends first, then their roles, each with `RoleEnded`."""

    subject: str


@dataclass(frozen=True, kw_only=True)
class RoleGranted(Event):
    subject: str
    role: str


@dataclass(frozen=True, kw_only=True)
class RoleEnded(Event):
    subject: str
    role: str


@dataclass(frozen=True, kw_only=True)
class RevisionSubmitted(Event):
    task: str
    revision: int


@dataclass(frozen=True, kw_only=True)
class CorrectionSubmitted(Event):
    """A revision of an accepted task, which counts once it is decided."""

    task: str
    revision: int


@dataclass(frozen=True, kw_only=True)
class RevisionStands(Event):
    """A correction of an accepted task was decided: this revision is the one that counts from now on."""

    task: str
    revision: int


@dataclass(frozen=True, kw_only=True)
class ReviewFiled(Event):
    task: str
    round: int
    review: int


@dataclass(frozen=True, kw_only=True)
class TaskDecided(Event):
    """`outcome` is accept, revise or decline of one round; `accepted` says that every stage has accepted."""

    task: str
    round: int
    outcome: str
    accepted: bool


@dataclass(frozen=True, kw_only=True)
class TaskRevoked(Event):
    task: str


@dataclass(frozen=True, kw_only=True)
class TaskWithdrawn(Event):
    """`accepted` says that the task had been accepted before."""

    task: str
    accepted: bool


@dataclass(frozen=True, kw_only=True)
class CreditPosted(Event):
    """`seqs` are the ledger sequence numbers, new entries and reversals alike."""

    seqs: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class ChoiceMade(Event):
    subject: str
    choice: str


@dataclass(frozen=True, kw_only=True)
class ListPublished(Event):
    output: str
    generation: int


@dataclass(frozen=True, kw_only=True)
class OutputLocked(Event):
    """`to` is order_only or closed."""

    output: str
    to: str


@dataclass(frozen=True, kw_only=True)
class AccountClosed(Event):
    """Nothing public changes; nobody signs in to it any more. An account belongs to no project."""

    subject: str
    project: str = ""


@dataclass(frozen=True, kw_only=True)
class PersonErased(Event):
    """Told before the rows of the person go, so that listeners still find the handle and the addresses; what they
    empty commits with the erasure."""

    subject: str
    project: str = ""


Listener = Callable[..., None]
_listeners: dict[str, Mapping[type[Event], Sequence[Listener]]] = {"gate": {}, "with": {}, "after": {}}


def connect(
    *,
    gates: Mapping[type[Event], Sequence[Listener]],
    withs: Mapping[type[Event], Sequence[Listener]],
    afters: Mapping[type[Event], Sequence[Listener]],
) -> None:
    """Sets the whole wiring at once; called by `portal.wiring` when the site starts."""
    _listeners.update({"gate": gates, "with": withs, "after": afters})


def emit(event: Event) -> None:
    """Inside the transaction of the change, or it raises: what listeners write commits with the change or never."""
    if not connection.in_atomic_block:
        raise TransactionManagementError(f"{type(event).__name__} was emitted outside a transaction")
    for step in ("gate", "with", "after"):
        for listener in _listeners[step].get(type(event), ()):
            listener(event)
