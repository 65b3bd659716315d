"""Writes of membership and roles."""

from __future__ import annotations

import datetime as dt

from django.db import IntegrityError, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from portal.core import clock, events
from portal.core.access.check import require
from portal.core.errors import Refused
from portal.core.once import forget
from portal.core.record.services import write
from portal.people import queries as people
from portal.people.models import Subject
from projects.members import criteria, queries
from projects.members.models import Membership, RoleGrant
from projects.project.models import Project
from projects.terms import queries as terms
from projects.terms import services as terms_services
from projects.terms.document.rule_sentences import rule_sentence
from projects.terms.models import Acceptance, TermsVersion

Reason = RoleGrant.Reason


@transaction.atomic
def join(*, actor: Subject, project: Project, number: int, hash: str) -> Membership:
    """Accepts exactly the version shown and becomes a member with the roles open to everybody. Twice is one row.

    Conflict where the version shown is not the current one; refused while the project does not recruit, except for
    those who hold a role in it already.
    """
    # Locked before the look: a project that closes meanwhile takes nobody any more.
    project.refresh_from_db(fields=["state"], from_queryset=Project.objects.select_for_update(no_key=True))
    if not (queries.is_member(project, actor) or queries.grants(project).filter(subject=actor).exists()):
        require(actor, "members.join", project)
    terms_services.accept(actor=actor, project=project, number=number, hash=hash, purpose="join")
    at = clock.deciding()
    version = terms.current(project, at)
    if version is None:
        raise terms_services.stale_terms()
    return become_member(project=project, subject=actor, version=version, at=at)


def become_member(*, project: Project, subject: Subject, version: TermsVersion, at: dt.datetime) -> Membership:
    """An open membership from today, or the one that is open; runs in the transaction of the acceptance."""
    since = clock.today(version.document["zone"], at)
    membership, made = _open_membership(project, subject, since)
    if not made:
        return membership
    write(
        project=project,
        kind="MemberJoined",
        actor=subject,
        at=at,
        data={"version": version.number, "hash": version.hash, "since": since.isoformat()},
    )
    _grant_open_roles(project=project, subject=subject, version=version, at=at)
    events.emit(events.MemberJoined(project=project.public_id, actor=subject.id, at=at, version=version.number))
    return membership


def _grant_open_roles(*, project: Project, subject: Subject, version: TermsVersion, at: dt.datetime) -> None:
    for role in queries.defined(version):
        if role.get("granted") == "open":
            grant(project=project, subject=subject, role=role["id"], reason=Reason.OPEN, actor=subject, at=at)


@transaction.atomic
def renew(*, actor: Subject, project: Project, number: int, hash: str) -> Acceptance:
    """A member accepts the current version for new work and gets the roles it has opened to everybody.

    Conflict as in `join`; refused for who is no member.
    """
    if not queries.is_member(project, actor):
        raise Refused(_("Join the project first."), code="not_a_member")
    acceptance = terms_services.accept(actor=actor, project=project, number=number, hash=hash, purpose="work")
    _grant_open_roles(project=project, subject=actor, version=acceptance.terms, at=clock.deciding())
    return acceptance


