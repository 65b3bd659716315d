"""Two workers at the same notice, on real connections: one mail."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from portal.core import clock
from portal.notices import kinds, sending, telling
from portal.notices.kinds import Told
from portal.notices.models import Mail, Notice
from portal.people.models import Subject, User
from tests.projects.conftest import MakePerson, person
from tests.projects.reviews.test_races import in_pairs

__all__ = ["person"]
pytestmark = pytest.mark.django_db(transaction=True)
PAIRS = 200


def _present(notices: Sequence[Notice], user: User) -> Mapping[int, Told]:
    return {one.pk: Told(headline=f"Notice {one.key}", sentence="Said.", project="Reef Bench") for one in notices}


@pytest.fixture
def ana(person: MakePerson, monkeypatch: pytest.MonkeyPatch) -> Subject:
    monkeypatch.setattr(kinds, "_kinds", dict(kinds.registered()))
    kinds.register("tried", "Somebody tried something", _present)
    return person("ana")


def tell(subject: Subject, key: str, at: dt.datetime, *, by_day: bool = False) -> int:
    return telling.tell(
        [subject.pk], "tried", key=key, project="preefbench00", about="tlagoon00000", at=at, by_day=by_day
    )


def test_a_notice_mailed_by_two_workers_is_one_mail(ana: Subject) -> None:
    at = clock.deciding()
    for number in range(PAIRS):
        tell(ana, str(number), at)
    rows = list(Notice.objects.values_list("pk", flat=True))
    outcomes = in_pairs([(lambda pk=pk: sending.mail_one(pk), lambda pk=pk: sending.mail_one(pk)) for pk in rows])
    assert set(outcomes) == {(None, None)}
    counted = Counter(
        one.split("Subject: ")[1].split("\n")[0] for one in Mail.objects.values_list("message", flat=True)
    )
    assert counted == {f"Reef Bench: Notice {number}": 1 for number in range(PAIRS)}


def test_what_happened_once_and_is_told_twice_at_once_is_one_notice(ana: Subject) -> None:
    at = clock.deciding()
    outcomes = in_pairs([(lambda n=n: tell(ana, str(n), at), lambda n=n: tell(ana, str(n), at)) for n in range(50)])
    assert [sorted(pair) for pair in outcomes] == [[0, 1]] * 50
    assert Notice.objects.count() == 50


def test_a_digest_taken_up_by_two_workers_names_each_notice_once(ana: Subject) -> None:
    past = clock.deciding() - dt.timedelta(days=3)
    for number in range(20):
        tell(ana, str(number), past, by_day=True)
    in_pairs([(lambda: sending.send_digest(ana.pk), lambda: sending.send_digest(ana.pk))])
    text = "".join(Mail.objects.values_list("message", flat=True))
    assert [text.count(f"\nNotice {number}\n") for number in range(20)] == [1] * 20
    assert not Notice.objects.filter(settled_at=None).exists()
