"""The one list of protected tables: rows are added, and nothing else ever happens to them."""

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
    "projects.RequestAnswer",
    "projects.ReviewDecision",
    "projects.CorrectionStep",
    "authorship.CreditEntry",
    "authorship.CreditFact",
    "authorship.Choice",
    "authorship.ListSnapshot",
    "authorship.ImportBatch",
)


def models() -> list[type[Model]]:
    return [apps.get_model(label) for label in PROTECTED]
