"""Named conditions on acts of review: None, or the sentence that says why not. Wired in `portal.wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.access.conditions import register_condition
from portal.core.parties import Actor, Collaboration
from projects.reviews.choosing import Choosing
from projects.tasks import queries as tasks

Facts = Mapping[str, Any]


def reviewer_eligible(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the facts `round` and `reviewer`."""
    return Choosing(actor.id if actor else "", facts["round"], obj).why_no_reviewer(facts["reviewer"])


def lead_eligible(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the facts `round` and `lead`."""
    return Choosing(actor.id if actor else "", facts["round"], obj).why_no_lead(facts["lead"])


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


def register() -> None:
    """The wiring's: gives the permission table its conditions on reviews."""
    register_condition(
        "reviewer_eligible",
        reviewer_eligible,
        gettext_lazy(
            "only somebody who holds “review”, has no interest in the task and does not lead the round; "
            "oneself only where nobody else could ask"
        ),
    )
    register_condition(
        "lead_eligible",
        lead_eligible,
        gettext_lazy(
            "only somebody who holds “decide”, has no interest in the task and does not review the round; "
            "oneself only where nobody else could appoint"
        ),
    )
    register_condition("sees_the_text", sees_the_text, gettext_lazy("for a task whose text one may see"))
    register_condition("is_assigned", is_assigned, gettext_lazy("for a review one was asked for"))
    register_condition("is_lead", is_lead, gettext_lazy("as the lead of the round"))
    register_condition("filed_the_request", filed_the_request, gettext_lazy("for a request one has filed"))
