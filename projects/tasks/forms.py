"""Forms of a task. Whether a value is accepted is the services' word; forms carry it there and back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.core.web.forms import Form
from projects.tasks.models import TaskDraft
from projects.tasks.states import TaskState


class PartField(forms.CharField):
    """Wanted before submission; a draft is kept without it."""

    def validate(self, value: str) -> None:
        """Nothing is refused here: what is missing, the draft's page says."""


def _text(label: Any, help_text: Any, rows: int) -> forms.CharField:
    # Confidential text goes to no spelling service.
    widget = forms.Textarea(attrs={"rows": rows, "spellcheck": "false", "class": "is-source"})
    return PartField(label=label, help_text=help_text, strip=False, widget=widget)


class TitleForm(Form):
    title = forms.CharField(
        label=_("Title"), max_length=200, help_text=_("A question or a few words. It can change until submission.")
    )


class DraftForm(Form):
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    title = PartField(label=_("Title"), strip=False)
    tags = forms.CharField(
        label=_("Field tags"), required=False, strip=False, help_text=_("Separated by commas. Everybody sees them.")
    )
    statement = _text(_("Statement"), _("Markdown, with code and $formulas$. What is asked, and everything given."), 14)
    answer = _text(_("Answer"), _("The reference answer. Reviewers see it; members do not before acceptance."), 8)
    verification = _text(
        _("Verification"), _("How somebody else can tell that an answer is right: a check, code, a source."), 8
    )
    file = forms.FileField(
        label=_("Attachment"),
        required=False,
        allow_empty_file=True,
        help_text=_("One file of at most 10 MB. It is offered for saving and never shown in a page."),
    )
    remove = forms.BooleanField(label=_("Take the attachment off"), required=False)

    @staticmethod
    def of(draft: TaskDraft) -> DraftForm:
        values = {name: getattr(draft, name) for name in ("version", "title", "statement", "answer", "verification")}
        return DraftForm(initial={**values, "tags": ", ".join(draft.tags)})

    def texts(self) -> dict[str, Any]:
        """What `services.save_draft` takes, but for the version."""
        data = self.cleaned_data
        kept = {name: data[name] for name in ("title", "statement", "answer", "verification")}
        return {**kept, "tags": data["tags"].split(",")}


class FilterForm(forms.Form):
    """Read from the address of a list; what is not understood is read as nothing."""

    state = forms.MultipleChoiceField(required=False, choices=TaskState.choices)
    tag = forms.CharField(required=False, max_length=40)
    mine = forms.BooleanField(required=False)
