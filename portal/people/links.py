"""Links in our mails that prove an address: what one that no longer works says, and the way on.

Whoever holds such a link got it by mail, so its page may say what is the matter. Reading changes nothing, and a link
that does nothing is answered alike by GET and by POST.
"""

from dataclasses import dataclass
from typing import Any

from allauth.account import app_settings
from allauth.account.forms import UserTokenForm
from allauth.account.models import EmailAddress
from allauth.account.views import ConfirmEmailView, PasswordResetFromKeyView
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.people.models import User

DAY = 24 * 60 * 60  # seconds


@dataclass(frozen=True)
class Dead:
    """Why a link does nothing. `way` names what the page offers: "sign_in", "new_password" or "ask"."""

    reason: str
    status: int = 410
    way: str = "sign_in"


def closed(user: User) -> bool:
    return user.closed_at is not None or not user.is_active


def _account_closed() -> Dead:
    return Dead(_("This account is closed. A closed account is not opened again."), way="ask")


def dead_confirmation(key: str) -> Dead | None:
    """What keeps the mailed `key` from confirming its address; None where nothing does."""
    days = app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS
    try:
        number = signing.loads(key, max_age=days * DAY, salt=app_settings.SALT)
    except signing.SignatureExpired:
        late = ngettext(
            "This link was valid for %(days)s day and has expired.",
            "This link was valid for %(days)s days and has expired.",
            days,
        )
        return Dead(late % {"days": days})
    except signing.BadSignature:
        return Dead(_("This link is not known. It may have been cut short: copy all of it from the mail."), status=404)
    address = EmailAddress.objects.select_related("user").filter(pk=number).first()
    if address is None:
        gone = _("This link is no longer valid: the address was changed, asked for anew or taken off since.")
        return Dead(f"{gone} {_('The link in the newest mail counts.')}")
    if closed(address.user):
        return _account_closed()
    if address.verified:
        return Dead(_("This address is confirmed already. Nothing is left to do."))
    if not address.can_set_verified():
        taken = _("This address is already confirmed by another account.")
        return Dead(taken, status=409, way="new_password")
    return None


def _page(request: HttpRequest, title: str, dead: Dead) -> HttpResponse:
    return render(request, "account/dead_link.html", {"title": title, "dead": dead}, status=dead.status)


class ConfirmAddress(ConfirmEmailView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        dead = dead_confirmation(self.kwargs["key"])
        if dead is not None:
            return _page(request, _("This link cannot confirm an address"), dead)
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def respond(self, success: bool) -> HttpResponseBase:
        """Another account may have confirmed the address between the two."""
        dead = None if success else dead_confirmation(self.kwargs["key"])
        if dead is not None:
            return _page(self.request, _("This link cannot confirm an address"), dead)
        answer: HttpResponseBase = super().respond(success)
        return answer


class OpenAccountTokenForm(UserTokenForm):
    """The token of a reset link; not for a closed account, where a password would open nothing."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean()
        if closed(self.reset_user):
            raise ValidationError(_account_closed().reason, code="closed")
        return cleaned


class ResetPassword(PasswordResetFromKeyView):
    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        if context.get("token_fail"):
            return _page(self.request, _("This link cannot set a new password"), self._dead())
        answer: HttpResponse = super().render_to_response(context, **more)
        return answer

    def _dead(self) -> Dead:
        token = UserTokenForm(data={"uidb36": self.kwargs["uidb36"], "key": self.key})
        if token.is_valid() and closed(token.reset_user):
            return _account_closed()
        gone = _(
            "This link is no longer valid: it was used before, it is older than three days, or its account was signed "
            "in to or changed since."
        )
        return Dead(f"{gone} {_('The link in the newest mail counts.')}", way="new_password")


confirm_address = ConfirmAddress.as_view()
reset_password = ResetPassword.as_view()
