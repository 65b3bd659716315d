"""The address of an account: proved before it counts, taken back from the old one for 72 hours."""

import datetime as dt

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.test import Client

from portal.core import clock
from portal.core.errors import Refused
from portal.people import addresses
from portal.people.models import EmailChange, User
from tests import mailbox
from tests.portal.people.entering import PASSWORD, a_minute_later, account, is_signed_in, link, login, signed_in

pytestmark = pytest.mark.django_db
OLD, NEW = "ana.quispe@example.org", "ana@new.example"


@pytest.fixture
def user():
    return account()


def ask(client: Client, email: str = NEW):
    return client.post("/accounts/email/", {"action_add": "", "email": email})


def change(client: Client, email: str = NEW) -> None:
    assert ask(client, email).status_code == 302
    assert Client().post(link(email, "confirm-email")).status_code == 302


def kept() -> list[tuple[str, bool, bool]]:
    return list(EmailAddress.objects.order_by("pk").values_list("email", "verified", "primary"))


def test_b37_it_asks_for_the_password_first(user):
    assert ask(signed_in())["Location"].startswith("/accounts/reauthenticate/")
    assert kept() == [(OLD, True, True)]


def test_b37_nothing_changes_before_the_new_address_is_proved(user):
    here = signed_in(fresh=True)
    ask(here)
    assert kept() == [(OLD, True, True), (NEW, False, False)]
    assert User.objects.get().email == OLD
    stranger = Client()
    assert (
        login(stranger, NEW)["Location"] == "/accounts/confirm-email/"
    )  # the password is right, the address not proved
    assert not is_signed_in(stranger)
    assert not EmailChange.objects.exists()
    page = here.get("/accounts/email/").content.decode()
    assert "Changing to" in page
    assert "Nothing has changed so far" in page


def test_b37_one_change_is_pending_at_a_time(user):
    here = signed_in(fresh=True)
    ask(here)
    first = link(NEW, "confirm-email")
    a_minute_later()
    ask(here, "ana@other.example")
    assert kept() == [(OLD, True, True), ("ana@other.example", False, False)]
    assert Client().post(first).status_code == 410
    assert User.objects.get().email == OLD
    assert here.post("/accounts/email/", {"action_remove": "", "email": "ana@other.example"}).status_code == 302
    assert kept() == [(OLD, True, True)]


def test_b37_the_old_address_is_told_and_takes_it_back(user):
    here = signed_in(fresh=True)
    change(here)
    assert kept() == [(NEW, True, True)]
    assert login(Client(), NEW).status_code == 302
    told = next(mail for mail in mailbox.delivered() if mail.to == [OLD] and "undo" in mail.body)
    assert NEW in told.body
    assert "72 hours" in told.body
    undo = link(OLD, "email/undo")
    secret = undo.rstrip("/").rsplit("/", 1)[1]
    assert secret not in "".join(map(str, EmailChange.objects.values_list()))

    stranger, before = Client(), User.objects.get().generation
    page = stranger.get(undo)
    assert "Take it back" in page.content.decode()
    assert (page["Referrer-Policy"], page["Cache-Control"]) == (
        "same-origin", "max-age=0, no-cache, no-store, must-revalidate, private",
    )  # fmt: skip
    assert kept() == [(NEW, True, True)]  # reading it does nothing

    assert stranger.post(undo)["Location"] == "/accounts/email/undo/done/"
    assert kept() == [(OLD, True, True)]
    assert User.objects.get().email == OLD
    assert User.objects.get().generation == before + 1
    assert not is_signed_in(here)
    assert login(Client(), OLD).status_code == login(Client(), NEW).status_code == 200  # the password ended
    path = stranger.get(link(OLD, "password/reset/key"))["Location"]
    stranger.post(path, {"password1": "another-tide-pool-9", "password2": "another-tide-pool-9"})
    assert login(Client(), OLD, "another-tide-pool-9").status_code == 302

    # Once.
    assert stranger.post(undo).status_code == 410
    assert "taken back before" in stranger.get(undo).content.decode()


def test_b37_a_takeover_that_moved_on_is_undone_from_the_first_address(user):
    """The second change cannot be taken back by whoever made the first."""
    thief = signed_in(fresh=True)
    change(thief)
    change(thief, "thief@other.example")
    first, second = link(OLD, "email/undo"), link(NEW, "email/undo")
    assert Client().post(first).status_code == 302
    assert kept() == [(OLD, True, True)]
    assert Client().post(second).status_code == 410
    assert kept() == [(OLD, True, True)]


