"""Who is told of what in a round, what it says to them, and what it must not."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.core import clock
from portal.notices import dispatcher, kinds, sending
from portal.notices.jobs import digests_that_are_due
from portal.notices.models import Notice
from portal.people.models import Subject
from projects.members import services as members
from projects.project.models import Project
from projects.reviews import queries, services, telling
from projects.reviews.models import Assignment
from projects.tasks import services as tasks
from projects.tasks.models import Task, TaskContributor
from tests import mailbox
from tests.projects.journey import POINT, SAID, STATEMENT, Journey
from tests.projects.reviews.test_anonymity import hide

Days = Callable[[int], None]


def told(subject: Subject, kind: str = "") -> list[tuple[str, str]]:
    """What stands in somebody's inbox, oldest first: headline and sentence."""
    rows = Notice.objects.filter(subject=subject, shown=True).order_by("pk")
    rows = rows.filter(kind=kind) if kind else rows
    return [(said.headline, said.sentence) for _row, said in kinds.told(rows, subject.user)]


def mails(subject: Subject) -> list[str]:
    return [one.subject for one in mailbox.delivered() if one.to == [subject.user.email]]


def page(subject: Subject) -> str:
    client = Client()
    client.force_login(subject.user)
    return client.get("/inbox/").content.decode()


def closed(document: dict) -> None:
    document["data"]["visibility"] = "closed"


def open_to_all(document: dict) -> None:
    document["data"] |= {"visibility": "open", "held_out": "none"}


