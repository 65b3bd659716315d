"""A write that is sent twice is done once, and answered the same."""

from __future__ import annotations

import datetime as dt
import threading
from typing import Any

import pytest
from django.db import connection

from portal.api import keeping
from portal.api.models import KeptAnswer
from portal.core import clock
from portal.notices import dispatcher
from projects.tasks import services as tasks
from projects.tasks.models import Task
from tests.portal.api.programs import Make, Program
from tests.projects.journey import Journey

DRAFTS = "projects/aquifer-bench/drafts/"


def begin(ask: Program, key: str = "k1", title: str = "Once", **headers: str) -> Any:
    return ask("POST", DRAFTS, {"title": title}, Idempotency_Key=key, **headers)


def test_the_same_again_is_answered_the_same_and_done_once(journey: Journey, program: Make) -> None:
    ask = program(journey.tomas, journey.project)
    first, second = begin(ask), begin(ask)
    assert first.status_code == second.status_code == 201
    assert first.content == second.content
    for name in ("Content-Type", "Location", "ETag"):
        assert first[name] == second[name]
    assert "Idempotent-Replayed" not in first
    assert second["Idempotent-Replayed"] == "true"
    assert Task.objects.count() == 1


def test_another_request_under_the_key_is_refused(journey: Journey, program: Make) -> None:
    ask = program(journey.tomas, journey.project)
    begin(ask)
    other = begin(ask, title="Twice")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    [task] = Task.objects.all()
    other = ask("POST", f"{DRAFTS}{task.public_id}/submit/", {}, Idempotency_Key="k1", If_Match='"1-' + "0" * 32 + '"')
    assert other.status_code == 422


def test_keys_belong_to_a_person(journey: Journey, program: Make) -> None:
    """B62."""
    assert begin(program(journey.tomas, journey.project)).status_code == 201
    assert begin(program(journey.amara, journey.project)).status_code == 201
    assert Task.objects.count() == 2


def test_a_refusal_is_kept_as_well(journey: Journey, program: Make) -> None:
    ask = program(journey.tomas, journey.project)
    first, second = begin(ask, title=""), begin(ask, title="")
    assert first.status_code == second.status_code == 422
    assert first.content == second.content
    assert second["Idempotent-Replayed"] == "true"


def test_a_failure_frees_the_key(journey: Journey, program: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = program(journey.tomas, journey.project)
    ask.client.raise_request_exception = False
    create = tasks.create

    def broken(**values: Any) -> Task:
        create(**values)
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(tasks, "create", broken)
        assert begin(ask).status_code == 500
    assert not Task.objects.exists()
    assert not KeptAnswer.objects.exists()
    assert begin(ask).status_code == 201


def test_while_it_runs_the_same_is_in_flight(journey: Journey, program: Make) -> None:
    ask = program(journey.tomas, journey.project)
    begin(ask)
    KeptAnswer.objects.update(status=None)
    running = begin(ask)
    assert (running.status_code, running.json()["code"]) == (409, "in_flight")
    assert running["Retry-After"] == "1"


def test_what_was_cut_off_is_done_anew(journey: Journey, program: Make) -> None:
    """Its process died: the transaction took the work with it, and the claim alone is left."""
    ask = program(journey.tomas, journey.project)
    at = clock.deciding()
    begin(ask, title="Other")
    KeptAnswer.objects.update(status=None, at=at - keeping.CUT_OFF - dt.timedelta(seconds=1))
    assert begin(ask, title="Mine").status_code == 201


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 256, "ü", "a\tb"])
def test_a_key_is_a_word(journey: Journey, program: Make, key: str) -> None:
    answer = begin(program(journey.tomas, journey.project), key=key.encode().decode("latin-1"))
    assert answer.status_code == 400
    assert not Task.objects.exists()


def test_a_right_that_ended_ends_the_kept_answer(journey: Journey, program: Make) -> None:
    """R5: a draft of another's, once shared and no longer, is not read from what was kept."""
    task = journey.draft(journey.tomas)
    shares = {"tomas-lindqvist": "1/2", "amara-nwosu": "1/2"}
    tasks.set_shares(actor=journey.tomas, task=task, shares=shares, version=task.draft.version)
    ask = program(journey.amara, journey.project)
    tag = ask("GET", f"{DRAFTS}{task.public_id}/")["ETag"]
    texts = {"title": "Ours", "tags": [], "statement": "S", "answer": "A", "verification": "V"}
    sent = {"Idempotency_Key": "k", "If_Match": tag}
    assert ask("PUT", f"{DRAFTS}{task.public_id}/", texts, **sent).status_code == 200
    task.draft.refresh_from_db()
    alone = {"tomas-lindqvist": "1"}
    tasks.set_shares(actor=journey.tomas, task=task, shares=alone, version=task.draft.version)
    assert ask("PUT", f"{DRAFTS}{task.public_id}/", texts, **sent).status_code == 404


def test_kept_for_a_day_and_then_forgotten(journey: Journey, program: Make) -> None:
    begin(program(journey.tomas, journey.project))
    clock.move(dt.timedelta(hours=23))
    dispatcher.plan()
    dispatcher.drain()
    assert KeptAnswer.objects.count() == 1
    clock.move(dt.timedelta(hours=25))
    dispatcher.plan()
    dispatcher.drain()
    assert not KeptAnswer.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_does_the_work(journey: Journey, program: Make) -> None:
    ask = program(journey.tomas, journey.project)
    barrier = threading.Barrier(4)
    codes: list[int] = []

    def send() -> None:
        barrier.wait()
        try:
            codes.append(begin(ask).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=send) for _number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Task.objects.count() == 1
    assert 201 in codes
    assert set(codes) <= {201, 409}
    assert begin(ask)["Idempotent-Replayed"] == "true"
