"""Golden mails about turns, word by word, of all kinds that a collaboration brings about. After a change of a
text or a translation, write them anew with `CONCORD_WRITE_GOLDEN=1 pytest tests/golden/test_notices.py` and read the
difference."""

from __future__ import annotations

import datetime as dt
import os
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings

from portal.core import clock
from portal.notices import dispatcher, kinds, registry
from portal.notices.jobs import digests_that_are_due
from portal.notices.models import Notice
from portal.people.models import Subject, User
from projects.proposals.jobs import late
from projects.reviews import queries, services, telling
from projects.tasks import services as tasks
from projects.terms import services as terms
from projects.terms.queries import current
from tests import mailbox
from tests.projects.conftest import *  # noqa: F403
from tests.projects.journey import *  # noqa: F403
from tests.projects.journey import SAID, STATEMENT, Journey
from tests.projects.proposals import proposing
from tests.projects.reports import acting as reporting

pytestmark = [pytest.mark.any_engine, pytest.mark.own_ground]

FOLDER = Path(__file__).parent / "notices"
LANGUAGES = ("en", "zh-hans")
HERE = "http://127.0.0.1:8000"


class Days:
    """The deciding instant: 4 January 2027, nine in the morning, and on from there."""

    def __init__(self) -> None:
        self.at = dt.datetime(2027, 1, 4, 9, tzinfo=dt.UTC)

    def later(self, days: int) -> None:
        self.at += dt.timedelta(days=days)
        dispatcher.plan()


@pytest.fixture(autouse=True)
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    made = Days()
    registry.load()
    monkeypatch.setattr(registry, "_planners", {"digests": digests_that_are_due})
    monkeypatch.setattr(clock, "deciding", lambda: made.at)
    monkeypatch.setattr("projects.reviews.letters.secrets", SimpleNamespace(choice=lambda free: free[0]))
    return made


def collaborate(journey: Journey, days: Days) -> str:
    """One task from a shared draft to its revoked acceptance, one declined; the id of the draft."""
    ana, bo = journey.person("ana-ruiz"), journey.person("bo-lindahl")
    task = journey.draft(ana)
    shares = {ana.handle: "2/3", bo.handle: "1/3"}
    tasks.set_shares(actor=ana, task=task, shares=shares, version=task.draft.version)
    mailbox.delivered()
    for one in (ana, bo):
        version = current(journey.project)
        tasks.confirm_share(actor=one, task=task, terms_number=version.number, terms_hash=version.hash)
    journey.submit(ana, task)
    mailbox.delivered()
    places = [journey.ask(task, one) for one in (journey.tomas, journey.amara)]
    mailbox.delivered()
    for place in places:
        services.agree(actor=place.reviewer, assignment=place)
    days.later(8)
    telling.remind(days.at)
    mailbox.delivered()
    days.later(3)
    telling.remind(days.at)
    mailbox.delivered()
    journey.file(places[0], "revise")
    journey.file(places[1], "revise")
    mailbox.delivered()
    for request in queries.requests_of(task):
        services.answer_request(actor=ana, request=request, state="done", text="It is named now.")
    task.refresh_from_db()
    journey.write(ana, task, STATEMENT + "\nThe river speaks for it.\n")
    journey.submit(ana, task)
    first, second = queries.requests_of(task)
    services.settle(actor=first.review.assignment.reviewer, request=first)
    services.drop(actor=second.review.assignment.reviewer, request=second)
    mailbox.delivered()
    days.later(1)
    mailbox.delivered()
    journey.judged(task, "accept", "accept")
    mailbox.delivered()
    journey.decided(task)
    mailbox.delivered()
    editor = journey.editor("edo-mori")
    User.objects.update(language=ana.user.language)
    reporting.report(journey.member("pau-serra"), task)
    User.objects.update(language=ana.user.language)
    mailbox.delivered()
    reporting.answer(ana, task, "contest")
    mailbox.delivered()
    reporting.decide(editor, task, "no_defect")
    mailbox.delivered()
    services.open_correction(actor=journey.ines, task=task, reasons=SAID)
    mailbox.delivered()
    services.decide_correction(actor=editor, task=task, outcome="keep", reasons=SAID)
    mailbox.delivered()
    services.open_correction(actor=journey.ines, task=task, reasons=SAID)
    mailbox.delivered()
    services.decide_correction(actor=editor, task=task, outcome="revoke", reasons=SAID)
    mailbox.delivered()
    other = journey.submitted(ana, "A second borehole")
    services.appoint_lead(actor=journey.ines, round=journey.round(other), lead=editor)
    mailbox.delivered()
    journey.judged(other, "decline", "decline")
    mailbox.delivered()
    services.reopen(actor=journey.ines, task=other, reasons=SAID)
    mailbox.delivered()
    corrected(journey, ana)
    third = journey.submitted(ana, "A third borehole")
    journey.agreed(third, journey.tomas)
    tasks.withdraw(actor=ana, task=third)
    mailbox.delivered()
    _days_and_interests(journey, days, ana, editor)
    _proposals(journey, days, ana)
    return task.public_id


