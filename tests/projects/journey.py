"""A task on its way through the example project, as the services take it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from portal.core import clock
from portal.people.models import Subject
from projects.members import services as members
from projects.members.models import RoleGrant
from projects.project import services as projects
from projects.project.models import Project
from projects.reviews import services as reviews
from projects.reviews.models import Assignment, Review, ReviewDecision, Round
from projects.reviews.states import RoundState
from projects.rubric import services as rubric
from projects.tasks import services as tasks
from projects.tasks.models import Revision, Task
from projects.terms import queries as terms_queries
from projects.terms import services as terms
from tests import ground
from tests.projects import agreement
from tests.projects.conftest import CORE, EXAMPLE, MakePerson, draft_of, person_of

STATEMENT = (
    "A well was pumped for three days.\n"
    "\n"
    "The drawdown rises, and then it stays. Say why.\n"
    "\n"
    "Name the boundary that explains it.\n"
)
ANSWER = "The cone of depression reached a river.\n\n```python\nprint(storativity(8.64))\n```\n"
CHECK = "The drawdown stays at $s = 2.1$ m.\n"
# What a task says beside its texts: enough to be submitted.
DETAILS: dict[str, Any] = {
    "why": "Whoever plans a well field would ask a model first.",
    "expert_path": "Plot the drawdown against the logarithm of time, and see where the line bends.",
    "lazy": [{"tried": "Name a river, since it is always a river.", "why_it_fails": "Here a dyke fits as well."}],
    "failure_kinds": {"chosen": ["reasoning"], "text": ""},
    "earlier": {"answer": "no", "text": ""},
    "ai_use": {"answer": "no", "text": ""},
    "hours": {"low": "4", "high": "13/2"},
    "conflicts": {"answer": "no", "text": ""},
    "rights_employer": {"answer": "yes", "text": "The survey lets its staff publish."},
    "rights_co_owner": {"answer": "no", "text": ""},
    "rights_personal_data": {"answer": "no", "text": ""},
}
# The same as the draft's form sends it.
DETAILS_FORM: dict[str, str | list[str]] = {
    "d-why": "Whoever plans a well field would ask a model first.",
    "d-expert_path": "Plot the drawdown against the logarithm of time, and see where the line bends.",
    "d-lazy-tried": ["Name a river, since it is always a river."],
    "d-lazy-why_it_fails": ["Here a dyke fits as well."],
    "d-failure_kinds": ["reasoning"],
    "d-earlier": "no",
    "d-ai_use": "no",
    "d-hours-low": "4",
    "d-hours-high": "6.5",
    "d-conflicts": "no",
    "d-rights_employer": "yes",
    "d-rights_employer-text": "The survey lets its staff publish.",
    "d-rights_co_owner": "no",
    "d-rights_personal_data": "no",
}
SAID = "The boundary is named, but nothing in the data speaks for it yet."
REQUEST = {
    "part": "statement",
    "exact": "Name the boundary that explains it.",
    "criterion": "sound",
    "text": "Say which observation speaks for the boundary.",
    "cure": "One observation is named in the statement.",
}
# What a lead asks for, in the same way.
POINT = {"part": "answer", "line": "1", "criterion": "checked", "cure": "The answer names the river."}
NO_CURE = "The data of the well were never kept, so that nobody can say what the answer is."


@dataclass
class Journey:
    """The example project with its people: Ines assigns and leads, Tomas and Amara review, members contribute."""

    project: Project
    person: MakePerson
    people: dict[str, Subject] = field(default_factory=dict)

    @property
    def ines(self) -> Subject:
        return self.person("ines-varga")

    @property
    def tomas(self) -> Subject:
        return self.person("tomas-lindqvist")

    @property
    def amara(self) -> Subject:
        return self.person("amara-nwosu")

    def member(self, handle: str) -> Subject:
        subject = self.person(handle)
        version = terms_queries.current(self.project)
        assert version is not None
        members.join(actor=subject, project=self.project, number=version.number, hash=version.hash)
        return subject

    def editor(self, handle: str) -> Subject:
        """A second person who may assign and decide."""
        return self._appointed(handle, "editor")

    def reviewer(self, handle: str) -> Subject:
        return self._appointed(handle, "reviewer")

    def _appointed(self, handle: str, role: str) -> Subject:
        subject = self.member(handle)
        self.appoint(subject, role)
        return subject

    def appoint(self, subject: Subject, role: str) -> None:
        at = clock.deciding()
        members.grant(
            project=self.project,
            subject=subject,
            role=role,
            reason=RoleGrant.Reason.APPOINTED,
            actor=self.ines,
            at=at,
        )

    def draft(self, author: Subject, title: str = "Three days of pumping") -> Task:
        task = tasks.create(actor=author, project=self.project, title=title)
        self.write(author, task)
        return task

    def write(self, author: Subject, task: Task, statement: str = STATEMENT, **changed: Any) -> None:
        task.draft.refresh_from_db()
        values = {"title": task.draft.title, "tags": ["wells"], "answer": ANSWER, "verification": CHECK}
        values |= {"details": DETAILS, **changed}
        tasks.save_draft(actor=author, task=task, version=task.draft.version, statement=statement, **values)
        task.draft.refresh_from_db()

    def submit(self, author: Subject, task: Task) -> Revision:
        task.draft.refresh_from_db()
        revision = tasks.submit(actor=author, task=task, version=task.draft.version)
        task.refresh_from_db()
        return revision

    def submitted(self, author: Subject, title: str = "Three days of pumping") -> Task:
        task = self.draft(author, title)
        self.submit(author, task)
        return task

    def round(self, task: Task) -> Round:
        """The one open round."""
        return Round.objects.get(task=task, state=RoundState.OPEN)

    def ask(self, task: Task, reviewer: Subject) -> Assignment:
        return reviews.assign(actor=self.ines, round=self.round(task), reviewer=reviewer)

    def agreed(self, task: Task, reviewer: Subject) -> Assignment:
        return reviews.agree(actor=reviewer, assignment=self.ask(task, reviewer))

    def file(self, assignment: Assignment, verdict: str, **changed: Any) -> Review:
        requests = [] if verdict == "accept" else [REQUEST]
        values = {"text": SAID, "scores": {"sound": 4, "checked": 3}, "requests": requests, **changed}
        return reviews.file_review(actor=assignment.reviewer, assignment=assignment, verdict=verdict, **values)

    def judged(self, task: Task, first: str, second: str) -> list[Review]:
        """Both reviewers agree, then file."""
        places = [self.agreed(task, one) for one in (self.tomas, self.amara)]
        filed = [self.file(places[0], first), self.file(places[1], second)]
        task.refresh_from_db()
        return filed

    def decided(self, task: Task, outcome: str = "accept") -> ReviewDecision:
        """Ines is appointed and decides the final stage."""
        round_ = reviews.appoint_lead(actor=self.ines, round=self.round(task), lead=self.ines)
        decision = reviews.decide(
            actor=self.ines,
            round=round_,
            outcome=outcome,
            criteria=[] if outcome == "accept" else ["sound"],
            reasons=SAID,
            points=[] if outcome == "accept" else [POINT],
        )
        task.refresh_from_db()
        return decision

    def accepted(self, author: Subject, title: str = "Three days of pumping") -> Task:
        task = self.submitted(author, title)
        self.judged(task, "accept", "accept")
        self.decided(task)
        return task

    def amend(self, change: Callable[[dict[str, Any]], None]) -> None:
        """The next version of the terms; in force at once where the change is no material one."""
        last = terms_queries.latest(self.project)
        assert last is not None
        document = copy.deepcopy(last.document)
        change(document)
        draft = terms_queries.draft(self.project)
        assert draft is not None
        terms.save_draft(actor=self.ines, project=self.project, document=document, version=draft.version)
        agreement.publish(actor=self.ines, project=self.project)

    def publish_first(self, change: Callable[[dict[str, Any]], None]) -> None:
        """Version 1 after `change(document)`, recruiting, with the core team joined. For a project without terms."""
        draft = terms.upload(
            actor=self.ines, project=self.project, text=EXAMPLE.read_text(), name="terms.yaml", version=0
        )
        document = copy.deepcopy(draft.document)
        change(document)
        terms.save_draft(actor=self.ines, project=self.project, document=document, version=draft.version)
        agreement.publish(actor=self.ines, project=self.project)
        projects.recruit(actor=self.ines, project=self.project)
        for handle in CORE[1:]:
            self.member(handle)


def with_rubric(project: Project, founder: Subject) -> Journey:
    criteria = [
        {"id": "sound", "sentence": "The answer follows from the data given."},
        {"id": "checked", "sentence": "A second person can check the answer."},
    ]
    rubric.save_draft(actor=founder, project=project, title="What a task must be", criteria=criteria, version=0)
    rubric.publish(actor=founder, project=project)
    return Journey(project, person_of)


def with_core(recruiting: Project) -> Journey:
    made = Journey(recruiting, person_of)
    for handle in CORE[1:]:
        made.member(handle)
    return made


@ground.level("fresh")
def _fresh() -> dict[str, Any]:
    core_team = [person_of(handle) for handle in CORE]
    project = draft_of(core_team[0])
    return {"core_team": core_team, "project": project, "fresh": with_rubric(project, core_team[0])}


@ground.level("journey")
def _journey() -> dict[str, Any]:
    made = ground.made("recruiting")
    return {**made, "journey": with_core(made["recruiting"])}


@pytest.fixture
def fresh(project: Project, core_team: list[Subject]) -> Journey:
    """The example project with its rubric and without terms: `publish_first` sets them."""
    return ground.taken("fresh", lambda: with_rubric(project, core_team[0]))


@pytest.fixture
def journey(recruiting: Project) -> Journey:
    """The example project as it recruits, its core team joined."""
    return ground.taken("journey", lambda: with_core(recruiting))


__all__ = ["Journey", "fresh", "journey"]
