"""Chairs of a task: who may be one, what they see, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from portal.core.errors import Conflict, Forbidden
from portal.notices.models import Notice
from portal.people.models import Affiliation, Subject
from projects.members import services as members
from projects.reviews import services
from projects.reviews.models import TaskChair
from projects.tasks.models import Task
from projects.tasks.queries import Viewer, fields_for
from tests.projects.journey import Journey
from tests.projects.reviews.test_anonymity import hide
from tests.projects.reviews.test_clocks import said
from tests.projects.reviews.test_telling import told

EVERYTHING = {"statement", "answer", "verification", "contributors", "reviews", "reviewers", "decision", "title"}


def closed_and_hidden(document: dict[str, Any]) -> None:
    hide("both_hidden")(document)
    document["data"]["visibility"] = "closed"


def chair(journey: Journey, task: Task, who: Subject) -> TaskChair:
    return services.assign_chair(actor=journey.ines, task=task, chair=who)


def test_a_chair_sees_everything_of_that_task_and_of_no_other(fresh: Journey) -> None:
    fresh.publish_first(closed_and_hidden)
    ana, vera = fresh.member("ana-ruiz"), fresh.editor("vera-holm")
    task, other = fresh.submitted(ana), fresh.submitted(ana, "Another well")
    assert not EVERYTHING & fields_for(vera.user, task)
    made = chair(fresh, task, vera)
    assert fields_for(vera.user, task) >= EVERYTHING
    assert "A" in Viewer(vera.user, fresh.project).persons(task)
    assert not EVERYTHING & fields_for(vera.user, other)
    client = Client()
    client.force_login(vera.user)
    found = client.get("/projects/", {"q": "pumped"}).content.decode()
    assert "/tasks/1/" in found
    assert "/tasks/2/" not in found
    services.step_down_as_chair(actor=vera, chair=made)
    assert not EVERYTHING & fields_for(vera.user, task)


def test_it_is_told_and_on_the_record(journey: Journey) -> None:
    ana, vera = journey.member("ana-ruiz"), journey.editor("vera-holm")
    task = journey.submitted(ana)
    made = chair(journey, task, vera)
    assert told(vera, "chair_assigned") == [
        (
            "Task 1: you chair it",
            "You see everything of it, see that its rounds go on, and may move their days on.",
        )
    ]
    assert said(journey, "TaskChairAssigned") == [("Ines Varga assigned Vera Holm to chair task 1.", "")]
    services.end_chair(actor=journey.ines, chair=made)
    assert told(vera, "chair_assigned") == [
        ("Task 1: no longer yours", "This is not yours any more. The page of the task says whose turn it is.")
    ]
    again = chair(journey, task, vera)
    services.step_down_as_chair(actor=vera, chair=again)
    assert [sentence for sentence, _note in said(journey, "TaskChairEnded")] == [
        "Ines Varga ended that Vera Holm chairs task 1.",
        "Vera Holm stepped down as the chair of task 1.",
    ]
    with pytest.raises(Conflict) as ended:
        services.end_chair(actor=journey.ines, chair=again)
    assert ended.value.reasons == ("This person no longer chairs the task.",)


def test_who_may_not_chair_and_why(journey: Journey) -> None:
    ana, vera, noor = journey.member("ana-ruiz"), journey.editor("vera-holm"), journey.editor("noor-aziz")
    journey.appoint(noor, "reviewer")
    task = journey.submitted(ana)
    own = journey.submitted(vera, "Her own well")
    Affiliation.objects.create(subject=ana, position=0, name="Institute of Wells")
    place = journey.ask(task, noor)
    cases = [
        (task, journey.tomas, "Tomas Lindqvist holds no role with the power “chair”."),
        (task, noor, "Noor Aziz reviews this task, and nobody does both."),
        (
            own,
            vera,
            "Vera Holm has an interest in this task: as a contributor, by a shared affiliation, or declared.",
        ),
        (
            task,
            journey.ines,
            "Nobody chooses themselves while somebody else may choose. Somebody else has to ask you.",
        ),
    ]
    for about, who, why in cases:
        with pytest.raises(Forbidden) as refused:
            chair(journey, about, who)
        assert refused.value.reasons == (why,)
    Affiliation.objects.create(subject=vera, position=0, name="institute of wells")
    with pytest.raises(Forbidden):
        chair(journey, task, vera)
    Affiliation.objects.filter(subject=vera).delete()
    chair(journey, task, vera)
    with pytest.raises(Conflict) as twice:
        chair(journey, task, vera)
    assert twice.value.reasons == ("This person chairs the task already.",)
    for actor in (vera, ana):
        with pytest.raises(Forbidden):
            services.assign_chair(actor=ana if actor is ana else vera, task=own, chair=noor)
    assert place.reviewer == noor


def test_whoever_chairs_reviews_nothing_of_it(journey: Journey) -> None:
    vera = journey.editor("vera-holm")
    journey.appoint(vera, "reviewer")
    task = journey.submitted(journey.member("ana-ruiz"))
    chair(journey, task, vera)
    with pytest.raises(Forbidden) as refused:
        journey.ask(task, vera)
    assert refused.value.reasons == ("Vera Holm chairs this task, and nobody does both.",)


def test_oneself_where_nobody_else_could(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    chair(journey, task, journey.ines)
    assert said(journey, "TaskChairAssigned") == [("Ines Varga, whom nobody else could assign, chairs task 1.", "")]
    assert not Notice.objects.filter(kind="chair_assigned").exists()


def test_it_ends_with_leaving_the_project(journey: Journey) -> None:
    vera = journey.editor("vera-holm")
    task = journey.submitted(journey.member("ana-ruiz"))
    chair(journey, task, vera)
    client = Client()
    client.force_login(vera.user)
    assert (
        "1 task that you chair; somebody else can be assigned:"
        in client.get("/projects/aquifer-bench/leave/").content.decode()
    )
    members.leave(actor=vera, project=journey.project)
    assert TaskChair.objects.get().ended_at is not None
    assert len(said(journey, "TaskChairEnded")) == 1


def test_a_draft_has_none(journey: Journey) -> None:
    draft = journey.draft(journey.member("ana-ruiz"))
    with pytest.raises(Conflict) as refused:
        chair(journey, draft, journey.editor("vera-holm"))
    assert refused.value.reasons == ("A draft has no chair: only its contributors see it.",)
