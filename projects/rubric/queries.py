"""Reads of the standard: its draft and its published versions."""

from django.db.models import QuerySet

from projects.project.models import Project
from projects.rubric.models import RubricDraft, RubricVersion


def draft(project: Project) -> RubricDraft | None:
    return RubricDraft.objects.filter(project=project).first()


def versions(project: Project) -> QuerySet[RubricVersion]:
    return RubricVersion.objects.filter(project=project).order_by("number")


def version(project: Project, number: int) -> RubricVersion | None:
    return versions(project).filter(number=number).first()


def latest(project: Project) -> RubricVersion | None:
    return versions(project).last()


def numbers(project: Project) -> set[int]:
    return set(versions(project).values_list("number", flat=True))
