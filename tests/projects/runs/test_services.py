"""Runs are logged by those who write or review the task, seen with the answer, and never changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record.models import RecordEntry
from portal.people.models import Subject
from projects.runs import csv_file, queries, services, shown
from projects.runs.models import ModelRun
from projects.runs.separation import Tally, Verdict
from projects.runs.verify import verify_runs
from projects.tasks import services as tasks
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from tests.projects.journey import Journey
from tests.projects.reviews.test_anonymity import hide
from tests.projects.runs.logging import run

WHY = "The wrong file was counted."


def log(actor: Subject, task: Task, **said: Any) -> ModelRun:
    revision = said.pop("revision", None)
    [made] = services.log(actor=actor, task=task, rows=[run(**said)], revision=revision)
    return made


def seen(subject: Subject | None, task: Task) -> list[int]:
    task = Task.objects.select_related("project").get(pk=task.pk)
    viewer = Viewer(subject.user if subject else AnonymousUser(), task.project)
    return [one.number for one in queries.visible(viewer, task)]


def kinds() -> list[str]:
    return list(RecordEntry.objects.filter(kind__startswith="TaskRun").order_by("seq").values_list("kind", flat=True))


def test_a_run_of_a_draft_is_its_contributors_alone_until_its_revision(journey: Journey) -> None:
    ana = journey.member("ana")
    task = journey.draft(ana)
    made = log(ana, task)
    assert (made.number, made.revision, made.as_reviewer) == (1, 1, False)
    assert seen(ana, task) == [1]
    assert [seen(one, task) for one in (None, journey.ines, journey.tomas)] == [[], [], []]
    assert kinds() == []
    journey.submit(ana, task)
    # Audit sees it now, a reviewer of nothing does not.
    assert [seen(one, task) for one in (ana, journey.ines, journey.reviewer("rui"))] == [[1], [1], []]
    assert kinds() == ["TaskRunsLogged"]
    assert list(verify_runs(journey.project)) == []


def test_a_run_of_the_next_revision_waits_for_it(journey: Journey) -> None:
    ana = journey.member("ana")
    task = journey.submitted(ana)
    log(ana, task)
    journey.judged(task, "revise", "revise")
    assert log(ana, task).revision == 2
    assert log(ana, task, revision=1, solved="2").revision == 1
    assert seen(ana, task) == [1, 2, 3]
    assert seen(journey.tomas, task) == [1, 3]
    # Tomas reviews it, and cannot name what he does not see.
    with pytest.raises(Refused, match="There is no revision 2 to log a run of"):
        log(journey.tomas, task, revision=2)
    assert list(verify_runs(journey.project)) == []


@pytest.mark.parametrize("mode", ["open", "members", "closed"])
def test_who_may_log_and_who_sees(fresh: Journey, mode: str) -> None:
    fresh.publish_first(lambda document: document["data"].update(visibility=mode, held_out="none"))
    ana, rui, mia = fresh.member("ana"), fresh.reviewer("rui"), fresh.member("mia")
    task = fresh.submitted(ana)
    fresh.agreed(task, rui)
    log(ana, task)
    assert log(rui, task, solved="1").as_reviewer
    refused = "Runs of a task are logged by its contributors and its assigned reviewers."
    for other in (mia, fresh.person("zoe"), fresh.ines):
        with pytest.raises(Forbidden, match=refused):
            log(other, task, solved="2")
    # Under way the answer is seen by C R A K in every mode; Ines holds `audit`.
    expected = {"ana": 2, "rui": 2, "ines-varga": 2, "mia": 0, "zoe": 0}
    assert {handle: len(seen(fresh.person(handle), task)) for handle in expected} == expected
    assert seen(None, task) == []


def test_after_acceptance_members_of_an_open_project_see_runs(fresh: Journey) -> None:
    fresh.publish_first(lambda document: document["data"].update(visibility="open", held_out="none"))
    ana, mia = fresh.member("ana"), fresh.member("mia")
    task = fresh.accepted(ana)
    log(ana, task)
    assert (seen(mia, task), seen(fresh.person("zoe"), task), seen(None, task)) == ([1], [], [])


def test_names_stay_hidden_where_reviewers_are(fresh: Journey) -> None:
    fresh.publish_first(hide("both_hidden"))
    ana, rui = fresh.member("ana"), fresh.reviewer("rui")
    task = fresh.submitted(ana)
    fresh.agreed(task, rui)
    log(ana, task)
    log(rui, task, solved="1")
    told = {}
    for who in (ana, rui, fresh.ines):
        viewer = Viewer(who.user, fresh.project)
        rows = shown.shown_runs(viewer, task, queries.visible(viewer, task))
        told[who.handle] = [(one.mine, one.person.handle if one.person else None) for one in rows]
    assert told == {
        "ana": [(True, None), (False, None)],
        "rui": [(False, None), (True, None)],
        "ines-varga": [(False, "ana"), (False, None)],
    }
    entries = RecordEntry.objects.filter(kind="TaskRunsLogged")
    assert {one.actor for one in entries} == {""}
    assert "rui" not in "".join(csv_file.written(queries.visible(Viewer(ana.user, fresh.project), task)))


def test_taken_back_once_by_whoever_logged_it(journey: Journey) -> None:
    ana = journey.member("ana")
    task = journey.submitted(ana)
    journey.agreed(task, journey.tomas)
    log(journey.tomas, task)
    with pytest.raises(Forbidden, match="A run is taken back by whoever logged it"):
        services.retract(actor=ana, task=task, number=1, reason=WHY)
    with pytest.raises(Refused, match="Say why, in at least 10 characters"):
        services.retract(actor=journey.tomas, task=task, number=1, reason="wrong")
    with pytest.raises(Refused, match="There is no run 9"):
        services.retract(actor=journey.tomas, task=task, number=9, reason=WHY)
    services.retract(actor=journey.tomas, task=task, number=1, reason=WHY)
    with pytest.raises(Conflict, match="Run 1 was taken back already"):
        services.retract(actor=journey.tomas, task=task, number=1, reason=WHY)
    assert queries.revisions(queries.visible(Viewer(ana.user, journey.project), task)) == []
    assert kinds() == ["TaskRunsLogged", "TaskRunRetracted"]
    assert list(verify_runs(journey.project)) == []
    # What was taken back may be logged anew.
    assert log(journey.tomas, task).number == 2


def test_the_same_twice_is_refused_and_nothing_is_half_logged(journey: Journey) -> None:
    ana = journey.member("ana")
    task = journey.submitted(ana)
    log(ana, task)
    with pytest.raises(Refused, match="The same is logged already, as run 1"):
        log(ana, task)
    rows = [{**run(solved="4"), "line": 2}, {**run(solved="4"), "line": 3}, {**run(attempts="0"), "line": 4}]
    with pytest.raises(Refused) as refused:
        services.log(actor=ana, task=task, rows=rows)
    assert list(map(str, refused.value.reasons)) == [
        "Line 3: The same is logged already, as line 2.",
        "Line 4: Attempts: between 1 and 100000.",
    ]
    assert ModelRun.objects.count() == 1


def test_the_same_settings_in_another_order_are_the_same_run(journey: Journey) -> None:
    """PostgreSQL gives the names of an object by their length."""
    ana = journey.member("ana")
    task = journey.submitted(ana)
    log(ana, task, settings='{"temperature": "0.7", "top_p": "1"}')
    for settings in ('{"temperature": "0.7", "top_p": "1"}', '{"top_p": "1", "temperature": "0.7"}'):
        with pytest.raises(Refused, match="The same is logged already, as run 1"):
            log(ana, task, settings=settings)
    assert seen(ana, task) == [1]


def test_limits_and_ends(journey: Journey, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = journey.member("ana")
    task = journey.submitted(ana)
    with pytest.raises(Refused, match="There is no run in it"):
        services.log(actor=ana, task=task, rows=[])
    with pytest.raises(Refused, match="At most 200 runs are logged at once"):
        services.log(actor=ana, task=task, rows=[run()] * 201)
    monkeypatch.setattr(services, "MOST_OF_TASK", 1)
    log(ana, task)
    with pytest.raises(Refused, match="A task holds at most 1 runs"):
        log(ana, task, solved="4")
    tasks.withdraw(actor=ana, task=task)
    with pytest.raises(Conflict, match="No run can be logged now: the state is “Withdrawn”"):
        log(ana, task, solved="5")


def test_the_record_is_compared_with_the_log(journey: Journey) -> None:
    ana = journey.member("ana")
    task = journey.submitted(ana)
    made = log(ana, task)
    made.pk, made.number, made.batch = None, 2, "b-other"
    made.save()
    table = ModelRun._meta.db_table
    assert list(verify_runs(journey.project)) == [
        f"{table} 2 of task 1: its hash is not the hash of what it says",
        f"{table} of task 1: runs logged are not on the record",
    ]


test_the_record_is_compared_with_the_log = pytest.mark.damages(test_the_record_is_compared_with_the_log)


def test_strength_comes_from_other_tasks_the_reader_sees(journey: Journey) -> None:
    """Kiln solved 9 of 10 on the second task, Clay 1 of 10; on the first, 10 of 20 and 0 of 20."""
    ana, bo = journey.member("ana"), journey.member("bo")
    first, second = journey.submitted(ana, "First"), journey.submitted(bo, "Second")
    for task, who, kiln, clay, tried in ((first, ana, "10", "0", "20"), (second, bo, "9", "1", "10")):
        log(who, task, model="Kiln", solved=kiln, attempts=tried)
        log(who, task, model="clay", solved=clay, attempts=tried)
    log(ana, first, model="Loam", solved="20")

    def told(who: Subject) -> queries.Summary:
        return queries.summary(Viewer(who.user, journey.project), first, 1)

    lead = told(journey.ines)
    assert [(row.model, row.strength and str(row.strength), row.strong) for row in lead.rows] == [
        ("Kiln", "9/10", True),
        ("clay", "1/10", False),
        ("Loam", None, None),
    ]
    assert (lead.separation.strong, lead.separation.weak) == (Tally(10, 20), Tally(0, 20))
    assert shown.sentence(lead) == "Strong models solve 10 of 20, weak models 0 of 20: separated."
    # Ana does not see Bo's task: to her nothing ranks the models.
    assert told(ana).separation.verdict is Verdict.UNRANKED
    assert shown.sentence(told(ana)).startswith("Nothing says which of these models are strong")


def test_as_many_questions_for_many_runs(journey: Journey) -> None:
    ana = journey.member("ana")
    first = journey.submitted(ana, "First")
    others = [journey.submitted(ana, f"Other {n}") for n in range(4)]
    counts = []
    for size in (1, 30):
        for task in (first, *others):
            rows = [run(model=f"M{n}", solved=str(n % 21), note=f"{size}") for n in range(size)]
            services.log(actor=ana, task=task, rows=rows)
        with CaptureQueriesContext(
            connection,
        ) as found:
            viewer = Viewer(journey.ines.user, journey.project)
            queries.summary(viewer, first, 1)
            shown.shown_runs(viewer, first, queries.visible(viewer, first))
        counts.append(len(found))
    assert counts == [16, 16]
