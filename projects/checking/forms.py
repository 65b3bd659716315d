"""The form of /check/: the text and the twelve questions, none of which has to be answered."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from portal.core.web.forms import Form
from projects.checking.questions import PARTS, QUESTIONS, Part
from projects.terms.document.money import MoneyError, parse_money
from projects.terms.document.source import MAX_BYTES

_MOST_WORDS = 600
_MOST_DAYS = 3650
_MOST_NUMBER = 1000


class MoneyField(forms.CharField):
    """Stored money, or None."""

    def __init__(self, *, lang: str, **options: Any) -> None:
        super().__init__(max_length=40, **options)
        self._lang = lang

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return parse_money(text)
        except MoneyError as error:
            chinese = self._lang.lower().startswith("zh")
            said = f"{error.message_zh}。" if chinese else f"{error.message[0].upper()}{error.message[1:]}."
            raise forms.ValidationError(said) from error


class CheckForm(Form):
    text = forms.CharField(
        label=_("The terms, or the call"),
        help_text=_("A terms document in YAML or JSON, or the words of a call in English or Chinese; at most 200 kB."),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )
    read_as = forms.ChoiceField(
        label=_("Read it as"),
        required=False,
        choices=[
            ("", _("detected automatically")),
            ("document", _("a terms document (YAML or JSON)")),
            ("words", _("the words of a call")),
        ],
    )
    letter = forms.ChoiceField(label=_("Language of the questions"), required=False, choices=settings.LANGUAGES)

    def __init__(self, data: QueryDict | None = None, *, lang: str) -> None:
        super().__init__(data, auto_id="check-%s", initial={"letter": lang})
        self._lang = lang
        for name, part in PARTS.items():
            self.fields[name] = _field(part, lang)

    def clean_text(self) -> str:
        text = str(self.cleaned_data["text"])
        if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
            raise forms.ValidationError(_("The text is larger than 200 kB. Paste the part about rules and credit."))
        return text

    def clean(self) -> dict[str, Any]:
        """Refused: fewest hours above the most, which no task can take."""
        found = super().clean() or self.cleaned_data
        fewest, most = found.get("hours_low"), found.get("hours_high")
        if fewest is not None and most is not None and fewest > most:
            said = _("The most hours, %(most)s, are below the fewest, %(fewest)s. Change one of the two.")
            self.add_error("hours_high", said % {"most": most, "fewest": fewest})
        return found

    @property
    def answers(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in PARTS if self.cleaned_data[name] not in (None, "")}

    @property
    def as_document(self) -> bool | None:
        return {"document": True, "words": False}.get(self.cleaned_data["read_as"])

    @property
    def questions(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """(id, title, controls) of the twelve, for the page."""
        return [
            (question.id, question.title.said(self._lang), [self[part.name] for part in question.parts])
            for question in QUESTIONS
        ]


def _field(part: Part, lang: str) -> forms.Field:
    both: dict[str, Any] = {"label": part.label.said(lang), "help_text": part.hint.said(lang), "required": False}
    quiet = {"autocomplete": "off"}
    if part.kind == "choice":
        options = [(value, words.said(lang)) for value, words in part.options.items()]
        return forms.ChoiceField(choices=[("", _("not said, or I do not know")), *options], **both)
    if part.kind == "money":
        return MoneyField(lang=lang, widget=forms.TextInput(attrs=quiet), **both)
    if part.kind == "words":
        widget = forms.Textarea(attrs={"rows": 2, "spellcheck": "false", **quiet})
        return forms.CharField(max_length=_MOST_WORDS, widget=widget, **both)
    least, most = (0, _MOST_DAYS) if part.kind == "days" else (1, _MOST_NUMBER)
    return forms.IntegerField(min_value=least, max_value=most, widget=forms.NumberInput(attrs=quiet), **both)
