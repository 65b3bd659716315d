"""Verdicts that help: scores in the words of the rubric, what would cure a fault or why nothing can."""

from __future__ import annotations

import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from portal.core.errors import Refused
from projects.reviews import typed
from projects.reviews.models import ChangeRequest, Review, ReviewDraft, Round
from projects.rubric import services as rubric
from projects.rubric.models import RubricVersion
from projects.tasks.models import Task
from tests.portal.api.programs import Program, secret_for
from tests.projects.journey import NO_CURE, REQUEST, SAID, Journey
from tests.projects.reviews.test_pages import Browser

FORM = "reviews/1/1/domain/"
CRITERIA = [
    {
        "id": "sound",
        "label": "Sound <b>work</b>",
        "sentence": "The answer follows from the data given.",
        "hint": "Recompute the <i>first</i> number.",
        "levels": ["no", "<u>partly</u>", "fully"],
        "topic": "validity",
    },
    {"id": "checked", "sentence": "A second person can check the answer."},
]


@pytest.fixture
def worded(fresh: Journey) -> Journey:
    """The example project under a rubric whose first criterion has a label, a hint and three steps."""
    values = {"title": "In words", "criteria": CRITERIA, "version": 1}
    rubric.save_draft(actor=fresh.ines, project=fresh.project, **values)  # type: ignore[arg-type]
    rubric.publish(actor=fresh.ines, project=fresh.project)
    fresh.publish_first(lambda document: document["participation"].update(rubric=2))
    return fresh


@pytest.fixture
def task(worded: Journey) -> Task:
    return worded.submitted(worded.member("ana-ruiz"))


def test_a_score_is_a_step_of_its_scale(worded: Journey, task: Task) -> None:
    place = worded.agreed(task, worded.tomas)
    with pytest.raises(Refused, match=r"Criterion 1 has no score yet \(no to fully\)"):
        worded.file(place, "accept", scores={"sound": 4, "checked": 5})
    with pytest.raises(Refused, match=r"Criterion 2 has no score yet \(1 to 5\)"):
        worded.file(place, "accept", scores={"sound": 3, "checked": 0})
    assert worded.file(place, "accept", scores={"sound": 3, "checked": 5}).scores == {"sound": 3, "checked": 5}


def test_the_form_asks_in_the_words_of_the_rubric_and_the_review_is_read_in_them(worded: Journey, task: Task) -> None:
    worded.agreed(task, worded.tomas)
    tomas = Browser(worded.tomas)
    form = tomas.get(FORM)
    assert "<legend>1. Sound &lt;b&gt;work&lt;/b&gt;</legend>" in form
    assert "The answer follows from the data given." in form
    assert "Recompute the &lt;i&gt;first&lt;/i&gt; number." in form
    assert re.findall(r'name="score-sound" value="(\d)"[^>]*> (\S+)</label>', form) == [
        *(("1", "no"), ("2", "&lt;u&gt;partly&lt;/u&gt;"), ("3", "fully")),
    ]
    assert len(re.findall(r'name="score-checked"', form)) == 5
    assert "1 not at all, 5 fully." in form
    sent = {"version": "0", "text": SAID, "verdict": "revise", "score-sound": "2", "score-checked": "4", "whole": "1"}
    sent |= {f"r1-{name}": value for name, value in REQUEST.items()}
    tomas.post(FORM, {**sent, "do": "file"})
    assert Review.objects.get().scores == {"sound": 2, "checked": 4}
    page = Browser(worded.person("ana-ruiz")).get("tasks/1/")
    assert '2 of 3<br><span class="note">&lt;u&gt;partly&lt;/u&gt;</span>' in page
    assert "4 of 5</td>" in page
    assert "· Sound &lt;b&gt;work&lt;/b&gt;" in page, "the request names its criterion by the label"


def test_the_api_gives_the_rubric_of_a_round_as_it_was_published(worded: Journey, task: Task) -> None:
    client = Client()
    client.force_login(worded.ines.user)
    root = "/api/v1/projects/aquifer-bench/"
    assert client.get(f"{root}tasks/1/rounds/").json()["results"][0]["criteria"] == CRITERIA
    assert client.get(f"{root}rubrics/2/").json()["criteria"] == CRITERIA


def test_a_program_is_told_of_a_score_on_no_step(worded: Journey, task: Task) -> None:
    worded.agreed(task, worded.tomas)
    program = Program(secret_for(worded.tomas, worded.project))
    address = "projects/aquifer-bench/reviews/1/1/domain/"
    sent = {"verdict": "", "text": "", "requests": [], "scores": {"sound": 4, "checked": 5}}
    answer = program("PUT", address, sent, If_Match=program("GET", address)["ETag"])
    assert (answer.status_code, answer.json()["fields"]) == (422, ["scores"])
    assert "sound: from 1 to 3." in answer.content.decode()
    kept = program("PUT", address, {**sent, "scores": {"sound": 3}}, If_Match=program("GET", address)["ETag"])
    assert kept.json()["draft"]["scores"] == {"sound": 3}
    row = {name: value for name, value in INCURABLE.items() if value}
    filed = {"verdict": "decline", "text": SAID, "requests": [row], "scores": {"sound": 1, "checked": 1}}
    tag = program("PUT", address, filed, If_Match=kept["ETag"])["ETag"]
    assert program("GET", address).json()["draft"]["requests"][0]["no_cure"] == INCURABLE["no_cure"]
    assert program("POST", f"{address}file/", {}, If_Match=tag).status_code == 201
    assert ChangeRequest.objects.get().no_cure == INCURABLE["no_cure"]


