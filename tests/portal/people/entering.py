"""Somebody with an account, who signs in as people do."""

import datetime as dt
import re
from uuid import uuid4

from django.core.cache import caches
from django.test import Client

from portal.people import services
from portal.people.models import User
from tests import mailbox

PASSWORD = "coral-reef-at-dawn-7"
PASSWORDS = {"password1": PASSWORD, "password2": PASSWORD}
KNOWN = "ana.quispe@example.org"
# Somebody who signs up; the address comes with each test.
FORM = {"printed_name": "Noor Haddad", "given": "Noor", "family": "Haddad", "handle": "noor.haddad"}
AT = dt.datetime(2027, 1, 5, 9, 0, tzinfo=dt.UTC)


def account(handle: str = "ana.quispe", *, verified: bool = True, **more: str) -> User:
    values = {"printed_name": "Ana Quispe", "given": "Ana", "family": "Quispe", "language": "en", **more}
    return services.open_account(
        email=f"{handle}@example.org", password=PASSWORD, handle=handle, at=AT, verified=verified, **values
    )


def login(client: Client, email: str = "ana.quispe@example.org", password: str = PASSWORD, **more: str):
    return client.post("/accounts/login/", {"login": email, "password": password, **more})


def signed_in(email: str = "ana.quispe@example.org", *, fresh: bool = False, **headers: str) -> Client:
    client = Client(headers=headers)
    assert login(client, email).status_code == 302
    if fresh:
        assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
    return client


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def a_minute_later() -> None:
    """One mail a minute goes to an address; the counters stand in the cache under a prefix (see `conftest`)."""
    caches["default"].key_prefix = uuid4().hex


def link(to: str, part: str) -> str:
    """The path of the newest link holding `part` in a mail to `to`."""
    for one in reversed(mailbox.delivered()):
        found = re.search(rf"http://127\.0\.0\.1:8000(/accounts/\S*{part}\S*)", one.body)
        if one.to == [to] and found:
            return found[1]
    raise AssertionError(f"no mail to {to} has a link with {part}")
