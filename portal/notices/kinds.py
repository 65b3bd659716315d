"""The kinds of notices, and how each is said to its reader. A kind belongs to the room that tells it.

Nothing is kept but ids: the room reads anew, each time a notice is shown or mailed, what its reader may still know.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from portal.notices.models import Notice, NoticePreference
from portal.people.models import User


@dataclass(frozen=True)
class Told:
    """A notice as its reader may read it now: plain text in the language now active.

    `headline` names the matter in a few words, `sentence` says what happened and what to do; neither holds a word of
    a task. `title` is the task's for a page, `public_title` the same only where everybody may see it: mail lies about
    unlocked. `holds` is no once it is no longer the reader's or is done: then no mail is sent about it.
    """

    headline: str
    sentence: str
    href: str = ""
    project: str = ""
    title: str = ""
    public_title: str = ""
    until: dt.datetime | None = None
    holds: bool = True


Present = Callable[[Sequence[Notice], User], Mapping[int, Told]]


@dataclass(frozen=True)
class Kind:
    """`label` says to a person what they are told of; `mail` is how it is mailed to who has not chosen."""

    id: str
    label: object
    present: Present
    mail: str


_kinds: dict[str, Kind] = {}


def register(kind: str, label: object, present: Present, *, mail: str = NoticePreference.Mail.AT_ONCE) -> None:
    """`present` answers for any number of notices of one reader, by number; what it leaves out may not be said."""
    if kind in _kinds:
        raise ValueError(f"the kind of notice {kind} is registered twice")
    _kinds[kind] = Kind(kind, label, present, mail)


def get(kind: str) -> Kind:
    """KeyError where no room tells it."""
    return _kinds[kind]


def registered() -> Mapping[str, Kind]:
    return dict(_kinds)


def told(notices: Iterable[Notice], user: User) -> list[tuple[Notice, Told]]:
    """Each notice with what it says, in the same order. Each room is asked once."""
    rows = list(notices)
    by_room: dict[Present, list[Notice]] = defaultdict(list)
    for row in rows:
        if row.kind in _kinds:
            by_room[_kinds[row.kind].present].append(row)
    said: dict[int, Told] = {}
    for present, some in by_room.items():
        said |= present(some, user)
    return [(row, said.get(row.pk) or gone()) for row in rows]


def gone() -> Told:
    """Where not even the name of the matter may be said any more."""
    return Told(
        headline=_("No longer yours"),
        sentence=_("This was about something that you do not see any more."),
        holds=False,
    )