INCURABLE = {**REQUEST, "cure": "", "no_cure": f"{NO_CURE} <script>alert(1)</script>"}


def test_a_decline_may_say_why_nothing_can_cure_it(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.agreed(task, journey.tomas)
    journey.file(place, "decline", requests=[INCURABLE])
    journey.file(journey.agreed(task, journey.amara), "revise", requests=[REQUEST, INCURABLE])
    kept = ChangeRequest.objects.order_by("pk").values_list("cure", "no_cure")
    assert list(kept) == [
        ("", INCURABLE["no_cure"]),
        ("One observation is named in the statement.", ""),
        ("", INCURABLE["no_cure"]),
    ]
    author = Browser(journey.person("ana-ruiz"))
    for page in (author.get("tasks/1/"), author.get("tasks/1/requests/")):
        assert len(re.findall(r"<strong>Nothing can cure it:</strong>\s*<p[^>]*>The data of the well", page)) == 2
        assert page.count("<strong>Done when:</strong>") == 1
        assert "<script>alert" not in page
    told = author.client.get("/api/v1/projects/aquifer-bench/tasks/1/requests/").json()["results"]
    cures = sorted((one["cure"], one["no_cure"]) for one in told)
    assert cures == [*[("", INCURABLE["no_cure"])] * 2, (REQUEST["cure"], "")]


def test_the_table_itself_takes_one_of_the_two(journey: Journey) -> None:
    review = journey.file(journey.agreed(journey.submitted(journey.member("ana")), journey.tomas), "accept")
    row = {"review": review, "part": "statement", "exact": "x", "criterion": "sound", "text": "x"}
    for number, cures in enumerate(({}, {"cure": "x", "no_cure": "x"}), start=1):
        with pytest.raises(IntegrityError), transaction.atomic():
            ChangeRequest.objects.create(**row, **cures, number=number)


def test_the_form_keeps_and_files_a_reason_why_nothing_can(journey: Journey) -> None:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.agreed(task, journey.tomas)
    tomas = Browser(journey.tomas)
    sent = {"version": "0", "text": SAID, "score-sound": "1", "score-checked": "1", "whole": "1"}
    row = {f"r1-{name}": value for name, value in INCURABLE.items()}
    refused = tomas.post(FORM, {**sent, **row, "verdict": "revise", "do": "file"}, 422)
    assert "the verdict is “decline”" in refused
    assert "The data of the well were never kept" in refused
    assert ReviewDraft.objects.get().requests[0]["no_cure"] == INCURABLE["no_cure"]
    alone = tomas.post(FORM, {**sent, "version": "1", "r2-no_cure": "Only this was typed.", "do": "file"}, 422)
    assert "Only this was typed." in alone
    tomas.post(FORM, {**sent, **row, "version": "2", "verdict": "decline", "do": "file"})
    assert ChangeRequest.objects.get().no_cure == INCURABLE["no_cure"]


@pytest.mark.parametrize(
    ("words", "layout"),
    [
        ([], "5"),
        (["no", "yes"], "2"),
        (["no", "partly", "mostly", "fully"], "4"),
        (["不符合", "部分符合", "大体符合", "完全符合"], "half"),  # eight columns each
        (["no", "in some places", "yes"], "list"),
        (["1st", "2nd", "3rd", "4th", "5th"], "list"),
    ],
)
def test_the_steps_of_a_scale_stand_as_their_words_need(words: list[str], layout: str) -> None:
    row = {"id": "a", "sentence": "A.", **({"levels": words} if words else {})}
    round_ = Round(rubric=RubricVersion(criteria=[row]))
    assert typed.rows(typed.Typed(), round_)["criteria"][0]["layout"] == layout


def test_a_line_that_is_no_number_is_kept_and_read(journey: Journey) -> None:
    """A form keeps what was typed as a line; the draft's own reader gets it back without a number."""
    task = journey.submitted(journey.member("ana-ruiz"))
    place = journey.agreed(task, journey.tomas)
    for line in ("²", "9" * 5_000, "7"):
        ReviewDraft.objects.update_or_create(
            assignment=place,
            defaults={"requests": [{"part": "statement", "line": line}], "updated_at": place.offered_at},
        )
        client = Client()
        client.force_login(journey.tomas.user)
        answer = client.get("/api/v1/projects/aquifer-bench/reviews/1/1/domain/")
        assert answer.status_code == 200
        [request] = answer.json()["draft"]["requests"]
        assert request["line"] == (7 if line == "7" else None)
