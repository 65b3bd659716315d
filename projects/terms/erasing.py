"""What erasing a person takes out of terms. Published documents hold a random id in place of the handle."""

import re
from typing import Any

from django.db.models import Q

from portal.core.events import PersonErased
from portal.people.models import Subject
from projects.terms.models import TermsDraft, TermsFile


def forget(event: PersonErased) -> None:
    """Empties uploaded files that name the handle (their SHA-256 stays, and with it every version's hash), and puts
    the id for the handle where a draft kept what was typed."""
    handle = Subject.objects.filter(pk=event.subject).values_list("handle", flat=True).first()
    if not handle:
        return
    word = re.compile(rf"(?<![a-z0-9._-]){re.escape(handle)}(?![a-z0-9_-])", re.IGNORECASE)
    for file in TermsFile.objects.filter(Q(text__icontains=handle) | Q(name__icontains=handle)):
        if word.search(file.text) or word.search(file.name):
            TermsFile.objects.filter(pk=file.pk).update(text="", name="")
    for draft in TermsDraft.objects.exclude(forms={}).select_for_update(of=("self",)):
        forms = _without(draft.forms, handle, event.subject)
        if forms != draft.forms:
            TermsDraft.objects.filter(pk=draft.pk).update(forms=forms)


def _without(typed: Any, handle: str, subject: str) -> Any:
    if isinstance(typed, dict):
        return {name: _without(value, handle, subject) for name, value in typed.items()}
    if isinstance(typed, str) and typed.strip().removeprefix("@").lower() == handle:
        return subject
    return typed
