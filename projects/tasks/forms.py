"""Forms of a task. Whether a value is accepted is the services' word; forms carry it there and back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from portal.core.web.forms import Form
from projects.tasks.choosing import FIRST, FLAGS, ORDERS, TURNS, Asked
from projects.tasks.details.fields import Details
from projects.tasks.details.form import typed
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


class FilesInput(forms.FileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Any number of files, in the order of the form; what each is, `attachments.prepare` judges."""

    widget = FilesInput

    def to_python(self, data: Any) -> Any:
        return list(data or [])

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        return self.to_python(data)


class PlacesField(forms.Field):
    """Numbers of places. What is none is passed over: no file stands there."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> frozenset[int]:
        return frozenset(int(one) for one in value or [] if one.isascii() and one.isdigit() and len(one) < 7)


class TitleForm(Form):
    title = forms.CharField(
        label=_("Title"), max_length=200, help_text=_("A question or a few words. It can change until submission.")
    )
    predecessor = forms.IntegerField(
        label=_("Goes on from task"),
        required=False,
        min_value=1,
        max_value=9_999_999,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 7}),
        help_text=_(
            "The number of an earlier task of this project that was declined, withdrawn, not reviewed or revoked. "
            "Whoever may see who wrote the new task sees the link, on both pages."
        ),
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
    file = FilesField(
        label=_("Attachments"),
        required=False,
        help_text=_(
            "At most 10 files of 10 MB, and 30 MB in one go. They are offered for saving and never shown in a page. "
            "What pictures, PDF and office documents say about who made them is taken out; anything else is kept as it "
            "comes."
        ),
    )
    # The places of files to take off; their boxes are drawn beside the files.
    remove = PlacesField(required=False)

    # As typed; their controls are drawn from `details.form`.
    details: Details

    @staticmethod
    def of(draft: TaskDraft) -> DraftForm:
        values = {name: getattr(draft, name) for name in ("version", "title", "statement", "answer", "verification")}
        form = DraftForm(initial={**values, "tags": ", ".join(draft.tags)})
        form.details = draft.details
        return form

    @staticmethod
    def sent(request: HttpRequest) -> DraftForm:
        form = DraftForm(request.POST, request.FILES)
        form.details = typed(request.POST)
        return form

    def texts(self) -> dict[str, Any]:
        """What `services.save_draft` takes, but for the version."""
        data = self.cleaned_data
        kept = {name: data[name] for name in ("title", "statement", "answer", "verification")}
        return {**kept, "tags": data["tags"].split(","), "details": self.details}


class FilterForm(forms.Form):
    """Read from the address of a list; what is not understood is read as nothing."""

    state = forms.MultipleChoiceField(required=False, choices=TaskState.choices)
    tag = forms.CharField(required=False, max_length=40)
    turn = forms.ChoiceField(required=False, choices=list(TURNS.items()))
    stage = forms.CharField(required=False, max_length=60)
    mine = forms.BooleanField(required=False)
    reviewing = forms.BooleanField(required=False)
    open = forms.BooleanField(required=False)
    late = forms.BooleanField(required=False)
    order = forms.ChoiceField(required=False, choices=[(name, words) for name, (words, _fields) in ORDERS.items()])

    def asked(self) -> Asked:
        self.is_valid()
        data = self.cleaned_data
        return Asked(
            states=tuple(data.get("state", ())),
            tag=data.get("tag", ""),
            turn=data.get("turn", ""),
            stage=data.get("stage", ""),
            order=data.get("order") or FIRST,
            **{name: bool(data.get(name)) for name in FLAGS},
        )
