"""The form that makes a token. Whether a value is accepted is the service's word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from portal.api import tokens
from portal.api.tokens import Place
from portal.core.web.forms import Form


def _durations() -> list[tuple[int, str]]:
    """Asked for each form, so that the words are those of the page's language."""
    return [(days, ngettext("%(n)s day", "%(n)s days", days) % {"n": days}) for days in tokens.DAYS]


class TokenForm(Form):
    name = forms.CharField(
        label=pgettext_lazy("of a thing", "Name"),
        max_length=100,
        help_text=_("What it is for, so that you know it again. Only you see it."),
    )
    project = forms.ChoiceField(label=_("Project"), help_text=_("It acts in this project and in no other."))
    verbs = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=list(tokens.VERBS.items()),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Never more than you may do yourself. What is done on pages only, no token does."),
    )
    days = forms.TypedChoiceField(
        label=_("It holds for"),
        coerce=int,
        choices=_durations,
        initial=30,
    )

    def __init__(self, places: Sequence[Place], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(place.id, place.title) for place in places]
        self.fields["project"].choices = (  # type: ignore[attr-defined]
            choices if len(choices) == 1 else [("", _("Choose a project")), *choices]
        )
