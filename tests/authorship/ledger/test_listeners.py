"""Decided work becomes credit in the same transaction, or not at all."""

import pytest
from django.db import transaction

from authorship.ledger import queries, sources, verify
from authorship.ledger.models import CreditEntry, CreditFact
from authorship.lists import jobs
from authorship.lists import verify as lists_verify
from portal.core.record import verify as record_verify
from projects.reviews import services as reviews
from projects.tasks.models import Task
from tests.projects.conftest import core_team, person, project, published, recruiting
from tests.projects.journey import SAID, journey

__all__ = ["core_team", "journey", "person", "project", "published", "recruiting"]


def amounts(project):
    return [
        (entry.kind, entry.subject.handle, str(entry.amount))
        for entry in CreditEntry.objects.filter(project=project).select_related("subject").order_by("seq")
    ]


def test_an_accepted_task_and_its_reviews_are_credited_at_once(journey):
    task = journey.accepted(journey.member("ana-ruiz"))
    assert amounts(task.project) == [
        ("review", "amara-nwosu", "1/2"),
        ("review", "tomas-lindqvist", "1/2"),
        ("task", "ana-ruiz", "1"),
    ] or amounts(task.project) == [
        ("review", "tomas-lindqvist", "1/2"),
        ("review", "amara-nwosu", "1/2"),
        ("task", "ana-ruiz", "1"),
    ]
    fact = CreditFact.objects.get(type="task")
    assert (fact.source, fact.terms, fact.attributes) == (task.public_id, 1, {"rounds": 1})
    assert (fact.submitted, fact.accepted) == (task.submitted_on, task.accepted_on)


def test_a_round_that_asks_for_changes_credits_its_reviewers_and_no_author(journey):
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "revise", "revise")
    assert {kind for kind, _, _ in amounts(task.project)} == {"review"}


def test_when_the_decision_fails_nothing_was_posted(journey, monkeypatch):
    """The credit and the decision stand or fall together."""
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "accept", "accept")
    before = amounts(task.project)
    monkeypatch.setattr("authorship.ledger.append._check", _refuse)
    with pytest.raises(RuntimeError), transaction.atomic():
        journey.decided(task)
    assert amounts(task.project) == before
    assert Task.objects.get(pk=task.pk).state != "accepted"


def _refuse(amount):
    raise RuntimeError


def test_a_revoked_task_loses_its_points_and_the_reviews_keep_theirs(journey):
    task = journey.accepted(journey.member("ana-ruiz"))
    second = journey.editor("vera-holm")
    reviews.open_correction(actor=journey.ines, task=task, reasons=SAID)
    reviews.decide_correction(actor=second, task=task, outcome="revoke", reasons=SAID)
    sums = queries.totals(task.project)
    assert sum(points.get("task", 0) for points in sums.values()) == 0
    assert sum(points.get("review", 0) for points in sums.values()) == 1


def test_after_all_that_everything_verifies(journey):
    task = journey.accepted(journey.member("ana-ruiz"))
    jobs.recompute(project=task.project.public_id)
    faults = [
        *record_verify.verify_chain(task.project),
        *verify.verify_chain(task.project),
        *verify.verify_told(task.project),
        *verify.verify_amounts(task.project),
        *lists_verify.verify_lists(task.project),
    ]
    assert faults == []


def test_sources_read_as_tasks_and_reviews(journey):
    ana = journey.member("ana-ruiz")
    task = journey.accepted(ana)
    told = sources.described(CreditFact.objects.values_list("source", flat=True), project=task.project, reader=ana.user)
    labels = sorted(source.label.replace("of task 1, revision 1", "…") for source in told.values())
    assert [label[:7] for label in labels] == ["Review ", "Review ", "Task 1"]
    assert {source.title for source in told.values()} == {"Three days of pumping"}
    stranger = sources.described(told, project=task.project, reader=None)
    assert sorted(source.label for source in stranger.values()) == ["A finished review", "A finished review", "Task 1"]
