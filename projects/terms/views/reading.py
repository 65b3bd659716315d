"""Pages that show published terms, and their downloads."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from authorship.engine import canonical
from portal.core.access.check import check
from portal.core.errors import NotVisible
from projects.project.models import Project
from projects.project.web import get_project, reader_of
from projects.rubric import queries as rubric
from projects.terms import people, queries
from projects.terms.document.sentences import strip
from projects.terms.document.write import to_yaml
from projects.terms.models import TermsVersion
from projects.terms.web import chapters_of, in_force, language, worded_since


@require_safe
def terms_read(request: HttpRequest, slug: str) -> HttpResponse:
    """The version in force, or the first announced one; before that, what is still to come."""
    project = get_project(request, slug)
    version = in_force(request, project) or queries.latest(project)
    if version is None:
        reader = reader_of(request)
        context = {"project": project, "tab": "terms", "may_edit": check(reader, "terms.edit", project).allowed}
        return render(request, "projects/terms/terms_none.html", context)
    return _page(request, project, version)


@require_safe
def terms_version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project = get_project(request, slug)
    return _page(request, project, _version(project, number))


def _version(project: Project, number: int) -> TermsVersion:
    version = queries.version(project, number)
    if version is None:
        raise NotVisible
    return version


def _page(request: HttpRequest, project: Project, version: TermsVersion) -> HttpResponse:
    reader = reader_of(request)
    current = in_force(request, project)
    accepted = queries.accepted(project, reader) if reader else []
    mine = [row for row in accepted if row.terms.number == version.number]
    asked = not mine and current is not None and version.number == current.number
    context = {
        "project": project,
        "tab": "terms",
        "version": version,
        "current": current,
        "state": _state(version, current),
        "versions": list(queries.versions(project).reverse()),
        "chapters": chapters_of(version.document),
        "tiles": strip(version.document, language()),
        "rubrics": rubric.versions(project),
        "mine": mine,
        "worded": worded_since(version, reader) if asked else None,
        "accepted": accepted,
        "may_edit": check(reader, "terms.edit", project).allowed,
        "address": request.build_absolute_uri(reverse("terms_version", args=[project.slug, version.number])),
    }
    return render(request, "projects/terms/terms_read.html", context)


def _state(version: TermsVersion, current: TermsVersion | None) -> str:
    if current is not None and version.number == current.number:
        return "in_force"
    return "earlier" if current is not None and version.number < current.number else "announced"


@require_safe
def terms_yaml(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project = get_project(request, slug)
    return yaml_file(_version(project, number).document, f"{project.slug}-terms-{number}.yaml")


def yaml_file(document: dict[str, object], name: str) -> HttpResponse:
    names = people.handles(people.subjects_in(document))
    text = to_yaml(document, handles=lambda subject: names.get(subject, subject))
    return _download(text, "application/yaml; charset=utf-8", name)


@require_safe
def terms_json(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Canonical JSON of exactly what was hashed, so that `sha256sum` of the file is the hash of the version."""
    project = get_project(request, slug)
    version = _version(project, number)
    hashed = {
        "schema": version.document["schema"],
        "document": version.document,
        "attachments": [version.file.sha256] if version.file else [],
    }
    return _download(canonical.dumps(hashed), "application/json", f"{project.slug}-terms-{number}.json")


@require_safe
def terms_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The uploaded file byte for byte, never rendered by the browser."""
    project = get_project(request, slug)
    version = _version(project, number)
    if version.file is None:
        raise NotVisible
    return _download(version.file.text, "application/octet-stream", f"{project.slug}-terms-{number}-as-uploaded.yaml")


def _download(text: str, media_type: str, name: str) -> HttpResponse:
    response = HttpResponse(text.encode(), content_type=media_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
