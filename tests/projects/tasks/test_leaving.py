"""Nobody who stands in a submitted revision loses their share without their own word."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from authorship.ledger.models import CreditEntry
from portal.core.errors import Conflict, Refused
from portal.core.record.models import RecordEntry
from projects.reviews import queries as review_queries
from projects.reviews import services as reviews
from projects.tasks import services
from projects.tasks.hashing import revision_hash
from projects.tasks.models import Task
from projects.terms import queries as terms
from tests.projects.journey import Journey


def _set(journey: Journey, task: Task, actor: str, **shares: str) -> None:
    task.draft.refresh_from_db()
    named = {handle.replace("_", "-"): share for handle, share in shares.items()}
    services.set_shares(actor=journey.person(actor), task=task, shares=named, version=task.draft.version)


def _confirm(journey: Journey, task: Task, handle: str, share: str | None = None) -> None:
    version = terms.current(journey.project)
    assert version is not None
    services.confirm_share(
        actor=journey.person(handle), task=task, terms_number=1, terms_hash=version.hash, share=share
    )


@pytest.fixture
def sent_back(journey: Journey) -> Task:
    """Ana began it and shares it with Bo; revision 1 was sent back and its requests are answered."""
    ana = journey.member("ana-ruiz")
    journey.member("bo-chen")
    journey.member("cem-demir")
    task = journey.draft(ana)
    _set(journey, task, "ana-ruiz", ana_ruiz="1/2", bo_chen="1/2")
    for handle in ("ana-ruiz", "bo-chen"):
        _confirm(journey, task, handle)
    journey.submit(ana, task)
    journey.judged(task, "revise", "revise")
    for request in review_queries.requests_of(task):
        reviews.answer_request(actor=ana, request=request, state="done")
    return task


def test_a_contributor_does_not_drop_another_between_revisions(journey: Journey, sent_back: Task) -> None:
    """Review A1: Bo names himself alone and confirms; Ana, who began the task, says nothing."""
    task, bo = sent_back, journey.person("bo-chen")
    _set(journey, task, "bo-chen", bo_chen="1")
    _confirm(journey, task, "bo-chen")
    with pytest.raises(Refused, match=r"Ana Ruiz has not confirmed that they leave"):
        journey.submit(bo, task)
    assert task.contributors.count() == 2
    assert task.revisions.count() == 1


def test_the_proposal_can_be_taken_back(journey: Journey, sent_back: Task) -> None:
    task, ana = sent_back, journey.person("ana-ruiz")
    _set(journey, task, "bo-chen", bo_chen="1")
    _set(journey, task, "ana-ruiz", ana_ruiz="1/2", bo_chen="1/2")
    for handle in ("ana-ruiz", "bo-chen"):
        _confirm(journey, task, handle)
    revision = journey.submit(ana, task)
    assert revision.shares == {ana.pk: "1/2", journey.person("bo-chen").pk: "1/2"}
    assert revision.given_up == {}


def test_whoever_confirms_leaves_with_the_next_revision_which_keeps_their_word(
    journey: Journey, sent_back: Task
) -> None:
    task, ana, bo = sent_back, journey.person("ana-ruiz"), journey.person("bo-chen")
    _set(journey, task, "bo-chen", bo_chen="1")
    _confirm(journey, task, "ana-ruiz", share="0")
    agreed = task.contributors.get(subject=ana).confirmed_at
    _confirm(journey, task, "bo-chen")
    revision = journey.submit(bo, task)
    assert revision.shares == {bo.pk: "1"}
    assert agreed is not None
    kept = {"from": "1/2", "to": "0", "confirmed": agreed.isoformat(timespec="microseconds")}
    assert revision.given_up == {ana.pk: kept}
    assert [row.subject_id for row in task.contributors.all()] == [bo.pk]
    assert task.revisions.get(number=1).shares[ana.pk] == "1/2"
    journey.judged(task, "accept", "accept")
    journey.decided(task)
    earned = CreditEntry.objects.filter(subject__in=[ana.pk, bo.pk]).values_list("subject", "numerator", "denominator")
    assert list(earned) == [(bo.pk, 1, 1)]


def test_a_smaller_share_waits_for_its_holder_and_is_kept(journey: Journey, sent_back: Task) -> None:
    task, ana, bo = sent_back, journey.person("ana-ruiz"), journey.person("bo-chen")
    _set(journey, task, "bo-chen", ana_ruiz="1/10", bo_chen="9/10")
    _confirm(journey, task, "bo-chen")
    with pytest.raises(Refused, match="Ana Ruiz has not confirmed their share"):
        journey.submit(bo, task)
    _confirm(journey, task, "ana-ruiz")
    revision = journey.submit(bo, task)
    assert {who: (row["from"], row["to"]) for who, row in revision.given_up.items()} == {ana.pk: ("1/2", "1/10")}


def test_a_confirmation_of_leaving_is_of_the_share_shown(journey: Journey, sent_back: Task) -> None:
    """The page showed 1/2 to Ana; meanwhile Bo proposed that she leaves."""
    _set(journey, sent_back, "bo-chen", bo_chen="1")
    with pytest.raises(Conflict):
        _confirm(journey, sent_back, "ana-ruiz", share="1/2")
    assert sent_back.contributors.get(numerator=0).confirmed_at is None


def test_who_agreed_to_leave_is_not_asked_again_but_who_comes_back_is(journey: Journey, sent_back: Task) -> None:
    task, ana = sent_back, journey.person("ana-ruiz")
    _set(journey, task, "bo-chen", bo_chen="1")
    _confirm(journey, task, "ana-ruiz")
    _set(journey, task, "bo-chen", bo_chen="1/2", cem_demir="1/2")
    assert task.contributors.get(subject=ana).confirmed_at is not None
    _set(journey, task, "bo-chen", bo_chen="1/2", ana_ruiz="1/2")
    assert task.contributors.get(subject=ana).confirmed_at is None


def test_whoever_was_never_submitted_is_left_out_at_once(journey: Journey, sent_back: Task) -> None:
    task = sent_back
    _set(journey, task, "bo-chen", ana_ruiz="1/3", bo_chen="1/3", cem_demir="1/3")
    _set(journey, task, "bo-chen", ana_ruiz="1/2", bo_chen="1/2")
    assert task.contributors.count() == 2


def test_the_record_tells_how_many_only_where_names_are_public(journey: Journey, sent_back: Task) -> None:
    """The example's tasks are for members: until acceptance a number would tell of a second contributor."""
    task = sent_back
    _set(journey, task, "bo-chen", bo_chen="1")
    for handle in ("ana-ruiz", "bo-chen"):
        _confirm(journey, task, handle)
    revision = journey.submit(journey.person("bo-chen"), task)
    entry = RecordEntry.objects.filter(kind="RevisionSubmitted").last()
    assert entry is not None
    assert "given_up" not in entry.payload
    assert revision.hash in entry.payload
    revision.given_up = {}
    assert revision.hash != revision_hash(revision, []), "the hash on the record covers what was given up"


def test_the_pages_say_it_and_take_the_leave(journey: Journey, sent_back: Task) -> None:
    task, ana = sent_back, journey.person("ana-ruiz")
    _set(journey, task, "bo-chen", bo_chen="1")
    client = Client()
    client.force_login(ana.user)
    shares = reverse("task_shares", args=[journey.project.slug, task.public_id])
    confirm = reverse("task_confirm", args=[journey.project.slug, task.public_id])
    page = client.get(shares).content.decode()
    assert "Is to leave; their share was ½." in page
    assert "Confirm that I leave" in page
    assert 'value="ana-ruiz"' not in page, "the form holds who stays"
    assert "Leave this task?" in client.get(confirm).content.decode()
    assert client.post(confirm, {"share": "0"}).status_code == 422
    assert client.post(confirm, {"share": "1/2", "agree": "on"}).status_code == 409
    assert client.post(confirm, {"share": "0", "agree": "on"}).status_code == 302
    assert task.contributors.get(subject=ana).confirmed_at is not None
    _confirm(journey, task, "bo-chen")
    journey.submit(journey.person("bo-chen"), task)
    client.force_login(journey.person("bo-chen").user)
    page = client.get(shares).content.decode()
    assert "Given up" in page
    assert "Ana Ruiz" in page
