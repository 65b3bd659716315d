"""The form of one's own wishes about mail: a field a kind."""

from __future__ import annotations

from typing import Any

from django import forms

from portal.core.web.forms import Form
from portal.notices import choosing, kinds


class PreferencesForm(Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, one in kinds.registered().items():
            self.fields[kind] = forms.ChoiceField(label=str(one.label), choices=choosing.Mail.choices)
