"""What the page says on which one leaves a project: what ends, what stays, and by which words of the terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from portal.people.models import Subject
from projects.members import queries, roster
from projects.members.models import Membership
from projects.project.models import Project
from projects.project.states import ProjectState
from projects.terms import queries as terms
from projects.terms.document.fields import label
from projects.terms.document.sentences import clause_sentences
from projects.terms.models import TermsVersion

CLAUSES = ("authorship.leavers", "authorship.after_withdrawal")


@dataclass(frozen=True)
class Said:
    """What one version says of leaving; `current` is the one in force, the others were accepted."""

    version: TermsVersion
    current: bool
    leavers: list[str]
    withdrawal: list[str]


def context(project: Project, subject: Subject, version: TermsVersion | None, language: str) -> dict[str, Any]:
    """For somebody who takes part. `missing` are the powers that nobody else holds."""
    grants = queries.grants(project).filter(subject=subject)
    membership = Membership.objects.filter(project=project, subject=subject, until=None).first()
    held = roster.held(subject.pk, grants, version)
    powers = queries.powers(project, subject)
    missing = queries.unheld(project, version, without=subject) if version else []
    return {
        "membership": membership,
        "held": held,
        "powers": [label("roles[].powers", power, language) for power in sorted(powers)],
        "missing": [label("roles[].powers", power, language) for power in missing if power in powers],
        "said": _said(project, subject, version, language) if version else [],
        "comes_back": project.state == ProjectState.RECRUITING,
    }


def _said(project: Project, subject: Subject, version: TermsVersion, language: str) -> list[Said]:
    """Texts never compare: whoever accepted another wording may rely on it, so each is shown once."""
    found: list[Said] = []
    seen: list[tuple[list[str], list[str]]] = []
    accepted = {one.terms.number: one.terms for one in terms.accepted(project, subject)}
    for one in [version, *(accepted[number] for number in sorted(accepted, reverse=True))]:
        words = _words(one.document, language)
        if words not in seen:
            seen.append(words)
            found.append(Said(one, one.pk == version.pk, *words))
    return found


def _words(document: Mapping[str, Any], language: str) -> tuple[list[str], list[str]]:
    leavers, withdrawal = (clause_sentences(document, path, language) for path in CLAUSES)
    return leavers, withdrawal
