"""Makes the demo: the story's people, then the steps of all projects, each with the clock moved to its instant."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from portal.core import clock
from portal.core.errors import DomainError, Refused
from portal.core.once import while_alone
from portal.notices import dispatcher, inbox, worker
from portal.notices.models import Notice, OutboxMessage
from portal.notices.telling import MAIL_ONE
from portal.people import services as people
from portal.people.models import Subject, User
from portal.site.demo import acts, checking, review_acts, story
from portal.site.demo.stage import Stage, person
from portal.site.demo.story import Step
from projects.members import queries as members
from projects.project.models import Project
from projects.terms import queries as terms

# Known to everybody; production settings refuse the demo.
PASSWORD = "ash-layer-demo"
MAIL_DOMAIN = "demo.example"
# Lists are computed with every act that changes them and every so many days of the history instead of every night,
# which would take most of the making and change nothing that is kept.
NIGHT = dt.timedelta(days=14)
# What people were told before that they have read, and its mails were thrown away.
UNREAD = dt.timedelta(days=60)
REMEMBERED = (terms.REMEMBERED, members.REMEMBERED)


def seed(only: str = "") -> None:
    """In an empty database only. The history ends now: the clock starts as far back as the story is long.

    `only` is the slug of one project to be made alone, for trying its story. Refused with everything that is wrong
    with a story before anything is made, else with the step that a service refused.
    """
    if Project.objects.exists() or Subject.objects.exists():
        raise Refused("The demo is made in an empty database only.")
    told = story.stories(only)
    if not told:
        known = ", ".join(one.slug for one in story.stories())
        raise Refused(f"The demo has no project {only}; it has {known}.")
    check(told)
    really = clock.deciding()
    first = really.replace(hour=0, minute=0, second=0, microsecond=0) - dt.timedelta(days=story.LENGTH)
    clock.set_start(first - really)
    _open_accounts()
    stages = {one.slug: Stage(one, (first + dt.timedelta(days=one.project["founded"])).date()) for one in told}
    night = NIGHT
    for step in story.merged(told):
        _move_on(first + step.since)
        if step.since >= night:
            dispatcher.plan()
            night = step.since + NIGHT
        _take(stages[step.story.slug], step, mailed=first + step.since >= really - UNREAD)
    clock.move(-clock.offset())
    dispatcher.plan()
    _run_jobs()
    _read_inboxes(clock.deciding() - UNREAD)
    _write_accounts(Path(settings.CONCORD_DATA_DIR), told)


def check(told: list[story.Story]) -> None:
    """Refused with every mistake in these stories."""
    handles = {one["handle"] for one in story.people()}
    wrong: list[object] = []
    for one in told:
        try:
            wrong += checking.problems(one, handles)
        except Refused as refused:  # a file that cannot be read
            wrong += refused.reasons
    if wrong:
        raise Refused(*wrong, code="story")


def _open_accounts() -> None:
    """One hash for all: they share the password, and everybody may know it."""
    at = clock.deciding()
    for one in story.people():
        user = people.open_account(
            email=f"{one['handle']}@{MAIL_DOMAIN}",
            password=None,
            printed_name=one["printed"],
            given=one["given"],
            family=one["family"],
            native_name=one.get("native", ""),
            handle=one["handle"],
            language=one.get("language", ""),
            verified=True,
            at=at,
        )
        subject = user.subject
        people.change_profile(actor=subject, subject=subject, zone=one["zone"], about=one.get("about", ""))
        rows = [(name, "") for name in one["affiliations"]]
        people.set_affiliations(actor=subject, subject=subject, rows=rows)
    User.objects.update(password=make_password(PASSWORD))


def _take(stage: Stage, step: Step, *, mailed: bool) -> None:
    """One step as its person's act, then what the site does by itself; with or without its mails."""
    try:
        with while_alone(*REMEMBERED), transaction.atomic():
            acts.ACTS[step.data["do"]](stage, person(step.data["by"]), **step.details)
            review_acts.follow(stage)
    except DomainError as refused:
        raise Refused(*(f"{step}: {reason}" for reason in refused.reasons or [type(refused).__name__])) from refused
    except (ObjectDoesNotExist, AssertionError, KeyError, StopIteration, ValueError) as error:
        raise Refused(f"{step}: {type(error).__name__}: {error}") from error
    if not mailed:
        _throw_mails_away()
    _run_jobs()


def _throw_mails_away() -> None:
    at = clock.deciding()
    Notice.objects.filter(settled_at=None).update(settled_at=at, shown=True)
    OutboxMessage.objects.filter(job=MAIL_ONE, done_at=None).update(done_at=at)


def _move_on(to: dt.datetime) -> None:
    clock.move(max(to - clock.deciding(), dt.timedelta()))


def _run_jobs() -> None:
    """What dispatcher and worker would do by now, in this process. Over a job that fails no demo is made."""
    while True:
        due = OutboxMessage.objects.filter(done_at=None, parked_at=None, due_at__lte=clock.deciding())
        rows = list(due.order_by("priority", "due_at", "pk"))
        if not rows:
            return
        for row in rows:
            with while_alone(*REMEMBERED):
                outcome = worker.run(row.pk)
            if outcome in ("again", "parked"):
                row.refresh_from_db()
                raise Refused(f"the job {row.job} failed: {row.error}")


def _read_inboxes(before: dt.datetime) -> None:
    """Everybody has read what they were told before that."""
    for subject in Subject.objects.filter(notices__read_at=None, notices__at__lt=before).distinct():
        old = inbox.of(subject).filter(at__lt=before).values_list("public_id", flat=True)
        inbox.mark_read(actor=subject, subject=subject, ids=old)


def _write_accounts(folder: Path, told: list[story.Story]) -> None:
    """What `make run` prints: a few people with their part in each project, and somebody who has none yet."""
    lines = [f"Sign in as one of these people, all with the password {PASSWORD}:"]
    for one in told:
        lines.append(f"  {one.project['title']}")
        lines += [f"    {part:<12} {who}@{MAIL_DOMAIN}" for part, who in one.project["accounts"].items()]
    lines += ["  In no project yet", f"    {'newcomer':<12} {story.people()[-1]['handle']}@{MAIL_DOMAIN}"]
    lines.append(f"Everybody else signs in as well: their handle, from the address of their page, @{MAIL_DOMAIN}.")
    lines.append("People and projects of the demo are invented.")
    (folder / "demo-accounts.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
