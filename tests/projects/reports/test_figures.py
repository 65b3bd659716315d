"""The share of accepted tasks that were found faulty: counted by hand from what was decided."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client

from projects.reports import figures
from projects.reports.figures import Figures
from projects.reviews import services as reviews
from tests.projects.journey import Journey
from tests.projects.reports.acting import SAID, answer, corrected, decide, report


@pytest.mark.parametrize(
    ("ever", "faulty", "share", "per_cent"),
    [
        (30, 2, "1/15", "6.7"),  # 6.666…
        (8, 1, "1/8", "12.5"),
        (5, 1, "1/5", "20"),
        (3, 0, "0", "0"),
        (2000, 1, "1/2000", "0.1"),  # 0.05, halves up
        (4, 4, "1", "100"),
    ],
)
def test_the_share_is_exact_and_its_per_cent_rounded(ever: int, faulty: int, share: str, per_cent: str) -> None:
    found = Figures(ever=ever, corrected=faulty)
    assert (found.share, found.per_cent) == (Fraction(share), per_cent)


def test_nothing_is_said_where_no_task_was_accepted(journey: Journey) -> None:
    assert figures.of_project(journey.project) is None
    client = Client()
    assert "Found faulty" not in client.get("/projects/aquifer-bench/").content.decode()
    assert "found faulty" not in client.get("/projects/").content.decode()
    assert client.get("/api/v1/projects/aquifer-bench/").json()["faults"] is None


def test_every_place_says_what_was_decided(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    tasks = [journey.accepted(ana, f"Well {number}") for number in range(1, 5)]
    vera, lars = journey.editor("vera-holm"), journey.editor("lars-berg")
    # 1 has no defect, 2 is corrected, 3 is corrected and then revoked on the old road, 4 is reported and waits.
    for task in tasks:
        report(bo, task)
    answer(ana, tasks[0], "contest")
    decide(vera, tasks[0], "no_defect")
    for task in tasks[1:3]:
        corrected(journey, ana, task)
        decide(vera, task, "corrected")
    reviews.open_correction(actor=vera, task=tasks[2], reasons=SAID)
    reviews.decide_correction(actor=lars, task=tasks[2], outcome="revoke", reasons=SAID)
    assert figures.of_project(journey.project) == Figures(ever=4, standing=3, reported=4, corrected=1, revoked=1)
    client = Client()
    page = client.get("/projects/aquifer-bench/").content.decode()
    assert "2 of 4 accepted tasks (½, 50 %)" in page
    assert "4 reported, 1 corrected, 1 revoked" in page
    assert "found faulty: 2 of 4 (50 %)" in client.get("/projects/").content.decode()
    wanted = {"accepted": 4, "reported": 4, "corrected": 1, "revoked": 1, "share": "1/2"}
    assert client.get("/api/v1/projects/aquifer-bench/").json()["faults"] == wanted
    assert client.get("/api/v1/projects/").json()["results"][0]["faults"] == wanted
