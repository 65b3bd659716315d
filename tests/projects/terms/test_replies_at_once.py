"""One form sent twice in the same moment: the card gets one reply, and the record one line."""

from __future__ import annotations

from collections import Counter

import pytest

from portal.core.record.models import RecordEntry
from portal.people.models import Subject
from projects.project.models import Project
from projects.terms import cards, replying
from projects.terms import queries as terms
from projects.terms.models import MarkReply
from projects.terms.verify import verify_marks
from tests.projects.reviews.test_races import Act, in_pairs

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_form_that_is_sent_twice_is_one_reply(recruiting: Project, core_team: list[Subject]) -> None:
    version = terms.current(recruiting)
    assert version is not None
    checks = [one.check for one in cards.card_of(version).shown if one.code in replying.ANSWERABLE]
    assert checks

    def reply(check: str) -> Act:
        return lambda: replying.reply(actor=core_team[0], version=version, check=check, text="It follows in March.")

    for first, second in in_pairs([(reply(check), reply(check)) for check in checks]):
        assert first == second
    assert Counter(MarkReply.objects.values_list("check_id", flat=True)) == Counter(checks)
    assert RecordEntry.objects.filter(kind="MarkReplied").count() == len(checks)
    assert list(verify_marks(recruiting)) == []
