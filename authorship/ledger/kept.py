"""What the ledger keeps about a person."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from authorship.engine.amounts import format_amount
from authorship.ledger.models import Choice, Correction, CreditEntry
from portal.people import download
from portal.people.download import Kept
from portal.people.models import Subject


def _entries(subject: Subject) -> object:
    rows = CreditEntry.objects.filter(subject=subject).select_related("project", "reverses").order_by("project", "seq")
    fields = ("seq", "kind", "origin", "source", "attempt", "terms", "on", "posted_at", "hash")
    return [
        {
            "project": row.project.slug,
            "amount": format_amount(row.amount),
            "reverses": row.reverses.seq if row.reverses else None,
            **{name: getattr(row, name) for name in fields},
        }
        for row in rows
    ]


def _choices(subject: Subject) -> object:
    rows = Choice.objects.filter(subject=subject).order_by("project", "seq")
    return download.rows(rows, "project__slug", "seq", "choice", "on", "made_at", "hash")


def _corrections(subject: Subject) -> object:
    rows = Correction.objects.filter(Q(proposed_by=subject) | Q(decided_by=subject)).select_related("entry__project")
    return [
        {
            "project": row.entry.project.slug,
            "entry": row.entry.seq,
            "act": row.act,
            "state": row.state,
            "proposed_by_you": row.proposed_by_id == subject.pk,
            "decided_by_you": row.decided_by_id == subject.pk,
            "reason": row.reason if row.proposed_by_id == subject.pk else None,
            "proposed_at": row.proposed_at,
            "decided_at": row.decided_at,
        }
        for row in rows.order_by("pk")
    ]


KEPT = (
    Kept("entries", _("Entries of the ledgers that give you credit or take it back."), _entries),
    Kept("choices", _("How you chose to be shown: author or acknowledged."), _choices),
    Kept("credit_corrections", _("Corrections of entries you asked for or decided."), _corrections),
)
