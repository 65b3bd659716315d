"""Mailed links that do nothing any more: what each says, by GET and by POST, and the way on."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.core import signing
from django.test import Client

from portal.core import clock
from portal.people import addresses, closing
from portal.people.models import User
from tests import mailbox
from tests.portal.people.entering import KNOWN, PASSWORD, a_minute_later, account, link, login, signed_in

pytestmark = pytest.mark.django_db
NEW = "ana@new.example"
OTHER = "another-tide-pool-9"


def text(answer) -> str:
    page = re.search(r"<main.*</main>", answer.content.decode(), re.DOTALL)
    assert page
    return re.sub(r'value="[^"]+"', "", page[0])


def asked_for_a_change() -> str:
    account()
    signed_in(fresh=True).post("/accounts/email/", {"action_add": "", "email": NEW})
    return link(NEW, "confirm-email")


def a_used_one() -> str:
    path = asked_for_a_change()
    assert Client().post(path).status_code == 302
    return path


def a_superseded_one() -> str:
    path = asked_for_a_change()
    a_minute_later()
    signed_in(fresh=True).post("/accounts/email/", {"action_add": "", "email": "ana@other.example"})
    return path


def one_taken_off() -> str:
    path = asked_for_a_change()
    signed_in(fresh=True).post("/accounts/email/", {"action_remove": "", "email": NEW})
    return path


def an_old_one(monkeypatch: pytest.MonkeyPatch) -> str:
    path = asked_for_a_change()
    monkeypatch.setattr(signing.time, "time", lambda now=signing.time.time: now() + 3 * 86400 + 60)
    return path


def one_cut_short() -> str:
    return f"{asked_for_a_change()[:-3]}/"


def one_of_a_closed_account() -> str:
    path = asked_for_a_change()
    user = User.objects.get()
    closing.close(actor=user.subject, user=user)
    return path


def one_of_an_erased_account() -> str:
    path = asked_for_a_change()
    User.objects.get().delete()
    return path


def one_that_somebody_else_confirmed() -> str:
    path = asked_for_a_change()
    address = EmailAddress.objects.get(email=NEW)
    other = account("bruno")
    EmailAddress.objects.filter(user=other).update(email=NEW)
    assert EmailConfirmationHMAC(address).key
    return path


# How the link came to do nothing, the status, what the page says, and where it leads.
CONFIRMATIONS: list[tuple[Callable[..., str], int, str, str]] = [
    (a_used_one, 410, "confirmed already", "/accounts/login/"),
    (a_superseded_one, 410, "asked for anew", "/accounts/login/"),
    (one_taken_off, 410, "taken off since", "/accounts/login/"),
    (an_old_one, 410, "valid for 3 days", "/accounts/login/"),
    (one_cut_short, 404, "copy all of it", "/accounts/login/"),
    (one_of_a_closed_account, 410, "account is closed", "mailto:help@concord.example"),
    (one_of_an_erased_account, 410, "no longer valid", "/accounts/login/"),
    (one_that_somebody_else_confirmed, 409, "confirmed by another account", "/accounts/password/reset/"),
]


@pytest.mark.parametrize(("make", "status", "says", "way"), CONFIRMATIONS, ids=lambda x: getattr(x, "__name__", None))
def test_a_dead_confirmation_says_what_is_the_matter(make, status, says, way, monkeypatch):
    path = make(monkeypatch) if make is an_old_one else make()
    before = list(EmailAddress.objects.values_list("email", "verified", "user"))
    read, sent = Client().get(path), Client().post(path)
    assert (read.status_code, sent.status_code) == (status, status)
    assert says in text(read)
    assert f'href="{way}"' in text(read)
    assert text(read) == text(sent)
    assert "<form" not in text(read)  # nothing that would be refused is offered
    assert list(EmailAddress.objects.values_list("email", "verified", "user")) == before


def test_a_living_confirmation_asks_and_does_it():
    path = asked_for_a_change()
    assert "Yes, confirm it" in text(Client().get(path))
    assert Client().post(path).status_code == 302
    assert User.objects.get().email == NEW


def reset_link() -> str:
    account()
    Client().post("/accounts/password/reset/", {"email": KNOWN})
    return link(KNOWN, "password/reset/key")


def a_used_reset() -> str:
    path, client = reset_link(), Client()
    form = client.get(path)["Location"]
    assert client.post(form, {"password1": OTHER, "password2": OTHER}).status_code == 302
    return path


def a_reset_after_a_sign_in() -> str:
    path = reset_link()
    assert login(Client()).status_code == 302
    return path


def an_old_reset(monkeypatch: pytest.MonkeyPatch) -> str:
    path = reset_link()
    later = dt.datetime.now(dt.UTC).replace(tzinfo=None) + dt.timedelta(days=4, seconds=60)
    monkeypatch.setattr("django.contrib.auth.tokens.PasswordResetTokenGenerator._now", lambda self: later)
    return path


def a_reset_of_a_closed_account() -> str:
    path = reset_link()
    user = User.objects.get()
    closing.close(actor=user.subject, user=user)
    return path


RESETS: list[tuple[Callable[..., str], str, str]] = [
    (a_used_reset, "used before", "/accounts/password/reset/"),
    (a_reset_after_a_sign_in, "signed in to", "/accounts/password/reset/"),
    (an_old_reset, "older than three days", "/accounts/password/reset/"),
    (a_reset_of_a_closed_account, "account is closed", "mailto:help@concord.example"),
]


@pytest.mark.parametrize(("make", "says", "way"), RESETS, ids=lambda x: getattr(x, "__name__", None))
def test_a_dead_reset_says_what_is_the_matter(make, says, way, monkeypatch):
    path = make(monkeypatch) if make is an_old_reset else make()
    read, sent = (
        Client().get(path),
        Client().post(path, {"password1": "x-third-pool-99", "password2": "x-third-pool-99"}),
    )
    assert (read.status_code, sent.status_code) == (410, 410)
    assert says in text(read)
    assert f'href="{way}"' in text(read)
    assert text(read) == text(sent)
    assert not User.objects.get().check_password("x-third-pool-99")


def test_an_open_form_of_a_reset_sets_nothing_once_the_account_is_closed():
    path, client = reset_link(), Client()
    form, user = client.get(path)["Location"], User.objects.get()
    closing.close(actor=user.subject, user=user)
    answer = client.post(form, {"password1": OTHER, "password2": OTHER})
    assert (answer.status_code, "account is closed" in text(answer)) == (410, True)
    assert User.objects.get().check_password(PASSWORD)


def an_undone_change(user: User) -> str:
    secret = addresses.note_change(user=user, old=KNOWN, new=NEW)
    addresses.undo(secret=secret)
    return secret


def a_late_undo(user: User) -> str:
    secret = addresses.note_change(user=user, old=KNOWN, new=NEW)
    user.email_changes.update(undo_until=clock.deciding() - dt.timedelta(seconds=1))
    return secret


def an_undo_of_a_closed_account(user: User) -> str:
    secret = addresses.note_change(user=user, old=KNOWN, new=NEW)
    closing.close(actor=user.subject, user=user)
    return secret


def an_undo_to_somebody_elses_address(user: User) -> str:
    account("bruno")
    return addresses.note_change(user=user, old="bruno@example.org", new=NEW)


UNDOS: list[tuple[Callable[[User], str], int, str]] = [
    (an_undone_change, 410, "taken back before"),
    (a_late_undo, 410, "72 hours, and they are over"),
    (an_undo_of_a_closed_account, 410, "account is closed"),
    (an_undo_to_somebody_elses_address, 409, "another account by now"),
    (lambda user: "unknown", 404, "copy all of it"),
]


@pytest.mark.parametrize(("make", "status", "says"), UNDOS)
def test_a_dead_undo_says_what_is_the_matter(make, status, says):
    path = f"/accounts/email/undo/{make(account())}/"
    read, sent = Client().get(path), Client().post(path)
    assert (read.status_code, sent.status_code) == (status, status)
    assert says in text(read)
    assert text(read) == text(sent)
    assert "<form" not in text(read)


@pytest.mark.parametrize("what", ["reset", "signup"])
@pytest.mark.parametrize("by_hand", [True, False])
def test_the_owner_of_a_closed_account_is_told_that_it_is_closed(what, by_hand):
    """By mail alone: the page is the same for every address (test_enumeration)."""
    user = account()
    if by_hand:
        User.objects.update(is_active=False)
    else:
        closing.close(actor=user.subject, user=user)
    a_minute_later()
    if what == "reset":
        Client().post("/accounts/password/reset/", {"email": KNOWN.upper()})
    else:
        form = {"printed_name": "Ana Two", "handle": "ana.two", "email": KNOWN}
        Client().post("/accounts/signup/", {**form, "password1": PASSWORD, "password2": PASSWORD})
    told = mailbox.last()
    assert told.to[0].lower() == KNOWN
    assert told.subject == "Your account on Concord is closed"
    assert "closing is final" in told.body
    assert "help@concord.example" in told.body
    assert "/accounts/" not in told.body  # neither a sign-up nor a new password is offered


def test_without_a_named_address_nothing_is_made_up(settings):
    settings.CONCORD_CONTACT = ""
    user = account()
    closing.close(actor=user.subject, user=user)
    a_minute_later()
    Client().post("/accounts/password/reset/", {"email": KNOWN})
    assert "has published no address" in mailbox.last().body
    assert "@" not in mailbox.last().body


# B39, for the links there are: each is for one account, works once, and gives nothing to whoever else holds it.


def bruno() -> Client:
    account("bruno", printed_name="Bruno Sato", given="Bruno", family="Sato")
    return signed_in("bruno@example.org")


def test_b39_a_confirmation_opened_by_somebody_else_signed_in_confirms_the_asker_alone():
    path, other = asked_for_a_change(), bruno()
    assert other.post(path).status_code == 302
    assert User.objects.get(subject__handle="ana.quispe").email == NEW
    assert User.objects.get(subject__handle="bruno").email == "bruno@example.org"
    assert not EmailAddress.objects.filter(user__subject__handle="bruno", email=NEW).exists()
    # Whoever opened it is not let in by it, neither as Ana nor any longer as Bruno.
    assert other.get("/account/").status_code == 302
    assert other.post(path).status_code == 410


def test_b39_a_reset_opened_by_somebody_else_signed_in_changes_its_own_account():
    path, other = reset_link(), bruno()
    form = other.get(path)["Location"]
    assert other.post(form, {"password1": OTHER, "password2": OTHER}).status_code == 302
    assert User.objects.get(subject__handle="ana.quispe").check_password(OTHER)
    assert User.objects.get(subject__handle="bruno").check_password(PASSWORD)
    assert other.post(form, {"password1": PASSWORD, "password2": PASSWORD}).status_code == 410


def test_b39_an_undo_opened_by_somebody_else_signed_in_gives_them_nothing():
    user = account()
    secret = addresses.note_change(user=user, old="ana.old@example.org", new=KNOWN)
    other = bruno()
    assert other.post(f"/accounts/email/undo/{secret}/").status_code == 302
    assert User.objects.get(subject__handle="ana.quispe").email == "ana.old@example.org"
    assert User.objects.get(subject__handle="bruno").email == "bruno@example.org"
    assert other.get("/account/").status_code == 200
    assert other.post(f"/accounts/email/undo/{secret}/").status_code == 410


@pytest.mark.parametrize("change", ["", "x", "/../", "%00"])
def test_b39_a_link_of_one_account_changed_into_one_of_another_is_none(change):
    """The number of the account stands in the address of a reset; the secret belongs to one of them."""
    path = reset_link()
    account("bruno")
    numbers = {user.subject.handle: user_pk_to_url_str(user) for user in User.objects.select_related("subject")}
    mine, its = (f"/{numbers[handle]}-" for handle in ("ana.quispe", "bruno"))
    forged = path.replace(mine, its).rstrip("/") + f"{change}/"
    assert forged != path
    assert Client().get(forged).status_code in (400, 404, 410)
    assert User.objects.get(subject__handle="bruno").check_password(PASSWORD)
