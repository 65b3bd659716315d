"""What the API gives of a task is what the pages show of it.

Every part of a task carries a word of its own. Each person reads the task's pages and its addresses of the API, in
every mode and anonymity: the same words stand in both, and they are those that the table of visibility names.
"""

from __future__ import annotations

import copy
import html
import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from portal.core.append_only import triggers
from portal.people.models import Subject
from projects.reviews import queries as reviewing
from projects.reviews import services as reviews
from projects.tasks import queries as reading
from projects.tasks import services as tasks
from projects.tasks.models import Task
from projects.tasks.visibility import ANONYMITY, MODES
from projects.terms.models import TermsVersion
from tests.portal.api.programs import user_of
from tests.portal.site.api.world import client_of, founded, person
from tests.projects.journey import DETAILS, REQUEST, SAID, STATEMENT, Journey

pytestmark = pytest.mark.any_engine

# One field of the details for each part that they are seen with.
DETAILED = {"why": "statement", "expert_path": "answer", "tests": "verification", "provenance": "origin"}
PARTS = ("title", "statement", "answer", "verification")
# Where something is told of each task; the texts of `revisions/1/` are told by `` as well.
PAGES = {1: ("",), 2: ("", "requests/"), 3: ("",)}
PLACES = {
    1: ("", "revisions/1/", "rounds/", "reviews/", "corrections/"),
    2: ("", "reviews/", "requests/"),
    3: ("", "revisions/", "rounds/", "reviews/"),
}
WHO = ("visitor", "member", "author", "tomas-lindqvist", "amara-nwosu", "lead", "auditor")


@pytest.fixture(autouse=True)
def as_often_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "bad_token")))


# Reading


@dataclass
class Told:
    """Three tasks of one author, and the words that stand in them: accepted, changes requested, in review."""

    journey: Journey
    words: dict[int, dict[str, str]] = field(default_factory=dict)

    def word(self, task: int, part: str) -> str:
        """A word that stands nowhere else."""
        self.words.setdefault(task, {})[f"{part}word{task}"] = part
        return f"{part}word{task}"


def story(told: Told) -> None:
    journey, author = told.journey, told.journey.member("author")
    lead, auditor = journey.editor("lead"), journey.member("auditor")
    journey.appoint(auditor, "organizer")
    journey.member("member")
    for number in (1, 2, 3):
        words: dict[str, Any] = {part: f"{told.word(number, part)} {STATEMENT}" for part in PARTS[1:]}
        words["details"] = {**DETAILS, **{one: told.word(number, one) for one in DETAILED}}
        task = tasks.create(actor=author, project=journey.project, title=told.word(number, "title"))
        journey.write(author, task, words.pop("statement"), **words)
        file = SimpleUploadedFile(f"{told.word(number, 'file')}.txt", b"some text")
        tasks.attach(actor=author, task=task, file=file, version=task.draft.version)
        task.draft.refresh_from_db()
        tasks.submit(actor=author, task=task, version=task.draft.version, note=told.word(number, "note") + " " + SAID)
        task.refresh_from_db()
        places = [journey.agreed(task, one) for one in (journey.tomas, journey.amara)]
        verdict = "revise" if number == 2 else "accept"
        wanted = [{**REQUEST, "text": f"{told.word(number, 'request')} {REQUEST['text']}"}] if number == 2 else []
        for place in places[: 1 if number == 3 else 2]:
            text = f"{told.word(number, 'review')} {SAID}"
            journey.file(place, verdict, text=text, requests=wanted)
        task.refresh_from_db()
        if number == 1:
            _decided(told, task, lead)
        if number == 2:
            first = reviewing.requests_of(task)[0]
            said = f"{told.word(2, 'reply')} It is there already, in the second paragraph."
            reviews.answer_request(actor=author, request=first, state="contested", text=said)


def _decided(told: Told, task: Task, lead: Subject) -> None:
    round_ = reviews.appoint_lead(actor=told.journey.ines, round=told.journey.round(task), lead=lead)
    reasons = f"{told.word(1, 'decision')} {SAID}"
    reviews.decide(actor=lead, round=round_, outcome="accept", criteria=[], reasons=reasons)
    task.refresh_from_db()
    reviews.open_correction(actor=lead, task=task, reasons=f"{told.word(1, 'correction')} {SAID}")
    task.refresh_from_db()
    reviews.decide_correction(actor=told.journey.ines, task=task, outcome="keep", reasons=SAID)


