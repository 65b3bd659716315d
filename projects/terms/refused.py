"""What publishing refuses beyond open clauses, and what it only warns of: lists for the act, its page and the form."""

from __future__ import annotations

from typing import Any

from portal.people.models import Subject
from projects.project.models import Project
from projects.rubric import queries as rubric
from projects.terms import holding, queries
from projects.terms.document.earnable import TOO_EARLY
from projects.terms.document.holders import nobody_from_now_on, nobody_on_the_first_day
from projects.terms.document.pointless import pointless
from projects.terms.document.problems import Problem
from projects.terms.document.refusals import refusals
from projects.terms.document.staffing import short_now, short_on_the_first_day
from projects.terms.steps.state import State

Document = dict[str, Any]


def refused(project: Project, document: Document, publisher: Subject) -> list[Problem]:
    """For `document` as the next version, published by `publisher`; it may be half written."""
    found = refusals(document, rubrics=rubric.numbers(project))
    if queries.latest(project) is not None:
        # Work done under earlier versions counts, and who was there then may have left.
        found = [one for one in found if one.code != TOO_EARLY]
    return [*found, *_held_by_nobody(project, document, publisher)]


def _held_by_nobody(project: Project, document: Document, publisher: Subject) -> list[Problem]:
    if queries.latest(project) is None:
        return list(nobody_on_the_first_day(document, publisher.pk))
    return list(nobody_from_now_on(document, frozenset(holding.people(project))))


def warned(project: Project, document: Document) -> list[Problem]:
    """What says nothing beside another clause, and stages of review that would stand still, or be run by fewer than
    they ask for, once `document` is published."""
    return [*pointless(document), *short_of_people(project, document)]


def short_of_people(project: Project, document: Document) -> list[Problem]:
    if queries.latest(project) is None:
        return short_on_the_first_day(document)
    return short_now(document, holding.people(project))


def judged(project: Project, now: State, publisher: Subject) -> State:
    """The form with what publishing would refuse and what it would warn of, each at its field."""
    return now.refusing(refused(project, now.document, publisher)).warning(warned(project, now.document))
