"""The inbox of whoever is signed in."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from portal.core.errors import Forbidden
from portal.core.web.pages import paginate
from portal.notices import choosing, inbox, kinds
from portal.notices.forms import PreferencesForm
from portal.people.models import User

_PER_PAGE = 25


@login_required
@require_safe
def inbox_page(request: HttpRequest) -> HttpResponse:
    """Everything, newest first, or `?show=unread`. What each notice says is put together for this reader now."""
    user = _account(request)
    rows = inbox.of(user.subject)
    only_unread = request.GET.get("show") == "unread"
    page = paginate(request, rows.filter(read_at=None) if only_unread else rows, per=_PER_PAGE)
    context = {"page": page, "rows": kinds.told(page, user), "only_unread": only_unread, "unread": user.unread}
    return render(request, "portal/notices/inbox.html", context)


@login_required
@require_POST
def notice_open(request: HttpRequest, public_id: str) -> HttpResponse:
    """Marks it as read and goes to what it is about, where there is still something to go to."""
    user = _account(request)
    row = inbox.get(user.subject, public_id)
    inbox.mark_read(actor=user.subject, subject=user.subject, ids=[public_id])
    _row, said = kinds.told([row], user)[0]
    return redirect(said.href or "inbox")


@login_required
@require_POST
def inbox_read(request: HttpRequest) -> HttpResponse:
    user = _account(request)
    read = inbox.mark_read(actor=user.subject, subject=user.subject)
    messages.success(
        request, ngettext("%(n)s notice is marked as read.", "%(n)s notices are marked as read.", read) % {"n": read}
    )
    return redirect("inbox")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account_notices(request: HttpRequest) -> HttpResponse:
    """What is mailed, and when. The inbox shows everything either way."""
    user = _account(request)
    form = PreferencesForm(request.POST if request.method == "POST" else None, initial=choosing.of(user.subject))
    if request.method == "POST" and form.is_valid():
        choosing.choose(actor=user.subject, subject=user.subject, mail=form.cleaned_data)
        messages.success(request, _("Saved. It holds for whatever happens from now on."))
        return redirect("account_notices")
    status = 422 if form.is_bound else 200
    return render(request, "portal/notices/preferences.html", {"form": form}, status=status)


def _account(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Forbidden(_("Sign in to do this."))
    return request.user
