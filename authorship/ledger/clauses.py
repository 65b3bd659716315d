"""What the terms say about credit when a task ends after all."""

from authorship.ledger.models import Correction
from projects.tasks.models import Task
from projects.tasks.states import TaskState
from projects.terms import queries as terms
from projects.terms.models import TermsVersion

_CAUSES = {TaskState.REVOKED: Correction.Cause.REVOKED, TaskState.WITHDRAWN: Correction.Cause.WITHDRAWN}


def binding(task: Task) -> TermsVersion | None:
    return terms.version(task.project, task.terms) if task.terms is not None else None


def loses(version: TermsVersion | None, cause: Correction.Cause) -> bool:
    """Whether credit goes with the task: after a revocation unless it is kept, after a withdrawal where it is lost."""
    clause = version.document.get("authorship") if version else None
    found = clause if isinstance(clause, dict) else {}
    if cause == Correction.Cause.REVOKED:
        return found.get("after_revocation") != "keep"
    return found.get("after_withdrawal") == "lose"


def lost(task: Task) -> bool:
    """Whether the task has ended so that it earns nothing."""
    cause = _CAUSES.get(TaskState(task.state))
    return cause is not None and loses(binding(task), cause)
