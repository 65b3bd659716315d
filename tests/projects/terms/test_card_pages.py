"""The card on pages and in the API, replies and contested readings beside it."""

from __future__ import annotations

import re

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils.translation import override

from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record.models import RecordEntry
from portal.people.models import Subject
from projects.project import services as projects
from projects.project.models import Project
from projects.terms import cards, replying, services
from projects.terms.kept import KEPT
from projects.terms.models import MarkContest, MarkReply, TermsVersion
from projects.terms.verify import verify_marks
from tests.projects import agreement
from tests.projects.conftest import CORE, TERMS, MakePerson

REPLY = "We answer within two weeks, and say so in the next version."


def _draft(project: Project) -> int:
    return int(project.terms_draft.version)


@pytest.fixture
def unfair(project: Project, core_team: list[Subject], published: TermsVersion) -> TermsVersion:
    """A version with one red flag: no notice of changes."""
    text = TERMS.replace("notice_days: 30", "notice_days: 0")
    services.upload(actor=core_team[0], project=project, text=text, name="terms.yaml", version=_draft(project))
    return agreement.publish(actor=core_team[0], project=project)


@pytest.fixture
def organizer(published: TermsVersion, project: Project, core_team: list[Subject]) -> Subject:
    """Holds `amend`: the founder, whose own publication counts as acceptance."""
    projects.recruit(actor=core_team[0], project=project)
    return core_team[0]


def client_of(subject: Subject) -> Client:
    client = Client()
    client.force_login(subject.user)
    return client


def test_the_card_counts_each_mark_and_adds_nothing_up(organizer: Subject, project: Project, client: Client):
    page = client.get(f"/projects/{project.slug}/card/")
    said = page.content.decode()
    assert page.status_code == 200
    assert "1 red flag" in said  # the editor of these terms is appointed without criteria
    assert "Reads as a role without criteria: “Area editor”" in said
    assert "Clause 3.5" in said
    assert f"/projects/{project.slug}/terms/1/#" in said


def test_bad_news_stands_first_and_a_count_leads_to_it(project: Project, unfair: TermsVersion, organizer: Subject):
    client = Client()
    client.force_login(organizer.user)
    page = client.get(f"/projects/{project.slug}/card/").content.decode()
    for column in page.split('class="stage__head"')[1:]:
        marks = re.findall(r'class="check check--(\w+)"', column)
        assert marks == sorted(marks, key=["flag", "observation", "open", "fair", "na"].index)
    head = page.split('class="fairness__sum"')[1].split("</p>")[0]
    led = dict(re.findall(r'class="badge badge--(\w+)" href="#([a-z-]+)"', head))
    assert {"flag", "fair"} <= led.keys()
    for code, line in led.items():
        assert f'class="check check--{code}" id="{line}"' in page


def test_sentences_come_in_the_readers_language(organizer: Subject, project: Project, client: Client):
    with override("zh-hans"):
        said = client.get(f"/projects/{project.slug}/card/", headers={"accept-language": "zh-hans"}).content.decode()
    assert "公平" in said
    assert "变更提前 30 天通知。" in said


def test_the_project_page_shows_the_card_and_what_stands_outside_the_terms(
    organizer: Subject, project: Project, client: Client
):
    assert "Fairness card" in client.get(f"/projects/{project.slug}/").content.decode()
    Project.objects.filter(pk=project.pk).update(summary="Every contributor gets a Nature paper.")
    said = client.get(f"/projects/{project.slug}/").content.decode()
    assert "Outside the terms" in said
    assert "Every contributor gets a Nature paper." in said


def test_a_card_is_shown_to_nobody_who_may_not_see_the_project(
    published: TermsVersion, project: Project, client: Client
):
    assert client.get(f"/projects/{project.slug}/card/").status_code == 404
    assert client.get(f"/projects/{project.slug}/card/1/").status_code == 404


def test_what_does_not_exist_is_404(organizer: Subject, project: Project):
    own = client_of(organizer)
    for path in ("card/7/", "card/1/no-such/reply/", "card/1/no-such/contest/", "card/7/appeals/reply/"):
        assert own.get(f"/projects/{project.slug}/{path}").status_code == 404


def test_the_project_replies_beside_a_flag(organizer: Subject, project: Project, unfair: TermsVersion, client: Client):
    address = f"/projects/{project.slug}/card/2/notice-days/reply/"
    assert client_of(organizer).get(address).status_code == 200
    answer = client_of(organizer).post(address, {"text": REPLY})
    assert answer.status_code == 302
    assert answer.url.endswith("/card/2/#notice-days")
    said = client.get(f"/projects/{project.slug}/card/2/").content.decode()
    assert REPLY in said
    assert "Reply of the project" in said
    assert "nobody can rely on it" in said
    assert cards.card_of(unfair).of("notice-days").code == "flag"
    told = RecordEntry.objects.get(project=project.public_id, kind="MarkReplied")
    assert told.actor == organizer.id
    assert list(verify_marks(project)) == []


