"""`manage.py seed_demo`: the demo project, its people and its history."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from portal.core.errors import DomainError
from portal.site.demo import seed


class Command(BaseCommand):
    help = "Makes the demo in an empty database, by the services people use, with the clock moved. Demo mode only."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.CONCORD_DEMO:
            self.stderr.write("seed_demo works in demo mode only (CONCORD_DEMO=1)")
            raise SystemExit(1)
        try:
            seed.seed()
        except DomainError as refused:
            self.stderr.write("; ".join(str(reason) for reason in refused.reasons))
            raise SystemExit(1) from None
