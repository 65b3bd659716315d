"""Review: who may, what is refused, how a stage is decided, what follows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from authorship.ledger.models import CreditEntry
from portal.core import clock
from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record.models import RecordEntry
from portal.people.models import Affiliation
from projects.reviews import queries, services
from projects.reviews.models import Round
from projects.tasks import services as tasks
from projects.tasks.models import TaskContributor
from projects.terms import queries as terms
from tests.projects.journey import NO_CURE, REQUEST, SAID, STATEMENT, Journey


def test_submission_opens_the_first_stage_with_its_days_and_rubric(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    round_ = journey.round(task)
    assert (round_.stage, round_.rubric.number) == ("domain", 1)
    day = round_.opened_at.date()
    assert round_.first_answer_due.date() == day + dt.timedelta(days=10)
    assert round_.decision_due.date() == day + dt.timedelta(days=21)


def test_the_whole_way_ends_in_one_entry_of_the_same_transaction(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.judged(task, "accept", "accept")
    assert task.state == "in_review", "the final stage is still to come"
    assert journey.round(task).stage == "final"
    journey.decided(task)
    assert task.state == "accepted"
    assert task.accepted_on == clock.today("UTC")
    entry = CreditEntry.objects.get(project=task.project, kind="task")
    assert (entry.subject_id, entry.numerator, entry.denominator, entry.terms) == (ana.pk, 1, 1, 1)
    kinds = list(RecordEntry.objects.filter(project=task.project.public_id).values_list("kind", flat=True))
    assert kinds.index("RoundDecided") < kinds.index("TaskAccepted") < len(kinds)


def test_reviewers_are_letters_drawn_for_the_round(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    places = [journey.ask(task, one) for one in (journey.tomas, journey.amara)]
    assert places[0].letter != places[1].letter
    assert {place.letter for place in places} <= set(services.LETTERS)
    entries = RecordEntry.objects.filter(kind="ReviewerAsked")
    assert entries.count() == 2
    assert not any(journey.tomas.pk in one.payload or one.actor == journey.tomas.pk for one in entries)


def test_a_review_is_told_by_letter_and_day(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    before = RecordEntry.objects.filter(project=task.project.public_id).last()
    place = journey.agreed(task, journey.tomas)
    assert before is not None
    entry = RecordEntry.objects.get(kind="ReviewerAgreed")
    asked = RecordEntry.objects.get(kind="ReviewerAsked")
    assert entry.actor == ""
    assert entry.at == asked.at, "the instant is the predecessor's, not the reviewer's"
    assert f'"letter":"{place.letter}"' in entry.payload


def test_only_holders_of_the_powers_act(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    round_ = journey.round(task)
    with pytest.raises(Forbidden):
        services.assign(actor=journey.tomas, round=round_, reviewer=journey.amara)
    with pytest.raises(Forbidden, match="holds no role"):
        services.assign(actor=journey.ines, round=round_, reviewer=journey.member("bo-chen"))
    with pytest.raises(Forbidden, match="holds no role"):
        services.appoint_lead(actor=journey.ines, round=round_, lead=journey.amara)
    place = journey.ask(task, journey.tomas)
    with pytest.raises(Forbidden, match="somebody else"):
        services.agree(actor=journey.amara, assignment=place)
    with pytest.raises(Conflict, match="asked for this round already"):
        journey.ask(task, journey.tomas)
    with pytest.raises(Conflict):
        journey.file(place, "accept")


def test_nobody_judges_their_own_work(journey: Journey) -> None:
    """Tomas writes; he may neither review nor lead, and Ines cannot ask him to."""
    task = journey.submitted(journey.tomas)
    with pytest.raises(Forbidden, match="has an interest in this task"):
        journey.ask(task, journey.tomas)
    own = journey.submitted(journey.ines, "By the editor")
    with pytest.raises(Forbidden, match="own work"):
        services.assign(actor=journey.ines, round=journey.round(own), reviewer=journey.tomas)
    with pytest.raises(Forbidden, match="own work"):
        services.appoint_lead(actor=journey.ines, round=journey.round(own), lead=journey.ines)


def test_a_contributor_added_later_cannot_file_or_count(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    first, second = journey.agreed(task, journey.tomas), journey.agreed(task, journey.amara)
    journey.file(first, "accept")
    at = clock.deciding()
    TaskContributor.objects.create(task=task, subject=journey.tomas, numerator=1, denominator=2, added_at=at)
    journey.file(second, "accept")
    task.refresh_from_db()
    round_ = task.rounds.get()
    assert round_.state == "open", "one of the two verdicts is an author's now"
    TaskContributor.objects.create(task=task, subject=journey.amara, numerator=1, denominator=2, added_at=at)
    with pytest.raises(Forbidden, match="own work"):
        journey.file(second, "accept")


def test_a_lead_who_became_a_contributor_cannot_decide(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "accept", "accept")
    round_ = services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.ines)
    TaskContributor.objects.create(
        task=task, subject=journey.ines, numerator=1, denominator=2, added_at=clock.deciding()
    )
    with pytest.raises(Forbidden, match="own work"):
        services.decide(actor=journey.ines, round=round_, outcome="accept", criteria=[], reasons=SAID)
    assert not CreditEntry.objects.filter(kind="task").exists()


def test_an_approval_falls_when_its_reviewer_becomes_a_contributor(journey: Journey) -> None:
    """Tomas accepts, the lead asks for changes, Tomas joins the authors, the text stays: the stage opens again."""
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.judged(task, "accept", "accept")
    journey.decided(task, "revise")
    task.draft.refresh_from_db()
    tasks.set_shares(
        actor=ana, task=task, shares={"ana-ruiz": "1/2", "tomas-lindqvist": "1/2"}, version=task.draft.version
    )
    version = terms.current(journey.project)
    assert version is not None
    for one in (ana, journey.tomas):
        tasks.confirm_share(actor=one, task=task, terms_number=1, terms_hash=version.hash)
    journey.submit(ana, task)
    assert journey.round(task).stage == "domain"
    with pytest.raises(Forbidden):
        journey.ask(task, journey.tomas)


def test_an_approval_holds_for_the_same_words_only(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.judged(task, "accept", "accept")
    journey.decided(task, "revise")
    journey.write(ana, task, statement=STATEMENT.replace("\n\n", "\n\n\n"))
    journey.submit(ana, task)
    assert journey.round(task).stage == "final", "white space keeps the approval"
    journey.decided(task, "revise")
    journey.write(ana, task, answer="Another answer altogether.")
    journey.submit(ana, task)
    assert journey.round(task).stage == "domain", "a changed answer does not"


@pytest.mark.parametrize(("ror", "name"), [("05dxps055", "Institute of Wells"), ("", "  institute OF  wells ")])
def test_a_shared_affiliation_is_a_conflict_where_the_terms_say_so(journey: Journey, ror: str, name: str) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    place = journey.agreed(task, journey.amara)
    Affiliation.objects.create(subject=ana, position=0, name="Institute of Wells", ror=ror)
    for one in (journey.tomas, journey.amara):
        Affiliation.objects.create(subject=one, position=0, name=name, ror=ror)
    with pytest.raises(Forbidden, match="has an interest"):
        journey.ask(task, journey.tomas)
    with pytest.raises(Forbidden, match="share an affiliation"):
        journey.file(place, "accept")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"text": "no."}, "at least 40"),
        ({"text": "not good enough " * 5}, "repeats one phrase"),
        ({"scores": {"sound": 4}}, "Criterion 2 has no score"),
        ({"scores": {"sound": 4, "checked": 6}}, "Criterion 2"),
        ({"scores": {"sound": 4, "checked": True}}, "Criterion 2"),
        ({"scores": {"sound": 4, "checked": 1, "taste": 1}}, "taste"),
        ({"requests": []}, "at least one request"),
        ({"requests": [{**REQUEST, "criterion": "taste"}]}, "criterion of the rubric"),
        ({"requests": [{**REQUEST, "exact": "words that are not there"}]}, "stand not in this text"),
        ({"requests": [{**REQUEST, "exact": "drawdown", "part": "title"}]}, "choose the part"),
        ({"requests": [{**REQUEST, "cure": ""}]}, "How to know"),
        ({"requests": [{**REQUEST, "cure": "", "no_cure": "no."}]}, "Why nothing can cure it: say more, at least 40"),
        ({"requests": [{**REQUEST, "cure": "", "no_cure": "no. " * 200}]}, "repeats one phrase"),
        ({"requests": [{**REQUEST, "no_cure": NO_CURE}]}, "either how to know"),
        ({"requests": [{**REQUEST, "cure": "", "no_cure": NO_CURE}]}, "the verdict is “decline”"),
        ({"requests": [{**REQUEST, "exact": "", "line": "99"}]}, "no text in line 99"),
    ],
)
def test_a_review_that_helps_nobody_is_refused_and_nothing_is_kept(
    journey: Journey, changed: dict[str, object], message: str
) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.agreed(task, journey.tomas)
    with pytest.raises(Refused, match=message):
        journey.file(place, "revise", **changed)
    place.refresh_from_db()
    assert place.state == "agreed"
    assert not RecordEntry.objects.filter(kind="ReviewFiled").exists()


def test_a_request_may_name_a_line(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.agreed(task, journey.tomas)
    review = journey.file(place, "revise", requests=[{**REQUEST, "exact": "", "line": "3"}])
    assert review.requests.get().exact == "The drawdown rises, and then it stays. Say why."


@pytest.mark.parametrize(
    ("first", "second", "state"),
    [
        ("accept", "accept", "in_review"),
        ("accept", "revise", "changes_requested"),
        ("revise", "decline", "changes_requested"),
        ("decline", "decline", "declined"),
    ],
)
def test_the_majority_decides_at_the_filing_that_settles_it(
    journey: Journey, first: str, second: str, state: str
) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, first, second)
    assert task.state == state
    decision = Round.objects.get(task=task, stage="domain").decision
    assert (decision.rule, decision.by) == ("majority", None)
    assert decision.criteria == ([] if first == second == "accept" else ["sound"])


def test_requests_are_answered_settled_and_dropped(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.judged(task, "revise", "revise")
    one, two = queries.requests_of(task)
    journey.write(ana, task, statement="Eleven new lines.\n" * 11 + STATEMENT)
    with pytest.raises(Refused, match="Still open: 1·"):
        journey.submit(ana, task)
    with pytest.raises(Refused, match="Reason"):
        services.answer_request(actor=ana, request=one, state="contested", text="no.")
    with pytest.raises(Forbidden):
        services.answer_request(actor=journey.tomas, request=one, state="done")
    services.answer_request(actor=ana, request=one, state="contested", text="The log would give the answer away.")
    services.answer_request(actor=ana, request=two, state="done", text="Named in paragraph three.")
    journey.submit(ana, task)
    with pytest.raises(Conflict):
        services.answer_request(actor=ana, request=two, state="contested", text="The log would give it all away.")
    filer = one.review.assignment.reviewer
    other = two.review.assignment.reviewer
    with pytest.raises(Forbidden, match="Only the reviewer who filed"):
        services.settle(actor=other, request=one)
    services.settle(actor=filer, request=one)
    services.drop(actor=other, request=two)
    assert [request.state for request in queries.requests_of(task)] == ["settled", "dropped"]
    assert [answer.state for answer in queries.requests_of(task)[0].answers.all()] == ["contested", "settled"]


def test_a_decision_rests_on_criteria_and_reasons(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "accept", "accept")
    round_ = services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.ines)
    for values, message in [
        ({"outcome": "decline", "criteria": ["sound"], "reasons": SAID}, "at least one request"),
        ({"outcome": "decline", "criteria": ["taste"], "reasons": SAID}, "frozen"),
        ({"outcome": "decline", "criteria": ["sound"], "reasons": "no."}, "at least 40"),
        ({"outcome": "perhaps", "criteria": [], "reasons": SAID}, "Choose a verdict"),
    ]:
        with pytest.raises(Refused, match=message):
            services.decide(actor=journey.ines, round=round_, **values)  # type: ignore[arg-type]
    round_.refresh_from_db()
    assert round_.state == "open"


def test_steps_cannot_be_skipped(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    round_ = services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.ines)
    with pytest.raises(Refused, match="counting the verdicts"):
        services.decide(actor=journey.ines, round=round_, outcome="accept", criteria=[], reasons=SAID)
    journey.judged(task, "accept", "accept")
    journey.decided(task)
    final = Round.objects.get(task=task, stage="final")
    with pytest.raises(Conflict):
        services.decide(actor=journey.ines, round=final, outcome="decline", criteria=["sound"], reasons=SAID)
    with pytest.raises(Conflict):
        services.assign(actor=journey.ines, round=final, reviewer=journey.tomas)


def test_a_correction_takes_two_people_and_takes_the_points_back(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.accepted(ana)
    second = journey.editor("vera-holm")
    with pytest.raises(Forbidden):
        services.open_correction(actor=ana, task=task, reasons=SAID)
    services.open_correction(actor=journey.ines, task=task, reasons=SAID)
    with pytest.raises(Conflict):
        services.open_correction(actor=second, task=task, reasons=SAID)
    with pytest.raises(Forbidden, match="second person"):
        services.decide_correction(actor=journey.ines, task=task, outcome="keep", reasons=SAID)
    services.decide_correction(actor=second, task=task, outcome="keep", reasons=SAID)
    task.refresh_from_db()
    assert task.state == "accepted"
    services.open_correction(actor=second, task=task, reasons=SAID)
    services.decide_correction(actor=journey.ines, task=task, outcome="revoke", reasons=SAID)
    task.refresh_from_db()
    assert task.state == "revoked"
    amounts = CreditEntry.objects.filter(kind="task").values_list("numerator", flat=True)
    assert sorted(amounts) == [-1, 1]


def test_a_review_draft_is_kept_and_a_stale_window_is_told(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.agreed(task, journey.tomas)
    values = {"verdict": "", "text": "First thoughts", "scores": {"sound": 2}, "requests": [{"text": "half"}]}
    draft = services.save_review_draft(actor=journey.tomas, assignment=place, version=0, **values)  # type: ignore[arg-type]
    assert (draft.version, draft.scores, draft.requests[0]["text"]) == (1, {"sound": 2}, "half")
    services.save_review_draft(actor=journey.tomas, assignment=place, version=1, **{**values, "text": "Second"})  # type: ignore[arg-type]
    with pytest.raises(Conflict) as caught:
        services.save_review_draft(actor=journey.tomas, assignment=place, version=1, **values)  # type: ignore[arg-type]
    assert caught.value.context["theirs"].text == "Second"  # type: ignore[attr-defined]
    with pytest.raises(Conflict):
        journey.file(place, "accept", version=1)
    journey.file(place, "accept", version=2)


def test_a_silent_reviewer_is_released_after_their_days_and_the_round_goes_on(
    journey: Journey, days_later: Callable[[int], None]
) -> None:
    """The terms give ten days and a quorum of two; days count from the asking, for whoever is asked later too."""
    task = journey.submitted(journey.member("ana-ruiz"))
    first, silent = journey.agreed(task, journey.tomas), journey.agreed(task, journey.amara)
    journey.file(first, "accept")
    with pytest.raises(Forbidden):
        services.release(actor=journey.tomas, assignment=silent)
    with pytest.raises(Conflict, match="not over yet"):
        services.release(actor=journey.ines, assignment=silent)
    days_later(11)
    with pytest.raises(Conflict, match="Ask somebody else first"):
        services.release(actor=journey.ines, assignment=silent)
    third = journey.agreed(task, journey.reviewer("vera-holm"))
    with pytest.raises(Conflict, match="not over yet"):
        services.release(actor=journey.ines, assignment=third)
    services.release(actor=journey.ines, assignment=silent)
    for gone, act in ((silent, journey.file), (first, None)):
        with pytest.raises(Conflict):
            act(gone, "decline") if act else services.release(actor=journey.ines, assignment=gone)
    task.refresh_from_db()
    assert task.rounds.get().state == "open", "one verdict is below the quorum of two"
    journey.file(third, "accept")
    task.refresh_from_db()
    assert task.rounds.get(stage="domain").decision.outcome == "accept"


def test_who_steps_down_leaves_no_verdict_and_is_replaced(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.agreed(task, journey.tomas)
    services.step_down(actor=journey.tomas, assignment=place)
    with pytest.raises(Conflict):
        journey.file(place, "accept")
    with pytest.raises(Conflict):
        journey.ask(task, journey.tomas)
