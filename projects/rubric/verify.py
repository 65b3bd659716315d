"""Proves that published rubrics are what the record told when they were published."""

from __future__ import annotations

from collections.abc import Iterator

from portal.core.record import presenters, queries
from projects.project.models import Project
from projects.rubric import criteria
from projects.rubric.models import RubricVersion

_VERSIONS = RubricVersion._meta.db_table


def verify_rubrics(project: Project) -> Iterator[str]:
    """Each version's hash is that of its title and criteria, and the one on the record."""
    entries = queries.entries(project, kinds=("RubricPublished",))
    told = {payload["version"]: payload["hash"] for payload in map(presenters.payload, entries)}
    for version in RubricVersion.objects.filter(project=project).order_by("number"):
        place = f"{_VERSIONS} number {version.number}"
        if version.hash != criteria.hash_of(version.title, version.criteria):
            yield f"{place}: its hash is not the hash of its text"
        if told.pop(version.number, None) != version.hash:
            yield f"{place}: the record tells another hash"
    for number in sorted(told, key=str):
        yield f"{_VERSIONS} number {number}: the version is missing, though it is on the record"
