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
