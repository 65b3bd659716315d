"""Tasks from the first draft to submission, and what is refused on the way."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from authorship.engine import canonical
from portal.core import clock
from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record.models import RecordEntry
from projects.reviews import queries as review_queries
from projects.reviews import services as reviews
from projects.reviews.models import ChangeRequest
from projects.reviews.states import WAITING, AssignmentState, RoundState
from projects.tasks import queries as tasks
from projects.tasks import services, turns
from projects.tasks.models import Task, TaskContributor
from projects.terms import queries as terms
from projects.terms import services as terms_services
from projects.terms.models import Acceptance
from tests.projects.journey import ANSWER, CHECK, DETAILS, STATEMENT, Journey


def test_a_draft_has_a_random_id_and_no_number(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    assert task.number is None
    assert task.terms is None
    assert len(task.public_id) == 13


def test_a_stranger_cannot_begin_a_task(journey: Journey) -> None:
    with pytest.raises(Forbidden):
        services.create(actor=journey.person("sam-stranger"), project=journey.project, title="Mine")


def test_submission_numbers_binds_and_hashes(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    revision = journey.submit(ana, task)
    assert (task.number, task.terms, task.state, task.revision_count) == (1, 1, "submitted", 1)
    assert task.submitted_on is not None
    assert revision.hash == canonical.digest(
        {
            "title": "Three days of pumping",
            "tags": ["wells"],
            "statement": STATEMENT.strip(),
            "answer": ANSWER.strip(),
            "verification": CHECK.strip(),
            "details": DETAILS,
            "attachments": [],
            "shares": {ana.pk: "1"},
            "given_up": {},
            "salt": revision.salt,
        }
    )
    assert len(bytes.fromhex(revision.salt)) == 32
    assert journey.submitted(ana, "A second one").number == 2


def test_the_record_names_no_contributor_before_the_public_may_know(journey: Journey) -> None:
    """The example's tasks are for members; names become public with acceptance."""
    ana = journey.member("ana-ruiz")
    journey.submitted(ana)
    entry = RecordEntry.objects.get(kind="RevisionSubmitted")
    assert entry.actor == ""
    assert ana.pk not in entry.payload
    assert not entry.texts.exists()


@pytest.mark.parametrize("part", ["statement", "answer", "verification"])
def test_an_empty_part_is_named(journey: Journey, part: str) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    journey.write(ana, task, **{part: " \n "})
    with pytest.raises(Refused, match="is empty"):
        journey.submit(ana, task)


