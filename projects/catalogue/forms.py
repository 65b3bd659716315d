"""What the catalogue may be asked: an allow-list, with anything else read as nothing."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from projects.catalogue.queries import ORDERS
from projects.project.states import ProjectState


class CatalogueForm(forms.Form):
    """Read from the address, so that each view of the list has its own."""

    q = forms.CharField(required=False, max_length=100, label=_("Words in title, summary or field"))
    state = forms.MultipleChoiceField(required=False, choices=ProjectState.choices)
    field = forms.CharField(required=False, max_length=60)
    order = forms.ChoiceField(required=False, choices=[(key, key) for key in ORDERS])
