"""Proposals by the API: what pages show, and one's own written and sent in."""

from __future__ import annotations

from django.test import Client

from projects.proposals.models import Proposal
from tests.projects.journey import Journey
from tests.projects.proposals.proposing import GIVEN, answered, sent

ROOT = "/api/v1/projects/aquifer-bench/proposals/"
JSON = "application/json"


def test_it_is_written_sent_in_and_read(taking: Journey) -> None:
    ana, ines = Client(), Client()
    ana.force_login(taking.member("ana-ruiz").user)
    ines.force_login(taking.ines.user)
    made = ana.post(ROOT, GIVEN, JSON)
    assert (made.status_code, made.json()["state"], made.json()["missing"]) == (201, "draft", [])
    address = made["Location"]
    assert ana.put(address, GIVEN, JSON).status_code == 428
    saved = ana.put(address, {**GIVEN, "title": "Again"}, JSON, headers={"If-Match": made["ETag"]})
    assert (saved.status_code, saved.json()["draft"]["title"], saved.json()["version"]) == (200, "Again", 2)
    stale = ana.put(address, GIVEN, JSON, headers={"If-Match": made["ETag"]})
    assert (stale.status_code, stale.json()["theirs"]["title"]) == (409, "Again")
    assert ana.put(address, {**GIVEN, "more": 1}, JSON, headers={"If-Match": saved["ETag"]}).status_code == 400
    sent_in = ana.post(f"{address}send/", {}, JSON, headers={"If-Match": saved["ETag"]})
    assert (sent_in.status_code, sent_in.json()["number"], sent_in.json()["state"]) == (201, 1, "open")
    told = ines.get(address).json()
    assert (told["texts"][0]["title"], "draft" in told, "version" in told) == ("Again", False, False)
    assert Client().get(address).status_code == 401
    refused = ines.post(f"{address}answer/", {}, JSON)
    assert (refused.status_code, refused.json()["code"]) == (403, "browser_act")


def test_anybody_reads_what_is_public(taking: Journey) -> None:
    made = sent(taking.member("ana-ruiz"), taking.project)
    answered(taking.ines, made, "not_yet")
    assert Client().get(ROOT).json()["results"] == [{"number": 1, "tags": ["wells"], "state": "not_yet", "due": None}]
    client = Client()
    client.force_login(taking.ines.user)
    assert client.get(ROOT).json()["results"][0]["id"] == Proposal.objects.get().public_id
    assert client.get(f"{ROOT}{made.public_id}/").json()["texts"][0]["answer"]["answer"] == "not_yet"
