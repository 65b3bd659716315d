"""Sign-up, verification, sign-in: what a person meets, and what a stranger can find out."""

import re
from urllib.parse import unquote
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.test import Client

from portal.people.models import Affiliation, Subject, User
from projects.terms.people import handle_to_subject
from tests import mailbox

pytestmark = pytest.mark.django_db
PASSWORD = "coral-reef-at-dawn-7"
FORM = {
    "printed_name": "Ana Lucía Quispe Mamani",
    "given": "Ana Lucía",
    "family": "Quispe Mamani",
    "handle": "ana.quispe",
    "email": "Ana@Example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


def sign_up(client: Client, **changes: str):
    return client.post("/accounts/signup/", {**FORM, **changes})


def a_minute_later() -> None:
    """One mail a minute goes to an address; the counters stand in the cache under a prefix (see `conftest`)."""
    caches["default"].key_prefix = uuid4().hex


def link_in_last_mail() -> str:
    body = mailbox.last().body
    found = re.search(r"http://127.0.0.1:8000(/accounts/\S+)", body)
    assert found, body
    return found[1]


def test_a_person_signs_up_confirms_and_signs_in(client):
    answer = sign_up(client)
    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/confirm-email/"
    subject = Subject.objects.select_related("profile").get(handle="ana.quispe")
    assert subject.profile.printed_name == "Ana Lucía Quispe Mamani"
    assert subject.profile.sort_key == "quispe mamani  ana lucia"
    assert subject.kind == Subject.Kind.PERSON

    # The password alone opens nothing before the address is confirmed.
    login = {"login": "ana@example.org", "password": PASSWORD}
    assert client.post("/accounts/login/", login)["Location"] == "/accounts/confirm-email/"
    assert "_auth_user_id" not in client.session
    assert client.get("/account/").status_code == 302

    link = link_in_last_mail()
    assert "Yes, confirm it" in client.get(link).content.decode()
    assert "_auth_user_id" not in client.session  # reading the link confirms nothing: scanners do it
    assert client.post(link).status_code == 302
    assert client.post("/accounts/login/", login).status_code == 302
    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("handle", "ana.quispe", "is taken"),
        ("handle", "ANA.QUISPE", "is taken"),
        ("handle", "ａｎａ.quispe", "is taken"),
        ("handle", "ana.qu1spe", None),
        ("handle", "admin", "kept for the site"),
        ("handle", "аna.quispe", "another script"),
        ("handle", "a", "3 to 40"),
        ("handle", "a b c", "letters a to z"),
        ("printed_name", "Ana\u202equispe", "direction of writing"),
        ("printed_name", "Ana Quispе", "two scripts"),
        ("printed_name", "…", "at least one letter"),
        ("printed_name", "A" + "\u0301" * 40, "marks stand on one letter"),
        ("family", "Quispe\u200b", "cannot be seen"),
        ("password1", "short", "at least 10"),
    ],
)
def test_deceiving_names_and_handles_are_refused_in_words(client, field, value, says):
    sign_up(client)
    client.post(link_in_last_mail())
    changed = {"email": "other@example.org", "handle": "someone.else", field: value}
    if field == "password1":
        changed["password2"] = value
    page = sign_up(Client(), **changed)
    if says is None:
        assert page.status_code == 302
    else:
        assert page.status_code == 200
        assert says in page.content.decode()
        assert User.objects.count() == 1


def test_handles_that_look_alike_are_refused(client):
    sign_up(client, handle="morrison")
    client.post(link_in_last_mail())
    page = sign_up(Client(), handle="m0rri5on".replace("5", "s"), email="b@example.org")
    assert "looks like one that is taken" in page.content.decode()
    page = sign_up(Client(), handle="rnorrison", email="b@example.org")
    assert "looks like one that is taken" in page.content.decode()


def test_a_known_address_is_answered_like_an_unknown_one(client):
    first = sign_up(client)
    client.post(link_in_last_mail())
    a_minute_later()
    again = sign_up(Client(), handle="another.one")
    assert (again.status_code, again["Location"]) == (first.status_code, first["Location"])
    assert User.objects.count() == 1
    assert not Subject.objects.filter(handle="another.one").exists()
    assert "already has an account" in mailbox.last().body

    known = Client().post("/accounts/password/reset/", {"email": "ana@example.org"})
    unknown = Client().post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])

    wrong = Client().post("/accounts/login/", {"login": "ana@example.org", "password": "not-this-one-x"})
    none = Client().post("/accounts/login/", {"login": "nobody@example.org", "password": "not-this-one-x"})
    assert wrong.status_code == none.status_code == 200
    error = "The email address and/or password you specified are not correct."
    assert error in wrong.content.decode()
    assert error in none.content.decode()


