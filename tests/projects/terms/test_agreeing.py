"""A second core member agrees before a later version is published: who may do what, in which state of the text."""

from __future__ import annotations

import copy
import datetime as dt
import hashlib
from collections.abc import Callable

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from portal.core import clock
from portal.core.errors import Conflict, DomainError, Forbidden, Refused
from portal.core.record import queries as record
from portal.people import closing
from portal.people.models import Subject, User
from projects.members import services as members
from projects.project.models import Project
from projects.terms import agreed, agreeing, queries, services
from projects.terms.models import PublishAgreement, TermsDraft, TermsVersion
from projects.terms.reading import chapter_of
from projects.terms.verify import verify_agreements
from projects.terms.views.saving import data_of
from tests.projects.conftest import EXAMPLE, MakePerson
from tests.projects.members.test_races import together

REASON = "Thirty days are too few for people in the field."


def redraft(project: Project, by: Subject, words: str) -> TermsDraft:
    last = queries.latest(project)
    assert last is not None
    document = copy.deepcopy(last.document)
    document["purpose"]["measures"] = words
    draft = TermsDraft.objects.get(project=project)
    return services.save_draft(actor=by, project=project, document=document, version=draft.version)


@pytest.fixture
def cast(recruiting: Project, core_team: list[Subject], member: MakePerson) -> dict[str, Subject]:
    """Ines (founder) and Tomas (organizer) hold `amend`, Amara is a core member without it and has not accepted yet,
    Mia is a member, Zoe nobody."""
    ines, tomas, amara = core_team
    member("tomas-lindqvist")
    return {"ines": ines, "tomas": tomas, "amara": amara, "mia": member("mia")}


@pytest.fixture
def text(recruiting: Project, cast: dict[str, Subject]) -> str:
    return agreed.hash_of(redraft(recruiting, cast["ines"], "Reading a slug test."))


# What each may do with the text, by its state: ok, or the error. States: drafted, proposed by Ines, agreed by Tomas.
TABLE = {
    #            propose                      agree                            publish
    # state      drafted proposed agreed      drafted   proposed  agreed       drafted    proposed   agreed
    "ines":    ("ok",   "ok",    "ok",       "409",    "403",    "403",       "422",     "422",     "ok"),
    "tomas":   ("ok",   "409",   "409",      "409",    "ok",     "ok",        "422",     "422",     "ok"),
    "amara":   ("403",  "403",   "403",      "409",    "403",    "403",       "403",     "403",     "403"),
    "mia":     ("403",  "403",   "403",      "409",    "403",    "403",       "403",     "403",     "403"),
}  # fmt: skip
ACTS = ("propose", "agree", "publish")
STATES = ("drafted", "proposed", "agreed")
CELLS = [
    (who, act, state, row[3 * column + place])
    for who, row in TABLE.items()
    for column, act in enumerate(ACTS)
    for place, state in enumerate(STATES)
]


def said(act: Callable[[], object]) -> str:
    try:
        with transaction.atomic():
            act()
    except DomainError as refused:
        return str(refused.status)
    return "ok"


@pytest.mark.parametrize(("who", "act", "state", "answer"), CELLS)
def test_who_may_do_what_with_a_text(
    recruiting: Project, cast: dict[str, Subject], text: str, who: str, act: str, state: str, answer: str
) -> None:
    if state != "drafted":
        agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    if state == "agreed":
        agreeing.agree(actor=cast["tomas"], project=recruiting, hash=text)
    acts: dict[str, Callable[[], object]] = {
        "propose": lambda: agreeing.propose(actor=cast[who], project=recruiting, hash=text),
        "agree": lambda: agreeing.agree(actor=cast[who], project=recruiting, hash=text),
        "publish": lambda: services.publish(actor=cast[who], project=recruiting),
    }
    assert said(acts[act]) == answer


def test_a_core_member_without_amend_agrees_once_they_have_accepted(
    recruiting: Project, cast: dict[str, Subject], text: str, member: MakePerson
) -> None:
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    with pytest.raises(Forbidden, match="Accept version 1"):
        agreeing.agree(actor=cast["amara"], project=recruiting, hash=text)
    member("amara-nwosu")
    agreeing.agree(actor=cast["amara"], project=recruiting, hash=text)
    version = services.publish(actor=cast["ines"], project=recruiting)
    assert (version.number, version.hash) == (2, text)
    told = [entry.kind for entry in record.entries(recruiting) if entry.kind.startswith("Terms")]
    assert told[:3] == ["TermsPublished", "TermsAgreed", "TermsProposed"]


