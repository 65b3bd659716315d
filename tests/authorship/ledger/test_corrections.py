"""An entry is taken back by two people without interest, once, and never edited."""

import json

import pytest

from authorship.ledger import corrections, queries, services, verify
from authorship.ledger.listeners import take_back, task_withdrawn
from authorship.ledger.models import Correction, CreditEntry
from authorship.ledger.states import CorrectionState
from portal.core import clock
from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.events import TaskRevoked, TaskWithdrawn
from portal.core.record.models import RecordEntry


@pytest.fixture
def organizers(core_team, member):
    """Ines founded and joined; Tomas joins. Both may award."""
    return core_team[0], member("tomas-lindqvist")


@pytest.fixture
def entry(credit, member):
    [made] = credit("t1", {member("ana"): "1"})
    return made


def propose(actor, project, entry, reason="The answer was copied from a published text."):
    return corrections.propose(actor=actor, project=project, seq=entry.seq, reason=reason)


def test_two_people_take_an_entry_back(organizers, open_project, entry):
    first, second = organizers
    correction = propose(first, open_project, entry)
    assert CreditEntry.objects.count() == 1, "proposing reverses nothing"
    reversal = corrections.confirm(actor=second, correction=correction)
    assert (reversal.numerator, reversal.denominator, reversal.seq) == (-1, 1, 2)
    assert (reversal.reverses_id, reversal.on, reversal.attempt) == (entry.pk, entry.on, 1)
    assert reversal.previous_hash == entry.hash
    assert queries.totals(open_project) == {entry.subject_id: {}}
    correction.refresh_from_db()
    assert (correction.state, correction.decided_by, correction.made) == (
        CorrectionState.CONFIRMED,
        second,
        reversal,
    )
    kinds = list(RecordEntry.objects.filter(kind__startswith="C").order_by("seq").values_list("kind", flat=True))
    assert kinds[-4:] == ["CreditPosted", "CorrectionProposed", "CreditReversed", "CorrectionConfirmed"]
    told = json.loads(RecordEntry.objects.get(kind="CreditReversed").payload)["entries"]
    assert (told[0]["amount"], told[0]["reverses"]) == ("-1", 1)


def test_the_proposer_is_no_second_person(organizers, open_project, entry):
    correction = propose(organizers[0], open_project, entry)
    with pytest.raises(Forbidden):
        corrections.confirm(actor=organizers[0], correction=correction)
    assert CreditEntry.objects.count() == 1


def test_nobody_corrects_credit_of_their_own_or_of_shared_work(organizers, open_project, credit):
    first, second = organizers
    mine, theirs = credit("t1", {first: "1/2", second: "1/2"})
    for entry in (mine, theirs):
        with pytest.raises(Forbidden):
            propose(first, open_project, entry)
    assert not Correction.objects.exists()


def test_without_the_power_nothing_is_proposed(member, open_project, entry):
    with pytest.raises(Forbidden):
        propose(member("bo"), open_project, entry)


def test_a_reason_is_needed(organizers, open_project, entry):
    with pytest.raises(Refused):
        propose(organizers[0], open_project, entry, reason="  ")


def test_one_open_correction_an_entry(organizers, open_project, entry):
    propose(organizers[0], open_project, entry)
    with pytest.raises(Conflict):
        propose(organizers[1], open_project, entry)


def test_an_entry_is_reversed_once_and_a_reversal_never(organizers, open_project, entry):
    first, second = organizers
    correction = propose(first, open_project, entry)
    reversal = corrections.confirm(actor=second, correction=correction)
    with pytest.raises(Conflict):
        corrections.confirm(actor=second, correction=correction)
    with pytest.raises(Conflict):
        propose(first, open_project, entry)
    with pytest.raises(Refused):
        propose(first, open_project, reversal)
    with pytest.raises(Conflict):
        services.reverse(project=open_project, entries=[entry], at=clock.deciding(), actor=first)
    assert CreditEntry.objects.count() == 2


