"""Declared interests: they bar from judging until a second person waives them, and name nobody in public."""

from __future__ import annotations

from typing import Any

import pytest

from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record.models import RecordEntry
from portal.people.models import Affiliation, Subject
from projects.reviews import queries, rounds, services
from projects.reviews.choosing import Choosing
from projects.reviews.deciders import Stuck, stuck
from projects.reviews.views.assigning import _candidates
from projects.tasks import policies
from projects.tasks.models import DeclaredInterest, InterestWaiver, Task
from tests.projects.journey import SAID, Journey
from tests.projects.reviews.test_anonymity import hide
from tests.projects.reviews.test_clocks import said, told_of
from tests.projects.reviews.test_telling import told

WORDS = "The first author was my student until last summer."
WHY = "That was another field, and it ended two years ago."
PERSONAL, AFFILIATION = "personal", "affiliation"


def declare(who: Subject, task: Task, kind: str = PERSONAL) -> DeclaredInterest:
    return services.declare_interest(actor=who, task=task, kind=kind, text=WORDS)


def waive(who: Subject, interest: DeclaredInterest) -> InterestWaiver:
    return services.waive_interest(actor=who, interest=interest, reason=WHY)


def test_declared_it_bars_and_waived_it_does_not(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.agreed(task, journey.tomas)
    interest = declare(journey.tomas, task)
    with pytest.raises(Forbidden) as barred:
        journey.file(place, "accept")
    assert barred.value.reasons == (
        "You declared an interest in this task. Until somebody else waives it, you neither review nor decide it.",
    )
    assert policies.interest(journey.tomas.pk, task) == "declared"
    waive(journey.ines, interest)
    assert policies.interest(journey.tomas.pk, task) is None
    journey.file(place, "accept")


def test_what_was_filed_before_does_not_count(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    first, second = journey.agreed(task, journey.tomas), journey.agreed(task, journey.amara)
    journey.file(first, "decline")
    interest = declare(journey.tomas, task)
    round_ = journey.round(task)
    assert rounds.reviews_that_count(round_) == []
    waive(journey.ines, interest)
    assert len(rounds.reviews_that_count(round_)) == 1
    assert second.reviewer == journey.amara


def test_a_declared_reviewer_is_not_asked_and_a_lead_decides_nothing(journey: Journey) -> None:
    vera = journey.editor("vera-holm")
    task = journey.submitted(journey.member("ana-ruiz"))
    declare(journey.amara, task)
    with pytest.raises(Forbidden):
        journey.ask(task, journey.amara)
    tomas, rui = journey.agreed(task, journey.tomas), journey.agreed(task, journey.reviewer("rui-costa"))
    journey.file(tomas, "accept")
    journey.file(rui, "accept")
    round_ = services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=vera)
    declare(vera, task)
    with pytest.raises(Forbidden):
        services.decide(actor=vera, round=round_, outcome="accept", criteria=[], reasons=SAID)
    # So that the round goes on without them.
    assert services.appoint_lead(actor=vera, round=round_, lead=journey.ines).lead == journey.ines


def test_a_shared_affiliation_is_lifted_for_that_person_and_task(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task, other = journey.submitted(ana), journey.submitted(ana, "Another well")
    for who in (ana, journey.tomas, journey.amara):
        Affiliation.objects.create(subject=who, position=0, name="Institute of Wells")
    with pytest.raises(Forbidden):
        journey.ask(task, journey.tomas)
    waive(journey.ines, declare(journey.tomas, task, AFFILIATION))
    journey.file(journey.agreed(task, journey.tomas), "accept")
    for about, who in ((task, journey.amara), (other, journey.tomas)):
        with pytest.raises(Forbidden):
            journey.ask(about, who)


def test_another_interest_waived_lifts_no_affiliation(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    for who in (ana, journey.tomas):
        Affiliation.objects.create(subject=who, position=0, name="Institute of Wells")
    waive(journey.ines, declare(journey.tomas, task, PERSONAL))
    assert policies.interest(journey.tomas.pk, task) == "affiliation"
    with pytest.raises(Forbidden):
        journey.ask(task, journey.tomas)


def test_who_may_waive(journey: Journey) -> None:
    """A second person who assigns or chairs, without an interest of their own; nobody waives their own."""
    ana, vera, noor = journey.member("ana-ruiz"), journey.editor("vera-holm"), journey.editor("noor-aziz")
    task = journey.submitted(ana)
    interest = declare(vera, task)
    declare(noor, task)
    for who in (vera, noor, ana, journey.tomas, journey.amara):
        with pytest.raises(Forbidden):
            waive(who, interest)
    with pytest.raises(Refused):
        services.waive_interest(actor=journey.ines, interest=interest, reason="fine")
    waive(journey.ines, interest)
    with pytest.raises(Conflict) as twice:
        waive(journey.ines, interest)
    assert twice.value.reasons == ("It was waived already.",)
    # Free again, and so a second person for the other.
    waive(vera, DeclaredInterest.objects.get(subject=noor))


def test_what_cannot_be_declared(journey: Journey) -> None:
    ana, vera = journey.member("ana-ruiz"), journey.editor("vera-holm")
    task, own = journey.submitted(ana), journey.submitted(vera, "Her own well")
    with pytest.raises(Forbidden):
        declare(ana, own)
    with pytest.raises(Conflict) as mine:
        declare(vera, own)
    assert mine.value.reasons == ("This is your own work, which you never judge. There is nothing to declare.",)
    with pytest.raises(Refused) as kind:
        declare(vera, task, "money")
    assert kind.value.reasons == ("Choose what kind of interest it is.",)
    declare(vera, task)
    with pytest.raises(Conflict) as twice:
        declare(vera, task)
    assert twice.value.reasons == ("You declared this already; nobody has waived it yet.",)


@pytest.mark.parametrize("mode", ["open", "reviewer_hidden", "both_hidden"])
def test_the_record_names_nobody_and_says_no_word(fresh: Journey, mode: str) -> None:
    fresh.publish_first(hide(mode))
    task = fresh.submitted(fresh.member("ana-ruiz"))
    fresh.agreed(task, fresh.tomas)
    interest = declare(fresh.tomas, task)
    waive(fresh.ines, interest)
    assert said(fresh, "TaskInterestDeclared") == [("Somebody declared an interest in task 1.", "")]
    assert said(fresh, "TaskInterestWaived") == [
        ("Ines Varga waived an interest that somebody had declared in task 1.", WHY)
    ]
    for entry in RecordEntry.objects.filter(kind__startswith="TaskInterest"):
        assert fresh.tomas.pk not in entry.actor + entry.payload
    assert RecordEntry.objects.get(kind="TaskInterestDeclared").actor == ""


def test_whoever_may_waive_is_told_and_then_whoever_declared(journey: Journey) -> None:
    journey.editor("vera-holm")
    task = journey.submitted(journey.member("ana-ruiz"))
    interest = declare(journey.tomas, task)
    assert told_of("interest_declared") == ["ines-varga", "vera-holm"]
    assert told(journey.ines, "interest_declared") == [
        (
            "Task 1: an interest was declared",
            "Somebody declared an interest. They judge nothing of it until you or another waive it.",
        )
    ]
    waive(journey.ines, interest)
    assert told(journey.ines, "interest_declared")[0][1] == "Somebody declared an interest. It was waived."
    assert told(journey.tomas, "interest_waived") == [
        (
            "Task 1: your interest was waived",
            "A second person found that the interest you declared does not keep you from judging it.",
        )
    ]


def test_what_one_declared_an_interest_in_does_not_wait_for_one(journey: Journey) -> None:
    """Neither a review nor a lead, nor asking others; another who assigns has it still."""
    vera = journey.editor("vera-holm")
    task = journey.submitted(journey.member("ana-ruiz"))
    powers = frozenset({"assign", "decide", "chair"})

    def waits(who: Subject) -> list[str]:
        return [one.what for one in queries.queue(journey.project, who, powers)]

    assert waits(vera) == waits(journey.ines) == ["assign"]
    services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=vera)
    assert waits(vera) == ["assign", "lead"]
    interest = declare(vera, task)
    assert waits(vera) == []
    assert waits(journey.ines) == ["assign"]
    waive(journey.ines, interest)
    assert waits(vera) == ["assign", "lead"]


def _stuck(journey: Journey, task: Task) -> Stuck | None:
    round_ = journey.round(task)
    return stuck(round_, Choosing(journey.ines.pk, round_, task))


def test_where_everybody_who_decides_is_in_conflict_the_stage_waits_and_names_the_fallback(journey: Journey) -> None:
    vera = journey.editor("vera-holm")
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "accept", "accept")
    interest = declare(journey.ines, task)
    assert _stuck(journey, task) is None, "one of two is free"
    declare(vera, task)
    assert _stuck(journey, task) == Stuck("Organizer", hidden=False)
    round_ = journey.round(task)
    for lead in (vera, journey.ines):
        with pytest.raises(Forbidden):
            services.appoint_lead(actor=journey.ines, round=round_, lead=lead)
    assert rounds.settle(round_, round_.opened_at) is None
    round_.refresh_from_db()
    assert round_.state == "open"
    journey.editor("noor-aziz")
    assert _stuck(journey, task) is None
    waive(journey.person("noor-aziz"), interest)


def test_a_counted_stage_is_never_stuck_on_its_lead(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    declare(journey.ines, task)
    assert _stuck(journey, task) is None


def nobody_named(document: dict[str, Any]) -> None:
    hide("both_hidden")(document)
    document["participation"]["fallback_decider"] = "none"


def test_where_authors_are_hidden_the_interest_stays_unsaid(fresh: Journey) -> None:
    fresh.publish_first(nobody_named)
    task = fresh.submitted(fresh.member("ana-ruiz"))
    fresh.judged(task, "accept", "accept")
    declare(fresh.ines, task)
    assert _stuck(fresh, task) == Stuck("", hidden=True)


def test_whoever_left_is_marked_and_last_in_the_list(journey: Journey) -> None:
    """And nothing that chooses by itself offers them the task again."""
    ana, rui = journey.member("ana-ruiz"), journey.reviewer("rui-costa")
    task = journey.submitted(ana)
    services.step_down(actor=journey.tomas, assignment=journey.agreed(task, journey.tomas))
    assert queries.left(task) == {journey.tomas.pk: "stepped_down"}
    for who in (journey.amara, rui):
        journey.file(journey.agreed(task, who), "revise")
    task.refresh_from_db()
    for request in queries.requests_of(task):
        services.answer_request(actor=ana, request=request, state="done", text="It is named now.")
    journey.submit(ana, task)
    choosing = Choosing(journey.ines.pk, journey.round(task), task)
    found = _candidates(
        choosing, choosing.holders["review"], choosing.why_no_reviewer, {journey.amara.pk, rui.pk}, queries.left(task)
    )
    assert [(one.person.handle, one.left) for one in found][-1] == ("tomas-lindqvist", "stepped_down")
    place = journey.ask(task, journey.tomas)
    assert queries.left(task) == {}, "a person asked them, and they review it again"
    assert place.state == "offered"
