"""Nothing is brought in at the entrance by another site: no way on, no host, no form, no frame."""

import pytest
from django.test import Client

from portal.notices.models import Mail
from portal.people.models import User
from tests import mailbox
from tests.portal.people.entering import FORM, KNOWN, PASSWORD, PASSWORDS, account, is_signed_in, login, signed_in

pytestmark = pytest.mark.django_db
NEXT = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "https:///evil.example",
    "http://evil.example/",
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "%2f%2fevil.example",
    "/%09/evil.example",
    "//evil.example\\@127.0.0.1",
    "http://127.0.0.1@evil.example/",
    "\u2028//evil.example",
]


@pytest.mark.parametrize("where", NEXT)
@pytest.mark.parametrize("how", ["query", "field"])
def test_b15_next_leads_nowhere_else(where, how):
    account()
    client = Client()
    form = {"login": KNOWN, "password": PASSWORD}
    if how == "query":
        answer = client.post("/accounts/login/", form, query_params={"next": where})
    else:
        answer = client.post("/accounts/login/", {**form, "next": where})
    assert answer.status_code in {302, 400}
    went = answer.get("Location", "/")
    assert went.startswith("/")
    assert not went.startswith(("//", "/\\", "/\t"))
    assert client.get("/accounts/login/", {"next": where}).get("Location", "/").startswith("/")
    answer = client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": where})
    assert answer.get("Location", "/").startswith("/")
    assert not answer.get("Location", "/").startswith("//")
    for path in ("/accounts/logout/", "/language/"):
        answer = client.post(path, {"next": where, "language": "en"})
        assert not answer.get("Location", "/").lstrip("/\\").startswith("evil") or answer["Location"].startswith("/%")


def test_b15_a_page_of_ours_is_gone_to():
    account()
    assert login(Client(), next="/projects/?page=2")["Location"] == "/projects/?page=2"


@pytest.mark.parametrize("name", ["Host", "X-Forwarded-Host"])
@pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/signup/"])
def test_b16_links_begin_with_the_configured_address(name, path, settings):
    account()
    form = {"email": KNOWN, **FORM, **PASSWORDS}
    answer = Client(headers={name: "evil.example"}).post(path, form)
    assert answer.status_code == (400 if name == "Host" else 302)
    settings.ALLOWED_HOSTS = ["*"]  # should this ever be set so
    Client(headers={"Host": "evil.example:8080"}).post(path, {**form, "email": "other@example.org"})
    for mail in mailbox.delivered():
        assert "evil" not in mail.body
        assert "http://127.0.0.1:8000/accounts/" in mail.body


POSTS = [
    "login",
    "logout",
    "signup",
    "email",
    "password/change",
    "password/reset",
    "sessions",
    "3rdparty",
    "2fa/webauthn/add",
    "2fa/totp/activate",
    "2fa/recovery-codes/generate",
    "email/undo/x",
    "reauthenticate",
    "orcid/login",
]


@pytest.mark.parametrize("path", POSTS)
def test_b13_a_form_of_another_site_does_nothing(path):
    account()
    client = Client(enforce_csrf_checks=True, headers={"Origin": "https://evil.example"})
    client.force_login(User.objects.get(), "portal.people.backend.AccountBackend")
    for kind in ("application/x-www-form-urlencoded", "text/plain", "application/json"):
        assert client.post(f"/accounts/{path}/", b'{"end":"all"}', content_type=kind).status_code == 403
    assert is_signed_in(client)
    assert User.objects.get().generation == 1
    assert not Mail.objects.exists()


def test_b13_a_form_of_ours_sent_without_its_token_does_nothing():
    account()
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(), "portal.people.backend.AccountBackend")
    assert client.post("/accounts/sessions/", {"end": "all"}).status_code == 403


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/email/", "/accounts/2fa/", "/accounts/email/undo/x/"])
def test_b14_no_page_is_shown_in_a_frame(path):
    account()
    answer = signed_in(fresh=True).get(path, follow=True)
    assert answer["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
