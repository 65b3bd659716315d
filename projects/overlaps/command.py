"""`manage.py remake_prints`"""

from typing import Any

from django.core.management.base import BaseCommand

from projects.overlaps import prints


class RemakePrints(BaseCommand):
    help = "Makes anew the fingerprints by which overlaps are found, where they are missing or of another method."

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        made = prints.remake()
        if verbosity:
            self.stdout.write(f"{made} made")
