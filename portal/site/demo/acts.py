"""What people of the demo do, each act by the service behind the page it would be done on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.files.base import ContentFile

from authorship.imports import services as imports
from authorship.ledger import choices
from portal.core import clock
from portal.people import queries as people
from portal.people.models import Subject
from portal.site.demo import story
from projects.members import services as members
from projects.project import services as projects
from projects.project.models import Project
from projects.reviews import corrections
from projects.reviews import services as reviews
from projects.reviews.models import Assignment, ChangeRequest, Round
from projects.reviews.states import RequestState, RoundState
from projects.rubric import services as rubric
from projects.tasks import queries as tasks_queries
from projects.tasks import services as tasks
from projects.tasks.models import Task
from projects.terms import queries as terms_queries
from projects.terms import services as terms

TITLE = "Tephra Bench"
SLUG = "tephra-bench"
SUMMARY = (
    "Whether a model can read a record of volcanic ash as a tephrochronologist does, "
    "and say so when the record cannot decide."
)
FIELD = "Volcanology"
_SCORES = (4, 5, 4, 3, 5, 4)


@dataclass
class Stage:
    """What acts need to find: the project once it exists, and tasks by their keys in the story."""

    project: Project | None = None
    tasks: dict[str, Task] = field(default_factory=dict)

    @property
    def ours(self) -> Project:
        assert self.project is not None
        return self.project

    def task(self, key: str) -> Task:
        return Task.objects.select_related("project", "draft").get(pk=self.tasks[key].pk)


Act = Callable[..., None]


def found(stage: Stage, actor: Subject) -> None:
    """The project with its rubric and terms, published and recruiting on its first day."""
    project = projects.create(actor=actor, title=TITLE, slug=SLUG, summary=SUMMARY, field=FIELD)
    text = story.load("rubric.yaml")
    rubric.save_draft(actor=actor, project=project, title=text["title"], criteria=text["criteria"], version=0)
    rubric.publish(actor=actor, project=project)
    document = story.terms(clock.today("UTC"))
    terms.upload(actor=actor, project=project, text=document, name="tephra-bench-terms.yaml", version=0)
    terms.publish(actor=actor, project=project)
    stage.project = projects.recruit(actor=actor, project=project)


def join(stage: Stage, actor: Subject) -> None:
    version = terms_queries.current(stage.ours)
    assert version is not None
    members.join(actor=actor, project=stage.ours, number=version.number, hash=version.hash)


def import_credits(stage: Stage, actor: Subject) -> None:
    day = terms_queries.current(stage.ours)
    assert day is not None
    content = story.earlier_work(day.in_force)
    report = imports.import_credits(project=stage.ours, name="earlier-work.csv", content=content)
    if report.bad:
        raise ValueError([f"{bad.line}: {bad.reason}" for bad in report.bad])


def draft(stage: Stage, actor: Subject, task: str) -> None:
    text = story.task(task)
    made = tasks.create(actor=actor, project=stage.ours, title=text["title"])
    stage.tasks[task] = made
    _write(stage, actor, task, text, 0)


def submit(stage: Stage, actor: Subject, task: str, shares: dict[str, str] | None = None, attachment: str = "") -> None:
    draft(stage, actor, task)
    if attachment:
        file = ContentFile(story.attachment(attachment), name=attachment)
        tasks.attach(actor=actor, task=stage.task(task), file=file, version=stage.task(task).draft.version)
    if shares:
        made = stage.task(task)
        tasks.set_shares(actor=actor, task=made, shares=shares, version=made.draft.version)
        for handle in shares:
            _confirm(stage, _person(handle), task)
    made = stage.task(task)
    tasks.submit(actor=actor, task=made, version=made.draft.version)


def revise(stage: Stage, actor: Subject, task: str, answers: Sequence[str]) -> None:
    """Answers the open requests in their order, writes the next text of the story and submits it."""
    for request, answer in zip(_open_requests(stage, task), answers, strict=True):
        reviews.answer_request(actor=actor, request=request, state=RequestState.DONE, text=answer)
    made = stage.task(task)
    text = story.task(task)
    _write(stage, actor, task, text, made.revision_count)
    made = stage.task(task)
    note = text["revisions"][made.revision_count].get("note", "")
    tasks.submit(actor=actor, task=made, version=made.draft.version, note=note)


def withdraw(stage: Stage, actor: Subject, task: str) -> None:
    tasks.withdraw(actor=actor, task=stage.task(task))


def assign(stage: Stage, actor: Subject, task: str, reviewers: Sequence[str], appoints: str) -> None:
    """For every round of the task, also those that open later, see `follow`. Whoever asks the reviewers leads the final
    stage, appointed by `appoints`: nobody appoints themselves."""
    stage.tasks[task].crew = (actor, list(reviewers), appoints)  # type: ignore[attr-defined]
    follow(stage)


def follow(stage: Stage) -> None:
    """Whoever assigns gives each new round its people: reviewers in a review stage, a lead in the final one."""
    for task in stage.tasks.values():
        crew = getattr(task, "crew", None)
        if crew is None:
            continue
        actor, reviewers, appoints = crew
        for one in Round.objects.filter(task=task, state=RoundState.OPEN).select_related("task__project"):
            _staff(one, actor, reviewers, appoints)


def _staff(one: Round, actor: Subject, reviewers: Sequence[str], appoints: str) -> None:
    if one.stage == "final":
        if one.lead_id is None:
            reviews.appoint_lead(actor=_person(appoints), round=one, lead=actor)
    elif not one.assignments.exists():
        for handle in reviewers:
            reviewer = _person(handle)
            assignment = reviews.assign(actor=actor, round=one, reviewer=reviewer)
            reviews.agree(actor=reviewer, assignment=assignment)


def review(
    stage: Stage,
    actor: Subject,
    task: str,
    verdict: str,
    text: str,
    requests: Sequence[dict[str, Any]] = (),
) -> None:
    """Requests of earlier rounds by the same reviewer that were answered are settled with an accepting review."""
    assignment = Assignment.objects.select_related("round__task__project", "round__revision").get(
        round__task=stage.tasks[task], round__state=RoundState.OPEN, reviewer=actor
    )
    if verdict == "accept":
        answered = ChangeRequest.objects.filter(
            review__assignment__reviewer=actor,
            review__assignment__round__task=stage.tasks[task],
            state=RequestState.DONE,
        )
        for request in answered:
            reviews.settle(actor=actor, request=request)
    criteria = [one["id"] for one in assignment.round.rubric.criteria]
    lower = 0 if verdict == "accept" else 2
    scores = {one: max(1, score - lower) for one, score in zip(criteria, _SCORES, strict=True)}
    reviews.file_review(
        actor=actor, assignment=assignment, verdict=verdict, text=text, scores=scores, requests=requests
    )


def decide(stage: Stage, actor: Subject, task: str, outcome: str, criteria: Sequence[str], reasons: str) -> None:
    one = Round.objects.select_related("task__project").get(
        task=stage.tasks[task], state=RoundState.OPEN, stage="final"
    )
    reviews.decide(actor=actor, round=one, outcome=outcome, criteria=criteria, reasons=reasons)


def open_correction(stage: Stage, actor: Subject, task: str, reasons: str) -> None:
    corrections.open_correction(actor=actor, task=stage.task(task), reasons=reasons)


def decide_correction(stage: Stage, actor: Subject, task: str, outcome: str, reasons: str) -> None:
    corrections.decide_correction(actor=actor, task=stage.task(task), outcome=outcome, reasons=reasons)


def choose(stage: Stage, actor: Subject, choice: str) -> None:
    choices.choose(actor=actor, project=stage.ours, choice=choice)


ACTS: dict[str, Act] = {
    act.__name__: act
    for act in (
        found,
        join,
        import_credits,
        draft,
        submit,
        revise,
        withdraw,
        assign,
        review,
        decide,
        open_correction,
        decide_correction,
        choose,
    )
}


def _person(handle: str) -> Subject:
    subject = people.by_handle(handle)
    assert subject is not None, handle
    return subject


def _write(stage: Stage, actor: Subject, key: str, text: dict[str, Any], revision: int) -> None:
    task = stage.task(key)
    parts = text["revisions"][revision]
    tasks.save_draft(
        actor=actor,
        task=task,
        version=task.draft.version,
        title=text["title"],
        tags=text["tags"],
        statement=parts["statement"],
        answer=parts["answer"],
        verification=parts["verification"],
    )


def _confirm(stage: Stage, actor: Subject, key: str) -> None:
    task = stage.task(key)
    version = tasks_queries.binding_version(task)
    assert version is not None
    tasks.confirm_share(actor=actor, task=task, terms_number=version.number, terms_hash=version.hash)


def _open_requests(stage: Stage, key: str) -> list[ChangeRequest]:
    rows = ChangeRequest.objects.filter(review__assignment__round__task=stage.tasks[key], state=RequestState.OPEN)
    return list(rows.order_by("review__filed_at", "number"))
