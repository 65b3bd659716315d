"""Who made a task, how they split its credit, and each one's own confirmation."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from authorship.engine.amounts import format_amount
from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Forbidden, Refused
from portal.people.models import Subject
from portal.people.queries import why_gone
from projects.members import queries as members
from projects.project.models import Project
from projects.tasks import queries, telling
from projects.tasks import shares as split
from projects.tasks.models import Task, TaskContributor
from projects.tasks.services.drafts import next_version, writable
from projects.terms import services as terms_services

_MOST_CONTRIBUTORS = 50


@transaction.atomic
def set_shares(*, actor: Subject, task: Task, shares: Mapping[str, str], version: int) -> list[TaskContributor]:
    """Who made the task, by handle, and each one's share. Clears every confirmation where anything changes.

    Whoever stands in the last revision and is left out here stays with the share 0 until they confirm that they
    leave: no revision is submitted before, and the last one's shares hold.

    Where the terms split equally, or give everybody the whole, the amounts are set by the site.
    Refused: an unknown handle, somebody who is no member or whose account is closed, an amount outside the grammar, a
    sum that is not 1.
    """
    task = writable(actor, task)
    if task.reported:
        raise Conflict(_("A correction of an accepted task does not change who shares it, or how."), code="shares_stay")
    people = _people(task, shares)
    version_row = queries.binding_version(task)
    rule = split.split_rule(version_row.document) if version_row else "declared"
    amounts = _amounts(rule, shares)
    at = clock.deciding()
    next_version(actor, task, version, at)
    wanted = dict.fromkeys(queries.last_shares(task), Fraction())
    wanted |= {people[handle].pk: amount for handle, amount in amounts.items()}
    if wanted != {row.subject_id: row.share for row in task.contributors.all()}:
        _replace(task, wanted, at)
        telling.shares_to_confirm(actor, task, version, at)
    return list(task.contributors.select_related("subject__profile"))


def _replace(task: Task, wanted: Mapping[str, Fraction], at: dt.datetime) -> None:
    """Every share is to be confirmed again. Whoever has agreed to leave need not say so twice."""
    task.contributors.exclude(subject__in=wanted).delete()
    for subject_id, amount in wanted.items():
        split_as = {"numerator": amount.numerator, "denominator": amount.denominator}
        row = task.contributors.filter(subject=subject_id).first()
        if row is None:
            TaskContributor.objects.create(task=task, subject_id=subject_id, added_at=at, **split_as)
        elif amount or row.share:
            task.contributors.filter(pk=row.pk).update(confirmed_at=None, **split_as)


def _people(task: Task, shares: Mapping[str, str]) -> dict[str, Subject]:
    if not shares or len(shares) > _MOST_CONTRIBUTORS:
        raise Refused(_("A task has between 1 and %(most)s contributors.") % {"most": _MOST_CONTRIBUTORS})
    found = {one.handle: one for one in Subject.objects.filter(handle__in=list(shares))}
    # Who left the project stays in a task that was submitted with them.
    stays = set(queries.last_shares(task))
    reasons = []
    for handle in shares:
        known = found.get(handle)
        if known is None or not (known.pk in stays or members.is_member(task.project, known)):
            reasons.append(
                _("“%(handle)s” is no member of this project. They join by accepting its terms.") % {"handle": handle}
            )
        elif known.pk not in stays and (gone := why_gone(known)):
            reasons.append(gone)
    if reasons:
        raise Refused(*reasons, code="no_member")
    return {str(handle): subject for handle, subject in found.items()}


def _amounts(rule: str, shares: Mapping[str, str]) -> dict[str, Fraction]:
    if rule in ("equal", "each"):
        return split.equal(shares)
    try:
        return split.declared(shares)
    except split.ShareError as error:
        raise Refused(share_problem(error), code="shares") from error


def share_problem(error: split.ShareError) -> str:
    if error.code == "sum":
        return _("The shares add up to %(sum)s, not to 1.") % {"sum": error.detail}
    if error.code == "zero":
        return _("The share of “%(handle)s” is 0; leave out whoever has none.") % {"handle": error.name}
    return _("The share of “%(handle)s”: write a whole number or a fraction in plain digits, like 1/2.") % {
        "handle": error.name
    }


@transaction.atomic
def confirm_share(
    *, actor: Subject, task: Task, terms_number: int, terms_hash: str, share: str | None = None
) -> TaskContributor:
    """Somebody confirms their own share and accepts the version that binds the task, for this task.

    With the share 0 they confirm that they leave, and accept nothing: number and hash of the terms are not asked.
    Conflict where the version is not the binding one, or where `share`, the one shown, has changed.
    """
    require(actor, "task.confirm_share", task.project, task)
    # The project before the task, as everywhere: accepting holds it too.
    Project.objects.select_for_update(no_key=True).get(pk=task.project_id)
    task = writable(actor, task)
    row = task.contributors.filter(subject=actor).first()
    if row is None:
        raise Forbidden(_("You have no share of this task."))
    if share is not None and share != format_amount(row.share):
        raise Conflict(_("The shares have changed since you opened the page. Nothing was confirmed."), code="stale")
    if row.numerator:
        version = queries.binding_version(task)
        if version is None or version.number != terms_number:
            raise terms_services.stale_terms()
        terms_services.accept(
            actor=actor,
            project=task.project,
            number=terms_number,
            hash=terms_hash,
            purpose="task",
            task=task.public_id,
        )
    at = clock.deciding()
    task.contributors.filter(pk=row.pk).update(confirmed_at=at)
    telling.share_confirmed(actor, task, at)
    row.refresh_from_db()
    return row
