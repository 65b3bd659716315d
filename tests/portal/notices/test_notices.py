"""Notices by themselves: told once, shown and mailed by what holds when they are, and nobody else's."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client

from portal.core import clock
from portal.core.errors import Forbidden
from portal.notices import dispatcher, inbox, kinds, outbox, registry, sending, telling
from portal.notices.kinds import Told
from portal.notices.models import Mail, Notice, OutboxMessage
from portal.people import closing, erasing
from portal.people.models import Subject, User
from tests import mailbox
from tests.projects.conftest import MakePerson, person

__all__ = ["person"]
pytestmark = pytest.mark.django_db

PLAIN = Told(
    headline="Task 3: changes are requested",
    sentence="Answer each request.",
    href="/projects/reef-bench/tasks/3/",
    project="Reef Bench",
    title="Bleaching in the lagoon",
)


@dataclass
class Room:
    """An upper room that tells of one kind, and what it says now."""

    says: Told | None = PLAIN
    asked: list[list[int]] = field(default_factory=list)
    fails: int = 0

    def present(self, notices: Sequence[Notice], user: User) -> Mapping[int, Told]:
        self.asked.append([one.pk for one in notices])
        if self.fails:
            self.fails -= 1
            raise RuntimeError("the room is not there")
        return {one.pk: self.says for one in notices} if self.says else {}


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    made = Room()
    monkeypatch.setattr(kinds, "_kinds", dict(kinds.registered()))
    kinds.register("tried", "Somebody tried something", made.present)
    kinds.register("heard", "Somebody heard something", made.present)
    return made


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets the deciding instant: 2 March 2027, ten in the morning, UTC."""

    def go(text: str) -> None:
        instant = dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)
        monkeypatch.setattr(clock, "deciding", lambda: instant)

    go("2027-03-02T10:00")
    return go


def tell(*people: Subject, key: str = "1", **changed: object) -> int:
    values: dict = {"kind": "tried", "project": "preefbench00", "about": "tlagoon00000", "at": clock.deciding()}
    return telling.tell([one.pk for one in people], key=key, **{**values, **changed})


def page(subject: Subject, path: str = "/inbox/") -> str:
    client = Client()
    client.force_login(subject.user)
    return client.get(path).content.decode()


def test_a_notice_is_one_row_one_mail_and_one_line_whatever_is_retried(room: Room, person: MakePerson, at) -> None:
    ana = person("ana")
    assert [tell(ana), tell(ana), tell(ana)] == [1, 0, 0]
    assert Notice.objects.count() == 1
    dispatcher.drain()
    OutboxMessage.objects.update(done_at=None, published_at=None, started_at=None, attempts=0)
    dispatcher.drain()
    for _again in range(3):
        sending.mail_one(Notice.objects.get().pk)
    assert [(one.to, one.subject) for one in mailbox.delivered()] == [
        (["ana@example.org"], "Reef Bench: Task 3: changes are requested")
    ]
    assert page(ana).count("Task 3: changes are requested") == 1


def test_what_is_rolled_back_tells_nobody(room: Room, person: MakePerson) -> None:
    ana = person("ana")

    @transaction.atomic
    def told_and_undone() -> None:
        tell(ana)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        told_and_undone()
    assert mailbox.delivered() == []
    assert (Notice.objects.count(), OutboxMessage.objects.count()) == (0, 0)


def test_a_job_that_fails_in_the_middle_gives_the_one_mail_at_its_next_try(room: Room, person: MakePerson, at) -> None:
    room.fails = 1
    tell(person("ana"))
    dispatcher.drain()
    assert (Mail.objects.count(), Notice.objects.get().settled_at) == (0, None)
    at("2027-03-02T10:01")
    assert len(mailbox.delivered()) == 1
    assert Notice.objects.get().settled_at is not None


def test_rights_are_read_again_when_it_is_mailed(room: Room, person: MakePerson) -> None:
    """R5: whoever lost the right meanwhile gets no mail, and the inbox names nothing."""
    ana = person("ana")
    tell(ana)
    room.says = None
    assert mailbox.delivered() == []
    shown = page(ana)
    assert "No longer yours" in shown
    assert "Reef Bench" not in shown
    assert "Bleaching" not in shown


def test_what_is_done_by_then_is_not_mailed(room: Room, person: MakePerson) -> None:
    room.says = replace(PLAIN, holds=False, sentence="You have agreed.")
    ana = person("ana")
    tell(ana)
    assert mailbox.delivered() == []
    assert "You have agreed." in page(ana)


