"""Two people, or two tabs, at once on real connections: one proposal has one answer, one task and one mail."""

from __future__ import annotations

from collections import Counter

import pytest

from portal.core.record.models import RecordEntry
from portal.core.record.verify import verify_chain
from portal.notices.models import Mail, Notice
from projects.proposals import services
from projects.proposals.models import Proposal, ProposalAnswer
from projects.proposals.verify import verify_proposals
from projects.tasks.models import Task
from tests.projects.journey import Journey
from tests.projects.proposals.proposing import WHY, answered, sent
from tests.projects.reviews.test_races import Act, _work_off_twice, in_pairs

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE, EACH = 20, 5


def many(taking: Journey) -> list[Proposal]:
    people = [taking.member(f"proposer-{number}") for number in range(PEOPLE)]
    return [sent(person, taking.project) for person in people for _ in range(EACH)]


def test_of_two_answers_at_once_one_stands(taking: Journey) -> None:
    proposals = many(taking)
    ines = taking.ines

    def answer(one: Proposal, kind: str, **said: str) -> Act:
        return lambda: services.answer(actor=ines, proposal=one, text=1, kind=kind, **said)

    outcomes = in_pairs([(answer(one, "go_on"), answer(one, "no", ground="scope", reasons=WHY)) for one in proposals])
    kinds = Counter(tuple(sorted(type(one).__name__ for one in pair)) for pair in outcomes)
    assert kinds == {("Conflict", "ProposalAnswer"): PEOPLE * EACH}, outcomes[:3]
    given = dict(ProposalAnswer.objects.values_list("text__proposal", "answer"))
    assert {one.pk: one.state for one in Proposal.objects.all()} == {
        pk: {"go_on": "taken_up", "no": "declined"}[answer] for pk, answer in given.items()
    }
    assert RecordEntry.objects.filter(kind="ProposalAnswered").count() == PEOPLE * EACH
    assert verify_chain(taking.project) == []
    assert list(verify_proposals(taking.project)) == []
    _work_off_twice()
    assert Notice.objects.filter(kind="proposal_answered").count() == PEOPLE * EACH
    assert Mail.objects.filter(to__startswith="proposer-").count() == PEOPLE * EACH


def test_two_tabs_begin_one_task(taking: Journey) -> None:
    proposals = many(taking)[:EACH]
    proposer = proposals[0].proposer
    for one in proposals:
        answered(taking.ines, one, "go_on")

    def begin(one: Proposal) -> Act:
        return lambda: services.begin_task(actor=proposer, proposal=one)

    outcomes = in_pairs([(begin(one), begin(one)) for one in proposals])
    assert [sum(isinstance(one, Task) for one in pair) for pair in outcomes] == [1] * EACH
    assert {type(one).__name__ for pair in outcomes for one in pair} == {"Task", "Conflict"}
    assert Task.objects.count() == EACH


def test_an_answer_and_a_withdrawal_at_once_do_one_of_both(taking: Journey) -> None:
    proposals = many(taking)[:20]
    ines = taking.ines
    outcomes = in_pairs(
        [
            (
                lambda one=one: services.withdraw(actor=one.proposer, proposal=one),
                lambda one=one: services.answer(actor=ines, proposal=one, text=1, kind="go_on"),
            )
            for one in proposals
        ]
    )
    assert all(len([one for one in pair if not isinstance(one, Exception)]) >= 1 for pair in outcomes), outcomes[:3]
    answers = set(ProposalAnswer.objects.values_list("text__proposal", flat=True))
    for one, (withdrawn, said) in zip(proposals, outcomes, strict=True):
        one.refresh_from_db()
        # Who was told go on may still withdraw; who withdrew first gets no answer.
        assert one.state == ("withdrawn" if not isinstance(withdrawn, Exception) else "taken_up")
        assert (one.pk in answers) is not isinstance(said, Exception)
