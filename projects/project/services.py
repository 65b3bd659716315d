"""Writes of a project: its beginning and the moves of its state."""

from __future__ import annotations

import datetime as dt

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from portal.core import clock, events
from portal.core.access.check import require
from portal.core.errors import Refused
from portal.core.record.services import write
from portal.core.text.input import clean_text
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.project import slugs
from projects.project.models import Project
from projects.project.policies import require_verified
from projects.project.states import MOVES

_ATTEMPTS = 5


@transaction.atomic
def create(*, actor: Subject, title: str, slug: str, summary: str, field: str) -> Project:
    """A draft that its creator alone sees. A taken `slug` gets a suffix, whoever has taken it.

    Refused without a verified e-mail address, and without a title, a summary and a field.
    """
    require(actor, "project.create", None)
    require_verified(actor)
    words = _words(title=(title, 120), summary=(summary, 300), field=(field, 60))
    at = clock.deciding()
    project = _insert(wanted=slugs.free_slug(slug, words["title"]), words=words, actor=actor, at=at)
    texts = {"title": project.title, "summary": project.summary}
    write(project=project, kind="ProjectCreated", actor=actor, at=at, data={"slug": project.slug}, texts=texts)
    return project


def _words(**given: tuple[str, int]) -> dict[str, str]:
    words: dict[str, str] = {}
    reasons = []
    for name, (value, most) in given.items():
        try:
            words[name] = clean_text(value, max_bytes=most * 4, multiline=False)
        except Refused as refused:
            reasons += [_("%(field)s: %(reason)s") % {"field": name, "reason": reason} for reason in refused.reasons]
            continue
        if not words[name] or len(words[name]) > most:
            reasons.append(_("%(name)s: between 1 and %(most)s characters.") % {"name": name, "most": most})
    if reasons:
        raise Refused(*reasons, code="invalid")
    return words


def _insert(*, wanted: str, words: dict[str, str], actor: Subject, at: dt.datetime) -> Project:
    """Somebody may take the address between the look and the insert; then a suffix is added."""
    slug = wanted
    for attempt in range(_ATTEMPTS):
        try:
            with transaction.atomic():
                return Project.objects.create(slug=slug, created_by=actor, created_at=at, **words)
        except IntegrityError:
            if attempt == _ATTEMPTS - 1:
                raise
            slug = slugs.with_suffix(wanted)
    raise AssertionError("unreachable")


@transaction.atomic
def recruit(*, actor: Subject, project: Project) -> Project:
    """Opens the project to everybody. The gate of `RecruitingOpened` refuses while something mandatory is open."""
    require(actor, "project.recruit", project)
    at = clock.deciding()
    perform(project, MOVES, "recruit", at=at)
    events.emit(events.RecruitingOpened(project=project.public_id, actor=actor.id, at=at))
    write(project=project, kind="RecruitingOpened", actor=actor, at=at, data={})
    return project


@transaction.atomic
def close(*, actor: Subject, project: Project) -> Project:
    """Ends joining. Open work goes on."""
    require(actor, "project.close", project)
    at = clock.deciding()
    perform(project, MOVES, "close", at=at)
    write(project=project, kind="RecruitingClosed", actor=actor, at=at, data={})
    return project
