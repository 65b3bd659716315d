"""The sums an order rests on, made in the database and finished with fractions.

Gives the engine what its own `totals` would make of the entries; a property test holds the two together.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Aggregate, Count, Min, Q, QuerySet, TextField

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
    sources: bool = True,
) -> dict[str, Totals]:
    """Of the entries up to seq `count`, of `subjects` alone where they are given; absent who has no counted entry.

    A reversal has the kind and the day of its original, so one filter takes both or neither. Without `sources`
    the number of sources over all kinds together is left at 0: only the sort key `count` reads it, and it is the
    one sum that has to look at every entry.
    """
    where = counted(scope, as_of) & Q(seq__lte=count)
    if subjects is not None:
        where &= Q(subject__in=subjects)
    found = {subject: Totals(points=points) for subject, points in ledger.totals(project, where=where).items()}
    standing = _standing(project, where)
    _add_standing(found, standing)
    if sources:
        _add_sources(found, standing)
    return found


def sorts_by_count(clause: Mapping[str, Any]) -> bool:
    """Whether the blocks or ties of an `authorship` clause name the sort key `count`."""
    blocks, ties = clause.get("blocks"), clause.get("ties")
    keys = (
        [key for block in blocks if isinstance(block, dict) for key in block.get("sort") or ()]
        if isinstance(blocks, list)
        else []
    )
    return "count" in [*keys, *(ties if isinstance(ties, list) else ())]


def counted(scope: Mapping[str, Any], as_of: str) -> Q:
    """Which entries a scope takes, as a filter."""
    limits = Counted.of(scope, as_of)
    where = Q(on__lte=min(limits.end, limits.as_of))
    if limits.start:
        where &= Q(on__gte=limits.start)
    if limits.kinds is not None:
        where &= Q(kind__in=sorted(limits.kinds))
    return where


def _standing(project: Project, where: Q) -> QuerySet[CreditEntry]:
    """Entries that reverse nothing and are not reversed."""
    taken_back = CreditEntry.objects.filter(project=project, reverses__isnull=False).values("reverses")
    return CreditEntry.objects.filter(where, project=project, reverses=None).exclude(pk__in=taken_back)


def _add_standing(found: Mapping[str, Totals], standing: QuerySet[CreditEntry]) -> None:
    """Counts, first days and seqs.

    Standing entries of one subject and kind all have different sources, since a source is one fact and a new
    attempt follows a reversal: so counting rows counts sources.
    """
    groups = (
        standing.order_by()
        .values_list("subject", "kind")
        .annotate(rows=Count("pk"), first=Min("on"), since=Min("terms"), seqs=SeqList("seq"))
        .order_by()
    )
    for subject, kind, rows, first, since, seqs in groups:
        mine = found[subject]
        mine.seqs[kind] = [int(seq) for seq in seqs.split(",")]
        mine.counts[kind] = rows
        day = first.isoformat()
        mine.first = day if mine.first is None or day < mine.first else mine.first
        mine.since = since if mine.since is None or since < mine.since else mine.since


def _add_sources(found: Mapping[str, Totals], standing: QuerySet[CreditEntry]) -> None:
    """A source that gives two kinds counts once."""
    for mine in found.values():
        mine.sources = sum(mine.counts.values())
    twice = (
        standing.order_by()
        .values_list("subject", "source")
        .annotate(kinds=Count("kind", distinct=True))
        .filter(kinds__gt=1)
        .order_by()
    )
    for subject, _source, kinds in twice:
        found[subject].sources -= kinds - 1


class SeqList(Aggregate):
    """The numbers of a group as one text, `3,17,20`: one row instead of one for each entry."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(
            compiler,
            connection,
            function="STRING_AGG",
            template="%(function)s((%(expressions)s)::text, ',')",
            **context,
        )
