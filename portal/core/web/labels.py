"""What fields are called on the form they were sent from. Registered in `portal.wiring` alone."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.http import HttpRequest

# The name of a field → its label, "" where the form has no such field.
Labels = Callable[[str], str]
_labels: dict[str, Labels] = {}


def register(address: str, labels: Labels) -> None:
    """Sets what the fields are called that are sent to the address of this name."""
    _labels[address] = labels


def of_form(form: type[forms.Form]) -> Labels:
    """Those that the class states itself."""

    def label(name: str) -> str:
        field = form.base_fields.get(name)
        return str((field and field.label) or "")

    return label


def label(request: HttpRequest, name: str) -> str:
    """ "" where nobody said what the field is called."""
    address = request.resolver_match.url_name if request.resolver_match else None
    said = _labels.get(address or "")
    return said(name) if said else ""
