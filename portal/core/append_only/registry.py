"""The one list of protected tables: rows are added, and nothing else ever happens to them, but for `MOVING` columns."""

from django.apps import apps
from django.db.models import Model

PROTECTED: tuple[str, ...] = (
    "portal.RecordEntry",
    "portal.Checkpoint",
    "projects.TermsVersion",
    "projects.TermsFile",
    "projects.Acceptance",
    "projects.RubricVersion",
    "projects.Revision",
    "projects.Attachment",
    "projects.Review",
    "projects.ChangeRequest",
    "projects.RequestAnswer",
    "projects.ReviewDecision",
    "projects.CorrectionStep",
    "authorship.CreditEntry",
    "authorship.CreditFact",
    "authorship.Choice",
    "authorship.ListSnapshot",
    "authorship.ImportBatch",
)

# What of a protected row may change: the state of a request, which its answers repeat. Every other column may not.
MOVING: dict[str, frozenset[str]] = {"projects.ChangeRequest": frozenset({"state"})}


def models() -> list[type[Model]]:
    return [apps.get_model(label) for label in PROTECTED]


def moving_columns(model: type[Model]) -> list[str]:
    """The columns that an UPDATE may change; none for most."""
    moving = MOVING.get(model._meta.label, frozenset())
    return [str(field.column) for field in model._meta.concrete_fields if field.name in moving]


def fixed_columns(model: type[Model]) -> list[str]:
    """All other columns."""
    moving = moving_columns(model)
    return [str(field.column) for field in model._meta.concrete_fields if field.column not in moving]
