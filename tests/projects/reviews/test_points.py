"""What a lead's decision rests on: requests of reviewers and the lead's own points, each with its place."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from portal.core.errors import Refused
from portal.core.record.models import RecordEntry
from projects.reviews import points, queries, services
from projects.reviews.models import ChangeRequest, ReviewDecision, Round
from projects.tasks.models import Task
from tests.projects.journey import NO_CURE, POINT, REQUEST, SAID, STATEMENT, Journey
from tests.projects.reviews.test_pages import Browser

FORM = "tasks/1/decide/1/final/"
OWN = {
    "part": "statement",
    "exact": "The drawdown rises, and then it stays. Say why.",
    "criterion": "sound",
    "cure": "A number of days stands there. <script>alert(1)</script>",
}
KEPT = {
    "part": "statement",
    "criterion": "sound",
    "exact": "The drawdown rises, and then it stays. Say why.",
    "prefix": "ell was pumped for three days.\n\n",
    "suffix": "\n\nName the boundary that explain",
    "cure": "A number of days stands there. <script>alert(1)</script>",
}
INCURABLE = {**OWN, "cure": "", "no_cure": NO_CURE}


@pytest.fixture
def task(journey: Journey) -> Task:
    return journey.submitted(journey.member("ana-ruiz"))


@pytest.fixture
def round_(journey: Journey, task: Task) -> Round:
    """The final stage, led by Ines. Tomas accepted, and asked for one change."""
    journey.file(journey.agreed(task, journey.tomas), "accept", requests=[REQUEST])
    journey.file(journey.agreed(task, journey.amara), "accept")
    return services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.ines)


def asked() -> str:
    return queries.key_of(ChangeRequest.objects.get())


def decide(journey: Journey, round_: Round, outcome: str = "revise", **said: Any) -> ReviewDecision:
    values = {"criteria": [], "reasons": SAID, **said}
    return services.decide(actor=journey.ines, round=round_, outcome=outcome, **values)


def test_a_decision_keeps_its_requests_and_points_and_names_their_criteria(journey: Journey, round_: Round) -> None:
    decision = decide(journey, round_, requests=[asked()], points=[OWN, POINT])
    assert decision.points == [
        {"criterion": "sound", "part": "statement", "request": asked()},
        KEPT,
        {
            "part": "answer",
            "criterion": "checked",
            "exact": "The cone of depression reached a river.",
            "prefix": "",
            "suffix": "\n\n```python\nprint(storativity(8.",
            "cure": "The answer names the river.",
        },
    ]
    assert decision.criteria == ["sound", "checked"]


@pytest.mark.parametrize(
    ("outcome", "said", "message"),
    [
        ("revise", {"criteria": ["sound"]}, "at least one request, or a point"),
        ("decline", {"criteria": ["sound"]}, "at least one request, or a point"),
        ("accept", {"points": [OWN]}, "An acceptance asks for nothing"),
        ("revise", {"points": [INCURABLE]}, "the outcome is “decline”"),
        ("decline", {"points": [{**OWN, "cure": ""}]}, "Point 1: How to know that it has been"),
        ("decline", {"points": [{**OWN, "cure": "no."}]}, "Point 1: How to know that it has been"),
        ("decline", {"points": [{**INCURABLE, "no_cure": "no. " * 200}]}, "Point 1: Why nothing can cure it: this rep"),
        ("decline", {"points": [{**INCURABLE, "cure": OWN["cure"]}]}, "Point 1: say either"),
        ("decline", {"points": [{**OWN, "exact": "words that are not there"}]}, "Point 1: the quoted words"),
        ("decline", {"points": [{**OWN, "exact": ""}]}, "Point 1: quote the words"),
        ("decline", {"points": [{**OWN, "part": "title"}]}, "Point 1: choose the part"),
        ("decline", {"points": [OWN, {**OWN, "criterion": "taste"}]}, "Point 2: name a criterion of the rubric"),
        ("decline", {"points": [OWN], "criteria": ["taste"]}, "frozen for its round"),
        ("decline", {"points": [OWN] * 41}, "At most 40 points"),
        ("decline", {"requests": ["1-Z9"]}, "still asked for"),
    ],
)
def test_a_decision_that_helps_nobody_is_refused(
    journey: Journey, round_: Round, outcome: str, said: dict[str, Any], message: str
) -> None:
    with pytest.raises(Refused, match=message):
        decide(journey, round_, outcome, **said)
    assert not ReviewDecision.objects.filter(round=round_).exists()
    round_.refresh_from_db()
    assert round_.state == "open"


def test_nothing_can_cure_it_is_reason_enough_to_decline(journey: Journey, round_: Round) -> None:
    decision = decide(journey, round_, "decline", points=[INCURABLE])
    assert [(one.get("cure"), one.get("no_cure")) for one in decision.points] == [(None, NO_CURE)]


@pytest.mark.parametrize("end", [services.settle, services.drop])
def test_a_request_that_is_no_longer_asked_for_carries_no_decision(journey: Journey, round_: Round, end: Any) -> None:
    ChangeRequest.objects.update(state="done")
    key = asked()
    end(actor=journey.tomas, request=ChangeRequest.objects.get())
    with pytest.raises(Refused, match="still asked for"):
        decide(journey, round_, requests=[key])


def test_a_request_under_a_criterion_of_another_rubric_is_not_offered(journey: Journey, round_: Round) -> None:
    found = list(ChangeRequest.objects.select_related("review__assignment__round__revision"))
    assert points.to_rest_on(round_, found) == found
    found[0].criterion = "of-an-earlier-rubric"
    assert points.to_rest_on(round_, found) == []


def test_the_preview_is_what_the_contributors_read_and_all_of_it_is_sent(journey: Journey, round_: Round) -> None:
    ines, key = Browser(journey.ines), asked()
    sent = {"outcome": "revise", "criteria": ["checked"], "requests": [key], "reasons": SAID, "whole": "1"}
    sent |= {f"p1-{name}": value for name, value in OWN.items()} | {f"p2-{name}": v for name, v in POINT.items()}
    more = ines.post(FORM, {**sent, "do": "add"}, 200)
    assert more.count("data-request") == 3
    assert "What the contributors will read" not in more
    for act in ("decide", "add"):
        assert "did not arrive whole" in ines.post(FORM, {**sent, "whole": "", "do": act}, 422)
    shown = ines.post(FORM, {**sent, "do": "preview"}, 200)
    form = shown[shown.index('id="preview-h"') : shown.index('class="desk"')]
    again: dict[str, list[str]] = {"whole": ["1"]}
    for name, text in re.findall(r'<textarea hidden name="([^"]+)" aria-label="[^"]+">\n(.*?)</textarea>', form, re.S):
        again.setdefault(name, []).append(text.replace("&lt;", "<").replace("&gt;", ">"))
    ines.post(FORM, {**again, "do": "decide"})
    assert [one.get("request", one.get("exact")) for one in ReviewDecision.objects.get(round=round_).points] == [
        *(key, OWN["exact"], "The cone of depression reached a river."),
    ]
    page = Browser(journey.person("ana-ruiz")).get("tasks/1/")
    assert _article(page) == _article(shown)
    assert f'href="#request-{key}"' in _article(page)
    assert "<strong>Done when:</strong>" in _article(page)
    assert "<script>alert" not in page + shown


def _article(page: str) -> str:
    """The last decision on the page, without its day: a preview has none yet."""
    article = page[page.rindex('<article class="comment">', 0, page.rindex("It asks for:")) :]
    article = article[: article.index("</article>", article.index(SAID))]
    return re.sub(r'<span class="ref">[^<]*</span></header>', "</header>", article, count=1)


def test_points_stand_at_their_places_and_follow_their_words(journey: Journey, round_: Round, task: Task) -> None:
    ana = journey.person("ana-ruiz")
    decide(journey, round_, points=[OWN, POINT])
    author = Browser(ana)
    page = author.get("tasks/1/")
    assert "<mark>The drawdown rises, and then it stays. Say why.<sup>Lead 1</sup></mark>" in page
    assert 'id="place-1-final-L1"' in page
    asked = author.get("tasks/1/requests/")
    assert "need no answer here" in asked
    assert asked.count('aria-label="Lead 2: a point of the decision on') == 1
    services.answer_request(actor=ana, request=ChangeRequest.objects.get(), state="done")
    journey.write(ana, task, statement="A new line.\n\n" + STATEMENT, answer="It is a lake.")
    journey.submit(ana, task)
    later = author.get("tasks/1/")
    assert "Statement, line 5 · The answer follows from the data given." in later
    assert "Answer; these words are no longer in the text" in later
    assert 'id="place-1-final-L2"' not in later
    journey.agreed(task, journey.tomas)
    assert "Lead 1" in Browser(journey.tomas).get("reviews/1/2/domain/"), "who reviews next sees them at their place"


@pytest.mark.parametrize(
    ("reader", "parts"),
    [
        ("ana-ruiz", ["request", "statement", "answer"]),
        ("ines-varga", ["request", "statement", "answer"]),
        ("tomas-lindqvist", ["request", "statement", "answer"]),
        ("bo-chen", []),  # a member sees the decision, but neither the text nor the reviews before acceptance
    ],
)
def test_the_api_gives_points_with_the_decision(journey: Journey, round_: Round, reader: str, parts: list[str]) -> None:
    journey.member("bo-chen")
    decide(journey, round_, requests=[asked()], points=[OWN, POINT])
    client = Client()
    client.force_login(journey.person(reader).user)
    final = client.get("/api/v1/projects/aquifer-bench/tasks/1/rounds/").json()["results"][-1]
    found = final["decision"]["points"]
    assert ["request" if "request" in one else one["part"] for one in found] == parts
    assert found[1:2] == ([KEPT] if parts else [])
    page = client.get("/projects/aquifer-bench/tasks/1/").content.decode()
    assert SAID in page
    assert ("days stands there" in page) is bool(parts)


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"decision"}, []),
        ({"decision", "statement"}, ["own statement"]),
        ({"decision", "statement", "reviews"}, ["request", "own statement"]),
        ({"decision", "answer", "reviews"}, ["own answer"]),
        ({"decision", "statement", "answer", "verification", "reviews"}, ["request", "own statement", "own answer"]),
    ],
)
def test_a_point_is_read_by_those_who_read_its_part(fields: set[str], wanted: list[str]) -> None:
    kept = [
        ("request", {"part": "statement", "request": "1-B2"}),
        ("own statement", {"part": "statement"}),
        ("own answer", {"part": "answer"}),
    ]
    assert [name for name, point in kept if points.seen(point, frozenset(fields))] == wanted


def test_the_record_tells_no_point(journey: Journey, round_: Round) -> None:
    decide(journey, round_, points=[OWN])
    entry = RecordEntry.objects.filter(kind="RoundDecided").latest("seq")
    assert "days stands there" not in str(vars(entry))


# Of each page with the lead's points; they stand in the decision's row, so forty cost what one costs.
QUERIES = {"tasks/1/": 23, "tasks/1/requests/": 18}


@pytest.mark.parametrize("number", [1, 40])
def test_points_cost_no_query(
    journey: Journey, round_: Round, number: int, django_assert_num_queries: Any, client: Client
) -> None:
    decide(journey, round_, points=[OWN] * number)
    client.force_login(journey.person("ana-ruiz").user)
    for path, queries_ in QUERIES.items():
        client.get(f"/projects/aquifer-bench/{path}")
        with django_assert_num_queries(queries_):
            page = client.get(f"/projects/aquifer-bench/{path}").content.decode()
        assert page.count('id="point-1-final-L') == number
