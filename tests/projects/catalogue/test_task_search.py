"""Projects are found by their tasks, by whoever sees the words there, and for nobody else does a hidden text change
anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.core import clock
from portal.core.text.folding import FOLDING
from portal.people.models import Subject
from projects.catalogue import index
from projects.members import services as members
from projects.project.models import Project
from projects.reviews import queries as reviewing
from projects.reviews import services as reviews
from projects.tasks import queries, search
from projects.tasks import services as tasks
from projects.tasks.models import Task, TaskWords
from projects.tasks.visibility import ANONYMITY, MODES, Moment, audience
from tests.projects.journey import REQUEST, Journey, fresh, journey

__all__ = ["fresh", "journey"]
PARTS = ("title", "statement", "answer", "verification")
ALL, MEMBERS, CRAK = "PMCRAK", "MCRAK", "CRAK"
# (mode, part) -> who reads it before and after acceptance; copied by hand from interfaces.md 5.
OPENS = {
    ("open", "title"): (ALL, ALL),
    ("open", "statement"): (MEMBERS, ALL),
    ("open", "answer"): (CRAK, MEMBERS),
    ("open", "verification"): (CRAK, MEMBERS),
    ("members", "title"): (MEMBERS, MEMBERS),
    ("members", "statement"): (CRAK, MEMBERS),
    ("members", "answer"): (CRAK, CRAK),
    ("members", "verification"): (CRAK, CRAK),
    ("closed", "title"): (CRAK, CRAK),
    ("closed", "statement"): (CRAK, CRAK),
    ("closed", "answer"): (CRAK, CRAK),
    ("closed", "verification"): (CRAK, CRAK),
}
# Beside P: what each person is everywhere, and what they are besides to the tasks of these numbers. 1 is accepted, 2 in
# review, 3 waits for its lead, 4 is declined, 5 is withdrawn, 6 its author left; whoever wrote a task is C and M alone.
PEOPLE: dict[str, tuple[str, dict[int, str]]] = {
    "visitor": ("", {}),
    "stranger": ("", {}),
    "mia": ("M", {}),
    "ana": ("M", {1: "C", 2: "C", 3: "C", 4: "C", 5: "C"}),
    "gone": ("", {6: "C"}),
    "reva": ("M", {2: "R"}),
    "rui": ("M", {}),  # stepped down from 2
    "fil": ("", {3: "R"}),  # filed a review of 3, then left
    "fay": ("", {}),  # left without having filed one of 2
    "lena": ("M", {3: "A"}),
    "idle": ("M", {}),  # an editor who leads nothing
    "ines-varga": ("MK", {1: "A"}),
    "tomas-lindqvist": ("MK", {1: "R", 4: "R"}),
    "amara-nwosu": ("M", {1: "R", 4: "R"}),
    "auditor": ("MK", {}),
}
TASKS = range(1, 7)


def word(animal: str, part: str, number: int) -> str:
    return f"{animal}{part}{number}"


def opens(mode: str, who: str, part: str, number: int) -> bool:
    everywhere, here = PEOPLE[who]
    letters = {"P", *everywhere, *here.get(number, "")}
    return bool(letters & set(OPENS[mode, part][number == 1]))


def build(journey: Journey, mode: str, animal: str) -> None:
    """Every part of every task holds one word that stands nowhere else."""

    def change(document: dict[str, Any]) -> None:
        document["data"]["visibility"] = mode
        if mode == "open":
            document["data"]["held_out"] = "none"  # what everybody reads cannot be held out
        role = {**document["roles"][0], "id": "auditor", "title": "Auditor", "powers": ["audit"]}
        document["roles"].append({**role, "granted": "appointed", "criteria": "none"})

    def submitted(author: Subject, number: int) -> Task:
        texts = {part: f"Of {word(animal, part, number).upper()}, here." for part in PARTS}
        texts["statement"] += f" {REQUEST['exact']}"
        task = tasks.create(actor=author, project=journey.project, title=texts["title"])
        journey.write(author, task, **texts)
        journey.submit(author, task)
        assert task.number == number
        return task

    journey.publish_first(change)
    journey.person("stranger")
    ana, gone = journey.member("ana"), journey.member("gone")
    journey.member("mia")
    accepted = submitted(ana, 1)
    journey.judged(accepted, "accept", "accept")
    journey.decided(accepted)
    reva, rui, fil, fay = (journey.reviewer(one) for one in ("reva", "rui", "fil", "fay"))
    in_review = submitted(ana, 2)
    journey.agreed(in_review, reva)
    reviews.step_down(actor=rui, assignment=journey.agreed(in_review, rui))
    journey.agreed(in_review, fay)
    waits = submitted(ana, 3)
    for one in (fil, fay):
        place = journey.agreed(waits, one)
        if one is fil:
            journey.file(place, "accept")
    declined = submitted(ana, 4)
    journey.judged(declined, "decline", "decline")
    assert declined.state == "declined"
    tasks.withdraw(actor=ana, task=submitted(ana, 5))
    submitted(gone, 6)
    journey.draft(ana, f"Of {animal}draft")
    lena, _idle = journey.editor("lena"), journey.editor("idle")
    reviews.appoint_lead(actor=journey.ines, round=journey.round(waits), lead=lena)
    journey.appoint(journey.member("auditor"), "auditor")
    for one in (gone, fil, fay):
        members.leave(actor=one, project=journey.project)


@contextmanager
def world(journey: Journey, mode: str, animal: str) -> Iterator[None]:
    """What is built stands until the block ends, and then never was."""
    with transaction.atomic():
        build(journey, mode, animal)
        yield
        transaction.set_rollback(True)


def reader(who: str) -> Any:
    return AnonymousUser() if who == "visitor" else Subject.objects.get(handle=who).user


def found(who: str, words: list[str]) -> set[tuple[int, str]]:
    """(number of the task, word)."""
    rows = index.load(Project.objects.all())
    in_force = [row.version.pk for row in rows if row.version]
    told = search.matches(reader(who), [row.pk for row in rows], in_force, words, clock.deciding())
    return {(one.number, word) for found in told.values() for one in found for word in one.words}


@pytest.mark.parametrize("mode", MODES)
def test_each_word_is_found_by_those_who_see_it_and_by_nobody_else(fresh: Journey, mode: str) -> None:
    build(fresh, mode, "zebra")
    places = {word("zebra", part, number): (part, number) for part in PARTS for number in TASKS}
    seen = 0
    for who in PEOPLE:
        expected = {(number, one) for one, (part, number) in places.items() if opens(mode, who, part, number)}
        assert found(who, [*places, "zebradraft"]) == expected, who
        seen += len(expected)
        # The same as the page of each task shows.
        viewer = queries.Viewer(reader(who), fresh.project)
        for task in Task.objects.filter(number__isnull=False):
            shown = {part for part in PARTS if part in viewer.fields(task)}
            assert shown == {part for part in PARTS if opens(mode, who, part, task.number)}, (who, task.number)
    # By hand: 29 pairs of a person and a task have a letter of CRAK, 5 of them of task 1; 10 are members, and Gone and
    # Fil see one task each from outside. Title, statement, answer, verification:
    by_hand = {
        "open": 15 * 6 + (15 + 10 * 5 + 2) + 2 * (10 + 24),
        "members": (10 * 6 + 2) + (10 + 24) + 2 * 29,
        "closed": 4 * 29,
    }
    assert seen == by_hand[mode]


def test_who_sees_a_part_sees_the_title_and_anonymity_says_nothing_of_texts() -> None:
    """What the search rests on where it links a task by its title."""
    histories = [(), (Moment.DECIDED,), (Moment.DECIDED, Moment.ACCEPTED)]
    for mode in MODES:
        for past in histories:
            seen = {
                part: {audience(part, mode=mode, anonymity=one, moments=past) for one in ANONYMITY} for part in PARTS
            }
            assert all(len(audiences) == 1 for audiences in seen.values())
            [title] = seen["title"]
            assert all(one <= title for audiences in seen.values() for one in audiences)


# What differs from one answer to the next whoever asks.
_RANDOM = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"')
ASKED = [("title", 2), ("statement", 1), ("statement", 2), ("answer", 1)]
TWINS = ("visitor", "mia", "ana", "reva", "rui", "fay")


def answers(client: Client, who: str) -> Mapping[tuple[str, int], object]:
    """Everything that is answered to a search for each word of the world of zebras: page and API, number of
    statements."""
    client.logout()
    if who != "visitor":
        client.force_login(reader(who))
    told: dict[tuple[str, int], object] = {}
    client.get("/projects/")  # what a process draws once is drawn
    for part, number in ASKED:
        told[part, number] = [
            answer(client, f"{address}q={word('zebra', part, number)}")
            for address in ("/projects/?order=tasks&", "/api/v1/projects/?")
        ]
    return told


@pytest.mark.parametrize("mode", MODES)
def test_two_worlds_that_differ_in_a_hidden_text_answer_alike(fresh: Journey, client: Client, mode: str) -> None:
    told = {}
    for animal in ("zebra", "okapi"):
        with world(fresh, mode, animal):
            told[animal] = {who: answers(client, who) for who in TWINS}
    differ = 0
    for who in TWINS:
        for part, number in ASKED:
            alike = told["zebra"][who][part, number] == told["okapi"][who][part, number]
            assert alike != opens(mode, who, part, number), (who, part, number)
            differ += not alike
    # The other way round: whoever may see a text does find it.
    assert differ == sum(opens(mode, who, *place) for who in TWINS for place in ASKED) > 0


def answer(client: Client, address: str) -> tuple[int, bytes]:
    with CaptureQueriesContext(connection) as asked:
        got = client.get(address)
    assert got.status_code == 200
    return len(asked), _RANDOM.sub(b"", got.content)


def listings(client: Client, query: str) -> dict[str, Any]:
    answer = client.get(f"/projects/?q={query}")
    return {one.project.slug: one for one in answer.context["listings"]}


def test_the_row_links_three_tasks_and_counts_the_rest_that_one_sees(journey: Journey, client: Client) -> None:
    """The example is in mode members: Bo reads titles alone."""
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    for title in ("Corals", "Reefs & <corals>", "珊瑚礁", "Coral", "The coral reef", "More coral"):
        journey.submitted(ana, title)
    client.force_login(bo.user)
    [row] = listings(client, "coral+REEF").values()
    # With both words first, then by number.
    assert [one.number for one in row.tasks.shown] == [2, 5, 1]
    assert row.tasks.more == 2
    text = client.get("/projects/?q=coral+reef").content.decode()
    link = '<a href="/projects/aquifer-bench/tasks/2/">In the task “<bdi>Reefs &amp; &lt;corals&gt;</bdi>”</a>'
    assert link in text
    assert "and 2 more" in text
    assert [one.number for one in listings(client, "珊瑚")["aquifer-bench"].tasks.shown] == [3]
    assert 'In the task “<bdi lang="zh">珊瑚礁</bdi>”' in client.get("/projects/?q=珊瑚").content.decode()
    assert listings(client, "drawdown") == {}, "a statement under way is for its authors and reviewers"
    client.logout()
    assert listings(client, "coral") == {}


def test_words_may_stand_some_in_a_task_and_some_in_the_project(journey: Journey, client: Client) -> None:
    ana = journey.member("ana-ruiz")
    journey.submitted(ana, "Corals")
    client.force_login(ana.user)
    assert set(listings(client, "corals+aquifer")) == {"aquifer-bench"}
    assert listings(client, "corals+nowhere") == {}


def test_the_latest_revision_is_looked_in_and_no_draft(journey: Journey, client: Client) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana, "Corals")
    client.force_login(ana.user)
    journey.judged(task, "revise", "revise")
    journey.write(ana, task, statement="Whales.", title="Sponges")
    assert (set(listings(client, "corals")), set(listings(client, "whales"))) == ({"aquifer-bench"}, set())
    _answer_all(ana, task)
    journey.submit(ana, task)
    assert set(listings(client, "corals")) == set()
    assert set(listings(client, "sponges+whales")) == {"aquifer-bench"}


def _answer_all(author: Subject, task: Task) -> None:
    for request in reviewing.requests_of(task):
        reviews.answer_request(actor=author, request=request, state="done", text="Done.")


def _drop(task: Task) -> None:
    TaskWords.objects.filter(task=task, part="statement").delete()


def _fold_otherwise(task: Task) -> None:
    TaskWords.objects.filter(task=task).update(folding=FOLDING - 1, text="OTHER corals")


def _keep_an_older_revision(task: Task) -> None:
    TaskWords.objects.filter(task=task).update(revision=0, text="corals")


@pytest.mark.damages  # the rows that are derived
@pytest.mark.parametrize("harm", [_drop, _fold_otherwise, _keep_an_older_revision])
def test_words_are_made_anew_once_where_they_are_missing_or_old(journey: Journey, harm: Callable[[Task], None]) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana, "Pumping")
    journey.draft(ana, "A draft")
    right = list(TaskWords.objects.order_by("part").values("task", "part", "revision", "mode", "folding", "text"))
    harm(task)
    assert found("ana-ruiz", ["corals", "drawdown"]) <= {(1, "drawdown")}
    call_command("remake_words", verbosity=0)
    assert list(TaskWords.objects.order_by("part").values(*right[0])) == right
    assert found("ana-ruiz", ["corals", "drawdown"]) == {(1, "drawdown")}
    assert search.remake() == 0


@pytest.mark.damages  # rows by hand
@pytest.mark.parametrize("count", [1, 20])
@pytest.mark.parametrize(("who", "statements"), [("visitor", 6), ("ana-ruiz", 11), ("ines-varga", 11)])
def test_a_search_costs_as_many_queries_for_twenty_tasks_as_for_one(
    journey: Journey,
    client: Client,
    django_assert_num_queries: Callable[[int], Any],
    who: str,
    statements: int,
    count: int,
) -> None:
    """Projects, versions, the database's time, words in the terms, words in tasks, the last checkpoint; for who
    is signed in also session, account, roles held and the terms that define them, accepted tasks of what was found."""
    ana = journey.member("ana-ruiz")
    task = journey.accepted(ana, "Corals")
    for number in range(2, count + 1):
        task.pk, task.public_id, task.number = None, f"task{number}", number
        task._state.adding = True
        task.save()
        search.note(task, Task.objects.get(number=1).revisions.get(), queries.binding_version(task))
    if who != "visitor":
        client.force_login(reader(who))
    client.get("/projects/?q=corals")
    with django_assert_num_queries(statements):
        answer = client.get("/projects/?q=corals")
    assert len(answer.context["listings"]) == (who != "visitor")
