"""Proposals of tasks: written, sent in, answered once by somebody else, gone on from, and told when late."""

from __future__ import annotations

import datetime as dt
import zoneinfo

import pytest

from portal.core import clock
from portal.core.errors import Conflict, Forbidden, NotVisible, Refused
from portal.core.record import presenters
from portal.core.record import queries as record
from portal.core.record.models import RecordEntry
from portal.notices.models import Notice
from projects.proposals import erasing, jobs, queries, services
from projects.proposals.models import Proposal, ProposalAnswer
from projects.proposals.verify import verify_proposals
from projects.tasks import services as tasks
from tests.projects.journey import Journey
from tests.projects.proposals.proposing import CURE, GIVEN, WHY, answered, begun, opened, sent


def told(journey: Journey) -> list[tuple[str, object, object]]:
    rows = RecordEntry.objects.filter(project=journey.project.public_id, kind__startswith="Proposal").order_by("seq")
    return [(row.kind, row.actor, presenters.payload(row).get("answer")) for row in rows]


def notices(kind: str) -> set[str]:
    return set(Notice.objects.filter(kind=kind).values_list("subject__handle", flat=True))


def test_it_is_sent_in_with_a_number_and_the_promised_day(taking: Journey) -> None:
    ana = taking.member("ana-ruiz")
    made = begun(ana, taking.project)
    assert (made.state, made.number, made.version, made.due_at) == ("draft", None, 1, None)
    text = services.send(actor=ana, proposal=made, version=1)
    made.refresh_from_db()
    # The example's terms answer within 14 days, and a day ends in the project's zone.
    assert (made.state, made.number, made.due_at) == ("open", 1, text.due_at)
    zone = zoneinfo.ZoneInfo("Europe/Lisbon")
    sent_in, due = text.sent_at.astimezone(zone), text.due_at.astimezone(zone)
    assert (due.date() - sent_in.date(), due.time()) == (dt.timedelta(14), dt.time(23, 59, 59))
    assert {name: getattr(text, name) for name in GIVEN} == GIVEN
    # Whose it is the record does not say, and nobody but those who answer is told.
    assert told(taking) == [("ProposalSent", "", None)]
    assert notices("proposal_to_answer") == {"ines-varga"}
    with pytest.raises(Conflict, match="Waits for an answer"):
        services.save(actor=ana, proposal=made, version=2, given=GIVEN)
    assert sent(taking.member("bo-lindahl"), taking.project).number == 2


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"outline": "Wells."}, "Outline: say it in a few sentences"),
        ({"expert": "no. " * 200}, "Why an expert is needed: say it"),
        ({"failures": []}, "Where a model fails: choose at least one"),
        ({"failures": ["luck"]}, "Where a model fails: there is no “luck”"),
        ({"title": ""}, "Title: give the task a title"),
        ({"outline": "w" * 4001}, "Outline: The text has 4001 bytes"),
    ],
)
def test_what_is_too_little_or_too_much_is_refused(taking: Journey, changed: dict[str, object], says: str) -> None:
    with pytest.raises(Refused, match=says):
        sent(taking.member("ana-ruiz"), taking.project, **changed)
    assert told(taking) == []


def test_a_stale_save_keeps_both_and_six_may_not_wait(taking: Journey) -> None:
    ana = taking.member("ana-ruiz")
    made = begun(ana, taking.project)
    services.save(actor=ana, proposal=made, version=1, given={**GIVEN, "title": "First"})
    with pytest.raises(Conflict) as caught:
        services.save(actor=ana, proposal=made, version=1, given={**GIVEN, "title": "Second"})
    assert (caught.value.code, caught.value.context["theirs"].title) == ("stale", "First")
    with pytest.raises(Conflict, match="saved elsewhere"):
        services.send(actor=ana, proposal=made, version=1)
    for _ in range(5):
        sent(ana, taking.project)
    with pytest.raises(Refused, match="5 proposals of yours wait"):
        services.send(actor=ana, proposal=made, version=2)


def test_one_answer_counts_and_nobody_answers_their_own(taking: Journey) -> None:
    ana, second = taking.member("ana-ruiz"), taking.editor("bo-lindahl")
    made = sent(ana, taking.project)
    with pytest.raises(Refused, match="Name what it rests on"):
        answered(taking.ines, made, "no", ground="taste")
    with pytest.raises(Refused, match="What would change the mind: say more"):
        answered(taking.ines, made, "not_yet", cure="no.")
    answer = answered(taking.ines, made, "no", ground="sound")
    assert (made.state, made.due_at, answer.ground, answer.reasons) == ("declined", None, "sound", WHY)
    with pytest.raises(Conflict, match="was answered, withdrawn or sent in anew"):
        answered(second, made, "go_on")
    assert ProposalAnswer.objects.count() == 1
    assert notices("proposal_answered") == {"ana-ruiz"}
    assert told(taking)[1] == ("ProposalAnswered", taking.ines.pk, "no")
    own = sent(taking.ines, taking.project)
    with pytest.raises(Forbidden, match="Nobody answers their own"):
        answered(taking.ines, own, "go_on")
    with pytest.raises(Forbidden, match="lack the right"):
        answered(taking.tomas, own, "go_on")
    answered(second, own, "go_on")
    assert list(verify_proposals(taking.project)) == []


