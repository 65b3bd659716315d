"""A proposal from its first words to its answer, as the services take it."""

from __future__ import annotations

from typing import Any

from portal.people.models import Subject
from projects.project.models import Project
from projects.proposals import services
from projects.proposals.models import Proposal, ProposalAnswer
from tests.projects.journey import Journey

GIVEN: dict[str, Any] = {
    "title": "Which well reached the dyke",
    "tags": ["wells"],
    "outline": "Three wells, one dyke, and drawdowns over a week; which curve bends first, and why.",
    "expert": "One has to have seen a curve bend at a dyke, which no textbook draws as it is.",
    "failures": ["reasoning", "data"],
    "sources": "https://example.org/wells",
}
WHY = "The scope holds pumping tests alone, and this one is about tracer tests."
CURE = "Show that the drawdown, and not the tracer, decides which well it was."


def opened(fresh: Journey, said: str = "welcome", **clauses: Any) -> Journey:
    """The example project, recruiting, with terms that take proposals."""
    fresh.publish_first(lambda document: document["participation"].update(proposals=said, **clauses))
    return fresh


def begun(actor: Subject, project: Project, **changed: Any) -> Proposal:
    return services.begin(actor=actor, project=project, given={**GIVEN, **changed})


def sent(actor: Subject, project: Project, **changed: Any) -> Proposal:
    made = begun(actor, project, **changed)
    services.send(actor=actor, proposal=made, version=made.version)
    return Proposal.objects.get(pk=made.pk)


def answered(actor: Subject, proposal: Proposal, kind: str, **said: str) -> ProposalAnswer:
    words = {"go_on": {}, "not_yet": {"reasons": WHY, "cure": CURE}, "no": {"reasons": WHY, "ground": "scope"}}[kind]
    text = proposal.texts.count()
    made = services.answer(actor=actor, proposal=proposal, text=text, kind=kind, **{**words, **said})
    proposal.refresh_from_db()
    return made
