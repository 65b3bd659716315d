"""Makes the demo: the story's people, then its steps, each with the clock moved to its day."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from django.conf import settings
from django.db import transaction

from portal.core import clock
from portal.core.errors import Refused
from portal.notices import dispatcher, worker
from portal.notices.models import OutboxMessage
from portal.people import services as people
from portal.people.models import Subject, User
from portal.site.demo import acts, story
from projects.project.models import Project

# Known to everybody; production settings refuse the demo.
PASSWORD = "ash-layer-demo"
MAIL_DOMAIN = "demo.example"


def seed() -> None:
    """In an empty database only. The history ends now: the clock starts as far back as the story is long."""
    if Project.objects.exists() or Subject.objects.exists():
        raise Refused("The demo is made in an empty database only.")
    really = clock.deciding()
    founded = really.replace(hour=0, minute=0, second=0, microsecond=0) - dt.timedelta(days=story.length() + 1)
    clock.set_start(founded - really)
    _open_accounts()
    stage = acts.Stage()
    for step, since in story.moments():
        _move_on(founded + since)
        _take(stage, step)
    clock.move(-clock.offset())
    _run_jobs()
    _write_accounts(Path(settings.CONCORD_DATA_DIR))


def _open_accounts() -> None:
    at = clock.deciding()
    for person in story.people():
        user = people.open_account(
            email=f"{person['handle']}@{MAIL_DOMAIN}",
            password=PASSWORD,
            printed_name=person["printed"],
            given=person["given"],
            family=person["family"],
            native_name=person.get("native", ""),
            handle=person["handle"],
            verified=True,
            at=at,
        )
        people.change_profile(actor=user.subject, subject=user.subject, zone=person["zone"])
        people.set_affiliations(actor=user.subject, subject=user.subject, rows=[(person["affiliation"], "")])


def _take(stage: acts.Stage, step: dict[str, object]) -> None:
    """One step as its person's act, then what the site does by itself."""
    details = {name: value for name, value in step.items() if name not in ("day", "by", "do")}
    actor = User.objects.select_related("subject").get(subject__handle=step["by"]).subject
    with transaction.atomic():
        acts.ACTS[str(step["do"])](stage, actor, **details)
        acts.follow(stage)
    _run_jobs()


def _move_on(to: dt.datetime) -> None:
    clock.move(max(to - clock.deciding(), dt.timedelta()))


def _run_jobs() -> None:
    """What dispatcher and worker would do by now, in this process: planned rows and wanted rows that are due."""
    dispatcher.plan()
    while True:
        due = OutboxMessage.objects.filter(done_at=None, parked_at=None, due_at__lte=clock.deciding())
        rows = list(due.order_by("priority", "due_at", "pk"))
        if not rows:
            return
        for row in rows:
            worker.run(row.pk)


def _write_accounts(folder: Path) -> None:
    lines = [
        f"All demo accounts have the password {PASSWORD}",
        *(f"  {person['handle']}@{MAIL_DOMAIN}  {person['printed']}" for person in story.people()),
    ]
    (folder / "demo-accounts.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
