"""Refuses, before any view runs, requests whose text is no text: NUL, invalid UTF-8, another encoding."""

from collections.abc import Callable
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext as _

from portal.core.web import charset, errors

# What the parser of a form puts where bytes were not UTF-8.
REPLACEMENT = "\ufffd"


class InputMiddleware:
    """Answers 400 (413 where the body is too large). Stands after the session, so that the answer has its frame."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # Here nothing has read the body yet; by `process_view` the check of forms has.
        if announced(request) > settings.CONCORD_MAX_BODY:
            return errors.too_large(request)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        if not charset.is_utf8(charset.of(request)):
            reason = _("The request names an encoding other than UTF-8. Nothing was saved.")
            return errors.answer(request, 415, [reason], code="charset")
        if not is_text(request.META.get("PATH_INFO", "")) or not is_encoded_text(
            request.META.get("QUERY_STRING", "").encode("latin-1", "replace")
        ):
            return self._refuse(request)
        try:
            return None if is_form_text(request) else self._refuse(request)
        except (RequestDataTooBig, TooManyFieldsSent):
            return errors.too_large(request)
        except (MultiPartParserError, OSError):
            return self._refuse(request)

    def _refuse(self, request: HttpRequest) -> HttpResponse:
        reason = _("The address or the form holds a character that is not text (NUL or invalid UTF-8).")
        return errors.answer(request, 400, [reason, _("Nothing was saved.")])


def announced(request: HttpRequest) -> int:
    """How long the body says it is, in bytes; a server reads no more than that."""
    said = str(request.META.get("CONTENT_LENGTH") or "")
    return int(said[:15]) if said.isascii() and said.isdigit() else 0


def is_text(value: str) -> bool:
    return "\0" not in value and REPLACEMENT not in value and not any("\ud800" <= c <= "\udfff" for c in value)


def is_encoded_text(value: bytes) -> bool:
    """Of a query string or a form as it came, percent-encoded: Django's parser would mend it silently."""
    try:
        return "\0" not in unquote_to_bytes(value).decode("utf-8")
    except UnicodeError:
        return False


def is_form_text(request: HttpRequest) -> bool:
    """Of a form's fields. Files are bytes and not looked at; a body of another type is its view's business, and the
    API takes no forms."""
    if request.method != "POST" or request.path.startswith("/api/"):
        return True
    if request.content_type == "application/x-www-form-urlencoded":
        return is_encoded_text(request.body) and _are_fields_text(request)
    return request.content_type != "multipart/form-data" or _are_fields_text(request)


def _are_fields_text(request: HttpRequest) -> bool:
    fields = all(is_text(name) and all(map(is_text, values)) for name, values in request.POST.lists())
    files = (file for _name, found in request.FILES.lists() for file in found)
    return fields and all(is_text(getattr(file, "name", "") or "") for file in files)
