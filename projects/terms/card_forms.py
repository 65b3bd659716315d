"""What is typed beside a mark of the card."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.core.web.forms import Form
from projects.terms.replying import MOST

_AREA = {"rows": 4, "maxlength": MOST}


class ReplyForm(Form):
    text = forms.CharField(
        label=_("Reply of the project"),
        widget=forms.Textarea(_AREA),
        help_text=_(
            "Plain text, at most 600 characters, in English or Chinese. It stands right under the line, with your "
            "name, and cannot be changed. It is no clause: what it promises belongs into the next version of the terms."
        ),
    )


class ContestForm(Form):
    sentence = forms.CharField(
        label=_("The sentence that is misread"),
        widget=forms.Textarea(_AREA),
        help_text=_("As it stands in the terms."),
    )
    reading = forms.CharField(
        label=_("How you read it, and why"),
        widget=forms.Textarea(_AREA),
        help_text=_("Plain text, at most 600 characters. It is public, with your name."),
    )
