"""`manage.py publish_terms PROJECT FILE`"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from portal.core.errors import DomainError
from portal.people.queries import by_handle
from projects.project.models import Project
from projects.terms import queries, services
from projects.terms.commands.check import read_file


class PublishTerms(BaseCommand):
    help = "Publishes a terms file as the next version; 0 done, 1 refused with reasons, 2 usage."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", help="a slug")
        parser.add_argument("file")
        parser.add_argument("--as", dest="handle", help="who publishes; the project's creator without it")

    def handle(self, *args: Any, project: str, file: str, handle: str | None, **options: Any) -> None:
        found = Project.objects.filter(slug=project).select_related("created_by").first()
        actor = by_handle(handle) if handle else found.created_by if found else None
        if found is None or actor is None:
            self.stderr.write(f"there is no project {project}" if found is None else f"there is nobody called {handle}")
            raise SystemExit(2)
        text = read_file(self, file)
        try:
            with transaction.atomic():
                draft = queries.draft(found)
                version = draft.version if draft else 0
                services.upload(actor=actor, project=found, text=text, name=Path(file).name, version=version)
                published = services.publish(actor=actor, project=found)
        except DomainError as refused:
            for reason in refused.reasons:
                self.stderr.write(str(reason))
            raise SystemExit(1) from refused
        self.stdout.write(f"version {published.number}, in force from {published.in_force}, sha256 {published.hash}")
