"""What a project's own room adds to its page."""

from __future__ import annotations

from types import SimpleNamespace

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from portal.core.access.check import check
from portal.core.record import presenters, queries
from portal.people.queries import names
from projects.project.models import Project
from projects.project.states import MOVES
from projects.project.web import reader_of

_LATELY = 5


def lately(request: HttpRequest, project: Project) -> str:
    """The last steps on the record, in words."""
    entries = list(queries.entries(project)[:_LATELY])
    known = names(presenters.subjects(entries))
    told = [SimpleNamespace(at=one.at, says=presenters.sentence(one, known, _("Concord"))) for one in entries]
    context = {"project": project, "events": told, "count": queries.head(project)[0]}
    return render_to_string("projects/project/panel_lately.html", context, request)


def close(request: HttpRequest, project: Project) -> str:
    """The button that ends joining, for those who may press it."""
    if project.state not in MOVES.table["close"][0] or not check(reader_of(request), "project.close", project).allowed:
        return ""
    return render_to_string("projects/project/panel_close.html", {"project": project}, request)
