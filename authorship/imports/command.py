"""`manage.py import_people PROJECT FILE [--dry-run]` and `import_credits`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandParser

from authorship.imports import services
from authorship.imports.reading import MAX_BYTES
from authorship.imports.services import Report
from portal.core.errors import DomainError
from projects.project.models import Project

_DONE, _REFUSED, _USAGE = 0, 1, 2


class _Import(BaseCommand):
    run: ClassVar[Callable[..., Report]]

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", help="a slug")
        parser.add_argument("file", help="JSONL or CSV, by the end of its name")
        parser.add_argument("--dry-run", action="store_true", help="judge every row and write nothing")

    def handle(self, *args: Any, project: str, file: str, dry_run: bool, **options: Any) -> None:
        found = Project.objects.filter(slug=project).first()
        if found is None:
            self.stderr.write(f"there is no project {project}")
            raise SystemExit(_USAGE)
        try:
            with Path(file).open("rb") as source:
                content = source.read(MAX_BYTES + 1)
        except OSError as error:
            self.stderr.write(f"{file}: {error.strerror}")
            raise SystemExit(_USAGE) from None
        try:
            report = type(self).run(project=found, name=Path(file).name, content=content, dry_run=dry_run)
        except DomainError as refused:
            self.stderr.write(f"{file}: {'; '.join(str(reason) for reason in refused.reasons)}")
            raise SystemExit(_REFUSED) from None
        for bad in report.bad:
            place = f"{file}:{bad.line}" if bad.line else file
            self.stderr.write(f"{place}: {bad.reason}")
        if report.bad:
            self.stderr.write(f"{len(report.bad)} refused; nothing was written")
            raise SystemExit(_REFUSED)
        would = "would change" if dry_run else "changed"
        self.stdout.write(f"{report.rows} rows, {report.changed} {would} something")


class ImportPeople(_Import):
    help = "Brings in people of work done before Concord, as subjects nobody has claimed yet."
    run = staticmethod(services.import_people)


class ImportCredits(_Import):
    help = "Brings in work done before Concord, with the amounts that the rules of the version named give."
    run = staticmethod(services.import_credits)
