"""Random worlds: lists and objects agree on "who sees what", and both agree with a reckoning by hand."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from portal.core.errors import NotVisible
from portal.people.models import Subject, User
from projects.members.models import Membership, RoleGrant
from projects.project import queries as projects
from projects.project.models import Project
from projects.reviews.models import Assignment, Round
from projects.reviews.states import AssignmentState
from projects.tasks import queries as tasks
from projects.tasks.models import Task, TaskContributor
from projects.tasks.states import TaskState
from projects.tasks.visibility import ANONYMITY, FIELDS, MODES, Moment, visible_fields
from projects.terms.models import Acceptance, TermsVersion
from tests.portal.core.rows import make

AT = dt.datetime(2026, 11, 2, 12, tzinfo=dt.UTC)
DAY = AT.date()
POWERS = ("review", "decide", "chair", "audit", "amend")
DECIDED = {TaskState.ACCEPTED, TaskState.DECLINED, TaskState.UNDER_CORRECTION, TaskState.REVOKED}
PEOPLE, TASKS = 4, 4
REVIEWER_STATES = {"offered": True, "agreed": True, "filed": True, "kept": True, "stepped_down": False, "void": False}


@dataclass
class Somebody:
    """What is true of a person, as drawn; `sees_as` reckons from it alone."""

    user: User
    member: bool
    powers: frozenset[str]
    creator: bool = False
    contributes: set[int] = field(default_factory=set)
    reviews: set[int] = field(default_factory=set)
    leads: set[int] = field(default_factory=set)

    def letters(self, task: Task) -> frozenset[str]:
        if task.pk in self.contributes:
            return frozenset("PMC" if self.member else "PC")
        held = {
            "M": self.member,
            "R": task.pk in self.reviews,
            "A": task.pk in self.leads and bool(self.powers & {"decide", "chair"}),
            "K": "audit" in self.powers,
        }
        return frozenset("P") | {letter for letter, holds in held.items() if holds}


@dataclass
class World:
    project: Project
    mode: str
    anonymity: str
    people: list[Somebody]
    tasks: list[Task]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    mode, anonymity = draw(st.sampled_from(MODES)), draw(st.sampled_from(ANONYMITY))
    project = make(Project, state=draw(st.sampled_from(["draft", "recruiting", "closed"])))
    roles = [{"id": power, "powers": [power], "title": power} for power in POWERS]
    version = make(
        TermsVersion,
        project=project,
        number=1,
        in_force=DAY,
        document={
            "zone": "UTC",
            "data": {"visibility": mode},
            "participation": {"anonymity": anonymity},
            "roles": roles,
        },
    )
    people = [_somebody(draw, project, version) for _ in range(PEOPLE)]
    people.append(Somebody(make(User, subject=project.created_by), member=False, powers=frozenset(), creator=True))
    return World(project, mode, anonymity, people, [_task(draw, project, people, place) for place in range(TASKS)])


def _somebody(draw: st.DrawFn, project: Project, version: TermsVersion) -> Somebody:
    user = make(User)
    member = draw(st.sampled_from([None, "open", "ended"]))
    if member:
        make(Membership, project=project, subject=user.subject, since=DAY, until=DAY if member == "ended" else None)
    granted = draw(st.sets(st.sampled_from(POWERS), max_size=2))
    ended = draw(st.booleans())
    for power in granted:
        until = DAY if ended else None
        make(RoleGrant, project=project, subject=user.subject, role=power, since=DAY, until=until)
    accepted = draw(st.booleans())
    if accepted:
        make(Acceptance, terms=version, subject=user.subject)
    works = accepted and not ended
    return Somebody(user, member == "open", frozenset(granted) if works else frozenset())


def _task(draw: st.DrawFn, project: Project, people: list[Somebody], place: int) -> Task:
    state = draw(st.sampled_from(TaskState))
    drafted = state == TaskState.DRAFT
    author = draw(st.sampled_from(people))
    numbered = {"number": None, "terms": None, "submitted_on": None}
    if not drafted:
        numbered = {"number": place + 1, "terms": 1, "submitted_on": DAY}
    accepted = state in DECIDED - {TaskState.DECLINED}
    task: Task = make(
        Task,
        project=project,
        state=state,
        created_by=author.user.subject,
        accepted_on=DAY if accepted else None,
        **numbered,
    )
    author.contributes.add(task.pk)
    for other in draw(st.lists(st.sampled_from(people), max_size=2, unique_by=id)):
        make(TaskContributor, task=task, subject=other.user.subject, numerator=1, denominator=2)
        other.contributes.add(task.pk)
    if not drafted:
        _round(draw, task, people)
    return task


def _round(draw: st.DrawFn, task: Task, people: list[Somebody]) -> None:
    lead = draw(st.sampled_from([None, *people]))
    one = make(Round, task=task, lead=lead.user.subject if lead else None)
    if lead:
        lead.leads.add(task.pk)
    for letter, reviewer in zip("ABC", draw(st.lists(st.sampled_from(people), max_size=2, unique_by=id)), strict=False):
        state = draw(st.sampled_from(list(REVIEWER_STATES)))
        make(Assignment, round=one, reviewer=reviewer.user.subject, letter=letter, state=state)
        # What only waits for somebody is theirs while they are a member; what they filed stays theirs. An approval that
        # is kept rests on a review they filed of an earlier revision, which these tasks do not have.
        if REVIEWER_STATES[state] and (reviewer.member or state == "filed"):
            reviewer.reviews.add(task.pk)


def _moments(task: Task) -> set[Moment]:
    past = {Moment.DECIDED} if task.state in DECIDED else set()
    return past | {Moment.DECIDED, Moment.ACCEPTED} if task.accepted_on else past


def test_the_states_of_reviewers_are_all_drawn() -> None:
    assert set(REVIEWER_STATES) == set(AssignmentState.values)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_lists_and_objects_show_the_same_and_what_is_reckoned(db: None, data: st.DataObject) -> None:
    with transaction.atomic():
        world = data.draw(worlds())
        looked = 0
        for somebody in world.people:
            reader = User.objects.get(pk=somebody.user.pk)
            listed = set(tasks.visible_to(reader, world.project))
            viewer = tasks.Viewer(reader, world.project)
            for task in world.tasks:
                seen = viewer.fields(task)
                assert seen == _reckoned(world, somebody, task), (somebody, task.state)
                assert (task in listed) == bool(seen)
                assert tasks.fields_for(reader, task) == seen
                _both_doors(world, somebody, reader, task)
                looked += 1
        _the_public(world)
        assert looked == (PEOPLE + 1) * TASKS
        transaction.set_rollback(True)


def _reckoned(world: World, somebody: Somebody, task: Task) -> frozenset[str]:
    letters = somebody.letters(task)
    if task.number is None:
        return frozenset(FIELDS) if "C" in letters else frozenset()
    return visible_fields(letters, mode=world.mode, anonymity=world.anonymity, moments=_moments(task))


def _both_doors(world: World, somebody: Somebody, reader: User, task: Task) -> None:
    """A page by number and a page by random id open for exactly those who see what stands behind."""
    assert _opens(lambda: tasks.get_visible(reader, world.project, task.number or 0)) == (task.number is not None)
    own = _opens(lambda: tasks.get_own(reader, world.project, task.public_id))
    assert own == (task.pk in somebody.contributes)


def _the_public(world: World) -> None:
    public = world.project.state != "draft"
    visitor = AnonymousUser()
    assert (world.project in projects.visible_to(visitor)) == public
    assert _opens(lambda: projects.get_visible(visitor, world.project.slug)) == public
    for task in tasks.visible_to(visitor, world.project):
        letters = frozenset("P")
        expected = visible_fields(letters, mode=world.mode, anonymity=world.anonymity, moments=_moments(task))
        assert tasks.fields_for(visitor, task) == expected
    for somebody in world.people:
        reader = User.objects.get(pk=somebody.user.pk)
        open_role = RoleGrant.objects.filter(project=world.project, subject=reader.subject, until=None).exists()
        seen = public or somebody.creator or open_role
        assert (world.project in projects.visible_to(reader)) == seen
        assert _opens(lambda reader=reader: projects.get_visible(reader, world.project.slug)) == seen


def _opens(door: object) -> bool:
    try:
        door()  # type: ignore[operator]
    except NotVisible:
        return False
    return True


def test_a_subject_without_an_account_is_nobody(db: None) -> None:
    assert projects.subject_of(AnonymousUser()) is None
    assert projects.subject_of(make(User, subject=(subject := make(Subject)))) == subject
