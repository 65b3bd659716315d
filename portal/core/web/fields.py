"""Form fields whose text goes through `clean_text`; what it refuses is the field's error."""

from typing import Any

from django import forms

from portal.core.errors import Refused
from portal.core.text.input import clean_line, clean_text


class TextLine(forms.CharField):
    """One line; `max_bytes` of UTF-8."""

    def __init__(self, *, max_bytes: int = 200, **options: Any) -> None:
        self.max_bytes = max_bytes
        super().__init__(strip=False, **options)

    def to_python(self, value: Any) -> str:
        try:
            return clean_line(super().to_python(value), max_bytes=self.max_bytes)
        except Refused as refusal:
            raise forms.ValidationError([str(reason) for reason in refusal.reasons]) from refusal


class TextBlock(forms.CharField):
    """Several lines, as Markdown is written."""

    widget = forms.Textarea

    def __init__(self, *, max_bytes: int = 65_536, **options: Any) -> None:
        self.max_bytes = max_bytes
        super().__init__(strip=False, **options)

    def to_python(self, value: Any) -> str:
        try:
            return clean_text(super().to_python(value), max_bytes=self.max_bytes, multiline=True)
        except Refused as refusal:
            raise forms.ValidationError([str(reason) for reason in refusal.reasons]) from refusal
