"""What author lists keep about a person, beyond the lists themselves, which are public."""

from django.utils.translation import gettext_lazy as _

from authorship.lists.models import OutputLock
from portal.people import download
from portal.people.download import Kept
from portal.people.models import Subject


def _locks(subject: Subject) -> object:
    rows = OutputLock.objects.filter(by=subject).order_by("pk")
    place = ("output__project__slug", "output__output_id")
    return download.rows(rows, *place, "state", "generation", "reason", "on", "at")


KEPT = (Kept("list_locks", _("Author lists you locked, with the reason you gave."), _locks),)
