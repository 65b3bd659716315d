"""Published heads: signed, kept in the database, and written to a file outside of it."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from authorship.engine import canonical
from portal.core import clock
from portal.core.access import check
from portal.core.errors import Refused
from portal.core.parties import Actor, Collaboration
from portal.core.record import chain, signing
from portal.core.record.models import Checkpoint, RecordHead


def publish_now(*, project: Collaboration, actor: Actor) -> Checkpoint:
    """On demand, for whoever may (`record.checkpoint`); otherwise as `publish`."""
    check.require(actor, "record.checkpoint", project)
    return publish(project, clock.deciding())


def publish(project: Collaboration, at: dt.datetime) -> Checkpoint:
    """Signs the present head. A head already signed on the same UTC day is not signed again.

    The file `CONCORD_DATA_DIR/checkpoints/<project>.jsonl` is written after the commit. Refused while the
    record is empty.
    """
    return publish_by_id(project.public_id, at)


def publish_by_id(project: str, at: dt.datetime) -> Checkpoint:
    with transaction.atomic():
        head = RecordHead.objects.select_for_update().filter(project=project, count__gt=0).first()
        if head is None:
            raise Refused(_("There is nothing in the record yet."))
        last = Checkpoint.objects.filter(project=project).order_by("-count", "-at", "-pk").first()
        if last is None or last.count != head.count or last.at.astimezone(dt.UTC).date() < _day(at):
            last = _signed(head, max(at, last.at) if last else at)
        transaction.on_commit(lambda: write_file(project))
    return last


def statement(checkpoint: Checkpoint) -> dict[str, object]:
    """What is signed."""
    return {
        "project": checkpoint.project,
        "count": checkpoint.count,
        "head": checkpoint.head,
        "at": chain.instant(checkpoint.at),
    }


def line(checkpoint: Checkpoint) -> str:
    """A checkpoint as it is published, one line of canonical JSON."""
    return canonical.dumps(
        {**statement(checkpoint), "public_key": checkpoint.public_key, "signature": checkpoint.signature}
    )


def write_file(project: str) -> None:
    """Appends what the file does not hold yet, so a line lost to a crash is made good the next time."""
    held = set(file_lines(project))
    lines = (line(row) for row in Checkpoint.objects.filter(project=project).order_by("count", "at", "pk"))
    fresh = [text for text in lines if text not in held]
    if fresh:
        with _file(project).open("a", encoding="utf-8") as file:
            file.writelines(text + "\n" for text in fresh)


def file_lines(project: str) -> Iterator[str]:
    if _file(project).exists():
        yield from _file(project).read_text(encoding="utf-8").splitlines()


def _file(project: str) -> Path:
    return signing.folder() / f"{project}.jsonl"


def _day(at: dt.datetime) -> dt.date:
    return at.astimezone(dt.UTC).date()


def _signed(head: RecordHead, at: dt.datetime) -> Checkpoint:
    checkpoint = Checkpoint(project=head.project, count=head.count, head=head.hash, at=at)
    checkpoint.public_key, checkpoint.signature = signing.sign(statement(checkpoint))
    checkpoint.save(force_insert=True)
    return checkpoint
