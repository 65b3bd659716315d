"""Erasing a person: the name goes from everywhere, what it stood on stays under a random id.

The log of erasures is kept in the database and in `CONCORD_DATA_DIR/erasures.jsonl`, so that a database restored
from an older copy can be brought to what it promised (`replay`).
"""

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from portal.core import clock, events
from portal.core.access import check
from portal.core.record import chain
from portal.core.record import services as record
from portal.core.text import markdown
from portal.people import handles, sessions
from portal.people.models import Affiliation, Erasure, Profile, RetiredHandle, Subject, User

EMPTY: Mapping[str, Any] = {
    "printed_name": "",
    "given": "",
    "family": "",
    "native_name": "",
    "sort_key": "",
    "look": "",
    "orcid": "",
    "orcid_proved_at": None,
    "about": "",
    "zone": "UTC",
    "private": [],
}


@transaction.atomic
def erase_own(*, actor: Subject, subject: Subject) -> Erasure:
    """As the person asked on their own page."""
    check.require(actor, "people.erase", None, subject)
    return erase(subject, asked_by="own", at=clock.deciding())


@transaction.atomic
def erase(subject: Subject, *, asked_by: str, at: dt.datetime) -> Erasure:
    """Empties the profile and deletes the account with all that hangs on it; emits PersonErased before.

    Listeners empty what other rooms keep of the name: drafts, sort keys and salts of lists, mail, uploaded terms.
    Entries, places, decisions and submitted texts stay. Erasing twice changes nothing and returns the first one.
    """
    profile = Profile.objects.select_for_update(of=("self",)).get(subject=subject)
    subject = Subject.objects.get(pk=subject.pk)
    if profile.erased_at is None:
        events.emit(events.PersonErased(subject=subject.pk, actor=subject.pk, at=at))
        markdown.forget(profile.about)
        record.forget_texts(subject.pk)
        _retire(subject)
        Affiliation.objects.filter(subject=subject).delete()
        for user in User.objects.filter(subject=subject):
            sessions.end_all(user)
            user.delete()
        Profile.objects.filter(pk=profile.pk).update(erased_at=at, **EMPTY)
    known = Erasure.objects.filter(subject=subject).first()
    made = known or Erasure.objects.create(subject=subject, at=at, asked_by=asked_by)
    transaction.on_commit(write_log)
    return made


def _retire(subject: Subject) -> None:
    """Nobody takes the handle again, nor one that looks like it; what is kept of it names nobody."""
    kept = {subject.handle, subject.handle_skeleton, handles.skeleton(subject.handle or "")} - {None, ""}
    rows = [RetiredHandle(digest=handles.retired(str(text))) for text in kept]
    RetiredHandle.objects.bulk_create(rows, ignore_conflicts=True)
    Subject.objects.filter(pk=subject.pk).update(handle=None, handle_skeleton=None)


# --- the log outside the database


def log_file() -> Path:
    return Path(settings.CONCORD_DATA_DIR) / "erasures.jsonl"


def write_log() -> None:
    """Appends what the file does not hold yet, so that a line lost to a crash is made good the next time."""
    held = {line["subject"] for line in _lines()}
    rows = Erasure.objects.exclude(subject__in=held).order_by("pk")
    fresh = [
        json.dumps({"subject": row.subject_id, "at": chain.instant(row.at), "asked_by": row.asked_by}, sort_keys=True)
        for row in rows
    ]
    if fresh:
        with log_file().open("a", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in fresh)


def replay() -> list[str]:
    """After a restore: erases again whom the log names and this database still knows. Returns their subject ids."""
    wanted = {line["subject"]: (dt.datetime.fromisoformat(line["at"]), line["asked_by"]) for line in _lines()}
    wanted |= {row.subject_id: (row.at, row.asked_by) for row in Erasure.objects.all()}
    known = Subject.objects.filter(pk__in=wanted, profile__erased_at=None).order_by("pk")
    for subject in known:
        at, asked_by = wanted[subject.pk]
        erase(subject, asked_by=asked_by, at=at)
    return [subject.pk for subject in known]


def _lines() -> Iterator[dict[str, str]]:
    if log_file().exists():
        for line in log_file().read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def verify() -> Iterator[str]:
    """Whoever was erased is: the profile empty, the account gone, the log complete."""
    table = Profile._meta.db_table
    for profile in Profile.objects.exclude(erased_at=None).select_related("subject"):
        left = [name for name, empty in EMPTY.items() if getattr(profile, name) != empty]
        left += ["handle"] if profile.subject.handle else []
        if left:
            yield f"{table} of {profile.subject_id}: erased, and still holds {', '.join(left)}"
        if User.objects.filter(subject=profile.subject_id).exists():
            yield f"{User._meta.db_table} of {profile.subject_id}: erased, and still has an account"
    logged = {line["subject"] for line in _lines()} | set(Erasure.objects.values_list("subject_id", flat=True))
    for subject in Subject.objects.filter(pk__in=logged, profile__erased_at=None).order_by("pk"):
        yield f"{table} of {subject.pk}: the log says erased; run manage.py replay_erasures"
