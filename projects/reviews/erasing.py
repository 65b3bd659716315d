"""What erasing a person takes out of reviews: what they were still writing, and what they said of an interest of their
own. Filed reviews stay under their letter."""

from portal.core.events import PersonErased
from projects.reviews.models import ReviewDraft
from projects.tasks.models import DeclaredInterest


def forget(event: PersonErased) -> None:
    ReviewDraft.objects.filter(assignment__reviewer=event.subject).delete()
    DeclaredInterest.objects.filter(subject=event.subject).exclude(text="").update(text="")
