"""Worlds that differ in what is somebody's own business: nothing of it shows to others."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from portal.core import clock
from portal.people import addresses, closing, erasing
from portal.people import services as people
from portal.people.models import Subject, User
from tests.portal.api.programs import secret_for
from tests.projects.journey import Journey

# Addresses that a reader may try who was told a handle.
PAGES = ("/people/bo-lindahl/", "/people/uma-larsen/", "/people/cai-moreau/", "/people/cai-dubois/")


def _begun(journey: Journey) -> tuple[Subject, Subject]:
    """Ana reads; Bo has something of his own, and an accepted task."""
    journey.publish_first(lambda document: None)
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    journey.submitted(bo)
    return ana, bo


def _user(subject: Subject) -> User:
    return User.objects.get(subject=subject)


def what_is_somebodys_own(journey: Journey, second: bool) -> list[Subject | None]:
    """One pair of worlds for all of it, since a difference names its line anyway."""
    ana, bo = _begun(journey)
    for own in OWN:
        own(journey, bo, second)
    return [ana, journey.ines, None]


def _token(journey: Journey, bo: Subject, second: bool) -> None:
    if second:
        secret_for(bo, journey.project)


def _kept_private(journey: Journey, bo: Subject, second: bool) -> None:
    """What they call themselves at home, what they say of themselves, who they are elsewhere: off their page."""
    names = {"printed_name": "Bo Lindahl", "given": "Bo", "family": "Lindahl"}
    people.change_name(actor=bo, subject=bo, **names, native_name="Бо" if second else "林")
    values = {"orcid": "0000-0002-1825-0097", "zone": "Asia/Shanghai"} if second else {}
    people.change_profile(actor=bo, subject=bo, about="I dive." if second else "I climb.", **values)
    people.set_private(actor=bo, subject=bo, parts=["native_name", "about", "orcid"])


def _address(journey: Journey, bo: Subject, second: bool) -> None:
    """With a change of it under way, and the language that mail follows."""
    if second:
        user = _user(bo)
        user.email, user.language = "another@example.net", "zh-hans"
        user.save(update_fields=["email", "language"])
        EmailAddress.objects.filter(user=user).update(email=user.email)
        addresses.note_change(user=user, old="bo-lindahl@example.org", new=user.email)


def _second_factor(journey: Journey, bo: Subject, second: bool) -> None:
    if second:
        Authenticator.objects.create(user=_user(bo), type=Authenticator.Type.TOTP, data={"secret": "x"})


def _session(journey: Journey, bo: Subject, second: bool) -> None:
    if second:
        client = Client()
        client.force_login(_user(bo))
        client.get("/account/")


def _sign_up(journey: Journey, bo: Subject, second: bool) -> None:
    """Of somebody who did not confirm their address."""
    if second:
        people.open_account(
            email="uma-larsen@example.org", password="correct horse", handle="uma-larsen", at=clock.deciding(),
            verified=False, printed_name="Uma Larsen", given="Uma", family="Larsen", language="en",
        )  # fmt: skip


def _closed(journey: Journey, bo: Subject, second: bool) -> None:
    """Closing an account changes nothing public."""
    if second:
        closing.close(actor=bo, user=_user(bo))


OWN: tuple[Callable[[Journey, Subject, bool], None], ...] = (
    _token,
    _kept_private,
    _address,
    _second_factor,
    _session,
    _sign_up,
    _closed,
)


def what_somebody_erased_was_called(journey: Journey, second: bool) -> list[Subject | None]:
    journey.publish_first(lambda document: None)
    ana = journey.member("ana-ruiz")
    cai = journey.member("cai-dubois" if second else "cai-moreau")
    journey.submitted(cai)
    erasing.erase_own(actor=cai, subject=cai)
    return [ana, None]


CASES: tuple[Callable[[Journey, bool], list[Subject | None]], ...] = (
    what_is_somebodys_own,
    what_somebody_erased_was_called,
)
