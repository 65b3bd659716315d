from portal.people.command import ErasePerson as Command

__all__ = ["Command"]
