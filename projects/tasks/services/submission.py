"""Submission and withdrawal: what numbers a task, binds it to its terms, and ends it."""

from __future__ import annotations

import datetime as dt
import secrets
from fractions import Fraction

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from authorship.engine.amounts import format_amount
from portal.core import clock, events
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.record.chain import instant
from portal.core.record.services import write
from portal.core.text.input import clean_text
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from portal.people.queries import display_name, in_sentence
from projects.members import queries as members
from projects.project.models import Project
from projects.tasks import days, policies, queries, search, tags, texts, visibility
from projects.tasks.details import reading as details
from projects.tasks.hashing import revision_hash
from projects.tasks.lineage import why_no_predecessor
from projects.tasks.models import Revision, RevisionFile, Task, TaskContributor, TaskDraft
from projects.tasks.services.drafts import locked
from projects.tasks.services.marking import why_not_marked
from projects.tasks.states import MOVES, TaskState
from projects.terms import queries as terms
from projects.terms.models import TermsVersion


@transaction.atomic
def submit(*, actor: Subject, task: Task, version: int, note: str = "", typos_only: bool = False) -> Revision:
    """Makes the draft an immutable, hashed revision; the first one numbers the task and binds it to its terms.
    `typos_only`: the contributors say that it corrects typos alone, which keeps approvals; see `services.marking`.

    `RevisionSubmitted` opens the rounds in the same transaction, and its gate may refuse. A correction of an accepted
    task opens none: `CorrectionSubmitted` tells those who decide, and until then the accepted revision counts.
    Refused with every reason at once; Forbidden without acceptance; Conflict on a stale `version` or a wrong state.
    """
    Project.objects.select_for_update(no_key=True).get(pk=task.project_id)
    task = locked(task)
    binding = queries.binding_version(task)
    require(actor, "task.submit", task.project, task, version=binding)
    if not task.writable:
        state = TaskState(task.state).label
        raise Conflict(_("This cannot be submitted now: the state is “%(state)s”.") % {"state": state})
    draft = TaskDraft.objects.get(task=task)
    if draft.version != version or binding is None:
        raise Conflict(
            _("The draft was changed after you opened it. Look at it again before you submit."), code="stale"
        )
    reasons = why_not_submit(task, draft, binding)
    if typos_only:
        reasons += why_not_marked(task, draft)
    if reasons:
        raise Refused(*reasons, code="not_ready")
    at = clock.deciding()
    said = clean_text(note, max_bytes=4000, multiline=True)
    revision = _revise(actor, task, draft, at, note=said, typos_only=typos_only)
    if task.reported:
        return _corrected(actor, task, revision, binding, at)
    _number(task, draft, binding, revision, at)
    search.note(task, revision, binding)
    tags.note(task)
    _tell_submitted(actor, task, revision, binding, at)
    events.emit(
        events.RevisionSubmitted(
            project=task.project.public_id,
            actor=actor.id,
            at=at,
            task=task.public_id,
            revision=revision.number,
        )
    )
    return revision


def _corrected(actor: Subject, task: Task, revision: Revision, binding: TermsVersion, at: dt.datetime) -> Revision:
    """The text that was accepted counts on until the correction is decided."""
    counts = task.standing_number
    Task.objects.filter(pk=task.pk).update(standing=counts, revision_count=revision.number)
    task.standing, task.revision_count = counts, revision.number
    _tell_submitted(actor, task, revision, binding, at)
    events.emit(
        events.CorrectionSubmitted(
            project=task.project.public_id, actor=actor.id, at=at, task=task.public_id, revision=revision.number
        )
    )
    return revision


def why_not_submit(task: Task, draft: TaskDraft, binding: TermsVersion) -> list[str]:
    """Everything that is missing, in words; empty when the draft may be submitted."""
    reasons = [
        _("%(part)s is empty.") % {"part": texts.NAMES[part]}
        for part in texts.PARTS
        if not getattr(draft, part).strip()
    ]
    reasons += details.missing(draft.details)
    rows = list(task.contributors.select_related("subject__profile"))
    if sum((row.share for row in rows), Fraction()) != 1:
        reasons.append(_("The shares do not add up to 1."))
    for row in rows:
        name = in_sentence(display_name(row.subject))
        if row.confirmed_at is None and row.numerator == 0:
            reasons.append(_("%(name)s has not confirmed that they leave the task.") % {"name": name})
        elif row.numerator == 0:
            continue
        elif row.confirmed_at is None:
            reasons.append(_("%(name)s has not confirmed their share.") % {"name": name})
        elif not policies.has_accepted(row.subject_id, binding):
            reasons.append(
                _("%(name)s has not accepted version %(number)s of the terms, which binds this task.")
                % {"name": name, "number": binding.number}
            )
        if task.number is None and not members.is_member(task.project, row.subject):
            reasons.append(_("%(name)s is no longer a member of the project.") % {"name": name})
    if task.number is None and task.predecessor is not None:
        reasons += [reason for reason in [why_no_predecessor(task.predecessor)] if reason]
    return reasons if task.reported else reasons + rounds_used(task, binding)


def rounds_used(task: Task, binding: TermsVersion) -> list[str]:
    """How many rounds there are is a rule of judging: the version in force now says it, for open work too."""
    now = terms.current(task.project) or binding
    most = now.document["participation"].get("most_rounds")
    if not isinstance(most, int) or task.revision_count < most:
        return []
    return [
        ngettext("The terms allow at most %(most)s round.", "The terms allow at most %(most)s rounds.", most)
        % {"most": most}
    ]


