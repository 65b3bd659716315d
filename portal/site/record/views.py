"""The public record of a project, its checkpoints, and both as files."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from portal.core.access import check
from portal.core.record import chain, checkpoints
from portal.core.record import queries as records
from portal.core.record.models import RecordEntry
from portal.core.web.pages import paginate
from portal.site.record import queries
from projects.project.models import Project
from projects.project.web import actor_of, get_project, reader_of

GROUP_TITLES = {
    "": _("Everything"),
    "terms": _("Terms and standards"),
    "people": _("People and roles"),
    "tasks": _("Tasks and decisions"),
    "credit": _("Credit and lists"),
}


@require_safe
def record_page(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    group = request.GET.get("kind", "")
    if group not in GROUP_TITLES:
        raise Http404
    page = paginate(request, records.entries(project, kinds=queries.kinds_of(group)))
    count, head = records.head(project)
    context = {
        "project": project,
        "tab": "record",
        "page": page,
        "days": queries.by_day(queries.tell(page)),
        "group": group,
        "groups": GROUP_TITLES.items(),
        "count": count,
        "head": head,
        "checkpoint": records.checkpoints(project).first(),
    }
    return render(request, "portal/record/record_page.html", context)


@require_safe
def record_lines(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Every entry as it is chained, one canonical JSON object a line, oldest first."""
    project = get_project(request, slug)
    answer = StreamingHttpResponse(_lines(project), content_type="application/x-ndjson; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-record.jsonl"'
    return answer


@require_safe
def checkpoint_page(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    page = paginate(request, records.checkpoints(project))
    reader = reader_of(request)
    may = check.check(reader, "record.checkpoint", project) if reader else None
    context = {"project": project, "tab": "record", "page": page, "may": may}
    return render(request, "portal/record/checkpoint_page.html", context)


@login_required
@require_POST
def checkpoint_now(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    made = checkpoints.publish_now(actor=actor_of(request), project=project)
    messages.success(request, _("Signed: entries 1 to %(count)s.") % {"count": made.count})
    return redirect("checkpoint_page", project.slug)


@require_safe
def checkpoint_lines(request: HttpRequest, slug: str) -> HttpResponse:
    """Oldest first, each line signed: Ed25519 over canonical JSON of project, count, head and at."""
    project = get_project(request, slug)
    lines = "".join(checkpoints.line(row) + "\n" for row in records.checkpoints(project).reverse())
    answer = HttpResponse(lines, content_type="application/x-ndjson; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-checkpoints.jsonl"'
    return answer


def _lines(project: Project) -> Iterator[str]:
    rows = RecordEntry.objects.filter(project=project.public_id).order_by("seq")
    for row in rows.iterator(chunk_size=500):
        line = {
            "project": row.project,
            "seq": row.seq,
            "kind": row.kind,
            "at": chain.instant(row.at),
            "actor": row.actor,
            "payload": json.loads(row.payload),
            "previous_hash": row.previous_hash,
            "hash": row.hash,
        }
        yield json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