def test_the_second_publishes_what_the_first_proposed(recruiting: Project, cast: dict[str, Subject], text: str) -> None:
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    agreeing.agree(actor=cast["tomas"], project=recruiting, hash=text)
    assert services.publish(actor=cast["tomas"], project=recruiting).hash == text
    assert list(verify_agreements(recruiting)) == []


def test_any_change_of_the_draft_makes_an_agreement_stale(
    recruiting: Project, cast: dict[str, Subject], text: str
) -> None:
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    agreeing.agree(actor=cast["tomas"], project=recruiting, hash=text)
    redraft(recruiting, cast["ines"], "Reading a slug test, twice.")
    with pytest.raises(Refused, match="agree to exactly this text"):
        services.publish(actor=cast["ines"], project=recruiting)
    with pytest.raises(Conflict):
        agreeing.agree(actor=cast["tomas"], project=recruiting, hash=text)
    redraft(recruiting, cast["ines"], "Reading a slug test.")  # the same text as was agreed to
    assert services.publish(actor=cast["ines"], project=recruiting).hash == text


@pytest.mark.parametrize("act", ["agree", "decline"])
def test_who_agrees_to_a_text_that_moved_on_is_told_so(
    recruiting: Project, cast: dict[str, Subject], text: str, client: Client, act: str
) -> None:
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    redraft(recruiting, cast["ines"], "Reading a slug test, twice.")
    client.force_login(cast["tomas"].user)
    answer = client.post(reverse("terms_agree", args=[recruiting.slug]), {"do": act, "hash": text, "reason": REASON})
    assert answer.status_code == 409
    assert "The text was changed after you opened it" in answer.content.decode()
    assert not PublishAgreement.objects.filter(by=cast["tomas"]).exists()


def test_a_text_that_was_put_forward_anew_is_shown_with_what_was_typed(
    recruiting: Project, cast: dict[str, Subject], text: str, client: Client
) -> None:
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    redraft(recruiting, cast["ines"], "Reading a slug test, twice.")
    draft = queries.draft(recruiting)
    assert draft is not None
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=agreed.hash_of(draft))
    client.force_login(cast["tomas"].user)
    form = {"do": "decline", "hash": text, "reason": REASON}
    answer = client.post(reverse("terms_agree", args=[recruiting.slug]), form)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert f">{REASON}</textarea>" in page
    assert "twice" in page


def test_a_moved_text_is_told_to_the_core_team_alone(
    recruiting: Project, cast: dict[str, Subject], text: str, client: Client, person: MakePerson
) -> None:
    client.force_login(person("stranger").user)
    answer = client.post(reverse("terms_agree", args=[recruiting.slug]), {"do": "agree", "hash": "0" * 64})
    assert answer.status_code == 403
    assert "changed" not in answer.content.decode()


def test_who_says_no_says_why_and_publishes_nothing(
    recruiting: Project, cast: dict[str, Subject], text: str, client: Client
) -> None:
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    for empty in ("", "  \n ", "x" * 601):
        with pytest.raises(Refused):
            agreeing.decline(actor=cast["tomas"], project=recruiting, hash=text, reason=empty)
    with pytest.raises(Forbidden):
        agreeing.decline(actor=cast["ines"], project=recruiting, hash=text, reason=REASON)
    agreeing.decline(actor=cast["tomas"], project=recruiting, hash=text, reason=REASON)
    with pytest.raises(Refused):
        services.publish(actor=cast["ines"], project=recruiting)
    client.force_login(cast["ines"].user)
    page = client.get(reverse("terms_publish", args=[recruiting.slug])).content.decode()
    assert REASON in page
    assert "said no" in page
    assert list(verify_agreements(recruiting)) == []


def test_a_team_of_one_is_asked_for_nobody(recruiting: Project, cast: dict[str, Subject], text: str) -> None:
    for handle in ("tomas", "amara"):
        closing.close(actor=cast[handle], user=cast[handle].user)
    with pytest.raises(Refused, match="Nobody else"):
        agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    assert services.publish(actor=cast["ines"], project=recruiting).number == 2
    assert list(verify_agreements(recruiting)) == []


def test_who_has_left_is_not_waited_for(
    recruiting: Project, cast: dict[str, Subject], text: str, member: MakePerson
) -> None:
    member("amara-nwosu")
    members.leave(actor=cast["amara"], project=recruiting)
    assert agreed.team_now(recruiting, clock.deciding()) == [cast["ines"].id, cast["tomas"].id]
    members.leave(actor=cast["tomas"], project=recruiting)
    assert services.publish(actor=cast["ines"], project=recruiting).number == 2


