from portal.site.demo.command import Command

__all__ = ["Command"]
