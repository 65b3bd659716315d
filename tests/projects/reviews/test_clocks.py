"""Days of a round that pass: passed on once, asked about, moved on in public; and the days at the two odd nights."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from portal.core import clock
from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record.models import RecordEntry
from portal.notices.models import Notice
from portal.people.models import Subject
from portal.site.record.queries import tell
from projects.reviews import clocks, jobs, services
from projects.reviews.models import Round, RoundStep
from projects.reviews.stages import deadline
from projects.tasks import days
from projects.tasks import services as tasks
from projects.tasks.models import Task
from tests.projects.journey import Journey
from tests.projects.reviews.test_anonymity import hide
from tests.projects.reviews.test_telling import told

Days = Callable[[int], None]
WHY = "Two of the reviewers are in the field until then."
# Of the example project.
ZONE = "Europe/Lisbon"
LATE = "Nobody has said a word for weeks."
COST_OF_LOOKING = 5


def no_days(document: dict[str, Any]) -> None:
    for stage in document["participation"]["stages"]:
        stage |= {"first_answer_days": "none", "decision_days": "none"}


def said(journey: Journey, kind: str) -> list[tuple[str, str]]:
    """What the record says of a kind: the sentence and the free text."""
    rows = RecordEntry.objects.filter(project=journey.project.public_id, kind=kind).order_by("seq")
    return [(one.says, one.note) for one in tell(rows.prefetch_related("texts"))]


def told_of(kind: str) -> list[str]:
    return sorted(Notice.objects.filter(kind=kind).values_list("subject__handle", flat=True))


def in_days(count: int) -> dt.date:
    return clock.today(ZONE) + dt.timedelta(days=count)


def extend(journey: Journey, task: Task, by: Subject, count: int, what: str = "first_answer") -> RoundStep:
    return services.extend(actor=by, round=journey.round(task), clock=what, day=in_days(count), reason=WHY)


@pytest.mark.parametrize(
    ("at", "days_", "end"),
    [
        # Berlin puts the clock forward on 28 March 2027 at two and back on 31 October at three.
        ("2027-03-27T12:00", 1, "2027-03-28T21:59:59"),
        ("2027-03-28T00:30", 0, "2027-03-28T21:59:59"),
        ("2027-03-27T23:30", 0, "2027-03-28T21:59:59"),  # half past midnight there
        ("2027-03-27T22:30", 0, "2027-03-27T22:59:59"),
        ("2027-03-28T22:30", 0, "2027-03-29T21:59:59"),  # half past midnight, one hour earlier than the day before
        ("2027-10-30T12:00", 1, "2027-10-31T22:59:59"),
        ("2027-10-31T00:30", 0, "2027-10-31T22:59:59"),  # half past two, the first time
        ("2027-10-31T01:30", 0, "2027-10-31T22:59:59"),  # half past two again
        ("2027-10-30T22:30", 0, "2027-10-31T22:59:59"),
        ("2027-10-17T12:00", 14, "2027-10-31T22:59:59"),
    ],
)
def test_a_day_ends_with_its_last_second_whatever_the_clock_does(at: str, days_: int, end: str) -> None:
    instant = dt.datetime.fromisoformat(at).replace(tzinfo=dt.UTC)
    found = deadline(instant, days_, "Europe/Berlin")
    assert found == dt.datetime.fromisoformat(end).replace(tzinfo=dt.UTC)
    local = found.astimezone(zoneinfo.ZoneInfo("Europe/Berlin"))
    assert (local.hour, local.minute, local.second) == (23, 59, 59)
    assert days.end_of(local.date(), "Europe/Berlin") == found


def test_a_round_nobody_took_up_is_passed_on_once_after_its_day(journey: Journey, days_later: Days) -> None:
    ana, vera = journey.member("ana-ruiz"), journey.editor("vera-holm")
    task = journey.submitted(ana)
    due = journey.round(task).first_answer_due
    assert due is not None
    days_later(10)
    jobs.pass_on()
    assert not RoundStep.objects.exists(), "the tenth day itself is still theirs"
    days_later(1)
    jobs.pass_on()
    jobs.pass_on()
    step = RoundStep.objects.get()
    assert (step.kind, step.clock, step.before, step.by, step.until) == ("passed_on", "first_answer", due, None, None)
    assert told_of("round_passed_on") == ["ines-varga", "vera-holm"]
    assert told_of("round_late") == ["ana-ruiz"]
    assert told(vera, "round_passed_on") == [
        (
            "Task 1: a round is passed on to you",
            "Nobody has answered the stage “domain” for revision 1 by its day. See that reviewers are asked, or that "
            "the day is moved on with a public reason.",
        )
    ]
    day = in_days(-1)
    assert said(journey, "RoundPassedOn") == [
        (
            f"The day for the first answer of task 1 (domain), {day.day} {day:%b %Y}, passed without it, so others "
            "were told.",
            "",
        )
    ]


def test_the_chair_is_told_alone_and_the_lead_who_was_silent_is_not(journey: Journey, days_later: Days) -> None:
    ana, vera, noor = journey.member("ana-ruiz"), journey.editor("vera-holm"), journey.editor("noor-aziz")
    first, second = journey.submitted(ana), journey.submitted(ana, "Another well")
    services.assign_chair(actor=journey.ines, task=first, chair=vera)
    services.appoint_lead(actor=journey.ines, round=journey.round(second), lead=noor)
    days_later(11)
    jobs.pass_on()
    found = {(row.about, row.subject.handle) for row in Notice.objects.filter(kind="round_passed_on")}
    assert found == {
        (first.public_id, "vera-holm"),
        (second.public_id, "ines-varga"),
        (second.public_id, "vera-holm"),
    }


def test_one_answer_stops_the_first_day_and_not_the_second(journey: Journey, days_later: Days) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.agreed(task, journey.tomas)
    journey.file(place, "accept")
    days_later(11)
    jobs.pass_on()
    assert not RoundStep.objects.exists()
    days_later(11)
    jobs.pass_on()
    assert [(one.clock, one.kind) for one in RoundStep.objects.all()] == [("decision", "passed_on")]


def test_a_closed_round_is_passed_on_to_nobody(journey: Journey, days_later: Days) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    round_ = journey.round(task)
    tasks.withdraw(actor=ana, task=task)
    days_later(40)
    jobs.pass_on()
    assert not RoundStep.objects.exists()
    with pytest.raises(Conflict, match="the round is “Void”"):
        services.pass_on(round=round_, at=clock.deciding())


def test_no_step_is_kept_twice_for_one_day(journey: Journey, days_later: Days) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    days_later(11)
    jobs.pass_on()
    step = RoundStep.objects.get()
    values = {"round": step.round, "kind": step.kind, "clock": step.clock, "before": step.before, "at": step.at}
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundStep.objects.create(**values)
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundStep.objects.create(**{**values, "kind": "extended"}, until=step.before)
    assert services.pass_on(round=journey.round(task), at=clock.deciding()) == []


def test_without_days_in_the_terms_14_and_28_days_count(fresh: Journey, days_later: Days) -> None:
    fresh.publish_first(no_days)
    ana, rui = fresh.member("ana-ruiz"), fresh.reviewer("rui-costa")
    silent, taken = fresh.submitted(ana), fresh.submitted(ana, "Another well")
    fresh.agreed(taken, rui)
    days_later(14)
    jobs.pass_on()
    assert not RoundStep.objects.exists()
    days_later(1)
    jobs.pass_on()
    assert [one.round.task_id for one in RoundStep.objects.all()] == [silent.pk], "the other has a reviewer"
    days_later(13)
    assert not tasks.is_overdue(silent, clock.deciding())
    days_later(1)
    for task in (silent, taken):
        assert tasks.is_overdue(task, clock.deciding())
        tasks.withdraw(actor=ana, task=task)
        task.refresh_from_db()
        assert task.state == "not_reviewed"
    assert said(fresh, "TaskDeclined") == said(fresh, "TaskWithdrawn") == []


def test_a_contributor_asks_for_somebody_else_once_the_day_is_over(journey: Journey, days_later: Days) -> None:
    ana, vera = journey.member("ana-ruiz"), journey.editor("vera-holm")
    task = journey.submitted(ana)
    services.assign_chair(actor=journey.ines, task=task, chair=vera)
    ask = {"actor": ana, "round": journey.round(task), "reason": LATE}
    days_later(10)
    with pytest.raises(Conflict) as early:
        services.ask_for_somebody_else(**ask)
    assert early.value.reasons == ("No day of this round is over without an answer, so there is nobody to ask yet.",)
    days_later(1)
    jobs.pass_on()
    with pytest.raises(Refused):
        services.ask_for_somebody_else(**ask | {"reason": "no."})
    with pytest.raises(Forbidden):
        services.ask_for_somebody_else(**ask | {"actor": vera})
    services.ask_for_somebody_else(**ask)
    assert told_of("round_passed_on") == ["ines-varga", "vera-holm"], "beyond the chair, whom the clock told"
    assert told(journey.ines, "round_passed_on") == [
        (
            "Task 1: a round is passed on to you",
            "The contributors ask for somebody else: the day of the stage “domain” for revision 1 passed without an "
            "answer. See that somebody takes it up.",
        )
    ]
    with pytest.raises(Conflict) as again:
        services.ask_for_somebody_else(**ask)
    assert again.value.reasons == ("This was done for that day already.",)
    [(sentence, note)] = said(journey, "RoundPassedOn")[1:]
    assert sentence.startswith("A contributor asked for somebody else: the day for the first answer of task 1 (domain)")
    assert note == ""


def test_a_chair_moves_a_day_on_for_everybody_with_a_public_reason(journey: Journey, days_later: Days) -> None:
    ana, vera = journey.member("ana-ruiz"), journey.editor("vera-holm")
    task = journey.submitted(ana)
    journey.ask(task, journey.tomas)
    services.assign_chair(actor=journey.ines, task=task, chair=vera)
    before = journey.round(task).first_answer_due
    assert before is not None
    step = extend(journey, task, vera, 15)
    round_ = journey.round(task)
    assert round_.first_answer_due == step.until == days.end_of(in_days(15), ZONE)
    assert told_of("day_moved") == ["ana-ruiz", "tomas-lindqvist"]
    assert told(ana, "day_moved") == [
        (
            "Task 1: a day was moved on",
            "The day of the first answer in the stage “domain” is later now. The old day, the new one and the reason "
            "stand on its page, for everybody.",
        )
    ]
    [(sentence, note)] = said(journey, "RoundExtended")
    old, new = before.date(), in_days(15)
    assert sentence == (
        "Vera Holm moved the day for the first answer of task 1 (domain) on, "
        f"from {old.day} {old:%b %Y} to {new.day} {new:%b %Y}."
    )
    assert note == WHY
    days_later(11)
    jobs.pass_on()
    assert not RoundStep.objects.filter(kind="passed_on").exists(), "the new day counts"
    place = round_.assignments.get()
    place.round = round_
    with pytest.raises(Conflict):
        services.release(actor=journey.ines, assignment=place)
    days_later(5)
    jobs.pass_on()
    assert RoundStep.objects.get(kind="passed_on").before == step.until


@pytest.mark.parametrize(
    ("what", "count", "reason", "why"),
    [
        ("first_answer", 10, WHY, "Choose a later day: a day is moved on, and never back."),
        ("first_answer", 3, WHY, "Choose a later day: a day is moved on, and never back."),
        ("first_answer", 22, WHY, "The decision is due before that day. Move the decision on first."),
        ("decision", 367, WHY, "A day is moved on by no more than a year."),
        ("other", 15, WHY, "Choose which day to move: that of the first answer or that of the decision."),
        ("first_answer", 15, "so", "Reason: say more, at least 20 characters; “no.” helps nobody."),
    ],
)
def test_a_day_is_not_moved(journey: Journey, what: str, count: int, reason: str, why: str) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    services.assign_chair(actor=journey.ines, task=task, chair=journey.editor("vera-holm"))
    before = journey.round(task)
    with pytest.raises(Refused) as refused:
        services.extend(actor=journey.person("vera-holm"), round=before, clock=what, day=in_days(count), reason=reason)
    assert refused.value.reasons == (why,)
    assert journey.round(task).first_answer_due == before.first_answer_due
    assert not RoundStep.objects.exists()


def test_a_day_that_is_over_is_moved_to_one_that_is_not(journey: Journey, days_later: Days) -> None:
    vera = journey.editor("vera-holm")
    task = journey.submitted(journey.member("ana-ruiz"))
    services.assign_chair(actor=journey.ines, task=task, chair=vera)
    days_later(15)
    with pytest.raises(Refused) as refused:
        extend(journey, task, vera, -2)
    assert refused.value.reasons == ("That day is over already. Choose today or a later one.",)
    assert extend(journey, task, vera, 0).until == days.end_of(in_days(0), ZONE)


def test_more_time_takes_nothing_from_the_contributors(journey: Journey, days_later: Days) -> None:
    """They may take the task back as not reviewed from the day first promised on."""
    ana, vera = journey.member("ana-ruiz"), journey.editor("vera-holm")
    task = journey.submitted(ana)
    services.assign_chair(actor=journey.ines, task=task, chair=vera)
    extend(journey, task, vera, 20)
    days_later(10)
    assert not tasks.is_overdue(task, clock.deciding())
    days_later(1)
    assert tasks.is_overdue(task, clock.deciding())
    round_ = journey.round(task)
    promised = clocks.not_reviewed_day(round_, round_.steps.all(), ZONE)
    assert promised == days.after(round_.opened_at, 10, ZONE)


def test_who_moves_a_day(journey: Journey) -> None:
    """The chairs of the task and nobody else: not its lead, not who assigns, not a chair of another task."""
    ana, vera, noor = journey.member("ana-ruiz"), journey.editor("vera-holm"), journey.editor("noor-aziz")
    task, other = journey.submitted(ana), journey.submitted(ana, "Another well")
    services.assign_chair(actor=journey.ines, task=other, chair=noor)
    services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=vera)
    journey.ask(task, journey.tomas)
    for person in (ana, vera, noor, journey.ines, journey.tomas):
        with pytest.raises(Forbidden):
            extend(journey, task, person, 15)
    services.assign_chair(actor=journey.ines, task=task, chair=vera)
    extend(journey, task, vera, 15)
    services.end_chair(actor=journey.ines, chair=task.chairs.get())
    with pytest.raises(Forbidden):
        extend(journey, task, vera, 16)


def no_chair(document: dict[str, Any]) -> None:
    for role in document["roles"]:
        role["powers"] = [power for power in role["powers"] if power != "chair"]


def test_the_lead_moves_it_where_no_role_may_chair(fresh: Journey) -> None:
    fresh.publish_first(no_chair)
    vera = fresh.editor("vera-holm")
    task = fresh.submitted(fresh.member("ana-ruiz"))
    services.appoint_lead(actor=fresh.ines, round=fresh.round(task), lead=vera)
    with pytest.raises(Forbidden):
        extend(fresh, task, fresh.ines, 15)
    assert extend(fresh, task, vera, 15).by == vera


def test_a_lead_among_hidden_reviewers_is_not_named_by_it(fresh: Journey) -> None:
    def change(document: dict[str, Any]) -> None:
        hide("reviewer_hidden")(document)
        no_chair(document)

    fresh.publish_first(change)
    ana, vera = fresh.member("ana-ruiz"), fresh.editor("vera-holm")
    task = fresh.submitted(ana)
    fresh.judged(task, "accept", "accept")
    services.appoint_lead(actor=fresh.ines, round=fresh.round(task), lead=vera)
    extend(fresh, task, vera, 20, "decision")
    entry = RecordEntry.objects.get(kind="RoundExtended")
    assert entry.actor == ""
    [(sentence, _note)] = said(fresh, "RoundExtended")
    assert sentence.startswith("The lead moved the day for the decision of task 1 (final) on, from ")
    assert not Notice.objects.filter(kind="day_moved", shown=True).exists(), "nobody learns the hour"


def test_where_no_day_is_promised_none_is_moved(fresh: Journey) -> None:
    fresh.publish_first(no_days)
    vera = fresh.editor("vera-holm")
    task = fresh.submitted(fresh.member("ana-ruiz"))
    services.assign_chair(actor=fresh.ines, task=task, chair=vera)
    with pytest.raises(Conflict) as conflict:
        extend(fresh, task, vera, 15)
    assert conflict.value.reasons == ("The terms promise no day for this, so there is none to move.",)


def test_looking_at_the_clocks_costs_the_same_for_many_rounds(journey: Journey, days_later: Days) -> None:
    ana = journey.member("ana-ruiz")
    journey.submitted(ana)
    days_later(11)
    jobs.pass_on()

    def cost() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert services.pass_on_due(clock.deciding()) == 0
        return len(caught)

    one = cost()
    for number in range(3):
        journey.submitted(ana, f"Well {number}")
    days_later(11)
    jobs.pass_on()
    assert cost() == one == COST_OF_LOOKING
    assert Round.objects.count() == 4