def test_two_of_the_team_stand_behind_a_text_whoever_proposed_it(
    recruiting: Project, cast: dict[str, Subject], text: str, member: MakePerson
) -> None:
    """Mia holds `amend` and is no core member: her proposal counts for nothing but the question."""
    members.grant(
        project=recruiting, subject=cast["mia"], role="organizer", reason="appointed", actor=cast["ines"],
        at=clock.deciding(),
    )  # fmt: skip
    agreeing.propose(actor=cast["mia"], project=recruiting, hash=text)
    agreeing.agree(actor=cast["tomas"], project=recruiting, hash=text)
    with pytest.raises(Refused):
        services.publish(actor=cast["mia"], project=recruiting)
    agreeing.agree(actor=cast["ines"], project=recruiting, hash=text)
    assert services.publish(actor=cast["mia"], project=recruiting).hash == text
    assert list(verify_agreements(recruiting)) == []


def test_ones_last_word_is_no(recruiting: Project, cast: dict[str, Subject], text: str, member: MakePerson) -> None:
    """A no after a yes takes it back, stands alone, and another text can be put forward."""
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    agreeing.agree(actor=cast["tomas"], project=recruiting, hash=text)
    agreeing.decline(actor=cast["tomas"], project=recruiting, hash=text, reason=REASON)
    with pytest.raises(Refused):
        services.publish(actor=cast["ines"], project=recruiting)
    for again in (
        lambda: agreeing.decline(actor=cast["tomas"], project=recruiting, hash=text, reason=REASON),
        lambda: agreeing.agree(actor=cast["tomas"], project=recruiting, hash=text),
    ):
        with pytest.raises(Conflict, match="said no"):
            again()
    member("amara-nwosu")
    agreeing.agree(actor=cast["amara"], project=recruiting, hash=text)
    assert services.publish(actor=cast["ines"], project=recruiting).hash == text
    assert list(verify_agreements(recruiting)) == []


def test_who_is_barred_is_not_waited_for(recruiting: Project, cast: dict[str, Subject], text: str) -> None:
    for handle in ("tomas", "amara"):
        User.objects.filter(subject=cast[handle]).update(is_active=False)
    assert agreed.team_now(recruiting, clock.deciding()) == [cast["ines"].id]


def test_the_file_that_is_published_with_a_text_is_read_with_it(
    recruiting: Project, cast: dict[str, Subject], text: str, client: Client
) -> None:
    """Its comments are published too. Tomas is asked, Mia is not."""
    draft = TermsDraft.objects.get(project=recruiting)
    written = "# A word nobody else sees.\n" + EXAMPLE.read_text().replace("the people page", "the first page")
    services.upload(actor=cast["ines"], project=recruiting, text=written, name="ours.yaml", version=draft.version)
    draft.refresh_from_db()
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=agreed.hash_of(draft))
    address = reverse("terms_draft_file", args=[recruiting.slug])
    client.force_login(cast["tomas"].user)
    page = client.get(reverse("terms_agree", args=[recruiting.slug])).content.decode()
    assert address in page
    assert hashlib.sha256(written.encode()).hexdigest() in page
    assert client.get(address).content == written.encode()
    client.force_login(cast["mia"].user)
    assert client.get(address).status_code == 403


def test_saving_what_is_stored_keeps_the_file_and_the_agreement(
    recruiting: Project, cast: dict[str, Subject], client: Client
) -> None:
    draft = TermsDraft.objects.get(project=recruiting)
    written = EXAMPLE.read_text().replace("the people page", "the first page")
    services.upload(actor=cast["ines"], project=recruiting, text=written, name="ours.yaml", version=draft.version)
    before = TermsDraft.objects.get(project=recruiting)
    client.force_login(cast["ines"].user)
    address = reverse("terms_step", args=[recruiting.slug, 10])
    form = {name: text for name, text in data_of(recruiting).items() if chapter_of(name) == 10}
    answer = client.post(address, {**form, "version": before.version, "do": "next", "whole": "1"})
    assert answer.status_code == 302
    after = TermsDraft.objects.get(project=recruiting)
    assert (after.version, after.file, after.document) == (before.version, before.file, before.document)


def test_who_never_accepts_is_waited_for_30_days(recruiting: Project, cast: dict[str, Subject], text: str) -> None:
    """Amara was named and never came; Ines and Tomas accepted. The days count from the first in force, not from the
    announcement, in which nobody can accept yet."""
    named = queries.latest(recruiting)
    assert named is not None
    ines, tomas, amara = (cast[handle].id for handle in ("ines", "tomas", "amara"))
    for days, waited_for in ((29, [ines, tomas, amara]), (30, [ines, tomas]), (400, [ines, tomas])):
        day = named.in_force + dt.timedelta(days=days)
        at = dt.datetime.combine(day, dt.time(12), dt.UTC)
        assert agreed.team(recruiting, named, day, at) == waited_for, days