def test_b37_what_the_thief_added_goes_and_what_was_there_stays(user):
    here = signed_in(fresh=True)
    long_ago = clock.deciding() - dt.timedelta(days=4)
    for kind in (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES):
        Authenticator.objects.create(user=user, type=kind, data={"secret": "x", "seed": "x", "used_mask": 0})
    Authenticator.objects.filter(type=Authenticator.Type.TOTP).update(created_at=long_ago)
    SocialAccount.objects.create(user=user, provider="github", uid="1")
    SocialAccount.objects.create(user=user, provider="orcid", uid="0000-0002-1825-0097")
    SocialAccount.objects.filter(provider="orcid").update(date_joined=long_ago)
    secret = addresses.note_change(user=user, old=OLD, new=NEW)
    addresses.undo(secret=secret)
    assert list(Authenticator.objects.values_list("type", flat=True)) == ["totp"]
    assert list(SocialAccount.objects.values_list("provider", flat=True)) == ["orcid"]
    assert not is_signed_in(here)


@pytest.mark.parametrize(("hours", "status"), [(71.9, 302), (72.1, 410)])
def test_b37_after_72_hours_a_page_says_so(user, hours, status, monkeypatch):
    secret = addresses.note_change(user=user, old=OLD, new=NEW)
    later = clock.deciding() + dt.timedelta(hours=hours)
    monkeypatch.setattr(clock, "deciding", lambda: later)
    answer = Client().post(f"/accounts/email/undo/{secret}/")
    assert answer.status_code == status
    if status == 410:
        assert "72 hours, and they are over" in answer.content.decode()
        assert EmailChange.objects.get().undone_at is None


def test_an_old_address_that_is_somebody_elses_now_is_not_taken_from_them(user):
    secret = addresses.note_change(user=user, old="free@example.org", new=OLD)
    account("free")
    answer = Client().post(f"/accounts/email/undo/{secret}/")
    assert answer.status_code == 409
    assert "another account by now" in answer.content.decode()
    assert User.objects.get(pk=user.pk).email == OLD
    assert EmailChange.objects.get().undone_at is None


@pytest.mark.parametrize("secret", ["x", "%00", "%E2%80%AE", "a" * 500])
def test_an_unknown_link_is_no_error(secret):
    assert Client().get(f"/accounts/email/undo/{secret}/").status_code in {400, 404}
    assert Client().post(f"/accounts/email/undo/{secret}/").status_code in {400, 404}
    with pytest.raises(Refused):
        addresses.undo(secret=secret)


def test_b38_an_address_of_another_account_is_answered_like_a_free_one(user):
    account("bruno")
    here = signed_in(fresh=True)
    free = ask(here, "nobody@example.org")
    a_minute_later()
    taken = ask(here, "bruno@example.org")
    assert (free.status_code, free["Location"]) == (taken.status_code, taken["Location"])
    # Bruno may follow the link in his mail: the address stays his.
    page = Client().get(link("bruno@example.org", "confirm-email"))
    assert "already confirmed by another account" in page.content.decode()
    Client().post(link("bruno@example.org", "confirm-email"))
    assert User.objects.get(subject__handle="bruno").email == "bruno@example.org"
    assert User.objects.get(subject__handle="ana.quispe").email == OLD


def test_b38_an_unconfirmed_account_does_not_keep_an_address_from_a_change(user):
    account("squatter", verified=False)
    EmailAddress.objects.filter(user__subject__handle="squatter").update(email=NEW)
    User.objects.filter(subject__handle="squatter").update(email=NEW)
    change(signed_in(fresh=True))
    assert User.objects.get().email == NEW
    assert kept() == [(NEW, True, True)]


def test_b38_a_pending_change_does_not_keep_an_address_from_a_sign_up(user, client):
    ask(signed_in(fresh=True), "noor@example.org")
    a_minute_later()
    form = {"printed_name": "Noor Haddad", "handle": "noor", "email": "noor@example.org"}
    assert client.post("/accounts/signup/", {**form, "password1": PASSWORD, "password2": PASSWORD}).status_code == 302
    assert client.post(link("noor@example.org", "confirm-email")).status_code == 302
    assert User.objects.get(subject__handle="noor").email == "noor@example.org"
    assert kept()[0] == (OLD, True, True)


def test_b38_an_unconfirmed_account_gets_nowhere(client):
    account(verified=False)
    assert login(client)["Location"] == "/accounts/confirm-email/"
    for path in ("/account/", "/accounts/email/", "/projects/new/"):
        assert client.get(path).status_code == 302, path
