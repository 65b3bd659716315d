"""What members do when terms are published."""

from __future__ import annotations

from typing import Any

from portal.core import events
from portal.people.models import Subject
from projects.members import services
from projects.members.models import RoleGrant
from projects.project.models import Project
from projects.terms.models import TermsVersion
from projects.terms.services import record_acceptance


def grant_founding(event: events.TermsPublished) -> None:
    """Version 1 grants each core member the roles named beside them; its criteria do not apply to them.

    Who publishes it accepts it by doing so and is the first member; the others accept it like anybody.
    """
    if event.version != 1:
        return
    project = Project.objects.get(public_id=event.project)
    version = TermsVersion.objects.get(project=project, number=1)
    publisher = Subject.objects.get(pk=event.actor)
    for member in _core(version):
        for role in member.get("roles") or []:
            services.grant(
                project=project,
                subject=Subject.objects.get(pk=member["person"]),
                role=role,
                reason=RoleGrant.Reason.FOUNDING,
                actor=publisher,
                at=event.at,
            )
    record_acceptance(version=version, subject=publisher, purpose="join", task="", at=event.at)
    services.become_member(project=project, subject=publisher, version=version, at=event.at)
    events.emit(events.TermsAccepted(project=event.project, actor=event.actor, at=event.at, version=1, purpose="join"))


def _core(version: TermsVersion) -> list[dict[str, Any]]:
    members = version.document["core_team"]["members"]
    return members if isinstance(members, list) else []