def test_version_1_is_its_creators_alone(published: TermsVersion) -> None:
    assert published.number == 1
    assert not PublishAgreement.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_who_publish_at_once_make_one_version(recruiting: Project, cast: dict[str, Subject], text: str) -> None:
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    agreeing.agree(actor=cast["tomas"], project=recruiting, hash=text)
    acts: list[Callable[[], object]] = [
        lambda one=one: services.publish(actor=cast[one], project=recruiting)  # type: ignore[misc]
        for one in ("ines", "tomas") * 2
    ]
    answers = together(acts)
    assert sorted(type(one).__name__ for one in answers) == ["Conflict"] * 3 + ["TermsVersion"]
    assert TermsVersion.objects.filter(project=recruiting).count() == 2


@pytest.mark.django_db(transaction=True)
def test_one_who_agrees_twice_at_once_is_one_row(recruiting: Project, cast: dict[str, Subject], text: str) -> None:
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    answers = together([lambda: agreeing.agree(actor=cast["tomas"], project=recruiting, hash=text)] * 4)
    assert all(isinstance(one, PublishAgreement) for one in answers)
    assert len(record.entries(recruiting, kinds=("TermsAgreed",))) == 1


# --- pages


@pytest.fixture
def proposed(recruiting: Project, cast: dict[str, Subject], text: str, member: MakePerson) -> str:
    member("amara-nwosu")
    agreeing.propose(actor=cast["ines"], project=recruiting, hash=text)
    return text


def test_the_pages_say_who_waits_for_whom(recruiting: Project, cast: dict[str, Subject], proposed: str) -> None:
    client = Client()
    client.force_login(cast["ines"].user)
    page = client.get(reverse("terms_publish", args=[recruiting.slug])).content.decode()
    assert "Tomas Lindqvist, Amara Nwosu" in page
    assert 'aria-disabled="true"' in page
    assert "Agree to this text" not in client.get(reverse("terms_agree", args=[recruiting.slug])).content.decode()

    client.force_login(cast["amara"].user)
    front = client.get(f"/projects/{recruiting.slug}/").content.decode()
    assert reverse("terms_agree", args=[recruiting.slug]) in front
    page = client.get(reverse("terms_agree", args=[recruiting.slug])).content.decode()
    assert "Reading a slug test." in page
    assert proposed in page
    assert (
        client.post(reverse("terms_agree", args=[recruiting.slug]), {"hash": proposed, "do": "agree"}).status_code
        == 302
    )
    client.force_login(cast["ines"].user)
    page = client.get(reverse("terms_publish", args=[recruiting.slug])).content.decode()
    assert "Amara Nwosu</bdi> agreed" in page
    draft = TermsDraft.objects.get(project=recruiting)
    assert client.post(reverse("terms_publish", args=[recruiting.slug]), {"version": draft.version}).status_code == 302


def test_a_reason_that_is_refused_stays_as_typed(recruiting: Project, cast: dict[str, Subject], proposed: str) -> None:
    client = Client()
    client.force_login(cast["amara"].user)
    long = "y" * 601
    form = {"hash": proposed, "do": "decline", "reason": long}
    answer = client.post(reverse("terms_agree", args=[recruiting.slug]), form)
    assert answer.status_code == 422
    assert long in answer.content.decode()


def test_nobody_outside_the_team_reads_the_draft(
    recruiting: Project, cast: dict[str, Subject], proposed: str, person: MakePerson
) -> None:
    client = Client()
    for who in (cast["mia"], person("zoe")):
        client.force_login(who.user)
        assert client.get(reverse("terms_agree", args=[recruiting.slug])).status_code == 403


# --- verify


@pytest.mark.damages
def test_verify_names_a_version_nobody_agreed_to_and_rows_the_record_does_not_tell(
    recruiting: Project, cast: dict[str, Subject], text: str
) -> None:
    ines = cast["ines"]
    at = clock.deciding()
    PublishAgreement.objects.create(project=recruiting, number=2, hash=text, by=ines, at=at)
    assert list(verify_agreements(recruiting)) == [
        f"projects_publishagreement of {ines.pk} to version 2 is not on the record"
    ]
    draft = TermsDraft.objects.get(project=recruiting)
    TermsVersion.objects.create(
        project=recruiting, number=2, document=draft.document, hash=text, in_force=clock.today("UTC", at),
        published_at=at, published_by=ines,
    )  # fmt: skip
    assert list(verify_agreements(recruiting))[-1] == (
        "projects_termsversion number 2: no second member of the core team has agreed to it"
    )


def test_an_agreement_cannot_be_changed_or_taken_back(recruiting: Project, proposed: str) -> None:
    rows = PublishAgreement.objects.filter(project=recruiting)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(number=3)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.delete()
