from portal.notices.command import Command

__all__ = ["Command"]
