"""What members and roles add to the page of a project."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from portal.core.access.check import check
from portal.people.models import Subject
from projects.members import queries
from projects.project.models import Project
from projects.project.states import ProjectState
from projects.project.web import reader_of
from projects.terms import queries as terms
from projects.terms.document.fields import label
from projects.terms.document.sentences import clause_sentences
from projects.terms.document.staffing import short_now
from projects.terms.document.words import day
from projects.terms.reading import chapter_of
from projects.terms.web import in_force, language

_JUDGING = (ProjectState.DRAFT, ProjectState.RECRUITING, ProjectState.CLOSED)


@dataclass(frozen=True)
class CoreMember:
    """`entry` is the document's; `since` the day in words."""

    subject: Subject | None
    entry: dict[str, Any]
    since: str


def act(request: HttpRequest, project: Project) -> str:
    """The one next step of this reader: read and join, accept the version in force, or what they have accepted."""
    version, reader = in_force(request, project), reader_of(request)
    if version is None:
        return ""
    member = reader is not None and queries.is_member(project, reader)
    standing = terms.standing(version, reader) if reader else None
    context = {
        "project": project,
        "version": version,
        "is_member": member,
        "accepted": standing,
        "roles": [queries.title_of(version, one.role) for one in queries.grants(project).filter(subject=reader)]
        if reader
        else [],
        "recruiting": project.state == ProjectState.RECRUITING,
    }
    return render_to_string("projects/members/panel_act.html", context, request)


def missing(request: HttpRequest, project: Project) -> str:
    """What nobody may do now, where something waits for it: the last holder of a power may leave like anybody."""
    version = in_force(request, project)
    powers = queries.unheld(project, version) if version is not None else []
    if not powers:
        return ""
    said = [label("roles[].powers", power, language()) for power in powers]
    return render_to_string("projects/members/panel_missing.html", {"project": project, "powers": said}, request)


def short(request: HttpRequest, project: Project) -> str:
    """For whoever writes the terms: the stages that ask for more people than hold the powers now. Ended projects judge
    nothing."""
    version = in_force(request, project)
    if version is None or project.state not in _JUDGING or not check(reader_of(request), "terms.edit", project).allowed:
        return ""
    found = short_now(version.document, queries.working_people(project))
    if not found:
        return ""
    context = {
        "project": project,
        "short": [one.said(language()) for one in found],
        "stages_step": chapter_of("participation.stages"),
        "roles_step": chapter_of("roles"),
    }
    return render_to_string("projects/members/panel_short.html", context, request)


def facts(request: HttpRequest, project: Project) -> str:
    context = {"project": project, "count": queries.members(project).count()}
    return render_to_string("projects/members/panel_facts.html", context, request)


def runs_it(request: HttpRequest, project: Project) -> str:
    """The core team as the terms in force register it."""
    version = in_force(request, project)
    if version is None:
        return ""
    team = version.document["core_team"]["members"]
    known = Subject.objects.select_related("profile").in_bulk([one["person"] for one in team])
    context = {
        "project": project,
        "team": [CoreMember(known.get(one["person"]), one, day(one["since"], language())) for one in team],
        "chosen": clause_sentences(version.document, "core_team.chosen_by", language()),
    }
    return render_to_string("projects/members/panel_runs_it.html", context, request)


def next_steps(request: HttpRequest, project: Project) -> str:
    version = in_force(request, project)
    if version is None:
        return ""
    reader = reader_of(request)
    context = {
        "project": project,
        "version": version,
        "accepted": reader is not None and terms.standing(version, reader) is not None,
        "may_begin": project.state == ProjectState.RECRUITING
        and reader is not None
        and queries.is_member(project, reader),
        "rubric": version.document["participation"]["rubric"],
    }
    return render_to_string("projects/members/panel_next.html", context, request)
