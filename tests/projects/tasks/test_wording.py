"""New work after the words of the terms changed and nothing else did."""

from __future__ import annotations

import pytest

from portal.core.errors import Forbidden
from projects.tasks import services as tasks


def test_a_member_begins_and_submits_work_under_the_new_words_without_accepting_again(journey):
    ana = journey.member("ana-ruiz")
    journey.amend(lambda document: document.update(contact="+351 555 0199"))
    assert journey.submitted(ana).terms == 2


def test_shares_confirmed_before_the_words_changed_still_count(journey):
    ana, ben = journey.member("ana-ruiz"), journey.member("ben-okafor")
    task = journey.draft(ana)
    tasks.set_shares(actor=ana, task=task, shares={"ana-ruiz": "1/2", "ben-okafor": "1/2"}, version=task.draft.version)
    for one in (ana, ben):
        terms = task.project.terms_versions.get(number=1)
        tasks.confirm_share(actor=one, task=task, terms_number=1, terms_hash=terms.hash)
    journey.amend(lambda document: document["purpose"].update(measures="Reading a slug test."))
    assert journey.submit(ana, task).shares == {ana.pk: "1/2", ben.pk: "1/2"}
    assert task.terms == 2


def test_a_material_change_asks_again(journey, days_later):
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    journey.amend(lambda document: document["authorship"].update(eligibility={"points": {"at_least": "2"}}))
    days_later(31)
    with pytest.raises(Forbidden):
        tasks.create(actor=ana, project=journey.project, title="Another")
    with pytest.raises(Forbidden):
        journey.submit(ana, task)
