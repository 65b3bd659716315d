"""Writes of the terms: draft, uploaded file, published version, acceptance."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from portal.core import clock, events
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.once import forget
from portal.core.record.services import write
from portal.people.models import Subject
from projects.project.models import Project
from projects.project.policies import require_verified
from projects.terms import agreed, changes, people, queries
from projects.terms.agreed import hash_of
from projects.terms.document.missing import missing
from projects.terms.document.problems import Problem
from projects.terms.document.read import load, read_source
from projects.terms.models import Acceptance, TermsDraft, TermsFile, TermsVersion
from projects.terms.refused import refused
from projects.terms.steps.state import state, stored

Document = dict[str, Any]
PURPOSES = frozenset({"join", "work", "task"})


@transaction.atomic
def save_draft(
    *,
    actor: Subject,
    project: Project,
    document: Document,
    version: int,
    forms: dict[str, Any] | None = None,
    file: TermsFile | None = None,
) -> TermsDraft:
    """`document` in stored form, however much is open. `version` is the one the writer started from, 0 at first.

    `forms` keeps what was typed in a chapter as it was typed, where it says more than the document could read;
    `file` is the upload the document was read from.
    Conflict when somebody saved in between.
    """
    require(actor, "terms.edit", project)
    at = clock.deciding()
    values = {"document": document, "forms": forms or {}, "file": file, "updated_at": at, "updated_by": actor}
    if version == 0:
        draft, made = TermsDraft.objects.get_or_create(project=project, defaults=values)
        if not made:
            raise stale_draft()
        return draft
    if not TermsDraft.objects.filter(project=project, version=version).update(version=version + 1, **values):
        raise stale_draft()
    return TermsDraft.objects.get(project=project)


def stale_draft() -> Conflict:
    return Conflict(_("Somebody saved these terms after you opened them."), code="stale")


@transaction.atomic
def upload(*, actor: Subject, project: Project, text: str | bytes, name: str, version: int) -> TermsDraft:
    """Replaces the draft by the YAML in `text`, or JSON where `name` ends in .json, and keeps the file as it came.

    Refused with every problem, its path and its line; then nothing is stored. Conflict as in `save_draft`.
    """
    require(actor, "terms.edit", project)
    document = read_file(text, name)
    file = _keep_file(actor=actor, project=project, text=text, name=name)
    return save_draft(actor=actor, project=project, document=document, version=version, file=file)


def read_file(text: str | bytes, name: str = "terms.yaml") -> Document:
    """The stored form of a file. Refused (code `unreadable`) with the problems in `context["problems"]`.

    In JSON a person is a subject id, as in a download, or a handle.
    """
    known = people.id_or_handle if name.lower().endswith(".json") else people.handle_to_subject
    reading = read_source(load(text, name), people=known)
    if reading.document is None:
        said = [sentence(problem) for problem in reading.problems]
        raise Refused(*said, code="unreadable", problems=reading.problems)
    return reading.document


def sentence(problem: Problem) -> str:
    """A problem in the reader's language, with its line and path where it has them."""
    where = f"{problem.path}: " if problem.path else ""
    line = _("Line %(line)s: ") % {"line": problem.line} if problem.line else ""
    return f"{line}{where}{problem.said(get_language() or 'en')}"


def _keep_file(*, actor: Subject, project: Project, text: str | bytes, name: str) -> TermsFile:
    raw = text if isinstance(text, bytes) else text.encode()
    return TermsFile.objects.create(
        project=project,
        sha256=hashlib.sha256(raw).hexdigest(),
        name=name[:200] or "terms.yaml",
        text=raw.decode(),
        uploaded_at=clock.deciding(),
        uploaded_by=actor,
    )


@transaction.atomic
def publish(*, actor: Subject, project: Project, draft_version: int | None = None) -> TermsVersion:
    """The draft as the next version: immutable, hashed, on the record. `draft_version` is the one looked at.

    Refused with the paths that are open or cannot run, and from version 2 on while no second core member has agreed
    to it, where the team has more than one (`projects.terms.agreed`). Version 1 grants the founding roles and is
    accepted by who publishes it; the listeners of `TermsPublished` do that in the same transaction.
    """
    require(actor, "terms.publish", project)
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    draft = queries.draft(project)
    if draft is None:
        raise Refused(_("Write the terms first."), code="empty")
    if draft_version is not None and draft.version != draft_version:
        raise stale_draft()
    refuse_unready(project, draft, publisher=actor)
    at = clock.deciding()
    number, text_hash = queries.next_number(project), hash_of(draft)
    if not agreed.agreement(project, number=number, hash=text_hash, at=at).given:
        raise Refused(
            _("Another member of the core team has to agree to exactly this text first."), code="no_agreement"
        )
    version = TermsVersion.objects.create(
        project=project,
        number=number,
        document=draft.document,
        hash=text_hash,
        file=draft.file,
        in_force=in_force(project, draft.document, at),
        published_at=at,
        published_by=actor,
    )
    forget()
    data = {"version": version.number, "hash": version.hash, "in_force": version.in_force.isoformat()}
    write(project=project, kind="TermsPublished", actor=actor, at=at, data=data)
    events.emit(events.TermsPublished(project=project.public_id, actor=actor.id, at=at, version=version.number))
    return version


