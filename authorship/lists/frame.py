"""What a list is a function of, read from the database: heads, terms, people, choices.

A frame is bundle v1 without its entries, facts and result (see `authorship.engine.evaluate`).
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from authorship.engine.shape import ENGINE
from authorship.ledger import queries as ledger
from authorship.ledger.models import Choice
from authorship.lists import locks
from authorship.lists.models import ListSnapshot, Output, OutputLock
from authorship.lists.queries import Latest
from authorship.lists.text import canonical, text_digest
from projects.project.models import Project
from projects.terms import queries as terms
from projects.terms.models import TermsVersion

Frame = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Heads:
    """Up to where a list reads each of the logs it rests on."""

    ledger_count: int
    ledger: str
    choices_count: int
    choices: str
    terms_count: int


def present(project: Project, terms_count: int | None = None, latest: Latest | None = None) -> Heads:
    """`terms_count` and `latest` where the caller has read them already."""
    count = terms.versions(project).count() if terms_count is None else terms_count
    if latest is not None and latest.ledger_count is not None:
        return Heads(
            ledger_count=latest.ledger_count,
            ledger=latest.ledger_end,
            choices_count=latest.choices_count,
            choices=latest.choices_end,
            terms_count=count,
        )
    head = ledger.head(project)
    return Heads(
        ledger_count=head.count,
        ledger=head.hash,
        choices_count=head.choices_count,
        choices=head.choices_hash,
        terms_count=count,
    )


def under(heads: Heads, lock: OutputLock | None) -> Heads:
    """With the choices as they were when the list was locked: later ones do not count for it."""
    return replace(heads, choices_count=lock.choices_count, choices=lock.choices_head) if lock else heads


def of_snapshot(snapshot: ListSnapshot) -> Heads:
    return Heads(
        ledger_count=snapshot.ledger_count,
        ledger=snapshot.ledger_head,
        choices_count=snapshot.choices_count,
        choices=snapshot.choices_head,
        terms_count=snapshot.terms_count,
    )


def build(
    output: Output,
    *,
    heads: Heads,
    as_of: dt.date,
    subjects: list[dict[str, Any]],
    versions: list[TermsVersion] | None = None,
    lock: OutputLock | None = None,
) -> Frame:
    """`versions` are those up to `terms_count`, where the caller has read them already; `lock` is the one the list is
    made under."""
    project = output.project
    versions = versions if versions is not None else list(terms.versions(project)[: heads.terms_count])
    named = declared(output, versions)
    return {
        "bundle": 1,
        "engine": ENGINE,
        "project": project.slug,
        "output": {
            "id": output.output_id,
            "list": named.get("list") or "full",
            "terms": output.terms,
            "scope": scope(named),
            **({"lock": locks.in_bundle(lock)} if lock else {}),
        },
        "as_of": as_of.isoformat(),
        "zone": versions[-1].document["zone"],
        "heads": {
            "ledger": heads.ledger,
            "choices": heads.choices,
            "rules": rules_hash(versions),
        },
        "collation": clause(_named(output, versions)).get("collation") or "root-folded/1",
        "terms": [
            {
                "version": version.number,
                "hash": version.hash,
                "in_force": version.in_force.isoformat(),
                "authorship": clause(version),
            }
            for version in versions
        ],
        "subjects": subjects,
        "choices": choices(project, heads.choices_count) if heads.choices_count else [],
        "decisions": [],
    }


def choices(project: Project, count: int) -> list[dict[str, Any]]:
    rows = Choice.objects.filter(project=project, seq__lte=count).order_by("seq")
    return [
        {"seq": seq, "subject": subject, "choice": choice, "on": on.isoformat()}
        for seq, subject, choice, on in rows.values_list("seq", "subject", "choice", "on")
    ]


def rules_hash(versions: Sequence[TermsVersion]) -> str:
    """Of the `authorship` clause of every version, first to last. Publishing has checked each: it is canonical."""
    return text_digest(canonical([clause(version) for version in versions]))


def clause(version: TermsVersion) -> dict[str, Any]:
    found = version.document.get("authorship")
    return found if isinstance(found, dict) else {}


def declared(output: Output, versions: list[TermsVersion]) -> dict[str, Any]:
    """The output as the version named for it declares it; nothing for an output that only serves an evaluation."""
    for item in outputs(_named(output, versions)):
        if item["id"] == output.output_id:
            return item
    return {}


def outputs(version: TermsVersion) -> list[dict[str, Any]]:
    found = clause(version).get("outputs")
    return found if isinstance(found, list) else []


def scope(named: dict[str, Any]) -> dict[str, Any]:
    found = named.get("scope")
    return {key: value for key, value in found.items() if value is not None} if isinstance(found, dict) else {}


def named_day(named: dict[str, Any]) -> dt.date | None:
    """The output's own `as_of`, where it has one."""
    own = named.get("as_of")
    return dt.date.fromisoformat(own) if isinstance(own, str) and own != "none" else None


def last_counted(named: dict[str, Any]) -> dt.date | None:
    """The last day whose credit the output counts: the earlier of its own `as_of` and the end of its scope, where it
    has one of them."""
    end = scope(named).get("to")
    days = [named_day(named), dt.date.fromisoformat(end) if isinstance(end, str) and end != "none" else None]
    return min((day for day in days if day is not None), default=None)


def last_day(named: dict[str, Any], today: dt.date) -> dt.date:
    """Until its own `as_of` a list is computed as of today."""
    return min(today, named_day(named) or today)


def _named(output: Output, versions: list[TermsVersion]) -> TermsVersion:
    return next(version for version in versions if version.number == output.terms)
