"""Reads: how people are named. Every page takes names from here or from the `person` component."""

import unicodedata
from collections.abc import Iterable, Mapping

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q
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
    """Subject id -> name to show. One query."""
    wanted = list(subject_ids)
    rows = Profile.objects.filter(subject_id__in=set(wanted), erased_at=None) if wanted else Profile.objects.none()
    found = dict(rows.values_list("subject_id", "printed_name"))
    return {subject_id: found[subject_id] if subject_id in found else printed(None) for subject_id in wanted}


def in_sentence(name: str) -> str:
    """A name inside a sentence of plain text, where no `bdi` can stand: one that is written from right to left stays
    apart by the marks that mean the same (U+2068, U+2069)."""
    turns = any(unicodedata.bidirectional(character) in ("R", "AL") for character in name)
    return f"\u2068{name}\u2069" if turns else name


def by_handle(handle: str) -> Subject | None:
    return Subject.objects.select_related("profile").filter(handle=handle).first()


def with_page(handle: str) -> Subject | None:
    """Who has a public page: nobody who was erased, and nobody who signed up and never proved an address. Otherwise
    anybody could put a name on the web without one, and read from a page who tried to sign up."""
    proved = EmailAddress.objects.filter(user__subject=OuterRef("pk"), verified=True)
    known = Subject.objects.filter(Q(user=None) | Exists(proved), profile__erased_at=None)
    return known.select_related("profile").filter(handle=handle).first()


def is_verified(subject: Subject) -> bool:
    """Whether the person behind `subject` has proved an e-mail address."""
    return EmailAddress.objects.filter(user__subject=subject, verified=True).exists()


def here(path: str = "") -> Q:
    """Who is still here: nobody erased, and nobody whose account is closed. `path` leads to the subject. Whoever was
    imported and has no account yet is here."""
    open_ = Q((f"{path}user__closed_at", None), (f"{path}profile__erased_at", None))
    return open_ & ~Q((f"{path}user__is_active", False))


def why_gone(subject: Subject) -> str | None:
    """None for who is still here, else the reason why nothing more is asked of them or given to them: no review, role,
    lead or share. What they had stays."""
    if not subject.pk or Subject.objects.filter(here(), pk=subject.pk).exists():
        return None
    if getattr(subject, "profile", None) is None or subject.profile.erased_at:
        return _("This person was erased. Nothing more can be asked of them or given to them.")
    name = in_sentence(display_name(subject))
    return _("The account of %(name)s is closed. Nothing more can be asked of them or given to them.") % {"name": name}


def user_display(user: User) -> str:
    return display_name(user.subject)
