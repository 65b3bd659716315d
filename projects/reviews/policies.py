"""Named conditions on acts of review: None, or the sentence that says why not. Wired in `portal.wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.access.conditions import register_condition
from portal.core.parties import Actor, Collaboration
from projects.members import queries as members
from projects.reviews.choosing import Choosing, ChoosingChairs
from projects.reviews.models import TaskChair
from projects.tasks import queries as tasks
from projects.terms import queries as terms

Facts = Mapping[str, Any]


def reviewer_eligible(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the facts `round` and `reviewer`."""
    return Choosing(actor.id if actor else "", facts["round"], obj).why_no_reviewer(facts["reviewer"])


def lead_eligible(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the facts `round` and `lead`."""
    return Choosing(actor.id if actor else "", facts["round"], obj).why_no_lead(facts["lead"])


def chair_eligible(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `chair`."""
    return ChoosingChairs(actor.id if actor else "", obj).why_no_chair(facts["chair"])


def chairs_the_task(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `chair`, where somebody was assigned."""
    if actor is not None and facts["chair"].chair_id == actor.id and facts["chair"].ended_at is None:
        return None
    return _("You do not chair this task.")


def moves_its_clock(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `round`. Its lead only where the terms give no role the power to chair."""
    if actor is None:
        return _("You do not chair this task.")
    if TaskChair.objects.filter(task=obj, chair=actor.id, ended_at=None).exists():
        return None
    if any("chair" in members.powers_of(role) for role in members.defined(terms.current(obj.project))):
        return _("You do not chair this task. Days are moved on by its chairs.")
    if facts["round"].lead_id == actor.id:
        return None
    return _("You do not lead this round. In this project the lead of a round moves its days on.")


def sees_the_text(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Leads of its rounds always do; others as the terms say who sees it."""
    account = getattr(actor, "user", None)
    if account is not None and "statement" in tasks.fields_for(account, obj):
        return None
    return _("The text of this task is not shown to you. Who sees it corrects it.")


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


def approved_before(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `approvals`: subject ids of those whose approval counts for the revision."""
    if actor is not None and actor.id in facts["approvals"]:
        return None
    return _("No approval of yours counts for this revision.")


def did_not_decide(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `deciders`: subject ids of those by whose decision or verdict the task ended."""
    if actor is not None and actor.id not in facts["deciders"]:
        return None
    return _("The task ended by your decision or verdict. Somebody else says whether it is reopened.")


def register() -> None:
    """The wiring's: gives the permission table its conditions on reviews."""
    register_condition(
        "reviewer_eligible",
        reviewer_eligible,
        gettext_lazy(
            "only somebody whose account is open, who holds “review”, has no interest in the task and does not lead "
            "the round; oneself only where nobody else could ask"
        ),
    )
    register_condition(
        "lead_eligible",
        lead_eligible,
        gettext_lazy(
            "only somebody whose account is open, who holds “decide”, has no interest in the task and does not review "
            "the round; oneself only where nobody else could appoint"
        ),
    )
    register_condition(
        "chair_eligible",
        chair_eligible,
        gettext_lazy(
            "only somebody whose account is open, who holds “chair”, has no interest in the task and does not review "
            "it; oneself only where nobody else could assign"
        ),
    )
    register_condition("chairs_the_task", chairs_the_task, gettext_lazy("for a task one chairs"))
    register_condition(
        "moves_its_clock",
        moves_its_clock,
        gettext_lazy("for a task one chairs; as the lead of the round where no role of the terms may chair"),
    )
    register_condition("sees_the_text", sees_the_text, gettext_lazy("for a task whose text one may see"))
    register_condition("is_assigned", is_assigned, gettext_lazy("for a review one was asked for"))
    register_condition("is_lead", is_lead, gettext_lazy("as the lead of the round"))
    register_condition("filed_the_request", filed_the_request, gettext_lazy("for a request one has filed"))
    register_condition(
        "approved_before", approved_before, gettext_lazy("for a revision for which an approval of one's own counts")
    )
    register_condition(
        "did_not_decide", did_not_decide, gettext_lazy("never where the task ended by one's own decision or verdict")
    )
