"""Forms of accounts and profiles."""

from typing import Any
from zoneinfo import available_timezones

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from portal.core.errors import Refused
from portal.core.web.fields import TextBlock, TextLine
from portal.core.web.forms import Form
from portal.people import handles, identifiers, services
from portal.people.names import MOST_BYTES, clean_name

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


class SignupForm(NameFields, allauth_forms.SignupForm):
    """Whether the e-mail is known here is never said, on the page or by its status."""

    handle = TextLine(
        label=_("Handle"),
        max_bytes=handles.MOST,
        help_text=_("Your address here and your name in terms: small letters a to z and digits."),
    )
    field_order = ("printed_name", "given", "family", "handle", "email", "password1", "password2")
    account_already_exists: bool

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _("Never shown to anybody. A link to confirm it is sent there.")
        self.fields["password2"].label = _("The same password again")
        for name, complete in (("printed_name", "name"), ("given", "given-name"), ("family", "family-name")):
            self.fields[name].widget.attrs["autocomplete"] = complete
        self.fields["handle"].widget.attrs.update(autocomplete="off", autocapitalize="none", spellcheck="false")
        without_placeholders(self)

    def try_save(self, request: HttpRequest) -> Any:
        """An address that was never confirmed is nobody's: whoever signs up with it now gets the mail."""
        if self.account_already_exists and services.discard_unconfirmed(email=self.cleaned_data["email"]):
            self.account_already_exists = False
        return super().try_save(request)

    def clean_handle(self) -> str:
        try:
            handle = handles.normal(self.cleaned_data["handle"])
            services.refuse_taken(handle, handles.skeleton(handle))
        except Refused as refusal:
            raise forms.ValidationError([str(reason) for reason in refusal.reasons]) from refusal
        return handle


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


def zones() -> list[tuple[str, str]]:
    """Places, and UTC; not the fixed offsets and the abbreviations that the database also names."""
    places = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return [("UTC", "UTC"), *((zone, zone) for zone in places)]


class ProfileForm(NameFields, Form):
    native_name = TextLine(
        label=_("Name in its own script"), required=False, max_bytes=MOST_BYTES["native_name"],
        help_text=_("Shown beside the printed name, as in 陈雨桐."),
    )  # fmt: skip
    orcid = TextLine(
        label=_("ORCID iD"), required=False, max_bytes=60,
        help_text=_("As you say it; it is shown as not verified, and no credit hangs on it."),
    )  # fmt: skip
    about = TextBlock(
        label=_("About you"), required=False, max_bytes=4000,
        help_text=_("Markdown. What qualifies you, so that others can judge it. Public."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )  # fmt: skip
    zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("In which times are shown to you. Deadlines hold in the project's own zone."),
        choices=zones,
    )
    language = forms.ChoiceField(label=_("Language of the site and of mail"), choices=settings.LANGUAGES)
    field_order = ("printed_name", "given", "family", "native_name", "orcid", "about", "zone", "language")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["printed_name"].widget.attrs["autocomplete"] = "name"

    def clean_native_name(self) -> str:
        return self._name("native_name")

    def clean_orcid(self) -> str:
        known = identifiers.orcid(self.cleaned_data["orcid"])
        if known is None:
            raise forms.ValidationError(_("This is no ORCID iD: its last digit does not fit the others."))
        return known


class AffiliationForm(Form):
    name = TextLine(label=_("Institution"), required=False, max_bytes=300)
    ror = TextLine(label=_("ROR id"), required=False, max_bytes=60)

    def clean_ror(self) -> str:
        known = identifiers.ror(self.cleaned_data["ror"])
        if known is None:
            raise forms.ValidationError(_("This is no ROR id: its check digits do not fit."))
        return known

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("ror") and not self.cleaned_data.get("name"):
            self.add_error("name", _("An affiliation needs a name beside its ROR id."))
        return self.cleaned_data


AffiliationRows = forms.formset_factory(AffiliationForm, extra=2, max_num=services.MOST_AFFILIATIONS, absolute_max=20)
