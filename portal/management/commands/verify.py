from portal.core.record.command import Command

__all__ = ["Command"]
