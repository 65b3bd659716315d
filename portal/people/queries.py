"""Reads: how people are named. Every page takes names from here or from the `person` component."""

from collections.abc import Iterable, Mapping

from allauth.account.models import EmailAddress
from django.utils.translation import gettext as _

from portal.people.models import Profile, Subject, User


def profiles(subject_ids: Iterable[str]) -> dict[str, Profile]:
    """By subject id, each with its subject and affiliations loaded."""
    found = Profile.objects.filter(subject_id__in=set(subject_ids)).select_related("subject")
    return {profile.subject_id: profile for profile in found.prefetch_related("subject__affiliations")}


def display_name(subject: Subject) -> str:
    """The printed name, or that the contributor has withdrawn."""
    return printed(getattr(subject, "profile", None))


def printed(profile: Profile | None) -> str:
    return _("Withdrawn contributor") if profile is None or profile.erased_at else profile.printed_name


def names(subject_ids: Iterable[str]) -> Mapping[str, str]:
    """Subject id -> name to show."""
    found = profiles(subject_ids)
    return {subject_id: printed(found.get(subject_id)) for subject_id in subject_ids}


def by_handle(handle: str) -> Subject | None:
    return Subject.objects.select_related("profile").filter(handle=handle).first()


def subject_id_of(handle: str) -> str | None:
    """As the terms document asks: handle -> subject id."""
    return Subject.objects.filter(handle=handle).values_list("id", flat=True).first()


def handle_of(subject_id: str) -> str:
    """The other way; the id itself where there is no handle."""
    handle = Subject.objects.filter(id=subject_id).values_list("handle", flat=True).first()
    return handle or subject_id


def is_verified(subject: Subject) -> bool:
    """Whether the person behind `subject` has proved an e-mail address."""
    return EmailAddress.objects.filter(user__subject=subject, verified=True).exists()


def user_display(user: User) -> str:
    return display_name(user.subject)
