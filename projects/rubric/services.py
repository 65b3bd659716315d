"""Writes of the rubric."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.record.services import write
from portal.core.text.input import clean_text
from portal.people.models import Subject
from projects.project.models import Project
from projects.rubric import criteria as rules
from projects.rubric import offers, queries, topics
from projects.rubric.criteria import Criterion
from projects.rubric.models import RubricDraft, RubricVersion

_MAX_TITLE = 200


@transaction.atomic
def save_draft(
    *, actor: Subject, project: Project, title: str, criteria: Sequence[Criterion], version: int
) -> RubricDraft:
    """Keeps what was written, complete or not. `version` is the one the writer started from, 0 for the first save.

    Conflict when somebody saved in between; refused are unreadable characters and more than 40 criteria.
    """
    require(actor, "rubric.edit", project)
    title = clean_text(title, max_bytes=_MAX_TITLE * 4, multiline=False)[:_MAX_TITLE]
    rows, wrong = rules.cleaned(criteria)
    reasons = [
        _("Criterion %(number)s: %(reason)s") % {"number": position + 1, "reason": reason}
        for position, found in wrong.items()
        for reason in found
    ]
    if len(rows) > rules.MOST:
        reasons.append(_("A rubric has at most %(most)s criteria.") % {"most": rules.MOST})
    if reasons:
        raise Refused(*reasons, code="invalid")
    at = clock.deciding()
    values = {"title": title, "criteria": rows, "updated_at": at, "updated_by": actor}
    if version == 0:
        draft, made = RubricDraft.objects.get_or_create(project=project, defaults=values)
        if not made:
            raise _stale()
        return draft
    changed = RubricDraft.objects.filter(project=project, version=version).update(version=version + 1, **values)
    if not changed:
        raise _stale()
    return RubricDraft.objects.get(project=project)


def _stale() -> Conflict:
    return Conflict(
        _("Somebody saved the rubric after you opened it. Your text is below; nothing of it was stored."), code="stale"
    )


@transaction.atomic
def start_from(*, actor: Subject, project: Project, template: str, lang: str) -> RubricDraft:
    """Adds the template's criteria on every topic that no criterion of the draft has. What was written stays as it is.

    Refused where there is no such template in this language, where no topic is left, and beyond 40 criteria.
    """
    require(actor, "rubric.edit", project)
    chosen = offers.offer(template, lang)
    if chosen is None:
        raise Refused(_("Choose one of the templates."), code="invalid")
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    draft = queries.draft(project)
    written = draft.criteria if draft else []
    left = {one.id for one in topics.uncovered(written)}
    added = [row for row in chosen.criteria if row["topic"] in left]
    if not added:
        raise Refused(_("Every topic of this template has a criterion in the draft. Nothing was added."), code="same")
    return save_draft(
        actor=actor,
        project=project,
        title=(draft.title if draft else "") or chosen.title,
        criteria=[*written, *_named_apart(written, added)],
        version=draft.version if draft else 0,
    )


def _named_apart(written: Sequence[Criterion], added: Sequence[Criterion]) -> list[Criterion]:
    """The added rows under ids that the written ones do not have."""
    taken = {row["id"] for row in written}
    made = []
    for row in added:
        name, number = row["id"], 2
        while name in taken:
            name, number = f"{row['id']}-{number}", number + 1
        taken.add(name)
        made.append(row | Criterion(id=name, sentence=row["sentence"]))
    return made


@transaction.atomic
def publish(*, actor: Subject, project: Project, version: int | None = None) -> RubricVersion:
    """The draft as the next version, immutable, on the record. `version` is the draft's that was looked at.

    Refused without a title, without criteria, and while the last version says the same.
    """
    require(actor, "rubric.publish", project)
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    draft = queries.draft(project)
    if draft is None:
        raise Refused(_("Write the rubric first."), code="empty")
    if version is not None and draft.version != version:
        raise Conflict(
            _("Somebody saved the rubric after you opened it. Nothing was published; read it again."), code="stale"
        )
    last = queries.latest(project)
    digest = rules.hash_of(draft.title, draft.criteria)
    if reasons := why_not_publish(draft, last.hash if last else ""):
        raise Refused(*reasons, code="incomplete")
    at = clock.deciding()
    published = RubricVersion.objects.create(
        project=project,
        number=last.number + 1 if last else 1,
        title=draft.title,
        criteria=draft.criteria,
        hash=digest,
        published_at=at,
        published_by=actor,
    )
    write(
        project=project,
        kind="RubricPublished",
        actor=actor,
        at=at,
        data={"version": published.number, "hash": digest, "criteria": [row["id"] for row in draft.criteria]},
    )
    return published


def why_not_publish(draft: RubricDraft, last_hash: str) -> list[str]:
    reasons = []
    if not draft.title:
        reasons.append(_("The title is missing."))
    if not draft.criteria:
        reasons.append(_("A rubric has at least one criterion."))
    for position, found in rules.problems(draft.criteria).items():
        reasons += [
            _("Criterion %(number)s: %(reason)s") % {"number": position + 1, "reason": reason} for reason in found
        ]
    if not reasons and last_hash == rules.hash_of(draft.title, draft.criteria):
        reasons.append(_("This text is already published as the last version."))
    return reasons
