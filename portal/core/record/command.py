"""`manage.py verify [PROJECT]`: everything that can be proved, or the first thing that is wrong."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from portal.core.record import verifiers


class Command(BaseCommand):
    help = "Proves triggers, chains, checkpoints, sums and stored lists; 1 and the first wrong thing, or 0."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", nargs="?", help="a slug; all projects without it")
        parser.add_argument("--all", action="store_true", help="go on after the first wrong thing")

    def handle(self, *args: Any, project: str | None, all: bool, **options: Any) -> None:
        wrong = 0
        for line, fault in _answers(self, project):
            if fault:
                wrong += 1
                self.stdout.write(f"wrong {line}: {fault}")
                if not all:
                    break
            else:
                self.stdout.write(f"ok {line}")
        if wrong:
            raise SystemExit(1)


def _answers(command: Command, slug: str | None) -> Iterator[tuple[str, str]]:
    """(what was asked, what is wrong), with "" where nothing is."""
    found = verifiers.projects(slug)
    if slug and not found:
        command.stderr.write(f"there is no project {slug}")
        raise SystemExit(2)
    for name, ask in verifiers.site().items():
        yield from _told(name, ask())
    for project in found:
        for name, verify in verifiers.project().items():
            yield from _told(f"{project.slug} {name}", verify(project))


def _told(line: str, faults: Any) -> Iterator[tuple[str, str]]:
    sound = True
    for fault in faults:
        sound = False
        yield line, str(fault)
    if sound:
        yield line, ""
