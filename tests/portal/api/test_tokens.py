"""Tokens: made on a page for one project and some verbs, and never more than their person."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import translation

from portal.api import tokens
from portal.api.forms import TokenForm
from portal.api.models import ApiToken
from portal.core import clock
from portal.core.errors import NotVisible, Refused
from portal.people.models import Subject, User
from projects.project import services as projects
from projects.project.models import Project
from tests.portal.api.programs import ALL, Make, Program, secret_for, user_of
from tests.projects.journey import Journey

PAGE = "/account/tokens/"


@pytest.fixture
def other(journey: Journey) -> Project:
    """A draft of Ines beside the example project."""
    return projects.create(
        actor=journey.ines, title="Second", slug="second", summary="Another one.", field="Hydrogeology"
    )


def signed_in(subject: Subject) -> Client:
    """With the password given just now, as the page wants it."""
    client = Client()
    answer = client.post("/accounts/login/", {"login": user_of(subject).email, "password": "correct horse"})
    assert answer.status_code == 302
    assert client.post("/accounts/reauthenticate/", {"password": "correct horse"}).status_code == 302
    return client


def form(project: Project) -> dict[str, Any]:
    return {"name": "laptop", "project": project.public_id, "verbs": ["read", "draft"], "days": "30"}


# The page


def test_the_page_asks_for_the_password_first(journey: Journey) -> None:
    client = Client()
    assert client.get(PAGE).status_code == 302
    client.force_login(user_of(journey.ines))
    answer = client.get(PAGE)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/reauthenticate/")


def test_a_token_is_made_and_shown_once(journey: Journey) -> None:
    client = signed_in(journey.ines)
    page = client.post(PAGE, form(journey.project))
    token = ApiToken.objects.get()
    [secret] = [word for word in page.content.decode().replace("<", " ").replace(">", " ").split() if len(word) == 51]
    assert secret.startswith("concord_")
    assert tokens.hash_of(secret) == token.secret_hash
    assert secret not in str(vars(token))
    assert "no-store" in page["Cache-Control"]
    assert secret not in client.get(PAGE).content.decode()
    assert (token.verbs, token.project, token.generation) == (["read", "draft"], journey.project.public_id, 1)
    assert token.expires_at - token.created_at == dt.timedelta(days=30)


@pytest.mark.parametrize(
    "changed",
    [{"verbs": []}, {"verbs": ["all"]}, {"project": ""}, {"project": "pzzzzzzzzzzzz"}, {"name": ""}, {"days": "9999"}],
)
def test_a_token_without_project_verbs_name_or_end_cannot_be_made(journey: Journey, changed: dict[str, Any]) -> None:
    page = signed_in(journey.ines).post(PAGE, {**form(journey.project), **changed})
    assert page.status_code == 422
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("verbs", [[], ["read", "decide"], ["*"]])
def test_the_service_refuses_the_same(journey: Journey, verbs: list[str]) -> None:
    with pytest.raises(Refused):
        tokens.make(actor=user_of(journey.ines), name="x", project=journey.project.public_id, verbs=verbs, days=30)


def test_a_project_one_takes_no_part_in_is_refused(journey: Journey, person: Callable[..., Subject]) -> None:
    with pytest.raises(Refused):
        secret_for(person("lena"), journey.project)


def test_one_ends_and_then_all_and_nobody_elses(journey: Journey) -> None:
    first, second = secret_for(journey.ines, journey.project), secret_for(journey.ines, journey.project)
    theirs = secret_for(journey.tomas, journey.project)
    client = signed_in(journey.ines)
    mine = ApiToken.objects.get(secret_hash=tokens.hash_of(first))
    assert client.post(f"{PAGE}{mine.pk}/end/").status_code == 302
    assert tokens.find(first) is None
    assert tokens.find(second) is not None
    foreign = ApiToken.objects.get(secret_hash=tokens.hash_of(theirs))
    assert client.post(f"{PAGE}{foreign.pk}/end/").status_code == 404
    assert client.get(f"{PAGE}{mine.pk}/end/").status_code == 405
    client.post(f"{PAGE}end/")
    assert tokens.find(second) is None
    assert tokens.find(theirs) is not None
    with pytest.raises(NotVisible):
        tokens.end(actor=user_of(journey.ines), token=foreign.pk)


def test_at_most_twenty_hold(journey: Journey) -> None:
    for _number in range(20):
        secret_for(journey.ines, journey.project)
    with pytest.raises(Refused):
        secret_for(journey.ines, journey.project)


# How long it holds


def _ended(user: User) -> None:
    tokens.end_all(actor=user)


def _new_password(user: User) -> None:
    User.objects.filter(pk=user.pk).update(generation=user.generation + 1)


def _inactive(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def _closed(user: User) -> None:
    User.objects.filter(pk=user.pk).update(closed_at=clock.deciding())


def _unverified(user: User) -> None:
    EmailAddress.objects.filter(user=user).update(verified=False)


def _late(user: User) -> None:
    clock.move(dt.timedelta(days=7))


@pytest.mark.parametrize("end", [_ended, _new_password, _inactive, _closed, _unverified, _late])
def test_it_ends_at_once_with_what_it_rests_on(journey: Journey, program: Make, end: Callable[[User], None]) -> None:
    ask = program(journey.ines, journey.project)
    assert ask("GET", "projects/aquifer-bench/queue/").status_code == 200
    end(user_of(journey.ines))
    for address in ("projects/aquifer-bench/queue/", "projects/aquifer-bench/", "projects/"):
        answer = ask("GET", address)
        assert answer.status_code == 401
        assert answer["WWW-Authenticate"] == 'Bearer realm="api"'
        assert answer.json()["code"] == "token"


# What it may


def test_elsewhere_it_reads_what_anybody_reads_and_writes_nothing(
    journey: Journey, other: Project, program: Make
) -> None:
    """B42. The draft is Ines's own, and still her token for the other project does not see it."""
    ask = program(journey.ines, other)
    place = "projects/aquifer-bench/"
    assert ask("GET", place).status_code == 200
    assert ask("GET", f"{place}queue/").status_code == 403
    assert ask("GET", f"{place}drafts/").json()["code"] == "token_scope"
    assert ask("POST", f"{place}drafts/", {"title": "X"}).status_code == 403
    here = program(journey.ines, journey.project)
    missing, hidden = here("GET", "projects/none/"), here("GET", "projects/second/")
    assert (missing.status_code, missing.content) == (hidden.status_code, hidden.content) == (404, missing.content)
    assert here("POST", "projects/second/drafts/", {"title": "X"}).status_code == 404
    assert ask("GET", "projects/second/").status_code == 200
    assert [row["slug"] for row in ask("GET", "projects/").json()["results"]] == ["aquifer-bench"]


