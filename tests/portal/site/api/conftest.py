from tests.projects.conftest import core_team, person, project, published, recruiting

__all__ = ["core_team", "person", "project", "published", "recruiting"]
