"""What is refused in the forms of a reviewer and a lead leads to the control that mends it."""

from __future__ import annotations

import re

import pytest

from projects.reviews import services
from tests.projects.journey import NO_CURE, REQUEST, SAID, Journey
from tests.projects.reviews.test_pages import Browser

REVIEW, DECIDE = "reviews/1/1/domain/", "tasks/1/decide/1/final/"
WHOLE = {"version": "0", "whole": "1"}
SCORES = {"score-sound": "3", "score-checked": "4"}


def led_to(html: str) -> list[tuple[str, str]]:
    """(the control, what is said) of each line of the summary; a line that leads nowhere has no control."""
    summary = re.search(r'class="errors".*?</ul>', html, re.DOTALL)
    assert summary is not None
    found = re.findall(r'<li>(?:<a href="#([^"]+)">)?(.*?)(?:</a>)?</li>', summary[0])
    for control, _said in found:
        assert not control or re.search(rf'<(input|select|textarea)[^>]* id="{re.escape(control)}"', html), control
    return [(control, said) for control, said in found]


@pytest.fixture
def reviewer(journey: Journey) -> Browser:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.agreed(task, journey.tomas)
    return Browser(journey.tomas)


def rows(*rows: dict[str, str]) -> dict[str, str]:
    return {f"r{number}-{name}": text for number, row in enumerate(rows, start=1) for name, text in row.items()}


def test_an_empty_review_leads_to_each_thing_that_is_missing(reviewer: Browser) -> None:
    found = led_to(reviewer.post(REVIEW, {**WHOLE, "do": "file"}, 422))
    assert [control for control, _said in found] == ["verdict-accept", "text", "score-sound-1", "score-checked-1"]


def test_a_verdict_without_a_request_leads_to_the_first(reviewer: Browser) -> None:
    sent = {**WHOLE, **SCORES, "text": SAID, "verdict": "revise", "do": "file"}
    [(control, said)] = led_to(reviewer.post(REVIEW, sent, 422))
    assert control == "r1-exact"
    assert "name at least one request" in said


@pytest.mark.parametrize(
    ("wrong", "control", "said"),
    [
        ({"part": "elsewhere"}, "r2-part", "Request 2: choose the part it is about."),
        ({"exact": ""}, "r2-exact", "Request 2: quote the words it is about, or choose the number of a line."),
        ({"exact": "", "line": "900"}, "r2-line", "Request 2: Statement has no text in line 900."),
        ({"criterion": ""}, "r2-criterion", "Request 2: name a criterion of the rubric."),
        ({"text": "no."}, "r2-text", "Request 2: What to change: say more, at least 10"),
        ({"cure": "no."}, "r2-cure", "Request 2: How to know that it has been: say more, at least 10"),
        ({"cure": "", "no_cure": "no."}, "r2-no_cure", "Request 2: Why nothing can cure it: say more, at least 40"),
        ({"no_cure": NO_CURE}, "r2-no_cure", "Request 2: say either how to know"),
    ],
)
def test_a_request_leads_to_what_is_wrong_in_it(
    reviewer: Browser, wrong: dict[str, str], control: str, said: str
) -> None:
    sent = {**WHOLE, **SCORES, "text": SAID, "verdict": "revise", **rows(REQUEST, {**REQUEST, **wrong})}
    [(there, sentence)] = led_to(reviewer.post(REVIEW, {**sent, "do": "file"}, 422))
    assert there == control
    assert sentence.startswith(said)


def test_a_decision_leads_to_what_is_wrong_in_it(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "accept", "accept")
    services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.ines)
    point = {"p1-part": "statement", "p1-exact": "", "p1-line": "900", "p1-criterion": "", "p1-cure": "no."}
    html = Browser(journey.ines).post(DECIDE, {**WHOLE, **point, "reasons": "no.", "do": "preview"}, 422)
    assert [control for control, _said in led_to(html)] == [
        "outcome-accept",
        "reasons",
        "p1-line",
        "p1-criterion",
        "p1-cure",
    ]
