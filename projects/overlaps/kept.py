"""What looking for overlaps keeps about a person: how often they looked today."""

from django.utils.translation import gettext_lazy as _

from portal.people.download import Kept
from portal.people.models import Subject
from projects.overlaps.models import OverlapLook


def _looks(subject: Subject) -> object:
    rows = OverlapLook.objects.filter(subject=subject).order_by("day")
    return [{"day": row.day, "looks": row.count} for row in rows]


KEPT = (Kept("overlap_looks", _("How often you last looked for overlaps between tasks in a day."), _looks),)