def _revise(actor: Subject, task: Task, draft: TaskDraft, at: dt.datetime, *, note: str, typos_only: bool) -> Revision:
    rows = list(task.contributors.all())
    shares = {row.subject_id: format_amount(row.share) for row in rows if row.numerator}
    revision = Revision(
        task=task,
        number=task.revision_count + 1,
        shares=shares,
        given_up=_given_up(task, rows),
        note=note,
        typos_only=typos_only,
        salt=secrets.token_hex(32),
        submitted_at=at,
        submitted_by=actor,
        **{name: getattr(draft, name) for name in ("title", "tags", "details", *texts.PARTS)},
    )
    files = queries.files_of(draft)
    revision.hash = revision_hash(revision, files)
    revision.save()
    for place, attachment in enumerate(files, 1):
        RevisionFile.objects.create(revision=revision, attachment=attachment, place=place)
    # Whoever agreed to leave has left with this revision; it keeps that they did.
    task.contributors.filter(numerator=0).delete()
    return revision


def _given_up(task: Task, rows: list[TaskContributor]) -> dict[str, dict[str, str]]:
    """Who has less than in the last revision, with their own confirmation of it."""
    before = queries.last_shares(task)
    return {
        row.subject_id: {
            "from": format_amount(before[row.subject_id]),
            "to": format_amount(row.share),
            "confirmed": instant(row.confirmed_at),
        }
        for row in rows
        if row.confirmed_at is not None and row.share < before.get(row.subject_id, Fraction())
    }


def _number(task: Task, draft: TaskDraft, binding: TermsVersion, revision: Revision, at: dt.datetime) -> None:
    updates: dict[str, object] = {"title": draft.title, "tags": draft.tags, "revision_count": revision.number}
    if task.number is None:
        last = Task.objects.filter(project=task.project).aggregate(last=Max("number"))["last"]
        day = clock.today(terms.zone(task.project, at), at)
        updates |= {"number": (last or 0) + 1, "terms": binding.number, "submitted_on": day}
    perform(task, MOVES, "submit", at=at, **updates)


def _tell_submitted(actor: Subject, task: Task, revision: Revision, binding: TermsVersion, at: dt.datetime) -> None:
    """Names and title stand in the record only where the public may see them from the first day."""
    data: dict[str, object] = {
        "task": task.number,
        "revision": revision.number,
        "hash": revision.hash,
        "terms": binding.number,
    }
    named = is_public(task, binding, "contributors")
    if revision.given_up and named:
        # Elsewhere the hash alone commits to it: a number would tell that there are several contributors.
        data["given_up"] = len(revision.given_up)
    if revision.typos_only:
        data["typos_only"] = "yes"
    if revision.number == 1 and task.predecessor is not None and named:
        data["predecessor"] = task.predecessor.number
    write(
        project=task.project,
        kind="RevisionSubmitted",
        actor=actor if named else None,
        at=at if named else clock.midnight(at),
        data=data,
        texts={"title": revision.title} if is_public(task, binding, "title") and not task.reported else None,
    )


def is_public(task: Task, binding: TermsVersion, field: str) -> bool:
    """Whether everybody may see the part of the task now: what the record may say follows from the same table."""
    return "P" in visibility.audience(
        field,
        mode=binding.document["data"]["visibility"],
        anonymity=binding.document["participation"]["anonymity"],
        moments=queries.moments(task),
    )


@transaction.atomic
def withdraw(*, actor: Subject, task: Task) -> Task:
    """Ends the task by its contributors' wish. Where the promised days have passed without an answer it is
    marked "not reviewed" instead. Rounds end with it (`TaskWithdrawn`)."""
    require(actor, "task.withdraw", task.project, task)
    task = locked(task)
    at = clock.deciding()
    was_accepted = task.state == TaskState.ACCEPTED
    action = "give_up" if is_overdue(task, at) else "withdraw"
    perform(task, MOVES, action, at=at)
    binding = queries.binding_version(task)
    named = binding is not None and is_public(task, binding, "contributors")
    write(
        project=task.project,
        kind="TaskNotReviewed" if action == "give_up" else "TaskWithdrawn",
        actor=actor if named else None,
        at=at if named else clock.midnight(at),
        data={"task": task.number},
    )
    events.emit(
        events.TaskWithdrawn(
            project=task.project.public_id, actor=actor.id, at=at, task=task.public_id, accepted=was_accepted
        )
    )
    return task


def is_overdue(task: Task, at: dt.datetime) -> bool:
    """Whether an open round has no review past its first day, or no decision past its last.

    The days are those first promised: where a round was given more time, the contributors wait only as long as they
    want. Where the terms promise no first answer, it is that no review came for 28 days.
    """
    if task.state not in (TaskState.SUBMITTED, TaskState.IN_REVIEW):
        return False
    rounds = task.rounds.filter(state="open")
    filed = Q(assignments__state="filed")
    given_more = Q(steps__kind="extended", steps__before__lt=at)
    first = Q(first_answer_due__lt=at) | given_more & Q(steps__clock="first_answer")
    last = Q(decision_due__lt=at) | given_more & Q(steps__clock="decision")
    if rounds.filter(first & ~filed | last).exists():
        return True
    zone = terms.zone(task.project, at)
    unpromised = rounds.filter(first_answer_due=None).exclude(filed).values_list("opened_at", flat=True)
    return any(days.after(opened, days.NOT_REVIEWED_DAYS, zone) < at for opened in unpromised)
