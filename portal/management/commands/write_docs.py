from portal.core.generated_docs import Command

__all__ = ["Command"]
