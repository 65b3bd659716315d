from projects.terms.commands.check import CheckTerms as Command

__all__ = ["Command"]
