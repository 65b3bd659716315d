"""Projects with terms in force, laid in rows without the services: these tests ask what the catalogue makes of them."""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from portal.core import clock
from portal.people.models import Subject
from projects.project.models import Project
from projects.project.states import ProjectState
from projects.terms import fact_rows
from projects.terms.document.hashing import version_hash
from projects.terms.document.read import read_yaml
from projects.terms.models import TermsVersion
from tests.projects.conftest import EXAMPLE


@lru_cache(maxsize=1)
def _example() -> dict[str, Any]:
    document = read_yaml(EXAMPLE.read_bytes(), people=lambda handle: handle).document
    assert document is not None
    document["core_team"]["members"] = []
    return document


def example(changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The example terms with other answers at dotted paths."""
    document = copy.deepcopy(_example())
    for path, value in (changes or {}).items():
        *heads, last = path.split(".")
        place = document
        for head in heads:
            place = place[head]
        place[last] = value
    return document


def lay(
    by: Subject, slug: str, changes: Mapping[str, Any] | None = None, *, terms: bool = True, **fields: Any
) -> Project:
    """A recruiting project, with version 1 in force since yesterday unless `terms` is false."""
    values = {"title": slug.title(), "summary": "A summary.", "field": "Law", "state": ProjectState.RECRUITING}
    at = clock.deciding()
    made = Project.objects.create(slug=slug, created_by=by, created_at=at, **{**values, **fields})
    if terms:
        publish(made, 1, {"contact": f"post@{slug}.example", **(changes or {})}, days=-1)
    return made


def publish(project: Project, number: int, changes: Mapping[str, Any], *, days: int = 0) -> TermsVersion:
    """In force so many days from today."""
    document, at = example(changes), clock.deciding()
    version = TermsVersion.objects.create(
        project=project,
        number=number,
        document=document,
        hash=version_hash(document),
        in_force=clock.today(document["zone"], at) + dt.timedelta(days=days),
        published_at=at,
        published_by=project.created_by,
    )
    fact_rows.note(version)
    return version