def test_a_mail_holds_a_title_only_where_everybody_may_read_it(room: Room, person: MakePerson) -> None:
    ana = person("ana")
    tell(ana)
    assert "Bleaching" not in mailbox.last().body
    assert "Bleaching in the lagoon" in page(ana)
    room.says = replace(PLAIN, public_title=PLAIN.title)
    tell(ana, key="2")
    assert "\nBleaching in the lagoon\n" in mailbox.last().body


@pytest.mark.parametrize("title", ["Reef\r\nBcc: all@example.org", "Reef\nX: y", "R" * 120, "Reef\u2028Bcc: a@b.c"])
def test_b10_a_hostile_title_adds_no_header(room: Room, person: MakePerson, title: str) -> None:
    room.says = replace(PLAIN, project=title, public_title=title)
    tell(person("ana"))
    sent = mailbox.last()
    assert sent.recipients() == ["ana@example.org"]
    assert "\n" not in sent.subject
    assert len(sent.subject) < 78
    assert sent.message().get_all("Bcc") is None
    assert sent.message().get_all("X") is None


@pytest.mark.parametrize("who", ["unproved", "closed", "erased"])
def test_nobody_is_mailed_who_has_no_open_account_with_a_proved_address(
    room: Room, person: MakePerson, who: str
) -> None:
    ana = person("ana", verified=who != "unproved")
    tell(ana)
    sent_before = len(mail.outbox)
    if who == "closed":
        closing.close(actor=ana, user=ana.user)
    if who == "erased":
        erasing.erase(ana, asked_by="own", at=clock.deciding())
        assert not Notice.objects.exists()
    assert [one.subject for one in mailbox.delivered()[sent_before:] if "Task 3" in one.subject] == []
    if who == "closed":
        assert tell(ana, key="2") == 0


def test_what_is_told_by_the_day_is_nowhere_before_its_digest(room: Room, person: MakePerson, at) -> None:
    ana = person("ana")
    tell(ana, by_day=True)
    dispatcher.plan()
    assert mailbox.delivered() == []
    assert "No notices yet" in page(ana)
    assert 'class="count"' not in page(ana, "/projects/mine/")
    at("2027-03-03T06:59")
    dispatcher.plan()
    assert mailbox.delivered() == []
    at("2027-03-03T09:00")
    dispatcher.plan()
    dispatcher.plan()
    assert [one.subject for one in mailbox.delivered()] == ["Reef Bench: Task 3: changes are requested"]
    notice = Notice.objects.get()
    # The instant that is kept and shown is the digest's, for every hour of the day it happened on.
    assert (notice.shown, notice.at) == (True, dt.datetime(2027, 3, 3, 7, tzinfo=dt.UTC))
    assert "10:00" not in page(ana)


def test_a_digest_is_one_mail_about_everything_and_comes_once(room: Room, person: MakePerson, at) -> None:
    ana, bo = person("ana"), person("bo")
    for number in range(3):
        at(f"2027-03-02T1{number}:00")
        tell(ana, key=str(number), by_day=True)
    tell(bo, by_day=True)
    at("2027-03-03T08:00")
    dispatcher.plan()
    sent = mailbox.delivered()
    assert sorted((one.to[0], one.subject) for one in sent) == [
        ("ana@example.org", "3 notices of the day"),
        ("bo@example.org", "Reef Bench: Task 3: changes are requested"),
    ]
    ours = next(one for one in sent if one.to == ["ana@example.org"])
    assert ours.body.count("Answer each request.") == 3
    assert room.asked[0] != []
    for _again in range(2):
        sending.send_digest(ana.pk)
        outbox.want("notices.send_digest", args={"subject": ana.pk})
    dispatcher.plan()
    assert len(mailbox.delivered()) == 2


def test_a_digest_in_which_nothing_holds_any_more_is_not_sent(room: Room, person: MakePerson, at) -> None:
    ana = person("ana")
    tell(ana, by_day=True)
    room.says = None
    at("2027-03-03T08:00")
    dispatcher.plan()
    assert mailbox.delivered() == []
    assert "No longer yours" in page(ana)


def test_while_the_last_one_is_unread_nobody_is_told_again_of_what_says_it_anyway(
    room: Room, person: MakePerson
) -> None:
    ana, bo = person("ana"), person("bo")
    assert tell(ana, bo, key="1", while_read=True) == 2
    inbox.mark_read(actor=bo, subject=bo)
    assert tell(ana, bo, key="2", while_read=True) == 1
    assert tell(ana, bo, key="3", while_read=True, about="tother000000") == 2
    assert tell(ana, key="4", kind="heard", while_read=True) == 1


