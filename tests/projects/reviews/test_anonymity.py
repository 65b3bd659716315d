"""Where reviewers are hidden, nothing the authors can read, count or time says who they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from portal.core import clock
from portal.core.errors import Forbidden, NotVisible
from portal.core.record.models import RecordEntry
from portal.people.models import Subject
from projects.reviews import queries, services
from projects.reviews.models import Assignment
from projects.tasks import services as tasks
from projects.tasks.models import Task
from projects.tasks.queries import Viewer, fields_for
from tests.projects.journey import SAID, Journey
from tests.projects.reports.acting import WRONG, report
from tests.projects.tasks.test_leaving import _confirm, _set

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


@pytest.mark.parametrize("mode", ["reviewer_hidden", "both_hidden"])
def test_the_lead_of_a_final_stage_is_told_by_day_and_without_name(fresh: Journey, mode: str) -> None:
    """A final stage of one: its lead is its reviewer. Vera leads, Ines appoints her and audits nothing."""
    fresh.publish_first(hide(mode))
    vera = fresh.editor("vera-holm")
    ana = fresh.member("ana-ruiz")
    task = fresh.submitted(ana)
    fresh.judged(task, "accept", "accept")
    before = RecordEntry.objects.order_by("seq").last()
    round_ = services.appoint_lead(actor=fresh.ines, round=fresh.round(task), lead=vera)
    services.decide(actor=vera, round=round_, outcome="accept", criteria=[], reasons=SAID)
    since = RecordEntry.objects.filter(seq__gt=before.seq)  # type: ignore[union-attr]
    assert {"LeadAppointed", "RoundDecided", "TaskAccepted"} <= {one.kind for one in since}
    assert not [one.kind for one in since if vera.pk in one.payload + one.actor]
    appointed, decided = (since.get(kind=kind) for kind in ("LeadAppointed", "RoundDecided"))
    assert decided.at == appointed.at, "the instant is the predecessor's, not the lead's"
    for reader in (ana, fresh.tomas, fresh.member("bo-chen"), None):
        assert "Vera Holm" not in read(reader, "tasks/1/", "tasks/", "tasks/1/requests/")
    assert "The lead decided the stage “final”" in read(None, "record/")
    assert ">the lead<" in read(ana, "tasks/1/")


def test_the_lead_of_a_final_stage_is_named_behind_the_letters(fresh: Journey) -> None:
    fresh.publish_first(hide("reviewer_hidden"))
    vera = fresh.editor("vera-holm")
    task = fresh.submitted(fresh.member("ana-ruiz"))
    fresh.judged(task, "accept", "accept")
    services.appoint_lead(actor=fresh.ines, round=fresh.round(task), lead=vera)
    client = Client()
    client.force_login(fresh.tomas.user)
    page = client.post(ROOT + "tasks/1/reviewers/")
    assert page.status_code == 200
    assert "Vera Holm" in page.content.decode()


def test_who_corrects_a_closed_task_with_hidden_reviewers_is_not_named(fresh: Journey) -> None:
    """Only those assigned see its text, so a name would be a reviewer's. Others can open nothing."""

    def change(document: dict[str, Any]) -> None:
        hide("reviewer_hidden")(document)
        document["data"]["visibility"] = "closed"

    fresh.publish_first(change)
    vera, lars = fresh.editor("vera-holm"), fresh.editor("lars-berg")
    ana = fresh.member("ana-ruiz")
    task = fresh.submitted(ana)
    fresh.judged(task, "accept", "accept")
    round_ = services.appoint_lead(actor=fresh.ines, round=fresh.round(task), lead=vera)
    services.decide(actor=vera, round=round_, outcome="accept", criteria=[], reasons=SAID)
    with pytest.raises(Forbidden, match="not shown to you"):
        services.open_correction(actor=lars, task=task, reasons=SAID)
    services.open_correction(actor=vera, task=task, reasons=SAID)
    with pytest.raises(Forbidden, match="not shown to you"):
        services.decide_correction(actor=lars, task=task, outcome="revoke", reasons=SAID)
    entry = RecordEntry.objects.get(kind="CorrectionOpened")
    assert vera.pk not in entry.payload + entry.actor
    pages = read(ana, "tasks/1/", "record/")
    assert "Somebody assigned to the task" in pages
    assert "A correction of task 1 was opened." in pages


