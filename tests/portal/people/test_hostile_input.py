"""Hostile input at the entrance: names that deceive, what is no text, line breaks, wrong addresses, secrets."""

import pytest
from django.conf import settings
from django.test import Client

from portal.people.models import Subject, User
from tests import mailbox
from tests.portal.people.entering import (
    FORM,
    KNOWN,
    PASSWORD,
    PASSWORDS,
    a_minute_later,
    account,
    is_signed_in,
    login,
    signed_in,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("handle", "says"),
    [
        ("ana\u202equispe", "direction of writing"),
        ("ana\u200bquispe", "cannot be seen"),
        ("аna.quispe", "another script"),
        ("ana\U000e0061quispe", "cannot be seen"),
        ("ana.quisрe", "another script"),
        ("ａｎａ.quispe", "is taken"),
        ("ANA.QUISPE", "is taken"),
        ("ana.qu1spe", None),
        ("anа", "another script"),
    ],
)
def test_b80_b82_handles_that_deceive(handle, says, client):
    account()
    form = {**FORM, **PASSWORDS, "email": "n@example.org", "handle": handle}
    answer = client.post("/accounts/signup/", form)
    if says is None:
        assert answer.status_code == 302
    else:
        assert says in answer.content.decode()
        assert Subject.objects.count() == 1


@pytest.mark.parametrize("twin", ["jose\u0301@example.org", "JOSÉ@example.org", "ｊｏｓé@example.org"])
def test_b82_one_mailbox_is_one_account(twin):
    """Written composed, decomposed or wide: the second sign-up makes no second account."""
    first = {**FORM, **PASSWORDS, "email": "josé@example.org"}
    Client().post("/accounts/signup/", first)
    there = User.objects.count()
    a_minute_later()
    Client().post("/accounts/signup/", {**first, "handle": "another.one", "email": twin})
    assert User.objects.count() <= max(there, 1)


@pytest.mark.parametrize("field", ["printed_name", "given", "handle", "email", "password1"])
@pytest.mark.parametrize("value", ["a\0b", "a\ud800b", "a\uffffb"])
def test_b81_what_is_no_text_is_refused(field, value, client):
    body = "&".join(
        f"{name}={text}" for name, text in {**FORM, **PASSWORDS, "email": "n@example.org", field: ""}.items()
    )
    hostile = value.encode("utf-8", "surrogatepass")
    quoted = "".join(f"%{byte:02X}" for byte in hostile)
    answer = client.post("/accounts/signup/", body + f"&{field}={quoted}", "application/x-www-form-urlencoded")
    assert answer.status_code in {200, 400}
    assert not User.objects.exists()


@pytest.mark.parametrize("value", ["Noor\r\nBcc: all@example.org", "Noor\nSubject: x", "Noor\x85x", "Noor\u2028x"])
@pytest.mark.parametrize("field", ["printed_name", "email", "handle"])
def test_b10_a_line_break_goes_into_no_header(field, value, client):
    client.post("/accounts/signup/", {**FORM, **PASSWORDS, "email": "noor@example.org", field: value})
    for mail in mailbox.delivered():
        assert mail.to == ["noor@example.org"]
        assert "Bcc" not in mail.message()
        assert mail.message().get_all("Subject") == ["Confirm your e-mail address for Concord"]


def test_b10_a_line_break_in_a_domain_is_no_address(client):
    for path, name in (("/accounts/password/reset/", "email"), ("/accounts/login/", "login")):
        for bad in ("a@exa\nmple.org", "a@example.org\r\nBcc: b@example.org", "a@exa%0ample.org"):
            assert client.post(path, {name: bad, "password": "x"}).status_code in {200, 302}
    assert mailbox.delivered() == []


@pytest.mark.parametrize(
    "path",
    [
        "2fa/webauthn/keys/999999999999999999999/edit/",
        "2fa/webauthn/keys/0/remove/",
        "confirm-email/%00/",
        "confirm-email/x:y/",
        "password/reset/key/1-x/",
        "password/reset/key/zzzzzzzzzzzzzzzzzzzz-x/",
        "password/reset/key/0-%F0%9F%90%A0/",
        "3rdparty/?account=x",
        "orcid/login/callback/",
        "nowhere/",
        "sessions/?page=9999999999999999999",
    ],
)
def test_b86_wrong_addresses_are_plain_pages(path):
    account()
    for client in (Client(), signed_in(fresh=True)):
        for answer in (
            client.get(f"/accounts/{path}"),
            client.post(f"/accounts/{path}"),
            client.put(f"/accounts/{path}"),
        ):
            assert answer.status_code in {200, 302, 400, 401, 403, 404, 405, 410}, answer.content.decode()
            page = answer.content.decode()
            for leak in ("Traceback", "SELECT ", str(settings.BASE_DIR), "portal/people", "DATABASES"):
                assert leak not in page


ANSWER = '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {%s}}'
USED = '"clientDataJSON": "AA", "authenticatorData": "AA", "signature": "AA", "userHandle": "AA"'
MADE = '"clientDataJSON": "e30", "attestationObject": "oA"'


@pytest.mark.parametrize(
    "credential",
    [
        "",
        "[]",
        "{}",
        '"x"',
        "7",
        "null",
        '{"id": 1}',
        '{"response": []}',
        '{"response": {"userHandle": 7}}',
        ANSWER % USED,
        ANSWER % MADE,
        "{" * 500,
    ],
)
def test_b86_what_is_no_passkey_is_an_answer_in_words(credential):
    account()
    here = signed_in(fresh=True)
    client = Client()
    client.get("/accounts/2fa/webauthn/login/", headers={"X-Requested-With": "XMLHttpRequest"})
    here.get("/accounts/2fa/webauthn/add/")
    assert client.post("/accounts/2fa/webauthn/login/", {"credential": credential}).status_code == 302
    assert here.post("/accounts/2fa/webauthn/add/", {"credential": credential, "name": "x"}).status_code == 200
    assert not is_signed_in(client)


def test_b87_no_secret_reaches_a_log_or_another_site(caplog, client):
    caplog.set_level("DEBUG")
    account()
    client.post("/accounts/password/reset/", {"email": KNOWN})
    body = mailbox.last().body
    secret = body.split("/password/reset/key/")[1].split("/")[0]
    answer = client.get(f"/accounts/password/reset/key/{secret}/")
    page = client.get(answer["Location"])
    html = page.content.decode()
    assert secret.split("-", 1)[1] not in html + answer["Location"]
    assert page["Referrer-Policy"] == "same-origin"
    assert "http" not in html.replace("http-equiv", "").replace("http://www.w3.org", "").replace("https://orcid", "")
    login(client)
    client.get("/accounts/login/", headers={"User-Agent": "x\x1b[2Jy"})
    logged = "\n".join(record.getMessage() for record in caplog.records if record.name != "django.db.backends")
    for private in (PASSWORD, secret, client.session.session_key or "-"):
        assert private not in logged
