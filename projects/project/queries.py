"""Reads of projects: the one place that says which project somebody may see."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from portal.core.errors import NotVisible
from portal.people.models import Subject, User
from projects.project.models import Project
from projects.project.states import ProjectState

Reader = User | AnonymousUser


def subject_of(user: Reader) -> Subject | None:
    return user.subject if isinstance(user, User) else None


def visible_to(user: Reader) -> QuerySet[Project]:
    """Every project but drafts; a draft to its creator and to whoever holds a role in it."""
    public = ~Q(state=ProjectState.DRAFT)
    subject = subject_of(user)
    if subject is None:
        return Project.objects.filter(public)
    holds = Project.objects.filter(role_grants__subject=subject, role_grants__until=None)
    return Project.objects.filter(public | Q(created_by=subject) | Q(pk__in=holds.values("pk")))


def get_visible(user: Reader, slug: str) -> Project:
    project = visible_to(user).select_related("created_by__profile").filter(slug=slug).first()
    if project is None:
        raise NotVisible
    return project


def of(subject: Subject) -> QuerySet[Project]:
    """Projects somebody created or takes part in, newest first."""
    takes_part = Q(memberships__subject=subject, memberships__until=None)
    return Project.objects.filter(Q(created_by=subject) | takes_part).distinct().order_by("-created_at")
