"""What anyone takes away to compute a list again."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from authorship.lists import bundle, queries
from authorship.lists.engine_file import engine_file
from portal.core.errors import NotVisible
from projects.project.web import get_project


@require_safe
def engine_download(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(engine_file().content, content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="engine.pyz"'
    return response


@require_safe
def bundle_download(request: HttpRequest, slug: str, output_id: str) -> StreamingHttpResponse:
    """Of the current list, or of `?generation=`; its text is made as it is sent."""
    output = queries.output(get_project(request, slug), output_id)
    asked = request.GET.get("generation", "")
    if output is None:
        raise NotVisible
    snapshot = queries.asked(output, asked)
    if snapshot is None:
        raise NotVisible
    response = StreamingHttpResponse(bundle.stream(output, snapshot), content_type="application/json")
    name = f"{slug}.{output_id}{f'.{snapshot.generation}' if asked else ''}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
