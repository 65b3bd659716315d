"""Rows of work done before Concord: who, what, how much, when, under which version of the terms."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from authorship.engine.amounts import AmountError, format_amount, parse_amount
from authorship.imports.reading import EARLIEST, BadRow, Columns, Row, parts
from authorship.ledger import services as ledger
from authorship.ledger.chain import fact_digest
from authorship.ledger.facts import Fact
from authorship.ledger.models import CreditEntry, CreditFact
from portal.core import clock
from portal.core.errors import Refused
from portal.core.text.series import series
from portal.people.models import Subject
from projects.project.models import Project
from projects.terms import queries as terms

COLUMNS = Columns(
    known=("person", "kind", "quantity", "points", "source", "on", "shares", "terms"),
    needed=frozenset({"kind", "source", "on", "terms"}),
)
_CHUNK = 500
_SOURCE = re.compile(r"[!-~]+(?: [!-~]+)*")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NUMBER = re.compile(r"[1-9][0-9]{0,5}")
_MOST_SOURCE = 120


class _Bad(ValueError):
    """The reason a row is refused."""


@dataclass(frozen=True)
class _Context:
    """What rows are read against. `rules` is {version: {kind: award rule}}."""

    rules: Mapping[int, Mapping[str, dict[str, Any]]]
    subjects: Mapping[str, str]
    today: dt.date


def apply(*, project: Project, rows: Sequence[Row], bad: list[BadRow], at: dt.datetime) -> int:
    """Posts the facts of all rows; returns how many were not posted before."""
    context = _context(project, rows, at)
    facts: dict[str, Fact] = {}
    lines: dict[str, int] = {}
    for row in rows:
        try:
            fact = _fact(row, context)
            if fact.source in facts:
                raise _Bad(
                    _(
                        "kind %(kind)s and source %(source)s stand in line %(line)s already; "
                        "one row names everybody who made it"
                    )
                    % {"kind": fact.kind, "source": row["source"], "line": lines[fact.source]}
                )
        except (_Bad, Refused) as refused:
            bad.append(BadRow(row.line, _sentence(refused)))
            continue
        facts[fact.source] = fact
        lines[fact.source] = row.line
    known = _known(project, list(facts))
    for source in known.keys() & facts.keys():
        if known[source] != fact_digest(facts[source]):
            bad.append(
                BadRow(
                    lines[source],
                    _(
                        "this work was imported before with other people, days or version; "
                        "an entry is only corrected by a reversal"
                    ),
                )
            )
    new = [fact for source, fact in facts.items() if source not in known]
    if bad or not new:
        return 0
    ledger.post_facts(project=project, facts=new, at=at, origin=CreditEntry.Origin.IMPORTED)
    return len(new)


def _fact(row: Row, context: _Context) -> Fact:
    version, rule = _rule(row, context)
    shares = _shares(row, rule, context)
    source = row["source"]
    if not _SOURCE.fullmatch(source):
        raise _Bad(_("source is printable ASCII text without spaces at its ends"))
    day = _day(row["on"], context.today)
    fact = Fact(
        source=f"import:{rule['id']}:{source}",
        type=rule["from"],
        kind=rule["id"],
        submitted=day,
        accepted=day,
        terms=version,
        shares=shares,
        count=_quantity(row["quantity"]),
    )
    if len(fact.source) > _MOST_SOURCE:
        raise _Bad(_("kind and source together have more than %(n)s characters") % {"n": _MOST_SOURCE - 8})
    _check_points(row["points"], rule, fact)
    return fact


def _rule(row: Row, context: _Context) -> tuple[int, dict[str, Any]]:
    if not _NUMBER.fullmatch(row["terms"]) or int(row["terms"]) not in context.rules:
        raise _Bad(
            _("terms %(terms)s is no published version; there are %(known)s")
            % {"terms": ascii(row["terms"][:20]), "known": _listed(context.rules)}
        )
    version = int(row["terms"])
    kinds = context.rules[version]
    if row["kind"] not in kinds:
        raise _Bad(
            _("version %(version)s has no kind %(kind)s; there are %(known)s")
            % {"version": version, "kind": ascii(row["kind"][:40]), "known": _listed(kinds)}
        )
    return version, kinds[row["kind"]]


def _listed(known: Mapping[Any, object]) -> str:
    return series(known) or _("none")


def _shares(row: Row, rule: dict[str, Any], context: _Context) -> dict[str, str]:
    """{subject id: share} from `shares`, or from the handles in `person`."""
    if row["person"] and row["shares"]:
        raise _Bad(_("person and shares are both filled; with shares, person stays empty"))
    if row["shares"]:
        if rule["split"] != "declared":
            text = _("kind %(kind)s is not split by declared shares; name its people in person")
            raise _Bad(text % {"kind": rule["id"]})
        pairs = [_share(part) for part in parts(row["shares"])]
    else:
        handles = parts(row["person"])
        if not handles:
            raise _Bad(_("nobody is named, neither in person nor in shares"))
        if len(handles) > 1 and rule["split"] == "declared":
            raise _Bad(_("kind %(kind)s is split by declared shares; give them in shares") % {"kind": rule["id"]})
        share = "1" if rule["split"] != "equal" else format_amount(Fraction(1, len(handles)))
        pairs = [(handle, share) for handle in handles]
    found: dict[str, str] = {}
    for handle, amount in pairs:
        subject = context.subjects.get(handle)
        if subject is None:
            text = _("nobody here has the handle %(handle)s; import people first")
            raise _Bad(text % {"handle": ascii(handle[:40])})
        if subject in found:
            raise _Bad(_("%(handle)s is named twice") % {"handle": handle})
        found[subject] = amount
    return found


def _share(part: str) -> tuple[str, str]:
    handle, equals, amount = part.partition("=")
    if not equals:
        raise _Bad(_("a share is written handle=1/2; this is %(text)s") % {"text": ascii(part[:40])})
    try:
        return handle, format_amount(parse_amount(amount))
    except AmountError as error:
        raise _Bad(_("the share of %(handle)s: %(error)s") % {"handle": handle[:40], "error": error}) from None


def _day(text: str, today: dt.date) -> dt.date:
    try:
        day = dt.date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None:
        raise _Bad(_("on is a day like 2026-03-31; this is %(text)s") % {"text": ascii(text[:40])})
    if day < EARLIEST:
        raise _Bad(_("on %(day)s is before %(earliest)s") % {"day": day, "earliest": EARLIEST})
    if day > today:
        raise _Bad(_("on %(day)s is in the future") % {"day": day})
    return day


def _quantity(text: str) -> int:
    if text and not _NUMBER.fullmatch(text):
        reason = _("quantity is a whole number from 1 in plain digits; this is %(text)s")
        raise _Bad(reason % {"text": ascii(text[:40])})
    return int(text or 1)


def _check_points(text: str, rule: dict[str, Any], fact: Fact) -> None:
    """Points are computed; what was typed may only say the same."""
    given = sum(ledger.earned(rule, fact).values(), Fraction())
    if not text:
        return
    try:
        typed = parse_amount(text)
    except AmountError as error:
        raise _Bad(_("points: %(error)s") % {"error": error}) from None
    if typed != given:
        raise _Bad(
            _(
                "points says %(typed)s, the rule for %(kind)s in version %(version)s gives %(given)s for this row; "
                "typed points count only where a rule is a range"
            )
            % {
                "typed": format_amount(typed),
                "kind": rule["id"],
                "version": fact.terms,
                "given": format_amount(given),
            }
        )


def _context(project: Project, rows: Sequence[Row], at: dt.datetime) -> _Context:
    return _Context(
        rules={
            version.number: {rule["id"]: rule for rule in ledger.rules(version.document)}
            for version in terms.versions(project)
        },
        subjects=_subjects(rows),
        today=clock.today(terms.zone(project, at), at),
    )


def _subjects(rows: Sequence[Row]) -> dict[str, str]:
    handles = sorted({handle for row in rows for handle in _handles(row)})
    found: dict[str, str] = {}
    for start in range(0, len(handles), _CHUNK):
        some = Subject.objects.filter(handle__in=handles[start : start + _CHUNK])
        found |= {handle: subject for handle, subject in some.values_list("handle", "pk") if handle}
    return found


def _handles(row: Row) -> Iterator[str]:
    yield from parts(row["person"])
    for part in parts(row["shares"]):
        yield part.partition("=")[0]


def _known(project: Project, sources: list[str]) -> dict[str, str]:
    return {
        fact.source: fact_digest(fact)
        for start in range(0, len(sources), _CHUNK)
        for fact in CreditFact.objects.filter(project=project, source__in=sources[start : start + _CHUNK])
    }


def _sentence(error: Exception) -> str:
    text = str(error)
    return text[:1].upper() + text[1:].rstrip(".") + "."
