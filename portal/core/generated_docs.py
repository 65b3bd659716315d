"""`manage.py write_docs`: the pages of the docs that are tables of the program."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from portal.core.access import page
from portal.core.workflow import diagrams

PAGES = {"docs/permissions.md": page.markdown, "docs/transitions.md": diagrams.markdown}


class Command(BaseCommand):
    help = "Writes docs/permissions.md and docs/transitions.md from their tables; --check only compares."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; 1 where a page is stale")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        stale = [name for name, text in PAGES.items() if _written(name) != text()]
        for name in stale:
            if check:
                self.stdout.write(f"{name} is not what the tables say: run manage.py write_docs")
            else:
                (settings.BASE_DIR / name).write_text(PAGES[name](), encoding="utf-8")
                self.stdout.write(f"wrote {name}")
        if stale and check:
            raise SystemExit(1)


def _written(name: str) -> str:
    path = settings.BASE_DIR / name
    return path.read_text(encoding="utf-8") if path.exists() else ""
