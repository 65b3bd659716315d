from tests.projects.conftest import core_team, person, project
from tests.projects.journey import fresh

__all__ = ["core_team", "fresh", "person", "project"]
