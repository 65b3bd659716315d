from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "portal"

    def ready(self) -> None:
        from portal import wiring
        from portal.core import checks as _core_checks  # noqa: F401  (registers itself)
        from portal.core.access import checks as _access_checks  # noqa: F401  (registers itself)
        from portal.core.append_only import checks as _append_only_checks  # noqa: F401  (registers itself)
        from portal.core.append_only import triggers

        triggers.connect(self)
        wiring.connect()
