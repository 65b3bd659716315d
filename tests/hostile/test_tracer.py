"""One random string in everything that is written on a closed task; the whole product is used; then it is looked for
everywhere it must not be."""

from __future__ import annotations

import json
import logging
import re
import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from authorship.lists import services as lists
from portal.core import clock
from portal.core.record import checkpoints
from portal.notices import dispatcher
from portal.people.models import Subject
from projects.reports import services as reports
from projects.reviews import queries as reviewing
from projects.reviews import services as reviews
from projects.reviews.models import Assignment
from projects.runs import services as runs
from projects.tasks import services as tasks
from projects.tasks.models import Task
from tests import mailbox
from tests.portal.api.programs import Program, secret_for
from tests.portal.people.test_erasing import holding
from tests.projects.conftest import core_team, person, project
from tests.projects.journey import DETAILS, NO_CURE, POINT, REQUEST, SAID, STATEMENT, Journey, fresh
from tests.projects.proposals.proposing import CURE, GIVEN, WHY, answered, sent
from tests.twins.crawl import world

__all__ = ["core_team", "fresh", "person", "project"]

TRACER = "qzxtracer" + uuid.uuid4().hex[:10]
# The only columns that hold what is said on a task. A new one is a decision, and is written down here.
COLUMNS = {
    "projects_task.title",
    "projects_taskdraft.title",
    "projects_taskdraft.statement",
    "projects_taskdraft.answer",
    "projects_taskdraft.verification",
    "projects_taskdraft.details",
    "projects_revision.title",
    "projects_revision.statement",
    "projects_revision.answer",
    "projects_revision.verification",
    "projects_revision.details",
    "projects_revision.note",
    "projects_taskwords.text",
    "projects_attachment.name",
    "projects_review.text",
    "projects_reviewdraft.text",
    "projects_reviewdraft.requests",
    "projects_changerequest.text",
    "projects_changerequest.cure",
    "projects_changerequest.no_cure",
    "projects_changerequest.exact",
    "projects_changerequest.prefix",
    "projects_changerequest.suffix",
    "projects_requestanswer.text",
    "projects_reviewdecision.reasons",
    "projects_reviewdecision.points",
    "projects_correctionstep.reasons",
    "projects_defectreport.text",
    "projects_defectreport.evidence",
    "projects_defectreport.exact",
    "projects_defectreport.prefix",
    "projects_defectreport.suffix",
    "projects_reportanswer.text",
    "projects_reportdecision.reasons",
    "projects_modelrun.model",
    "projects_modelrun.settings",
    "projects_modelrun.note",
    "projects_modelrun.transcript",
    "projects_runretraction.reason",
    "projects_approvalobjection.reasons",
    "projects_roundstep.reason",
    "projects_declaredinterest.text",
    "projects_proposal.title",
    "projects_proposal.outline",
    "projects_proposal.expert",
    "projects_proposal.sources",
    "projects_proposaltext.title",
    "projects_proposaltext.outline",
    "projects_proposaltext.expert",
    "projects_proposaltext.sources",
    "projects_proposalanswer.reasons",
    "projects_proposalanswer.cure",
}


def closed(document: dict[str, Any]) -> None:
    document["data"]["visibility"] = "closed"
    document["participation"]["proposals"] = "welcome"


def marked(text: str) -> str:
    return f"{TRACER} {text}"


@pytest.fixture
def told(fresh: Journey, caplog: pytest.LogCaptureFixture) -> tuple[Journey, Task, Subject]:
    """A task from its draft to an accepted revision and a correction, everything on it marked; and the one reviewer who
    stepped down. Some of it is sent by browser and by program, and some of that is refused."""
    caplog.set_level(logging.DEBUG)
    fresh.publish_first(closed)
    ana, rui = fresh.member("ana-ruiz"), fresh.reviewer("rui-costa")
    task = fresh.draft(ana, marked("Three days"))
    details = {**DETAILS, "why": marked("Wells."), "provenance": marked("Ours.")}
    details |= {"lazy": [{"tried": marked("A guess."), "why_it_fails": "So."}]}
    details |= {"earlier": {"answer": "yes", "text": marked("A lecture.")}}
    # Tags are public in every mode.
    texts = {"answer": marked("River."), "verification": marked("2.1 m."), "details": details}
    fresh.write(ana, task, marked(STATEMENT), title=marked("Three days"), **texts)
    file = SimpleUploadedFile(f"{TRACER}.csv", TRACER.encode())
    tasks.attach(actor=ana, task=task, file=file, version=task.draft.version)
    _sent(fresh, ana, task)
    task.draft.refresh_from_db()
    tasks.submit(actor=ana, task=task, version=task.draft.version, note=marked("First."))
    task.refresh_from_db()
    reviews.step_down(actor=rui, assignment=fresh.agreed(task, rui))
    run = {"model": marked("Kiln"), "attempts": "2", "solved": "0", "ran_on": "2026-11-02", "note": marked("Why.")}
    run |= {"settings": marked("cold"), "transcript": f"https://{TRACER}.example/"}
    runs.log(actor=ana, task=task, rows=[run])
    runs.retract(actor=ana, task=task, number=1, reason=marked("Not this file."))
    _judged(fresh, ana, task)
    _proposed(fresh, ana)
    lists.recompute(project=fresh.project)
    checkpoints.publish_by_id(fresh.project.public_id, clock.deciding())
    dispatcher.drain()
    return fresh, task, rui


