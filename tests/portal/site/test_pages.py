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
