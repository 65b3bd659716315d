"""Reading outputs and the snapshots of their lists. Lists are public wherever their project is."""

import json
from typing import Any

from django.db.models import QuerySet

from authorship.lists.models import ListSnapshot, Output
from projects.project.models import Project


def outputs(project: Project) -> QuerySet[Output]:
    """In the order they were made."""
    return Output.objects.filter(project=project).select_related("project").order_by("pk")


def output(project: Project, output_id: str) -> Output | None:
    return outputs(project).filter(output_id=output_id).first()


def current(output: Output) -> ListSnapshot | None:
    return ListSnapshot.objects.filter(output=output).select_related("people").order_by("-generation").first()


def current_number(output: Output) -> int:
    return (
        ListSnapshot.objects.filter(output=output).order_by("-generation").values_list("generation", flat=True).first()
        or 0
    )


def generation(output: Output, number: int) -> ListSnapshot | None:
    return ListSnapshot.objects.filter(output=output, generation=number).select_related("people").first()


def asked(output: Output, number: str) -> ListSnapshot | None:
    """The current list for an empty text, else the one of that number; None where there is none."""
    if not number:
        return current(output)
    return generation(output, int(number)) if number.isascii() and number.isdigit() and len(number) < 9 else None


def generations(output: Output) -> QuerySet[ListSnapshot]:
    """Newest first, without the lists themselves."""
    return ListSnapshot.objects.filter(output=output).defer("result").order_by("-generation")


def result(snapshot: ListSnapshot) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(snapshot.result)
    return found


def subjects(snapshot: ListSnapshot) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(snapshot.people.subjects)
    return found
