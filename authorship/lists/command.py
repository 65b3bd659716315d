"""`manage.py recompute_lists [PROJECT]`"""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from authorship.lists import roles, services
from portal.core.errors import DomainError
from projects.project.models import Project


class RecomputeLists(BaseCommand):
    help = "Computes the author lists anew; 0 done, 1 where rules cannot be computed, 2 no such project."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", nargs="?", help="a slug; all projects without it")

    def handle(self, *args: Any, project: str | None, **options: Any) -> None:
        found = Project.objects.order_by("slug")
        if project:
            found = found.filter(slug=project)
            if not found:
                self.stderr.write(f"there is no project {project}")
                raise SystemExit(2)
        refused = False
        for one in found:
            try:
                roles.grant_by_rule(project=one)
                made = services.recompute(project=one)
            except DomainError as error:
                refused = True
                self.stderr.write(f"{one.slug}: {'; '.join(str(reason) for reason in error.reasons)}")
                continue
            for snapshot in made:
                self.stdout.write(f"{one.slug}: {snapshot.output.output_id} list {snapshot.generation}")
            if not made:
                self.stdout.write(f"{one.slug}: unchanged")
        if refused:
            raise SystemExit(1)