@transaction.atomic
def leave(*, actor: Subject, project: Project) -> list[RoleGrant]:
    """Ends one's membership and every role in the project today; their powers end at once. Returns the roles.

    Anybody may leave, also the last holder of a power. Told first by `MemberLeft`, on which open reviews and leads
    step down. Credit, places, acceptances and the tasks one contributes to stay. Forbidden for who takes no part.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    require(actor, "members.leave", project)
    at = clock.deciding()
    # Before anything is written: those who listen lock tasks, and tasks are locked before the record everywhere.
    events.emit(events.MemberLeft(project=project.public_id, actor=actor.pk, at=at, subject=actor.pk))
    today = clock.today(terms.zone(project, at), at)
    held = list(queries.grants(project).filter(subject=actor))
    for one in held:
        _end_role(one, actor=actor, at=at, today=today)
    membership = Membership.objects.filter(project=project, subject=actor, until=None).first()
    if membership is not None:
        # A zone that moved may have an earlier day now than the first one.
        until = max(today, membership.since)
        Membership.objects.filter(pk=membership.pk).update(until=until)
        data = {"since": membership.since.isoformat(), "until": until.isoformat()}
        write(project=project, kind="MemberLeft", actor=actor, at=at, data=data)
    return held


def _end_role(held: RoleGrant, *, actor: Subject, at: dt.datetime, today: dt.date) -> None:
    held.until = max(today, held.since)
    RoleGrant.objects.filter(pk=held.pk).update(until=held.until)
    forget()
    data = {
        "subject": held.subject_id,
        "role": held.role,
        "since": held.since.isoformat(),
        "until": held.until.isoformat(),
    }
    write(project=held.project, kind="RoleEnded", actor=actor, at=at, data=data)
    events.emit(
        events.RoleEnded(project=held.project.public_id, actor=actor.pk, at=at, subject=held.subject_id, role=held.role)
    )


def _open_membership(project: Project, subject: Subject, since: dt.date) -> tuple[Membership, bool]:
    try:
        with transaction.atomic():
            return Membership.objects.get_or_create(
                project=project, subject=subject, until=None, defaults={"since": since}
            )
    except IntegrityError:
        return Membership.objects.get(project=project, subject=subject, until=None), False


@transaction.atomic
def grant(
    *,
    project: Project,
    subject: Subject,
    role: str,
    reason: str,
    actor: Subject | None,
    at: dt.datetime,
    since: dt.date | None = None,
) -> RoleGrant:
    """A role from today on; one that is held stays as it is. Checks that the role exists and that `subject` is still
    here, not who grants: callers do.

    `actor` is None for the site itself, which grants by rule. Only an import names another day `since`.
    """
    version = terms.current(project, at)
    definition = queries.role(version, role)
    if version is None or definition is None:
        raise Refused(_("The terms have no role “%(role)s”.") % {"role": role}, code="no_such_role")
    gone = people.why_gone(subject)
    if gone:
        raise Refused(gone, code="gone")
    granted, made = _open_grant(
        project,
        subject,
        role,
        since=since or clock.today(version.document["zone"], at),
        reason=reason,
        terms=version.number,
        granted_at=at,
        granted_by=actor.pk if actor else "",
    )
    if not made:
        return granted
    forget()
    data = {
        "subject": subject.pk,
        "role": role,
        "reason": str(reason),
        "version": version.number,
        "since": granted.since.isoformat(),
    }
    write(project=project, kind="RoleGranted", actor=actor, at=at, data=data)
    events.emit(
        events.RoleGranted(
            project=project.public_id, actor=actor.pk if actor else "", at=at, subject=subject.pk, role=role
        )
    )
    return granted


def _open_grant(project: Project, subject: Subject, role: str, **values: object) -> tuple[RoleGrant, bool]:
    """The database keeps one open grant a role where an appointment and the job by rule race."""
    named = {"project": project, "subject": subject, "role": role, "until": None}
    try:
        with transaction.atomic():
            return RoleGrant.objects.get_or_create(**named, defaults=values)
    except IntegrityError:
        return RoleGrant.objects.get(**named), False


@transaction.atomic
def appoint(*, actor: Subject, project: Project, handle: str, role: str) -> RoleGrant:
    """Gives a role that the terms grant by appointment to a member whose acceptance is enough for the current terms.

    Refused where the role has criteria and the member's credit does not meet them.
    """
    # Whoever leaves meanwhile is no member any more: leaving takes the same lock.
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    subject = Subject.objects.filter(handle=handle.strip().removeprefix("@").lower()).first()
    # An unknown handle goes through the same question, so that nobody without the right learns who has an account.
    require(actor, "members.appoint", project, subject or Subject(pk=""))
    at = clock.deciding()
    version = terms.current(project, at)
    definition = queries.role(version, role)
    if version is None or definition is None or definition.get("granted") != "appointed":
        raise Refused(_("Choose a role that the terms grant by appointment."), code="not_by_appointment")
    if subject is None or not queries.is_member(project, subject):
        raise Refused(
            _(
                "“%(handle)s” is no member yet. Send them the address of the page on which one joins: "
                "nobody holds a role before accepting the terms."
            )
            % {"handle": handle.strip()[:60]},
            code="not_a_member",
        )
    if not terms.has_accepted(version, subject):
        raise Refused(
            _("“%(handle)s” has not accepted version %(number)s of the terms yet.")
            % {"handle": subject.handle, "number": version.number},
            code="not_accepted",
        )
    if isinstance(definition.get("criteria"), dict) and not criteria.hold(
        project=project, subject=subject, role=role, at=at
    ):
        takes = rule_sentence(definition["criteria"], get_language() or "en", document=version.document)
        raise Refused(
            _("“%(handle)s” does not meet what the role takes: %(takes)s.")
            % {"handle": subject.handle, "takes": takes},
            code="criteria",
        )
    return grant(project=project, subject=subject, role=role, reason=Reason.APPOINTED, actor=actor, at=at)
