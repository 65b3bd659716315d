"""Sessions of an account: ending them, and with them everything else that was handed out."""

from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import F

from portal.people.models import User


@transaction.atomic
def end_all(user: User, *, keep: str = "") -> None:
    """Ends every session but the one whose key is `keep`, and raises `generation` by one: API tokens end as well.

    A session carries the generation it began in (`User.get_session_auth_hash`), so one that nobody wrote down
    ends too. Whoever keeps the session of the request itself calls `update_session_auth_hash` afterwards.
    """
    User.objects.filter(pk=user.pk).update(generation=F("generation") + 1)
    user.refresh_from_db(fields=["generation", "password"])
    known = UserSession.objects.filter(user=user)
    for key in known.exclude(session_key=keep).values_list("session_key", flat=True):
        _store().delete(key)
    known.exclude(session_key=keep).delete()
    if keep:
        _carry_over(user, keep)


@transaction.atomic
def end_one(user: User, number: int) -> str:
    """Ends one session of this account by its row's number; the key it had, or "" where there is no such session."""
    key: str = UserSession.objects.filter(user=user, pk=number).values_list("session_key", flat=True).first() or ""
    if key:
        _store().delete(key)
        UserSession.objects.filter(user=user, pk=number).delete()
    return key


def _carry_over(user: User, key: str) -> None:
    """The kept session goes on in the new generation."""
    kept = _store(key)
    if kept.get(HASH_SESSION_KEY):
        kept[HASH_SESSION_KEY] = user.get_session_auth_hash()
        kept.save()


def _store(key: str | None = None) -> SessionBase:
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return store
