"""What people type about author lists."""

from django import forms
from django.utils.translation import gettext_lazy as _

from authorship.lists.locking import MAX_REASON_BYTES
from portal.core.web.forms import Form


class LockForm(Form):
    """`to` is the step the page showed: a list that was locked meanwhile is not locked a step further by it."""

    to = forms.CharField(widget=forms.HiddenInput, max_length=10)
    reason = forms.CharField(
        label=_("Why now"),
        help_text=_("Public for ever, on the record and on the page of the list. At least 20 characters."),
        max_length=MAX_REASON_BYTES,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
