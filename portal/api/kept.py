"""What the room of the API keeps about a person: their tokens, without the secrets."""

from django.utils.translation import gettext_lazy as _

from portal.api.models import ApiToken, KeptAnswer
from portal.people.download import Kept
from portal.people.models import Subject


def _tokens(subject: Subject) -> object:
    rows = ApiToken.objects.filter(user__subject=subject).order_by("pk")
    return list(
        rows.values(
            "name", "prefix", "project", "verbs", "generation", "created_at", "expires_at", "last_used_at", "ended_at"
        )
    )


def _answers(subject: Subject) -> object:
    rows = KeptAnswer.objects.filter(user__subject=subject).order_by("pk")
    return list(rows.values("key", "at", "status", "body"))


KEPT = (
    Kept("api_tokens", _("Tokens you made for programs, without their secrets."), _tokens),
    Kept("api_answers", _("Answers kept for a day, for writes that a program sends twice."), _answers),
)
