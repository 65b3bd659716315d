from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "portal"

    def ready(self) -> None:
        from portal import wiring
        from portal.core.append_only import checks, triggers  # noqa: F401  (registers the system check)

        triggers.connect(self)
        wiring.connect()