def test_a_later_reply_stands_first_and_the_same_one_is_one_row(
    organizer: Subject, project: Project, unfair: TermsVersion
):
    first = replying.reply(actor=organizer, version=unfair, check="notice-days", text=REPLY)
    assert replying.reply(actor=organizer, version=unfair, check="notice-days", text=f" {REPLY} ").pk == first.pk
    replying.reply(actor=organizer, version=unfair, check="notice-days", text="A second word.")
    assert [one.text for one in cards.replies_of(unfair)] == ["A second word.", REPLY]


@pytest.mark.parametrize(
    ("check", "text", "code"),
    [
        ("notice-days", "", "empty"),
        ("notice-days", "  \n ", "empty"),
        ("notice-days", "x" * 601, "length"),
        ("opt-out", REPLY, "fair"),
        ("prize-rule", REPLY, "unknown"),
        ("no-such-check", REPLY, "unknown"),
    ],
)
def test_what_a_reply_may_not_be(organizer: Subject, unfair: TermsVersion, check: str, text: str, code: str):
    with pytest.raises(Refused) as refused:
        replying.reply(actor=organizer, version=unfair, check=check, text=text)
    assert refused.value.code == code
    assert not MarkReply.objects.exists()


def test_600_characters_are_taken_in_either_language(organizer: Subject, unfair: TermsVersion):
    assert replying.reply(actor=organizer, version=unfair, check="notice-days", text="字" * 600).text == "字" * 600


def test_nobody_but_a_holder_of_amend_replies(organizer: Subject, unfair: TermsVersion, person: MakePerson):
    for handle in ("ana", CORE[1]):
        with pytest.raises(Forbidden):
            replying.reply(actor=person(handle), version=unfair, check="notice-days", text=REPLY)
    assert not MarkReply.objects.exists()
    slug = unfair.project.slug
    assert (
        client_of(person("ana")).post(f"/projects/{slug}/card/2/notice-days/reply/", {"text": REPLY}).status_code == 403
    )


def test_a_bad_reply_keeps_what_was_typed(organizer: Subject, project: Project, unfair: TermsVersion):
    answer = client_of(organizer).post(f"/projects/{project.slug}/card/2/notice-days/reply/", {"text": "y" * 601})
    assert answer.status_code == 422
    assert "y" * 601 in answer.content.decode()


def test_anybody_with_a_verified_address_contests_a_reading_once(
    organizer: Subject, project: Project, unfair: TermsVersion, person: MakePerson, client: Client
):
    ana = person("ana")
    address = f"/projects/{project.slug}/card/2/notice-days/contest/"
    assert "notice_days: 0" in client_of(ana).get(address).content.decode()
    typed = {"sentence": "notice_days: 0", "reading": "The clause above promises two weeks."}
    assert client_of(ana).post(address, typed).status_code == 302
    said = client.get(f"/projects/{project.slug}/card/2/").content.decode()
    assert "reading contested" in said
    listed = client.get("/help/checks/contested/").content.decode()
    assert "The clause above promises two weeks." in listed
    assert client_of(ana).post(address, typed).status_code == 409
    assert MarkContest.objects.count() == 1
    assert list(verify_marks(project)) == []
    assert cards.card_of(unfair).of("notice-days").code == "flag"


def test_who_may_not_contest(organizer: Subject, unfair: TermsVersion, person: MakePerson, client: Client):
    with pytest.raises(Forbidden):
        replying.contest(
            actor=person("bo", verified=False), version=unfair, check="notice-days", sentence="a", reading="b"
        )
    address = f"/projects/{unfair.project.slug}/card/2/notice-days/contest/"
    assert client.post(address, {"sentence": "a", "reading": "b"}).status_code in (302, 403)
    assert not MarkContest.objects.exists()


def test_contested_lines_of_drafts_are_seen_by_nobody_else(
    published: TermsVersion, core_team: list[Subject], client: Client
):
    replying.contest(actor=core_team[0], version=published, check="opt-out", sentence="a secret", reading="b")
    assert "a secret" not in client.get("/help/checks/contested/").content.decode()
    assert "a secret" in client_of(core_team[0]).get("/help/checks/contested/").content.decode()


