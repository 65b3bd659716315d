"""Every refusal and failure as a page in our style, or as problem JSON under /api/. Never a trace, never a path."""

import logging
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus

from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
)
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from portal.core import ids
from portal.core.errors import DomainError
from portal.core.web.typed import sent_with_old_token, typed, unstored

logger = logging.getLogger("concord.errors")

TITLES = {
    400: gettext_lazy("This request cannot be read"),
    403: gettext_lazy("You may not do this"),
    404: gettext_lazy("There is no such page"),
    405: gettext_lazy("This page does not take that"),
    409: gettext_lazy("Something changed before you"),
    413: gettext_lazy("This is too large"),
    422: gettext_lazy("This was not accepted"),
    429: gettext_lazy("Too many requests"),
    500: gettext_lazy("Something went wrong on our side"),
}
NOT_THERE = gettext_noop("It does not exist, or it is not visible to you.")
CODES = {
    400: "bad_request",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    500: "error",
}


class ErrorMiddleware:
    """Turns what a view raises into its answer. Stands innermost, so that outer middleware see an answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            page = answer(request, 405, [_("Open the page first and use its form.")])
            page["Allow"] = response["Allow"]
            return page
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, DomainError):
            return answer(request, exception.status, exception.reasons, code=exception.code)
        if isinstance(exception, RequestDataTooBig):
            return too_large(request)
        return None


def answer(
    request: HttpRequest,
    status: int,
    reasons: Sequence[object],
    *,
    code: str = "",
    request_id: str = "",
    members: Mapping[str, object] | None = None,
) -> HttpResponse:
    """`members` stand in problem JSON beside ours."""
    title = TITLES.get(status, TITLES[422])
    # Whoever raises it may leave the words to this place: what is hidden and what is not there have the same.
    reasons = list(reasons) or [_(NOT_THERE) if status == 404 else title]
    if request.path == "/api" or request.path.startswith("/api/"):
        problem = {
            "type": "about:blank",
            "title": HTTPStatus(status).phrase,
            "status": status,
            "code": code or CODES.get(status, "refused"),
            "reasons": [str(reason) for reason in reasons],
            **(members or {}),
        }
        return JsonResponse(problem, status=status, content_type="application/problem+json")
    context = {
        "title": title,
        "status": status,
        "reasons": reasons,
        "request_id": request_id,
        "typed": [] if status == 413 else typed(request),
    }
    response = HttpResponse(render_to_string("errors/page.html", context, request=request), status=status)
    return unstored(response) if request.method == "POST" else response


def too_large(request: HttpRequest) -> HttpResponse:
    return answer(request, 413, [_("What you sent is larger than this page takes. Nothing was saved.")])


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, (RequestDataTooBig, TooManyFieldsSent)):
        return too_large(request)
    # Only BadRequest carries our own words; what a SuspiciousOperation says is for the log.
    own = exception.args if isinstance(exception, BadRequest) and not isinstance(exception, SuspiciousOperation) else ()
    return answer(request, 400, list(own) or [_("The address or the form holds something that is not text.")])


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    own = exception.args if isinstance(exception, PermissionDenied) else ()
    return answer(request, 403, list(own) or [_("A right is missing for this.")])


def too_many(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Limits of the account pages end within five minutes; the page says so instead of counting seconds."""
    reasons = [_("This was asked too often from here in a short time. Try again in a few minutes.")]
    response = answer(request, 429, reasons, code="too_many")
    response["Retry-After"] = "300"
    return response


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return answer(request, 404, [])


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if again := sent_with_old_token(request):
        return again
    reasons = [
        _("The form did not come from this site, or it is older than your session. Nothing was saved."),
        _("Go back, load the page again and send the form once more."),
    ]
    return answer(request, 403, reasons, code="csrf")


def server_error(request: HttpRequest) -> HttpResponse:
    """The number on the page is the number in the log. If even the page's frame fails, plain words."""
    number = ids.random_id("e")
    logger.error("unexpected error %s", number)
    reasons = [_("It has been logged. What was saved before is kept; this step was not done.")]
    try:
        return answer(request, 500, reasons, request_id=number, members={"number": number})
    except Exception:
        logger.exception("the error page failed, %s", number)
        return HttpResponse(f"Concord: unexpected error {number}", status=500, content_type="text/plain; charset=utf-8")
