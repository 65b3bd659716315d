from portal.people.command import ReplayErasures as Command

__all__ = ["Command"]
