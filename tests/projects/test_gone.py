"""Whoever closed their account, was shut out or was erased is asked for nothing more and given nothing more; what they
had stays. A table: acts that take a person, and how a person is gone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from authorship.imports.people import apply as import_people
from authorship.imports.reading import BadRow, Row
from portal.core import clock
from portal.core.errors import DomainError, Refused
from portal.people import closing, erasing
from portal.people.models import Subject, User
from projects.members import queries as members_queries
from projects.members import services as members
from projects.members.models import RoleGrant
from projects.reviews import seats
from projects.reviews import services as reviews
from projects.reviews.choosing import Choosing
from projects.tasks import queries as tasks_queries
from projects.tasks import services as tasks
from tests.projects.journey import Journey, journey

__all__ = ["journey"]
pytestmark = pytest.mark.django_db
KOFI = "kofi-mensah"


def closed(person: Subject) -> None:
    closing.close(actor=person, user=person.user)


def shut_out(person: Subject) -> None:
    User.objects.filter(subject=person).update(is_active=False)


def erased(person: Subject) -> None:
    erasing.erase_own(actor=person, subject=person)


GONE: dict[str, Callable[[Subject], None]] = {"closed": closed, "shut out": shut_out, "erased": erased}


def asked_to_review(at: Journey, who: Subject) -> None:
    reviews.assign(actor=at.ines, round=at.round(at.submitted(at.member("ana"))), reviewer=who)


def appointed_lead(at: Journey, who: Subject) -> None:
    reviews.appoint_lead(actor=at.ines, round=at.round(at.submitted(at.member("ana"))), lead=who)


def appointed_to_a_role(at: Journey, who: Subject) -> None:
    members.appoint(actor=at.ines, project=at.project, handle=KOFI, role="editor")


def granted_a_role(at: Journey, who: Subject) -> None:
    reason = RoleGrant.Reason.RULE
    members.grant(project=at.project, subject=who, role="panel", reason=reason, actor=None, at=clock.deciding())


def named_a_contributor(at: Journey, who: Subject) -> None:
    ana = at.member("ana")
    task = at.draft(ana)
    tasks.set_shares(actor=ana, task=task, shares={"ana": "1/2", KOFI: "1/2"}, version=task.draft.version)


def imported_with_a_role(at: Journey, who: Subject) -> None:
    row = Row(1, {"handle": KOFI, "printed_name": "Kofi Mensah", "roles": "panel=2026-01-05"})
    bad: list[BadRow] = []
    import_people(project=at.project, rows=[row], bad=bad, at=clock.deciding())
    if bad:
        raise Refused(bad[0].reason)


ACTS: dict[str, Callable[[Journey, Subject], None]] = {
    act.__name__: act
    for act in (
        asked_to_review,
        appointed_lead,
        appointed_to_a_role,
        granted_a_role,
        named_a_contributor,
        imported_with_a_role,
    )
}
# Acts that take a handle: an erased one names nobody, and is refused as unknown or taken.
BY_HANDLE = {
    "appointed_to_a_role": "is no member",
    "named_a_contributor": "is no member",
    "imported_with_a_role": "taken",
}


def could(at: Journey, act: str) -> Subject:
    """A member who has what the act takes, and not what it gives."""
    who = at.reviewer(KOFI)
    if act != "appointed_to_a_role":
        at.appoint(who, "editor")
    return who


@pytest.mark.parametrize("how", GONE)
@pytest.mark.parametrize("act", ACTS)
def test_nothing_more_is_given_to_whoever_is_gone(journey: Journey, act: str, how: str) -> None:
    who = could(journey, act)
    GONE[how](who)
    before = RoleGrant.objects.filter(subject=who).count()
    with pytest.raises(DomainError) as refused:
        ACTS[act](journey, Subject.objects.get(pk=who.pk))
    said = " ".join(str(reason) for reason in refused.value.reasons)
    if how != "erased":
        assert "The account of Kofi Mensah is closed" in said
    else:
        assert BY_HANDLE.get(act, "This person was erased") in said
    assert RoleGrant.objects.filter(subject=who).count() == before


@pytest.mark.parametrize("act", ACTS)
def test_the_same_is_given_to_whoever_is_here(journey: Journey, act: str) -> None:
    ACTS[act](journey, could(journey, act))


@pytest.mark.parametrize("how", GONE)
def test_no_list_to_choose_from_names_whoever_is_gone(journey: Journey, how: str) -> None:
    who = could(journey, "asked_to_review")
    task = journey.submitted(journey.member("ana"))

    def offered() -> list[bool]:
        choosing = Choosing(journey.ines.pk, journey.round(task), task)
        return [who.pk in [one.pk for one in people] for people in choosing.holders.values()]

    assert offered() == [True, True, True]
    GONE[how](who)
    assert offered() == [False, False, False]
    assert members_queries.powers(journey.project, who) == frozenset()


@pytest.mark.parametrize("how", GONE)
def test_what_waits_for_whoever_is_gone_may_be_given_to_others(journey: Journey, how: str) -> None:
    """A seat whose reviewer will not file and a lead who will not decide hold nobody up; a filed review stays."""
    kofi, nadia = could(journey, "asked_to_review"), journey.editor("nadia-rahmani")
    task = journey.submitted(journey.member("ana"))
    journey.agreed(task, kofi)
    filed = journey.agreed(task, journey.tomas)
    reviews.appoint_lead(actor=journey.ines, round=journey.round(task), lead=nadia)
    journey.file(filed, "accept")
    at = clock.deciding()
    assert seats.of(journey.round(task)).free(at) == 0
    assert reviews.why_not_replaced(journey.round(task), at) is not None
    for one in (kofi, nadia, journey.tomas):
        GONE[how](Subject.objects.get(pk=one.pk))
    standing = seats.of(journey.round(task)).standing
    assert [one.pk for one in standing] == [filed.pk]
    assert seats.of(journey.round(task)).free(at) == 1
    assert reviews.why_not_replaced(journey.round(task), at) is None
    journey.ask(task, journey.amara)
    reviews.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.ines)


def test_who_was_in_the_last_revision_stays_in_it_after_closing(journey: Journey) -> None:
    """The share was theirs before: whoever writes on keeps it, or the next revision could never be sent."""
    ana, bea = journey.member("ana"), journey.member("bea")
    task = journey.draft(ana)
    half = {"ana": "1/2", "bea": "1/2"}
    tasks.set_shares(actor=ana, task=task, shares=half, version=task.draft.version)
    for one in (ana, bea):
        version = tasks_queries.binding_version(task)
        assert version is not None
        tasks.confirm_share(actor=one, task=task, terms_number=version.number, terms_hash=version.hash)
    journey.submit(ana, task)
    journey.judged(task, "revise", "revise")
    closed(bea)
    task.draft.refresh_from_db()
    tasks.set_shares(actor=ana, task=task, shares=half, version=task.draft.version)
    assert sorted(task.contributors.values_list("subject__handle", flat=True)) == ["ana", "bea"]