def test_an_entry_of_another_project_is_refused(organizers, open_project, entry, person):
    entry.project_id += 1
    with pytest.raises(Refused):
        services.reverse(project=open_project, entries=[entry], at=clock.deciding(), actor=organizers[0])
    with pytest.raises(Refused, match="no entry 99"):
        corrections.propose(actor=organizers[0], project=open_project, seq=99, reason="No such entry.")


def test_a_dropped_correction_changes_nothing_and_may_be_proposed_again(organizers, open_project, entry):
    first, second = organizers
    corrections.drop(actor=first, correction=propose(first, open_project, entry))
    corrections.drop(actor=second, correction=propose(first, open_project, entry))
    assert CreditEntry.objects.count() == 1
    assert Correction.objects.filter(state=CorrectionState.DROPPED).count() == 2


def test_posting_the_same_facts_after_a_reversal_posts_nothing(organizers, open_project, entry, credit, person):
    corrections.confirm(actor=organizers[1], correction=propose(organizers[0], open_project, entry))
    assert credit("t1", {person("ana"): "1"}) == []
    assert CreditEntry.objects.count() == 2


def test_the_reason_stands_beside_the_chain(organizers, open_project, entry):
    propose(organizers[0], open_project, entry, reason="A secret is not in the chain.")
    told = RecordEntry.objects.get(kind="CorrectionProposed")
    assert "secret" not in told.payload
    assert told.texts.get(name="reason").text == "A secret is not in the chain."


def test_revoking_a_task_takes_back_everybodys_share(open_project, credit, member, task_of):
    ana, bo = member("ana"), member("bo")
    task = task_of(ana)
    credit(task.public_id, {ana: "1/2", bo: "1/2"}, work=task.public_id)
    credit("other", {ana: "1"})
    event = TaskRevoked(project=open_project.public_id, actor="", at=clock.deciding(), task=task.public_id)
    take_back(event)
    take_back(event)
    assert queries.totals(open_project) == {ana.pk: {"task": 1}, bo.pk: {}}
    assert Correction.objects.filter(state=CorrectionState.CONFIRMED, proposed_by=None).count() == 2


def test_credit_of_a_revoked_task_stays_where_the_terms_keep_it(publish, open_project, credit, member, task_of):
    def keep(document):
        document["authorship"]["after_revocation"] = "keep"

    ana = member("ana")
    task = task_of(ana, terms=publish(keep).number)
    credit(task.public_id, {ana: "1"}, terms=task.terms, work=task.public_id)
    take_back(TaskRevoked(project=open_project.public_id, actor="", at=clock.deciding(), task=task.public_id))
    assert queries.totals(open_project) == {ana.pk: {"task": 1}}


@pytest.fixture
def taken_back(organizers, open_project, entry):
    return corrections.confirm(actor=organizers[1], correction=propose(organizers[0], open_project, entry))


def again(actor, project, seq, reason="The text was the author's own."):
    return corrections.propose_again(actor=actor, project=project, seq=seq, reason=reason)


def test_what_was_taken_back_wrongly_is_posted_again_by_two_people(organizers, open_project, entry, taken_back):
    first, second = organizers
    proposed = again(first, open_project, entry.seq)
    with pytest.raises(Forbidden):
        corrections.confirm(actor=first, correction=proposed)
    assert CreditEntry.objects.count() == 2, "proposing posts nothing"
    made = corrections.confirm(actor=second, correction=proposed)
    assert (made.seq, made.attempt, made.amount, made.on, made.reverses_id) == (3, 2, 1, entry.on, None)
    assert queries.totals(open_project) == {entry.subject_id: {"task": 1}}
    told = RecordEntry.objects.get(kind="CorrectionConfirmed", payload__contains="post_again")
    assert json.loads(told.payload)["made"] == 3
    assert [*verify.verify_chain(open_project), *verify.verify_told(open_project)] == []
    assert list(verify.verify_amounts(open_project)) == []