@pytest.fixture(scope="module")
def telling(django_db_setup: None, django_db_blocker: Any) -> Iterator[Told]:
    """Once a module, and rolled back."""
    with django_db_blocker.unblock():
        outermost = transaction.atomic()
        outermost.__enter__()
        try:
            told = Told(founded())
            story(told)
            yield told
        finally:
            transaction.set_rollback(True)
            outermost.__exit__(None, None, None)


def bind(mode: str, anonymity: str) -> None:
    """As if the tasks had been submitted under a version with these two clauses."""
    version = TermsVersion.objects.get()
    document = copy.deepcopy(version.document)
    document["data"]["visibility"], document["participation"]["anonymity"] = mode, anonymity
    # PostgreSQL changes no table with checks outstanding on it.
    connection.check_constraints()
    with triggers.lifted():
        TermsVersion.objects.update(document=document)
        connection.check_constraints()


def names(told: Told) -> dict[str, str]:
    """Subject id to the name on pages, of everybody who had a part in the tasks."""
    people = ("author", "tomas-lindqvist", "amara-nwosu", "lead", "ines-varga")
    return {person(handle).pk: handle.replace("-", " ").title() for handle in people}


def on_pages(told: Told, client: Client, number: int) -> set[str]:
    """The words and names in the body of the task's pages. A page that is not there shows nothing."""
    text = ""
    for page in PAGES[number]:
        answer = client.get(f"/projects/aquifer-bench/tasks/{number}/{page}")
        assert answer.status_code in (200, 302, 404)
        if answer.status_code == 200:
            text += html.unescape(re.split(r"<main\b|</main>", answer.content.decode())[1])
    found = {word for word in told.words[number] if word in text}
    return found | {name for name in names(told).values() if f">{name}<" in text}


def by_api(told: Told, client: Client, number: int) -> set[str]:
    text = ""
    for address in PLACES[number]:
        answer = client.get(f"/api/v1/projects/aquifer-bench/tasks/{number}/{address}")
        assert answer.status_code == 200
        text += json.dumps(answer.json(), ensure_ascii=False)
    found = {word for word in told.words[number] if word in text}
    return found | {name for subject, name in names(told).items() if f'"{subject}"' in text}


# What each word belongs to, in the table of visibility.
PART_OF = {"file": "statement", "note": "reviews", "review": "reviews", "request": "reviews", "reply": "reviews"}
PART_OF |= {"correction": "decision", **DETAILED}


@pytest.mark.damages
@pytest.mark.parametrize("mode", MODES)
def test_the_api_gives_what_the_pages_show(telling: Told, db: None, mode: str) -> None:
    """Persons × tasks in three states × modes × anonymity, both ways, and by the table."""
    seen: set[str] = set()
    unseen: set[str] = set()
    compared = 0
    for anonymity, who in itertools.product(ANONYMITY, WHO):
        if who == WHO[0]:
            bind(mode, anonymity)
        client = client_of(who)
        for number, words in telling.words.items():
            place = (mode, anonymity, who, number)
            shown, given = on_pages(telling, client, number), by_api(telling, client, number)
            assert shown == given, place
            task = Task.objects.select_related("project").get(number=number)
            user = user_of(person(who)) if who != "visitor" else client.get("/api/v1/projects/").wsgi_request.user
            fields = reading.fields_for(user, task)
            for word, part in words.items():
                named = PART_OF.get(part, part)
                if named != "reviews" or part == "note":  # reviews follow the round as well, told alike by both
                    assert (word in given) == (named in fields), (place, word)
            seen |= {word for word in words if word in given}
            unseen |= {word for word in words if word not in given}
            compared += 1
    everything = {word for words in telling.words.values() for word in words}
    assert seen == everything
    public = {"open": {"title", "decision", "correction"}}.get(mode, set())
    assert {word for word in everything if word.rstrip("0123456789").removesuffix("word") not in public} - unseen == (
        {"fileword1", "statementword1", "whyword1", "provenanceword1"} if mode == "open" else set()
    )
    assert compared == len(ANONYMITY) * len(WHO) * 3
