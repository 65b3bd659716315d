"""Writes of tasks. Every act begins with the task locked."""

from projects.tasks.services.drafts import attach, create, locked, save_draft
from projects.tasks.services.sharing import confirm_share, set_shares
from projects.tasks.services.submission import is_overdue, is_public, submit, why_not_submit, withdraw

__all__ = [
    "attach",
    "confirm_share",
    "create",
    "is_overdue",
    "is_public",
    "locked",
    "save_draft",
    "set_shares",
    "submit",
    "why_not_submit",
    "withdraw",
]
