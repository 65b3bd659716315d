"""Gathers the models of the rooms of authorship for Django."""

from authorship.imports.models import ImportBatch
from authorship.ledger.models import Choice, CreditEntry, CreditFact, LedgerHead
from authorship.lists.models import ListPeople, ListSnapshot, Output

__all__ = [
    "Choice",
    "CreditEntry",
    "CreditFact",
    "ImportBatch",
    "LedgerHead",
    "ListPeople",
    "ListSnapshot",
    "Output",
]
