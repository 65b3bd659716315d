from portal.run.command import Command

__all__ = ["Command"]
