"""Files handed out: by the site itself, or from an origin of their own, where no session is and nothing can act."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.storage import default_storage
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase

from portal.core.errors import NotVisible
from projects.tasks import attachments
from projects.tasks.models import Attachment

_PATH = "/files/"
_SIGNER = "projects.tasks.media"


def hand_out(attachment: Attachment) -> HttpResponseBase:
    """For somebody who was found to have the right: the file, or where MEDIA_ORIGIN is set the way to it, which whoever
    holds it may go for `CONCORD_MEDIA_SECONDS`. NotVisible where the store has lost it."""
    if not settings.CONCORD_MEDIA_ORIGIN:
        return attachments.response(attachment)
    if not default_storage.exists(attachments.path_of(attachment)):
        raise NotVisible
    signed = TimestampSigner(salt=_SIGNER).sign(attachment.key)
    answer = HttpResponseRedirect(f"{settings.CONCORD_MEDIA_ORIGIN}{_PATH}{signed}/")
    answer["Cache-Control"] = "private, no-store"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


class MediaOriginMiddleware:
    """On the host of MEDIA_ORIGIN there are signed addresses of files and nothing else: no page, no form, no session.
    On the site's own host there are none of these.

    Stands outside of everything that reads a cookie or sets one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        origin = settings.CONCORD_MEDIA_ORIGIN
        if not origin or _host(request.get_host()) != urlsplit(origin).hostname:
            return self.get_response(request)
        return _file(request)


def _host(named: str) -> str:
    """Without its port; the allowed hosts were judged without it as well."""
    return (urlsplit(f"//{named}").hostname or "").casefold()


def _file(request: HttpRequest) -> HttpResponseBase:
    """The file that the address names, while its signature holds; one answer for all that it does not name."""
    signed = request.path.removeprefix(_PATH).removesuffix("/")
    if request.method not in ("GET", "HEAD") or not request.path.startswith(_PATH):
        return _nothing()
    try:
        key = TimestampSigner(salt=_SIGNER).unsign(signed, max_age=settings.CONCORD_MEDIA_SECONDS)
        return attachments.response(Attachment.objects.get(key=key))
    except (BadSignature, Attachment.DoesNotExist, NotVisible):
        return _nothing()


def _nothing() -> HttpResponse:
    answer = HttpResponse("Nothing is here, or not any more. Open the task again.\n", "text/plain; charset=utf-8", 404)
    answer["Cache-Control"] = "private, no-store"
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
