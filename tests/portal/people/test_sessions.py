"""Sessions: listed, ended, and gone with the password, the generation and the account."""

import re

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal.people import devices, sessions
from portal.people.middleware import LastSeenMiddleware
from portal.people.models import User
from tests import mailbox
from tests.portal.people.entering import PASSWORD, account, is_signed_in, link, login, signed_in

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
NEW = "another-tide-pool-9"


@pytest.fixture
def user():
    return account()


def generation() -> int:
    return User.objects.values_list("generation", flat=True).get()


def row(client: Client) -> int:
    return UserSession.objects.get(session_key=client.session.session_key).pk


def test_b40_a_session_id_from_before_sign_in_is_not_the_one_after(user, client):
    client.get("/accounts/login/")
    client.session["planted"] = "x"
    session = client.session
    session["planted"] = "x"
    session.save()
    client.cookies["sessionid"] = before = session.session_key
    login(client)
    assert client.session.session_key != before
    assert not Session.objects.filter(session_key=before).exists()
    stranger = Client()
    stranger.cookies["sessionid"] = before
    assert not is_signed_in(stranger)


def test_b40_a_changed_password_ends_the_other_sessions_and_the_tokens(user):
    here, there = signed_in(), signed_in()
    before, key = generation(), here.session.session_key
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert here.post("/accounts/password/change/", form).status_code == 302
    assert is_signed_in(here)
    assert here.session.session_key != key
    assert not is_signed_in(there)
    assert generation() == before + 1
    assert "password" in mailbox.last().subject.lower()


def test_b40_a_reset_password_ends_every_session_and_the_tokens(user):
    there, stranger = signed_in(), Client()
    before = generation()
    stranger.post("/accounts/password/reset/", {"email": user.email})
    path = stranger.get(link(user.email, "password/reset/key"))["Location"]
    assert stranger.post(path, {"password1": NEW, "password2": NEW}).status_code == 302
    assert not is_signed_in(there)
    assert generation() == before + 1
    assert login(Client(), password=NEW).status_code == 302
    # The link works once, and only with its secret.
    assert "no longer valid" in Client().get(link(user.email, "password/reset/key"), follow=True).content.decode()


def test_b40_a_first_password_asks_by_mail_and_ends_the_other_sessions(user):
    """Whoever came by another site's sign-in has no password to be asked for."""
    user.set_unusable_password()
    user.save()
    here, there = Client(), Client()
    for client in (here, there):
        client.force_login(user, "portal.people.backend.AccountBackend")
    before, form = generation(), {"password1": NEW, "password2": NEW}
    answer = here.post("/accounts/password/set/", form)
    assert answer["Location"].startswith("/accounts/reauthenticate/code/")
    here.post(answer["Location"], {"recipient": user.email})
    code = mailbox.last().body.split("\n\n")[1]
    confirm = "/accounts/reauthenticate/code/confirm/?next=/accounts/password/set/"
    assert here.post(confirm, {"code": "000000"}).status_code == 200
    here.post(confirm, {"code": code})
    here.post("/accounts/password/set/", form)
    assert (is_signed_in(here), is_signed_in(there)) == (True, False)
    assert generation() == before + 1


@pytest.mark.parametrize(
    ("end", "here_after", "there_after", "risen"),
    [("others", True, False, 1), ("all", False, False, 1), ("there", True, False, 0), ("here", False, True, 0)],
)
def test_b40_ending_sessions(user, end, here_after, there_after, risen):
    here, there = signed_in(**{"User-Agent": FIREFOX}), signed_in()
    rows = {"here": row(here), "there": row(there)}
    before = generation()
    answer = here.post("/accounts/sessions/", {"end": str(rows.get(end, end))})
    assert answer.status_code == 302
    assert (is_signed_in(here), is_signed_in(there)) == (here_after, there_after)
    assert generation() == before + risen