def test_whoever_asks_reviewers_is_told_of_a_revision_and_its_author_is_not(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    journey.submitted(ana)
    assert told(journey.ines) == [("Task 1: revision 1 is in", "Nobody was asked to review it yet.")]
    assert mails(journey.ines) == ["Aquifer Bench: Task 1: revision 1 is in"]
    assert [told(one) for one in (ana, journey.tomas, journey.amara)] == [[], [], []]


def test_a_revision_that_came_in_says_where_it_is_now(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.ask(task, journey.tomas)
    assert told(journey.ines) == [("Task 1: revision 1 is in", "It is in review.")]
    assert mails(journey.ines) == [], "somebody was asked before the mail went"
    tasks.withdraw(actor=ana, task=task)
    assert told(journey.ines) == [("Task 1: revision 1 is in", "Its review is over.")]


def test_an_editor_is_not_told_of_their_own_work(journey: Journey) -> None:
    editor = journey.editor("edo-mori")
    journey.submitted(editor)
    assert told(editor) == []
    assert told(journey.ines) == [("Task 1: revision 1 is in", "Nobody was asked to review it yet.")]


def test_who_is_asked_is_told_until_they_answer(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.ask(task, journey.tomas)
    assert told(journey.tomas) == [
        (
            "Task 1: a review is asked of you",
            "You are asked to review revision 1, stage “domain”. Agree, or step down so that somebody else is asked.",
        )
    ]
    sent = next(one for one in mailbox.delivered() if one.to == ["tomas-lindqvist@example.org"])
    assert sent.subject == "Aquifer Bench: Task 1: a review is asked of you"
    assert "\nhttp://127.0.0.1:8000/projects/aquifer-bench/tasks/" not in sent.body
    assert "\nhttp://127.0.0.1:8000/projects/aquifer-bench/reviews/1/1/domain/\n" in sent.body
    assert f"\nUntil {place.round.first_answer_due:%Y-%m-%d} 23:59 UTC.\n" in sent.body
    services.agree(actor=journey.tomas, assignment=place)
    assert told(journey.tomas)[0][1] == "You have agreed to review revision 1, stage “domain”."
    assert Notice.objects.get(subject=journey.tomas).read_at is not None
    journey.file(place, "accept")
    assert told(journey.tomas)[0][1] == "You have filed your review of revision 1, stage “domain”."


def test_who_stepped_down_is_no_longer_asked(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.ask(task, journey.tomas)
    services.step_down(actor=journey.tomas, assignment=place)
    assert mails(journey.tomas) == [], "what they answered before the mail went is not mailed"
    assert told(journey.tomas) == [
        ("Task 1: no longer yours", "This is not yours any more. The page of the task says whose turn it is.")
    ]
    assert Notice.objects.get(subject=journey.tomas).read_at is not None


def test_a_lead_is_told_and_whoever_appoints_themselves_is_not(journey: Journey) -> None:
    editor = journey.editor("edo-mori")
    task = journey.submitted(journey.member("ana-ruiz"))
    round_ = services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=editor)
    assert told(editor, "lead_appointed") == [
        ("Task 1: you lead a round", "You were appointed to lead the stage “domain” for revision 1.")
    ]
    assert mails(editor)[-1] == "Aquifer Bench: Task 1: you lead a round"
    services.step_down_as_lead(actor=editor, round=round_)
    assert told(editor, "lead_appointed")[0][0] == "Task 1: no longer yours"
    services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=editor)
    assert len(told(editor, "lead_appointed")) == 2
    assert told(journey.ines, "lead_appointed") == []


OUTCOMES = {
    "revise": (
        "Task 1: changes are requested",
        "The stage “domain” asks for changes to revision 1. Answer each request, then submit the next revision.",
    ),
    "decline": (
        "Task 1: declined",
        "The stage “domain” declined revision 1, and the task with it. Its page says why.",
    ),
    "accept": (
        "Task 1: a stage accepted it",
        "The stage “domain” accepted revision 1. The task is decided once every stage is.",
    ),
}


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_decision_is_one_notice_and_one_mail_for_each_contributor(journey: Journey, outcome: str) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.draft(ana)
    shared(journey, task, ana, bo)
    journey.submit(ana, task)
    journey.judged(task, outcome, outcome)
    for one in (ana, bo):
        assert told(one, "task_decided") == [OUTCOMES[outcome]]
        assert mails(one)[-1] == f"Aquifer Bench: {OUTCOMES[outcome][0]}"
    before = len(mailbox.delivered())
    for notice in Notice.objects.all():
        sending.mail_one(notice.pk)
    assert len(mailbox.delivered()) == before
    assert all(told(one, "task_decided") == [] for one in (journey.tomas, journey.amara, journey.ines))


def shared(journey: Journey, task: Task, ana: Subject, bo: Subject) -> None:
    task.draft.refresh_from_db()
    tasks.set_shares(actor=ana, task=task, shares={ana.handle: "1/2", bo.handle: "1/2"}, version=task.draft.version)
    confirm(journey, task, ana)
    confirm(journey, task, bo)
    task.draft.refresh_from_db()


def confirm(journey: Journey, task: Task, who: Subject) -> None:
    version = task.project.terms_versions.latest("number")
    tasks.confirm_share(actor=who, task=task, terms_number=version.number, terms_hash=version.hash)


def test_the_last_decision_says_that_the_task_is_accepted(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    journey.accepted(ana)
    assert told(ana, "task_decided") == [
        OUTCOMES["accept"],
        ("Task 1: accepted", "Revision 1 was accepted, and the task with it."),
    ]
    assert mails(ana) == ["Aquifer Bench: Task 1: a stage accepted it", "Aquifer Bench: Task 1: accepted"]


@pytest.mark.parametrize("mode", ["reviewer_hidden", "both_hidden"])
def test_where_reviewers_are_hidden_a_verdict_is_told_once_its_day_is_over(
    fresh: Journey, mode: str, days_later: Days
) -> None:
    """Trap: a mail at the second of filing tells whose it was."""
    fresh.publish_first(hide(mode))
    ana = fresh.member("ana-ruiz")
    task = fresh.submitted(ana)
    fresh.judged(task, "revise", "revise")
    assert list(digests_that_are_due(clock.deciding())) == []
    assert (told(ana), mails(ana)) == ([], [])
    assert 'class="count"' not in page(ana)
    days_later(2)
    dispatcher.plan()
    assert mails(ana) == ["Aquifer Bench: Task 1: changes are requested"]
    notice = Notice.objects.get(subject=ana)
    assert notice.at.time() == dt.time(7)
    assert notice.at.date() == (task.state_since + dt.timedelta(days=1)).date()
    # The inbox itself, without the checkpoint in the foot.
    assert re.findall(r"[0-9]{2}:[0-9]{2}", page(ana).split("<main")[1].split("</main>")[0]) == ["07:00", "07:00"]


def test_a_lead_who_is_no_hidden_reviewer_is_told_of_at_once(fresh: Journey) -> None:
    """The record names them with the instant as well."""

    def led(document: dict) -> None:
        hide("reviewer_hidden")(document)
        document["participation"]["stages"][0]["decides"] = "lead"

    fresh.publish_first(led)
    ana = fresh.member("ana-ruiz")
    task = fresh.submitted(ana)
    round_ = services.appoint_lead(actor=fresh.ines, round=fresh.round(task), lead=fresh.ines)
    fresh.judged(task, "revise", "revise")
    services.decide(actor=fresh.ines, round=round_, outcome="revise", criteria=["sound"], reasons=SAID, points=[POINT])
    assert mails(ana) == ["Aquifer Bench: Task 1: changes are requested"]


def test_the_lead_of_a_final_stage_is_a_hidden_reviewer(fresh: Journey, days_later: Days) -> None:
    fresh.publish_first(hide("reviewer_hidden"))
    ana = fresh.member("ana-ruiz")
    task = fresh.submitted(ana)
    fresh.judged(task, "accept", "accept")
    fresh.decided(task)
    assert (told(ana), mails(ana)) == ([], [])
    days_later(2)
    dispatcher.plan()
    assert mails(ana) == ["2 notices of the day"]
    assert [headline for headline, _said in told(ana)] == ["Task 1: a stage accepted it", "Task 1: accepted"]


def test_no_mail_and_no_inbox_holds_a_title_its_reader_may_not_see(fresh: Journey) -> None:
    title = "Quicksilver in the old shaft"
    fresh.publish_first(closed)
    ana = fresh.member("ana-ruiz")
    editor = fresh.editor("edo-mori")
    task = fresh.submitted(ana, title)
    mailbox.delivered()
    fresh.judged(task, "revise", "revise")
    again = fresh.submitted(ana, "Quicksilver again")
    mailbox.delivered()
    fresh.ask(again, fresh.amara)
    sent = mailbox.delivered()
    assert [one.subject for one in sent if one.to != [editor.user.email]] == [
        "Aquifer Bench: Task 1: revision 1 is in",
        "Aquifer Bench: Task 1: changes are requested",
        "Aquifer Bench: Task 2: revision 1 is in",
        "Aquifer Bench: Task 2: a review is asked of you",
    ], "the reviewers had agreed before their mail went"
    assert not [one for one in sent if "Quicksilver" in one.subject + one.body]
    assert title in page(ana)
    assert title in page(fresh.tomas)
    assert "Task 1: revision 1 is in" in page(fresh.ines)
    assert title in page(fresh.ines), "she audits"
    assert "Task 1: revision 1 is in" in page(editor), "who asks reviewers need not read the text"
    assert "Quicksilver" not in page(editor)


def test_where_everybody_reads_the_title_the_mail_has_it(fresh: Journey) -> None:
    fresh.publish_first(open_to_all)
    task = fresh.submitted(fresh.member("ana-ruiz"), "Three days of pumping")
    fresh.ask(task, fresh.tomas)
    assert "\nThree days of pumping\n" in mailbox.last().body
    assert "A well was pumped" not in mailbox.last().body


def test_who_lost_the_task_reads_no_title_any_more(fresh: Journey, days_later: Days) -> None:
    """R5: asked, then left the project before opening the inbox."""
    fresh.publish_first(closed)
    task = fresh.submitted(fresh.member("ana-ruiz"), "Quicksilver in the old shaft")
    reva = fresh.reviewer("reva-stein")
    fresh.ask(task, reva)
    members.leave(actor=reva, project=fresh.project)
    shown = page(reva)
    assert "Task 1: no longer yours" in shown
    assert "Quicksilver" not in shown
    assert mails(reva) == []


def test_a_share_waits_for_the_word_of_whose_it_is(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.draft(ana, "Quicksilver in the old shaft")
    tasks.set_shares(actor=ana, task=task, shares={ana.handle: "2/3", bo.handle: "1/3"}, version=task.draft.version)
    assert told(ana) == []
    assert told(bo) == [
        (
            "A draft: confirm your share",
            "A share of ⅓ was proposed for you. Nothing is submitted before you confirm it.",
        )
    ]
    sent = mailbox.last()
    assert (sent.to, sent.subject) == (["bo-lindahl@example.org"], "Aquifer Bench: A draft: confirm your share")
    assert "Quicksilver" not in sent.body
    assert f"/projects/aquifer-bench/tasks/draft/{task.public_id}/confirm/\n" in sent.body
    assert "Quicksilver" in page(bo)


def test_while_a_share_waits_no_second_mail_comes_and_what_is_said_is_the_last_one(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.draft(ana)
    for mine in ("1/2", "1/4", "3/4"):
        task.draft.refresh_from_db()
        rest = {"1/2": "1/2", "1/4": "3/4", "3/4": "1/4"}[mine]
        tasks.set_shares(actor=ana, task=task, shares={ana.handle: mine, bo.handle: rest}, version=task.draft.version)
    assert mails(bo) == ["Aquifer Bench: A draft: confirm your share"]
    assert "A share of ¼ was proposed" in told(bo)[0][1]
    confirm(journey, task, bo)
    assert told(bo)[0][1] == "You have confirmed it, or nothing is asked any more."
    assert Notice.objects.get(subject=bo).read_at is not None
    task.draft.refresh_from_db()
    tasks.set_shares(actor=ana, task=task, shares={ana.handle: "2/3", bo.handle: "1/3"}, version=task.draft.version)
    assert len(mails(bo)) == 2


def test_who_is_taken_out_of_a_draft_reads_no_more_of_it(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.draft(ana, "Quicksilver in the old shaft")
    tasks.set_shares(actor=ana, task=task, shares={ana.handle: "1/2", bo.handle: "1/2"}, version=task.draft.version)
    task.draft.refresh_from_db()
    tasks.set_shares(actor=ana, task=task, shares={ana.handle: "1"}, version=task.draft.version)
    assert not TaskContributor.objects.filter(subject=bo).exists()
    assert told(bo) == [("No longer yours", "This was about something that you do not see any more.")]
    assert mails(bo) == []
    assert "Aquifer Bench" not in page(bo)


def test_who_asked_for_changes_learns_that_they_are_answered_once_a_day(journey: Journey, days_later: Days) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.judged(task, "revise", "accept")
    again(journey, ana, task)
    assert told(journey.tomas, "requests_answered") == [
        (
            "Task 1: your requests are answered",
            "Revision 2 answers what you asked for. You may settle or drop each request.",
        )
    ]
    assert told(journey.amara, "requests_answered") == [], "she asked for nothing"
    assert "Aquifer Bench: Task 1: your requests are answered" not in mails(journey.tomas)
    days_later(2)
    dispatcher.plan()
    assert mails(journey.tomas)[-1] == "Aquifer Bench: Task 1: your requests are answered"


def again(journey: Journey, ana: Subject, task: Task) -> None:
    """The second revision, every request answered."""
    task.refresh_from_db()
    for request in queries.requests_of(task):
        services.answer_request(actor=ana, request=request, state="done", text="It is named now.")
    journey.write(ana, task, STATEMENT + "\nThe river speaks for it.\n")
    journey.submit(ana, task)


@pytest.mark.parametrize(("mode", "at_once"), [("open", True), ("reviewer_hidden", False)])
def test_a_request_that_is_settled_is_told_to_the_contributors(
    fresh: Journey, mode: str, at_once: bool, days_later: Days
) -> None:
    fresh.publish_first(hide(mode))
    ana = fresh.member("ana-ruiz")
    task = fresh.submitted(ana)
    fresh.judged(task, "revise", "revise")
    again(fresh, ana, task)
    mine, other = queries.requests_of(task)
    services.settle(actor=mine.review.assignment.reviewer, request=mine)
    services.drop(actor=other.review.assignment.reviewer, request=other)
    assert (len(told(ana, "request_settled")) == 2) is at_once
    days_later(2)
    dispatcher.plan()
    names = [queries.name_of(one) for one in (mine, other)]
    assert mails(ana)[-1] == ("2 notices of the day" if at_once else "3 notices of the day")
    assert told(ana, "request_settled") == [
        (
            f"Task 1: request {names[0]} is closed",
            f"The reviewer is satisfied with what you did about request {names[0]}.",
        ),
        (f"Task 1: request {names[1]} is closed", f"The reviewer no longer asks for request {names[1]}."),
    ]


def test_a_reviewer_is_reminded_once_before_the_day_and_once_after_it(journey: Journey, days_later: Days) -> None:
    """The first stage of the example gives ten days."""
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.agreed(task, journey.tomas)
    filed = journey.agreed(task, journey.amara)
    journey.file(filed, "accept")

    def reminded() -> list[str]:
        for _again in range(2):
            telling.remind(clock.deciding())
        return [one[0] for one in told(journey.tomas) if "due soon" in one[0] or "late" in one[0]]

    days_later(6)
    assert reminded() == []
    days_later(2)
    assert reminded() == ["Task 1: your review is due soon"]
    days_later(1)
    assert reminded() == ["Task 1: your review is due soon"]
    days_later(2)
    assert reminded() == ["Task 1: your review is due soon", "Task 1: your review is late"]
    assert [one for one in told(journey.amara) if "review is" in one[0] and "asked" not in one[0]] == []


def test_who_is_asked_later_has_their_own_days(journey: Journey, days_later: Days) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    days_later(8)
    place = journey.ask(task, journey.tomas)
    row = Notice.objects.get(subject=journey.tomas)
    [(_row, said)] = kinds.told([row], journey.tomas.user)
    assert said.until is not None
    assert said.until.date() == (place.offered_at + dt.timedelta(days=10)).date()
    days_later(4)  # past the day of the round
    telling.remind(clock.deciding())
    assert [one for one in told(journey.tomas) if "late" in one[0] or "soon" in one[0]] == []


def test_who_is_released_is_told_and_keeps_what_they_wrote(journey: Journey, days_later: Days) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.agreed(task, journey.tomas)
    for reviewer in (journey.amara, journey.reviewer("reva-stein")):
        if journey.round(task).assignments.count() < 2:
            journey.agreed(task, reviewer)
    days_later(12)
    journey.ask(task, journey.reviewer("rui-tanaka"))
    services.release(actor=journey.ines, assignment=place)
    assert told(journey.tomas, "review_ended") == [
        (
            "Task 1: no review is asked of you any more",
            "Your place in the stage “domain” of revision 1 has ended: the round closed without it, or somebody else "
            "was asked. What you had written stays yours.",
        )
    ]
    assert mails(journey.tomas)[-1] == "Aquifer Bench: Task 1: no review is asked of you any more"


def test_reviewers_of_a_task_that_is_withdrawn_are_told(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.agreed(task, journey.tomas)
    filed = journey.agreed(task, journey.amara)
    journey.file(filed, "accept")
    tasks.withdraw(actor=ana, task=task)
    assert [one for one, _said in told(journey.tomas, "review_ended")] == ["Task 1: no review is asked of you any more"]
    assert told(journey.amara, "review_ended") == []


def test_contributors_are_told_of_a_correction_and_of_its_end(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.accepted(ana)
    editor = journey.editor("edo-mori")
    services.open_correction(actor=journey.ines, task=task, reasons=SAID)
    services.decide_correction(actor=editor, task=task, outcome="revoke", reasons=SAID)
    assert [headline for headline, _said in told(ana, "correction")] == [
        "Task 1: a correction is open",
        "Task 1: its acceptance is revoked",
    ]
    assert told(journey.tomas, "correction") == []
    assert SAID not in "".join(one.body for one in mailbox.delivered())


def test_a_correction_by_a_hidden_reviewer_is_told_by_the_day(fresh: Journey) -> None:
    def change(document: dict) -> None:
        hide("reviewer_hidden")(document)
        closed(document)

    fresh.publish_first(change)
    ana = fresh.member("ana-ruiz")
    task = fresh.accepted(ana)
    services.open_correction(actor=fresh.ines, task=task, reasons=SAID)
    assert (told(ana), mails(ana)) == ([], [])


def test_the_inbox_asks_the_same_number_of_questions_for_one_notice_and_for_many(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    tasks_ = [journey.submitted(ana, f"Task about wells {number}") for number in range(4)]

    def asked(subject: Subject) -> int:
        client = Client()
        client.force_login(subject.user)
        client.get("/inbox/")
        with CaptureQueriesContext(connection) as found:
            assert client.get("/inbox/").status_code == 200
        return len(found)

    journey.ask(tasks_[0], journey.tomas)
    first = asked(journey.tomas)
    for task in tasks_[1:]:
        journey.ask(task, journey.tomas)
    assert page(journey.tomas).count("a review is asked of you") == 4
    assert asked(journey.tomas) == first == 13


def test_a_notice_in_a_project_that_is_not_shown_any_more_names_nothing(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.ask(task, journey.tomas)
    Project.objects.update(state="draft")
    Assignment.objects.filter(pk=place.pk).update(reviewer=journey.amara)
    stranger = journey.person("zoe")
    Notice.objects.filter(subject=journey.tomas).update(subject=stranger)
    assert told(stranger) == [("No longer yours", "This was about something that you do not see any more.")]


def test_the_inbox_speaks_the_language_of_its_reader(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.ask(task, journey.tomas)
    user = journey.tomas.user
    user.language = "zh-hans"
    user.save()
    sent = next(one for one in mailbox.delivered() if one.to == [user.email])
    assert sent.subject == "Aquifer Bench：任务 1：请你评审"
    assert "review" not in sent.body.replace("/reviews/", "")
