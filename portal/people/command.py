"""`manage.py erase_person` and `manage.py replay_erasures`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from portal.core import clock
from portal.people import erasing
from portal.people.models import Subject


class ErasePerson(BaseCommand):
    help = "Erases a person who asks for it and cannot do it themselves; 0, or 1 where it was not confirmed, or 2."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("person", help="a handle, or a subject id")
        parser.add_argument("--confirm", default="", metavar="PERSON", help="the same once more; nothing can undo it")

    def handle(self, *args: Any, person: str, confirm: str, **options: Any) -> None:
        subject = Subject.objects.filter(handle=person).first() or Subject.objects.filter(pk=person).first()
        if subject is None:
            self.stderr.write(f"there is no {person}")
            raise SystemExit(2)
        if confirm != person:
            self.stdout.write(f"refused: nothing can undo it; say --confirm {person}")
            raise SystemExit(1)
        made = erasing.erase(subject, asked_by="operator", at=clock.deciding())
        self.stdout.write(f"erased {made.subject_id}")


class ReplayErasures(BaseCommand):
    help = "After a restore: erases again everybody named in erasures.jsonl of the data folder."

    def handle(self, *args: Any, **options: Any) -> None:
        for subject in erasing.replay():
            self.stdout.write(f"erased {subject}")
        self.stdout.write("nobody is left to erase")
