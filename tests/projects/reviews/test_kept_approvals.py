"""Approvals over a revision that corrects typos only: kept, taken back, voided by anything more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from authorship.ledger.models import CreditFact
from portal.core.errors import Conflict, Forbidden, NotVisible, Refused
from portal.core.record.models import RecordEntry
from portal.people.models import Subject
from projects.members import services as members
from projects.reviews import held, queries, rounds
from projects.reviews import services as reviews
from projects.reviews.models import ApprovalObjection, Assignment, Round
from projects.reviews.states import AssignmentState, RoundState
from projects.tasks import services as tasks
from projects.tasks.models import Revision, Task
from projects.tasks.states import TaskState
from tests.projects.journey import ANSWER, SAID, STATEMENT, Journey

TYPO = STATEMENT.replace("The drawdown rises", "The drawdown rise")


@pytest.fixture
def ana(journey: Journey) -> Subject:
    return journey.member("ana-ruiz")


def revised(journey: Journey, ana: Subject, task: Task, *, typos_only: bool = True, **changed: object) -> Revision:
    """The next revision, every request answered."""
    for one in queries.requests_of(task):
        if one.state == "open":
            reviews.answer_request(actor=ana, request=one, state="done", text="It is named now.")
    task.refresh_from_db()
    values = {"statement": TYPO, **changed}
    journey.write(ana, task, **values)
    revision = tasks.submit(actor=ana, task=task, version=task.draft.version, typos_only=typos_only)
    task.refresh_from_db()
    return revision


def back_from_final(journey: Journey, ana: Subject) -> Task:
    """Both accept in the stage “domain”; the lead of the stage “final” asks for changes."""
    task = journey.submitted(ana)
    journey.judged(task, "accept", "accept")
    journey.decided(task, "revise")
    return task


def back_from_domain(journey: Journey, ana: Subject) -> Task:
    """Tomas accepts, Amara asks for changes."""
    task = journey.submitted(ana)
    journey.judged(task, "accept", "revise")
    return task


def stages_open(task: Task) -> list[tuple[int, str]]:
    rows = Round.objects.filter(task=task, state=RoundState.OPEN).order_by("pk")
    return list(rows.values_list("revision__number", "stage"))


def kinds(journey: Journey) -> list[str]:
    return list(RecordEntry.objects.filter(project=journey.project.public_id).values_list("kind", flat=True))


def test_a_passed_stage_stays_passed(journey: Journey, ana: Subject) -> None:
    task = back_from_final(journey, ana)
    revision = revised(journey, ana, task)
    assert revision.typos_only
    assert rounds.passed(task, revision) == {"domain"}
    assert stages_open(task) == [(2, "final")]
    assert {one.subject_id for one in held.held(task)} == {journey.tomas.pk, journey.amara.pk}


def test_without_the_mark_it_is_read_anew(journey: Journey, ana: Subject) -> None:
    task = back_from_final(journey, ana)
    revised(journey, ana, task, typos_only=False)
    assert stages_open(task) == [(2, "domain")]
    assert held.held(task) == []


def test_a_whitespace_edit_keeps_the_votes_and_a_changed_answer_voids_them(journey: Journey, ana: Subject) -> None:
    task = back_from_final(journey, ana)
    broken = STATEMENT.replace("was pumped", "was\npumped")
    revision = revised(journey, ana, task, typos_only=False, statement=broken)
    assert rounds.passed(task, revision) == {"domain"}
    assert stages_open(task) == [(2, "final")]
    journey.decided(task, "revise")
    changed = ANSWER.replace("a river", "a dyke")
    revision = revised(journey, ana, task, typos_only=False, statement=broken, answer=changed)
    assert rounds.passed(task, revision) == frozenset()
    assert stages_open(task) == [(3, "domain")]


def test_the_mark_is_refused_with_every_reason_and_nothing_is_submitted(journey: Journey, ana: Subject) -> None:
    task = back_from_final(journey, ana)
    changed = {"statement": STATEMENT.replace("three days", "four days"), "answer": ANSWER.replace("8.64", "8.65")}
    with pytest.raises(Refused) as refusal:
        revised(journey, ana, task, **changed)
    assert list(refusal.value.reasons) == [
        "This is more than typos. Submit it without the mark, and approvals of what changed are asked anew.",
        "The answer has changed.",
        "Statement: “four” in the place of “three” is more than a typo.",
    ]
    task.refresh_from_db()
    assert (task.revision_count, task.state) == (1, TaskState.CHANGES_REQUESTED)


def test_the_first_revision_corrects_nothing(journey: Journey, ana: Subject) -> None:
    task = journey.draft(ana)
    with pytest.raises(Refused, match="nothing before it that it could correct"):
        tasks.submit(actor=ana, task=task, version=task.draft.version, typos_only=True)


def test_small_corrections_are_judged_together(journey: Journey, ana: Subject) -> None:
    """One letter at a time: rises, rise, rose."""
    task = back_from_final(journey, ana)
    revised(journey, ana, task)
    journey.decided(task, "revise")
    with pytest.raises(Refused, match="“fall” in the place of “rises” is more than a typo"):
        revised(journey, ana, task, statement=STATEMENT.replace("The drawdown rises", "The drawdown fall"))
    assert rounds.passed(task, revised(journey, ana, task, statement=STATEMENT)) == {"domain"}


def test_in_an_open_stage_the_approval_counts_on(journey: Journey, ana: Subject) -> None:
    task = back_from_domain(journey, ana)
    revised(journey, ana, task)
    place = Assignment.objects.get(round=journey.round(task))
    assert (place.reviewer_id, place.state) == (journey.tomas.pk, AssignmentState.KEPT)
    assert place.kept is not None
    assert place.kept.assignment.round.revision.number == 1
    with pytest.raises(Conflict, match="asked for this round already"):
        journey.ask(task, journey.tomas)
    journey.file(journey.agreed(task, journey.amara), "accept")
    assert stages_open(task) == [(2, "final")]
    journey.decided(task)
    assert task.state == TaskState.ACCEPTED
    assert kinds(journey).count("ApprovalKept") == 1


def test_the_kept_reviewer_earns_no_second_credit(journey: Journey, ana: Subject) -> None:
    task = back_from_domain(journey, ana)
    revised(journey, ana, task)
    journey.file(journey.agreed(task, journey.amara), "accept")
    assert rounds.anonymity(task) == "open"
    shares = CreditFact.objects.filter(project=journey.project, type="review").values_list("shares", flat=True)
    earned = [subject for one in shares for subject in one]
    assert earned.count(journey.tomas.pk) == 1
    assert earned.count(journey.amara.pk) == 2


def test_where_verdicts_are_counted_one_seat_stays_free(journey: Journey, ana: Subject) -> None:
    """Whoever asked for changes cannot be passed by with a mark: somebody reads the revision itself."""
    task = back_from_domain(journey, ana)
    revised(journey, ana, task)
    assert journey.round(task).stage == "domain"
    assert Assignment.objects.filter(round=journey.round(task), state=AssignmentState.KEPT).count() == 1
    journey.ask(task, journey.amara)
    third = journey.reviewer("rui-costa")
    with pytest.raises(Conflict, match="Every seat"):
        journey.ask(task, third)


def test_an_approval_of_somebody_who_left_the_role_or_joined_the_authors_is_not_kept(
    journey: Journey, ana: Subject
) -> None:
    task = back_from_domain(journey, ana)
    members.leave(actor=journey.tomas, project=journey.project)
    revised(journey, ana, task)
    assert not Assignment.objects.filter(round=journey.round(task)).exists()


def object_(actor: Subject, task: Task, revision: int = 2, stage: str = "domain") -> ApprovalObjection:
    made = reviews.object_to(actor=actor, task=task, revision=revision, stage=stage, reasons=SAID)
    task.refresh_from_db()
    return made


def test_an_objection_opens_the_passed_stage_and_keeps_the_other_approval(journey: Journey, ana: Subject) -> None:
    task = back_from_final(journey, ana)
    revision = revised(journey, ana, task)
    object_(journey.tomas, task)
    assert task.state == TaskState.IN_REVIEW
    assert rounds.passed(task, revision) == frozenset()
    assert stages_open(task) == [(2, "final"), (2, "domain")]
    places = Assignment.objects.filter(round__revision=revision, round__stage="domain")
    found = {one.reviewer_id: AssignmentState(one.state) for one in places}
    assert found == {journey.tomas.pk: AssignmentState.AGREED, journey.amara.pk: AssignmentState.KEPT}
    assert kinds(journey)[-1] != "TaskAccepted"
    # The final stage alone does not accept it any more.
    round_ = Round.objects.get(revision=revision, stage="final")
    reviews.appoint_lead(actor=journey.ines, round=round_, lead=journey.ines)
    reviews.decide(actor=journey.ines, round=round_, outcome="accept", criteria=[], reasons=SAID)
    task.refresh_from_db()
    assert task.state == TaskState.IN_REVIEW
    journey.file(places.get(reviewer=journey.tomas), "accept")
    task.refresh_from_db()
    assert task.state == TaskState.ACCEPTED


def test_an_objection_in_an_open_stage_frees_no_seat(journey: Journey, ana: Subject) -> None:
    task = back_from_domain(journey, ana)
    revised(journey, ana, task)
    object_(journey.tomas, task)
    place = Assignment.objects.get(round=journey.round(task), reviewer=journey.tomas)
    assert place.state == AssignmentState.AGREED
    journey.file(journey.agreed(task, journey.amara), "accept")
    task.refresh_from_db()
    assert stages_open(task) == [(2, "domain")]
    journey.file(place, "revise")
    task.refresh_from_db()
    assert task.state == TaskState.CHANGES_REQUESTED


def test_nobody_objects_twice(journey: Journey, ana: Subject) -> None:
    task = back_from_final(journey, ana)
    revised(journey, ana, task)
    object_(journey.tomas, task)
    with pytest.raises(Conflict, match="No approval of yours counts for revision 2"):
        object_(journey.tomas, task)
    object_(journey.amara, task)
    assert ApprovalObjection.objects.count() == 2


def test_an_objection_before_the_stage_between_is_read_waits_for_it(fresh: Journey) -> None:
    """Three stages, one after the other. Both approvals are taken back: the second stage opens when the first passed
    anew, without the approval that was taken back."""

    def three(document: dict[str, Any]) -> None:
        stages = document["participation"]["stages"]
        between = {**stages[0], "id": "method", "after": "domain"}
        document["participation"]["stages"] = [stages[0], between, {**stages[1], "after": "method"}]

    fresh.publish_first(three)
    ana = fresh.member("ana-ruiz")
    task = fresh.submitted(ana)
    fresh.judged(task, "accept", "accept")
    fresh.judged(task, "accept", "accept")
    fresh.decided(task, "revise")
    revised(fresh, ana, task)
    object_(fresh.tomas, task, stage="domain")
    assert stages_open(task) == [(2, "final"), (2, "domain")]
    object_(fresh.amara, task, stage="method")
    assert ApprovalObjection.objects.count() == 2
    assert stages_open(task) == [(2, "final"), (2, "domain")]
    fresh.file(Assignment.objects.get(round__stage="domain", round__revision__number=2, reviewer=fresh.tomas), "accept")
    assert stages_open(task) == [(2, "final"), (2, "method")]


def test_who_never_approved_finds_no_such_thing(journey: Journey, ana: Subject) -> None:
    task = back_from_domain(journey, ana)
    revised(journey, ana, task)
    for somebody in (ana, journey.member("bo-lund"), journey.reviewer("rui-costa")):
        with pytest.raises(NotVisible):
            object_(somebody, task)
    assert not ApprovalObjection.objects.exists()


def test_whoever_became_interested_does_not_object(journey: Journey, ana: Subject) -> None:
    task = back_from_domain(journey, ana)
    revised(journey, ana, task)
    task.contributors.create(subject=journey.tomas, numerator=1, denominator=2, added_at=task.created_at)
    with pytest.raises(Forbidden, match="This is your own work"):
        object_(journey.tomas, task)


def test_there_are_ten_days_to_object(journey: Journey, ana: Subject, days_later: Callable[[int], None]) -> None:
    """As many as the stage gives for a first answer; the tenth is the last."""
    task = back_from_final(journey, ana)
    revised(journey, ana, task)
    days_later(10)
    object_(journey.tomas, task)
    days_later(1)
    with pytest.raises(Conflict, match="The days in which the terms let you object are over"):
        object_(journey.amara, task)


def test_an_objection_says_something(journey: Journey, ana: Subject) -> None:
    task = back_from_final(journey, ana)
    revised(journey, ana, task)
    with pytest.raises(Refused, match="helps nobody"):
        reviews.object_to(actor=journey.tomas, task=task, revision=2, stage="domain", reasons="no.")
    assert rounds.passed(task, task.revisions.get(number=2)) == {"domain"}


def test_the_task_may_be_accepted_meanwhile_and_then_nobody_objects(journey: Journey, ana: Subject) -> None:
    task = back_from_final(journey, ana)
    revised(journey, ana, task)
    journey.decided(task)
    assert task.state == TaskState.ACCEPTED
    assert held.held(task) == []
    with pytest.raises(Conflict, match="reported as a correction"):
        object_(journey.tomas, task)
    assert task.state == TaskState.ACCEPTED


def test_what_the_rail_says(journey: Journey, ana: Subject) -> None:
    task = back_from_final(journey, ana)
    revised(journey, ana, task)
    found = queries.rounds_of(task)
    assert set(held.lines(task, found).values()) == {"approved on revision 1; revision 2 corrects typos only"}
    object_(journey.tomas, task)
    said = held.lines(task, queries.rounds_of(task))
    assert set(said.values()) == {"no longer holds: revision 2 does more than correct typos"}


def test_the_stage_that_asked_for_changes_is_read_again_however_the_text_goes_back(
    journey: Journey, ana: Subject
) -> None:
    """The stage “domain” accepted the text of revision 1 and not that of revision 2: its last word counts."""
    task = back_from_final(journey, ana)
    revised(journey, ana, task, typos_only=False)
    journey.judged(task, "revise", "revise")
    revision = revised(journey, ana, task, typos_only=False, statement=STATEMENT)
    assert rounds.passed(task, revision) == frozenset()
    assert stages_open(task) == [(3, "domain")]
