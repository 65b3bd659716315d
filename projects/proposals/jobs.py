"""Proposals whose promised day has passed: told once, and nothing else happens."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from django.db import transaction

from portal.core import clock
from portal.notices.registry import Due, job, scheduled
from projects.proposals import telling
from projects.proposals.models import Proposal
from projects.proposals.states import ProposalState


@job("projects.proposals.late")
def late() -> None:
    """Each by itself; whoever was told for that day is not told again."""
    at = clock.deciding()
    rows = Proposal.objects.filter(state=ProposalState.OPEN, due_at__lt=at).select_related("project")
    for proposal in rows.order_by("pk"):
        text = proposal.texts.last()
        if text is not None:
            with transaction.atomic():
                telling.late(proposal, text, at)


@scheduled
def late_every_hour(at: dt.datetime) -> Iterator[Due]:
    """A day ends at another hour in each project's zone."""
    hour = at.astimezone(dt.UTC).replace(minute=0, second=0, microsecond=0)
    yield Due(job="projects.proposals.late", args={}, key=hour.strftime("%Y-%m-%dT%H"), due_at=hour)
