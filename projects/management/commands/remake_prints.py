from projects.overlaps.command import RemakePrints as Command

__all__ = ["Command"]
