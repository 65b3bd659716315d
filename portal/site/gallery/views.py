"""Every component in every state, for those who build the pages."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from portal.site.gallery import samples


@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    page = Paginator(range(680), 25).get_page(request.GET.get("page", "2"))
    return render(request, "portal/site/gallery/gallery.html", {**samples.context(), "page": page})
