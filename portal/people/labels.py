"""allauth's other forms with our words: one label a field, nothing inside it."""

from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from portal.people import closing
from portal.people.forms import without_placeholders

ANY_CODE = _("Number from the app, or a recovery code")


class _Labelled:
    """`labels`: field name -> label. A hint of allauth's beside a password is ours to say on the page."""

    labels: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)  # type: ignore[arg-type]
        for name, label in self.labels.items():
            self.fields[name].label = label  # type: ignore[attr-defined]


class AddEmailForm(_Labelled, account.AddEmailForm):
    labels = {"email": _("New e-mail address")}


class ResetPasswordForm(_Labelled, account.ResetPasswordForm):
    labels = {"email": _("E-mail address")}

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """One mail in every case, and the same page. Whose account is closed is told that, not offered another."""
        email: str = self.cleaned_data["email"]
        closed = closing.closed_with(email)
        if closed is None or self.users:
            super().save(request, **kwargs)
        else:
            closing.tell(closed, email)
        return email


class ChangePasswordForm(_Labelled, account.ChangePasswordForm):
    labels = {
        "oldpassword": _("Password so far"),
        "password1": _("New password"),
        "password2": _("The same password again"),
    }


class SetPasswordForm(_Labelled, account.SetPasswordForm):
    labels = {"password1": _("New password"), "password2": _("The same password again")}


class ResetPasswordKeyForm(_Labelled, account.ResetPasswordKeyForm):
    labels = {"password1": _("New password"), "password2": _("The same password again")}


class ReauthenticateForm(_Labelled, account.ReauthenticateForm):
    labels = {"password": _("Password")}


class ConfirmNumberForm(_Labelled, account.ConfirmReauthenticationCodeForm):
    labels = {"code": _("Number")}


class ActivateAppForm(_Labelled, totp.ActivateTOTPForm):
    labels = {"code": _("Number that the app shows")}


class AuthenticateForm(_Labelled, mfa.AuthenticateForm):
    labels = {"code": ANY_CODE}


class AuthenticateAgainForm(_Labelled, mfa.ReauthenticateForm):
    labels = {"code": ANY_CODE}
