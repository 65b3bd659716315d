"""How a session becomes a user: with the subject and the profile that every page shows."""

from collections.abc import Callable

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Expression

from portal.people.models import User

_extras: dict[str, Callable[[], Expression]] = {}


def provide_unread(make: Callable[[], Expression]) -> None:
    """The wiring's: how many notices an account has not read, which the head of every page says. As a part of the
    query that loads the account it costs no query of its own."""
    _extras["unread"] = make


class AccountBackend(AuthenticationBackend):
    """allauth's, in one query instead of three."""

    def get_user(self, user_id: int) -> User | None:
        users = User.objects.select_related("subject__profile")
        users = users.annotate(**{name: make() for name, make in _extras.items()})
        user = users.filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        """Asked at every sign-in and on every request: whoever was deactivated or closed is out at once."""
        return isinstance(user, User) and user.is_active and user.closed_at is None
