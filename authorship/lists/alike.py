"""Names of one list that a reader takes for each other: told apart by account and ORCID, never by name."""

from collections.abc import Container, Iterable

from portal.people import alike
from portal.people.models import Profile, Subject


def among(profiles: Iterable[Profile], listed: Container[str]) -> dict[str, str]:
    """Subject id -> note, of those of `profiles` whose name looks like that of somebody else in the list. One query,
    two where there is somebody."""
    shown = list(profiles)
    looks = {profile.look for profile in shown if profile.look and not profile.erased_at}
    rows = Profile.objects.filter(look__in=looks).values_list("subject", flat=True) if looks else ()
    held = [subject for subject in rows if subject in listed]
    if len(held) == len(looks):
        return {}
    return alike.told_apart(shown, Subject.objects.filter(pk__in=held))
