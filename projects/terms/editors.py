"""Who writes the draft of a project's terms at this moment. Kept in the shared cache alone, and gone after minutes.

Two who come in the same instant may miss one another until the next sign of either: nothing rests on it but a notice.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from portal.core import clock
from portal.people.models import Subject
from portal.people.queries import names as printed_names
from projects.project.models import Project
from projects.terms.document.fields import CHAPTERS

# After so long without a sign of theirs somebody counts as gone. An open page gives one a minute.
SILENCE = dt.timedelta(minutes=3)
_TITLES = dict(CHAPTERS)


@dataclass(frozen=True)
class Editor:
    """Somebody else at the draft: since when, and in which step last."""

    name: str
    chapter: int
    step: str
    since: dt.datetime


def others(project: Project, me: Subject, chapter: int, lang: str) -> list[Editor]:
    """Notes that `me` is at `chapter`, and says who else is there, by name."""
    at = clock.now()
    known = _alive(cache.get(_key(project)), at)
    mine = known.get(me.id, {})
    known[me.id] = {"chapter": chapter, "since": mine.get("since", at), "seen": at}
    cache.set(_key(project), known, SILENCE.total_seconds())
    rest = {one: said for one, said in known.items() if one != me.id}
    names = printed_names(rest) if rest else {}
    return [
        Editor(names[one], said["chapter"], _TITLES[said["chapter"]].said(lang), said["since"])
        for one, said in sorted(rest.items(), key=lambda pair: pair[1]["since"])
    ]


def _alive(kept: Mapping[str, Any] | None, at: dt.datetime) -> dict[str, Any]:
    return {one: said for one, said in (kept or {}).items() if at - said["seen"] < SILENCE}


def _key(project: Project) -> str:
    return f"terms-editors:{project.pk}"
