"""The one list of protected tables: rows are added, and nothing else ever happens to them.

But for two lists of columns: `MOVING` may change, `EMPTYING` may become empty, which is how a person is erased.
"""

from django.apps import apps
from django.db.models import Model

PROTECTED: tuple[str, ...] = (
    "portal.RecordEntry",
    "portal.Checkpoint",
    "portal.Erasure",
    "projects.TermsVersion",
    "projects.TermsFile",
    "projects.Acceptance",
    "projects.TermsReading",
    "projects.PublishAgreement",
    "projects.MarkReply",
    "projects.MarkContest",
    "projects.RubricVersion",
    "projects.Revision",
    "projects.Attachment",
    "projects.RevisionFile",
    "projects.FileLook",
    "projects.Review",
    "projects.ChangeRequest",
    "projects.RequestAnswer",
    "projects.ReviewDecision",
    "projects.CorrectionStep",
    "projects.DefectReport",
    "projects.ReportAnswer",
    "projects.ReportDecision",
    "projects.ProposalText",
    "projects.ProposalAnswer",
    "projects.ModelRun",
    "projects.RunRetraction",
    "projects.ApprovalObjection",
    "projects.Reopening",
    "projects.RoundStep",
    "projects.DeclaredInterest",
    "projects.InterestWaiver",
    "authorship.CreditEntry",
    "authorship.CreditFact",
    "authorship.Choice",
    "authorship.ListSnapshot",
    "authorship.OutputLock",
    "authorship.ImportBatch",
)

# What of a protected row may change: the state of a request, which its answers repeat. Every other column may not.
MOVING: dict[str, frozenset[str]] = {"projects.ChangeRequest": frozenset({"state"})}

# What may hold a person's name or handle, and is committed to by its hash or its bytes alone: from text to nothing.
EMPTYING: dict[str, frozenset[str]] = {
    "projects.TermsFile": frozenset({"name", "text"}),
    "projects.Attachment": frozenset({"name"}),
    "projects.DeclaredInterest": frozenset({"text"}),
}

# Where one row may say that it is the last of those that share a column: (that column's field, the field that says it).
LAST: dict[str, tuple[str, str]] = {"authorship.ListSnapshot": ("output", "last")}


def models() -> list[type[Model]]:
    return [apps.get_model(label) for label in PROTECTED]


def moving_columns(model: type[Model]) -> list[str]:
    """The columns that an UPDATE may change; none for most."""
    return _columns(model, MOVING)


def emptying_columns(model: type[Model]) -> list[str]:
    """The columns of text that an UPDATE may empty and nothing else; none for most."""
    return _columns(model, EMPTYING)


def fixed_columns(model: type[Model]) -> list[str]:
    """All other columns."""
    others = {*moving_columns(model), *emptying_columns(model)}
    return [str(field.column) for field in model._meta.concrete_fields if field.column not in others]


def last_columns(model: type[Model]) -> list[str]:
    """The column that rows share and the one that says which is the last; nothing for most."""
    return [str(model._meta.get_field(name).column) for name in LAST.get(model._meta.label, ())]  # type: ignore[union-attr]


def _columns(model: type[Model], named: dict[str, frozenset[str]]) -> list[str]:
    names = named.get(model._meta.label, frozenset())
    return [str(field.column) for field in model._meta.concrete_fields if field.name in names]
