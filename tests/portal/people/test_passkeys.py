"""The app and the recovery codes on the server's side; what a device does is in tests/browser/test_entrance.py."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core.cache import caches
from django.test import Client

from portal.people import entrance_views, passkeys
from portal.people.models import User
from tests import mailbox
from tests.portal.people.entering import PASSWORD, account, is_signed_in, login, signed_in

pytestmark = pytest.mark.django_db
CODES = "/accounts/2fa/recovery-codes/"


@pytest.fixture
def here():
    account()
    return signed_in(fresh=True)


def number(secret: str) -> str:
    return totp.format_hotp_value(totp.hotp_value(secret, next(iter(totp.yield_hotp_counters_from_time()))))


def with_app(client: Client) -> tuple[str, list[str]]:
    """An app is added; its key, and the codes that the next page shows."""
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    (secret,) = re.findall(r"<code>([A-Z2-7]{16,})</code>", page)
    answer = client.post("/accounts/2fa/totp/activate/", {"code": number(secret)})
    assert answer["Location"] == CODES
    return secret, re.findall(r"<li><code>(\d+)</code>", client.get(CODES).content.decode())


def test_the_picture_is_an_element_without_style_and_holds_the_address(here):
    page = here.get("/accounts/2fa/totp/activate/").content.decode()
    (picture,) = re.findall(r"<svg class=\"qr\".*?</svg>", page, re.DOTALL)
    assert "style" not in picture
    assert "data:" not in page
    # A version 1 code has 21 modules; 8 more are the quiet zone, 4 on each side (ISO/IEC 18004).
    drawn = passkeys.KeyAdapter().build_totp_svg("x")
    assert 'viewBox="0 0 29 29"' in drawn
    for x, y in ((4, 4), (18, 4), (4, 18)):  # the finder patterns stand in three corners
        assert f"M{x} {y}h1v1h-1z" in drawn
        assert f"M{x + 1} {y + 1}h1v1h-1z" not in drawn


def test_what_the_database_keeps_of_a_factor_is_no_use_alone(here, settings):
    secret, codes = with_app(here)
    kept = f"{list(Authenticator.objects.values_list('data', flat=True))}"
    assert secret not in kept
    assert len(codes) == 10
    # A secret key that was replaced still opens what it closed.
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another-" * 8
    assert passkeys.KeyAdapter().decrypt(Authenticator.objects.get(type="totp").data["secret"]) == secret


def test_codes_are_shown_once_and_downloaded_by_whoever_was_shown_them(here, monkeypatch):
    _secret, codes = with_app(here)
    text = here.get(f"{CODES}download/")
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert "attachment" in text["Content-Disposition"]
    assert set(codes) <= set(text.content.decode().split())
    again = here.get(CODES).content.decode()
    assert "not shown again" in again
    assert not any(code in again for code in codes)

    monkeypatch.setattr(entrance_views, "_TO_DOWNLOAD", -1)
    assert here.get(f"{CODES}download/").status_code == 404
    assert here.post(f"{CODES}generate/").status_code == 302
    new = re.findall(r"<li><code>(\d+)</code>", here.get(CODES).content.decode())
    assert len(new) == 10
    assert not set(new) & set(codes)


def test_another_session_does_not_download_them(here):
    with_app(here)
    there = Client()
    there.force_login(User.objects.get(), "portal.people.backend.AccountBackend")
    assert there.get(f"{CODES}download/").status_code == 302  # asked who they are first
    there.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert there.get(f"{CODES}download/").status_code == 404


def test_without_a_factor_there_are_no_codes(here):
    assert here.get(CODES).status_code == 404
    assert here.get(f"{CODES}download/").status_code == 404
    assert "cannot generate" in here.post(f"{CODES}generate/").content.decode()
    assert not Authenticator.objects.exists()


def test_the_password_alone_opens_nothing_any_more(here):
    _secret, codes = with_app(here)
    caches["default"].clear()
    visitor = Client()
    assert login(visitor)["Location"] == "/accounts/2fa/authenticate/"
    assert not is_signed_in(visitor)
    assert visitor.get("/accounts/2fa/recovery-codes/").status_code == 302
    assert visitor.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert visitor.post("/accounts/2fa/authenticate/", {"code": codes[0]}).status_code == 302
    assert is_signed_in(visitor)
    again = Client()
    login(again)
    again.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert not is_signed_in(again)


def test_b35_numbers_of_the_app_are_not_guessed(here):
    with_app(here)
    visitor, said = Client(), []
    login(visitor)
    for guess in range(8):
        page = visitor.post("/accounts/2fa/authenticate/", {"code": f"{guess:06}"}).content.decode()
        said.append("Too many failed" in page)
    assert said == [False] * 5 + [True] * 3


@pytest.mark.django_db(transaction=True)
def test_every_change_of_a_factor_is_mailed_in_our_words(here):
    """Some of these mails are written when the change is committed."""
    with_app(here)
    here.post(f"{CODES}generate/")
    here.post("/accounts/2fa/totp/deactivate/")
    subjects = [mail.subject for mail in mailbox.delivered()]
    assert subjects == [
        "An authenticator app was added to your account on Concord",
        "New recovery codes for your account on Concord",
        "The authenticator app was taken off your account on Concord",
    ]
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("answer", ["9" * 5000, "[" * 100_000, '{"id": ' + "9" * 5000 + "}", "null", ""])
def test_an_answer_that_no_device_gives_signs_nobody_in_and_fails_nothing(answer, db):
    visitor = Client()
    visitor.get("/accounts/2fa/webauthn/login/", headers={"X-Requested-With": "XMLHttpRequest"})
    assert visitor.post("/accounts/2fa/webauthn/login/", {"credential": answer}).status_code == 302
    assert not is_signed_in(visitor)


def test_an_answer_that_no_device_gives_adds_no_passkey(here):
    here.get("/accounts/2fa/webauthn/add/")
    for answer in ("9" * 5000, "[" * 100_000):
        assert here.post("/accounts/2fa/webauthn/add/", {"name": "x", "credential": answer}).status_code == 200
    assert not Authenticator.objects.exists()
