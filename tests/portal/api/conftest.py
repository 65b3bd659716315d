"""A project under way, and programs that act in it."""

from tests.portal.api.programs import program
from tests.projects.conftest import core_team, person, project, published, recruiting
from tests.projects.journey import journey

__all__ = ["core_team", "journey", "person", "program", "project", "published", "recruiting"]
