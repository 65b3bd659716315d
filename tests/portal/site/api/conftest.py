from tests.portal.api.programs import program
from tests.portal.site.api.world import built, world
from tests.projects.conftest import core_team, person, project, published, recruiting

__all__ = ["built", "core_team", "person", "program", "project", "published", "recruiting", "world"]
