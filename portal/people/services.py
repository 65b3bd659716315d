"""Writes: subjects, their names and affiliations, their accounts."""

import datetime as dt
from collections.abc import Iterable
from zoneinfo import available_timezones

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from portal.core.access import check
from portal.core.errors import Conflict, Refused
from portal.core.names.collation import sort_key
from portal.core.text.input import clean_line, clean_text
from portal.people import alike, handles, identifiers, showing
from portal.people.models import Affiliation, Profile, RetiredHandle, Subject, User
from portal.people.names import clean_name

MOST_AFFILIATIONS = 10
MOST_SORT_KEY = 400


@transaction.atomic
def register_subject(
    *,
    printed_name: str,
    kind: str,
    at: dt.datetime,
    given: str = "",
    family: str = "",
    native_name: str = "",
    handle: str | None = None,
) -> Subject:
    """A subject with its profile. Refuses handles that are taken or, for a person, look like a taken one."""
    name = _names(printed_name=printed_name, given=given, family=family, native_name=native_name)
    known = None if handle is None else handles.normal(handle)
    alike = handles.skeleton(known) if known and kind == Subject.Kind.PERSON else None
    refuse_taken(known, alike)
    try:
        with transaction.atomic():
            subject = Subject.objects.create(kind=kind, handle=known, handle_skeleton=alike, created_at=at)
    except IntegrityError as error:
        raise Conflict(_("This handle has just been taken.")) from error
    Profile.objects.create(subject=subject, **name)
    return subject


def refuse_taken(handle: str | None, skeleton: str | None, *, waiting: Iterable[str] = ()) -> None:
    """`waiting`: ids of subjects whose handles do not count."""
    others = Subject.objects.exclude(pk__in=list(waiting))
    if handle and (others.filter(handle=handle).exists() or _retired(handle)):
        raise Refused(_("The handle “%(handle)s” is taken.") % {"handle": handle}, code="handle_taken")
    if skeleton and (others.filter(handle_skeleton=skeleton).exists() or _retired(skeleton)):
        alike = _("The handle “%(handle)s” looks like one that is taken.")
        raise Refused(alike % {"handle": handle}, code="handle_alike")


def _retired(handle: str) -> bool:
    return RetiredHandle.objects.filter(digest=handles.retired(handle)).exists()


@transaction.atomic
def open_account(
    *,
    email: str,
    password: str | None,
    printed_name: str,
    handle: str,
    at: dt.datetime,
    given: str = "",
    family: str = "",
    native_name: str = "",
    language: str = "",
    verified: bool = False,
) -> User:
    """A person with an account, without the site's mail; `verified` says that the address was proved elsewhere."""
    subject = register_subject(
        printed_name=printed_name,
        given=given,
        family=family,
        native_name=native_name,
        kind=Subject.Kind.PERSON,
        handle=handle,
        at=at,
    )
    user = User.objects.create_user(email, password, subject=subject, date_joined=at, language=language)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
    return user


@transaction.atomic
def change_name(
    *, actor: Subject, subject: Subject, printed_name: str, given: str = "", family: str = "", native_name: str = ""
) -> Profile:
    """Every page and new export shows the new name at once; the sort key is made anew."""
    check.require(actor, "people.edit", None, subject)
    name = _names(printed_name=printed_name, given=given, family=family, native_name=native_name)
    Profile.objects.filter(subject=subject, erased_at=None).update(**name)
    return Profile.objects.get(subject=subject)


@transaction.atomic
def change_profile(*, actor: Subject, subject: Subject, orcid: str = "", about: str = "", zone: str = "UTC") -> Profile:
    """`orcid` is what the person says, not proved; one iD is said by one person only. One that was proved stays."""
    check.require(actor, "people.edit", None, subject)
    known = identifiers.orcid(orcid)
    if known is None:
        raise Refused(_("This is no ORCID iD: its last digit does not fit the others."), code="orcid")
    if zone not in available_timezones():
        raise Refused(_("This time zone is not known."), code="zone")
    proved = (
        Profile.objects.filter(subject=subject).exclude(orcid_proved_at=None).values_list("orcid", flat=True).first()
    )
    if proved is not None and known != proved:
        raise Refused(_("You sign in with another ORCID iD. It stays while you do."), code="orcid_proved")
    values = {"orcid": known, "about": clean_text(about, max_bytes=4000, multiline=True), "zone": zone}
    try:
        with transaction.atomic():
            Profile.objects.filter(subject=subject, erased_at=None).update(**values)
    except IntegrityError as error:
        raise Refused(_("Somebody else here has given this ORCID iD."), code="orcid_taken") from error
    return Profile.objects.get(subject=subject)


@transaction.atomic
def set_private(*, actor: Subject, subject: Subject, parts: Iterable[str]) -> list[str]:
    """`parts` of the person's page that it does not show; refused for anything that is no part."""
    check.require(actor, "people.edit", None, subject)
    named = list(parts)
    if not set(named) <= showing.PARTS.keys():
        raise Refused(_("The page has no such part."), code="part")
    kept = showing.kept_private(named)
    Profile.objects.filter(subject=subject, erased_at=None).update(private=kept)
    return kept


@transaction.atomic
def set_affiliations(*, actor: Subject, subject: Subject, rows: Iterable[tuple[str, str]]) -> list[Affiliation]:
    """`rows`: (name, ROR id or "") in the person's own order; replaces what was there."""
    check.require(actor, "people.edit", None, subject)
    _hold(subject)
    cleaned = [_affiliation(name, ror) for name, ror in rows]
    if len(cleaned) > MOST_AFFILIATIONS:
        raise Refused(_("At most %(most)s affiliations are printed.") % {"most": MOST_AFFILIATIONS})
    Affiliation.objects.filter(subject=subject).delete()
    return Affiliation.objects.bulk_create(
        Affiliation(subject=subject, position=position, name=name, ror=ror)
        for position, (name, ror) in enumerate(cleaned, start=1)
    )


def _hold(subject: Subject) -> None:
    """Locks the profile, as erasing does: what was being saved meanwhile is saved before it, or refused."""
    held = Profile.objects.select_for_update(of=("self",)).filter(subject=subject).values_list("erased_at", flat=True)
    if held.get() is not None:
        raise Conflict(_("This name was erased. Nothing was saved."), code="erased")


def _affiliation(name: str, ror: str) -> tuple[str, str]:
    known = identifiers.ror(ror)
    if known is None:
        raise Refused(_("“%(ror)s” is no ROR id: its check digits do not fit.") % {"ror": ror}, code="ror")
    cleaned = clean_line(name, max_bytes=300)
    if not cleaned:
        raise Refused(_("An affiliation needs a name beside its ROR id."), code="affiliation_name")
    return cleaned, known


def _names(*, printed_name: str, given: str, family: str, native_name: str) -> dict[str, str]:
    names = {
        "printed_name": clean_name(printed_name),
        "given": clean_name(given, part="given"),
        "family": clean_name(family, part="family"),
        "native_name": clean_name(native_name, part="native_name"),
    }
    made = sort_key(names["given"], names["family"], names["printed_name"])
    if len(made) > MOST_SORT_KEY:
        raise Refused(_("This name is too long to be sorted."), code="name_too_long")
    return {**names, "sort_key": made, "look": alike.look(names["printed_name"])}


def set_language(*, user: User, language: str) -> None:
    """Of the pages and of mail to this account."""
    if language not in dict(settings.LANGUAGES):
        raise Refused(_("This language is not offered."), code="language")
    User.objects.filter(pk=user.pk).update(language=language)
