"""`manage.py remake_words`"""

from typing import Any

from django.core.management.base import BaseCommand

from projects.tasks import search


class RemakeWords(BaseCommand):
    help = "Makes anew the words by which tasks are found, where they are missing or of another folding."

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        made = search.remake()
        if verbosity:
            self.stdout.write(f"{made} made")
