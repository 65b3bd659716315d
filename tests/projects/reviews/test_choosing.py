"""Who chooses judges, and whom: never oneself where another could, never more than there are seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from authorship.ledger.models import CreditEntry
from portal.core import clock
from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record.models import RecordEntry
from portal.core.record.presenters import sentence
from portal.people import queries as people
from projects.members import queries as members
from projects.reviews import services
from projects.reviews.models import Round
from projects.tasks.models import TaskContributor
from tests.projects.journey import SAID, Journey
from tests.projects.reviews.test_anonymity import hide

ASSIGN = "/projects/aquifer-bench/tasks/1/assign/"


def told(kind: str) -> str:
    entry = RecordEntry.objects.filter(kind=kind).order_by("seq").last()
    assert entry is not None
    ids = [entry.actor, *[word for word in entry.payload.split('"') if word.startswith("s") and len(word) == 13]]
    return sentence(entry, people.names([one for one in ids if one]), "Concord")


def test_nobody_appoints_themselves_while_another_could(journey: Journey) -> None:
    vera = journey.editor("vera-holm")
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "accept", "accept")
    round_ = journey.round(task)
    with pytest.raises(Forbidden, match="Nobody chooses themselves"):
        services.appoint_lead(actor=journey.ines, round=round_, lead=journey.ines)
    services.appoint_lead(actor=vera, round=round_, lead=journey.ines)
    assert told("LeadAppointed").startswith("Vera Holm appointed Ines Varga as lead")


def test_nobody_asks_themselves_to_review_while_another_could(journey: Journey) -> None:
    vera = journey.editor("vera-holm")
    journey.appoint(vera, "reviewer")
    task = journey.submitted(journey.member("ana-ruiz"))
    with pytest.raises(Forbidden, match="Nobody chooses themselves"):
        services.assign(actor=vera, round=journey.round(task), reviewer=vera)
    services.assign(actor=journey.ines, round=journey.round(task), reviewer=vera)


def test_the_only_one_who_may_appoint_leads_and_the_record_says_so(journey: Journey) -> None:
    """Vera holds `assign` as well, but wrote the task: a small team is not stuck."""
    task = journey.submitted(journey.editor("vera-holm"))
    journey.judged(task, "accept", "accept")
    services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.ines)
    assert told("LeadAppointed").startswith("Ines Varga, whom nobody else could appoint, leads")


def test_nobody_leads_and_reviews_one_round(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.ask(task, journey.tomas)
    journey.appoint(journey.tomas, "editor")
    journey.appoint(journey.ines, "reviewer")
    with pytest.raises(Forbidden, match="reviews this round"):
        services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.tomas)
    services.appoint_lead(actor=journey.tomas, round=journey.round(task), lead=journey.ines)
    with pytest.raises(Forbidden, match="leads this round"):
        services.assign(actor=journey.tomas, round=journey.round(task), reviewer=journey.ines)


def test_a_panel_has_the_seats_of_its_stage(journey: Journey, days_later: Callable[[int], None]) -> None:
    """Two seats. One is free again when its reviewer steps down, or lets ten days pass."""
    third, fourth = journey.reviewer("vera-holm"), journey.reviewer("lars-berg")
    task = journey.submitted(journey.member("ana-ruiz"))
    first = journey.agreed(task, journey.tomas)
    journey.agreed(task, journey.amara)
    with pytest.raises(Conflict, match="Every seat"):
        journey.ask(task, third)
    services.step_down(actor=journey.tomas, assignment=first)
    later = journey.agreed(task, third)
    with pytest.raises(Conflict, match="Every seat"):
        journey.ask(task, fourth)
    journey.file(later, "accept")
    days_later(11)
    journey.ask(task, fourth)


def test_a_final_stage_of_one_has_its_lead_alone(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "accept", "accept")
    with pytest.raises(Conflict, match="Every seat"):
        services.assign(actor=journey.ines, round=journey.round(task), reviewer=journey.tomas)


def test_without_a_last_day_nobody_is_released(fresh: Journey, days_later: Callable[[int], None]) -> None:
    def change(document: dict[str, Any]) -> None:
        document["participation"]["stages"][0] |= {"first_answer_days": "none", "quorum": 1}

    fresh.publish_first(change)
    task = fresh.submitted(fresh.member("ana-ruiz"))
    fresh.file(fresh.agreed(task, fresh.tomas), "accept")
    silent = fresh.ask(task, fresh.amara)
    days_later(300)
    with pytest.raises(Conflict, match="no last day"):
        services.release(actor=fresh.ines, assignment=silent)


def test_a_seat_nobody_was_asked_for_is_waited_for(fresh: Journey) -> None:
    """Quorum 1 of 2: one verdict is not the majority of two while the second was never asked."""

    def change(document: dict[str, Any]) -> None:
        document["participation"]["stages"][0] |= {"quorum": 1}

    fresh.publish_first(change)
    task = fresh.submitted(fresh.member("ana-ruiz"))
    fresh.file(fresh.agreed(task, fresh.tomas), "accept")
    assert Round.objects.get(task=task).state == "open"
    services.step_down(actor=fresh.amara, assignment=fresh.ask(task, fresh.amara))
    assert Round.objects.get(task=task, stage="domain").state == "decided"


def test_one_who_assigns_cannot_end_a_panel_of_three_early(fresh: Journey, days_later: Callable[[int], None]) -> None:
    """Quorum 1 of 3, as the terms allow: the two others have their days before one verdict is the decision."""

    def change(document: dict[str, Any]) -> None:
        document["participation"]["stages"][0] |= {"reviewers": 3, "quorum": 1}

    fresh.publish_first(change)
    task = fresh.submitted(fresh.member("ana-ruiz"))
    filed = fresh.agreed(task, fresh.tomas)
    others = [fresh.ask(task, one) for one in (fresh.amara, fresh.reviewer("vera-holm"))]
    fresh.file(filed, "accept")
    for one in others:
        with pytest.raises(Conflict, match="not over yet"):
            services.release(actor=fresh.ines, assignment=one)
    assert Round.objects.get(task=task).state == "open"
    days_later(11)
    for one in others:
        services.release(actor=fresh.ines, assignment=one)
    assert Round.objects.get(task=task, stage="domain").state == "decided"


def test_a_lead_stays_once_reviews_are_in(journey: Journey, days_later: Callable[[int], None]) -> None:
    vera, lars = journey.editor("vera-holm"), journey.editor("lars-berg")
    task = journey.submitted(journey.member("ana-ruiz"))
    early = journey.round(task)
    services.appoint_lead(actor=vera, round=early, lead=journey.ines)
    services.appoint_lead(actor=journey.ines, round=early, lead=vera)
    assert "appointed Vera Holm in place of Ines Varga as lead" in told("LeadAppointed")
    journey.judged(task, "accept", "accept")
    round_ = services.appoint_lead(actor=vera, round=journey.round(task), lead=journey.ines)
    with pytest.raises(Conflict, match="the lead stays"):
        services.appoint_lead(actor=lars, round=round_, lead=vera)
    with pytest.raises(Forbidden, match="not the lead"):
        services.step_down_as_lead(actor=vera, round=round_)
    services.step_down_as_lead(actor=journey.ines, round=round_)
    assert told("LeadSteppedDown") == "Ines Varga no longer leads the stage “final” of task 1."
    services.appoint_lead(actor=lars, round=round_, lead=vera)
    days_later(15)
    services.appoint_lead(actor=vera, round=round_, lead=lars)
    assert journey.round(task).lead == lars


def test_a_lead_with_an_interest_is_replaced_at_once(journey: Journey) -> None:
    vera = journey.editor("vera-holm")
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "accept", "accept")
    round_ = services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=vera)
    at = clock.deciding()
    TaskContributor.objects.create(task=task, subject=vera, numerator=1, denominator=2, added_at=at)
    services.appoint_lead(actor=journey.ines, round=round_, lead=journey.ines)
    assert journey.round(task).lead == journey.ines


def test_a_lead_waits_for_reviews_that_count(fresh: Journey) -> None:
    """Of two reviews one is by a contributor of today: the quorum of two is not met."""

    def change(document: dict[str, Any]) -> None:
        document["participation"]["stages"][0] |= {"decides": "lead"}

    fresh.publish_first(change)
    task = fresh.submitted(fresh.member("ana-ruiz"))
    round_ = services.appoint_lead(actor=fresh.ines, round=fresh.round(task), lead=fresh.ines)
    fresh.judged(task, "accept", "accept")
    at = clock.deciding()
    TaskContributor.objects.create(task=task, subject=fresh.tomas, numerator=1, denominator=2, added_at=at)
    with pytest.raises(Refused, match="1 of 2 reviews"):
        services.decide(actor=fresh.ines, round=round_, outcome="accept", criteria=[], reasons=SAID)
    TaskContributor.objects.filter(task=task, subject=fresh.tomas).delete()
    services.decide(actor=fresh.ines, round=round_, outcome="accept", criteria=[], reasons=SAID)


def test_who_assigns_does_not_learn_the_authors_where_both_sides_are_hidden(fresh: Journey) -> None:
    fresh.publish_first(hide("both_hidden"))
    task = fresh.submitted(fresh.tomas)
    with pytest.raises(Forbidden) as refusal:
        fresh.ask(task, fresh.tomas)
    assert list(refusal.value.reasons) == ["Tomas Lindqvist is not available for this task."]
    client = Client()
    client.force_login(fresh.editor("vera-holm").user)  # who audits nothing, as Ines does
    page = client.get(ASSIGN).content.decode()
    assert "Amara Nwosu" in page
    assert "Tomas Lindqvist" not in page


def test_the_assign_page_offers_what_the_service_would_do(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    client = Client()
    client.force_login(journey.ines.user)
    assert 'value="ask"' in client.get(ASSIGN).content.decode()
    for one in (journey.tomas, journey.amara):
        journey.agreed(task, one)
    page = client.get(ASSIGN).content.decode()
    assert 'value="ask"' not in page
    assert "Every seat of this stage is taken" in page
    assert 'value="release"' not in page
    assert "are not over yet" in page


def test_holders_are_those_whose_powers_hold_it(journey: Journey, days_later: Callable[[int], None]) -> None:
    days_later(1)
    journey.editor("vera-holm")
    outsider = journey.person("not-accepted")
    everybody = [journey.ines, journey.tomas, journey.amara, journey.person("vera-holm"), outsider]
    for power in ("assign", "decide", "review", "audit", "pay"):
        found = {one.pk for one in members.holders(journey.project, power)}
        assert found == {one.pk for one in everybody if power in members.powers(journey.project, one)}
        assert found, power


def test_a_review_filed_in_a_round_that_became_void_earns_its_credit(fresh: Journey) -> None:
    """Two stages at once; the second one declines while the first has one review of two."""

    def change(document: dict[str, Any]) -> None:
        rows = document["participation"]["stages"]
        rows.insert(1, {**rows[0], "id": "language", "reviewers": 1, "quorum": 1})

    fresh.publish_first(change)
    task = fresh.submitted(fresh.member("ana-ruiz"))
    rounds = {one.stage: one for one in Round.objects.filter(task=task)}
    places = {}
    for stage, reviewer in (("domain", fresh.tomas), ("language", fresh.amara)):
        asked = services.assign(actor=fresh.ines, round=rounds[stage], reviewer=reviewer)
        places[stage] = services.agree(actor=reviewer, assignment=asked)
    fresh.file(places["domain"], "accept")
    fresh.file(places["language"], "decline")
    assert Round.objects.get(pk=rounds["domain"].pk).state == "void"
    earned = CreditEntry.objects.filter(kind="review").values_list("subject", flat=True)
    assert set(earned) == {fresh.tomas.pk, fresh.amara.pk}
