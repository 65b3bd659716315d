"""What keeps a project from recruiting. One answer for the service that refuses and the pages that say why."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext as _

from projects.project.models import Project
from projects.rubric import queries as rubric
from projects.terms import queries
from projects.terms.document.missing import missing


@dataclass(frozen=True)
class Readiness:
    """`open_paths` are those of the version in force, or of the draft while there is none."""

    open_paths: list[str]
    rubric_published: bool
    terms_published: bool

    @property
    def ready(self) -> bool:
        return self.terms_published and self.rubric_published and not self.open_paths

    def reasons(self) -> list[str]:
        found = [_("%(path)s is open.") % {"path": path} for path in self.open_paths]
        if not self.rubric_published:
            found.append(_("No rubric is published."))
        if not self.terms_published:
            found.append(_("No version of the terms is in force."))
        return found


def of(project: Project, at: dt.datetime | None = None) -> Readiness:
    version = queries.current(project, at)
    document = version.document if version else queries.draft_document(project)
    named = document.get("participation", {}).get("rubric") if version else None
    published = rubric.numbers(project)
    return Readiness(
        open_paths=missing(document),
        rubric_published=bool(published) if version is None else named in published,
        terms_published=version is not None,
    )
