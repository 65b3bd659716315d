from tests.projects.journey import Journey, fresh, journey

__all__ = ["Journey", "fresh", "journey"]
