from authorship.lists.command import RecomputeLists as Command

__all__ = ["Command"]
