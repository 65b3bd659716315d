"""Whoever leaves the project leaves its open reviews and rounds to others; their own tasks go on."""

import datetime as dt

import pytest

from portal.core import clock
from portal.core.errors import Refused
from portal.core.record.models import RecordEntry
from portal.notices.models import OutboxMessage
from portal.notices.registry import find
from projects.members import services as members
from projects.reviews import services as reviews
from projects.reviews.states import AssignmentState, RoundState
from projects.tasks import queries as tasks_queries
from projects.tasks import services as tasks
from tests.projects.reviews.test_anonymity import hide


def kinds():
    return list(RecordEntry.objects.order_by("seq").values_list("kind", flat=True))


def test_open_reviews_step_down_and_filed_ones_stay(journey):
    ana = journey.member("ana")
    asked, filed = journey.submitted(ana, "First"), journey.submitted(ana, "Second")
    place = journey.agreed(asked, journey.tomas)
    done = journey.agreed(filed, journey.tomas)
    journey.file(done, "accept")
    members.leave(actor=journey.tomas, project=journey.project)
    place.refresh_from_db()
    done.refresh_from_db()
    assert (place.state, done.state) == (AssignmentState.STEPPED_DOWN, AssignmentState.FILED)
    told = kinds()
    assert told.index("ReviewerSteppedDown") < told.index("MemberLeft")
    reviews.assign(actor=journey.ines, round=journey.round(asked), reviewer=journey.reviewer("bo"))


def test_a_lead_steps_down_and_somebody_else_can_be_appointed(journey):
    ana, eddy = journey.member("ana"), journey.editor("eddy")
    task = journey.submitted(ana)
    journey.judged(task, "accept", "accept")
    round_ = reviews.appoint_lead(actor=journey.ines, round=journey.round(task), lead=eddy)
    members.leave(actor=eddy, project=journey.project)
    round_.refresh_from_db()
    assert (round_.lead, round_.state) == (None, RoundState.OPEN)
    assert "LeadSteppedDown" in kinds()
    reviews.appoint_lead(actor=journey.ines, round=round_, lead=journey.editor("ed-2"))


def test_the_last_review_missing_decides_the_round_as_any_stepping_down_does(journey):
    """Two seats, quorum two: with one filed review and nobody left the round stays open for another reviewer."""
    ana = journey.member("ana")
    task = journey.submitted(ana)
    first, second = (journey.agreed(task, one) for one in (journey.tomas, journey.amara))
    journey.file(first, "accept")
    members.leave(actor=journey.amara, project=journey.project)
    second.refresh_from_db()
    assert second.state == AssignmentState.STEPPED_DOWN
    assert journey.round(task).state == RoundState.OPEN


def test_ones_own_task_goes_on_and_is_accepted(journey):
    ana = journey.member("ana")
    task = journey.submitted(ana)
    members.leave(actor=ana, project=journey.project)
    journey.judged(task, "accept", "accept")
    journey.decided(task)
    assert task.state == "accepted"


def test_a_draft_waits_for_coming_back(journey):
    ana = journey.member("ana")
    task = journey.draft(ana)
    members.leave(actor=ana, project=journey.project)
    with pytest.raises(Refused, match="no longer a member"):
        journey.submit(ana, task)
    journey.member("ana")
    journey.submit(ana, task)


def test_who_left_stays_among_the_contributors_of_a_submitted_task(journey):
    ana, bo = journey.member("ana"), journey.member("bo")
    task = journey.draft(ana)
    shares = {"ana": "1/2", "bo": "1/2"}
    tasks.set_shares(actor=ana, task=task, shares=shares, version=task.draft.version)
    binding = tasks_queries.binding_version(task)
    for one in (ana, bo):
        tasks.confirm_share(actor=one, task=task, terms_number=binding.number, terms_hash=binding.hash)
    journey.submit(ana, task)
    journey.judged(task, "revise", "revise")
    members.leave(actor=bo, project=journey.project)
    task.draft.refresh_from_db()
    rows = tasks.set_shares(actor=ana, task=task, shares={"ana": "2/3", "bo": "1/3"}, version=task.draft.version)
    assert {row.subject for row in rows} == {ana, bo}
    task.draft.refresh_from_db()
    journey.person("stranger")
    with pytest.raises(Refused, match="no member"):
        tasks.set_shares(actor=ana, task=task, shares={"ana": "1/2", "stranger": "1/2"}, version=task.draft.version)


@pytest.mark.parametrize("mode", ["reviewer_hidden", "both_hidden"])
def test_where_reviewers_are_hidden_the_leaving_does_not_say_whose_review_it_was(fresh, mode):
    fresh.publish_first(hide(mode))
    ana = fresh.member("ana")
    task = fresh.submitted(ana)
    place = fresh.agreed(task, fresh.tomas)
    members.leave(actor=fresh.tomas, project=fresh.project)
    place.refresh_from_db()
    assert place.state == AssignmentState.AGREED
    assert "ReviewerSteppedDown" not in kinds()
    assert "statement" not in tasks_queries.fields_for(fresh.tomas.user, task), "the text is gone at once"
    wanted = OutboxMessage.objects.get(job="projects.reviews.step_down")
    assert dt.timedelta(hours=12) <= wanted.due_at - clock.deciding() <= dt.timedelta(hours=60)
    find(wanted.job).function(**wanted.args)
    place.refresh_from_db()
    assert place.state == AssignmentState.STEPPED_DOWN
    find(wanted.job).function(**wanted.args)
    assert kinds().count("ReviewerSteppedDown") == 1, "the job may run twice"


def test_who_came_back_before_that_keeps_the_review(fresh):
    fresh.publish_first(hide("reviewer_hidden"))
    place = fresh.agreed(fresh.submitted(fresh.member("ana")), fresh.tomas)
    members.leave(actor=fresh.tomas, project=fresh.project)
    fresh.member("tomas-lindqvist")
    wanted = OutboxMessage.objects.get(job="projects.reviews.step_down")
    find(wanted.job).function(**wanted.args)
    place.refresh_from_db()
    assert place.state == AssignmentState.AGREED


def test_a_named_lead_in_a_hidden_mode_steps_down_at_once(fresh):
    """The lead of a review stage is named; that of a final one is a reviewer among others and waits."""
    fresh.publish_first(hide("reviewer_hidden"))
    ana, eddy = fresh.member("ana"), fresh.editor("eddy")
    early = fresh.submitted(ana, "First")
    late = fresh.submitted(ana, "Second")
    fresh.judged(late, "accept", "accept")
    named = reviews.appoint_lead(actor=fresh.ines, round=fresh.round(early), lead=eddy)
    unnamed = reviews.appoint_lead(actor=fresh.ines, round=fresh.round(late), lead=eddy)
    members.leave(actor=eddy, project=fresh.project)
    named.refresh_from_db()
    unnamed.refresh_from_db()
    assert (named.lead, unnamed.lead) == (None, eddy)
