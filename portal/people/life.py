"""Pages on which one takes one's data along, closes one's account, or is erased."""

import time
from collections.abc import Callable

from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from portal.core import clock
from portal.core.access import check
from portal.core.web import panels
from portal.people import closing, download, erasing
from portal.people.models import User
from portal.people.profile_form import TypedHandleForm

# Where the session remembers what was asked for, and when: the password must be given after that.
_ASKED = "account_act"


View = Callable[..., HttpResponseBase]


def _password_first(view: View) -> View:
    wrapped: View = reauthentication_required(view)
    return wrapped


def _password_before_post(view: View) -> View:
    wrapped: View = reauthentication_required(view, allow_get=True)
    return wrapped


def account_of(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


@login_required
@never_cache
@_password_before_post
@require_http_methods(["GET", "HEAD", "POST"])
def account_data(request: HttpRequest) -> HttpResponseBase:
    """GET says what is in it; POST, with the password given a short while ago, streams the ZIP."""
    subject = account_of(request).subject
    if request.method != "POST":
        return render(request, "portal/people/data.html", {"keys": download.keys(), "format": download.FORMAT})
    check.require(subject, "people.download", None, subject)
    at = clock.now()
    response = StreamingHttpResponse(download.stream(subject, at), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="concord-{subject.handle or subject.pk}-{at:%Y-%m-%d}.zip"'
    return response


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account_close(request: HttpRequest) -> HttpResponse:
    """What stays and why, and what is still open. POST asks for the password and goes on to the last page."""
    if request.method == "POST":
        return _ask(request, "close", "account_close_last")
    return render(request, "portal/people/close.html", _leaving(request))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account_close_last(request: HttpRequest) -> HttpResponse:
    """The last page before the account is closed, after the password."""

    def act() -> HttpResponse:
        user = account_of(request)
        closing.close(actor=user.subject, user=user)
        logout(request)
        return redirect("account_closed")

    return _last(request, "close", "account_close", "portal/people/close_last.html", act)


@require_safe
def account_closed(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/people/closed.html")


@login_required
@never_cache
@_password_first
@require_http_methods(["GET", "HEAD", "POST"])
def account_erase(request: HttpRequest) -> HttpResponse:
    """What goes, what stays and why. POST takes the typed handle, asks for the password again and goes on."""
    handle = account_of(request).subject.handle or ""
    form = TypedHandleForm(request.POST or None, handle=handle)
    if request.method == "POST" and form.is_valid():
        return _ask(request, "erase", "account_erase_last")
    status = 422 if request.method == "POST" else 200
    return render(request, "portal/people/erase.html", {**_leaving(request), "form": form}, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account_erase_last(request: HttpRequest) -> HttpResponse:
    """The last page before the name is gone, after the typed handle and the password."""

    def act() -> HttpResponse:
        subject = account_of(request).subject
        erasing.erase_own(actor=subject, subject=subject)
        logout(request)
        return redirect("account_erased")

    return _last(request, "erase", "account_erase", "portal/people/erase_last.html", act)


@require_safe
def account_erased(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/people/erased.html")


def _leaving(request: HttpRequest) -> dict[str, object]:
    subject = account_of(request).subject
    return {"subject": subject, "panels": panels.render("account_leaving", request, subject)}


def _ask(request: HttpRequest, what: str, then: str) -> HttpResponse:
    request.session[_ASKED] = {"what": what, "at": time.time()}
    return redirect(then)


def _last(request: HttpRequest, what: str, first: str, template: str, act: Callable[[], HttpResponse]) -> HttpResponse:
    """Shows the last page, or does the act on POST. Whoever did not come by the first page is sent there, and whoever
    did not give the password since then is asked for it."""
    asked = request.session.get(_ASKED)
    if not isinstance(asked, dict) or asked.get("what") != what:
        return redirect(first)
    if not _proved_since(request, float(asked["at"])):
        if request.method == "POST":
            return redirect(first)
        raise ReauthenticationRequired
    if request.method == "POST":
        return act()
    return render(request, template, {"subject": account_of(request).subject})


def _proved_since(request: HttpRequest, instant: float) -> bool:
    records = get_authentication_records(request, account_of(request))
    return any(one.get("reauthenticated") and one.get("at", 0) >= instant for one in records)
