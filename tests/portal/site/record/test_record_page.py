"""The record in the browser and as lines: complete, in order, and by name of today."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import pytest
from django.test import Client

from authorship.engine import canonical
from portal.core import clock
from portal.core.record import checkpoints, kinds, queries
from portal.people.models import Subject
from portal.site.record.queries import GROUPS, kinds_of
from projects.project.models import Project


def test_page_tells_every_step_newest_first(client: Client, recruiting: Project) -> None:
    answer = client.get(f"/projects/{recruiting.slug}/record/")
    count, head = queries.head(recruiting)
    told = [line.seq for _day, lines in answer.context["days"] for line in lines]
    assert told == list(range(count, 0, -1))
    text = answer.content.decode()
    assert "Ines Varga created the project." in text
    assert head in text


@pytest.mark.parametrize(("group", "status"), [("terms", 200), ("credit", 200), ("nothing", 404), ("%00", 400)])
def test_groups_are_a_closed_list(client: Client, recruiting: Project, group: str, status: int) -> None:
    assert client.get(f"/projects/{recruiting.slug}/record/?kind={group}").status_code == status


def test_every_kind_can_be_asked_for_in_exactly_one_group() -> None:
    groups = [kind for group in GROUPS for kind in kinds_of(group)]
    assert sorted(groups) == sorted(kind for kind in kinds.registered() if kind[0].isupper())


def test_lines_can_be_hashed_again_by_anyone(client: Client, recruiting: Project) -> None:
    answer = client.get(f"/projects/{recruiting.slug}/record/entries.jsonl")
    lines = [json.loads(line) for line in b"".join(answer.streaming_content).decode().splitlines()]  # type: ignore[attr-defined]
    previous = "0" * 64
    for line in lines:
        claimed = line.pop("hash")
        assert line.pop("previous_hash") == previous
        text = canonical.dumps({**line, "previous": previous})
        previous = hashlib.sha256(text.encode()).hexdigest()
        assert previous == claimed
    assert previous == queries.head(recruiting)[1]


def test_checkpoints_are_public_and_signed(client: Client, recruiting: Project) -> None:
    made = checkpoints.publish(recruiting, clock.deciding())
    page = client.get(f"/projects/{recruiting.slug}/record/checkpoints/").content.decode()
    assert made.head in page
    lines = client.get(f"/projects/{recruiting.slug}/record/checkpoints/checkpoints.jsonl").content.decode()
    assert json.loads(lines)["signature"] == made.signature


def test_record_of_a_draft_is_no_page_for_others(client: Client, project: Project) -> None:
    for address in ("record/", "record/entries.jsonl", "record/checkpoints/"):
        assert client.get(f"/projects/{project.slug}/{address}").status_code == 404


def test_a_member_has_the_head_signed_now(client: Client, recruiting: Project) -> None:
    address = f"/projects/{recruiting.slug}/record/checkpoints/"
    client.force_login(recruiting.created_by.user)
    assert client.get(address + "now/").status_code == 405
    assert client.post(address + "now/").status_code == 302
    signed = queries.checkpoints(recruiting).get()
    assert (signed.count, signed.head) == queries.head(recruiting)


def test_somebody_who_is_no_member_has_nothing_signed(
    client: Client, recruiting: Project, person: Callable[..., Subject]
) -> None:
    address = f"/projects/{recruiting.slug}/record/checkpoints/"
    assert client.post(address + "now/").status_code == 302  # to the sign-in page
    client.force_login(person("passer-by").user)
    assert client.post(address + "now/").status_code == 403
    assert not queries.checkpoints(recruiting).exists()
    assert "Sign the head now" not in client.get(address).content.decode()