def test_who_wrote_an_earlier_revision_reads_no_reviewers_where_they_assign(fresh: Journey) -> None:
    """Bo had a share of the first revision and none of the second, and may assign: the reviewers read his text."""
    fresh.publish_first(hide("reviewer_hidden"))
    ana, bo = fresh.member("ana-ruiz"), fresh.editor("bo-lindahl")
    task = fresh.draft(ana)
    _set(fresh, task, "ana-ruiz", ana_ruiz="1/2", bo_lindahl="1/2")
    for handle in ("ana-ruiz", "bo-lindahl"):
        _confirm(fresh, task, handle)
    fresh.submit(ana, task)
    fresh.judged(task, "revise", "revise")
    for request in queries.requests_of(task):
        services.answer_request(actor=ana, request=request, state="done")
    _set(fresh, task, "ana-ruiz", ana_ruiz="1")
    _confirm(fresh, task, "ana-ruiz")
    _confirm(fresh, task, "bo-lindahl", share="0")
    fresh.submit(ana, task)
    assert not task.contributors.filter(subject=bo).exists()
    for path in ("assign/", "chairs/", "interests/"):
        client = Client()
        client.force_login(bo.user)
        answer = client.get(f"{ROOT}tasks/1/{path}")
        assert answer.status_code == 403, path
        assert b"Amara" not in answer.content, path


def test_who_declared_an_interest_reads_no_reviewers(fresh: Journey) -> None:
    fresh.publish_first(hide("reviewer_hidden"))
    vera = fresh.editor("vera-holm")
    task = fresh.submitted(fresh.member("ana-ruiz"))
    fresh.agreed(task, fresh.tomas)
    services.declare_interest(actor=fresh.amara, task=task, kind="personal", text="We share a grant since this spring.")
    assert "Tomas" in read(vera, "tasks/1/assign/")
    assert "share a grant" in read(vera, "tasks/1/interests/")
    services.declare_interest(actor=vera, task=task, kind="personal", text="I wrote a paper with the author in March.")
    assert read(vera, "tasks/1/assign/", "tasks/1/chairs/") == ""
    own = read(vera, "tasks/1/interests/")
    assert "a paper with the author" in own
    assert "share a grant" not in own


def test_a_named_report_names_nobody_where_only_reviewers_could_report(fresh: Journey) -> None:
    def change(document: dict[str, Any]) -> None:
        hide("reviewer_hidden")(document)
        document["data"]["visibility"] = "closed"

    fresh.publish_first(change)
    ana = fresh.member("ana-ruiz")
    task = fresh.accepted(ana)
    report(fresh.tomas, task, named=True)
    pages = read(ana, "tasks/1/reports/")
    assert WRONG in pages
    assert "Tomas" not in pages
    assert "Tomas" in read(fresh.tomas, "tasks/1/reports/")
    form = Client()
    form.force_login(fresh.amara.user)
    said = form.get(f"{ROOT}tasks/1/reports/new/").content.decode()
    assert 'name="named"' not in said
    assert "only those who decide see it" in said
    api = Client()
    api.force_login(ana.user)
    [case] = api.get("/api/v1/projects/aquifer-bench/tasks/1/reports/").json()["results"]
    assert [one["reporter"] for one in case["reports"]] == [None]


def test_the_record_tells_days_of_who_is_not_named(fresh: Journey) -> None:
    """An exact time could say whose evening it was."""
    ana, task = hidden(fresh, "both_hidden")
    fresh.submit(ana, fresh.draft(ana, "Another"))
    tasks.withdraw(actor=ana, task=Task.objects.get(title="Another"))
    rows = RecordEntry.objects.filter(kind__in=("RevisionSubmitted", "TaskWithdrawn"))
    assert rows.count() == 3
    for row in rows:
        before = RecordEntry.objects.get(project=row.project, seq=row.seq - 1)
        # The record never goes back: what is told of the day has the time of the line before it.
        assert row.at == max(before.at, clock.midnight(row.at))
    assert task.number == 1
