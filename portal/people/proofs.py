"""ORCID iDs that a person proved by signing in with them. One iD stands for one person."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.errors import Conflict
from portal.people.models import Profile, Subject, User

ORCID = "orcid"


class OrcidInUse(Conflict):
    """Another subject here has this iD. Pages answer it with the way out."""


def refuse_in_use(*, orcid: str, but: Subject | None = None) -> None:
    """OrcidInUse where a subject other than `but` says or has proved this iD."""
    held = Profile.objects.filter(orcid=orcid)
    if (held if but is None else held.exclude(subject=but)).exists():
        raise OrcidInUse(_("Somebody else here has given this ORCID iD."), code="orcid_taken")


@transaction.atomic
def prove(*, user: User, orcid: str) -> None:
    """The iD stands in the profile as proved from now on, in the place of what was said before.

    Raises OrcidInUse where somebody else was quicker.
    """
    refuse_in_use(orcid=orcid, but=user.subject)
    try:
        with transaction.atomic():
            Profile.objects.filter(subject=user.subject, erased_at=None).update(
                orcid=orcid, orcid_proved_at=clock.deciding()
            )
    except IntegrityError as error:
        raise OrcidInUse(_("Somebody else here has given this ORCID iD."), code="orcid_taken") from error


def end_proof(*, user: User, provider: str) -> None:
    """After a sign-in of `provider` was taken from the account: an iD stays, as what the person says."""
    if provider == ORCID:
        Profile.objects.filter(subject=user.subject).update(orcid_proved_at=None)
