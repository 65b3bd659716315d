"""What people type about credit."""

from django import forms
from django.utils.translation import gettext_lazy as _

from authorship.ledger.corrections import MAX_REASON_BYTES
from authorship.ledger.models import Choice
from portal.core.web.forms import Form


class ReasonForm(Form):
    reason = forms.CharField(
        label=_("Why"),
        help_text=_("The reason is public and stays beside the entry."),
        max_length=MAX_REASON_BYTES,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class ChoiceForm(Form):
    choice = forms.ChoiceField(
        label=_("How your credit is shown"),
        choices=[
            (Choice.Kind.AUTHOR, _("Author, where the rules make me one")),
            (Choice.Kind.ACKNOWLEDGED, _("Named in the acknowledgements instead")),
        ],
        widget=forms.RadioSelect,
    )
