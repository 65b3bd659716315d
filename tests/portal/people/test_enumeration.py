"""What a stranger can find out at the entrance about who is here, and how often they may try."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth import hashers
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.notices import dispatcher
from portal.notices.models import Mail
from portal.people.adapter import folded
from portal.people.models import User
from tests import mailbox
from tests.portal.people.entering import FORM, KNOWN, PASSWORDS, a_minute_later, account, link, login

pytestmark = pytest.mark.django_db
UNKNOWN = "ana.quispi@example.org"
ASKED = {
    "login": ("/accounts/login/", lambda email: {"login": email, "password": "wrong-wrong-wrong"}),
    "reset": ("/accounts/password/reset/", lambda email: {"email": email}),
    "signup": ("/accounts/signup/", lambda email: {**FORM, **PASSWORDS, "email": email}),
}


@contextmanager
def hashing(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every time that a password was hashed: what takes by far most of the time of an answer."""
    done: list[str] = []
    hasher = hashers.get_hasher()
    encode = type(hasher).encode
    with monkeypatch.context() as patch:
        patch.setattr(type(hasher), "encode", lambda self, *args: done.append("x") or encode(self, *args))
        yield done


def ask(what: str, email: str, monkeypatch: pytest.MonkeyPatch):
    """The page, the work it took, and how many mails it wrote."""
    a_minute_later()
    path, form = ASKED[what]
    client, before = Client(), Mail.objects.count()
    with hashing(monkeypatch) as hashed:
        answer = client.post(path, form(email))
    pages = [answer.content.decode()]
    if answer.status_code == 302:
        pages.append(client.get(answer["Location"]).content.decode())
    said = [page.replace(email, "…") for page in pages]
    return (answer.status_code, answer.get("Location"), said, len(hashed), Mail.objects.count() - before)


def without_tokens(said: object) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", str(said))


@pytest.mark.parametrize("what", list(ASKED))
def test_b31_known_and_unknown_addresses_are_answered_alike(what, monkeypatch):
    account()
    known, unknown = (ask(what, email, monkeypatch) for email in (KNOWN, UNKNOWN))
    assert without_tokens(known) == without_tokens(unknown)
    assert known[3] == 1 or what == "reset"
    assert known[4] == (0 if what == "login" else 1)


@pytest.mark.parametrize("what", ["login", "reset"])
def test_b31_closed_and_unconfirmed_accounts_are_answered_alike(what, monkeypatch):
    account()
    User.objects.update(is_active=False)
    account("unconfirmed", verified=False)
    said = [ask(what, email, monkeypatch) for email in (KNOWN, UNKNOWN, "unconfirmed@example.org")]
    assert len({without_tokens(one) for one in said}) == 1


def test_b31_the_link_to_confirm_is_sent_again_to_whoever_knows_the_password(monkeypatch):
    account("unconfirmed", verified=False)
    assert login(Client(), "unconfirmed@example.org").status_code == 302
    assert "confirm-email" in mailbox.last().body