VERBS_OF = [
    ("GET", "queue/", {"read", "review"}),
    ("GET", "drafts/", {"read", "draft", "submit"}),
    ("GET", "drafts/{draft}/", {"read", "draft", "submit"}),
    ("POST", "drafts/", {"draft"}),
    ("PUT", "drafts/{draft}/", {"draft"}),
    ("POST", "drafts/{draft}/submit/", {"submit"}),
]


@pytest.mark.parametrize(("method", "address", "verbs"), VERBS_OF)
def test_each_address_takes_its_verbs_and_no_other(
    journey: Journey, program: Make, method: str, address: str, verbs: set[str]
) -> None:
    task = journey.draft(journey.tomas)
    place = "projects/aquifer-bench/" + address.format(draft=task.public_id)
    allowed = {
        verb
        for verb in ALL
        if program(journey.tomas, journey.project, [verb])(method, place, {"x": 1}).status_code != 403
    }
    assert allowed == verbs


def test_without_the_verb_read_it_reads_as_a_visitor(journey: Journey, program: Make) -> None:
    task = journey.submitted(journey.member("ana"))
    address = f"projects/aquifer-bench/tasks/{task.number}/"
    member = journey.member("ben")
    reads = program(member, journey.project, ["read"])("GET", address).json()
    assert "title" in reads
    assert program(member, journey.project, ["draft"])("GET", address).json() == Program()("GET", address).json()
    assert "title" not in Program()("GET", address).json()


