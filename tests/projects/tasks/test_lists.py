"""The list side of visibility, and what a list costs."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from authorship.engine import canonical
from portal.core import clock
from portal.core.text.series import between, marked_series, series
from portal.people.models import User
from projects.reviews import services as reviews
from projects.tasks import queries
from projects.tasks.models import Task, TaskContributor, TaskDraft
from tests.projects.journey import Journey

PAGE = "/projects/aquifer-bench/tasks/"


def test_a_draft_is_in_the_lists_of_those_who_write_it_alone(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    draft, submitted = journey.draft(ana, "A draft"), journey.submitted(ana, "Submitted")
    assert set(queries.visible_to(ana.user, journey.project)) == {draft, submitted}
    for user in (bo.user, journey.ines.user, AnonymousUser()):
        assert set(queries.visible_to(user, journey.project)) == {submitted}
        assert queries.fields_for(user, draft) == frozenset()


def test_fields_follow_the_person_and_what_happened(journey: Journey) -> None:
    """The example is in mode members with named reviewers."""
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    task = journey.submitted(ana)
    public = {"number", "tags", "state", "turn"}
    assert queries.fields_for(AnonymousUser(), task) == public
    assert queries.fields_for(bo.user, task) == public | {"title", "contributors", "decision"}
    assert {"statement", "answer", "reviews"} <= queries.fields_for(ana.user, task)
    assert {"statement", "answer"} <= queries.fields_for(journey.tomas.user, task), "an organizer holds audit"
    assert "statement" not in queries.fields_for(journey.amara.user, task)
    place = journey.ask(task, journey.amara)
    assert {"statement", "answer", "reviewers"} <= queries.fields_for(journey.amara.user, task)
    reviews.step_down(actor=journey.amara, assignment=place)
    assert "answer" not in queries.fields_for(journey.amara.user, task)


def _many(journey: Journey, count: int) -> None:
    """Rows like those of the services, quickly: the list reads them all the same."""
    first = Task.objects.get()
    one_revision, one_round = first.revisions.get(), first.rounds.get()
    for number in range(2, count + 1):
        task = Task.objects.create(
            project=first.project,
            number=number,
            state="submitted",
            state_since=first.state_since,
            title=f"Task {number}",
            tags=["wells"],
            terms=1,
            revision_count=1,
            created_by=first.created_by,
            created_at=first.created_at,
            submitted_on=first.submitted_on,
        )
        TaskDraft.objects.create(task=task, title="x", updated_at=first.created_at, updated_by=first.created_by)
        TaskContributor.objects.create(
            task=task, subject=first.created_by, numerator=1, denominator=1, added_at=first.created_at
        )
        one_revision.pk, one_revision.task, one_revision._state.adding = None, task, True
        one_revision.save()
        one_round.pk, one_round.task, one_round.revision = None, task, one_revision
        one_round.save()


@pytest.mark.damages  # a hundred rows by hand
@pytest.mark.parametrize("signed_in", [True, False])
def test_a_list_of_a_hundred_costs_what_a_list_of_one_does(journey: Journey, signed_in: bool) -> None:
    ana = journey.member("ana-ruiz")
    journey.submitted(ana)
    client = Client()
    if signed_in:
        client.force_login(ana.user)
    counts = []
    for size in (1, 100):
        _many(journey, size)
        client.get(PAGE)
        with CaptureQueriesContext(connection) as seen:
            page = client.get(PAGE).content.decode()
        # The frame of the page and the session have costs of their own.
        counts.append(sum("projects_" in query["sql"] for query in seen))
        assert len(re.findall(r'<td class="is-number"', page)) == min(size, 50)
    literal = 15 if signed_in else 9
    assert counts == [literal, literal]


@pytest.mark.damages  # a hundred rows by hand
def test_a_file_of_a_hundred_costs_what_a_file_of_one_does(journey: Journey) -> None:
    """7: who asks, the project, the two clauses, the stages, the tasks and their rounds, assignments, contributors."""
    journey.submitted(journey.member("ana-ruiz"))
    counts = []
    for size in (1, 100):
        _many(journey, size)
        with CaptureQueriesContext(connection) as seen:
            answer = Client().get(f"{PAGE}list.jsonl")
            lines = b"".join(answer.streaming_content).splitlines()  # type: ignore[attr-defined]
        assert len(lines) == size
        counts.append(sum("projects_" in query["sql"] for query in seen))
    assert counts == [7, 7]


def test_filters_have_addresses_and_counts_agree(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    journey.submitted(ana, "By Ana")
    journey.draft(bo, "Draft of Bo")
    client = Client()
    client.force_login(ana.user)
    assert "1 task<" in client.get(PAGE).content.decode()
    assert "By Ana" in client.get(PAGE, {"state": "submitted", "tag": "wells", "mine": "yes"}).content.decode()
    assert "No task fits" in client.get(PAGE, {"state": "declined"}).content.decode()
    assert "No task fits" in client.get(PAGE, {"tag": "rivers"}).content.decode()
    assert client.get(PAGE, {"state": "nonsense", "page": "x"}).status_code == 200


def test_a_list_by_whose_turn_it_is_and_by_when(journey: Journey) -> None:
    """1 waits for whoever assigns, 2 for Amara, 3 for its author."""
    ana = journey.member("ana-ruiz")
    for title in ("First", "Second", "Third"):
        journey.submitted(ana, title)
    second, third = Task.objects.get(number=2), Task.objects.get(number=3)
    journey.judged(third, "revise", "revise")
    journey.ask(second, journey.amara)
    client, api = Client(), "/api/v1/projects/aquifer-bench/tasks/"

    def found(**asked: str) -> list[int]:
        told = [one["number"] for one in client.get(api, asked).json()["results"]]
        page = client.get(PAGE, asked).content.decode()
        assert re.findall(r'<td class="is-number"[^>]*>(\d+)', page) == [str(n) for n in told]
        return told

    assert found(turn="assign", order="number") == found(turn="assign", stage="domain") == [1]
    assert found(turn="reviewers", stage="domain") == [2]
    assert found(stage="final") == found(turn="nobody") == found(turn="yours") == []
    assert found(turn="contributors") == [3]
    assert found(order="due") == [1, 2, 3], "the same last day, then none"
    client.force_login(journey.amara.user)
    assert found(turn="yours") == [2]
    clock.move(dt.timedelta(days=11))
    assert found(late="yes", order="due") == [1, 2], "ten days are promised for a first answer"


def test_what_an_address_asks_and_no_task_has_is_said_and_the_rest_counts(journey: Journey) -> None:
    """B7: an unknown state was silently no filter, and took the tag with it."""
    journey.submitted(journey.member("ana-ruiz"))
    page = Client().get(PAGE, {"state": "nonsense", "tag": "rivers"}).content.decode()
    assert "Part of this address" in page
    assert "No task fits" in page
    assert "Part of this address" not in Client().get(PAGE, {"tag": "rivers"}).content.decode()


def test_a_visitor_is_told_what_signing_in_is_for(journey: Journey) -> None:
    assert "Sign in and join to begin a task." in Client().get(PAGE).content.decode()


def test_names_in_a_list_are_separated_as_the_language_does_it() -> None:
    with translation.override("zh-hans"):
        assert series(["A", "B"]) == "A、B"
        assert marked_series(["<b>", "B"]) == "<bdi>&lt;b&gt;</bdi>、<bdi>B</bdi>"
    with translation.override("en"):
        assert series(["A", "B"]) == "A, B"


@pytest.mark.parametrize(
    ("what", "english", "chinese"),
    [
        ("things", ", ", "、"),
        ("parts", ", ", "，"),
        ("groups", "; ", "；"),
        ("name", ": ", "："),
        ("title", ". ", "。"),
        ("sentences", " ", ""),
    ],
)
def test_each_mark_between_is_that_of_the_language(what: str, english: str, chinese: str) -> None:
    with translation.override("en"):
        assert between(what) == english
    with translation.override("zh-hans"):
        assert between(what) == chinese
        template = Template('{% load concord %}{{ told|series }}{% between "' + what + '" %}')
        assert template.render(Context({"told": ["A", "B"]})) == "A、B" + chinese


def test_the_salt_is_for_those_who_may_see_all_that_the_hash_covers(journey: Journey) -> None:
    """A24: the hash is public from submission; the answer is not, so neither is what makes it triable."""
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-chen")
    task = journey.submitted(ana)
    revision = task.revisions.get()
    address = "/api/v1/projects/aquifer-bench/tasks/1/"

    def read(user: User | None) -> dict[str, object]:
        client = Client()
        if user is not None:
            client.force_login(user)
        answer: dict[str, object] = client.get(address).json()
        return answer

    for user in (None, bo.user, journey.amara.user):
        told = read(user)
        assert told["revision_hash"] == revision.hash
        assert "revision_salt" not in told
        assert revision.salt not in str(told)
    own = read(ana.user)
    covered = ("title", "tags", "statement", "answer", "verification", "details", "shares", "given_up")
    text = {name: own[name] for name in covered} | {"attachments": [one["sha256"] for one in own["attachments"]]}
    assert canonical.digest({**text, "salt": own["revision_salt"]}) == own["revision_hash"]


def test_a_member_who_sees_the_statement_alone_gets_no_salt(fresh: Journey) -> None:
    """In mode open members read the statement at once and the answer from acceptance on."""
    fresh.publish_first(lambda document: document["data"].update(visibility="open", held_out="none"))
    ana, bo = fresh.member("ana-ruiz"), fresh.member("bo-chen")
    revision = fresh.submit(ana, fresh.draft(ana))
    client = Client()
    client.force_login(bo.user)
    told = client.get("/api/v1/projects/aquifer-bench/tasks/1/").json()
    assert told["statement"] == revision.statement
    assert "answer" not in told
    assert "revision_salt" not in told