def refuse_unready(project: Project, draft: TermsDraft, *, publisher: Subject) -> None:
    """Refused with the paths that are open, unread or cannot run. Conflict where the text is published already."""
    open_paths = missing(draft.document)
    problems = unread(draft)
    if not open_paths:
        problems += refused(project, draft.document, publisher)
    if open_paths or problems:
        reasons = [_("%(path)s is open.") % {"path": path} for path in open_paths]
        reasons += [sentence(problem) for problem in problems]
        raise Refused(*reasons, code="not_ready", open_paths=open_paths, problems=problems)
    last = queries.latest(project)
    if last is not None and last.document == draft.document:
        raise Conflict(
            _("This text is already published as version %(number)s.") % {"number": last.number}, code="same"
        )


def unread(draft: TermsDraft) -> list[Problem]:
    """Values that were typed and could not be read: a text is not published while somebody meant it to say more."""
    if not draft.forms:
        return []
    names = people.handles(people.subjects_in(draft.document))
    data = stored(draft.document, draft.forms, lambda subject: names.get(subject, subject))
    return state(data, people=people.handle_to_subject).problems


def in_force(project: Project, document: Document, at: dt.datetime) -> dt.date:
    """The first day of the next version, in its own zone.

    Text and register changes hold from the day of publication, material ones after the longest notice that the
    version in force or an announced one promises; never before a version published earlier.
    """
    today = clock.today(str(document["zone"]), at)
    standing = queries.from_current(project, at)
    if not standing:
        return today
    last = standing[-1]
    days = 0
    if changes.class_of(changes.changed(last.document, document)) == changes.MATERIAL:
        days = max(_notice(version) for version in standing)
    return max(today + dt.timedelta(days=days), last.in_force)


def _notice(version: TermsVersion) -> int:
    """No notice where the terms answer none."""
    promised = version.document["changes"]["notice_days"]
    return promised if isinstance(promised, int) else 0


@transaction.atomic
def accept(*, actor: Subject, project: Project, number: int, hash: str, purpose: str, task: str = "") -> Acceptance:
    """Somebody accepts for themselves exactly the text they were shown. Twice is one row.

    For joining and new work that is the current version; for one `task` any published version, which the caller has
    tied to the task. Conflict where number or hash are not those of that version.
    """
    if purpose not in PURPOSES or bool(task) != (purpose == "task"):
        raise ValueError(f"no purpose: {purpose} {task}")
    require(actor, "terms.accept", project)
    require_verified(actor)
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    at = clock.deciding()
    version = queries.version(project, number) if purpose == "task" else queries.current(project, at)
    if version is None or version.number != number or version.hash != hash:
        raise stale_terms()
    earlier = Acceptance.objects.filter(terms=version, subject=actor, purpose=purpose, task=task).first()
    if earlier is not None:
        return earlier
    acceptance = record_acceptance(version=version, subject=actor, purpose=purpose, task=task, at=at)
    if purpose == "work":
        # Joining has a line of its own, and one for a task would tell who wrote it before the terms let anybody know.
        write(project=project, kind="TermsAccepted", actor=actor, at=at, data={"version": number, "hash": hash})
    events.emit(events.TermsAccepted(project=project.public_id, actor=actor.id, at=at, version=number, purpose=purpose))
    return acceptance


def record_acceptance(
    *, version: TermsVersion, subject: Subject, purpose: str, task: str, at: dt.datetime
) -> Acceptance:
    """The row alone; the database keeps it single where two requests race."""
    forget()
    try:
        with transaction.atomic():
            return Acceptance.objects.create(
                terms=version, subject=subject, hash=version.hash, purpose=purpose, task=task, at=at
            )
    except IntegrityError:
        return Acceptance.objects.get(terms=version, subject=subject, purpose=purpose, task=task)


def stale_terms() -> Conflict:
    return Conflict(
        _("The terms have a newer version than the one you were shown. Nothing was accepted."), code="stale_terms"
    )
