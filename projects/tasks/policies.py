"""Named conditions on acts over a task: None, or the sentence that says why not. Wired in `portal.wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.access import check
from portal.core.access.conditions import register_condition
from portal.core.parties import Actor, Collaboration
from portal.people.models import Affiliation, Subject
from projects.project.models import Project
from projects.tasks import queries
from projects.tasks.models import DeclaredInterest, Task
from projects.terms import queries as terms
from projects.terms.models import TermsVersion

Facts = Mapping[str, Any]


def is_author(actor: Subject, project: Project, obj: Any) -> bool:
    """The holder "author" of the permission table: a contributor of the task `obj`."""
    return isinstance(obj, Task) and queries.is_contributor(actor, obj)


def not_own_work(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    if actor is not None and actor.id not in queries.contributor_ids(obj):
        return None
    return _("This is your own work. Nobody decides on their own work, under any role.")


def no_shared_affiliation(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Asks the current terms whether one institution is a conflict."""
    if actor is None or not shares_affiliation(actor.id, obj):
        return None
    return _("You share an affiliation with a contributor, and the terms count that as a conflict of interest.")


def no_declared_interest(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    if actor is None or not has_declared(actor.id, obj):
        return None
    return _("You declared an interest in this task. Until somebody else waives it, you neither review nor decide it.")


def shares_affiliation(subject_id: str, task: Task) -> bool:
    """Whether the current terms count a common institution as a conflict, there is one, and nobody has waived it."""
    version = terms.current(task.project)
    clause = version.document["participation"].get("conflict_of_interest") if version else None
    if not isinstance(clause, dict) or clause.get("same_affiliation") != "yes":
        return False
    others = queries.contributor_ids(task) - {subject_id}
    if not _places(frozenset({subject_id})) & _places(others):
        return False
    return DeclaredInterest.Kind.AFFILIATION not in waived(subject_id, task)


def has_declared(subject_id: str, task: Task) -> bool:
    """Whether they declared an interest that nobody has waived."""
    return DeclaredInterest.objects.filter(task=task, subject=subject_id, waiver=None).exists()


def waived(subject_id: str, task: Task) -> frozenset[str]:
    """The kinds of their declared interests that somebody has waived."""
    rows = DeclaredInterest.objects.filter(task=task, subject=subject_id, waiver__isnull=False)
    return frozenset(rows.values_list("kind", flat=True))


def _places(subjects: frozenset[str]) -> set[str]:
    rows = Affiliation.objects.filter(subject__in=subjects).values_list("ror", "name")
    return {place for ror, name in rows for place in (ror, " ".join(name.casefold().split())) if place}


def interest(subject_id: str, task: Task) -> str | None:
    """The one question asked at assignment, at filing and at the decision: "own", "declared", "affiliation" or None."""
    kept_out = keeps_out(subject_id, task)
    return kept_out or ("affiliation" if shares_affiliation(subject_id, task) else None)


def keeps_out(subject_id: str, task: Task) -> str | None:
    """An interest with which nobody is shown who judges the task, whatever they hold: "own", "declared" or None."""
    if subject_id in queries.contributor_ids(task):
        return "own"
    return "declared" if has_declared(subject_id, task) else None


def accepted_for_work(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `version`: the terms version that binds the task, or would. Open work needs no later one."""
    if actor is not None and facts["version"] is not None and has_accepted(actor.id, facts["version"]):
        return None
    return _("You have not accepted the version of the terms that binds this task.")


def has_accepted(subject_id: str, version: TermsVersion) -> bool:
    """For joining, for work or for one task: each is an acceptance of the whole text."""
    return terms.has_accepted(version, subject_id, tasks=True)


def register() -> None:
    """The wiring's: gives the permission table its conditions on tasks."""
    check.provide_holder("author", is_author)
    register_condition("not_own_work", not_own_work, gettext_lazy("never on one's own work"))
    register_condition(
        "no_shared_affiliation",
        no_shared_affiliation,
        gettext_lazy("without a shared affiliation, where the terms count that as a conflict"),
    )
    register_condition(
        "no_declared_interest",
        no_declared_interest,
        gettext_lazy("without an interest that one declared and nobody waived"),
    )
    register_condition(
        "accepted_for_work",
        accepted_for_work,
        gettext_lazy("after accepting the version of the terms that binds the task"),
    )