def test_each_attempt_is_taken_back_and_posted_again_once(organizers, open_project, entry, taken_back):
    first, second = organizers
    made = corrections.confirm(actor=second, correction=again(first, open_project, entry.seq))
    with pytest.raises(Conflict):
        again(first, open_project, entry.seq)
    with pytest.raises(Conflict):
        again(first, open_project, made.seq)
    with pytest.raises(Refused):
        again(first, open_project, taken_back.seq)
    corrections.confirm(actor=second, correction=propose(first, open_project, made))
    third = corrections.confirm(actor=second, correction=again(first, open_project, made.seq))
    assert (third.attempt, queries.totals(open_project)) == (3, {entry.subject_id: {"task": 1}})


def test_nobody_posts_credit_of_their_own_again(organizers, open_project, credit, member):
    first = organizers[0]
    vera = member("vera-holm")
    [mine] = credit("t1", {first: "1"})
    services.reverse(project=open_project, entries=[mine], at=clock.deciding(), actor=None)
    for actor in (first, vera):
        with pytest.raises(Forbidden):
            again(actor, open_project, mine.seq)


def test_credit_of_a_revoked_task_is_not_posted_again(organizers, open_project, credit, member, task_of):
    first, second = organizers
    ana = member("ana")
    task = task_of(ana)
    [entry] = credit(task.public_id, {ana: "1"}, work=task.public_id)
    corrections.confirm(actor=second, correction=propose(first, open_project, entry))
    pending = again(first, open_project, entry.seq)
    task.state = "revoked"
    task.save()
    with pytest.raises(Conflict):
        corrections.confirm(actor=second, correction=pending)
    take_back(TaskRevoked(project=open_project.public_id, actor="", at=clock.deciding(), task=task.public_id))
    pending.refresh_from_db()
    assert pending.state == CorrectionState.DROPPED, "it ends with its task"
    assert queries.totals(open_project) == {ana.pk: {}}


def test_a_proposal_that_ends_with_its_task_is_told(organizers, open_project, credit, member, task_of):
    first, second = organizers
    ana = member("ana")
    task = task_of(ana)
    [entry] = credit(task.public_id, {ana: "1"}, work=task.public_id)
    proposed = propose(first, open_project, entry)
    event = TaskRevoked(project=open_project.public_id, actor=second.pk, at=clock.deciding(), task=task.public_id)
    take_back(event)
    proposed.refresh_from_db()
    assert (proposed.state, proposed.decided_by) == (CorrectionState.DROPPED, second)
    told = RecordEntry.objects.get(kind="CorrectionDropped")
    assert (told.actor, json.loads(told.payload)["cause"]) == (second.pk, "revoked")
    made = Correction.objects.get(state=CorrectionState.CONFIRMED)
    assert (made.cause, made.reason, made.made.reverses_id) == ("revoked", "", entry.pk)


@pytest.mark.parametrize(("clause", "left"), [("lose", {}), ("keep", {"task": 1}), (None, {"task": 1})])
def test_a_withdrawn_task_loses_its_credit_only_where_the_terms_say_so(
    clause, left, publish, open_project, credit, member, task_of
):
    def change(document):
        document["authorship"].pop("after_withdrawal", None)
        if clause:
            document["authorship"]["after_withdrawal"] = clause
        document["contact"] = "Write to the project page."

    ana = member("ana")
    task = task_of(ana, terms=publish(change).number)
    credit(task.public_id, {ana: "1"}, terms=task.terms, work=task.public_id)
    event = TaskWithdrawn(
        project=open_project.public_id, actor=ana.pk, at=clock.deciding(), task=task.public_id, accepted=True
    )
    task_withdrawn(event)
    task_withdrawn(event)
    assert queries.totals(open_project) == {ana.pk: left}


@pytest.mark.damages
def test_a_changed_correction_is_found(organizers, open_project, entry, taken_back):
    assert list(verify.verify_told(open_project)) == []
    Correction.objects.update(reason="Because.")
    assert next(iter(verify.verify_told(open_project))).endswith("the record says another reason")
    Correction.objects.update(reason="The answer was copied from a published text.", proposed_by=organizers[1])
    assert next(iter(verify.verify_told(open_project))).endswith("the record says another proposal")
