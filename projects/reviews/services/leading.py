"""Leads: appointed, replaced, stepped down. Each act locks the task first."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict
from portal.core.record.services import write
from portal.people.models import Subject
from projects.members import queries as members
from projects.project.models import Project
from projects.reviews import rounds, telling
from projects.reviews.models import Review, Round
from projects.reviews.services.asking import open_round, start_review
from projects.tasks import policies as tasks
from projects.tasks.models import Task


@transaction.atomic
def appoint_lead(*, actor: Subject, round: Round, lead: Subject) -> Round:
    """Names who leads the round. In a stage decided by its lead, that person decides.

    Refused: whoever has an interest, no `decide` power, a reviewer of the round, oneself while somebody else could
    appoint. Conflict where another lead is there who could still decide in time, see `why_not_replaced`.
    """
    # As for reviewers: whoever leaves meanwhile is not appointed.
    Project.objects.select_for_update(no_key=True).get(pk=round.task.project_id)
    round = open_round(round)
    task = round.task
    require(actor, "review.appoint_lead", task.project, task, round=round, lead=lead)
    at = clock.deciding()
    if round.lead_id == lead.pk:
        raise Conflict(_("This person leads the round already."), code="leads_already")
    why_not = why_not_replaced(round, at)
    if why_not is not None:
        raise Conflict(why_not, code="not_replaced")
    before = round.lead_id
    Round.objects.filter(pk=round.pk).update(lead=lead)
    round.lead = lead
    start_review(task, at)
    _tell_appointed(actor, round, before, at)
    if lead != actor:
        telling.lead_appointed(round, at)
    return round


def why_not_replaced(round: Round, at: dt.datetime) -> str | None:
    """A lead stays once a review of the revision is filed: nobody looks for a lead by what the reviews say.

    Not so whose day has passed, who lost the power, or who has an interest by now.
    """
    lead, task = round.lead, round.task
    if lead is None or not Review.objects.filter(assignment__round__revision=round.revision).exists():
        return None
    if round.decision_due is not None and round.decision_due < at:
        return None
    if "decide" not in members.powers(task.project, lead, at) or tasks.interest(lead.pk, task):
        return None
    return _("Reviews are in, so the lead stays until the day of the decision has passed, or steps down.")


@transaction.atomic
def step_down_as_lead(*, actor: Subject, round: Round) -> Round:
    """No reason is asked; somebody else is appointed."""
    round = open_round(round)
    task = round.task
    require(actor, "round.step_down", task.project, task, round=round)
    at = clock.deciding()
    Round.objects.filter(pk=round.pk).update(lead=None)
    round.lead = None
    hidden, data = rounds.lead_is_hidden(round), _place(task, round)
    rounds.write_act(task=task, kind="LeadSteppedDown", actor=actor, at=at, data=data, hidden=hidden)
    return round


def _tell_appointed(actor: Subject, round: Round, before: str | None, at: dt.datetime) -> None:
    """Whether it was oneself, and in whose place. No name where the lead is one of hidden reviewers."""
    named: dict[str, object] = {}
    if not rounds.lead_is_hidden(round):
        named["lead"] = round.lead_id
        if before:
            named["instead"] = before
        if round.lead_id == actor.pk:
            named["alone"] = "yes"
    data = _place(round.task, round) | named
    write(project=round.task.project, kind="LeadAppointed", actor=actor, at=at, data=data)


def _place(task: Task, round: Round) -> dict[str, object]:
    return {"task": task.number, "stage": round.stage, "revision": round.revision.number}
