"""The round rail: one stop a round, and the stages still to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.core.text.series import series
from portal.core.web import dates
from projects.reviews.models import ChangeRequest, Round
from projects.reviews.stages import Stage
from projects.reviews.states import WAITING, AssignmentState, RequestState, RoundState


class HasState(Protocol):
    @property
    def state(self) -> str: ...


@dataclass(frozen=True)
class Stop:
    name: str
    lines: tuple[str, ...]
    state: str = ""
    label: object = ""
    place: str = ""
    href: str = ""


def stops(
    rounds: Sequence[Round],
    requests: Sequence[ChangeRequest],
    to_come: Sequence[Stage],
    held: Mapping[int, str] = MappingProxyType({}),
) -> list[Stop]:
    """`requests` are those the reader may see. Days, never instants: the time of a review could tell whose it is.

    `held` says, by round, for which later revisions its approval stands, or stands no more."""
    made = [
        _stop(one, [r for r in requests if r.review.assignment.round_id == one.pk], held.get(one.pk, ""))
        for one in rounds
    ]
    return made + [
        Stop(
            name=one.id,
            lines=(_promised(one.decision_days),),
            place="next",
        )
        for one in to_come
    ]


def _promised(days: int | None) -> str:
    if days is None:
        return _("no deadline in the terms")
    return ngettext("decided within %(n)s day of its opening", "decided within %(n)s days of its opening", days) % {
        "n": days
    }


def round_name(one: Round) -> str:
    return _("Round %(number)s, %(stage)s") % {"number": one.revision.number, "stage": one.stage}


def _stop(one: Round, requests: Sequence[ChangeRequest], held: str) -> Stop:
    lines = [*_when(one), *_who(one), *asked(requests), *([held] if held else [])]
    if one.state == RoundState.OPEN:
        name = _("%(round)s, now") % {"round": round_name(one)}
        return Stop(name, tuple(lines), one.state, RoundState.OPEN.label, place="now")
    if one.state == RoundState.DECIDED:
        outcome = one.decision
        return Stop(round_name(one), tuple(lines), outcome.outcome, outcome.get_outcome_display())
    return Stop(round_name(one), tuple(lines), one.state, RoundState.VOID.label)


def _when(one: Round) -> list[str]:
    if one.closed_at is None:
        return [_("since %(day)s") % {"day": dates.day(one.opened_at)}]
    days = (one.closed_at.date() - one.opened_at.date()).days
    if days == 0:
        return [_("%(day)s, the same day") % {"day": dates.day(one.closed_at)}]
    sentence = ngettext("%(day)s, after %(n)s day", "%(day)s, after %(n)s days", days)
    return [sentence % {"day": dates.day(one.closed_at), "n": days}]


def _who(one: Round) -> list[str]:
    assignments = list(one.assignments.all())
    filed = [a.letter for a in assignments if a.state == AssignmentState.FILED]
    asked = [a.letter for a in assignments if a.state in WAITING]
    kept = [a.letter for a in assignments if a.state == AssignmentState.KEPT]
    said = []
    if kept:
        said.append(
            ngettext(
                "The approval of Reviewer %(letters)s counts on: this revision corrects typos only",
                "The approvals of Reviewers %(letters)s count on: this revision corrects typos only",
                len(kept),
            )
            % {"letters": series(kept)}
        )
    if filed:
        said.append(
            ngettext("Reviewer %(letters)s filed", "Reviewers %(letters)s filed", len(filed))
            % {"letters": series(filed)}
        )
    if asked:
        said.append(
            ngettext("Reviewer %(letters)s writes", "Reviewers %(letters)s write", len(asked))
            % {"letters": series(asked)}
        )
    return said


def asked(requests: Sequence[HasState]) -> list[str]:
    """`5 requests: 3 done, 1 contested, 1 dropped`; nothing where there is none."""
    if not requests:
        return []
    counts = Counter(one.state for one in requests)
    parts = [
        _("%(n)s %(state)s") % {"n": counts[state], "state": str(state.label).lower()}
        for state in RequestState
        if counts[state]
    ]
    sentence = ngettext("%(n)s request: %(states)s", "%(n)s requests: %(states)s", len(requests))
    return [sentence % {"n": len(requests), "states": series(parts)}]
