"""The form that begins a project."""

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.core.web.forms import Form


class ProjectForm(Form):
    title = forms.CharField(label=_("Title"), max_length=120)
    slug = forms.CharField(
        label=_("Address"),
        max_length=60,
        required=False,
        help_text=_(
            "Small letters, digits and hyphens; it stands after /projects/. Made from the title where you leave it "
            "empty. It may get a few letters more."
        ),
    )
    summary = forms.CharField(
        label=_("Summary"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One sentence: what is measured, and what it would tell."),
    )
    field = forms.CharField(label=_("Field"), max_length=60, help_text=_("The science it belongs to, such as Ecology."))

    def clean_summary(self) -> str:
        """One line: what was typed over several is joined."""
        return " ".join(str(self.cleaned_data["summary"]).split())
