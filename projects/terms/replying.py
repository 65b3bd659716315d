"""Writes beside the fairness card: the project's reply to a mark, and somebody's word that a mark misreads."""

from __future__ import annotations

import datetime as dt
import hashlib

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.record.services import write
from portal.core.text.input import clean_text
from portal.people.models import Subject
from projects.project.models import Project
from projects.project.policies import require_verified
from projects.terms.cards import card_of
from projects.terms.checks.finding import CHECK_SET, Finding
from projects.terms.models import MarkContest, MarkReply, TermsVersion

MOST = 600
# What a reply may stand beside; a fair mark needs none.
ANSWERABLE = frozenset({"flag", "observation", "open"})


@transaction.atomic
def reply(*, actor: Subject, version: TermsVersion, check: str, text: str) -> MarkReply:
    """The project's answer to a flag, an observation or a line that is not stated. It changes neither mark nor count.

    Refused beside any other line, and where it is empty or longer than 600 characters. The same text again is one row.
    """
    require(actor, "card.reply", version.project)
    finding = _line(version, check)
    if finding.code not in ANSWERABLE:
        raise Refused(_("A reply stands beside a red flag, an observation or a line that is not stated."), code="fair")
    words = typed(text)
    # Of one form that was sent twice the second waits here and finds the reply of the first.
    Project.objects.select_for_update(no_key=True).get(pk=version.project_id)
    last = MarkReply.objects.filter(terms=version, check_id=check, check_set=CHECK_SET).first()
    if last is not None and last.text == words and last.by_id == actor.id:
        return last
    at = clock.deciding()
    made = MarkReply.objects.create(
        terms=version,
        check_id=check,
        check_set=CHECK_SET,
        text=words,
        role=_role(version, actor)[:300],
        by=actor,
        at=at,
    )
    _tell("MarkReplied", actor, version, check, words, at)
    return made


@transaction.atomic
def contest(*, actor: Subject, version: TermsVersion, check: str, sentence: str, reading: str) -> MarkContest:
    """Anybody with a verified address may say that a mark misreads a clause; the line says so from then on.

    Conflict where they have contested this mark before.
    """
    require(actor, "card.contest", version.project)
    require_verified(actor)
    _line(version, check)
    quoted, how = typed(sentence), typed(reading)
    at = clock.deciding()
    try:
        with transaction.atomic():
            made = MarkContest.objects.create(
                terms=version, check_id=check, check_set=CHECK_SET, sentence=quoted, reading=how, by=actor, at=at
            )
    except IntegrityError:
        raise Conflict(_("You have contested this reading already."), code="twice") from None
    _tell("MarkContested", actor, version, check, said(quoted, how), at)
    return made


def _line(version: TermsVersion, check: str) -> Finding:
    """The finding of a check that stands on the card."""
    found = next((one for one in card_of(version).shown if one.check == check), None)
    if found is None:
        raise Refused(_("There is no such line on the card of this version."), code="unknown")
    return found


def typed(value: str) -> str:
    """Plain text of 1 to 600 characters."""
    text = clean_text(value, max_bytes=MOST * 4, multiline=True)
    if not text:
        raise Refused(_("Write something first."), code="empty")
    if len(text) > MOST:
        raise Refused(_("At most %(most)s characters.") % {"most": MOST}, code="length")
    return text


def _tell(kind: str, actor: Subject, version: TermsVersion, check: str, text: str, at: dt.datetime) -> None:
    data = {"version": version.number, "check": check, "text": digest(text)}
    write(project=version.project, kind=kind, actor=actor, at=at, data=data)


def said(sentence: str, reading: str) -> str:
    """What somebody who contests a reading wrote, as one text."""
    return f"{sentence}\n{reading}"


def digest(text: str) -> str:
    """What the record keeps of a text: enough to prove it."""
    return hashlib.sha256(text.encode()).hexdigest()


def _role(version: TermsVersion, actor: Subject) -> str:
    """The titles of the roles that the terms name beside a core member; nothing for anybody else."""
    document = version.document
    titles = {role["id"]: role.get("title", role["id"]) for role in document["roles"]}
    for member in document["core_team"]["members"]:
        if member.get("person") == actor.id:
            return ", ".join(str(titles.get(role, role)) for role in member.get("roles") or [])
    return ""