def _sent(journey: Journey, ana: Subject, task: Task) -> None:
    """The same by browser and by program, right and wrong: what is refused is logged, and must not be quoted."""
    draft = f"/projects/aquifer-bench/tasks/draft/{task.public_id}/"
    author, stranger, visitor = Client(), Client(), Client()
    author.force_login(ana.user)
    stranger.force_login(journey.person("a-stranger").user)
    parts = dict.fromkeys(("title", "statement", "answer", "verification"), marked("Text.")) | {"whole": "1"}
    for client in (author, stranger, visitor, Client(enforce_csrf_checks=True)):
        for values in ({**parts, "version": "1"}, {**parts, "version": "x"}, {**parts, "statement": f"{TRACER}\u202e"}):
            assert client.post(draft, values).status_code in (200, 403, 404, 409, 422)
    program = Program(secret_for(ana, journey.project))
    for body in ({**parts, "tags": []}, {TRACER: TRACER}, {**parts, "tags": [7]}):
        answer = program("PUT", f"projects/aquifer-bench/drafts/{task.public_id}/", body, If_Match='"1-x"')
        assert 400 <= answer.status_code < 500


def _judged(journey: Journey, ana: Subject, task: Task) -> None:
    wanted = [{**REQUEST, "text": marked(REQUEST["text"]), "cure": marked(REQUEST["cure"])}]
    wanted.append({**wanted[0], "cure": "", "no_cure": marked(NO_CURE)})
    for place in [journey.agreed(task, one) for one in (journey.tomas, journey.amara)]:
        reviews.save_review_draft(
            actor=place.reviewer, assignment=place, version=0, verdict="revise", text=marked(SAID), scores={},
            requests=wanted,
        )  # fmt: skip
        journey.file(place, "revise", text=marked(SAID), requests=wanted)
    for one in reviewing.requests_of(task):
        reviews.answer_request(actor=ana, request=one, state="contested", text=marked(SAID))
    task.draft.refresh_from_db()
    tasks.submit(actor=ana, task=task, version=task.draft.version, note=marked("Second."))
    task.refresh_from_db()
    for place in [journey.agreed(task, one) for one in (journey.tomas, journey.amara)]:
        journey.file(place, "accept", text=marked(SAID))
    task.refresh_from_db()
    _decided(journey, task, "revise", [{**POINT, "cure": marked(POINT["cure"])}])
    task.draft.refresh_from_db()
    tasks.submit(actor=ana, task=task, version=task.draft.version, note=marked("Third."), typos_only=True)
    task.refresh_from_db()
    reviews.object_to(actor=journey.tomas, task=task, revision=3, stage="domain", reasons=marked(SAID))
    journey.file(Assignment.objects.get(round__revision__number=3, reviewer=journey.tomas), "accept", text=marked(SAID))
    _decided(journey, task, "accept", [])
    task.refresh_from_db()
    _reported(journey, ana, task)
    reviews.open_correction(actor=journey.ines, task=task, reasons=marked(SAID))


def _proposed(journey: Journey, ana: Subject) -> None:
    """A proposal that was answered with not yet."""
    given = {name: marked(GIVEN[name]) for name in ("title", "outline", "expert", "sources")}
    made = sent(ana, journey.project, **given)
    answered(journey.ines, made, "not_yet", reasons=marked(WHY), cure=marked(CURE))


