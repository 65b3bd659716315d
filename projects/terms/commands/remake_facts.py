"""`manage.py remake_facts`"""

from typing import Any

from django.core.management.base import BaseCommand

from projects.terms import fact_rows


class RemakeFacts(BaseCommand):
    help = "Makes anew what the catalogue knows of published terms, where it is missing or of another set of checks."

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        made = fact_rows.remake()
        if verbosity:
            self.stdout.write(f"{made} made")
