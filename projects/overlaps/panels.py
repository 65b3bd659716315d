"""Where a look for overlaps is offered: beside a draft, on the page of a task, beside a review."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.visibility import CRAK


def of_draft(request: HttpRequest, task: Task) -> str:
    return _panel(request, task, "panel_draft")


def of_task(request: HttpRequest, about: tuple[Task, Viewer]) -> str:
    task, viewer = about
    return _panel(request, task, "panel_task") if viewer.persons(task) & CRAK else ""


def of_review(request: HttpRequest, about: tuple[Task, Viewer]) -> str:
    """Beside the text that is reviewed."""
    task, viewer = about
    return _panel(request, task, "panel_draft") if viewer.persons(task) & CRAK else ""


def _panel(request: HttpRequest, task: Task, name: str) -> str:
    slug = task.project.slug
    numbered = task.number is not None
    place = ("task_overlaps", [slug, task.number]) if numbered else ("draft_overlaps", [slug, task.public_id])
    return render_to_string(f"projects/overlaps/{name}.html", {"href": reverse(place[0], args=place[1])}, request)
