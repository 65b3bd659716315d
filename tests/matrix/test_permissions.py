"""The permission table asked with everybody of one living project, over its real tasks, rounds, places and entries.

Each line names who is allowed; everybody else is refused. A row of the table without a line fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from authorship.ledger.models import CreditEntry
from authorship.lists.models import Output
from portal.core.access.check import check
from portal.core.access.table import TABLE
from projects.proposals.models import Proposal
from projects.reviews.models import Assignment, ChangeRequest, Round, TaskChair
from projects.terms import queries as terms
from tests.matrix.cast import HANDLES, Cast, person
from tests.matrix.rules import (
    AMEND,
    AUDIT,
    AWARD,
    EDITORS,
    FREEZE,
    JUDGING,
    MEMBERS,
    SEE_TASK_3,
    SIGNED_IN,
    WRITERS,
    only,
)
from tests.matrix.test_pages import cast

pytestmark = pytest.mark.any_engine

__all__ = ["cast"]

Ask = Callable[[Cast], tuple[Any, Any, Mapping[str, Any]]]
Line = tuple[str, str, Ask, frozenset[str]]
NOBODY: frozenset[str] = frozenset()
ANYBODY = SIGNED_IN | {"visitor"}
# A closed account is no session's and no token's, so it never asks.
ASKING = ("visitor", *(who for who in HANDLES if who != "closed"))


def here(cast: Cast) -> tuple[Any, Any, Mapping[str, Any]]:
    return cast.project, None, {}


def hidden(cast: Cast) -> tuple[Any, Any, Mapping[str, Any]]:
    return cast.secret, None, {}


def nowhere(who: str) -> Ask:
    return lambda cast: (None, cast.subject(who), {})


def towards(who: str) -> Ask:
    return lambda cast: (cast.project, cast.subject(who), {})


def task(number: int, **facts: Callable[[Cast], Any]) -> Ask:
    """0 is the draft."""

    def ask(cast: Cast) -> tuple[Any, Any, Mapping[str, Any]]:
        about = cast.tasks[number] if number else cast.draft
        return cast.project, about, {name: fact(cast) for name, fact in facts.items()}

    return ask


def proposal(cast: Cast) -> tuple[Any, Any, Mapping[str, Any]]:
    return cast.project, Proposal.objects.get(public_id=cast.places["proposal"]), {}


def entry(of: str, **facts: Callable[[Cast], Any]) -> Ask:
    def ask(cast: Cast) -> tuple[Any, Any, Mapping[str, Any]]:
        found = CreditEntry.objects.filter(project=cast.project, subject=cast.subject(of)).order_by("seq")[0]
        return cast.project, found, {name: fact(cast) for name, fact in facts.items()}

    return ask


def _who(name: str) -> Callable[[Cast], Any]:
    return lambda cast: cast.subject(name)


def _id(name: str) -> Callable[[Cast], str]:
    return lambda cast: person(HANDLES[name]).pk if name else ""


def _ids(*names: str) -> Callable[[Cast], frozenset[str]]:
    return lambda cast: frozenset(person(HANDLES[name]).pk for name in names)


def _round(number: int, stage: str) -> Callable[[Cast], Round]:
    return lambda cast: Round.objects.get(task=cast.tasks[number], stage=stage)


def _place(of: str) -> Callable[[Cast], Assignment]:
    return lambda cast: Assignment.objects.get(round__task=cast.tasks[3], reviewer=cast.subject(of))


def _chair(cast: Cast) -> TaskChair:
    return TaskChair.objects.get(task=cast.tasks[5])


def _request(of: str) -> Callable[[Cast], ChangeRequest]:
    return lambda cast: ChangeRequest.objects.filter(
        review__assignment__round__task=cast.tasks[2], review__assignment__reviewer=cast.subject(of)
    )[0]


def _current(cast: Cast) -> Any:
    return terms.current(cast.project)


def put_forward(who: str) -> Ask:
    return lambda cast: (cast.project, None, {"first": cast.subject(who).pk})


_OWN = ("edit", "download", "close", "erase")
LINES: tuple[Line, ...] = (
    ("project.create", "anywhere", nowhere("member"), SIGNED_IN),  # the service asks for a confirmed address
    ("project.recruit", "here", here, AMEND),
    ("project.recruit", "a draft", hidden, only("founder")),
    ("project.close", "here", here, AMEND),
    ("project.close", "a draft", hidden, NOBODY),
    ("terms.edit", "here", here, AMEND),
    ("terms.edit", "a draft", hidden, only("founder")),
    ("terms.publish", "here", here, AMEND),
    ("terms.publish", "a draft", hidden, only("founder")),
    # The core team are the founder, the organizer and one asked for a review; nobody agrees to a text of their own.
    ("terms.agree", "a member's", put_forward("member"), only("founder", "organizer", "asked")),
    ("terms.agree", "the founder's", put_forward("founder"), only("organizer", "asked")),
    ("terms.agree", "a draft", lambda cast: (*hidden(cast)[:2], {"first": ""}), NOBODY),
    ("rubric.edit", "here", here, AMEND),
    ("rubric.publish", "here", here, AMEND),
    ("card.reply", "here", here, AMEND),
    ("card.reply", "a draft", hidden, NOBODY),
    ("card.contest", "here", here, SIGNED_IN),
    ("terms.accept", "here", here, SIGNED_IN),
    ("members.join", "here", here, SIGNED_IN),
    ("members.join", "a draft", hidden, NOBODY),
    ("members.leave", "here", here, MEMBERS),
    ("members.leave", "a draft", hidden, NOBODY),
    ("members.appoint", "a member", towards("member"), EDITORS),
    ("members.appoint", "an editor", towards("lead"), only("founder")),
    ("task.create", "here", here, MEMBERS),
    ("task.create", "a draft", hidden, NOBODY),
    ("task.edit", "the draft", task(0), WRITERS),
    ("task.edit", "one in review", task(3), only("author")),
    ("task.confirm_share", "the draft", task(0), WRITERS),
    ("task.submit", "the draft", task(0, version=_current), WRITERS),
    ("task.submit", "without terms", task(0, version=lambda cast: None), NOBODY),
    ("task.withdraw", "one in review", task(3), only("author")),
    ("task.show_name", "one accepted", task(1), only("author")),
    ("review.assign", "a reviewer", task(5, round=_round(5, "domain"), reviewer=_who("stepped")), EDITORS),
    ("review.assign", "its author", task(5, round=_round(5, "domain"), reviewer=_who("author")), NOBODY),
    ("review.assign", "no reviewer", task(5, round=_round(5, "domain"), reviewer=_who("member")), NOBODY),
    ("review.appoint_lead", "the editor", task(4, round=_round(4, "final"), lead=_who("lead")), only("founder")),
    ("review.appoint_lead", "the founder", task(4, round=_round(4, "final"), lead=_who("founder")), only("lead")),
    ("review.appoint_lead", "a member", task(4, round=_round(4, "final"), lead=_who("member")), NOBODY),
    ("desk.read", "here", here, EDITORS | {"speaker"}),
    ("review.agree", "one offered", task(3, assignment=_place("asked")), only("asked")),
    ("review.step_down", "one offered", task(3, assignment=_place("asked")), only("asked")),
    ("review.step_down", "one agreed", task(3, assignment=_place("reviewer")), only("reviewer")),
    ("review.release", "one in review", task(3), EDITORS),
    ("review.reveal", "one in review", task(3), AUDIT | EDITORS | {"speaker"}),
    ("review.file", "one agreed", task(3, assignment=_place("reviewer")), only("reviewer")),
    ("request.answer", "one asked for", task(2), only("author")),
    ("request.settle", "of one reviewer", task(2, request=_request("asked")), only("asked")),
    ("request.settle", "of the other", task(2, request=_request("organizer")), only("organizer")),
    ("round.decide", "with its lead", task(4, round=_round(4, "final")), only("lead")),
    ("round.step_down", "with its lead", task(4, round=_round(4, "final")), only("lead")),
    ("chair.assign", "a chair", task(5, chair=_who("speaker")), EDITORS),
    ("chair.assign", "an editor", task(5, chair=_who("lead")), only("founder")),
    ("chair.assign", "a member", task(5, chair=_who("member")), NOBODY),
    ("chair.end", "one in review", task(3), EDITORS),
    ("chair.step_down", "of the chair", task(5, chair=_chair), only("speaker")),
    ("clock.extend", "which the chair may", task(5, round=_round(5, "domain")), only("speaker")),
    ("clock.extend", "whose lead is no chair", task(4, round=_round(4, "final")), NOBODY),
    ("clock.ask", "one in review", task(3), only("author")),
    ("interest.declare", "one in review", task(3), JUDGING),
    ("interest.waive", "of a reviewer", task(3, first=_id("reviewer")), EDITORS | {"speaker"}),
    ("interest.waive", "of an editor", task(3, first=_id("lead")), only("founder", "speaker")),
    ("correction.open", "whose text is closed", task(1), only("founder")),
    ("correction.decide", "opened by another", task(1, first=_id("member")), only("founder")),
    ("correction.decide", "opened by oneself", task(1, first=_id("founder")), NOBODY),
    ("correction.decide", "opened by nobody", task(1, first=_id("")), NOBODY),
    ("proposal.begin", "here", here, MEMBERS),
    ("proposal.begin", "a draft", hidden, NOBODY),
    ("proposal.write", "Ana's", proposal, only("author")),
    ("proposal.send", "Ana's", proposal, only("author")),
    ("proposal.answer", "Ana's", proposal, EDITORS),
    ("proposal.begin_task", "Ana's", proposal, only("author")),
    ("report.file", "whose text is closed", task(1), AUDIT | {"author", "asked"}),
    ("report.file", "a draft", task(0), WRITERS),  # the service asks whether it is accepted
    ("report.answer", "one accepted", task(1), only("author")),
    ("report.answer", "the draft", task(0), WRITERS),
    ("report.decide", "whose text is closed", task(1), only("founder")),
    ("run.log", "one in review", task(3), only("author", "reviewer", "asked")),
    ("run.log", "the draft", task(0), WRITERS),
    ("run.retract", "logged by its author", task(3, by=_id("author")), only("author")),
    ("run.retract", "logged by somebody who left", task(3, by=_id("former")), NOBODY),
    ("overlap.look", "one in review", task(3), SEE_TASK_3),
    ("overlap.look", "the draft", task(0), WRITERS),
    ("approval.object", "by whom it counts", task(3, approvals=_ids("asked")), only("asked")),
    ("approval.object", "by an author", task(3, approvals=_ids("author")), NOBODY),
    ("task.reopen", "ended by nobody", task(3, deciders=_ids()), EDITORS | {"speaker"}),
    ("task.reopen", "ended by one", task(3, deciders=_ids("founder")), only("lead", "speaker")),
    ("credit.choose", "here", here, MEMBERS),
    ("credit.propose_reversal", "of a task", entry("author"), AWARD),
    ("credit.propose_reversal", "of an organizer", entry("organizer"), AWARD - {"organizer"}),
    ("credit.reverse", "proposed by another", entry("asked", first=_id("giver")), AWARD - {"giver"}),
    ("credit.reverse", "proposed by nobody", entry("asked", first=_id("")), NOBODY),
    ("output.lock", "the paper", lambda cast: (cast.project, Output.objects.get(), {}), FREEZE),
    ("bundle.export", "here", here, ANYBODY),
    ("record.read", "here", here, ANYBODY),
    ("record.checkpoint", "here", here, MEMBERS),
    ("notices.read", "oneself", nowhere("member"), only("member")),
    *(
        (f"people.{act}", "oneself", nowhere("member"), only("member"))
        for act in ("edit", "download", "close", "erase")
    ),
)


def test_every_row_has_a_line() -> None:
    assert {line[0] for line in LINES} == {row.id for row in TABLE if not row.reserved}


def test_whoever_a_line_names_is_allowed_and_nobody_else(cast: Cast, db: None) -> None:
    asked, wrong = 0, []
    for permission, about, ask, allowed in LINES:
        project, obj, facts = ask(cast)
        found = {who for who in ASKING if check(cast.subject(who), permission, project, obj, **facts)}
        if found != allowed:
            wrong.append((permission, about, sorted(found - allowed), sorted(allowed - found)))
        asked += len(ASKING)
    assert wrong == []
    assert asked == len(LINES) * len(ASKING) > 1000


@pytest.mark.parametrize("row", [row for row in TABLE if row.reserved], ids=lambda row: row.id)
def test_what_is_reserved_is_nobodys(cast: Cast, db: None, row: Any) -> None:
    assert not [who for who in ASKING if check(cast.subject(who), row.id, cast.project)]
