"""What the terms add to the page of a project."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string

from portal.core import clock
from portal.core.access.check import check
from projects.project.models import Project
from projects.project.states import ProjectState
from projects.project.web import reader_of
from projects.rubric import queries as rubric
from projects.terms import agreed, cards, people, queries, readiness, reading
from projects.terms.document.sentences import strip as tiles
from projects.terms.steps.navigation import path_links
from projects.terms.web import in_force, language


def facts(request: HttpRequest, project: Project) -> str:
    version = in_force(request, project)
    context = {"project": project, "version": version, "announced": queries.announced(project, version)}
    return render_to_string("projects/terms/panel_facts.html", context, request)


def strip(request: HttpRequest, project: Project) -> str:
    """The five tiles of the version in force; of the draft, for those who write it, while there is none."""
    version = in_force(request, project)
    document = version.document if version else queries.draft_document(project)
    context = {
        "project": project,
        "version": version,
        "tiles": cards.tiles(version, language()) if version else tiles(document, language()),
        "pay_note": reading.pay_note(document),
    }
    return render_to_string("projects/terms/panel_strip.html", context, request)


def preparing(request: HttpRequest, project: Project) -> str:
    """While the project is a draft: what keeps it from recruiting, with the way to each, and the button."""
    reader = reader_of(request)
    if project.state != ProjectState.DRAFT:
        return ""
    missing = readiness.of(project)
    context = {
        "project": project,
        "readiness": missing,
        "open_links": path_links(project, missing.open_paths, language()),
        "draft": queries.draft(project),
        "version": in_force(request, project),
        "rubric": rubric.latest(project),
        "may_edit": check(reader, "terms.edit", project).allowed,
        "may_recruit": check(reader, "project.recruit", project).allowed,
    }
    return render_to_string("projects/terms/panel_preparing.html", context, request)


def agreement(request: HttpRequest, project: Project) -> str:
    """For core members: that the next version is before them, and who waits for whom."""
    reader, version = reader_of(request), in_force(request, project)
    if reader is None or version is None or reader.id not in people.subjects_in(version.document):
        return ""
    found = agreed.of_draft(project, queries.draft(project), clock.now())
    if found is None or not found.needed or not found.rows or reader.id not in found.team:
        return ""
    context = {"project": project, "found": found, "told": agreed.told(found), "asked": reader.id in found.waits_for}
    return render_to_string("projects/terms/panel_agreement.html", context, request)
