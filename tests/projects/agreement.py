"""Publishing the next version as a team does it: one puts it before the others, a second agrees."""

from __future__ import annotations

from portal.core import clock
from portal.people.models import Subject
from projects.project.models import Project
from projects.terms import agreed, agreeing, queries, services
from projects.terms.models import TermsVersion


def publish(*, actor: Subject, project: Project, draft_version: int | None = None) -> TermsVersion:
    """As `services.publish`, after a second core member has agreed where the team has more than one. Of those who have
    accepted the terms the last one agrees; where nobody has, the last of all accepts first."""
    agree(actor=actor, project=project)
    return services.publish(actor=actor, project=project, draft_version=draft_version)


def agree(*, actor: Subject, project: Project) -> None:
    """Everything but the publishing; nothing where nobody else has to agree."""
    at = clock.deciding()
    current = queries.current(project, at)
    others = [one for one in agreed.team_now(project, at) if one != actor.id]
    draft = queries.draft(project)
    if current is None or not others or draft is None:
        return
    ready = [one for one in others if queries.has_accepted(current, one)]
    second = Subject.objects.get(pk=(ready or others)[-1])
    if not ready:
        accepting = {"number": current.number, "hash": current.hash, "purpose": "join"}
        services.accept(actor=second, project=project, **accepting)
    shown = agreed.hash_of(draft)
    agreeing.propose(actor=actor, project=project, hash=shown)
    agreeing.agree(actor=second, project=project, hash=shown)