def test_twice_at_once_is_a_conflict(organizer: Subject, unfair: TermsVersion, person: MakePerson):
    ana = person("ana")
    replying.contest(actor=ana, version=unfair, check="notice-days", sentence="a", reading="b")
    with pytest.raises(Conflict):
        replying.contest(actor=ana, version=unfair, check="notice-days", sentence="a", reading="c")


def test_replies_cannot_be_changed(organizer: Subject, unfair: TermsVersion):
    made = replying.reply(actor=organizer, version=unfair, check="notice-days", text=REPLY)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE projects_markreply SET text = 'other' WHERE id = %s", [made.pk])


def test_a_venue_promised_in_a_reply_is_shown_outside_the_terms(
    organizer: Subject, project: Project, unfair: TermsVersion, client: Client
):
    replying.reply(actor=organizer, version=unfair, check="notice-days", text="Your paper will be in Nature.")
    said = client.get(f"/projects/{project.slug}/card/2/").content.decode()
    assert "Outside the terms" in said


def test_the_api_gives_the_card_with_its_replies(
    organizer: Subject, project: Project, unfair: TermsVersion, client: Client
):
    replying.reply(actor=organizer, version=unfair, check="notice-days", text=REPLY)
    told = client.get(f"/api/v1/projects/{project.slug}/terms/2/card/").json()
    assert (told["check_set"], told["terms"]) == ("fairness/1", unfair.hash)
    finding = next(one for one in told["findings"] if one["check"] == "notice-days")
    assert finding["finding"] == "flag"
    assert finding["quotes"] == ["notice_days: 0"]
    assert [one["text"] for one in finding["replies"]] == [REPLY]
    assert sum(told["counts"].values()) == len(told["findings"])
    assert client.get(f"/api/v1/projects/{project.slug}/terms/9/card/").status_code == 404


def test_a_name_is_said_on_pages_and_an_id_in_the_api(
    project: Project, core_team: list[Subject], published: TermsVersion
):
    text = TERMS.replace("duties: Leads the project", "duties: Leads the project for Meridian Water Trust", 1)
    services.upload(actor=core_team[0], project=project, text=text, name="terms.yaml", version=_draft(project))
    second = agreement.publish(actor=core_team[0], project=project)
    assert "Ines Varga, “Leads the project for Meridian" in cards.card_of(second).of("interests-disclosed").sentence.en
    assert core_team[0].id in cards.card_of(second, named=False).of("interests-disclosed").sentence.en


def test_the_check_set_is_public_with_its_changelog(client: Client, db: None):
    said = client.get("/help/checks/").content.decode()
    for word in ("fairness/1", "venue-promise", "46 checks in four columns", "GPQA"):
        assert word in said


def test_a_tile_of_the_strip_carries_the_flag_on_its_clauses(
    project: Project, core_team: list[Subject], published: TermsVersion, client: Client
):
    text = TERMS.replace("opt_out: Anybody may choose", "opt_out: none #")
    services.upload(actor=core_team[0], project=project, text=text, name="terms.yaml", version=_draft(project))
    second = agreement.publish(actor=core_team[0], project=project)
    flags = {tile.key: tile.flag for tile in cards.tiles(second, "en")}
    assert flags["credit"] == "Red flag: Reads as authorship that cannot be declined: “opt_out: none”."
    assert flags["roles"].startswith("Red flag: Reads as a role without criteria: “Area editor”")
    assert {flags[key] for key in ("pay", "licence", "data")} == {""}
    assert "Red flag: " in client_of(core_team[0]).get(f"/projects/{project.slug}/terms/2/").content.decode()


@pytest.mark.damages
def test_verify_names_a_text_that_the_record_does_not_tell(organizer: Subject, project: Project, unfair: TermsVersion):
    replying.reply(actor=organizer, version=unfair, check="notice-days", text=REPLY)
    MarkReply.objects.create(
        terms=unfair,
        check_id="opt-out",
        check_set="fairness/1",
        text="smuggled in",
        by=organizer,
        at=unfair.published_at,
    )
    (line,) = verify_marks(project)
    assert "beside opt-out of version 2" in line
    assert line.endswith("is not what the record tells")


def test_what_one_wrote_beside_cards_is_in_ones_download(organizer: Subject, project: Project, unfair: TermsVersion):
    replying.reply(actor=organizer, version=unfair, check="notice-days", text=REPLY)
    replying.contest(actor=organizer, version=unfair, check="notice-days", sentence="a", reading="b")
    kept = {one.key: one.read(organizer) for one in KEPT}
    assert [(row["check"], row["text"]) for row in kept["card_replies"]] == [("notice-days", REPLY)]
    assert [(row["project"], row["sentence"]) for row in kept["card_contests"]] == [(project.slug, "a")]