def test_the_head_of_every_page_says_how_many_are_unread(room: Room, person: MakePerson) -> None:
    ana, bo = person("ana"), person("bo")
    for number in range(3):
        tell(ana, key=str(number))
    tell(bo)
    assert '<span class="count">3<span class="visually-hidden"> unread</span></span>' in page(ana, "/projects/mine/")
    inbox.mark_read(actor=ana, subject=ana, ids=[Notice.objects.filter(subject=ana).first().public_id])
    assert '<span class="count">2<' in page(ana, "/projects/mine/")
    inbox.mark_read(actor=ana, subject=ana)
    assert 'class="count"' not in page(ana, "/projects/mine/")
    assert '<span class="count">1<' in page(bo, "/projects/mine/")


def test_opening_a_notice_marks_it_as_read_and_leads_to_its_page(room: Room, person: MakePerson) -> None:
    ana, bo = person("ana"), person("bo")
    tell(ana, bo)
    mine, other = (Notice.objects.get(subject=one) for one in (ana, bo))
    client = Client()
    client.force_login(ana.user)
    assert client.get(f"/inbox/{mine.public_id}/open/").status_code == 405
    assert client.post(f"/inbox/{other.public_id}/open/").status_code == 404
    answer = client.post(f"/inbox/{mine.public_id}/open/")
    assert (answer.status_code, answer["Location"]) == (302, "/projects/reef-bench/tasks/3/")
    assert [Notice.objects.get(pk=one.pk).read_at is None for one in (mine, other)] == [False, True]


def test_all_are_marked_as_read_and_each_shows_under_its_address(room: Room, person: MakePerson) -> None:
    ana = person("ana")
    for number in range(30):
        tell(ana, key=str(number))
    client = Client()
    client.force_login(ana.user)
    assert client.get("/inbox/").content.decode().count("Answer each request.") == 25
    assert client.get("/inbox/?page=2").content.decode().count("Answer each request.") == 5
    done = client.post("/inbox/read/", follow=True).content.decode()
    assert "30 notices are marked as read." in done
    assert "Nothing unread" in client.get("/inbox/?show=unread").content.decode()
    assert "Task 3: changes are requested</a>" in done


def test_a_link_that_somebody_waits_for_goes_before_notices(room: Room, person: MakePerson) -> None:
    tell(person("ana"))
    sending.mail_one(Notice.objects.get().pk)
    OutboxMessage.objects.filter(job="notices.mail_one").delete()
    mail.EmailMessage(subject="A new password", body="x", to=["bo@example.org"]).send()
    assert [one.subject for one in mailbox.delivered()] == [
        "A new password",
        "Reef Bench: Task 3: changes are requested",
    ]


def test_nobody_reads_or_marks_the_inbox_of_somebody_else(room: Room, person: MakePerson) -> None:
    ana, bo = person("ana"), person("bo")
    tell(ana)
    with pytest.raises(Forbidden):
        inbox.mark_read(actor=bo, subject=ana)
    assert "Task 3" not in page(bo)
    assert Client().get("/inbox/").status_code == 302


def test_a_kind_that_no_room_tells_any_more_says_nothing(person: MakePerson, room: Room) -> None:
    ana = person("ana")
    with pytest.raises(KeyError):
        tell(ana, kind="unknown")
    tell(ana)
    Notice.objects.update(kind="of-old")
    assert "No longer yours" in page(ana)
    assert mailbox.delivered() == []


def test_the_schedule_names_each_digest_once(room: Room, person: MakePerson, at) -> None:
    ana = person("ana")
    tell(ana, key="1", by_day=True)
    tell(ana, key="2", by_day=True)
    at("2027-03-04T08:00")
    due = [one for planner in registry.planners() for one in planner(clock.deciding())]
    ours = [one for one in due if one.job == "notices.send_digest"]
    first = Notice.objects.order_by("pk").first()
    key = f"{ana.pk}:2027-03-03T07:00:00+00:00:{first.pk}"
    assert [(one.args, one.key) for one in ours] == [({"subject": ana.pk}, key)]


def test_what_comes_after_its_digest_was_sent_comes_with_another(room: Room, person: MakePerson, at) -> None:
    """Its act had begun before the digest and ended after it."""
    ana = person("ana")
    at("2027-03-02T10:00")
    tell(ana, key="1", by_day=True)
    at("2027-03-03T08:00")
    dispatcher.plan()
    assert len(mailbox.delivered()) == 1
    tell(ana, key="2", by_day=True, at=dt.datetime(2027, 3, 2, 11, tzinfo=dt.UTC))
    dispatcher.plan()
    assert len(mailbox.delivered()) == 2
    assert not Notice.objects.filter(settled_at=None).exists()
