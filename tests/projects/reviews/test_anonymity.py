"""Where reviewers are hidden, nothing the authors can read, count or time says who they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from portal.core.errors import Forbidden, NotVisible
from portal.core.record.models import RecordEntry
from portal.people.models import Subject
from projects.reviews import services
from projects.reviews.models import Assignment
from projects.tasks.models import Task
from projects.tasks.queries import Viewer, fields_for
from tests.projects.journey import Journey

ROOT = "/projects/aquifer-bench/"


def hide(mode: str) -> Callable[[dict[str, Any]], None]:
    """Reviews earn nothing here: credit for hidden reviewers is not computed yet."""

    def change(document: dict[str, Any]) -> None:
        document["participation"]["anonymity"] = mode
        credit = document["authorship"]
        credit["kinds"] = [kind for kind in credit["kinds"] if kind["from"] == "task"]
        credit["outputs"][0]["scope"]["kinds"] = ["task"]
        for role in document["roles"]:
            if role["id"] == "editor":
                role["criteria"] = {"points": {"kinds": ["task"], "at_least": "2"}}

    return change


def hidden(fresh: Journey, mode: str) -> tuple[Subject, Task]:
    fresh.publish_first(hide(mode))
    ana = fresh.member("ana-ruiz")
    task = fresh.submitted(ana)
    fresh.judged(task, "revise", "revise")
    return ana, task


def read(reader: Subject | None, *paths: str) -> str:
    client = Client()
    if reader is not None:
        client.force_login(reader.user)
    answers = [client.get(ROOT + path) for path in paths]
    return "".join(answer.content.decode() for answer in answers if answer.status_code == 200)


PAGES = ("tasks/", "tasks/1/", "tasks/1/requests/", "tasks/1/?revision=1", "record/")


@pytest.mark.parametrize("mode", ["reviewer_hidden", "both_hidden"])
def test_authors_read_letters_and_days(fresh: Journey, mode: str) -> None:
    ana, _task = hidden(fresh, mode)
    pages = read(ana, *PAGES[1:4])
    for place in Assignment.objects.all():
        assert f"Reviewer {place.letter}" in pages
    for reviewer in (fresh.tomas, fresh.amara):
        for trace in (reviewer.pk, reviewer.handle or "", reviewer.profile.printed_name):
            assert trace not in pages
    # The day may be read, in each language's way; no time of day, anywhere.
    assert not re.findall(r'<time[^>]*(?:datetime|title)="[^"]*[0-9]{2}:[0-9]{2}', _without_deadlines(pages))
    entries = RecordEntry.objects.filter(kind__startswith="Review")
    assert entries.count() == 6
    assert not [one for one in entries if fresh.tomas.pk in one.payload + one.actor]


def _without_deadlines(pages: str) -> str:
    """Deadlines end with a day and are the same for everybody."""
    return re.sub(r"<time[^>]*(22|23):59[^>]*>", "", pages)


def test_the_look_behind_the_letters_is_a_line_of_the_record(fresh: Journey) -> None:
    ana, task = hidden(fresh, "reviewer_hidden")
    page = "tasks/1/reviewers/"
    for reader, status in ((ana, 404), (fresh.amara, 404), (fresh.ines, 200)):
        client = Client()
        client.force_login(reader.user)
        assert client.post(ROOT + page).status_code in (status, 403 if status == 404 else status)
    entry = RecordEntry.objects.get(kind="ReviewersRevealed")
    assert entry.actor == fresh.ines.pk
    with pytest.raises((NotVisible, Forbidden)):
        services.reveal_reviewers(actor=ana, viewer=Viewer(ana.user, task.project), task=task)


def test_an_organizer_who_wrote_the_task_does_not_look(fresh: Journey) -> None:
    """Tomas holds `audit`; on his own task he is a contributor and nothing else."""

    fresh.publish_first(hide("reviewer_hidden"))
    task = fresh.submitted(fresh.tomas)
    fresh.ask(task, fresh.amara)
    assert "reviewers" not in fields_for(fresh.tomas.user, task)
    with pytest.raises(Forbidden, match="own work"):
        services.reveal_reviewers(actor=fresh.tomas, viewer=Viewer(fresh.tomas.user, task.project), task=task)
    assert "Amara" not in read(fresh.tomas, *PAGES[:4])


def test_reviewers_do_not_read_names_of_authors_before_the_decision(fresh: Journey) -> None:
    ana, task = hidden(fresh, "both_hidden")
    assert "contributors" not in fields_for(fresh.amara.user, task)
    pages = read(fresh.amara, "tasks/", "tasks/1/", "reviews/1/1/domain/")
    for trace in (ana.pk, ana.handle or "", ana.profile.printed_name):
        assert trace not in pages


def test_a_reviewer_reads_the_others_only_after_filing(fresh: Journey) -> None:
    fresh.publish_first(hide("reviewer_hidden"))
    task = fresh.submitted(fresh.member("ana-ruiz"))
    first, second = fresh.agreed(task, fresh.tomas), fresh.agreed(task, fresh.amara)
    fresh.file(first, "accept", text="A secret of the first reviewer that nobody should copy from.")
    assert "A secret of the first" not in read(fresh.amara, "tasks/1/", "reviews/1/1/domain/", "tasks/1/requests/")
    fresh.file(second, "accept")
    assert "A secret of the first" in read(fresh.amara, "tasks/1/")
