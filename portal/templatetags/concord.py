from portal.core.web.tags import register

__all__ = ["register"]
