"""Named conditions on reports of defects: None, or the sentence that says why not. Wired in `portal.wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.access.conditions import register_condition
from portal.core.parties import Actor, Collaboration
from projects.reports.deciders import Deciding
from projects.tasks import queries as tasks

Facts = Mapping[str, Any]


def reads_the_task(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    account = getattr(actor, "user", None)
    if account is not None and "statement" in tasks.fields_for(account, obj):
        return None
    return _("The text of this task is not shown to you. Who sees it may report a defect in it.")


def did_not_report(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    if actor is not None and actor.id not in Deciding(obj.project, [obj]).reporters[obj.pk]:
        return None
    return _("You have reported a defect in this task yourself. Somebody else decides.")


def did_not_accept(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Not where nobody else could decide."""
    if actor is not None and not Deciding(obj.project, [obj]).accepted_and_is_not_alone(actor.id, obj):
        return None
    return _("You took part in accepting this task. Somebody who did not decides.")


def register() -> None:
    """The wiring's: gives the permission table its conditions on reports."""
    register_condition("reads_the_task", reads_the_task, gettext_lazy("for a task whose text one may see"))
    register_condition("did_not_report", did_not_report, gettext_lazy("never on what one has reported oneself"))
    register_condition(
        "did_not_accept",
        did_not_accept,
        gettext_lazy("not by who took part in accepting the task, while somebody else could"),
    )
