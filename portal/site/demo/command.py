"""`manage.py seed_demo`: the demo's projects, their people and their history."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from portal.core.errors import DomainError
from portal.site.demo import seed, story


class Command(BaseCommand):
    help = "Makes the demo in an empty database, by the services people use, with the clock moved. Demo mode only."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only", default="", metavar="SLUG", help="one project alone, for trying its story")
        parser.add_argument("--check", action="store_true", help="read the stories and make nothing")

    def handle(self, *args: Any, only: str, check: bool, **options: Any) -> None:
        if not settings.CONCORD_DEMO:
            self.stderr.write("seed_demo works in demo mode only (CONCORD_DEMO=1)")
            raise SystemExit(1)
        try:
            if check:
                seed.check(story.stories(only))
            else:
                seed.seed(only)
        except DomainError as refused:
            self.stderr.write("\n".join(str(reason) for reason in refused.reasons))
            raise SystemExit(1) from None
