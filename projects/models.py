"""Gathers the models of the rooms of projects for Django."""

from projects.members.models import Membership, RoleGrant
from projects.project.models import Project
from projects.reviews.models import (
    Assignment,
    ChangeRequest,
    CorrectionStep,
    RequestAnswer,
    Review,
    ReviewDecision,
    ReviewDraft,
    Round,
)
from projects.rubric.models import RubricDraft, RubricVersion
from projects.tasks.models import Attachment, Revision, Task, TaskContributor, TaskDraft
from projects.terms.models import Acceptance, TermsDraft, TermsFile, TermsVersion

__all__ = [
    "Acceptance",
    "Assignment",
    "Attachment",
    "ChangeRequest",
    "CorrectionStep",
    "Membership",
    "Project",
    "RequestAnswer",
    "Review",
    "ReviewDecision",
    "ReviewDraft",
    "Revision",
    "RoleGrant",
    "Round",
    "RubricDraft",
    "RubricVersion",
    "Task",
    "TaskContributor",
    "TaskDraft",
    "TermsDraft",
    "TermsFile",
    "TermsVersion",
]