def test_it_does_nothing_that_its_person_may_not(journey: Journey, program: Make) -> None:
    """A member who has not been asked has no place in the round; a token makes none."""
    task = journey.submitted(journey.member("ana"))
    stage = journey.round(task).stage
    ask = program(journey.member("ben"), journey.project)
    assert ask("POST", f"projects/aquifer-bench/reviews/1/1/{stage}/agree/", {}).status_code == 404
    assert ask("GET", f"projects/aquifer-bench/drafts/{task.public_id}/").status_code == 404


# How it is sent


def test_cookies_are_not_looked_at_beside_a_token(journey: Journey) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(user_of(journey.ines))
    bad = Program("concord_" + "x" * 43, client)
    assert bad("GET", "projects/aquifer-bench/queue/").status_code == 401
    good = Program(secret_for(journey.tomas, journey.project), client)
    made = good("POST", "projects/aquifer-bench/drafts/", {"title": "By the token"})
    assert made.status_code == 201, made.content
    assert made.json()["saved_by"] == journey.tomas.pk


def test_a_session_writes_with_the_csrf_token_only(journey: Journey) -> None:
    """B13."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(user_of(journey.ines))
    ask = Program(client=client)
    refused = ask("POST", "projects/aquifer-bench/drafts/", {"title": "X"})
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf")
    client.get("/projects/aquifer-bench/tasks/new/")
    token = client.cookies["csrftoken"].value
    assert ask("POST", "projects/aquifer-bench/drafts/", {"title": "X"}, X_CSRFToken=token).status_code == 201


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic YTpi", "Token x", "Bearer ü", "Bearer a b"])
def test_any_other_header_is_no_token(journey: Journey, header: str) -> None:
    answer = Client().get("/api/v1/projects/", headers={"Authorization": header.encode().decode("latin-1")})
    assert answer.status_code == 401


@pytest.mark.parametrize("name", ["token", "access_token", "api_key"])
def test_a_token_in_the_address_is_refused(journey: Journey, name: str) -> None:
    secret = secret_for(journey.ines, journey.project)
    assert Client().get(f"/api/v1/projects/aquifer-bench/?{name}={secret}").status_code == 400
    assert Client().get(f"/api/v1/projects/aquifer-bench/queue/?{name}={secret}").status_code == 400


def test_it_is_never_logged(journey: Journey, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secret = secret_for(journey.ines, journey.project, ["read"])
    ask = Program(secret)
    for address in ("projects/aquifer-bench/queue/", "projects/none/", "projects/aquifer-bench/drafts/x/submit/"):
        ask("GET", address)
        ask("POST", address, {"x": 1})
    Program(secret + "x")("GET", "projects/")
    assert caplog.records
    assert secret not in caplog.text


def test_guesses_are_counted(journey: Journey) -> None:
    ask = Program("concord_" + "y" * 43)
    codes = [ask("GET", "projects/").status_code for _guess in range(62)]
    assert codes[:60] == [401] * 60
    assert codes[60:] == [429] * 2
    assert int(ask("GET", "projects/")["Retry-After"]) > 0


def test_a_token_holds_for_days_in_the_language_of_the_page() -> None:
    with translation.override("zh-hans"):
        assert [str(words) for _days, words in TokenForm([]).fields["days"].choices] == [  # type: ignore[attr-defined]
            "7 天", "30 天", "90 天", "365 天",
        ]  # fmt: skip
