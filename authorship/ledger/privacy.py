"""What the public ledger must not tell: who wrote a task of a closed project, who reviewed, and when they acted."""

import datetime as dt
from collections.abc import Iterable

from portal.core.ids import random_id
from projects.terms.models import TermsVersion


def opaque_source() -> str:
    """A public name that says nothing about the work."""
    return random_id("w")


def hides_contributors(version: TermsVersion) -> bool:
    return _of(version, "data", "visibility") == "closed"


def hides_reviewers(version: TermsVersion) -> bool:
    return _of(version, "participation", "anonymity") != "open"


def hides_people(versions: Iterable[TermsVersion]) -> bool:
    return any(hides_contributors(version) or hides_reviewers(version) for version in versions)


def told(at: dt.datetime, version: TermsVersion | None) -> dt.datetime:
    """The instant an act is told with. Where names are hidden that is its day: the exact one is that of the person
    who filed the last review, or of a task whose authors are not public."""
    return day_of(at) if version is None or hides_people([version]) else at


def day_of(at: dt.datetime) -> dt.datetime:
    """The start of the day in UTC, as reviewing tells its acts."""
    return at.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _of(version: TermsVersion, chapter: str, name: str) -> object:
    found = version.document.get(chapter)
    return found.get(name) if isinstance(found, dict) else None
