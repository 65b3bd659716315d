"""Named conditions on acts of review: None, or the sentence that says why not. Wired in `portal.wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.access.conditions import register_condition
from portal.core.parties import Actor, Collaboration
from portal.people.models import Subject
from portal.people.queries import display_name
from projects.members import queries as members
from projects.tasks import policies as tasks
from projects.tasks.models import Task

Facts = Mapping[str, Any]


def reviewer_eligible(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `reviewer`."""
    return why_not(facts["reviewer"], obj, power="review")


def lead_eligible(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `lead`."""
    return why_not(facts["lead"], obj, power="decide")


def why_not(person: Subject, task: Task, *, power: str) -> str | None:
    """Whether somebody may be asked to judge the task, in words that name the reason."""
    name = display_name(person)
    if power not in members.powers(task.project, person):
        return _("%(name)s holds no role with the power “%(power)s”.") % {"name": name, "power": power}
    if tasks.interest(person.pk, task):
        # Which of the two stays unsaid: whoever assigns may not know the names of the contributors.
        return _("%(name)s has an interest in this task, as a contributor or by a shared affiliation.") % {"name": name}
    return None


def is_assigned(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `assignment`."""
    if actor is not None and facts["assignment"].reviewer_id == actor.id:
        return None
    return _("This review was given to somebody else.")


def is_lead(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `round`."""
    if actor is not None and facts["round"].lead_id == actor.id:
        return None
    return _("You are not the lead of this round.")


def filed_the_request(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `request`."""
    if actor is not None and facts["request"].review.assignment.reviewer_id == actor.id:
        return None
    return _("Only the reviewer who filed a request settles or drops it.")


def register() -> None:
    """The wiring's: gives the permission table its conditions on reviews."""
    register_condition(
        "reviewer_eligible",
        reviewer_eligible,
        gettext_lazy("only somebody who holds “review” and has no interest in the task"),
    )
    register_condition(
        "lead_eligible",
        lead_eligible,
        gettext_lazy("only somebody who holds “decide” and has no interest in the task"),
    )
    register_condition("is_assigned", is_assigned, gettext_lazy("for a review one was asked for"))
    register_condition("is_lead", is_lead, gettext_lazy("as the lead of the round"))
    register_condition("filed_the_request", filed_the_request, gettext_lazy("for a request one has filed"))
