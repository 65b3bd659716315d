"""Runs by program: what the page shows, logged under the verb of one's part in the task."""

from __future__ import annotations

import pytest

from projects.runs import services
from tests.portal.api.programs import Program, secret_for
from tests.projects.journey import Journey
from tests.projects.runs.logging import run

RUNS = "projects/aquifer-bench/tasks/1/runs/"
SENT = {"model": "Kiln", "attempts": 20, "solved": 3, "ran_on": "2026-11-02"}


def test_logged_read_and_taken_back(journey: Journey) -> None:
    ana = journey.member("ana")
    journey.submitted(ana)
    ask = Program(secret_for(ana, journey.project))
    sent = {**SENT, "settings": {"temperature": "0.70"}, "failures": ["code"], "cost": "1.20 USD", "tokens": 5}
    made = [ask("POST", RUNS, sent, Idempotency_Key="one") for _ in range(2)]
    assert [one.status_code for one in made] == [201, 201]
    told = {**sent, "version": "", "note": "", "transcript": "", "number": 1, "revision": 1}
    told |= {"logged_by": "contributor", "taken_back": None, "hash": made[0].json()["hash"]}
    told["canary"] = journey.project.canary_line
    assert made[0].json() == made[1].json() == told
    assert ask("GET", RUNS).json()["results"] == [told]
    back = ask("POST", f"{RUNS}1/retract/", {"reason": "Counted in the wrong file."})
    assert (back.status_code, back.json()["taken_back"]) == (200, "Counted in the wrong file.")
    assert ask("POST", f"{RUNS}1/retract/", {"reason": "Counted in the wrong file."}).status_code == 409


@pytest.mark.parametrize(
    ("said", "status", "reason"),
    [
        ({"attempts": 2.5}, 422, "attempts: This must be a whole number."),
        ({"attempts": "20"}, 422, "attempts: This must be a whole number."),
        ({"attempts": 10**9}, 422, "Attempts: between 1 and 100000."),
        ({"attempts": -1}, 422, "Attempts: a whole number in plain digits, without sign, point or commas."),
        ({"settings": {"temperature": 0.7}}, 422, "settings.temperature: This must be text."),
        ({"settings": {"a": "x" * 200_000}}, 422, "Settings: The text has 200000 bytes; at most 1600 are taken."),
        ({"luck": 1}, 400, "luck: this field is not there to be written."),
        ({"revision": 2}, 422, "There is no revision 2 to log a run of."),
        ({"ran_on": "yesterday"}, 422, "Day of the run: a day like 2027-03-01."),
    ],
)
def test_what_is_no_run_is_refused(journey: Journey, said: dict[str, object], status: int, reason: str) -> None:
    ana = journey.member("ana")
    journey.submitted(ana)
    answer = Program(secret_for(ana, journey.project))("POST", RUNS, {**SENT, **said})
    assert (answer.status_code, answer.json()["reasons"]) == (status, [reason])


def test_the_verb_follows_the_part_in_the_task(journey: Journey) -> None:
    ana = journey.member("ana")
    task = journey.submitted(ana)
    journey.agreed(task, journey.tomas)
    services.log(actor=ana, task=task, rows=[run()])
    for who, verb, status in ((ana, "review", 403), (journey.tomas, "draft", 403), (journey.tomas, "review", 201)):
        ask = Program(secret_for(who, journey.project, verbs=("read", verb)))
        assert ask("POST", RUNS, {**SENT, "solved": 4}).status_code == status, (who.handle, verb)
