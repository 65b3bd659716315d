"""Reports of defects: filed, joined, answered, corrected, decided by others, and what becomes of the task."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from authorship.ledger import queries as ledger
from portal.core import clock
from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record.models import RecordEntry
from projects.reports import jobs, services
from projects.reports.models import DefectCase, DefectReport
from projects.reviews import services as reviews
from projects.reviews.models import CorrectionStep, Round
from projects.tasks import queries as tasks
from projects.tasks import services as task_services
from tests.projects.journey import Journey
from tests.projects.reports.acting import DEFECT, SAID, answer, case_of, corrected, decide, report


def kinds(journey: Journey) -> list[str]:
    rows = RecordEntry.objects.filter(project=journey.project.public_id).order_by("seq")
    wanted = ("DefectReported", "ReportAnswered", "ReportDecided", "CorrectionOpened", "CorrectionDecided")
    return [row.kind for row in rows if row.kind in wanted]


def test_a_report_opens_a_case_and_tells_the_task(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    made = report(bo, task)
    case = made.case
    assert (case.state, case.version, made.number, made.named) == ("open", 1, 1, True)
    assert case.revision.number == 1
    assert (made.exact, made.criterion, made.part) == (DEFECT["exact"], "sound", "statement")
    # The example's terms answer within 14 days, and a day ends in the project's zone, which is UTC.
    assert (case.due_at.date() - made.at.date(), case.due_at.time()) == (dt.timedelta(days=14), dt.time(23, 59, 59))
    assert (task.state, task.reported, task.reported_until) == ("accepted", "open", case.due_at)
    turn = tasks.turn(task, ana)
    assert (turn.who, turn.yours, turn.until) == ("You", True, case.due_at)
    assert kinds(journey) == ["DefectReported"]


def test_a_second_report_joins_and_one_person_reports_once(journey: Journey) -> None:
    ana, bo, cora = (journey.member(one) for one in ("ana-ruiz", "bo-lindahl", "cora-mori"))
    task = journey.accepted(ana)
    first = report(bo, task)
    with pytest.raises(Conflict, match="open report on this task already"):
        report(bo, task)
    with pytest.raises(Refused, match="Choose the part"):
        report(cora, task, part="answer", exact="The cone of depression reached a river.")  # members do not see it
    second = report(cora, task, criterion="other", exact="A well was pumped for three days.")
    assert (second.case, second.number, second.criterion) == (first.case, 2, "")
    assert DefectCase.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        DefectCase.objects.create(task=task, revision=first.case.revision, opened_at=first.at, due_at=first.at)


def test_a_report_that_joins_after_the_answer_gives_the_contributors_their_days_anew(journey: Journey) -> None:
    ana, bo, cora = (journey.member(one) for one in ("ana-ruiz", "bo-lindahl", "cora-mori"))
    task = journey.accepted(ana)
    report(bo, task)
    answer(ana, task, "contest")
    before = case_of(task)
    assert (before.state, task.reported, task.reported_until) == ("to_decide", "to_decide", None)
    clock.move(dt.timedelta(days=3))
    report(cora, task)
    after = case_of(task)
    assert (after.state, task.reported) == ("open", "open")
    assert after.due_at - before.due_at == dt.timedelta(days=3)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"text": "no."}, "What is wrong: say more, at least 40 characters"),
        ({"evidence": ""}, "Evidence: say more, at least 10 characters"),
        ({"exact": "These words stand nowhere."}, "The place: the quoted words stand not in this text"),
        ({"exact": "", "line": "77"}, "The place: Statement has no text in line 77."),
        ({"criterion": "beauty"}, "Name a criterion of the rubric"),
        ({"part": "note"}, "Choose the part it is about."),
    ],
)
def test_a_report_says_where_and_what(journey: Journey, changed: dict[str, str], says: str) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    with pytest.raises(Refused, match=says):
        report(bo, task, **changed)
    assert not DefectReport.objects.exists()


def test_only_accepted_tasks_whose_text_one_sees(journey: Journey) -> None:
    ana, bo, eve = journey.member("ana-ruiz"), journey.member("bo-lindahl"), journey.person("eve-stranger")
    task = journey.submitted(ana)
    with pytest.raises(Conflict, match="this one is not accepted now"):
        report(ana, task)
    with pytest.raises(Forbidden, match="The text of this task is not shown to you"):
        report(bo, task)  # members see it from the acceptance on
    journey.judged(task, "accept", "accept")
    journey.decided(task)
    report(bo, task)
    with pytest.raises(Forbidden, match="The text of this task is not shown to you"):
        report(eve, task)


def test_five_reports_a_day_and_no_more(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    accepted = [journey.accepted(ana, f"Well {n}") for n in range(6)]
    for task in accepted[:5]:
        report(bo, task)
    with pytest.raises(Refused, match="reported 5 defects here within a day"):
        report(bo, accepted[5])
    clock.move(dt.timedelta(days=1, minutes=1))
    report(bo, accepted[5])


def test_contested_and_decided_by_somebody_who_did_not_accept_it(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    vera = journey.editor("vera-holm")
    report(bo, task)
    with pytest.raises(Conflict, match="still have their days"):
        decide(vera, task, "no_defect")
    answer(ana, task, "contest")
    with pytest.raises(Forbidden, match="took part in accepting this task"):
        decide(journey.ines, task, "no_defect")
    assert decide(vera, task, "no_defect").state == "no_defect"
    assert (task.state, task.reported, task.reported_until) == ("accepted", "", None)
    assert ledger_sum(ana, journey) == 1
    assert kinds(journey) == ["DefectReported", "ReportAnswered", "ReportDecided"]
    with pytest.raises(Conflict, match="No report on this task is open"):
        decide(vera, task, "no_defect")


def ledger_sum(subject: object, journey: Journey) -> Fraction:
    return sum((one.amount for one in ledger.entries(journey.project).filter(subject=subject)), Fraction())


def test_who_accepted_it_decides_only_where_nobody_else_can(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    report(bo, task)
    answer(ana, task, "contest")
    assert decide(journey.ines, task, "no_defect").state == "no_defect"


def test_neither_reporter_nor_contributor_decides(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.accepted(ana)
    journey.appoint(ana, "editor")
    vera = journey.editor("vera-holm")
    report(vera, task)
    answer(ana, task, "contest")
    with pytest.raises(Forbidden, match="reported a defect in this task yourself"):
        decide(vera, task, "no_defect")
    with pytest.raises(Forbidden, match="your own work"):
        decide(ana, task, "no_defect")
    bo = journey.member("bo-lindahl")
    with pytest.raises(Forbidden):
        decide(bo, task, "no_defect")


def test_a_correction_counts_from_its_decision_on(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    vera = journey.editor("vera-holm")
    rounds = Round.objects.count()
    report(bo, task)
    made = corrected(journey, ana, task)
    assert (made.number, made.shares) == (2, {ana.pk: "1"})
    assert (task.state, task.reported, task.standing_number, task.revision_count) == (
        "under_correction",
        "to_decide",
        1,
        2,
    )
    assert task.title == "Three days of pumping"
    assert Round.objects.count() == rounds, "a correction goes to those who decide, not through the stages"
    found = tasks.standing_revision(task)
    assert found is not None
    assert found.number == 1
    assert ledger_sum(ana, journey) == 1
    decide(vera, task, "corrected")
    assert (task.state, task.reported, task.standing_number, task.title) == ("accepted", "", 2, "Three days, corrected")
    assert list(CorrectionStep.objects.values_list("step", "revision")) == [("amend", None), ("fixed", 2)]
    assert ledger_sum(ana, journey) == 1


def test_a_correction_begins_with_the_accepted_text_and_changes_no_shares(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    vera = journey.editor("vera-holm")
    report(bo, task)
    corrected(journey, ana, task)
    decide(vera, task, "no_defect")
    assert (task.state, task.standing_number, task.title) == ("accepted", 1, "Three days of pumping")
    report(bo, task)
    answer(ana, task, "correct")
    task.draft.refresh_from_db()
    assert "excludes a dyke" not in task.draft.statement
    assert task.draft.title == "Three days of pumping"
    with pytest.raises(Conflict, match="does not change who shares it"):
        task_services.set_shares(
            actor=ana, task=task, shares={"ana-ruiz": "1/2", "bo-lindahl": "1/2"}, version=task.draft.version
        )


def test_nothing_is_corrected_without_a_corrected_revision(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    vera = journey.editor("vera-holm")
    report(bo, task)
    answer(ana, task, "contest")
    with pytest.raises(Refused, match="no corrected revision to accept"):
        decide(vera, task, "corrected")
    with pytest.raises(Refused, match="Nobody has proposed to revoke it yet"):
        decide(vera, task, "revoked")


def test_to_revoke_takes_two_and_the_credit_goes_as_the_terms_say(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    vera = journey.editor("vera-holm")
    lars = journey.editor("lars-berg")
    report(bo, task)
    answer(ana, task, "contest")
    decide(vera, task, "propose")
    assert (task.state, task.reported) == ("under_correction", "to_decide")
    with pytest.raises(Forbidden, match="takes a second person"):
        decide(vera, task, "revoked")
    with pytest.raises(Conflict, match="decided there"):
        reviews.decide_correction(actor=lars, task=task, outcome="revoke", reasons=SAID)
    decide(lars, task, "revoked")
    assert (task.state, task.reported) == ("revoked", "")
    assert ledger_sum(ana, journey) == 0  # after_revocation is not said: lose
    assert kinds(journey) == ["DefectReported", "ReportAnswered", "CorrectionOpened", "ReportDecided"]


def test_contributors_who_correct_are_not_revoked_by_one_alone(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    vera = journey.editor("vera-holm")
    lars = journey.editor("lars-berg")
    report(bo, task)
    corrected(journey, ana, task)
    with pytest.raises(Refused, match="Nobody has proposed to revoke it yet"):
        decide(vera, task, "revoked")
    decide(vera, task, "propose")
    with pytest.raises(Refused, match="proposed already"):
        decide(lars, task, "propose")
    decide(lars, task, "revoked")
    assert (task.state, task.standing_number) == ("revoked", 1)


def test_what_has_changed_since_it_was_read_is_a_conflict(journey: Journey) -> None:
    ana, bo, cora = (journey.member(one) for one in ("ana-ruiz", "bo-lindahl", "cora-mori"))
    task = journey.accepted(ana)
    vera = journey.editor("vera-holm")
    report(bo, task)
    read = case_of(task).version
    report(cora, task)
    with pytest.raises(Conflict, match="has changed since you opened the page"):
        services.answer(actor=ana, task=task, kind="contest", text=SAID, version=read)
    answer(ana, task, "contest")
    with pytest.raises(Conflict, match="has changed since you opened the page"):
        decide(vera, task, "no_defect", version=read)


def test_unanswered_reports_go_to_those_who_decide(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task, other = journey.accepted(ana), journey.accepted(ana, "Another")
    vera = journey.editor("vera-holm")
    report(bo, task)
    report(bo, other)
    clock.move(dt.timedelta(days=60))
    # Whoever decides before the job came round is not held up.
    decide(vera, other, "no_defect")
    jobs.lapse()
    jobs.lapse()
    task.refresh_from_db()
    assert (task.reported, task.reported_until, case_of(task).state) == ("to_decide", None, "to_decide")
    with pytest.raises(Conflict, match="state is “Waits for a decision”"):
        answer(ana, task, "contest")


def test_a_withdrawn_task_ends_its_case(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    report(bo, task)
    task_services.withdraw(actor=ana, task=task)
    task.refresh_from_db()
    assert (task.state, task.reported, case_of(task).state) == ("withdrawn", "", "withdrawn")


def test_the_old_road_waits_while_a_report_is_open(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    vera = journey.editor("vera-holm")
    report(bo, task)
    with pytest.raises(Conflict, match="decided there"):
        reviews.open_correction(actor=vera, task=task, reasons=SAID)


def test_what_the_contributors_say_is_not_told_by_the_step(journey: Journey) -> None:
    """Steps of a correction are read by more people than reports are."""
    ana = journey.member("ana-ruiz")
    task = journey.accepted(ana)
    report(journey.member("bo-lindahl"), task)
    answer(ana, task, "correct")
    [step] = task.corrections.all()
    assert (step.step, step.reasons) == ("amend", "")
    reader = Client()
    reader.force_login(journey.member("cora-mori").user)
    for path in ("/projects/aquifer-bench/tasks/1/", "/api/v1/projects/aquifer-bench/tasks/1/corrections/"):
        told = reader.get(path)
        assert told.status_code == 200
        assert SAID not in told.content.decode()
