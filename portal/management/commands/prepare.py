from portal.run.prepare import Command

__all__ = ["Command"]
