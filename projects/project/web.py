"""What every page of a project begins with."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from portal.core.errors import Forbidden
from portal.people.models import Subject
from projects.project import queries
from projects.project.models import Project


def get_project(request: HttpRequest, slug: str) -> Project:
    """The project, if the reader may see it; else NotVisible, whether it exists or not."""
    return queries.get_visible(request.user, slug)


def actor_of(request: HttpRequest) -> Subject:
    """Who acts. Views behind `login_required` always have one."""
    subject = queries.subject_of(request.user)
    if subject is None:
        raise Forbidden(_("Sign in to do this."))
    return subject


def reader_of(request: HttpRequest) -> Subject | None:
    """Who reads, None for a visitor."""
    return queries.subject_of(request.user)