def test_not_yet_is_revised_and_answered_anew(taking: Journey) -> None:
    ana = taking.member("ana-ruiz")
    made = sent(ana, taking.project)
    answered(taking.ines, made, "not_yet")
    assert made.texts.get().answer.cure == CURE
    saved = services.save(actor=ana, proposal=made, version=made.version, given={**GIVEN, "tags": ["dykes"]})
    # What is being revised is the proposer's alone.
    assert queries.sent(taking.project).get().sent_tags == ["wells"]
    with pytest.raises(Conflict, match="sent in anew"):
        services.answer(actor=taking.ines, proposal=made, text=1, kind="go_on")
    services.send(actor=ana, proposal=saved, version=saved.version)
    made.refresh_from_db()
    assert (made.number, made.state, made.texts.count()) == (1, "open", 2)
    answered(taking.ines, made, "go_on")
    task = services.begin_task(actor=ana, proposal=made)
    made.refresh_from_db()
    task.draft.refresh_from_db()
    assert (made.state, made.task, task.proposal) == ("begun", task, made)
    assert (task.draft.title, task.draft.tags) == (GIVEN["title"], ["dykes"])
    assert task.draft.details == {"failure_kinds": {"chosen": ["reasoning", "data"], "text": ""}}
    assert task.contributors.get().subject == ana
    with pytest.raises(Conflict):
        services.begin_task(actor=ana, proposal=made)
    assert list(verify_proposals(taking.project)) == []


def test_withdrawing_ends_it_and_a_draft_leaves_no_trace(taking: Journey) -> None:
    ana = taking.member("ana-ruiz")
    draft, made = begun(ana, taking.project), sent(ana, taking.project)
    with pytest.raises(Forbidden, match="somebody else's proposal"):
        services.withdraw(actor=taking.ines, proposal=made)
    services.withdraw(actor=ana, proposal=draft)
    services.withdraw(actor=ana, proposal=made)
    assert [kind for kind, _, _ in told(taking)] == ["ProposalSent", "ProposalWithdrawn"]
    with pytest.raises(Conflict):
        answered(taking.ines, made, "go_on")
    assert list(verify_proposals(taking.project)) == []


def test_where_the_terms_require_one_no_task_begins_without(fresh: Journey) -> None:
    opened(fresh, "required")
    ana = fresh.member("ana-ruiz")
    with pytest.raises(Forbidden, match="The terms ask for a proposal first"):
        tasks.create(actor=ana, project=fresh.project, title="Without")
    made = sent(ana, fresh.project)
    with pytest.raises(Conflict):
        services.begin_task(actor=ana, proposal=made)
    answered(fresh.ines, made, "go_on")
    with pytest.raises(Forbidden, match="somebody else's"):
        services.begin_task(actor=fresh.tomas, proposal=made)
    assert services.begin_task(actor=ana, proposal=made).created_by == ana


def test_where_the_terms_take_none_nobody_proposes(fresh: Journey) -> None:
    fresh.publish_first(lambda document: None)
    ana = fresh.member("ana-ruiz")
    with pytest.raises(Forbidden, match="do not take proposals"):
        begun(ana, fresh.project)
    assert tasks.create(actor=ana, project=fresh.project, title="Without").state == "draft"


def test_a_day_that_passes_is_told_once(fresh: Journey) -> None:
    """Without a promised day 14 days count, as in rounds. It was sent in on day 0 and is late on day 15."""
    opened(fresh, answer_days="none")
    ana = fresh.member("ana-ruiz")
    made = sent(ana, fresh.project)
    clock.move(dt.timedelta(days=13))
    jobs.late()
    assert notices("proposal_late") == set()
    clock.move(dt.timedelta(days=2))
    jobs.late()
    jobs.late()
    assert sorted(Notice.objects.filter(kind="proposal_late").values_list("subject__handle", flat=True)) == [
        "ana-ruiz",
        "ines-varga",
    ]
    assert queries.turn(made, fresh.ines, frozenset({"triage"})).yours


def test_who_sees_it(taking: Journey) -> None:
    """Its proposer; once it is sent in also holders of triage and audit: Ines and Tomas. Reviewers and members not."""
    ana, bo = taking.member("ana-ruiz"), taking.member("bo-lindahl")
    draft, made = begun(ana, taking.project), sent(ana, taking.project)
    seen = {
        subject.handle: set(queries.visible_to(subject.user, taking.project))
        for subject in (ana, bo, taking.ines, taking.tomas, taking.amara)
    }
    assert seen == {
        "ana-ruiz": {draft, made},
        "bo-lindahl": set(),
        "ines-varga": {made},
        "tomas-lindqvist": {made},
        "amara-nwosu": set(),
    }
    with pytest.raises(NotVisible):
        queries.get_own(taking.ines.user, taking.project, made.public_id)


def test_verify_finds_what_does_not_agree(taking: Journey) -> None:
    made = sent(taking.member("ana-ruiz"), taking.project)
    Proposal.objects.filter(pk=made.pk).update(state="declined")
    assert list(verify_proposals(taking.project)) == [
        f"projects_proposal {made.pk}: its state and its last answer do not agree"
    ]
    Proposal.objects.filter(pk=made.pk).update(state="withdrawn")
    assert list(verify_proposals(taking.project)) == ["proposal 1: 1 of ProposalWithdrawn, and the record tells of 0"]
    Proposal.objects.filter(pk=made.pk).update(state="open")
    assert [entry.kind for entry in record.entries(taking.project, kinds=("ProposalSent",))] == ["ProposalSent"]


def test_erasing_takes_what_nobody_else_was_shown(taking: Journey) -> None:
    ana = taking.member("ana-ruiz")
    draft, made = begun(ana, taking.project), sent(ana, taking.project)
    answered(taking.ines, made, "not_yet")
    services.save(actor=ana, proposal=made, version=made.version, given={**GIVEN, "outline": "Words not sent."})
    event = type("Event", (), {"subject": ana.pk})()
    erasing.forget(event)
    draft.refresh_from_db()
    made.refresh_from_db()
    assert (draft.title, draft.outline, draft.tags, made.outline) == ("", "", [], GIVEN["outline"])
