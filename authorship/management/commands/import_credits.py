from authorship.imports.command import ImportCredits as Command

__all__ = ["Command"]
