"""Writes of tasks. Every act begins with the task locked."""

from projects.tasks.services.drafts import attach, begin, begin_again, change_files, create, locked, save_draft
from projects.tasks.services.lineage import name_predecessor
from projects.tasks.services.marking import typos_of, why_not_marked
from projects.tasks.services.naming import set_named, why_not_named
from projects.tasks.services.sharing import confirm_share, set_shares
from projects.tasks.services.submission import is_overdue, is_public, rounds_used, submit, why_not_submit, withdraw

__all__ = [
    "attach",
    "begin",
    "begin_again",
    "change_files",
    "confirm_share",
    "create",
    "is_overdue",
    "is_public",
    "locked",
    "name_predecessor",
    "rounds_used",
    "save_draft",
    "set_named",
    "set_shares",
    "submit",
    "typos_of",
    "why_not_marked",
    "why_not_named",
    "why_not_submit",
    "withdraw",
]
