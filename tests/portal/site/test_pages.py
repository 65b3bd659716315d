"""The roof's pages answer, in both languages, to anybody."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["home", "help", "help_permissions", "help_fields", "account_login", "account_signup"])
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_pages_answer(client, page, language):
    client.cookies["django_language"] = language
    answer = client.get(reverse(page))
    assert answer.status_code == 200
    html = answer.content.decode()
    assert f'<html lang="{language}">' in html
    assert html.count("<h1") == 1
    for inline in ("style=", "onclick", "<script>"):
        assert inline not in html


@pytest.mark.parametrize("page", ["home", "help", "project_list", "account_login"])
def test_every_page_of_the_demo_says_that_it_is_invented(client, settings, page):
    invented = "its people and projects are invented"
    assert invented not in client.get(reverse(page)).content.decode()
    settings.CONCORD_DEMO = True
    assert invented in client.get(reverse(page)).content.decode()
    assert invented in client.get("/no/such/page/").content.decode()


def test_the_source_is_linked_from_the_foot_where_its_address_is_set(client, settings):
    assert ">Source</a>" not in client.get("/help/").content.decode()
    settings.CONCORD_SOURCE_URL = "https://git.example/concord?at=1&b"
    assert '<a href="https://git.example/concord?at=1&amp;b">Source</a>' in client.get("/help/").content.decode()


def test_whoever_runs_the_site_is_named_in_the_foot_and_on_errors(client, settings):
    named = '<a href="mailto:help@concord.example">'
    for page in ("/help/", "/no/such/page/", "/accounts/login/"):
        assert named in client.get(page).content.decode()
    settings.CONCORD_CONTACT = ""
    assert "mailto:" not in client.get("/help/").content.decode()
    settings.CONCORD_DEMO = True
    assert "Nobody answers here." in client.get("/help/").content.decode()


@pytest.mark.parametrize(
    ("host", "by_name"),
    [
        ("127.0.0.1:8123", "http://localhost:8123/accounts/login/"),
        ("[::1]:8123", "http://localhost:8123/accounts/login/"),
        ("192.0.2.7", ""),
        ("localhost:8123", None),
        ("concord.example", None),
    ],
)
def test_a_bare_number_in_the_address_bar_is_told_about_passkeys(client, settings, host, by_name):
    """A relying party of WebAuthn is a domain; an IP address is none (Web Authentication 5.1.2, "effective domain")."""
    settings.ALLOWED_HOSTS = ["*"]
    page = client.get("/accounts/login/", headers={"host": host}).content.decode()
    assert ("this address is a bare number" in page) == (by_name is not None)
    if by_name:
        assert f'<a href="{by_name}">' in page
