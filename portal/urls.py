"""Every address of the site. Rooms keep their own `urls.py`."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

handler400 = "portal.core.web.errors.bad_request"
handler403 = "portal.core.web.errors.forbidden"
handler404 = "portal.core.web.errors.not_found"
handler429 = "portal.core.web.errors.too_many"
handler500 = "portal.core.web.errors.server_error"

ROOMS = (
    "portal.site.urls",
    "portal.site.help.urls",
    "portal.people.urls",
    "portal.people.entrance_urls",
    "portal.api.urls",
    "portal.notices.urls",
    "portal.site.record.urls",
    "projects.catalogue.urls",
    "projects.project.urls",
    "projects.rubric.urls",
    "projects.terms.urls",
    "projects.checking.urls",
    "projects.members.urls",
    "projects.tasks.urls",
    "projects.reviews.urls",
    "projects.reports.urls",
    "projects.proposals.urls",
    "projects.runs.urls",
    "projects.overlaps.urls",
    "authorship.ledger.urls",
    "authorship.lists.urls",
    "authorship.exports.urls",
)
urlpatterns: list[URLPattern | URLResolver] = [
    *(path("", include(room)) for room in ROOMS),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("portal.site.api.urls")),
]
if settings.CONCORD_DEMO:
    urlpatterns.append(path("", include("portal.site.demo.urls")))
if settings.CONCORD_DEMO or settings.DEBUG:
    urlpatterns.append(path("", include("portal.site.gallery.urls")))
