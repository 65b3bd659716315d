"""What erasing a person takes out of answers kept for programs of others."""

import json

from django.db.models import Q

from portal.api.models import KeptAnswer
from portal.core.events import PersonErased
from portal.people.models import Subject

WITHDRAWN = "Withdrawn contributor"


def forget(event: PersonErased) -> None:
    """The name and the handle of the person, as other people's answers hold them; their own go with the account."""
    subject = Subject.objects.select_related("profile").get(pk=event.subject)
    name, handle = subject.profile.printed_name, subject.handle
    mentions = Q(body__contains=_quoted(name)) if name else Q()
    if handle:
        mentions |= Q(body__contains=_quoted(handle))
    for answer in KeptAnswer.objects.filter(mentions).exclude(body=""):
        body = answer.body.replace(_quoted(name), _quoted(WITHDRAWN)) if name else answer.body
        body = body.replace(_quoted(handle), "null") if handle else body
        KeptAnswer.objects.filter(pk=answer.pk).update(body=body)


def _quoted(text: str) -> str:
    """As a value of JSON."""
    return json.dumps(text, ensure_ascii=False)
