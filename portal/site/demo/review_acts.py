"""Acts of reviewers and of those who decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any

from portal.people.models import Subject
from portal.site.demo.stage import Crew, Stage, person
from projects.reviews import corrections, rounds
from projects.reviews import services as reviews
from projects.reviews.models import Assignment, ChangeRequest, Round
from projects.reviews.states import WAITING, RequestState, RoundState
from projects.rubric import criteria as rubric

# What a reviewer gives who accepts, criterion by criterion; a story may name others.
_SCORES = (4, 5, 4, 3, 5, 4)


def assign(
    stage: Stage,
    actor: Subject,
    task: str,
    reviewers: Sequence[str] | Mapping[str, Sequence[str]],
    appoints: str = "",
    lead: str = "",
) -> None:
    """For every round of the task, also those that open later, see `follow`.

    `reviewers`: handles for every stage, or {stage: handles}. Where a stage is decided by its lead, that is `lead` or
    else whoever asks the reviewers, appointed by `appoints`: nobody appoints themselves.
    """
    by_stage = reviewers if isinstance(reviewers, Mapping) else {"": reviewers}
    stage.crews[task] = Crew(actor, by_stage, person(lead) if lead else actor, appoints)
    follow(stage)


def follow(stage: Stage) -> None:
    """Whoever assigns gives each new round its people."""
    crews = {stage.tasks[key].pk: crew for key, crew in stage.crews.items()}
    opened = Round.objects.filter(task__in=crews, state=RoundState.OPEN)
    for one in opened.select_related("task__project", "revision", "rubric"):
        _staff(one, crews[one.task_id])


def _staff(one: Round, crew: Crew) -> None:
    stage = rounds.stage_of(one)
    if stage.decides == "lead" and one.lead_id is None and crew.appoints:
        reviews.appoint_lead(actor=person(crew.appoints), round=one, lead=crew.lead)
    if stage.seats and not one.assignments.exists():
        for handle in crew.reviewers.get(stage.id, crew.reviewers.get("", ())):
            reviewer = person(handle)
            assignment = reviews.assign(actor=crew.asks, round=one, reviewer=reviewer)
            reviews.agree(actor=reviewer, assignment=assignment)


def review(
    stage: Stage,
    actor: Subject,
    task: str,
    verdict: str,
    text: str,
    requests: Sequence[Mapping[str, Any]] = (),
    scores: Mapping[str, int] | None = None,
) -> None:
    """Requests of earlier rounds by the same reviewer that were answered are settled with an accepting review."""
    assignment = _waiting(stage, actor, task)
    if verdict == "accept":
        answered = ChangeRequest.objects.filter(
            review__assignment__reviewer=actor,
            review__assignment__round__task=stage.tasks[task],
            state__in=(RequestState.DONE, RequestState.CONTESTED),
        )
        for request in answered:
            reviews.settle(actor=actor, request=request)
    lower = 0 if verdict == "accept" else 2
    rows = zip(assignment.round.rubric.criteria, cycle(_SCORES), strict=False)
    given = {row["id"]: min(max(1, score - lower), len(rubric.steps(row))) for row, score in rows}
    reviews.file_review(
        actor=actor,
        assignment=assignment,
        verdict=verdict,
        text=text,
        scores={**given, **(scores or {})},
        requests=requests,
    )


def step_down(stage: Stage, actor: Subject, task: str, instead: str = "") -> None:
    """From the open round, and from those that follow. `instead` is asked by whoever asked for the others."""
    reviews.step_down(actor=actor, assignment=_waiting(stage, actor, task))
    crew = stage.crews[task]
    left = {place: [one for one in handles if one != actor.handle] for place, handles in crew.reviewers.items()}
    stage.crews[task] = replace(crew, reviewers=left)
    if instead:
        ask(stage, crew.asks, task, instead)


def ask(stage: Stage, actor: Subject, task: str, reviewer: str) -> None:
    """One more reviewer, for the open review round and those that follow."""
    opened = Round.objects.filter(task=stage.tasks[task], state=RoundState.OPEN).select_related("task__project")
    one = next(one for one in opened if rounds.stage_of(one).seats)
    reviews.agree(actor=person(reviewer), assignment=reviews.assign(actor=actor, round=one, reviewer=person(reviewer)))
    crew = stage.crews[task]
    more = {place: [*handles, reviewer] for place, handles in crew.reviewers.items() if place in ("", one.stage)}
    stage.crews[task] = replace(crew, reviewers={**crew.reviewers, **more})


def drop(stage: Stage, actor: Subject, task: str, number: int = 0) -> None:
    """The reviewer no longer asks for what was contested: one request by its number, or all of theirs."""
    contested = ChangeRequest.objects.filter(
        review__assignment__reviewer=actor,
        review__assignment__round__task=stage.tasks[task],
        state=RequestState.CONTESTED,
    )
    for request in contested.filter(number=number) if number else contested:
        reviews.drop(actor=actor, request=request)


def decide(
    stage: Stage,
    actor: Subject,
    task: str,
    outcome: str,
    criteria: Sequence[str],
    reasons: str,
    points: Sequence[Mapping[str, Any]] = (),
) -> None:
    """`points` are the lead's own: part, exact, criterion, and cure or no_cure."""
    one = Round.objects.select_related("task__project").get(task=stage.tasks[task], state=RoundState.OPEN, lead=actor)
    reviews.decide(actor=actor, round=one, outcome=outcome, criteria=criteria, reasons=reasons, points=points)


def open_correction(stage: Stage, actor: Subject, task: str, reasons: str) -> None:
    corrections.open_correction(actor=actor, task=stage.task(task), reasons=reasons)


def decide_correction(stage: Stage, actor: Subject, task: str, outcome: str, reasons: str) -> None:
    corrections.decide_correction(actor=actor, task=stage.task(task), outcome=outcome, reasons=reasons)


def _waiting(stage: Stage, actor: Subject, task: str) -> Assignment:
    """The place the reviewer has agreed to and not filled yet."""
    return Assignment.objects.select_related("round__task__project", "round__revision", "round__rubric").get(
        round__task=stage.tasks[task], round__state=RoundState.OPEN, reviewer=actor, state__in=WAITING
    )