def test_a_stale_draft_is_a_conflict_that_keeps_both_texts(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    stale = task.draft.version
    journey.write(ana, task, statement="The first window wrote this.")
    with pytest.raises(Conflict) as caught:
        services.save_draft(
            actor=ana, task=task, version=stale, title="T", tags=[], statement="Other", answer="", verification=""
        )
    theirs = caught.value.context["theirs"]
    assert theirs.statement == "The first window wrote this."  # type: ignore[attr-defined]
    with pytest.raises(Conflict):
        services.submit(actor=ana, task=task, version=stale)


def test_nothing_changes_while_the_task_is_in_review(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    with pytest.raises(Conflict, match="Submitted"):
        journey.write(ana, task, statement="Too late")
    with pytest.raises(Conflict):
        services.set_shares(actor=ana, task=task, shares={"ana-ruiz": "1"}, version=task.draft.version)
    with pytest.raises(Conflict):
        journey.submit(ana, task)


def _share(journey: Journey, task: Task, **shares: str) -> list[TaskContributor]:
    names = {handle.replace("_", "-"): amount for handle, amount in shares.items()}
    task.draft.refresh_from_db()
    return services.set_shares(actor=journey.person("ana-ruiz"), task=task, shares=names, version=task.draft.version)


def test_shares_are_exact_and_each_confirms_for_themselves(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    task = journey.draft(ana)
    rows = _share(journey, task, ana_ruiz="2/3", bo_chen="1/3")
    assert {(row.subject_id, row.numerator, row.denominator) for row in rows} == {(ana.pk, 2, 3), (bo.pk, 1, 3)}
    assert all(row.confirmed_at is None for row in rows)
    with pytest.raises(Refused, match="Bo Chen has not confirmed"):
        journey.submit(ana, task)
    version = terms.current(journey.project)
    assert version is not None
    for one in (ana, bo):
        services.confirm_share(actor=one, task=task, terms_number=1, terms_hash=version.hash)
    assert Acceptance.objects.filter(purpose="task", task=task.public_id).count() == 2
    revision = journey.submit(ana, task)
    assert revision.shares == {ana.pk: "2/3", bo.pk: "1/3"}


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("1/2", "1/3", "add up to 5/6, not to 1"),
        ("1", "1/2", "add up to 3/2"),
        ("0", "1", "is 0"),
        ("-1", "2", "plain digits"),
        ("0.5", "0.5", "plain digits"),
        ("NaN", "1", "plain digits"),
        ("1e400", "1", "plain digits"),
        ("１/２", "1/2", "plain digits"),
        ("", "1", "plain digits"),
        ("1/1000001", "1/2", "plain digits"),
    ],
)
def test_shares_that_do_not_add_up_are_refused(journey: Journey, first: str, second: str, message: str) -> None:
    ana = journey.member("ana-ruiz")
    journey.member("bo-chen")
    task = journey.draft(ana)
    with pytest.raises(Refused, match=message):
        _share(journey, task, ana_ruiz=first, bo_chen=second)
    assert task.contributors.count() == 1


def test_a_change_of_the_shares_clears_every_confirmation(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    journey.member("bo-chen")
    task = journey.draft(ana)
    version = terms.current(journey.project)
    assert version is not None
    _share(journey, task, ana_ruiz="1/2", bo_chen="1/2")
    services.confirm_share(actor=ana, task=task, terms_number=1, terms_hash=version.hash)
    _share(journey, task, ana_ruiz="1/2", bo_chen="1/2")
    assert task.contributors.exclude(confirmed_at=None).count() == 1, "nothing changed, nothing is cleared"
    _share(journey, task, ana_ruiz="1/3", bo_chen="2/3")
    assert task.contributors.exclude(confirmed_at=None).count() == 0


def test_a_confirmation_is_of_the_share_and_the_version_shown(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    task = journey.draft(ana)
    version = terms.current(journey.project)
    assert version is not None
    _share(journey, task, ana_ruiz="1/2", bo_chen="1/2")
    with pytest.raises(Conflict, match="shares have changed"):
        services.confirm_share(actor=bo, task=task, terms_number=1, terms_hash=version.hash, share="1/3")
    with pytest.raises(Conflict):
        services.confirm_share(actor=bo, task=task, terms_number=1, terms_hash="0" * 64)
    with pytest.raises(Conflict):
        services.confirm_share(actor=bo, task=task, terms_number=2, terms_hash=version.hash)
    with pytest.raises(Forbidden):
        services.confirm_share(actor=journey.tomas, task=task, terms_number=1, terms_hash=version.hash)
    assert task.contributors.exclude(confirmed_at=None).count() == 0


def test_a_contributor_is_a_member(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    journey.person("sam-stranger")
    task = journey.draft(ana)
    with pytest.raises(Refused, match="is no member"):
        _share(journey, task, ana_ruiz="1/2", sam_stranger="1/2")
    with pytest.raises(Refused, match="is no member"):
        _share(journey, task, ana_ruiz="1/2", nobody="1/2")


def test_equal_split_is_set_by_the_site(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    journey.member("bo-chen")
    journey.amend(lambda document: document["authorship"]["kinds"][0].update(split="equal"))
    clock.move(dt.timedelta(days=60))
    version = terms.current(journey.project)
    assert version is not None
    assert version.number == 2
    terms_services.accept(actor=ana, project=journey.project, number=2, hash=version.hash, purpose="work")
    task = journey.draft(ana)
    rows = _share(journey, task, ana_ruiz="9/10", bo_chen="nonsense")
    assert [(row.numerator, row.denominator) for row in rows] == [(1, 2), (1, 2)]


def test_open_work_stays_under_its_version_and_new_work_needs_the_next(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    draft = journey.draft(ana, "Begun before")
    old = journey.submitted(ana, "Submitted before")
    journey.amend(lambda document: document["authorship"]["kinds"][0].update(amount={"fixed": "2"}))
    clock.move(dt.timedelta(days=60))
    with pytest.raises(Forbidden, match="version 2"):
        journey.draft(ana, "Too early")
    with pytest.raises(Forbidden, match="have not accepted"):
        journey.submit(ana, draft)
    journey.judged(old, "revise", "revise")
    for request in _open_requests(old):
        reviews.answer_request(actor=ana, request=request, state="done")
    journey.submit(ana, old)
    assert (old.terms, old.revision_count) == (1, 2)


def _open_requests(task: Task) -> list[ChangeRequest]:
    return [one for one in review_queries.requests_of(task) if one.state == "open"]


def test_a_task_is_withdrawn_once_and_its_rounds_end(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    place = journey.agreed(task, journey.tomas)
    with pytest.raises(Forbidden):
        services.withdraw(actor=journey.tomas, task=task)
    services.withdraw(actor=ana, task=task)
    task.refresh_from_db()
    place.refresh_from_db()
    assert (task.state, place.state) == ("withdrawn", "void")
    assert task.rounds.get().state == "void"
    with pytest.raises(Conflict):
        services.withdraw(actor=ana, task=task)
    with pytest.raises(Conflict):
        journey.file(place, "accept")


def test_past_the_promised_days_it_is_not_reviewed_instead_of_withdrawn(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    clock.move(dt.timedelta(days=9))
    assert not services.is_overdue(task, clock.deciding())
    clock.move(dt.timedelta(days=2))
    services.withdraw(actor=ana, task=task)
    task.refresh_from_db()
    assert task.state == "not_reviewed"


def test_two_revisions_of_the_same_words_have_different_hashes(journey: Journey) -> None:
    """A24: whoever guesses a short answer cannot try it against the public hash."""
    ana = journey.member("ana-ruiz")
    first = journey.submit(ana, journey.draft(ana))
    second = journey.submit(ana, journey.draft(ana))
    assert (first.answer, first.shares) == (second.answer, second.shares)
    assert first.hash != second.hash


def test_a_stage_without_days_promises_none(fresh: Journey) -> None:
    """A10: `none` for the days of a stage is no date at all, and never late; after 28 without a review the contributors
    may take the task back."""

    def no_days(document: dict[str, Any]) -> None:
        for stage in document["participation"]["stages"]:
            stage.update(first_answer_days="none", decision_days="none")

    fresh.publish_first(no_days)
    ana = fresh.member("ana-ruiz")
    task = fresh.submitted(ana)
    round_ = fresh.round(task)
    assert (round_.first_answer_due, round_.decision_due) == (None, None)
    assert tasks.turn(task).until is None
    clock.move(dt.timedelta(days=27))
    assert not services.is_overdue(task, clock.deciding())
    clock.move(dt.timedelta(days=40_000))
    assert services.is_overdue(task, clock.deciding())
    assert [one.due for one in review_queries.queue(fresh.project, fresh.ines, frozenset({"assign"}))] == [None]
    client = Client()
    client.force_login(fresh.ines.user)
    for name, args in (("task_page", [1]), ("task_list", []), ("review_queue", []), ("task_assign", [1])):
        page = client.get(reverse(name, args=[fresh.project.slug, *args])).content.decode()
        assert "no deadline in the terms" in page, name
        assert "36500" not in page


def test_how_many_rounds_there_are_says_the_version_in_force(journey: Journey) -> None:
    """A26: a rule of judging; the task stays bound to version 1, which allows more."""
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.amend(lambda document: document["participation"].update(most_rounds=1))
    clock.move(dt.timedelta(days=60))
    journey.judged(task, "revise", "revise")
    for request in _open_requests(task):
        reviews.answer_request(actor=ana, request=request, state="done")
    with pytest.raises(Refused, match="at most 1 round"):
        journey.submit(ana, task)
    assert task.terms == 1


def test_one_act_carries_one_instant(journey: Journey) -> None:
    """B8: the draft's time is that of the shares it was saved with."""
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    task = journey.draft(ana)
    _share(journey, task, ana_ruiz="1/2", bo_chen="1/2")
    task.draft.refresh_from_db()
    assert task.contributors.get(subject=bo).added_at == task.draft.updated_at


def test_the_names_of_states_that_are_read_below_their_room() -> None:
    """A13: turns may not import the room of reviews above it."""
    assert turns.ROUND_OPEN == RoundState.OPEN
    assert turns.ASSIGNMENT_WAITING == WAITING
    assert turns.ASSIGNMENT_FILED == AssignmentState.FILED
