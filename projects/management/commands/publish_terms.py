from projects.terms.commands.publish import PublishTerms as Command

__all__ = ["Command"]
