"""Closing an account: who is asked what, what ends, what stays."""

import datetime as dt
import re

import pytest
from django.test import Client

from portal.api.models import ApiToken
from portal.core import clock
from portal.core.errors import Conflict, Forbidden
from portal.people import closing, queries
from portal.people.models import Subject, User
from tests import mailbox
from tests.portal.people.entering import PASSWORD, account, is_signed_in, login, signed_in

pytestmark = pytest.mark.django_db
CLOSED = "This account is closed"


def through_the_password(client: Client, answer) -> str:
    """Follows to the page that asks for the password and gives it; the address one comes back to."""
    asked = client.get(answer["Location"])
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    back = client.post(asked["Location"], {"password": PASSWORD})
    return back["Location"]


def shown(path: str) -> str:
    """The page as a stranger gets it, without the token of its forms, which is another each time."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", Client().get(path).content.decode())


def closed_in_the_browser(client: Client):
    last = through_the_password(client, client.post("/account/close/"))
    assert last == "/account/close/last/"
    return client.post(last)


def test_closing_takes_three_pages_and_the_password():
    account()
    client = signed_in(fresh=True)  # a password given before does not count
    assert client.get("/account/close/").status_code == 200
    first = client.post("/account/close/")
    assert first["Location"] == "/account/close/last/"
    # Without the password the last page does nothing, by GET or by POST.
    assert client.post("/account/close/last/")["Location"] == "/account/close/"
    assert User.objects.get().closed_at is None
    last = through_the_password(client, first)
    assert "Close the account" in client.get(last).content.decode()
    done = client.post(last)
    assert done["Location"] == "/account/closed/"
    assert client.get("/account/closed/").status_code == 200
    user = User.objects.get()
    assert (user.is_active, user.closed_at is not None) == (False, True)


@pytest.mark.parametrize("page", ["/account/close/last/", "/account/erase/last/"])
def test_nobody_reaches_the_last_page_by_its_address(page):
    account()
    client = signed_in(fresh=True)
    first = page.removesuffix("last/")
    assert client.get(page)["Location"] == first
    assert client.post(page)["Location"] == first
    assert User.objects.get().closed_at is None


def test_asking_to_close_does_not_open_the_last_page_of_erasing():
    account()
    client = signed_in(fresh=True)
    through_the_password(client, client.post("/account/close/"))
    assert client.post("/account/erase/last/")["Location"] == "/account/erase/"
    assert queries.by_handle("ana.quispe").profile.erased_at is None


def test_b41_every_session_and_token_ends_at_once_and_an_open_tab_is_turned_away():
    user = account()
    open_tab, other = signed_in(), signed_in()
    generation = user.generation
    assert closed_in_the_browser(other).status_code == 302
    for client in (open_tab, other):
        assert not is_signed_in(client)
        assert client.get("/account/")["Location"].startswith("/accounts/login/")
    user.refresh_from_db()
    assert user.generation == generation + 1
    at = clock.now()
    token = ApiToken(user=user, generation=generation, expires_at=at + dt.timedelta(days=1), created_at=at)
    assert token.generation != user.generation


def test_b41_the_right_password_opens_a_closed_account_no_more():
    account()
    closed_in_the_browser(signed_in())
    client = Client()
    answer = login(client)
    page = client.get(answer["Location"]) if answer.status_code == 302 else answer
    assert "closed" in page.content.decode()
    assert not is_signed_in(client)


def test_nothing_public_changes_and_the_address_is_told():
    user = account()
    before = shown("/people/ana.quispe/")
    closed_in_the_browser(signed_in())
    assert shown("/people/ana.quispe/") == before
    assert queries.display_name(Subject.objects.get()) == "Ana Quispe"
    told = mailbox.last()
    assert (told.to, "closed" in told.subject) == ([user.email], True)
    # The address stays taken: whoever signs up with it is not told, and gets no account.
    form = {"printed_name": "Ana Two", "given": "", "family": "", "handle": "ana.two", "email": user.email}
    Client().post("/accounts/signup/", {**form, "password1": PASSWORD, "password2": PASSWORD})
    assert User.objects.count() == 1


def test_only_the_person_closes_and_only_once():
    user, other = account(), account("priya")
    with pytest.raises(Forbidden):
        closing.close(actor=other.subject, user=user)
    closing.close(actor=user.subject, user=user)
    with pytest.raises(Conflict):
        closing.close(actor=user.subject, user=user)


@pytest.mark.parametrize(
    "page", ["/account/data/", "/account/close/", "/account/close/last/", "/account/erase/", "/account/erase/last/"]
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_strangers_are_sent_to_the_entrance(client, page, method):
    answer = getattr(client, method)(page)
    assert (answer.status_code, answer["Location"].startswith("/accounts/login/")) == (302, True)


def test_who_has_no_password_closes_with_the_number_that_is_mailed():
    user = account()
    user.set_unusable_password()
    user.save()
    client = Client()
    client.force_login(user)
    asked = client.get(client.post("/account/close/")["Location"])
    assert asked["Location"].startswith("/accounts/reauthenticate/code/")
    client.post(asked["Location"], {"recipient": user.email})
    number = re.search(r"^([0-9A-Z-]{6,9})$", mailbox.last().body, re.MULTILINE)
    assert number
    confirm = "/accounts/reauthenticate/code/confirm/?next=/account/close/last/"
    assert client.post(confirm, {"code": number[1]})["Location"] == "/account/close/last/"
    assert client.post("/account/close/last/")["Location"] == "/account/closed/"
