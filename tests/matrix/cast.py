"""One project in the middle of its work, and everybody who may come to it.

Ana wrote 1 (accepted), 2 (changes requested), 3 (in review), 4 (waits for its decision), 5 (waits for reviewers, and
has a chair) and a draft with Cora. The terms are closed, so that what a page shows depends on who reads it. `secret` is
a draft that Ines alone sees.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from authorship.ledger import corrections
from authorship.ledger.models import CreditEntry
from authorship.lists import services as lists
from portal.core import clock
from portal.core.record import checkpoints
from portal.notices.models import Notice
from portal.people import closing
from portal.people import services as people
from portal.people.models import Subject, User
from projects.members import services as members
from projects.project import services as projects
from projects.project.models import Project
from projects.reviews import queries as reviewing
from projects.reviews import services as reviews
from projects.runs import services as runs
from projects.tasks import services as tasks
from projects.tasks.models import Task
from projects.terms import cards
from projects.terms import queries as terms_queries
from projects.terms.models import TermsVersion
from projects.terms.replying import ANSWERABLE
from tests.portal.api.programs import secret_for
from tests.portal.site.api.world import founded, person
from tests.projects.conftest import EXAMPLE
from tests.projects.journey import STATEMENT, Journey
from tests.projects.proposals import proposing

# Roles that hold one power alone, so that each power is seen by itself. Nobody else holds `amend` but Ines and Tomas.
ALONE = {"speaker": "chair", "auditor": "audit", "keeper": "amend", "locker": "freeze", "giver": "award"}

# Everybody, by the name under which the tables speak of them, and the handle of their account.
HANDLES = {
    "outsider": "zoe",
    "unverified": "uma",
    "member": "mia",
    "author": "ana",
    "co": "cora",
    "reviewer": "reva",
    "asked": "amara-nwosu",
    "stepped": "rui",
    "lead": "lena",
    "founder": "ines-varga",
    "organizer": "tomas-lindqvist",
    **{role: f"{role}-alone" for role in ALONE},
    "former": "fay",
    "closed": "cleo",
}
PEOPLE = ("visitor", *HANDLES, "token", "elsewhere")


@dataclass
class Cast:
    journey: Journey
    draft: Task
    tasks: dict[int, Task]
    secret: Project
    clients: dict[str, Client] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)

    @property
    def project(self) -> Project:
        return self.journey.project

    def subject(self, who: str) -> Subject | None:
        return None if who == "visitor" else person(HANDLES[who])

    def ask(self, who: str, method: str, address: str, form: Any = None) -> Any:
        """With the cookies that they came with, whatever an answer before did to them."""
        client = self.clients[who]
        client.cookies = SimpleCookie(self.cookies[who])
        return getattr(client, method.lower())(address, form or {}, headers=self.headers.get(who, {}))

    def ask_api(self, who: str, method: str, address: str, content: str, headers: dict[str, str]) -> Any:
        client = self.clients[who]
        client.cookies = SimpleCookie(self.cookies[who])
        sent = {**self.headers.get(who, {}), **headers}
        return client.generic(method, address, content, "application/json", headers=sent)


def _powers_apart(document: dict[str, Any]) -> None:
    document["data"]["visibility"] = "closed"
    document["participation"]["proposals"] = "welcome"
    contributor = document["roles"][0]
    for role, power in ALONE.items():
        more = {"id": role, "title": role.title(), "powers": [power], "granted": "appointed", "criteria": "none"}
        document["roles"].append({**contributor, **more})


def made() -> Cast:
    """Everybody and everything; costs a second or two, so it is made once a module."""
    journey = founded(_powers_apart)
    project = journey.project
    people.open_account(
        email="uma@example.org", password="correct horse", handle="uma", at=clock.deciding(), verified=False,
        printed_name="Uma", given="", family="Uma", language="en",
    )  # fmt: skip
    ana = journey.member("ana")
    accepted = journey.accepted(ana, "Accepted")  # before there is a second editor, who would have to be the lead
    cora, rui, lena = journey.member("cora"), journey.reviewer("rui"), journey.editor("lena")
    journey.member("mia")
    for role in ALONE:
        journey.appoint(journey.member(f"{role}-alone"), role)
    written = {1: accepted, **_tasks(journey, ana, rui, lena)}
    draft = _draft(journey, ana, cora)
    secret = projects.create(actor=journey.ines, title="Secret", slug="secret", summary="Hidden.", field="Geology")
    journey.person("zoe")
    members.leave(actor=journey.member("fay"), project=project)
    lists.recompute(project=project)
    checkpoints.publish_by_id(project.public_id, clock.deciding())
    for task in (draft, written[3]):
        run = {"model": "Kiln", "attempts": "20", "solved": "3", "ran_on": "2026-11-02"}
        runs.log(actor=ana, task=task, rows=[run])
    found = Cast(journey, draft, written, secret)
    _places(found)
    _clients(found)
    cleo = User.objects.get(subject=journey.member("cleo"))
    found.clients["closed"].force_login(cleo)
    closing.close(actor=cleo.subject, user=cleo)
    found.cookies = {who: client.cookies.output(header="", sep=";") for who, client in found.clients.items()}
    return found


def _tasks(journey: Journey, ana: Subject, rui: Subject, lena: Subject) -> dict[int, Task]:
    asked = journey.submitted(ana, "Asked")
    journey.judged(asked, "revise", "revise")
    under_way = journey.draft(ana, "Under way")
    file = SimpleUploadedFile("levels.txt", b"some text")
    tasks.attach(actor=ana, task=under_way, file=file, version=under_way.draft.version)
    journey.submit(ana, under_way)
    reva = journey.reviewer("reva")
    place = journey.agreed(under_way, reva)
    reviews.save_review_draft(
        actor=reva, assignment=place, version=0, verdict="", text="So far.", scores={"sound": 4}, requests=[]
    )
    reviews.step_down(actor=rui, assignment=journey.agreed(under_way, rui))
    journey.ask(under_way, journey.amara)
    ready = journey.submitted(ana, "Ready")
    journey.judged(ready, "accept", "accept")
    reviews.appoint_lead(actor=journey.ines, round=journey.round(ready), lead=lena)
    waits = journey.submitted(ana, "Waits")
    reviews.assign_chair(actor=journey.ines, task=waits, chair=person("speaker-alone"))
    declined = journey.submitted(ana, "Declined")
    journey.judged(declined, "decline", "decline")
    return {2: asked, 3: under_way, 4: ready, 5: waits, 6: declined, 7: _corrected(journey, ana)}


def _corrected(journey: Journey, ana: Subject) -> Task:
    """Tomas accepted it, Amara did not; its second revision corrects typos only."""
    task = journey.submitted(ana, "Corrected")
    journey.judged(task, "accept", "revise")
    for one in reviewing.requests_of(task):
        reviews.answer_request(actor=ana, request=one, state="done", text="It is named now.")
    journey.write(ana, task, STATEMENT.replace("rises", "rise"))
    tasks.submit(actor=ana, task=task, version=task.draft.version, typos_only=True)
    task.refresh_from_db()
    return task


def _draft(journey: Journey, ana: Subject, cora: Subject) -> Task:
    draft = journey.draft(ana, "Draft")
    file = SimpleUploadedFile("heads.txt", b"some text")
    tasks.attach(actor=ana, task=draft, file=file, version=draft.draft.version)
    draft.draft.refresh_from_db()
    shares = {"ana": "1/2", "cora": "1/2"}
    tasks.set_shares(actor=ana, task=draft, shares=shares, version=draft.draft.version)
    version = terms_queries.current(journey.project)
    assert version is not None
    tasks.confirm_share(actor=ana, task=draft, terms_number=1, terms_hash=version.hash, share="1/2")
    draft.draft.refresh_from_db()
    return draft


def _places(found: Cast) -> None:
    entries = CreditEntry.objects.filter(project=found.project)
    own, asked = (entries.filter(subject_id=person(one).pk).order_by("seq")[0].seq for one in ("ana", "amara-nwosu"))
    correction = corrections.propose(
        actor=person("giver-alone"), project=found.project, seq=asked, reason="It was counted for the wrong task."
    )
    version = terms_queries.current(found.project)
    assert version is not None
    found.places = {
        "slug": found.project.slug,
        "public_id": found.draft.public_id,
        "draft_version": str(found.draft.draft.version),
        "review_version": "1",
        "stage": "domain",
        "request": reviewing.key_of(reviewing.requests_of(found.tasks[2])[0]),
        "correction": str(correction.pk),
        "hash": version.hash,
        "later": (clock.deciding() + dt.timedelta(days=60)).date().isoformat(),
        "output": "paper-1",
        "own_seq": str(own),
        "asked_seq": str(asked),
        "terms_version": str(terms_queries.draft(found.project).version),
        "check": _answerable(version),
        "proposal": proposing.sent(person("ana"), found.project).public_id,
        "unsent": proposing.begun(person("ana"), found.project).public_id,
        "notice": Notice.objects.filter(subject=person("ana"))[0].public_id,
    }


def _answerable(version: TermsVersion) -> str:
    """A check whose mark the project may answer."""
    return next(one.check for one in cards.card_of(version).findings if one.code in ANSWERABLE)


def _clients(found: Cast) -> None:
    for who in PEOPLE:
        found.clients[who] = Client(raise_request_exception=False)
        if who in HANDLES and who != "closed":
            found.clients[who].force_login(User.objects.get(subject=person(HANDLES[who])))
    ana = person("ana")
    other = projects.create(actor=ana, title="Other", slug="other", summary="Another.", field="Geology")
    for who, place in (("token", found.project), ("elsewhere", other)):
        found.headers[who] = {"Authorization": f"Bearer {secret_for(ana, place)}"}


@contextmanager
def undone() -> Iterator[None]:
    """Whatever was done inside never was."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


__all__ = ["ALONE", "EXAMPLE", "HANDLES", "PEOPLE", "Cast", "made", "undone"]
