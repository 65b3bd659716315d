"""Pages of signing in that allauth does not have, or that do more here: sessions, taking back an address, providers."""

import logging
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.password_reset import request_password_reset
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import ViewRecoveryCodesView
from allauth.mfa.webauthn.views import AddWebAuthnView
from allauth.socialaccount.providers.github import views as github
from allauth.socialaccount.providers.orcid import views as orcid
from allauth.usersessions.models import UserSession
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from portal.core.errors import DomainError
from portal.people import addresses, devices, sessions
from portal.people.models import User

logger = logging.getLogger("concord.people")
_MOST_DIGITS = 18
_SHOWN = "recovery_codes_shown_at"
_TO_DOWNLOAD = 600  # seconds


@require_safe
@login_required
def signed_in(request: HttpRequest) -> HttpResponse:
    """Where a sign-in ends that was begun from a form whose session had ended; the form is in another window."""
    return render(request, "account/signed_in.html")


@dataclass(frozen=True)
class Row:
    session: UserSession
    device: str
    current: bool


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def session_list(request: HttpRequest) -> HttpResponse:
    """Where one is signed in: end one of them, the others, or all. The last two end API tokens as well."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    if request.method == "POST":
        return _end(request, request.user)
    known = UserSession.objects.purge_and_list(request.user)
    key = request.session.session_key
    rows = [Row(one, devices.described(one.user_agent), one.session_key == key) for one in known]
    rows.sort(key=lambda row: (not row.current, -row.session.last_seen_at.timestamp()))
    return render(request, "usersessions/usersession_list.html", {"rows": rows})


def _end(request: HttpRequest, user: User) -> HttpResponse:
    which = request.POST.get("end", "")
    if which == "all":
        sessions.end_all(user)
        get_adapter().logout(request)
        messages.success(request, _("All sessions and API tokens are ended. Sign in again to go on."))
        return redirect("account_login")
    if which == "others":
        sessions.end_all(user, keep=request.session.session_key or "")
        update_session_auth_hash(request, user)
        messages.success(request, _("The other sessions and all API tokens are ended."))
    elif which.isascii() and which.isdigit() and len(which) <= _MOST_DIGITS:
        ended = sessions.end_one(user, int(which))
        if not ended:
            raise Http404  # no session, or somebody else's: one answer
        if ended == request.session.session_key:
            get_adapter().logout(request)
            return redirect("account_login")
        messages.success(request, _("This session is ended."))
    else:
        raise BadRequest(_("The page asks which session to end. Nothing was ended."))
    return redirect("usersessions_list")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def address_undo(request: HttpRequest, secret: str) -> HttpResponse:
    """The link in the mail to the old address; nobody need be signed in. Reading it changes nothing: scanners read."""
    change = addresses.find(secret)
    try:
        if change is None:
            return _undo_page(request, status=404)
        addresses.refuse_dead(change)
        if request.method != "POST":
            return _undo_page(request, change=change)
        with transaction.atomic():
            user = addresses.undo(secret=secret)
            request_password_reset(request, user.email, [user], default_token_generator)
    except DomainError as refusal:
        status = 410 if refusal.status == 422 else refusal.status
        return _undo_page(request, reasons=refusal.reasons, code=refusal.code, status=status)
    return redirect("address_undone")


def _undo_page(request: HttpRequest, *, status: int = 200, **context: object) -> HttpResponse:
    return render(request, "account/address_undo.html", context, status=status)


@require_safe
def address_undone(request: HttpRequest) -> HttpResponse:
    return render(request, "account/address_undone.html")


PROVIDERS = {"orcid": orcid, "github": github}
AUTHORIZE = {"orcid": orcid.OrcidOAuth2Adapter, "github": github.GitHubOAuth2Adapter}


def provider_login(request: HttpRequest, provider: str) -> HttpResponseBase:
    """The page that asks before one leaves for the provider. Its form alone may lead there (`form-action`)."""
    views = PROVIDERS[provider]
    origin = urlsplit(AUTHORIZE[provider].authorize_url)
    leave = csp_update({"form-action": f"{origin.scheme}://{origin.netloc}"})(views.oauth2_login)
    answer: HttpResponseBase = leave(request)
    return answer


def provider_callback(request: HttpRequest, provider: str) -> HttpResponseBase:
    """The way back from a provider. An answer that makes no sense is its failure: a page, and a line in the log."""
    try:
        answer: HttpResponseBase = PROVIDERS[provider].oauth2_callback(request)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        logger.warning("sign-in by %s: its answer was not understood (%s)", provider, type(error).__name__)
        return redirect("socialaccount_login_error")
    return answer


class ShowCodes(ViewRecoveryCodesView):
    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Once; the session notes it, so that what is on the screen can be downloaded as well."""
        context: dict[str, object] = super().get_context_data(**kwargs)
        if context["can_view_codes"]:
            self.request.session[_SHOWN] = time.time()
        return context


@login_required
@require_safe
@never_cache
@reauthentication_required(app="allauth.mfa")  # type: ignore[untyped-decorator]
def download_codes(request: HttpRequest) -> HttpResponse:
    """The codes that this session was shown in the last ten minutes, as text."""
    codes = Authenticator.objects.filter(user=request.user, type=Authenticator.Type.RECOVERY_CODES).first()
    if codes is None or time.time() - request.session.get(_SHOWN, 0) > _TO_DOWNLOAD:
        raise Http404
    context = {"unused_codes": codes.wrap().get_unused_codes(), "base_url": settings.CONCORD_BASE_URL}
    answer = render(request, "mfa/recovery_codes/download.txt", context, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="concord-recovery-codes.txt"'
    return answer


class AddPasskey(AddWebAuthnView):
    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """A key that can sign in by itself where the device can keep one; others still serve as second factor."""
        context: dict[str, object] = super().get_context_data(**kwargs)
        options = context["js_data"]["creation_options"]["publicKey"]  # type: ignore[index]
        options["authenticatorSelection"].update(residentKey="preferred", requireResidentKey=False)
        return context


add_passkey = AddPasskey.as_view()
show_codes = ShowCodes.as_view()
