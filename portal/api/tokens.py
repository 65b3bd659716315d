"""API tokens: made, found by their secret, ended. A token never does what its person may not."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.api.models import ApiToken
from portal.core import clock
from portal.core.errors import NotVisible, Refused
from portal.core.text.input import clean_line
from portal.people.models import Subject, User
from portal.people.queries import is_verified

# What a token may do; the whole list.
VERBS = {
    "read": gettext_lazy("Read what the project shows you"),
    "draft": gettext_lazy("Begin tasks and write their drafts"),
    "submit": gettext_lazy("Submit drafts as revisions"),
    "answer": gettext_lazy("Answer change requests of your tasks"),
    "review": gettext_lazy("Agree to reviews, write, file and settle, or step down"),
}
DAYS = (7, 30, 90, 365)
MOST = 20
BEGINS = "concord_"
_SHOWN = 12
_TOLD_EVERY = dt.timedelta(minutes=5)


@dataclass(frozen=True)
class Place:
    """A project a token can be made for."""

    id: str
    slug: str
    title: str


Places = Callable[[Subject], Iterable[Place]]
_places: list[Places] = []


def provide_places(provider: Places) -> None:
    """The wiring's: the projects somebody takes part in."""
    _places[:] = [provider]


def places(subject: Subject) -> list[Place]:
    return [place for provider in _places for place in provider(subject)]


def living(user: User, at: dt.datetime) -> QuerySet[ApiToken]:
    """Those that still hold."""
    return ApiToken.objects.filter(user=user, ended_at=None, expires_at__gt=at, generation=user.generation)


@transaction.atomic
def make(*, actor: User, name: str, project: str, verbs: Sequence[str], days: int) -> tuple[ApiToken, str]:
    """A new token and its secret, which is nowhere else.

    Refused: without a project one takes part in, without a verb of the list, without a name, a term that is not
    offered, an address that is not confirmed, and more than 20 living tokens.
    """
    actor = User.objects.select_for_update().select_related("subject").get(pk=actor.pk)
    at = clock.deciding()
    kept = clean_line(name, max_bytes=400)
    reasons = _why_not(actor, kept, project, verbs, days, at)
    if reasons:
        raise Refused(*reasons, code="invalid")
    secret = BEGINS + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=actor,
        name=kept,
        prefix=secret[:_SHOWN],
        secret_hash=hash_of(secret),
        project=project,
        verbs=[verb for verb in VERBS if verb in verbs],
        generation=actor.generation,
        created_at=at,
        expires_at=at + dt.timedelta(days=days),
    )
    return token, secret


def _why_not(actor: User, name: str, project: str, verbs: Sequence[str], days: int, at: dt.datetime) -> list[object]:
    reasons: list[object] = []
    if not name or len(name) > 100:
        reasons.append(_("Give the token a name of at most 100 characters."))
    if project not in {place.id for place in places(actor.subject)}:
        reasons.append(_("Choose a project that you take part in."))
    if not verbs or set(verbs) - set(VERBS):
        reasons.append(_("Choose at least one thing that the token may do."))
    if days not in DAYS:
        reasons.append(_("Choose how long the token holds."))
    if not is_verified(actor.subject):
        reasons.append(_("Confirm your e-mail address first."))
    if living(actor, at).count() >= MOST:
        reasons.append(_("You have %(most)s tokens. End one of them first.") % {"most": MOST})
    return reasons


@transaction.atomic
def end(*, actor: User, token: int) -> None:
    """One of one's own; ending it twice changes nothing. NotVisible for anybody else's."""
    found = ApiToken.objects.filter(user=actor, pk=token).first()
    if found is None:
        raise NotVisible
    ApiToken.objects.filter(pk=found.pk, ended_at=None).update(ended_at=clock.deciding())


@transaction.atomic
def end_all(*, actor: User) -> int:
    """How many ended."""
    return ApiToken.objects.filter(user=actor, ended_at=None).update(ended_at=clock.deciding())


def find(secret: str) -> ApiToken | None:
    """The token of a secret, if it holds now: everything is read anew for each request."""
    if not secret.startswith(BEGINS) or len(secret) > 100:
        return None
    rows = ApiToken.objects.select_related("user__subject__profile")
    token = rows.filter(secret_hash=hash_of(secret)).first()
    if token is None or not _holds(token, at := clock.deciding()):
        return None
    _tell_used(token, at)
    return token


def _holds(token: ApiToken, at: dt.datetime) -> bool:
    user = token.user
    return (
        token.ended_at is None
        and token.expires_at > at
        and token.generation == user.generation
        and user.is_active
        and user.closed_at is None
        and is_verified(user.subject)
    )


def _tell_used(token: ApiToken, at: dt.datetime) -> None:
    """Now and then, so that a read is not a write each time."""
    old = Q(last_used_at=None) | Q(last_used_at__lt=at - _TOLD_EVERY)
    if token.last_used_at is None or token.last_used_at < at - _TOLD_EVERY:
        ApiToken.objects.filter(old, pk=token.pk).update(last_used_at=at)


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
