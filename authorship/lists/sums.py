"""The sums an order rests on, made in the database and finished with fractions.

Gives the engine what its own `totals` would make of the entries; a property test holds the two together.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import Aggregate, Count, Min, Q, Sum, TextField

from authorship.engine.totals import Counted, Totals, ratio
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
    twice: bool = True,
) -> dict[str, Totals]:
    """Of the entries up to seq `count`, of `subjects` alone where they are given; absent who has no counted entry.

    A reversal has the kind and the day of its original, so one filter takes both or neither. Without `sources`
    the number of sources over all kinds together is left at 0: only the sort key `count` reads it. Without `twice`
    every source is taken to give one kind, which spares the one sum that has to look at every entry.
    """
    where = counted(scope, as_of) & Q(seq__lte=count)
    if subjects is not None:
        where &= Q(subject__in=subjects)
    found: dict[str, Totals] = {}
    for subject, kind, denominator, *sums in _groups(project, where):
        mine = found.get(subject)
        if mine is None:
            mine = found[subject] = Totals()
        _add(mine, kind, denominator, *sums)
    if sources:
        for mine in found.values():
            mine.sources = sum(mine.counts.values())
        if twice:
            _count_twice_once(found, project, where)
    return found


def _add(
    mine: Totals, kind: str, denominator: int, numerators: int, rows: int, first: Any, since: int, seqs: str
) -> None:
    """Standing entries of one subject and kind all have different sources, since a source is one fact and a new
    attempt follows a reversal: so counting rows counts sources."""
    if numerators:
        points = ratio(numerators, denominator)
        mine.points[kind] = mine.points[kind] + points if kind in mine.points else points
    if not rows:
        return
    mine.counts[kind] = mine.counts.get(kind, 0) + rows
    mine.seqs.setdefault(kind, []).extend(map(int, seqs.split(",")))
    day = first.isoformat()
    mine.first = day if mine.first is None or day < mine.first else mine.first
    mine.since = since if mine.since is None or since < mine.since else mine.since


def _groups(project: Project, where: Q) -> Iterable[tuple[Any, ...]]:
    """One pass over the covering index, in its own order: what all entries sum to, and what stands of them."""
    standing = _standing(project)
    return (
        CreditEntry.objects.filter(where, project=project)
        .order_by()
        .values_list("subject", "kind", "denominator")
        .annotate(
            numerators=Sum("numerator"),
            rows=Count("seq", filter=standing),
            first=Min("on", filter=standing),
            since=Min("terms", filter=standing),
            seqs=SeqList("seq", filter=standing),
        )
        .order_by()
    )


def _standing(project: Project) -> Q:
    """Entries that reverse nothing and are not reversed."""
    reversals = CreditEntry.objects.filter(project=project, reverses__isnull=False)
    if not reversals.exists():
        return Q(reverses=None)
    return Q(reverses=None) & ~Q(seq__in=reversals.values("reverses__seq"))


def sorts_by_count(clause: Mapping[str, Any]) -> bool:
    """Whether the blocks or ties of an `authorship` clause name the sort key `count`."""
    blocks, ties = clause.get("blocks"), clause.get("ties")
    keys = (
        [key for block in blocks if isinstance(block, dict) for key in block.get("sort") or ()]
        if isinstance(blocks, list)
        else []
    )
    return "count" in [*keys, *(ties if isinstance(ties, list) else ())]


def gives_twice(clauses: Iterable[Mapping[str, Any]]) -> bool:
    """Whether one piece of work may give two kinds: some version has two rules for one type. Claims and imports
    name their one kind."""
    for clause in clauses:
        kinds = clause.get("kinds")
        types = [rule["from"] for rule in kinds if isinstance(rule, dict)] if isinstance(kinds, list) else []
        types = [one for one in types if one not in ("claim", "import")]
        if len(types) != len(set(types)):
            return True
    return False


def counted(scope: Mapping[str, Any], as_of: str) -> Q:
    """Which entries a scope takes, as a filter."""
    limits = Counted.of(scope, as_of)
    where = Q(on__lte=min(limits.end, limits.as_of))
    if limits.start:
        where &= Q(on__gte=limits.start)
    if limits.kinds is not None:
        where &= Q(kind__in=sorted(limits.kinds))
    return where


def _count_twice_once(found: Mapping[str, Totals], project: Project, where: Q) -> None:
    """A source that gives two kinds counts once."""
    several = (
        CreditEntry.objects.filter(where & _standing(project), project=project)
        .order_by()
        .values_list("subject", "source")
        .annotate(kinds=Count("kind", distinct=True))
        .filter(kinds__gt=1)
        .order_by()
    )
    for subject, _source, kinds in several:
        found[subject].sources -= kinds - 1


class SeqList(Aggregate):
    """The numbers of a group as one text, `3,17,20`: one row instead of one for each entry."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        here = self.copy()
        here.function = "STRING_AGG"
        here.template = "%(function)s((%(expressions)s)::text, ',')"
        return here.as_sql(compiler, connection, **context)
