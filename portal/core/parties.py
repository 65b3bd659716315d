"""What the lowest layer knows of people and projects: their random public ids.

`portal.people.models.Subject` and `projects.project.models.Project` fit; core imports neither.
"""

from typing import Protocol


class Actor(Protocol):
    """Somebody who acts: a subject."""

    @property
    def id(self) -> str: ...


class Collaboration(Protocol):
    """Whatever has a chain of its own: a project."""

    @property
    def public_id(self) -> str: ...
