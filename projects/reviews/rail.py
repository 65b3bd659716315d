"""The round rail: one stop a round, and the stages still to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.core.web import dates
from projects.reviews.models import ChangeRequest, Round
from projects.reviews.stages import Stage
from projects.reviews.states import WAITING, AssignmentState, RequestState, RoundState


@dataclass(frozen=True)
class Stop:
    name: str
    lines: tuple[str, ...]
    state: str = ""
    label: object = ""
    place: str = ""
    href: str = ""


def stops(rounds: Sequence[Round], requests: Sequence[ChangeRequest], to_come: Sequence[Stage]) -> list[Stop]:
    """`requests` are those the reader may see. Days, never instants: the time of a review could tell whose it is."""
    made = [_stop(one, [r for r in requests if r.review.assignment.round_id == one.pk]) for one in rounds]
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


def _stop(one: Round, requests: Sequence[ChangeRequest]) -> Stop:
    lines = [*_when(one), *_who(one), *_asked(requests)]
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
    said = []
    if filed:
        said.append(
            ngettext("Reviewer %(letters)s filed", "Reviewers %(letters)s filed", len(filed))
            % {"letters": _(", ").join(filed)}
        )
    if asked:
        said.append(
            ngettext("Reviewer %(letters)s writes", "Reviewers %(letters)s write", len(asked))
            % {"letters": _(", ").join(asked)}
        )
    return said


def _asked(requests: Sequence[ChangeRequest]) -> list[str]:
    if not requests:
        return []
    counts = Counter(one.state for one in requests)
    parts = [
        _("%(n)s %(state)s") % {"n": counts[state], "state": str(state.label).lower()}
        for state in RequestState
        if counts[state]
    ]
    sentence = ngettext("%(n)s request: %(states)s", "%(n)s requests: %(states)s", len(requests))
    return [sentence % {"n": len(requests), "states": _(", ").join(parts)}]
