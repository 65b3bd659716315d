from projects.tasks.command import RemakeWords as Command

__all__ = ["Command"]
