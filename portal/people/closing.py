"""Closing an account: nobody acts with it any more, and nothing public changes."""

from allauth.account.adapter import get_adapter
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from portal.core import clock, events
from portal.core.access import check
from portal.core.errors import Conflict
from portal.core.once import forget
from portal.people import sessions
from portal.people.models import Subject, User


@transaction.atomic
def close(*, actor: Subject, user: User) -> User:
    """Ends every session and token and emits AccountClosed; the address is told and stays taken.

    Name, credit, lists, memberships and roles stay. Conflict where it is closed already.
    """
    check.require(actor, "people.close", None, user.subject)
    at = clock.deciding()
    forget()
    if not User.objects.filter(pk=user.pk, closed_at=None).update(closed_at=at, is_active=False):
        raise Conflict(_("This account is closed already."))
    sessions.end_all(user)
    events.emit(events.AccountClosed(subject=user.subject_id, actor=actor.pk, at=at))
    context = {"user": user, "email": user.email}
    get_adapter().render_mail("account/email/account_closed", user.email, context).send()
    user.refresh_from_db()
    return user


def closed_with(email: str) -> User | None:
    """The closed account that holds this address."""
    shut = Q(is_active=False) | ~Q(closed_at=None)
    return User.objects.filter(shut, email__iexact=email).first()


def tell(user: User, email: str) -> None:
    """The answer to whoever signs up with the address of a closed account, or asks for its password."""
    get_adapter().send_mail("account/email/closed_account", email, {"user": user})
