"""How many of the accepted tasks of a project turned out faulty: public, and counted from the rows each time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Exists, OuterRef, Q

from projects.project.models import Project
from projects.reports.models import DefectCase
from projects.reviews.models import CorrectionStep
from projects.tasks.models import Task
from projects.tasks.states import TaskState


@dataclass(frozen=True)
class Figures:
    """`ever` tasks were accepted so far, `standing` of them are now. A task that was corrected and then revoked counts
    as revoked alone; one whose contributors withdrew it stays counted."""

    ever: int = 0
    standing: int = 0
    reported: int = 0
    corrected: int = 0
    revoked: int = 0

    @property
    def faulty(self) -> int:
        return self.corrected + self.revoked

    @property
    def share(self) -> Fraction:
        return Fraction(self.faulty, self.ever)

    @property
    def per_cent(self) -> str:
        """To one digit after the point, halves rounded up; `6.7`, and `20` where it is even."""
        tenths, digit = divmod((2_000 * self.faulty + self.ever) // (2 * self.ever), 10)
        return f"{tenths}.{digit}" if digit else f"{tenths}"


def of(projects: Iterable[int]) -> dict[int, Figures]:
    """By the projects' numbers in the database, in one query; those without an accepted task are not in it."""
    task = OuterRef("pk")
    corrected = CorrectionStep.objects.filter(task=task, step=CorrectionStep.Step.FIXED)
    found = (
        Task.objects.filter(project__in=list(projects), accepted_on__isnull=False)
        .order_by()
        .values_list("project")
        .annotate(
            ever_=Count("pk"),
            standing_=Count("pk", filter=Q(state=TaskState.ACCEPTED)),
            reported_=Count("pk", filter=Q(Exists(DefectCase.objects.filter(task=task)))),
            corrected_=Count("pk", filter=Q(Exists(corrected)) & ~Q(state=TaskState.REVOKED)),
            revoked_=Count("pk", filter=Q(state=TaskState.REVOKED)),
        )
    )
    return {project: Figures(*numbers) for project, *numbers in found}


def of_project(project: Project) -> Figures | None:
    return of([project.pk]).get(project.pk)
