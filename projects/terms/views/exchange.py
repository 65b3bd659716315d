"""Terms as files: read from one, written to one, and the schema that says what one may hold."""

from __future__ import annotations

import json
from functools import lru_cache

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from portal.core.errors import Conflict, Refused
from portal.core.web.absolute import absolute
from projects.project.web import actor_of
from projects.terms import queries, services
from projects.terms.document.json_schema import json_schema
from projects.terms.document.source import MAX_BYTES
from projects.terms.views.reading import download, yaml_file
from projects.terms.web import editable, version_sent


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def terms_upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Replaces the draft by a file, or says with line and path why not; then the draft is as it was."""
    project = editable(request, slug)
    draft = queries.draft(project)
    context = {
        "project": project,
        "tab": "terms",
        "version": draft.version if draft else 0,
        "draft": draft,
        "text": request.POST.get("text", ""),
        "handle": actor_of(request).handle,
    }
    if request.method != "POST":
        return render(request, "projects/terms/terms_upload.html", context)
    name, text = _sent_file(request)
    version = version_sent(request)
    try:
        services.upload(actor=actor_of(request), project=project, text=text, name=name, version=version)
    except (Refused, Conflict) as refused:
        context |= {"reasons": refused.reasons, "text": text.decode("utf-8", "replace")}
        return render(request, "projects/terms/terms_upload.html", context, status=refused.status)
    messages.success(request, _("The file is read. The form shows what it says."))
    return redirect("terms_edit", project.slug)


def _sent_file(request: HttpRequest) -> tuple[str, bytes]:
    """The file, or the text of the box; one byte more than is read at most, so that a larger one is refused as such.

    A text has no name: one that begins like a JSON object and its first key is read as JSON.
    """
    file = request.FILES.get("file")
    if file is not None:
        return file.name or "terms.yaml", file.read(MAX_BYTES + 1)
    text = request.POST.get("text", "").replace("\r\n", "\n")
    start = text.lstrip()[:200]
    return "terms.json" if start[:1] == "{" and start[1:].lstrip()[:1] == '"' else "terms.yaml", text.encode()


@login_required
@require_safe
def terms_draft_yaml(request: HttpRequest, slug: str) -> HttpResponse:
    """What the document could read of the draft; values that it could not are in the form only."""
    project = editable(request, slug)
    return yaml_file(queries.draft_document(project), f"{project.slug}-terms-draft.yaml")


@login_required
@require_safe
def terms_draft_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The same in stored form: persons as subject ids, money in minor units."""
    project = editable(request, slug)
    text = json.dumps(queries.draft_document(project), ensure_ascii=False, indent=1)
    return download(text, "application/json", f"{project.slug}-terms-draft.json")


@require_safe
def terms_schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of terms, at the address it names itself by."""
    return HttpResponse(_schema(absolute("terms_schema")), content_type="application/schema+json")


@lru_cache(maxsize=1)
def _schema(address: str) -> bytes:
    return json.dumps(json_schema(address), ensure_ascii=False, separators=(",", ":")).encode()
