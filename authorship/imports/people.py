"""Rows of people and organizations who worked before Concord: their names, and the roles that people held."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from authorship.imports.reading import EARLIEST, BadRow, Columns, Row, parts
from portal.core import clock
from portal.core.errors import Refused
from portal.core.text.input import clean_line
from portal.core.text.series import between, groups, series
from portal.people import handles, identifiers
from portal.people import services as accounts
from portal.people.models import Profile, Subject
from projects.members import queries as members
from projects.members import services as membership
from projects.members.models import RoleGrant
from projects.project.models import Project
from projects.terms import queries as terms

COLUMNS = Columns(
    known=("handle", "printed_name", "given", "family", "orcid", "affiliations", "roles", "kind"),
    needed=frozenset({"handle", "printed_name"}),
)
_CHUNK = 500
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True)
class _Person:
    """A row as understood. `roles` is (role id, first day), `kind` a person whom nobody has claimed yet or an
    organization."""

    handle: str
    printed_name: str
    given: str
    family: str
    orcid: str
    affiliations: tuple[str, ...]
    roles: tuple[tuple[str, dt.date], ...]
    kind: str


def apply(*, project: Project, rows: Sequence[Row], bad: list[BadRow], at: dt.datetime) -> int:
    """Registers who is new and grants roles; returns how many rows changed something."""
    current = terms.current(project, at)
    roles = frozenset(role["id"] for role in members.defined(current))
    today = clock.today(terms.zone(project, at), at)
    lines: dict[str, int] = {}
    people: list[tuple[Row, _Person]] = []
    for row in rows:
        try:
            person = _read(row, roles, today)
            for taken in (person.handle, person.orcid):
                if taken and taken in lines:
                    raise Refused(
                        _("%(taken)s stands in line %(line)s already") % {"taken": taken, "line": lines[taken]}
                    )
                lines[taken] = row.line
            people.append((row, person))
        except Refused as refused:
            bad.append(BadRow(row.line, _sentence(refused)))
    known = _known([person.handle for _, person in people])
    held = {(subject, role): since for subject, role, since in _grants(project)}
    changed = 0
    for row, person in people:
        try:
            changed += _apply_one(project, person, known.get(person.handle), held, at)
        except Refused as refused:
            bad.append(BadRow(row.line, _sentence(refused)))
    return changed


def _read(row: Row, roles: frozenset[str], today: dt.date) -> _Person:
    orcid = identifiers.orcid(row["orcid"])
    if orcid is None:
        raise Refused(_("%(text)s is no ORCID iD") % {"text": ascii(row["orcid"][:40])})
    handle = row["handle"]
    if handles.normal(handle) != handle:
        raise Refused(_("a handle is written in small letters; this is %(text)s") % {"text": ascii(handle[:40])})
    given_roles = tuple(_role(part, roles, today) for part in parts(row["roles"]))
    named = [role for role, _since in given_roles]
    if len(named) != len(set(named)):
        raise Refused(_("a role is named twice"))
    return _Person(
        handle=handle,
        printed_name=_one_line(row, "printed_name", 200),
        given=_one_line(row, "given", 120),
        family=_one_line(row, "family", 120),
        orcid=orcid,
        affiliations=tuple(clean_line(part, max_bytes=300) for part in parts(row["affiliations"])),
        roles=given_roles,
        kind=_kind(row),
    )


def _kind(row: Row) -> str:
    """An organization has a name and perhaps an institution it belongs to; no role, and no iD of a person."""
    if row["kind"] in ("", "person"):
        return Subject.Kind.UNCLAIMED
    if row["kind"] != "organization":
        raise Refused(_("kind is person or organization; this is %(text)s") % {"text": ascii(row["kind"][:40])})
    given = [column for column in ("given", "family", "orcid", "roles") if row[column]]
    if given:
        raise Refused(_("an organization has no %(columns)s") % {"columns": series(given)})
    return Subject.Kind.ORGANIZATION


def _one_line(row: Row, column: str, most: int) -> str:
    try:
        return clean_line(row[column], max_bytes=most)
    except Refused as refused:
        raise Refused(*[f"{column}{between('name')}{reason}" for reason in refused.reasons]) from None


def _role(part: str, roles: frozenset[str], today: dt.date) -> tuple[str, dt.date]:
    role, equals, day = part.partition("=")
    if not equals or not _DAY.fullmatch(day):
        raise Refused(_("a role is written role=2026-03-31; this is %(text)s") % {"text": ascii(part[:40])})
    if role not in roles:
        raise Refused(
            _("the terms have no role %(role)s; there are %(known)s")
            % {"role": ascii(role[:40]), "known": series(sorted(roles)) or _("none")}
        )
    try:
        since = dt.date.fromisoformat(day)
    except ValueError:
        raise Refused(_("there is no day %(day)s") % {"day": day}) from None
    if since < EARLIEST:
        raise Refused(_("the role %(role)s begins before %(day)s") % {"role": role, "day": EARLIEST})
    if since > today:
        raise Refused(_("the role %(role)s begins in the future, on %(day)s") % {"role": role, "day": day})
    return role, since


def _grants(project: Project) -> Iterator[tuple[str, str, dt.date]]:
    yield from members.grants(project).values_list("subject", "role", "since")


def _known(names: Sequence[str]) -> dict[str, Subject]:
    return {
        str(subject.handle): subject
        for start in range(0, len(names), _CHUNK)
        for subject in Subject.objects.filter(handle__in=names[start : start + _CHUNK])
        .select_related("profile")
        .prefetch_related("affiliations")
    }


def _apply_one(
    project: Project, person: _Person, subject: Subject | None, held: dict[tuple[str, str], dt.date], at: dt.datetime
) -> bool:
    if subject is not None and Subject.Kind.ORGANIZATION in (subject.kind, person.kind) and subject.kind != person.kind:
        kind = Subject.Kind(subject.kind).label
        raise Refused(_("%(handle)s is here as: %(kind)s") % {"handle": person.handle, "kind": kind})
    if subject is not None and subject.kind in (Subject.Kind.UNCLAIMED, Subject.Kind.ORGANIZATION):
        _refuse_another(person, subject)
    new = subject is None
    subject = subject or _register(person, at)
    granted = False
    for role, since in person.roles:
        before = held.get((subject.pk, role))
        if before not in (None, since):
            text = _("%(handle)s holds the role %(role)s since another day, %(day)s")
            raise Refused(text % {"handle": person.handle, "role": role, "day": before})
        if before is None:
            membership.grant(
                project=project,
                subject=subject,
                role=role,
                reason=RoleGrant.Reason.IMPORTED,
                actor=None,
                at=at,
                since=since,
            )
            granted = True
    return new or granted


def _refuse_another(person: _Person, subject: Subject) -> None:
    """Nobody claimed this handle yet; it must be the same person as in the file that brought it in."""
    profile = subject.profile
    before = {
        "printed_name": profile.printed_name,
        "given": profile.given,
        "family": profile.family,
        "orcid": profile.orcid,
        "affiliations": tuple(affiliation.name for affiliation in subject.affiliations.all()),
    }
    other = [column for column, value in before.items() if getattr(person, column) != value]
    if other:
        text = _("%(handle)s was imported before with another %(columns)s")
        raise Refused(text % {"handle": person.handle, "columns": series(other)})


def _register(person: _Person, at: dt.datetime) -> Subject:
    """Nobody acts for an unclaimed subject, so what the file says of it is written as its own."""
    subject = accounts.register_subject(
        printed_name=person.printed_name,
        given=person.given,
        family=person.family,
        kind=person.kind,
        handle=person.handle,
        at=at,
    )
    if person.orcid:
        if Profile.objects.filter(orcid=person.orcid).exists():
            raise Refused(_("somebody here has the ORCID iD %(orcid)s already") % {"orcid": person.orcid})
        accounts.change_profile(actor=subject, subject=subject, orcid=person.orcid)
    if person.affiliations:
        accounts.set_affiliations(actor=subject, subject=subject, rows=[(name, "") for name in person.affiliations])
    return subject


def _sentence(refused: Refused) -> str:
    text = groups(str(reason).rstrip(".。") for reason in refused.reasons)
    return _("%(text)s.") % {"text": text[:1].upper() + text[1:]}