@pytest.fixture
def hung_server() -> Iterator[int]:
    """Takes the connection and never says a word."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(8)
        yield server.getsockname()[1]


@pytest.mark.parametrize("what", ["reset", "signup"])
def test_b31_a_hung_mail_server_changes_neither_the_answer_nor_its_time(what, hung_server, settings, monkeypatch):
    account()
    settings.CONCORD_MAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", hung_server, 20
    began = time.monotonic()
    known, unknown = (ask(what, email, monkeypatch) for email in (KNOWN, UNKNOWN))
    assert without_tokens(known) == without_tokens(unknown)
    assert time.monotonic() - began < 20  # the server was not asked
    waiting = list(Mail.objects.values_list("to", flat=True))
    assert sorted(waiting) == [KNOWN, UNKNOWN]
    settings.EMAIL_TIMEOUT = 1
    dispatcher.drain()
    assert Mail.objects.filter(sent_at=None).exclude(message="").count() == 2  # tried, failed, kept


VARIANTS = [
    "ana.quispe@example.org",
    "ANA.Quispe@Example.ORG",
    "áná.quispe@example.org",
    "ana.qui\u017fpe@example.org",
    "ａｎａ.quispe@example.org",
    "ana.quıspe@example.org",
    "ana.quİspe@example.org",
    " ana.quispe@example.org ",
    "ana.quispe@exa\u0301mple.org",
    "ana.quispe@example.org\u200b",
    "a\u00adna.quispe@example.org",
]


def test_b35_all_spellings_of_one_address_are_one_counter():
    assert {folded(spelling) for spelling in VARIANTS} == {"ana.quispe@example.org"}
    assert folded("ana.quispi@example.org") != folded("ana.quispe@example.org")


def test_b35_a_thousand_guesses_in_many_spellings_are_five(monkeypatch):
    """From a thousand addresses of the net, so that only the counter of the login stops them."""
    account()
    monkeypatch.setattr("portal.people.adapter.AccountAdapter.get_client_ip", lambda self, request: next(addresses))
    addresses = iter(f"198.51.{n // 250}.{n % 250}" for n in range(100_000))
    checked = 0
    with hashing(monkeypatch) as hashed:
        for number in range(1000):
            page = Client().post(
                "/accounts/login/", {"login": VARIANTS[number % len(VARIANTS)], "password": f"guess-{number:08}"}
            )
            checked += "Too many failed" not in page.content.decode() and "Enter a valid" not in page.content.decode()
    assert checked <= 5
    assert len(hashed) <= 5


@pytest.mark.parametrize("what", ["login", "signup", "reset"])
def test_b17_a_rotating_forwarded_address_is_no_new_visitor(what):
    path, form = ASKED[what]
    most = {"login": 10, "signup": 20, "reset": 20}[what]
    said = []
    for number in range(most + 2):
        client = Client(headers={"X-Forwarded-For": f"198.51.100.{number}, 203.0.113.{number}"})
        answer = client.post(path, {**form(f"somebody{number}@example.org"), "printed_name": ""})
        said.append(answer.status_code == 429 or "Too many failed" in answer.content.decode())
    assert said == [False] * most + [True, True]


def test_the_work_of_a_reset_is_the_same_for_everybody(client):
    account()
    account("closed")
    User.objects.filter(email="closed@example.org").update(is_active=False)
    counts = []
    for email in (KNOWN, UNKNOWN, "closed@example.org"):
        a_minute_later()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            Client().post("/accounts/password/reset/", {"email": email})
        counts.append(len(queries))
    assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize("email", [KNOWN, UNKNOWN])
def test_b31_a_handle_that_waits_for_its_address_tells_nothing(email):
    """Sign up with an address and a handle, then with one's own address and the same handle, or its twin."""
    account()
    for own, handle in (("own@example.org", "noor.haddad"), ("own.two@example.org", "n0or.haddad")):
        Client().post("/accounts/signup/", {**FORM, **PASSWORDS, "email": email})
        a_minute_later()
        answer = Client().post("/accounts/signup/", {**FORM, **PASSWORDS, "email": own, "handle": handle})
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/confirm-email/")
        assert User.objects.filter(email=own, subject__handle=handle).exists()
        a_minute_later()


def test_a_handle_of_somebody_who_confirmed_stays_taken():
    account()
    answer = Client().post("/accounts/signup/", {**FORM, **PASSWORDS, "email": UNKNOWN, "handle": "ana.quispe"})
    assert answer.status_code == 200
    assert not User.objects.filter(email=UNKNOWN).exists()


def test_a_form_that_is_sent_twice_still_ends_in_an_account():
    for _click in range(2):
        assert Client().post("/accounts/signup/", {**FORM, **PASSWORDS, "email": UNKNOWN}).status_code == 302
    place = link(UNKNOWN, "confirm-email")
    assert Client().post(place).status_code == 302
    assert User.objects.get(email=UNKNOWN).emailaddress_set.get().verified