def test_b40_sessions_that_nobody_wrote_down_end_as_well(user, client):
    client.force_login(user, "portal.people.backend.AccountBackend")
    assert not UserSession.objects.exists()
    sessions.end_all(user)
    assert not is_signed_in(client)


def test_a_kept_session_goes_on(user):
    here, there = signed_in(), signed_in()
    sessions.end_all(user, keep=here.session.session_key)
    assert (is_signed_in(here), is_signed_in(there)) == (True, False)


@pytest.mark.parametrize("end", ["", "x", "-1", "１", "9" * 40, "1 or 1=1"])
def test_what_names_no_session_ends_none(user, end):
    here = signed_in()
    assert here.post("/accounts/sessions/", {"end": end}).status_code == 400
    assert is_signed_in(here)


def test_nobody_ends_the_session_of_another_or_learns_that_there_is_one(user):
    account("bruno")
    here, other = signed_in(), signed_in("bruno@example.org")
    theirs, nobodys, gone = row(here), row(here) + 1000, row(other) + 2000
    answers = [other.post("/accounts/sessions/", {"end": str(number)}) for number in (theirs, nobodys, gone)]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    # What was typed, the number, is given back below.
    said = [re.search(r"<h1.*?</p>", answer.content.decode(), re.DOTALL) for answer in answers]
    assert len({str(found and found[0]) for found in said}) == 1
    assert "There is no such page" in str(said[0])
    assert is_signed_in(here)
    assert here.session.session_key not in other.get("/accounts/sessions/").content.decode()


def test_the_list_says_which_is_which(user):
    here = signed_in(**{"User-Agent": FIREFOX})
    signed_in(**{"User-Agent": "<b>nonsense"})
    html = here.get("/accounts/sessions/").content.decode()
    assert html.count("this one") == 1
    assert html.index("Firefox on Linux") < html.index("A browser that does not say what it is")
    assert "nonsense" not in html


def test_a_session_is_noted_once_a_minute_not_at_every_page(user, monkeypatch):
    here = signed_in()
    here.get("/help/")
    before = UserSession.objects.get().last_seen_at
    with CaptureQueriesContext(connection) as queries:
        here.get("/help/")
    assert not [one["sql"] for one in queries if "usersession" in one["sql"]]
    monkeypatch.setattr(LastSeenMiddleware, "EVERY", 0.0)
    here.get("/help/")
    assert UserSession.objects.get().last_seen_at > before


@pytest.mark.parametrize("change", [{"is_active": False}, {"closed_at": timezone.now()}])
def test_b41_whoever_is_out_is_out_at_once(user, change):
    here = signed_in(fresh=True)
    User.objects.filter(pk=user.pk).update(**change)
    for path in ("/account/", "/accounts/email/", "/accounts/2fa/", "/accounts/sessions/"):
        assert here.get(path).status_code == 302
    assert here.post("/accounts/sessions/", {"end": "all"}).status_code == 302
    assert generation() == 1
    stranger = Client()
    assert login(stranger)["Location"] == "/accounts/inactive/"
    assert not is_signed_in(stranger)
    # A wrong password does not say that there was an account.
    assert login(Client(), password="wrong-wrong-wrong").status_code == 200


WEBKIT = "Mozilla/5.0 ({}) AppleWebKit/605.1.15 (KHTML, like Gecko) {}"


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        (WEBKIT.format("Windows NT 10.0", "Chrome/140.0.0.0 Safari/537.36 Edg/140.0"), "Edge on Windows"),
        (WEBKIT.format("iPhone; CPU iPhone OS 18_5 like Mac OS X", "Mobile/15E148 Safari/604.1"), "Safari on iPhone"),
        (WEBKIT.format("Linux; Android 10; K", "Chrome/140.0.0.0 Mobile Safari/537.36"), "Chrome on Android"),
        ("", "A browser that does not say what it is"),
    ],
)
def test_devices_have_names(user_agent, words):
    assert devices.described(user_agent) == words
