"""Tags: one for each caller and content, 304 to whoever has it, and writes that name the version they began with."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from portal.people.models import Subject
from projects.reviews.models import ReviewDraft
from projects.tasks import services as tasks
from tests.portal.api.programs import Make, Program, user_of
from tests.portal.site.api.world import ADDRESSES, World
from tests.projects.proposals import proposing

pytestmark = pytest.mark.any_engine

TEXTS = {"title": "Mine", "tags": ["wells"], "statement": "Mine.", "answer": "A", "verification": "V"}
REVIEW = {"verdict": "accept", "text": "Mine.", "scores": {"sound": 5}, "requests": []}


def reader(subject: Subject) -> Client:
    client = Client()
    client.force_login(user_of(subject))
    return client


def reads(world: World) -> list[str]:
    """Every address that Tomas, who reviews, can read; his own draft among them."""
    tomas, project = world.journey.tomas, world.journey.project
    own = {"draft": world.journey.draft(tomas).public_id, "proposal": proposing.sent(tomas, project).public_id}
    found = []
    for name in ADDRESSES:
        of = own["proposal" if name.startswith("api_proposal") else "draft"]
        address = world.address(name, public_id=of) if "%(public_id)s" in ADDRESSES[name] else world.address(name)
        if Client().options(address)["Allow"].startswith("GET"):
            found.append(address)
    return found


def test_every_read_has_a_strong_tag_of_its_caller(world: World) -> None:
    """B90: the tag holds who asked, so that no two people ever share an answer."""
    tomas, ana = reader(world.journey.tomas), reader(world.ana)
    tried = 0
    for address in reads(world):
        answer = tomas.get(address)
        assert answer.status_code == 200, (address, answer.content)
        tag = answer["ETag"]
        assert tag.startswith('"')
        assert "no-store" in answer["Cache-Control"]
        assert {"Authorization", "Cookie"} <= {one.strip() for one in answer["Vary"].split(",")}
        assert tomas.get(address)["ETag"] == tag
        for wanted in (tag, f"W/{tag}", f'"x", {tag}', "*"):
            same = tomas.get(address, headers={"If-None-Match": wanted})
            assert (same.status_code, same.content, same["ETag"]) == (304, b"", tag)
            assert same["Cache-Control"] == answer["Cache-Control"]
        assert tomas.get(address, headers={"If-None-Match": '"x"'}).status_code == 200
        other = ana.get(address, headers={"If-None-Match": tag})
        assert other.status_code in (200, 404), address
        assert other.headers.get("ETag") != tag
        tried += 1
    assert tried >= 27


def test_what_is_changed_has_another_tag(world: World) -> None:
    client = reader(world.ana)
    addresses = [world.address("api_tasks"), world.address("api_task"), world.address("api_draft")]
    before = [client.get(address)["ETag"] for address in addresses]
    tasks.withdraw(actor=world.ana, task=world.under_way)
    world.draft.draft.refresh_from_db()
    world.journey.write(world.ana, world.draft, "Other words.")
    assert all(old != client.get(address)["ETag"] for old, address in zip(before, addresses, strict=True))


PLACES = [("api_draft", "ana", TEXTS), ("api_review", "tomas-lindqvist", REVIEW)]


@pytest.mark.parametrize(("name", "who", "body"), PLACES)
def test_a_write_names_its_version(world: World, program: Make, name: str, who: str, body: dict[str, Any]) -> None:
    """R18, B61: 428 without, 409 where it is stale, 400 where it is none."""
    ask = program(world.journey.person(who), world.journey.project)
    address = world.address(name).removeprefix("/api/v1/")
    first = ask("GET", address)
    tag = first["ETag"]
    for missing in ({}, {"If_Match": ""}, {"If_Match": "*"}):
        answer = ask("PUT", address, body, **missing)
        assert (answer.status_code, answer.json()["code"]) == (428, "version_missing")
    for none in ('"x"', f"W/{tag}", f"{tag}, {tag}", tag.strip('"'), '"-1-' + "0" * 32 + '"', '"9-"'):
        assert ask("PUT", address, body, If_Match=none).status_code == 400
    saved = ask("PUT", address, body, If_Match=tag)
    assert saved.status_code == 200, saved.content
    assert saved.json()["version"] == first.json()["version"] + 1
    assert saved["ETag"] == ask("GET", address)["ETag"] != tag
    again = ask("PUT", address, body, If_Match=tag)
    assert (again.status_code, again.json()["code"]) == (409, "stale")
    next_one = ask("PUT", address, body, If_Match=saved["ETag"])
    assert next_one.status_code == 200


def test_a_stale_draft_keeps_both_texts(world: World, program: Make) -> None:
    ask = program(world.ana, world.journey.project)
    address = world.address("api_draft").removeprefix("/api/v1/")
    tag = ask("GET", address)["ETag"]
    world.journey.write(world.ana, world.draft, "Theirs.")
    answer = ask("PUT", address, TEXTS, If_Match=tag).json()
    assert answer["yours"] == TEXTS
    assert answer["theirs"]["statement"] == "Theirs."
    assert answer["theirs"]["version"] == 3
    assert ask("GET", address).json()["statement"] == "Theirs."


def test_a_stale_review_keeps_both_texts(world: World, program: Make) -> None:
    ask = program(world.journey.tomas, world.journey.project)
    address = world.address("api_review").removeprefix("/api/v1/")
    tag = ask("GET", address)["ETag"]
    ask("PUT", address, {**REVIEW, "text": "Theirs."}, If_Match=tag)
    answer = ask("PUT", address, REVIEW, If_Match=tag).json()
    assert (answer["yours"]["text"], answer["theirs"]["text"]) == ("Mine.", "Theirs.")
    assert ReviewDraft.objects.get(assignment=world.place).text == "Theirs."


def test_submitting_and_filing_name_the_version_too(world: World, program: Make) -> None:
    ana, tomas = (program(one, world.journey.project) for one in (world.ana, world.journey.tomas))
    for ask, name, act in ((ana, "api_draft", "api_submit"), (tomas, "api_review", "api_review_file")):
        place, act_place = (world.address(one).removeprefix("/api/v1/") for one in (name, act))
        assert ask("POST", act_place, {}).status_code == 428
        version = ask("GET", place).json()["version"]
        stale = f'"{version + 1}-{"0" * 32}"'
        assert ask("POST", act_place, {}, If_Match=stale).status_code == 409


def test_visitors_share_no_tag_with_anybody(world: World, program: Make) -> None:
    address = world.address("api_project")
    tags = {Client().get(address)["ETag"], reader(world.ana).get(address)["ETag"]}
    tags.add(reader(world.journey.tomas).get(address)["ETag"])
    assert len(tags) == 3
    assert Program()("GET", "projects/aquifer-bench/")["ETag"] in tags
