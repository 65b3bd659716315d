"""Roles that come by rule: granted on the day their criteria hold, by the job that makes the lists."""

import datetime as dt
from typing import Any

from django.db import transaction

from authorship.engine.evaluate import Evaluation
from authorship.engine.grammar import not_computed_expression, parse_expression
from authorship.engine.judging import test_of
from authorship.engine.reads import of_expressions
from authorship.engine.rules.types import Expression
from authorship.engine.standing import Person
from authorship.lists import frame as frames
from authorship.lists import people, sums
from authorship.lists.models import Output
from portal.core import clock
from portal.people.models import Subject
from portal.people.queries import why_gone
from projects.members import queries as members
from projects.members import services as membership
from projects.members.models import RoleGrant
from projects.project.models import Project
from projects.terms import queries as terms
from projects.terms.models import TermsVersion

# {role id: {version number: criteria}}
Criteria = dict[str, dict[int, Expression]]


def grant_by_rule(*, project: Project, at: dt.datetime | None = None) -> list[RoleGrant]:
    """Grants every `rule` role of the current terms to the members whose credit meets its criteria.

    The criteria hold under the current version or under any other the person accepted since their first
    credit. Nobody is given a role before accepting the current terms, or earlier ones that differ in wording or
    registers only; a role once held is not taken here.
    """
    at = at or clock.deciding()
    version = terms.current(project, at)
    if version is None:
        return []
    criteria = _criteria(project, version, "rule")
    if not criteria:
        return []
    day = clock.today(terms.zone(project, at), at)
    evaluation = _evaluation(project, day, criteria)
    enough = terms.enough_for(version)
    open_roles = set(members.grants(project).values_list("subject", "role"))
    granted: list[RoleGrant] = []
    for person in evaluation.people:
        if not _may_hold(person, enough, day.isoformat()):
            continue
        for role, by_version in criteria.items():
            if (person.id, role) not in open_roles and _meets(evaluation, person, by_version):
                granted += _grant(project, Subject.objects.get(pk=person.id), role, at)
    return granted


@transaction.atomic
def _grant(project: Project, subject: Subject, role: str, at: dt.datetime) -> list[RoleGrant]:
    """Nothing for whoever left since the evaluation, where leaving takes the same lock, or closed their account."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if not members.is_member(project, subject) or why_gone(subject):
        return []
    rule = RoleGrant.Reason.RULE
    return [membership.grant(project=project, subject=subject, role=role, reason=rule, actor=None, at=at)]


def meets(*, project: Project, subject: Subject, role: str, at: dt.datetime) -> bool:
    """Whether somebody's credit meets what a role granted by appointment takes, under a version that binds them."""
    version = terms.current(project, at)
    criteria = _criteria(project, version, "appointed").get(role, {}) if version else {}
    day = clock.today(terms.zone(project, at), at)
    evaluation = _evaluation(project, day, {role: criteria})
    person = next((one for one in evaluation.people if one.id == subject.pk), None)
    return person is not None and _meets(evaluation, person, criteria)


def _criteria(project: Project, current: TermsVersion, granted: str) -> Criteria:
    named = [role["id"] for role in members.defined(current) if role.get("granted") == granted]
    found: Criteria = {role: {} for role in named}
    for version in terms.versions(project) if named else ():
        for role in members.defined(version):
            if role["id"] in found and role.get("granted") == granted:
                expression = _expression(role)
                if expression is not None:
                    found[role["id"]][version.number] = expression
    return found


def _expression(role: dict[str, Any]) -> Expression | None:
    """None where the criteria are none; publishing refused everything that cannot be computed."""
    criteria = role.get("criteria")
    if criteria in (None, "none"):
        return None
    expression, problems = parse_expression(criteria, f"roles.{role['id']}.criteria")
    if expression is None or problems or not_computed_expression(criteria, "criteria"):
        return None
    return expression


def _evaluation(project: Project, day: dt.date, criteria: Criteria) -> Evaluation:
    """Everybody's standing over the whole ledger, as far as the criteria read it; which output the frame names does not
    matter for it."""
    heads = frames.present(project)
    versions = list(terms.versions(project)[: heads.terms_count])
    any_output = Output(project=project, output_id="", terms=versions[-1].number)
    reads = of_expressions(one for by_version in criteria.values() for one in by_version.values())
    found = sums.sums(
        project, count=heads.ledger_count, head=heads.ledger, scope={}, as_of=day.isoformat(), reads=reads
    )
    frame = frames.build(
        any_output,
        heads=heads,
        as_of=day,
        subjects=people.subjects(project, versions[-1].document["zone"], credited=found.keys()),
        versions=versions,
    )
    return Evaluation({subject: mine for subject, mine in found.items() if mine}, frame, steps=False)


def _may_hold(person: Person, enough: frozenset[int], day: str) -> bool:
    # Whoever left today is counted as a member until midnight and is given nothing any more.
    a_member = any(since <= day and until is None for since, until in person.member)
    return a_member and any(version in enough for version, _on in person.accepted)


def _meets(evaluation: Evaluation, person: Person, by_version: dict[int, Expression]) -> bool:
    return any(
        test_of(by_version[version], evaluation.day)(person)
        for version in evaluation.binding(person)
        if version in by_version
    )
