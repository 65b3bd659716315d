from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "portal"

    def ready(self) -> None:
        from django.conf import settings

        from portal import wiring
        from portal.core import checks as _core_checks  # noqa: F401  (registers itself)
        from portal.core.access import checks as _access_checks  # noqa: F401  (registers itself)
        from portal.core.append_only import checks as _append_only_checks  # noqa: F401  (registers itself)
        from portal.core.append_only import triggers
        from portal.people import providers

        triggers.connect(self)
        wiring.connect()
        providers.connect_signals()
        if settings.CONCORD_SIGN_IN_STAND_IN:
            providers.send_to_stand_in(settings.CONCORD_SIGN_IN_STAND_IN)
