"""The fairness card on the page of a project."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from portal.core.web.pieces import piece
from projects.project.models import Project
from projects.terms import cards
from projects.terms.checks.finding import CHECK_SET
from projects.terms.web import in_force, language


def card(request: HttpRequest, project: Project) -> str:
    """The card of the version in force; nothing while there is none."""
    version = in_force(request, project)
    if version is None:
        return ""
    shown = cards.shown(version, language())
    values = {"card": shown, "outside": cards.outside_of(project, shown.replies), "check_set": CHECK_SET}
    context = {"project": project, "version": version, **values}

    def draw() -> SafeString:
        return SafeString(render_to_string("projects/terms/panel_card.html", context))

    if not shown.stands_alone:
        return draw()
    return piece("panel_card", {"slug": project.slug, "number": version.number, **values}, draw)
