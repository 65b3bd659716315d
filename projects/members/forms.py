"""Forms of membership and roles."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from portal.core.web.forms import Form
from projects.members import queries
from projects.terms.models import TermsVersion


class JoinForm(Form):
    """Which text was shown. The box is ticked by the person, never beforehand."""

    number = forms.RegexField(r"\A[0-9]{1,9}\Z", widget=forms.HiddenInput)
    hash = forms.CharField(widget=forms.HiddenInput, max_length=64)
    agree = forms.BooleanField(
        label=_("I have read these terms and accept them"),
        error_messages={"required": _("Tick the box to accept the terms.")},
    )

    def clean_number(self) -> int:
        return int(self.cleaned_data["number"])


class AppointForm(Form):
    handle = forms.CharField(
        label=_("Handle"), max_length=41, help_text=_("As on the person's page, such as ana-lima.")
    )

    def __init__(self, version: TermsVersion, data: QueryDict | None = None) -> None:
        super().__init__(data)
        roles = [role for role in queries.defined(version) if role.get("granted") == "appointed"]
        self.fields["role"] = forms.ChoiceField(
            label=_("Role"), choices=[(role["id"], role["title"]) for role in roles]
        )
