from authorship.imports.command import ImportPeople as Command

__all__ = ["Command"]
