"""What erasing a person takes out of overlaps: how often they looked."""

from portal.core.events import PersonErased
from projects.overlaps.models import OverlapLook


def forget(event: PersonErased) -> None:
    OverlapLook.objects.filter(subject=event.subject).delete()
