"""The address of an account: changed only when the new one is proved, and taken back from the old one for 72 hours."""

import datetime as dt
import hashlib
import secrets

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.db.models import ProtectedError, Q, QuerySet
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.errors import Conflict, Refused
from portal.people import handles, proofs, sessions
from portal.people.models import EmailChange, Subject, User

UNDO_FOR = dt.timedelta(hours=72)


@transaction.atomic
def note_change(*, user: User, old: str, new: str) -> str:
    """Writes down that the address changed; the secret that takes it back, which is kept nowhere but in the mail."""
    secret = secrets.token_urlsafe(32)
    at = clock.deciding()
    EmailChange.objects.create(
        user=user, old=old, new=new, changed_at=at, undo_until=at + UNDO_FOR, secret_hash=_digest(secret)
    )
    return secret


def find(secret: str) -> EmailChange | None:
    """The change that this secret takes back, also where it is too late for it."""
    return EmailChange.objects.select_related("user").filter(secret_hash=_digest(secret)).first()


def refuse_dead(change: EmailChange) -> None:
    """Refused: a change that was taken back, one older than 72 hours, one of an account that is closed. Conflict
    where another account has confirmed the old address by now."""
    if change.undone_at:
        raise Refused(_("This change was taken back before."), code="undone")
    if clock.deciding() > change.undo_until:
        raise Refused(_("A change of address can be taken back for 72 hours, and they are over."), code="too_late")
    if change.user.closed_at or not change.user.is_active:
        raise Refused(_("This account is closed."), code="closed")
    if EmailAddress.objects.filter(email__iexact=change.old, verified=True).exclude(user=change.user_id).exists():
        raise Conflict(_("The old address belongs to another account by now."), code="address_taken")


@transaction.atomic
def undo(*, secret: str) -> User:
    """Gives the account back to its old address, whatever came after the change.

    The password ends, every session and API token ends, and so does whatever else opens the account and was added
    from 72 hours before the change on: passkeys, authenticator app, recovery codes, connected accounts. Later
    changes of the address can no longer be taken back by the addresses they left. Refused: `refuse_dead`.
    """
    change = find(secret)
    if change is None:
        raise Refused(_("This link is not known."), code="unknown")
    user = User.objects.select_for_update().get(pk=change.user_id)
    change.refresh_from_db()
    refuse_dead(change)
    at = clock.deciding()
    EmailChange.objects.filter(user=user, undone_at=None, changed_at__gte=change.changed_at).update(undone_at=at)
    if not discard_unconfirmed(email=change.old, but=user):
        raise Conflict(_("The old address belongs to another account by now."), code="address_taken")
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=change.old, verified=True, primary=True)
    user.email = change.old
    user.set_unusable_password()
    user.save(update_fields=["email", "password"])
    _end_what_was_added(user, since=change.changed_at - UNDO_FOR)
    sessions.end_all(user)
    return user


@transaction.atomic
def discard_unconfirmed(*, email: str, but: User | None = None) -> bool:
    """Frees an address that somebody typed and nobody confirmed, for everybody or for the account `but`; False where
    another account has confirmed it.

    An account that has no other address could never sign in, and goes. Its subject goes with it, unless something
    already refers to it by its handle: then it stays as one that nobody has claimed.
    """
    addresses = EmailAddress.objects.filter(email__iexact=email)
    accounts = User.objects.filter(email__iexact=email)
    if but is not None:
        addresses, accounts = addresses.exclude(user=but), accounts.exclude(pk=but.pk)
    if addresses.filter(verified=True).exists():
        return False
    for user in accounts.exclude(emailaddress__verified=True).select_related("subject__profile"):
        _discard(user)
    addresses.delete()
    return not accounts.exists()


def waiting_with(handle: str) -> QuerySet[User]:
    """Accounts that nobody has confirmed yet, of this handle or of one that looks like it.

    Such a handle is nobody's. Were it taken, whoever signs up with an address and a handle, and then with another
    address and the same handle, would learn whether the first address has an account.
    """
    alike = Q(subject__handle=handle) | Q(subject__handle_skeleton=handles.skeleton(handle))
    return User.objects.filter(alike).exclude(emailaddress__verified=True)


@transaction.atomic
def free_handle(handle: str) -> None:
    """Discards the accounts that nobody has confirmed and that hold it: they sign up again."""
    for user in waiting_with(handle).select_related("subject__profile"):
        _discard(user)


def _discard(user: User) -> None:
    """An account without a proved address, with its subject unless something refers to that."""
    subject = user.subject
    user.delete()
    try:
        with transaction.atomic():
            subject.profile.delete()
            subject.delete()
    except ProtectedError:
        Subject.objects.filter(pk=subject.pk).update(kind=Subject.Kind.UNCLAIMED)


def _end_what_was_added(user: User, *, since: dt.datetime) -> None:
    Authenticator.objects.filter(user=user, created_at__gte=since).delete()
    for account in SocialAccount.objects.filter(user=user, date_joined__gte=since):
        account.delete()
        proofs.end_proof(user=user, provider=account.provider)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
