"""Forms of proposals. Whether a value is accepted is the services' word; forms carry it there and back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.core.web.forms import Form
from projects.proposals.models import Proposal
from projects.proposals.texts import NAMES
from projects.runs.cleaning import FAILURES
from projects.tasks.forms import PartField


class KindsField(forms.MultipleChoiceField):
    """Wanted before it is sent in; a proposal is kept without it."""

    widget = forms.CheckboxSelectMultiple

    def validate(self, value: Any) -> None:
        """Nothing is refused here: what is unknown, the service says."""


def _text(name: str, help_text: Any, rows: int) -> forms.CharField:
    # What is not public goes to no spelling service.
    widget = forms.Textarea(attrs={"rows": rows, "spellcheck": "false"})
    return PartField(label=NAMES[name], help_text=help_text, strip=False, widget=widget)


class ProposalForm(Form):
    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)
    title = forms.CharField(
        label=NAMES["title"], max_length=200, strip=False, help_text=_("A question or a few words.")
    )
    tags = forms.CharField(
        label=NAMES["tags"], required=False, strip=False, help_text=_("Separated by commas. Everybody sees them.")
    )
    outline = _text(
        "outline",
        _(
            "What would be asked and how an answer could be checked, in a few sentences; not the task itself. "
            "At least 40 characters."
        ),
        6,
    )
    expert = _text(
        "expert", _("What somebody has to know or have done that a search does not give. At least 40 characters."), 4
    )
    failures = KindsField(label=NAMES["failures"], choices=list(FAILURES.items()), help_text=_("At least one."))
    sources = forms.CharField(
        label=NAMES["sources"],
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_("Data, papers or places it would rest on, one a line."),
    )

    @staticmethod
    def of(proposal: Proposal) -> ProposalForm:
        names = ("version", "title", "outline", "expert", "failures", "sources")
        return ProposalForm(
            initial={**{name: getattr(proposal, name) for name in names}, "tags": ", ".join(proposal.tags)}
        )

    def given(self) -> dict[str, Any]:
        """What the services take, but for the version."""
        data = self.cleaned_data
        return {**{name: data[name] for name in NAMES}, "tags": data["tags"].split(",")}