def _reported(journey: Journey, ana: Subject, task: Task) -> None:
    """Two reports: one is corrected, one contested. Whoever decides is the lead, since nobody else sees the text."""
    given = {"part": "statement", "exact": "", "line": "1", "criterion": "sound"}
    given |= {"text": marked(SAID), "evidence": marked(SAID)}
    for reporter, kind, outcome in ((journey.tomas, "correct", "corrected"), (journey.amara, "contest", "no_defect")):
        version = reports.report(actor=reporter, task=task, given=given, named=False).case.version
        reports.answer(actor=ana, task=task, kind=kind, text=marked(SAID), version=version)
        task.refresh_from_db()
        task.draft.refresh_from_db()
        if kind == "correct":
            tasks.submit(actor=ana, task=task, version=task.draft.version, note=marked("Corrected."))
        version = task.cases.latest("pk").version
        reports.decide(actor=journey.ines, task=task, outcome=outcome, reasons=marked(SAID), version=version)
        task.refresh_from_db()


def _decided(journey: Journey, task: Task, outcome: str, points: list[dict[str, str]]) -> None:
    round_ = reviews.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.ines)
    reviews.decide(actor=journey.ines, round=round_, outcome=outcome, criteria=[], reasons=marked(SAID), points=points)
    task.refresh_from_db()


def test_it_is_found_where_it_belongs_and_nowhere_else(
    told: tuple[Journey, Task, Subject], caplog: pytest.LogCaptureFixture
) -> None:
    journey, task, rui = told
    root = "/projects/aquifer-bench/"
    author = Client()
    author.force_login(journey.person("ana-ruiz").user)
    assert TRACER in author.get(f"{root}tasks/1/").content.decode()
    more = [f"{root}tasks/1/{part}" for part in ("", "requests/", "diff/?from=1&to=2", "correction/", "reports/")]
    more += [f"{root}tasks/1/revisions/{number}/attachment/" for number in (1, 2)]
    more = [f"{root}tasks/1/{part}" for part in ("", "requests/", "diff/?from=1&to=2", "correction/")]
    more += [f"{root}tasks/1/revisions/{number}/attachments/1/" for number in (1, 2)]
    more += [f"{root}tasks/1/?revision=1", f"{root}tasks/?tag=wells", f"{root}proposals/", f"{root}reviews/1/1/domain/"]
    more += [f"{root}tasks/draft/{task.public_id}/", "/engine.pyz", f"{root}credit/ledger.csv"]
    api = [f"/api/v1{root}tasks/1/{part}" for part in ("", "revisions/1/", "rounds/", "reviews/", "requests/")]
    api += [
        f"/api/v1{root}tasks/1/corrections/",
        f"/api/v1{root}tasks/1/reports/",
        f"/api/v1{root}proposals/",
        f"/api/v1{root}queue/",
        f"/api/v1{root}record/",
    ]
    looked = 0
    eda = journey.editor("eda-moss")
    for reader in (None, journey.member("bo-lindahl"), rui, eda, journey.person("a-stranger")):
        for path, (_status, _kind, text) in world(reader, *more, *api).items():
            # Whoever may answer proposals reads those that were sent in, and nobody else here does.
            reads = reader == eda and path.startswith(f"{root}proposals/q")
            assert reads or not re.search(TRACER, text), (reader, path)
            looked += 1
    assert looked > 150
    assert set(holding(TRACER)) <= COLUMNS
    assert not [line for line in caplog.records if TRACER in caplog.handler.format(line)]
    assert not [mail for mail in mailbox.delivered() if TRACER in str(mail.message())]


def test_a_name_of_a_file_is_its_authors_business(told: tuple[Journey, Task, Subject], settings: Any) -> None:
    """Files lie under names of our own, so that a listing of the store tells nothing."""
    from pathlib import Path

    stored = [str(path) for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]
    assert stored
    assert not [name for name in stored if TRACER in name]


def test_the_bundle_and_the_files_do_not_hold_it(told: tuple[Journey, Task, Subject]) -> None:
    journey, _task, _rui = told
    auditor = Client()
    auditor.force_login(journey.tomas.user)  # even whoever may read the task: files go on to anybody
    root = "/projects/aquifer-bench/"
    for path in ("authors/paper-1/bundle.json", "credit/ledger.csv", "credit/ledger.jsonl", "record/entries.jsonl"):
        answer = auditor.get(root + path)
        body = b"".join(answer) if answer.streaming else answer.content
        assert answer.status_code == 200, path
        assert TRACER not in body.decode(), path
        assert json.dumps(TRACER)[1:-1] not in body.decode()
