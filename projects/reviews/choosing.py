"""Who may be asked to judge a task, and what speaks against it. Asks the database once for any number of people."""

from __future__ import annotations

from functools import cached_property

from django.utils.translation import gettext as _

from portal.people.models import Subject
from portal.people.queries import display_name, in_sentence, why_gone
from projects.members import queries as members
from projects.reviews import rounds
from projects.reviews.interests import Interests
from projects.reviews.models import Assignment, Round, TaskChair
from projects.reviews.states import REVIEWING
from projects.tasks.models import Task


class Candidates:
    """For one task, as the subject `chooser` would choose. `_powers` are those that it asks about."""

    _powers: tuple[str, ...] = ("assign",)

    def __init__(self, chooser: str, task: Task) -> None:
        self.chooser = chooser
        self.task = task

    @cached_property
    def alone(self) -> bool:
        """Whether nobody else who may assign is free of an interest: then the chooser may choose themselves."""
        others = [one for one in self.holders["assign"] if one.pk != self.chooser]
        return all(self._interests.has(one.pk, self.task) for one in others)

    @cached_property
    def holders(self) -> dict[str, list[Subject]]:
        return {power: members.holders(self.task.project, power) for power in self._powers}

    def is_interested(self, person: Subject) -> bool:
        return self._interests.has(person.pk, self.task)

    def _why_not(self, person: Subject, power: str) -> str | None:
        name = in_sentence(display_name(person))
        if person.pk not in {one.pk for one in self.holders[power]}:
            gone = why_gone(person)
            if gone:
                return gone
            return _("%(name)s holds no role with the power “%(power)s”.") % {"name": name, "power": power}
        if self.is_interested(person):
            return self._interested(name)
        if person.pk == self.chooser and not self.alone:
            return _("Nobody chooses themselves while somebody else may choose. Somebody else has to ask you.")
        return None

    def _interested(self, name: str) -> str:
        """Which interest stays unsaid: whoever assigns may not know the authors. Where both sides are hidden, even
        that there is one would tell who they are."""
        if rounds.anonymity(self.task) == "both_hidden":
            return _("%(name)s is not available for this task.") % {"name": name}
        return _("%(name)s has an interest in this task: as a contributor, by a shared affiliation, or declared.") % {
            "name": name
        }

    @cached_property
    def _interests(self) -> Interests:
        people = {person.pk for holders in self.holders.values() for person in holders}
        return Interests(self.task.project, [self.task], people)


class Choosing(Candidates):
    """Who reviews one round, and who leads it."""

    _powers = ("review", "decide", "assign")

    def __init__(self, chooser: str, round_: Round, task: Task) -> None:
        super().__init__(chooser, task)
        self.round = round_

    def why_no_reviewer(self, person: Subject) -> str | None:
        """None, or the reason in words."""
        if person.pk in self._chairs:
            return _("%(name)s chairs this task, and nobody does both.") % {"name": in_sentence(display_name(person))}
        if person.pk == self.round.lead_id:
            return _("%(name)s leads this round, and nobody does both.") % {"name": in_sentence(display_name(person))}
        return self._why_not(person, "review")

    def why_no_lead(self, person: Subject) -> str | None:
        if person.pk in self._reviewers:
            return _("%(name)s reviews this round, and nobody does both.") % {"name": in_sentence(display_name(person))}
        return self._why_not(person, "decide")

    @cached_property
    def _reviewers(self) -> frozenset[str]:
        rows = self.round.assignments.filter(state__in=REVIEWING)
        return frozenset(rows.values_list("reviewer_id", flat=True))

    @cached_property
    def _chairs(self) -> frozenset[str]:
        rows = TaskChair.objects.filter(task=self.task, ended_at=None)
        return frozenset(rows.values_list("chair_id", flat=True))


class ChoosingChairs(Candidates):
    """Who chairs the task."""

    _powers = ("chair", "assign")

    def why_no_chair(self, person: Subject) -> str | None:
        """None, or the reason in words. Whoever reviews an open round would see what the others filed before them."""
        if person.pk in self._reviewing:
            name = in_sentence(display_name(person))
            return _("%(name)s reviews this task, and nobody does both.") % {"name": name}
        return self._why_not(person, "chair")

    @cached_property
    def _reviewing(self) -> frozenset[str]:
        rows = Assignment.objects.filter(round__task=self.task, state__in=REVIEWING)
        return frozenset(rows.values_list("reviewer_id", flat=True))
