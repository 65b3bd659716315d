"""Public lists are those of the pages, and every write is allowed and refused by page and API alike."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from tests.portal.api.programs import Program
from tests.portal.site.api.world import World, client_of
from tests.projects.journey import DETAILS, DETAILS_FORM, REQUEST, SAID

pytestmark = pytest.mark.any_engine


@pytest.fixture(autouse=True)
def as_often_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "bad_token")))


def test_public_lists_are_the_same_as_their_pages(world: World) -> None:
    """Entries, members, roles, terms, outputs and authors: for everybody alike."""
    for who in ("visitor", "zoe", "ana", "ines-varga"):
        client = client_of(who)

        def rows(address: str, client: Client = client) -> list[dict[str, Any]]:
            found: list[dict[str, Any]] = client.get(f"/api/v1/projects/aquifer-bench/{address}").json()["results"]
            return found

        def page(address: str, client: Client = client) -> str:
            body = client.get(f"/projects/aquifer-bench/{address}").content.decode()
            return html.unescape(re.split(r"<main\b|</main>", body)[1])

        entries, credit = rows("entries/"), page("credit/")
        assert {str(one["seq"]) for one in entries} == set(re.findall(r"/credit/([0-9]+)/", credit))
        members, people = rows("members/"), page("people/")
        assert members
        assert all(f">{one['name']}<" in people and one["handle"] in people for one in members)
        assert {f"/people/{one['handle']}/" for one in members} <= set(re.findall(r"/people/[a-z-]+/", people))
        assert all(one["title"] in people for one in rows("roles/"))
        # The page of one output is the page of all.
        [output] = rows("lists/")
        assert client.get("/projects/aquifer-bench/authors/")["Location"].endswith(f"/authors/{output['id']}/")
        authors = client.get("/api/v1/projects/aquifer-bench/lists/paper-1/").json()["result"]["authors"]
        named = {one["subject"]: one["name"] for one in members}
        shown = page("authors/paper-1/")
        assert all(f">{named[one['subject']]}<" in shown for one in authors)
        numbers = {str(one["number"]) for one in rows("tasks/")}
        assert numbers == set(re.findall(r'/tasks/([0-9]+)/"', page("tasks/")))


# Writing

Act = tuple[Callable[[Client], Any], Callable[[Program], Any]]


def form_of(review: dict[str, Any], version: int) -> dict[str, Any]:
    sent = {"version": version, "verdict": review["verdict"], "text": review["text"], "whole": "1"}
    sent |= {f"score-{name}": value for name, value in review["scores"].items()}
    rows = enumerate(review["requests"], start=1)
    return sent | {f"r{number}-{name}": value for number, row in rows for name, value in row.items()}


def tagged(version: int) -> str:
    return f'"{version}-{"0" * 32}"'


def acts(world: World) -> dict[str, Act]:
    """name -> (on the page, by the API), each the same act."""
    pages, api = "/projects/aquifer-bench/", "projects/aquifer-bench/"
    draft, draft_page = f"{api}drafts/{world.draft.public_id}/", f"{pages}tasks/draft/{world.draft.public_id}/"
    stage = world.place.round.stage
    place, place_page = f"{api}reviews/3/1/{stage}/", f"{pages}reviews/3/1/{stage}/"
    texts = {"title": "T", "statement": "S", "answer": "A", "verification": "V"}
    good = {"verdict": "revise", "text": SAID, "scores": {"sound": 4, "checked": 3}, "requests": [REQUEST]}
    poor = {**good, "text": "no", "scores": {"sound": 4}, "requests": []}
    done, reason = {"state": "done", "text": "Done."}, "It is there already, in the second paragraph."

    def save(version: int, title: str = "T") -> Act:
        body = {**texts, "title": title}
        return (
            lambda client: client.post(
                draft_page, {**body, **DETAILS_FORM, "tags": "", "version": version, "whole": "1"}
            ),
            lambda ask: ask("PUT", draft, {**body, "details": DETAILS, "tags": []}, If_Match=tagged(version)),
        )

    def submit(version: int) -> Act:
        return (
            lambda client: client.post(f"{draft_page}submit/", {"version": version, "note": ""}),
            lambda ask: ask("POST", f"{draft}submit/", {}, If_Match=tagged(version)),
        )

    def answer(number: int, do: str, state: str, text: str) -> Act:
        request = world.request
        return (
            lambda client: client.post(
                f"{pages}tasks/{number}/requests/", {"request": request, "do": do, "text": text}
            ),
            lambda ask: ask("POST", f"{api}tasks/{number}/requests/{request}/answers/", {"state": state, "text": text}),
        )

    def plain(do: str, address: str) -> Act:
        return (
            lambda client: client.post(place_page, {"do": do}),
            lambda ask: ask("POST", f"{place}{address}/", {}),
        )

    def write(review: dict[str, Any], version: int) -> Act:
        return (
            lambda client: client.post(place_page, {"do": "save", **form_of(review, version)}),
            lambda ask: ask("PUT", place, review, If_Match=tagged(version)),
        )

    def file(review: dict[str, Any], version: int) -> Act:
        def by_program(ask: Program) -> Any:
            saved = ask("PUT", place, review, If_Match=tagged(version))
            return ask("POST", f"{place}file/", {}, If_Match=saved["ETag"]) if saved.status_code == 200 else saved

        return (lambda client: client.post(place_page, {"do": "file", **form_of(review, version)})), by_program

    create = {
        title: (
            lambda client, title=title: client.post(f"{pages}tasks/new/", {"title": title}),
            lambda ask, title=title: ask("POST", f"{api}drafts/", {"title": title}),
        )
        for title in ("New", "a\u202eb")
    }

    def run(number: int, **said: Any) -> Act:
        typed = {"model": "Kiln", "attempts": 20, "solved": 3, "ran_on": "2026-11-02", **said}
        return (
            lambda client: client.post(f"{pages}tasks/{number}/runs/", {"do": "add", **typed}),
            lambda ask: ask("POST", f"{api}tasks/{number}/runs/", typed),
        )

    return {
        "log a run": run(3),
        "log more solved than tried": run(3, solved=21),
        "log a run of no revision": run(3, revision=9),
        "create": create["New"],
        "create nothing": create["a\u202eb"],
        "save": save(2),
        "save stale": save(1),
        "save without a title": save(2, ""),
        "submit": submit(2),
        "submit stale": submit(1),
        "answer": answer(2, "done", **done),
        "contest": answer(2, "contested", "contested", reason),
        "contest without a reason": answer(2, "contested", "contested", "no"),
        "answer elsewhere": answer(3, "done", **done),
        "settle too early": answer(2, "settle", "settled", ""),
        "drop": answer(2, "drop", "dropped", "Enough."),
        "agree": plain("agree", "agree"),
        "step down": plain("step_down", "step-down"),
        "write a review": write(good, 1),
        "write a stale review": write(good, 7),
        "file": file(good, 1),
        "file too little": file(poor, 1),
    }


def undone(act: Callable[[Any], Any], actor: Any) -> Any:
    with transaction.atomic():
        answer = act(actor)
        transaction.set_rollback(True)
    return answer


def outcome_of_page(answer: Any) -> int:
    """0 for done; a visitor is led to sign in, with what was typed."""
    if answer.status_code == 302:
        return 401 if answer["Location"].startswith("/accounts/login/") else 0
    signed_out = answer.status_code == 403 and not answer.wsgi_request.user.is_authenticated
    return 401 if signed_out else int(answer.status_code)


def test_every_write_is_allowed_and_refused_alike(world: World) -> None:
    """Persons × writes: the same outcome, and the same sentences where it is refused."""
    done: set[str] = set()
    refused: set[str] = set()
    tried = 0
    world.journey.member("ben")
    people = ("visitor", "zoe", "ben", "ana", "tomas-lindqvist", "amara-nwosu", "ines-varga")
    for name, (on_page, by_program) in acts(world).items():
        for who in people:
            client = client_of(who)
            page, given = undone(on_page, client), undone(by_program, Program(client=client))
            ok = given.status_code < 300
            assert outcome_of_page(page) == (0 if ok else given.status_code), (name, who, given.content)
            if ok:
                done.add(name)
            else:
                refused.add(name)
                # Of a stale version the page shows both texts, in words of its own.
                if given.status_code != 401 and given.json()["code"] != "stale":
                    text = html.unescape(page.content.decode())
                    assert all(reason in text for reason in given.json()["reasons"]), (name, who, given.json())
            tried += 1
    assert refused == set(acts(world))
    assert done == {"create", "save", "answer", "contest", "drop", "agree", "step down", "write a review", "file"} | {
        "submit",
        "log a run",
    }
    assert tried == len(people) * len(acts(world))
