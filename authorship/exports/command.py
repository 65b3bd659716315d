"""`manage.py export_bundle --list` and `export_bundle PROJECT [OUTPUT_ID] FILE`"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from authorship.lists import bundle, queries
from projects.project.models import Project

_REFUSED, _USAGE = 1, 2


class ExportBundle(BaseCommand):
    help = "Writes everything a list rests on to a file that `python -m authorship.engine verify` reads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--list", action="store_true", help="slugs of projects that have a list, a line each")
        parser.add_argument("names", nargs="*", metavar="PROJECT [OUTPUT_ID] FILE")

    def handle(self, *args: Any, list: bool, names: list[str], **options: Any) -> None:
        if list:
            for slug in _with_lists():
                self.stdout.write(slug)
            return
        if len(names) not in (2, 3):
            self.stderr.write("export_bundle PROJECT [OUTPUT_ID] FILE")
            raise SystemExit(_USAGE)
        project, file = names[0], Path(names[-1])
        self._export(project, names[1] if len(names) == 3 else None, file)

    def _export(self, slug: str, output_id: str | None, file: Path) -> None:
        project = Project.objects.filter(slug=slug).first()
        if project is None:
            self.stderr.write(f"there is no project {slug}")
            raise SystemExit(_USAGE)
        outputs = queries.outputs(project)
        output = outputs.filter(output_id=output_id).first() if output_id else outputs.first()
        if output is None or queries.current(output) is None:
            self.stderr.write(f"{slug} has no list{f' of {output_id}' if output_id else ''} yet")
            raise SystemExit(_REFUSED)
        beside = file.with_name(f"{file.name}.new")
        try:
            with beside.open("w", encoding="utf-8", newline="\n") as target:
                for piece in bundle.stream(output):
                    target.write(piece)
            beside.replace(file)
        except OSError as error:
            self.stderr.write(f"{file}: {error.strerror}")
            raise SystemExit(_REFUSED) from None
        self.stdout.write(f"{file}: {output.output_id} of {slug}")


def _with_lists() -> list[str]:
    found = Project.objects.filter(outputs__snapshots__isnull=False).distinct()
    return list(found.order_by("slug").values_list("slug", flat=True))