def _proposals(journey: Journey, days: Days, ana: Subject) -> None:
    """The next terms take proposals; one waits too long, and is answered with not yet."""
    journey.amend(lambda document: document["participation"].update(proposals="welcome"))
    days.later(90)
    version = current(journey.project)
    terms.accept(actor=ana, project=journey.project, number=version.number, hash=version.hash, purpose="work")
    made = proposing.sent(ana, journey.project)
    mailbox.delivered()
    days.later(15)
    late()
    mailbox.delivered()
    proposing.answered(journey.ines, made, "not_yet")
    mailbox.delivered()


def corrected(journey: Journey, ana: Subject) -> None:
    """A revision that corrects typos only; one approval counts on and is taken back."""
    task = journey.submitted(ana, "A borehole to correct")
    journey.judged(task, "accept", "revise")
    for request in queries.requests_of(task):
        services.answer_request(actor=ana, request=request, state="done", text="It is named now.")
    mailbox.delivered()
    journey.write(ana, task, STATEMENT.replace("rises", "rise"))
    tasks.submit(actor=ana, task=task, version=task.draft.version, typos_only=True)
    task.refresh_from_db()
    mailbox.delivered()
    services.object_to(actor=journey.tomas, task=task, revision=2, stage="domain", reasons=SAID)


def _days_and_interests(journey: Journey, days: Days, ana: Subject, editor: Subject) -> None:
    """A task with a chair whose day passes and is moved on, and an interest that is declared and waived."""
    task = journey.submitted(ana, "A fourth borehole")
    services.assign_chair(actor=journey.ines, task=task, chair=editor)
    journey.ask(task, journey.tomas)
    mailbox.delivered()
    days.later(11)
    services.pass_on_due(days.at)
    mailbox.delivered()
    round_ = journey.round(task)
    services.ask_for_somebody_else(actor=ana, round=round_, reason=SAID)
    mailbox.delivered()
    for what in ("decision", "first_answer"):
        day = (days.at + dt.timedelta(days=15)).date()
        services.extend(actor=editor, round=round_, clock=what, day=day, reason=SAID)
        mailbox.delivered()
    interest = services.declare_interest(actor=journey.amara, task=task, kind="personal", text=SAID)
    mailbox.delivered()
    services.waive_interest(actor=editor, interest=interest, reason=SAID)
    mailbox.delivered()


def written(journey: Journey, days: Days, language: str) -> str:
    """Each text once, with everybody who gets it, in the order of the texts: who comes first of two who are told at one
    instant is drawn with their ids."""
    for handle in ("ana-ruiz", "bo-lindahl"):
        journey.member(handle)
    User.objects.update(language=language)
    draft = collaborate(journey, days)
    texts: dict[str, set[str]] = {}
    for one in mailbox.delivered():
        texts.setdefault(f"Subject: {one.subject}\n\n{one.body.rstrip()}\n", set()).add(one.to[0])
    found = "\n\n".join(f"To: {', '.join(sorted(to))}\n{text}" for text, to in sorted(texts.items()))
    found = re.sub(r"(?<=/proposals/)q[a-z0-9]{12}", "qproposal0000", found)
    return found.replace(draft, "tdraft0000000")


@pytest.mark.parametrize("language", LANGUAGES)
def test_mails_about_turns_are_the_golden_ones(journey: Journey, days: Days, language: str) -> None:
    found = written(journey, days, language)
    path = FOLDER / f"notices.{language}.txt"
    if os.environ.get("CONCORD_WRITE_GOLDEN"):
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
    assert set(Notice.objects.values_list("kind", flat=True)) == set(kinds.registered()), "each kind is in the story"
    assert tuple(code for code, _name in settings.LANGUAGES) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_golden_mails_about_turns_are_as_mails_are(language: str) -> None:
    """One line of subject, our own links, no title that only members read, no person's name and no word of a task."""
    mails = (FOLDER / f"notices.{language}.txt").read_text(encoding="utf-8").split("\n\nTo: ")
    assert len(mails) == 41
    for mail in mails:
        subject = re.findall(r"(?m)^Subject: (.*)$", mail)
        assert len(subject) == 1
        assert 0 < len(subject[0]) < 78
        text = mail.split("\n\n", 1)[1]
        assert "<" not in text
        assert "&" not in text
        assert "!" not in text
        assert "\n\n\n" not in text
        assert not [line for line in text.splitlines() if line != "-- " and line.endswith(" ")]
        links = re.findall(r"https?://\S+", text)
        assert all(link.startswith(HERE) for link in links)
        assert links[-3:] == [f"{HERE}/inbox/", f"{HERE}/account/notices/", HERE]
        assert links[0].startswith(f"{HERE}/projects/aquifer-bench/")
        for name in (
            "Ruiz",
            "Lindahl",
            "Varga",
            "Lindqvist",
            "Nwosu",
            "Mori",
            "Serra",
            "pumping",
            "borehole",
            "river",
            SAID,
        ):
            assert name not in text
