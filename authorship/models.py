"""Gathers the models of the rooms of authorship for Django."""

from authorship.imports.models import ImportBatch
from authorship.ledger.models import Choice, Correction, CreditEntry, CreditFact, LedgerHead
from authorship.lists.models import ListPeople, ListSnapshot, Output, OutputLock

__all__ = [
    "Choice",
    "Correction",
    "CreditEntry",
    "CreditFact",
    "ImportBatch",
    "LedgerHead",
    "ListPeople",
    "ListSnapshot",
    "Output",
    "OutputLock",
]
