"""Reading the ledger: sums, totals, pages of entries. The ledger is public wherever its project is."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from fractions import Fraction

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from authorship.ledger.models import Choice, CreditEntry, LedgerHead
from projects.members import queries as members
from projects.project.models import Project

# {subject id: {kind: points}}, kinds whose sum is zero left out.
Totals = dict[str, dict[str, Fraction]]


def head(project: Project) -> LedgerHead:
    """The end of both chains; an unsaved one with zero hashes while nothing was posted."""
    return LedgerHead.objects.filter(project=project).first() or LedgerHead(project=project)


def totals(
    project: Project,
    *,
    subjects: Collection[str] | None = None,
    where: Q | None = None,
) -> Totals:
    """Points by subject and kind. The database sums numerators over the covering index; Python adds fractions."""
    rows = CreditEntry.objects.filter(project=project)
    if subjects is not None:
        rows = rows.filter(subject__in=subjects)
    if where is not None:
        rows = rows.filter(where)
    sums = (
        rows.order_by().values_list("subject", "kind", "denominator").annotate(numerators=Sum("numerator")).order_by()
    )
    found: defaultdict[str, defaultdict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for subject, kind, denominator, numerators in sums:
        found[subject][kind] += Fraction(int(numerators), denominator)
    return {subject: {kind: points for kind, points in kinds.items() if points} for subject, kinds in found.items()}


def total(kinds: Mapping[str, Fraction]) -> Fraction:
    return sum(kinds.values(), Fraction())


def given(project: Project) -> Fraction:
    """Everything the project has given to everybody."""
    rows = CreditEntry.objects.filter(project=project).order_by().values_list("denominator")
    sums = rows.annotate(numerators=Sum("numerator")).order_by()
    return sum((Fraction(int(numerators), denominator) for denominator, numerators in sums), Fraction())


def by_project(subject: str, projects: Collection[int]) -> dict[int, dict[str, Fraction]]:
    """{project pk: {kind: points}} of one subject, in one query."""
    rows = (
        CreditEntry.objects.filter(project__in=projects, subject=subject)
        .order_by()
        .values_list("project", "kind", "denominator")
        .annotate(numerators=Sum("numerator"))
        .order_by()
    )
    found: defaultdict[int, defaultdict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for project, kind, denominator, numerators in rows:
        found[project][kind] += Fraction(int(numerators), denominator)
    return {project: dict(kinds) for project, kinds in found.items()}


def entries(project: Project, *, subject: str = "", kind: str = "") -> QuerySet[CreditEntry]:
    """Newest first."""
    rows = CreditEntry.objects.filter(project=project).order_by("-seq")
    if subject:
        rows = rows.filter(subject=subject)
    if kind:
        rows = rows.filter(kind=kind)
    return rows


def current_choice(project: Project, subject: str) -> Choice | None:
    """The last one made; None counts as author."""
    return Choice.objects.filter(project=project, subject=subject).order_by("-seq").first()


def any_part(project: Project) -> Q:
    """Over profiles: whoever has credit in the project, or a part in it otherwise. For `portal.people.alike`."""
    entries = CreditEntry.objects.filter(project=project, subject=OuterRef("subject_id"))
    return Q(Exists(entries)) | members.any_part(project)


def is_credited(project: Project, subject: str) -> bool:
    """Whether somebody has an entry, taken back or not."""
    return CreditEntry.objects.filter(project=project, subject=subject).exists()
