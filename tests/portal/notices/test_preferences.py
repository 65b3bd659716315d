"""How somebody wants to be mailed: at once, once a day, never; the inbox holds everything either way."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from portal.core import clock
from portal.core.errors import Forbidden, Refused
from portal.notices import choosing, dispatcher, kinds
from portal.notices.kept import KEPT
from portal.notices.models import Notice, NoticePreference
from portal.people import erasing
from tests import mailbox
from tests.portal.notices.test_notices import at, page, person, room, tell

__all__ = ["at", "person", "room"]
pytestmark = pytest.mark.django_db


def want(subject, mail: str, kind: str = "tried") -> None:
    choosing.choose(actor=subject, subject=subject, mail={kind: mail})


def test_once_a_day_stands_in_the_inbox_at_once_and_is_mailed_with_the_day(room, person, at) -> None:
    ana = person("ana")
    want(ana, "daily")
    tell(ana, key="1")
    at("2027-03-02T18:00")
    tell(ana, key="2")
    assert page(ana).count("Answer each request.") == 2
    dispatcher.plan()
    assert mailbox.delivered() == []
    at("2027-03-03T07:00")
    dispatcher.plan()
    assert [one.subject for one in mailbox.delivered()] == ["2 notices of the day"]
    assert {one.at.hour for one in Notice.objects.all()} == {10, 18}


def test_never_is_never_and_the_inbox_still_has_it(room, person, at) -> None:
    ana = person("ana")
    want(ana, "never")
    tell(ana, key="1")
    tell(ana, key="2", by_day=True)
    tell(ana, key="3", kind="heard")
    at("2027-03-04T08:00")
    dispatcher.plan()
    assert len(mailbox.delivered()) == 1, "of the other kind"
    assert page(ana).count("Answer each request.") == 3
    assert not Notice.objects.filter(settled_at=None).exists()


def test_a_wish_holds_for_what_was_not_mailed_yet(room, person, at) -> None:
    ana = person("ana")
    tell(ana)
    want(ana, "never")
    assert mailbox.delivered() == []


def test_at_once_mails_nothing_early_that_is_told_by_the_day(room, person, at) -> None:
    ana = person("ana")
    want(ana, "at_once")
    tell(ana, by_day=True)
    assert mailbox.delivered() == []
    assert Notice.objects.get().digest_at == dt.datetime(2027, 3, 3, 7, tzinfo=dt.UTC)


def test_one_chooses_for_oneself_and_among_what_there_is(room, person) -> None:
    ana, bo = person("ana"), person("bo")
    with pytest.raises(Forbidden):
        choosing.choose(actor=bo, subject=ana, mail={"tried": "never"})
    for wrong in ({"tried": "often"}, {"unknown": "never"}):
        with pytest.raises(Refused):
            choosing.choose(actor=ana, subject=ana, mail=wrong)
    assert not NoticePreference.objects.exists()
    want(ana, "never")
    want(ana, "at_once")
    assert not NoticePreference.objects.exists(), "the usual way needs no row"


def test_the_page_shows_and_saves_a_wish_for_every_kind(room, person) -> None:
    ana = person("ana")
    client = Client()
    client.force_login(ana.user)
    assert client.get("/account/notices/").content.decode().count("<select") == len(kinds.registered())
    sent = dict.fromkeys(kinds.registered(), "at_once") | {"heard": "never", "tried": "daily"}
    answer = client.post("/account/notices/", sent, follow=True)
    assert "Saved. It holds for whatever happens from now on." in answer.content.decode()
    assert {kind: mail for kind, mail in choosing.of(ana).items() if mail != "at_once"} == {
        "heard": "never", "tried": "daily",
    }  # fmt: skip
    wrong = client.post("/account/notices/", {**sent, "tried": "often"})
    assert wrong.status_code == 422
    assert choosing.of(ana)["tried"] == "daily"


def test_wishes_go_with_the_person(room, person) -> None:
    ana = person("ana")
    want(ana, "never")
    erasing.erase(ana, asked_by="own", at=clock.deciding())
    assert not NoticePreference.objects.exists()


def test_the_download_holds_what_one_was_told_and_chose_but_nothing_that_still_waits(room, person) -> None:
    ana, bo = person("ana"), person("bo")
    want(ana, "daily", "heard")
    tell(ana, key="1", data={"round": 7})
    tell(ana, key="2", by_day=True)
    tell(bo, key="1")
    kept = {one.key: one.read(ana) for one in KEPT}
    assert [row["kind"] for row in kept["notices"]] == ["tried"]
    assert set(kept["notices"][0]) == {"kind", "project", "about", "at", "read_at"}, "no numbers of rows"
    assert kept["notice_preferences"] == {"heard": "daily"}
