"""Pages that show published terms, and their downloads."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from authorship.engine import canonical
from portal.core import clock
from portal.core.access.check import check
from portal.core.errors import NotVisible
from portal.core.web.absolute import absolute
from projects.project.models import Project
from projects.project.web import get_project, reader_of
from projects.rubric import queries as rubric
from projects.terms import cards, changes, citing, people, queries
from projects.terms.beside import with_marks
from projects.terms.document.saying.opening import language_name
from projects.terms.document.write import to_yaml
from projects.terms.models import TermsVersion
from projects.terms.web import chapters_read, coming, in_force, language, since, waiting, worded_since


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
    asked = not mine and current is not None and version.number >= current.number
    published = queries.published(project)
    before = queries.version(project, version.number - 1)
    changed = since(before, version, project) if before else None
    paths = [one.path for one in changed.comparison.differing] if changed else []
    context = {
        "project": project,
        "tab": "terms",
        "version": version,
        "binding": language_name(str(version.document["language"]), language()),
        "current": current,
        "state": _state(version, current),
        "coming": coming(project, current) if current is not None and version.number == current.number else [],
        "before": before,
        "changed": changed,
        "versions": [_told(one, before) for one, before in zip(published, [None, *published], strict=False)][::-1],
        "others": [one.number for one in reversed(published) if one.number != version.number],
        "chapters": with_marks(chapters_read(version), version, language(), paths),
        "waiting": waiting(project, version.document),
        "tiles": cards.tiles(version, language()),
        "rubrics": rubric.versions(project),
        "mine": mine,
        "worded": worded_since(version, reader) if asked else None,
        "accepted": accepted,
        "may_edit": check(reader, "terms.edit", project).allowed,
        "address": absolute("terms_version", project.slug, version.number),
    }
    return render(request, "projects/terms/terms_read.html", context)


def _told(version: TermsVersion, before: TermsVersion | None) -> dict[str, object]:
    """For the list of versions: the number, its day, and of which class it is."""
    klass = changes.class_of(changes.changed(before.document, version.document)) if before else ""
    return {"number": version.number, "in_force": version.in_force, "klass": klass}


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
    return download(text, "application/yaml; charset=utf-8", name)


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
    return download(canonical.dumps(hashed), "application/json", f"{project.slug}-terms-{number}.json")


@require_safe
def terms_bibtex(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project = get_project(request, slug)
    text = citing.bibtex(_cited(project, _version(project, number)))
    return download(text, "application/x-bibtex; charset=utf-8", f"{project.slug}-terms-{number}.bib")


@require_safe
def terms_csl(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project = get_project(request, slug)
    text = citing.csl(_cited(project, _version(project, number)))
    return download(text, "application/vnd.citationstyles.csl+json", f"{project.slug}-terms-{number}.csl.json")


def _cited(project: Project, version: TermsVersion) -> citing.Cited:
    """The year is that of the day of publication, in the zone of the terms."""
    return citing.Cited(
        project.slug,
        project.title,
        version.number,
        clock.today(str(version.document["zone"]), version.published_at),
        absolute("terms_version", project.slug, version.number),
        version.hash,
    )


@require_safe
def terms_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The uploaded file byte for byte, never rendered by the browser; none where it named somebody since erased."""
    project = get_project(request, slug)
    version = _version(project, number)
    if version.file is None or not version.file.text:
        raise NotVisible
    return download(version.file.text, "application/octet-stream", version.file.name)


def download(text: str, media_type: str, name: str) -> HttpResponse:
    response = HttpResponse(text.encode(), content_type=media_type)
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response
