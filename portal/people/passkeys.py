"""Passkeys and the authenticator app: their names, and what our pages need of them."""

import base64
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import qrcode
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as allauth_forms
from cryptography.fernet import Fernet, MultiFernet
from django import forms
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.web.fields import TextLine
from portal.people.models import User

SITE = "Concord"
MOST_NAME = 80
# An account that keeps thousands of keys would make every sign-in of its own slow.
MOST_KEYS = 20


class KeyAdapter(DefaultMFAAdapter):
    def _get_site_name(self) -> str:
        return SITE

    def encrypt(self, text: str) -> str:
        """The key of an app and the seed of recovery codes are no use to whoever only has the database."""
        return _box().encrypt(text.encode()).decode("ascii")

    def decrypt(self, encrypted_text: str) -> str:
        return _box().decrypt(encrypted_text.encode("ascii")).decode()

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey %(number)s") % {"number": number}

    def build_totp_svg(self, url: str) -> SafeString:
        """An element to stand in the page: black on white in every colour scheme, so that cameras read it."""
        code = qrcode.QRCode(border=4)
        code.add_data(url)
        rows = code.get_matrix()
        dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, on in enumerate(row) if on)
        return format_html(
            '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="{1}" shape-rendering="crispEdges">'
            '<rect width="100%" height="100%" fill="#fff"/><path d="{2}" fill="#000"/></svg>',
            len(rows),
            _("The key as a picture, for your app"),
            dark,
        )


def _box() -> MultiFernet:
    """Keys made from the site's secret; one that was replaced still opens what it closed."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (hashlib.sha256(b"concord second factor " + key.encode()).digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


@contextmanager
def understood() -> Iterator[None]:
    """The browser's answer is JSON that anybody can send: what the library stumbles over is a wrong answer."""
    try:
        yield
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError) as error:
        raise forms.ValidationError(_("The passkey's answer was not understood. Try again.")) from error


class AnswerField(forms.JSONField):
    """The browser's answer, in a hidden field. Numbers too long to be one, or depths without end, are none."""

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except (ValueError, RecursionError) as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Nothing: an answer holds for one question, and a page that is shown again asks a new one."""
        return None


def _answer() -> AnswerField:
    return AnswerField(widget=forms.HiddenInput)


class AddForm(allauth_forms.AddWebAuthnForm):
    credential = _answer()
    name = TextLine(
        label=gettext_lazy("Name of the passkey"), required=False, max_bytes=MOST_NAME,
        help_text=gettext_lazy("For your own list, such as “my phone”."),
    )  # fmt: skip
    field_order = ("name", "credential")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("passwordless", None)

    def clean(self) -> dict[str, Any]:
        if Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN).count() >= MOST_KEYS:
            raise forms.ValidationError(_("An account has at most %(most)s passkeys.") % {"most": MOST_KEYS})
        with understood():
            cleaned: dict[str, Any] = super().clean()
        return cleaned


class UseForm(allauth_forms.AuthenticateWebAuthnForm):
    """As second factor."""

    credential = _answer()

    def clean_credential(self) -> Authenticator:
        with understood():
            return super().clean_credential()


class LoginForm(allauth_forms.LoginWebAuthnForm):
    credential = _answer()

    def clean_credential(self) -> Authenticator:
        with understood():
            return super().clean_credential()


class ReauthenticateForm(allauth_forms.ReauthenticateWebAuthnForm):
    credential = _answer()

    def clean_credential(self) -> Authenticator:
        with understood():
            return super().clean_credential()


class RenameForm(allauth_forms.EditWebAuthnForm):
    name = TextLine(label=gettext_lazy("Name of the passkey"), max_bytes=MOST_NAME)