@pytest.mark.parametrize(
    ("wanted", "lands"),
    [("/projects/new/", "/projects/new/"), ("https://elsewhere.example/", "/"), ("", "/")],
)
def test_who_signs_up_on_the_way_to_a_page_gets_there(client, wanted, lands):
    sign_up(client, next=wanted)
    answer = client.post(link_in_last_mail())
    sign_in = answer["Location"]
    assert sign_in.startswith("/accounts/login/")
    form = {"login": "ana@example.org", "password": PASSWORD}
    query = sign_in.partition("next=")[2]
    assert client.post(sign_in, {**form, "next": unquote(query)} if query else form)["Location"] == lands


@pytest.mark.parametrize(("query", "said"), [("?next=/projects/new/", True), ("", False)])
def test_who_is_sent_to_sign_in_reads_why(client, query, said):
    text = client.get(f"/accounts/login/{query}").content.decode()
    assert ("It opens after you have signed in." in text) is said


def test_where_one_was_going_is_kept_in_the_browser_of_the_sign_up_alone(client):
    sign_up(client, next="/projects/new/")
    assert Client().post(link_in_last_mail())["Location"] == "/accounts/login/"


def test_an_unconfirmed_sign_in_keeps_where_one_was_going(client):
    sign_up(Client())
    client.post("/accounts/login/", {"login": "ana@example.org", "password": PASSWORD, "next": "/projects/new/"})
    assert client.post(link_in_last_mail())["Location"] == "/accounts/login/?next=%2Fprojects%2Fnew%2F"


def test_a_known_address_gets_the_cookies_of_an_unknown_one(client):
    sign_up(client, next="/projects/new/")
    first = set(client.cookies)
    client.post(link_in_last_mail())
    a_minute_later()
    other = Client()
    sign_up(other, handle="another.one", next="/projects/new/")
    assert set(other.cookies) == first


def test_an_unconfirmed_account_does_not_keep_an_address(client):
    sign_up(client, password1="squatter-knows-this", password2="squatter-knows-this")
    squatters_link = link_in_last_mail()
    a_minute_later()
    assert sign_up(Client(), handle="the.owner").status_code == 302
    assert "no longer valid" in client.get(squatters_link).content.decode()
    assert client.post(link_in_last_mail()).status_code == 302
    owner = User.objects.get()
    assert owner.subject.handle == "the.owner"
    assert owner.check_password(PASSWORD)


@pytest.mark.parametrize("where", ["//evil.example", "/\\evil.example", "https:evil.example", "javascript:alert(1)"])
def test_next_leads_nowhere_else(client, where):
    sign_up(client)
    client.post(link_in_last_mail())
    answer = client.post("/accounts/login/", {"login": "ana@example.org", "password": PASSWORD, "next": where})
    assert answer.status_code == 302
    assert answer["Location"] == "/"


def test_a_line_break_in_an_address_sends_nothing(client):
    page = sign_up(client, email="a@example.org\r\nBcc: all@example.org")
    assert page.status_code == 200
    assert mailbox.delivered() == []


def test_sign_in_is_limited(client, settings):
    sign_up(client)
    for _ in range(8):
        page = Client().post("/accounts/login/", {"login": "ana@example.org", "password": "wrong-wrong-wrong"})
    assert "Too many failed" in page.content.decode()


def test_sign_in_is_limited_whatever_address_a_client_claims(client):
    sign_up(client)
    for number in range(8):
        page = Client(headers={"X-Forwarded-For": f"198.51.100.{number}"}).post(
            "/accounts/login/", {"login": "ana@example.org", "password": "wrong-wrong-wrong"}
        )
    assert "Too many failed" in page.content.decode()


def test_an_address_longer_than_the_database_keeps_is_refused(client):
    answer = sign_up(client, email=f"{'a' * 60}@{'b.' * 100}example.org")
    assert answer.status_code == 200
    assert "at most 254 characters" in answer.content.decode() or "valid email" in answer.content.decode()
    assert not User.objects.exists()


def test_a_handle_nobody_confirmed_stands_for_nobody_in_terms(client):
    sign_up(client)
    assert handle_to_subject("ana.quispe") is None
    client.post(link_in_last_mail())
    assert handle_to_subject("@Ana.Quispe") == Subject.objects.get(handle="ana.quispe").pk


def test_an_unconfirmed_subject_that_history_names_stays_as_unclaimed(client):
    """Whoever owns the address gets it; what refers to the handle is not torn away."""
    sign_up(client)
    subject = Subject.objects.get(handle="ana.quispe")
    Affiliation.objects.create(subject=subject, position=1, name="Somewhere")  # protects the subject as a grant would
    a_minute_later()
    assert sign_up(client, handle="ana-quispe").status_code == 302
    subject.refresh_from_db()
    assert subject.kind == Subject.Kind.UNCLAIMED
    assert Subject.objects.get(user__email="ana@example.org").handle == "ana-quispe"


def test_too_many_sign_ups_are_answered_in_style_with_what_was_typed(client):
    for _ in range(20):
        sign_up(client, printed_name="")
    answer = sign_up(client, printed_name="")
    text = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")
    assert "Try again in a few minutes." in text
    assert "Quispe Mamani" in text
    assert PASSWORD not in text
