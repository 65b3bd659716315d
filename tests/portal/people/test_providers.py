"""Sign-in by ORCID and GitHub, against a stand-in for them: the key is their number of a person, nothing else."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.conf import settings as site
from django.test import Client

from portal.core.errors import Refused
from portal.people import proofs, providers, services
from portal.people.models import Profile, Subject, User
from tests import stand_in
from tests.portal.people.entering import PASSWORD, account, is_signed_in, link, login, signed_in
from tests.stand_in import StandIn

pytestmark = pytest.mark.django_db
ANA, BRUNO = "0000-0002-1825-0097", "0000-0001-5109-3700"
SIGN_UP = {"printed_name": "Ana Quispe", "given": "Ana", "family": "Quispe", "handle": "ana.quispe"}
EMAIL = "ana.quispe@example.org"


@pytest.fixture
def elsewhere() -> Iterator[StandIn]:
    with stand_in.running() as running:
        providers.send_to_stand_in(running.origin)
        running.is_person(ANA, "Ana", "Quispe", EMAIL)
        running.github = {"id": 7, "login": "ana", "name": "Ana Quispe", "email": EMAIL}
        yield running
        providers.send_to_stand_in(site.CONCORD_SIGN_IN_STAND_IN)


def come_by(client: Client, provider: str, process: str = "login", **more: object):
    """There and back, as a browser goes; the answer of the last page here."""
    there = client.post(f"/accounts/{provider}/login/?process={process}")
    assert there.status_code == 302, there.content.decode()
    back = requests.get(there["Location"], allow_redirects=False, timeout=5).headers["Location"]
    parts = urlsplit(back)
    assert f"{parts.scheme}://{parts.netloc}" == "http://testserver"
    return client.get(f"{parts.path}?{parts.query}", **more)


def sign_up_by(client: Client, provider: str, **changes: str):
    assert come_by(client, provider)["Location"] == "/accounts/3rdparty/signup/"
    return client.post("/accounts/3rdparty/signup/", {**SIGN_UP, "email": EMAIL, **changes})


def orcid(handle: str = "ana.quispe") -> tuple[str, bool]:
    profile = Profile.objects.get(subject__handle=handle)
    return profile.orcid, profile.orcid_proved_at is not None


def test_a_new_person_by_orcid_answers_our_form_and_proves_an_address(elsewhere, client):
    assert come_by(client, "orcid")["Location"] == "/accounts/3rdparty/signup/"
    form = client.get("/accounts/3rdparty/signup/").content.decode()
    assert f"You proved the ORCID iD {ANA}" in form
    for filled in ('value="Ana Quispe"', 'value="Ana"', 'value="Quispe"', f'value="{EMAIL}"'):
        assert filled in form
    assert not User.objects.exists()
    answer = client.post("/accounts/3rdparty/signup/", {**SIGN_UP, "email": EMAIL})
    assert answer["Location"] == "/accounts/confirm-email/"
    assert not is_signed_in(client)
    assert orcid() == (ANA, True)
    assert list(EmailAddress.objects.values_list("email", "verified")) == [(EMAIL, False)]
    client.post(link(EMAIL, "confirm-email"))
    again = Client()
    assert come_by(again, "orcid").status_code == 302
    assert is_signed_in(again)
    assert not SocialToken.objects.exists()
    # What the provider tells beyond that is not kept.
    assert set(SocialAccount.objects.get().extra_data) == {"login", "printed", "given", "family"}
    assert f"https://orcid.org/{ANA}" in again.get("/people/ana.quispe/").content.decode()


def test_a_wrong_answer_in_the_form_is_said_and_nothing_is_made(elsewhere, client):
    account("bruno")
    answer = sign_up_by(client, "orcid", handle="bruno")
    assert "is taken" in answer.content.decode()
    assert User.objects.count() == 1
    assert client.post("/accounts/3rdparty/signup/", {**SIGN_UP, "email": EMAIL}).status_code == 302


@pytest.mark.parametrize("provider", ["orcid", "github"])
def test_b36_a_victims_address_joins_nothing(provider, elsewhere):
    """The provider calls it verified; that it is the address of an account here is not said either."""
    victim, thief = account(), Client()
    answer = sign_up_by(thief, provider, handle="thief")
    assert answer["Location"] == "/accounts/confirm-email/"
    assert not is_signed_in(thief)
    assert list(User.objects.values_list("pk", flat=True)) == [victim.pk]
    assert not SocialAccount.objects.exists()
    assert orcid() == ("", False)
    # Another address, never confirmed, opens nothing either.
    other = Client()
    sign_up_by(other, provider, handle="thief", email="thief@example.org")
    come_by(other, provider)
    assert not is_signed_in(other)


def test_b36_who_is_renamed_there_stays_who_they_are_and_a_new_bearer_of_the_name_does_not(elsewhere, client):
    sign_up_by(client, "github")
    client.post(link(EMAIL, "confirm-email"))
    elsewhere.github = {"id": 7, "login": "ana-renamed", "name": "A. Q.", "email": "elsewhere@example.org"}
    renamed = Client()
    come_by(renamed, "github")
    assert is_signed_in(renamed)
    elsewhere.github = {"id": 8, "login": "ana", "name": "Ana Quispe", "email": EMAIL}
    assert come_by(Client(), "github")["Location"] == "/accounts/3rdparty/signup/"


def test_b36_connecting_is_done_from_the_account_page_after_the_password(elsewhere):
    user = account()
    stranger = Client()
    assert come_by(stranger, "orcid", "connect").status_code == 302
    assert not SocialAccount.objects.exists()

    here = signed_in()
    answer = come_by(here, "orcid", "connect")
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert not SocialAccount.objects.exists()
    assert here.post(answer["Location"], {"password": PASSWORD}).status_code == 302
    assert SocialAccount.objects.get().user == user
    assert orcid() == (ANA, True)
    assert f"https://orcid.org/{ANA}" in here.get("/people/ana.quispe/").content.decode()
    assert ANA in here.get("/accounts/3rdparty/").content.decode()
    by_orcid = Client()
    come_by(by_orcid, "orcid")
    assert is_signed_in(by_orcid)


def test_a_proved_id_is_not_typed_over_and_disconnecting_ends_the_proof(elsewhere):
    user = account()
    here = signed_in(fresh=True)
    come_by(here, "orcid", "connect")
    with pytest.raises(Refused):
        services.change_profile(actor=user.subject, subject=user.subject, orcid=BRUNO)
    number = SocialAccount.objects.get().pk
    assert here.post("/accounts/3rdparty/", {"account": str(number)}).status_code == 302
    assert not SocialAccount.objects.exists()
    assert orcid() == (ANA, False)
    assert (
        come_by(Client(), "orcid").status_code == 409
    )  # the iD is said by somebody, and no longer theirs to sign in with


def test_the_last_way_in_is_not_taken_off(elsewhere, client):
    sign_up_by(client, "orcid")
    client.post(link(EMAIL, "confirm-email"))
    here = Client()
    come_by(here, "orcid")
    answer = here.post("/accounts/3rdparty/", {"account": str(SocialAccount.objects.get().pk)})
    assert answer.status_code == 200
    assert "no password" in answer.content.decode()
    assert orcid() == (ANA, True)


@pytest.mark.parametrize("kind", [Subject.Kind.PERSON, Subject.Kind.UNCLAIMED])
def test_an_orcid_in_use_here_is_refused_with_the_way_out(kind, elsewhere, client):
    bruno = account("bruno").subject
    Profile.objects.filter(subject=bruno).update(orcid=ANA)
    Subject.objects.filter(pk=bruno.pk).update(kind=kind)
    for answer in (come_by(client, "orcid"), come_by(signed_in_ana(), "orcid", "connect")):
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "One iD stands for one person: that is a rule of this site" in page
        assert 'href="/accounts/login/"' in page
        assert 'href="/accounts/password/reset/"' in page
        assert "bruno" not in page
    assert not SocialAccount.objects.exists()
    assert orcid("bruno") == (ANA, False)


def signed_in_ana() -> Client:
    account()
    return signed_in(fresh=True)


def test_somebody_quicker_leaves_nothing_half_made(elsewhere, client, monkeypatch):
    bruno = account("bruno").subject
    assert come_by(client, "orcid")["Location"] == "/accounts/3rdparty/signup/"
    Profile.objects.filter(subject=bruno).update(orcid=ANA)
    assert client.post("/accounts/3rdparty/signup/", {**SIGN_UP, "email": EMAIL}).status_code == 409
    assert User.objects.count() == Subject.objects.count() == 1

    here = signed_in_ana()
    monkeypatch.setattr(proofs, "refuse_in_use", lambda **_: None)  # as it was a moment ago
    assert come_by(here, "orcid", "connect").status_code == 409
    assert not SocialAccount.objects.exists()


def test_one_account_has_one_orcid(elsewhere):
    here = signed_in_ana()
    come_by(here, "orcid", "connect")
    elsewhere.is_person(BRUNO)
    answer = come_by(here, "orcid", "connect")
    assert answer.status_code == 409
    assert "Disconnect the other one first" in answer.content.decode()
    assert orcid() == (ANA, True)


@pytest.mark.parametrize(
    "record",
    [{}, [], None, *({"orcid-identifier": {"path": path}} for path in ("0000-0002-1825-0098", 7, ""))],
)
def test_an_answer_that_names_nobody_is_an_error_page(record, elsewhere, client):
    elsewhere.orcid = record
    answer = come_by(client, "orcid", follow=True)
    assert answer.status_code in {200, 401}
    assert "did not say who you are" in answer.content.decode()
    assert not User.objects.exists()


def test_turning_back_there_is_no_error(elsewhere, client):
    elsewhere.refuses = True
    page = come_by(client, "orcid", follow=True)
    assert page.status_code == 200
    assert "You turned back at the other site" in page.content.decode()


def test_a_refused_token_and_a_forged_state_are_error_pages(elsewhere, client):
    elsewhere.token_status = 500
    assert "did not say who you are" in come_by(client, "orcid").content.decode()
    for query in ("", "?code=1", "?code=1&state=forged", "?state=%00", "?error=x"):
        answer = client.get(f"/accounts/orcid/login/callback/{query}")
        assert answer.status_code in {200, 400, 401}


def test_leaving_is_asked_by_a_form_that_alone_may_lead_there(elsewhere, client):
    page = client.get("/accounts/orcid/login/")
    assert page.status_code == 200
    assert f"form-action 'self' {elsewhere.origin}" in page["Content-Security-Policy"]
    assert elsewhere.origin not in client.get("/accounts/login/")["Content-Security-Policy"]
    assert elsewhere.asked == []


def test_a_person_who_closed_their_account_does_not_come_by_orcid(elsewhere):
    user = account()
    here = signed_in(fresh=True)
    come_by(here, "orcid", "connect")
    User.objects.filter(pk=user.pk).update(is_active=False)
    back = Client()
    assert come_by(back, "orcid")["Location"] == "/accounts/inactive/"
    assert not is_signed_in(back)
    assert login(Client())["Location"] == "/accounts/inactive/"
