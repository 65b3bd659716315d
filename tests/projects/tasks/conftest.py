from tests.projects.journey import Journey, journey

__all__ = ["Journey", "journey"]
