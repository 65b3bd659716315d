"""What the room of people keeps about a person."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.utils.translation import gettext_lazy as _

from portal.core.record import kept as record
from portal.people.download import Kept
from portal.people.models import EmailChange, Subject, User


def _account(subject: Subject) -> object:
    fields = ("email", "date_joined", "last_login", "language", "is_staff", "closed_at")
    return User.objects.filter(subject=subject).values(*fields).first()


def _profile(subject: Subject) -> object:
    profile = subject.profile
    names = ("printed_name", "given", "family", "native_name", "sort_key", "orcid", "orcid_proved_at", "about", "zone")
    kept = {name: getattr(profile, name) for name in names}
    return {
        **kept,
        "handle": subject.handle,
        "kind": subject.kind,
        "since": subject.created_at,
        "private": profile.private,
    }


def _affiliations(subject: Subject) -> object:
    return list(subject.affiliations.order_by("position").values("name", "ror"))


def _addresses(subject: Subject) -> object:
    rows = EmailAddress.objects.filter(user__subject=subject).order_by("email")
    return list(rows.values("email", "verified", "primary"))


def _changes(subject: Subject) -> object:
    rows = EmailChange.objects.filter(user__subject=subject).order_by("pk")
    return list(rows.values("old", "new", "changed_at", "undo_until", "undone_at"))


def _sessions(subject: Subject) -> object:
    rows = UserSession.objects.filter(user__subject=subject).order_by("created_at", "pk")
    return list(rows.values("created_at", "last_seen_at", "ip", "user_agent"))


def _sign_in(subject: Subject) -> object:
    """Without secrets: which second steps and which providers stand for the person."""
    steps = Authenticator.objects.filter(user__subject=subject).order_by("pk")
    providers = SocialAccount.objects.filter(user__subject=subject).order_by("pk")
    return {
        "second_steps": list(steps.values("type", "created_at", "last_used_at")),
        "providers": list(providers.values("provider", "uid", "date_joined", "last_login", "extra_data")),
    }


def _record(subject: Subject) -> object:
    return record.lines(subject.pk)


KEPT = (
    Kept("account", _("The account: its address, its language, when it was opened and last used."), _account),
    Kept("profile", _("Names, sort key, ORCID iD, what you say of yourself, what your page leaves out."), _profile),
    Kept("affiliations", _("Affiliations in your order, with their ROR ids."), _affiliations),
    Kept("email_addresses", _("Every address of the account, and whether it was confirmed."), _addresses),
    Kept("email_changes", _("Changes of the address, and whether they were taken back."), _changes),
    Kept("sessions", _("Where you are signed in: since when, from which address and browser."), _sessions),
    Kept("record_lines", _("What the public records of projects say you did, with your own words there."), _record),
    Kept("sign_in", _("Second steps and outside accounts you sign in with, without their secrets."), _sign_in),
)  # fmt: skip
