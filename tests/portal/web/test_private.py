"""What is for one person is stored by no cache; what anybody reads may be."""

import pytest
from django.test import Client

from tests.portal.people.entering import account, signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path", ["/", "/projects/", "/account/", "/accounts/sessions/", "/accounts/email/", "/nothing/"]
)
def test_nothing_said_to_somebody_known_is_stored(path):
    account()
    answer = signed_in(fresh=True).get(path)
    assert "no-store" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/orcid/login/",
        "/accounts/confirm-email/x/",
        "/accounts/password/reset/key/x-y/",
        "/account/closed/",
    ],
)
def test_account_pages_of_visitors_are_stored_nowhere(path):
    assert "no-store" in Client().get(path)["Cache-Control"]


@pytest.mark.parametrize("path", ["/", "/projects/", "/help/"])
def test_what_anybody_reads_may_be_kept(path):
    assert not Client().get(path).has_header("Cache-Control")


def test_the_way_to_a_provider_stays_open_to_the_second_visitor(transactional_db):
    for _visitor in range(2):
        policy = Client().get("/accounts/orcid/login/")["Content-Security-Policy"]
        assert "form-action 'self' http" in policy


def test_whoever_signs_out_leaves_nothing_in_the_browser():
    account()
    browser = signed_in(fresh=True)
    assert not browser.get("/").has_header("Clear-Site-Data")
    answer = browser.post("/accounts/logout/")
    assert (answer.status_code, answer["Clear-Site-Data"]) == (302, '"storage"')
