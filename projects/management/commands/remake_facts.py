from projects.terms.commands.remake_facts import RemakeFacts as Command

__all__ = ["Command"]
