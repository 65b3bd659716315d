"""The forms of one's own profile: names, affiliations, what is public; and the handle typed before erasing."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from portal.core.names.collation import sort_key
from portal.core.text.input import key
from portal.core.web.fields import TextBlock, TextLine
from portal.core.web.forms import Form
from portal.people import identifiers, services, showing
from portal.people.forms import NameFields
from portal.people.models import Profile
from portal.people.names import MOST_BYTES


def zones() -> list[tuple[str, str]]:
    """Places, and UTC; not the fixed offsets and the abbreviations that the database also names."""
    places = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return [("UTC", "UTC"), *((zone, zone) for zone in places)]


def parts() -> list[tuple[str, object]]:
    return [(name, title) for name, (title, _stays) in showing.PARTS.items()]


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
        help_text=_("Markdown. What qualifies you, so that others can judge it."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )  # fmt: skip
    zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("In which times are shown to you. Deadlines hold in the project's own zone. Nobody else sees it."),
        choices=zones,
    )
    language = forms.ChoiceField(label=_("Language of the site and of mail"), choices=settings.LANGUAGES)
    public = forms.MultipleChoiceField(
        label=_("Your page shows"),
        required=False,
        choices=parts,
        widget=forms.CheckboxSelectMultiple,
    )
    field_order = ("printed_name", "given", "family", "native_name", "orcid", "about", "public", "zone", "language")

    def __init__(self, *args: Any, profile: Profile, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["printed_name"].widget.attrs["autocomplete"] = "name"
        self.fields["given"].widget.attrs["autocomplete"] = "given-name"
        self.fields["family"].widget.attrs["autocomplete"] = "family-name"
        if profile.orcid_proved_at:
            orcid = self.fields["orcid"]
            orcid.disabled, orcid.initial = True, profile.orcid
            orcid.help_text = _("You sign in with it, so it is shown as verified. It is changed there.")

    def clean_native_name(self) -> str:
        return self._name("native_name")

    def clean_orcid(self) -> str:
        known = identifiers.orcid(self.cleaned_data["orcid"])
        if known is None:
            raise forms.ValidationError(_("This is no ORCID iD: its last digit does not fit the others."))
        return known

    def private(self) -> list[str]:
        """The parts that were not ticked."""
        return showing.kept_private(showing.PARTS.keys() - set(self.cleaned_data["public"]))

    def sorts_as(self, saved: Profile) -> str:
        """The sort key of the names as typed, where they can be read; else the saved one."""
        if self.is_bound and not {"printed_name", "given", "family"} & set(self.errors):
            typed = self.cleaned_data
            return sort_key(typed.get("given", ""), typed.get("family", ""), typed.get("printed_name", ""))
        return saved.sort_key


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


class TypedHandleForm(Form):
    """Typing the handle is what keeps a hand that slipped from erasing somebody."""

    handle = TextLine(label=_("Your handle"), max_bytes=40)

    def __init__(self, *args: Any, handle: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expected = handle
        says = _("Type %(handle)s. Then you are asked to sign in once more, and to confirm.")
        self.fields["handle"].help_text = says % {"handle": handle}
        attrs = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false", "class": "is-medium"}
        self.fields["handle"].widget.attrs.update(attrs)

    def clean_handle(self) -> str:
        typed = key(self.cleaned_data["handle"].removeprefix("@"))
        if typed != self.expected:
            raise forms.ValidationError(_("This is not the handle of this account."))
        return typed
