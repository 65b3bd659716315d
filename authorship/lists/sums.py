"""The sums an order rests on, made in the database and finished with fractions.

Gives the engine what its own `totals` would make of the entries; a property test holds the two together.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Q

from authorship.engine.totals import Counted, Totals
from authorship.ledger import queries as ledger
from authorship.ledger.models import CreditEntry
from projects.project.models import Project


def totals(
    project: Project,
    *,
    count: int,
    scope: Mapping[str, Any],
    as_of: str,
    subjects: Collection[str] | None = None,
) -> dict[str, Totals]:
    """Of the entries up to seq `count`, of `subjects` alone where they are given; absent who has no counted entry.

    A reversal has the kind and the day of its original, so one filter takes both or neither.
    """
    where = counted(scope, as_of) & Q(seq__lte=count)
    if subjects is not None:
        where &= Q(subject__in=subjects)
    found = {subject: Totals(points=points) for subject, points in ledger.totals(project, where=where).items()}
    _add_standing(found, project, where)
    return found


def counted(scope: Mapping[str, Any], as_of: str) -> Q:
    """Which entries a scope takes, as a filter."""
    limits = Counted.of(scope, as_of)
    where = Q(on__lte=min(limits.end, limits.as_of))
    if limits.start:
        where &= Q(on__gte=limits.start)
    if limits.kinds is not None:
        where &= Q(kind__in=sorted(limits.kinds))
    return where


def _add_standing(found: dict[str, Totals], project: Project, where: Q) -> None:
    """Counts, first days and seqs of the entries that reverse nothing and are not reversed."""
    rows = CreditEntry.objects.filter(where, project=project, reverses=None).order_by()
    taken_back = set(
        CreditEntry.objects.filter(where, project=project, reverses__isnull=False)
        .order_by()
        .values_list("reverses", flat=True)
    )
    sources: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    first_day: dict[str, Any] = {}
    for pk, seq, subject, kind, source, terms, on in rows.values_list(
        "pk", "seq", "subject", "kind", "source", "terms", "on"
    ).iterator(chunk_size=5000):
        if pk in taken_back:
            continue
        mine = found[subject]
        mine.seqs.setdefault(kind, []).append(seq)
        if subject not in first_day or on < first_day[subject]:
            first_day[subject] = on
        if mine.since is None or terms < mine.since:
            mine.since = terms
        sources[subject, kind].add(source)
    over_kinds: defaultdict[str, set[str]] = defaultdict(set)
    for (subject, kind), names in sources.items():
        found[subject].counts[kind] = len(names)
        over_kinds[subject] |= names
    for subject, names in over_kinds.items():
        found[subject].sources = len(names)
        found[subject].first = first_day[subject].isoformat()
