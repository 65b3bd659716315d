"""The sums a list rests on, made in the database and finished with fractions.

`totals` gives the engine what its own `totals` would make of the entries; `sums` only what the rules of a list read,
for its places. Tests hold them together.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import Aggregate, BooleanField, Count, ExpressionWrapper, Min, Q, Sum, TextField

from authorship.engine.reads import Reads
from authorship.engine.totals import Counted, Sums, Totals, ratio
from authorship.ledger.models import CreditEntry
from authorship.lists import carried
from portal.core.prepared import plain
from projects.project.models import Project


def sums(
    project: Project,
    *,
    count: int,
    head: str,
    scope: Mapping[str, Any],
    as_of: str,
    reads: Reads,
    twice: bool = True,
) -> dict[str, Sums | None]:
    """Of everybody with an entry up to seq `count`, whose hash is `head`; None where none of them counts. For `twice`
    see `totals`: what it looks at cannot be carried on from an earlier list."""
    if reads.sources and twice:
        found = dict(_summed(project, count, head, scope, as_of, reads).found)
        _count_twice_once(found, project, counted(scope, as_of) & Q(seq__lte=count), count)
        return found
    key = carried.Key(project.pk, json.dumps(scope, sort_keys=True), as_of, reads)
    before = carried.last(key)
    now = before and carried.advanced(before, project, count=count, key=key, limits=Counted.of(scope, as_of))
    if now is None or now.head != head:
        now = _summed(project, count, head, scope, as_of, reads)
    carried.keep(key, now)
    return dict(now.found)


def _summed(
    project: Project, count: int, head: str, scope: Mapping[str, Any], as_of: str, reads: Reads
) -> carried.Carried:
    """One pass over the ledger, from which one row a person and denominator comes back, whatever number of kinds there
    is. It also tells who has entries at all, which would take a second pass of its own."""
    rows = (
        CreditEntry.objects.filter(project=project, seq__lte=count)
        .order_by()
        .annotate(counted=ExpressionWrapper(counted(scope, as_of), output_field=BooleanField()))
        .values_list("subject", "counted", "denominator")
        .annotate(**_asked(reads, _standing(project, count)))
        .order_by()
    )
    mine: defaultdict[str, list[carried.Row]] = defaultdict(list)
    for subject, counts, *row in plain(rows):
        some = mine[subject]
        if counts:
            some.append(tuple(row))
    finish = carried.finisher(reads)
    found = {subject: finish(some) if some else None for subject, some in mine.items()}
    return carried.Carried(count, head, {subject: tuple(some) for subject, some in mine.items()}, found)


def _asked(reads: Reads, standing: Q) -> dict[str, Aggregate]:
    """The sums by the name of their column, in the order of `carried.columns`."""
    asked: dict[str, Aggregate] = {}
    for index, kinds in enumerate(reads.points):
        asked[f"points{index}"] = Sum("numerator", filter=None if kinds is None else Q(kind__in=kinds))
    for index, kind in enumerate(reads.counts):
        asked[f"count{index}"] = Count("seq", filter=standing & Q(kind=kind))
    others = {
        "sources": Count("seq", filter=standing),
        "first": Min("on", filter=standing),
        "since": Min("terms", filter=standing),
    }
    asked |= others
    return {name: asked[name] for name in carried.columns(reads)}


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
    for subject, kind, denominator, *sums in _groups(project, where, count):
        mine = found.get(subject)
        if mine is None:
            mine = found[subject] = Totals()
        _add(mine, kind, denominator, *sums)
    if sources:
        for mine in found.values():
            mine.sources = sum(mine.counts.values())
        if twice:
            _count_twice_once(found, project, where, count)
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


def _groups(project: Project, where: Q, count: int) -> Iterable[tuple[Any, ...]]:
    """One pass over the covering index, in its own order: what all entries sum to, and what stands of them."""
    standing = _standing(project, count)
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


def _standing(project: Project, count: int) -> Q:
    """Entries that reverse nothing and are not reversed up to seq `count`: what was taken back later still stood."""
    reversals = CreditEntry.objects.filter(project=project, reverses__isnull=False, seq__lte=count)
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


def _count_twice_once(
    found: Mapping[str, Totals] | Mapping[str, Sums | None], project: Project, where: Q, count: int
) -> None:
    """A source that gives two kinds counts once."""
    several = (
        CreditEntry.objects.filter(where & _standing(project, count), project=project)
        .order_by()
        .values_list("subject", "source")
        .annotate(kinds=Count("kind", distinct=True))
        .filter(kinds__gt=1)
        .order_by()
    )
    for subject, _source, kinds in several:
        mine = found[subject]
        if mine is not None:
            mine.sources -= kinds - 1


class SeqList(Aggregate):
    """The numbers of a group as one text, `3,17,20`: one row instead of one for each entry."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        here = self.copy()
        here.function = "STRING_AGG"
        here.template = "%(function)s((%(expressions)s)::text, ',')"
        return here.as_sql(compiler, connection, **context)
