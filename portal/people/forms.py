"""Forms of accounts and profiles."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.socialaccount import forms as provider_forms
from django import forms
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from portal.core.errors import Refused
from portal.core.web.fields import TextLine
from portal.people import addresses, handles, services
from portal.people.names import MOST_BYTES, clean_name

# Seconds; as long as no second mail goes to an address (`ACCOUNT_RATE_LIMITS`).
_SENT_TWICE = 60
PRINTED_HELP = _("As it should stand in author lists. You can change it at any time.")
FAMILY_HELP = _("Only for sorting lists by name. Leave both empty if your name has no such parts.")


class NameFields(forms.Form):
    """A printed name is free text; nobody is forced into given and family."""

    printed_name = TextLine(label=_("Printed name"), help_text=PRINTED_HELP, max_bytes=MOST_BYTES["printed_name"])
    given = TextLine(label=_("Given name"), required=False, max_bytes=MOST_BYTES["given"])
    family = TextLine(label=_("Family name"), required=False, help_text=FAMILY_HELP, max_bytes=MOST_BYTES["family"])

    def clean_printed_name(self) -> str:
        return self._name("printed_name")

    def clean_given(self) -> str:
        return self._name("given")

    def clean_family(self) -> str:
        return self._name("family")

    def _name(self, part: str) -> str:
        try:
            return clean_name(self.cleaned_data[part], part=part)
        except Refused as refusal:
            raise forms.ValidationError([str(reason) for reason in refusal.reasons]) from refusal


class EntranceFields(NameFields):
    """What everybody says who comes here, by password or by another site's sign-in."""

    handle = TextLine(
        label=_("Handle"),
        max_bytes=handles.MOST,
        help_text=_(
            "Your address here and your name in terms: small letters a to z and digits; "
            "a point, a hyphen or a low line may stand between them."
        ),
    )
    account_already_exists: bool

    def dress(self) -> None:
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _("Never shown to anybody. A link to confirm it is sent there.")
        for name, complete in (("printed_name", "name"), ("given", "given-name"), ("family", "family-name")):
            self.fields[name].widget.attrs["autocomplete"] = complete
        self.fields["handle"].widget.attrs.update(autocomplete="off", autocapitalize="none", spellcheck="false")
        without_placeholders(self)

    def clean_handle(self) -> str:
        try:
            handle = handles.normal(self.cleaned_data["handle"])
            waiting = addresses.waiting_with(handle).values_list("subject", flat=True)
            services.refuse_taken(handle, handles.skeleton(handle), waiting=waiting)
        except Refused as refusal:
            raise forms.ValidationError([str(reason) for reason in refusal.reasons]) from refusal
        return handle

    def free(self) -> None:
        """An address that was never confirmed is nobody's: whoever signs up with it now gets the mail. So is a handle
        of somebody who never confirmed theirs, whether or not the address of this form is known."""
        addresses.free_handle(self.cleaned_data["handle"])
        if self.account_already_exists and addresses.discard_unconfirmed(email=self.cleaned_data["email"]):
            self.account_already_exists = False


class SignupForm(EntranceFields, allauth_forms.SignupForm):
    """Whether the e-mail is known here is never said, on the page, by its status or by its time."""

    field_order = ("printed_name", "given", "family", "handle", "email", "password1", "password2")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password2"].label = _("The same password again")
        self.dress()

    def try_save(self, request: HttpRequest) -> Any:
        """The same form sent twice is answered twice and done once: the second would void the link in the only mail
        that goes to an address in a minute."""
        mark = self._mark()
        if not cache.add(mark, True, _SENT_TWICE):
            return None, get_adapter().respond_email_verification_sent(request, None)
        try:
            self.free()
            if self.account_already_exists:
                # Half of the time of a sign-up goes into this, and a stranger could measure its absence.
                make_password(self.cleaned_data["password1"])
            return super().try_save(request)
        except BaseException:
            cache.delete(mark)
            raise

    def _mark(self) -> str:
        """Of what was typed, password included; nobody reads it back."""
        said = "\n".join(self.cleaned_data[name] for name in ("email", "handle", "password1"))
        return f"sign-up:{salted_hmac('portal.people.forms', said, algorithm='sha256').hexdigest()}"


class ProviderSignupForm(EntranceFields, provider_forms.SignupForm):
    """After a sign-in by ORCID or GitHub: the same questions, no password. What the provider said is filled in."""

    field_order = ("printed_name", "given", "family", "handle", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dress()

    def try_save(self, request: HttpRequest) -> Any:
        self.free()
        return super().try_save(request)


class LoginForm(allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("E-mail address")
        self.fields["password"].help_text = ""  # the way to a new password stands beside the button
        without_placeholders(self)


def without_placeholders(form: forms.BaseForm) -> None:
    """A label says it; a placeholder beside it only looks like an answer."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
