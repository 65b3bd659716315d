"""A look finds what the person may see and nothing else, so many times a day."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.core.errors import Forbidden, Refused
from portal.people.models import Subject
from projects.overlaps import prints, services
from projects.overlaps.models import OverlapLook, TaskPrint
from projects.tasks.models import Task
from tests.projects.journey import Journey

WELL = "A well was pumped for three days and the drawdown rose, and then it stayed where it was until the pump stopped."
ASKS = {
    "first": f"{WELL} Say which boundary explains the curve.",
    "second": f"Two loggers were lost. {WELL.upper()} Estimate the distance to the river from this alone.",
    "other": "Each of the six glass shards was measured twice, so say which eruption they are likely to come from.",
}


def asked(journey: Journey, author: Subject, key: str, *, submit: bool = True) -> Task:
    task = journey.draft(author, key)
    journey.write(author, task, ASKS[key])
    if submit:
        journey.submit(author, task)
    return task


def found(actor: Subject, task: Task) -> list[str]:
    task = Task.objects.select_related("project", "draft").get(pk=task.pk)
    return [one.title for one in services.look(actor=actor, task=task)]


# Who looks from the first task -> what they find, by the clause of visibility while everything is in review. Only the
# second holds the same words; Ana wrote the first, Bo the second; Rui reviews both, Sol the first; Ines audits.
PEOPLE = {
    "open": {"ana": ["second"], "rui": ["second"], "sol": ["second"], "ines-varga": ["second"]},
    "members": {"ana": [], "rui": ["second"], "sol": [], "ines-varga": ["second"]},
    "closed": {"ana": [], "rui": ["second"], "sol": [], "ines-varga": ["second"]},
}


@pytest.mark.parametrize("mode", PEOPLE)
def test_everybody_finds_among_what_they_see(fresh: Journey, mode: str) -> None:
    fresh.publish_first(lambda document: document["data"].update(visibility=mode, held_out="none"))
    ana, bo, rui, sol = fresh.member("ana"), fresh.member("bo"), fresh.reviewer("rui"), fresh.reviewer("sol")
    first, second = asked(fresh, ana, "first"), asked(fresh, bo, "second")
    asked(fresh, bo, "other")
    asked(fresh, bo, "second", submit=False)
    fresh.agreed(first, rui)
    fresh.agreed(second, rui)
    fresh.agreed(first, sol)
    assert {handle: found(fresh.person(handle), first) for handle in PEOPLE[mode]} == PEOPLE[mode]
    refused = "Overlaps of a task are looked for by those who write, review, lead or audit it"
    for other in (bo, fresh.person("zoe")):
        with pytest.raises(Forbidden, match=refused):
            found(other, first)
    # A draft of one's own finds one's own submitted tasks.
    assert (
        found(ana, asked(fresh, ana, "second", submit=False))
        == {
            "open": ["second", "first"],
            "members": ["first"],
            "closed": ["first"],
        }[mode]
    )


def test_what_a_match_says(journey: Journey) -> None:
    """The 23 words of the well are 19 passages of five; 6 words more make 25 of the first, 5 + 9 more 33 of the
    second: 19 of 39."""
    ana = journey.member("ana")
    first, second = asked(journey, ana, "first"), asked(journey, ana, "second")
    [match] = services.look(actor=ana, task=first)
    words = len(WELL.split())
    common = words - 4
    ours, theirs = (len(ASKS[key].split()) - 4 for key in ("first", "second"))
    either = ours + theirs - common
    assert (match.number, match.title) == (second.number, "second")
    assert (match.common, match.of, match.alike) == (common, either, Fraction(common, either))
    assert match.quote == WELL.upper().rstrip(".")


def test_a_hidden_twin_changes_nothing_on_the_page(fresh: Journey) -> None:
    fresh.publish_first(lambda document: document["data"].update(visibility="closed"))
    ana, bo = fresh.member("ana"), fresh.member("bo")
    draft = asked(fresh, ana, "first", submit=False)
    client = Client()
    client.force_login(ana.user)
    page = f"/projects/aquifer-bench/tasks/draft/{draft.public_id}/overlaps/"

    def looked() -> str:
        OverlapLook.objects.all().delete()
        return client.post(page, {}).content.decode().split("<main")[1]

    before = looked()
    asked(fresh, bo, "second")
    after = looked()
    assert "Nothing among the tasks you may see" in before
    blank = [text.split('csrfmiddlewaretoken" value="') for text in (before, after)]
    assert [part[64:] for part in blank[0]] == [part[64:] for part in blank[1]]


def test_so_many_looks_a_day(journey: Journey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_A_DAY", 2)
    ana = journey.member("ana")
    task = asked(journey, ana, "first", submit=False)
    client = Client()
    client.force_login(ana.user)
    page = f"/projects/aquifer-bench/tasks/draft/{task.public_id}/overlaps/"
    assert "2 looks of 2 are left today." in client.get(page).content.decode()
    assert [client.post(page).status_code for _ in range(3)] == [200, 200, 429]
    body = client.post(page).content.decode()
    assert "You have looked for overlaps 2 times today. Look again tomorrow (UTC)." in body
    assert OverlapLook.objects.get().count == 2


def test_the_next_day_begins_anew_and_forgets(
    journey: Journey, monkeypatch: pytest.MonkeyPatch, days_later: object
) -> None:
    monkeypatch.setattr(services, "MOST_A_DAY", 1)
    ana = journey.member("ana")
    task = asked(journey, ana, "first", submit=False)
    found(ana, task)
    with pytest.raises(services.TooOften):
        found(ana, task)
    days_later(1)  # type: ignore[operator]
    found(ana, task)
    assert OverlapLook.objects.count() == 1


def test_nothing_to_compare_does_not_count(journey: Journey) -> None:
    ana = journey.member("ana")
    task = journey.draft(ana)
    journey.write(ana, task, "")
    with pytest.raises(Refused, match="The statement is empty: there is nothing to compare"):
        found(ana, task)
    assert not OverlapLook.objects.filter(count__gt=0).exists()


def test_only_the_latest_revision_is_kept_and_can_be_made_anew(journey: Journey) -> None:
    ana = journey.member("ana")
    asked(journey, ana, "first")
    kept = set(TaskPrint.objects.values_list("task", "revision", "method", "value"))
    assert kept
    assert list(prints.verify_prints(journey.project)) == []
    assert prints.remake() == 0
    TaskPrint.objects.all().delete()
    assert list(prints.verify_prints(journey.project)) == [
        "projects_taskprint of task 1: they are not those of the revision that counts"
    ]
    call_command("remake_prints", verbosity=0)
    assert set(TaskPrint.objects.values_list("task", "revision", "method", "value")) == kept
    TaskPrint.objects.update(method=99)
    assert found(ana, asked(journey, ana, "second", submit=False)) == []
    assert prints.remake() == 1
    assert set(TaskPrint.objects.values_list("task", "revision", "method", "value")) == kept


def test_as_many_questions_for_many_tasks(journey: Journey) -> None:
    ana = journey.member("ana")
    first = asked(journey, ana, "first")
    counts = []
    for more in (1, 4):
        for _ in range(more):
            asked(journey, ana, "second")
        task = Task.objects.select_related("project", "draft").get(pk=first.pk)
        with CaptureQueriesContext(connection) as queries:
            assert services.look(actor=ana, task=task)
        counts.append(len([one for one in queries if "SAVEPOINT" not in one["sql"]]))
        OverlapLook.objects.all().delete()
    assert counts[0] == counts[1] <= 24, counts


def test_others_find_no_such_page(journey: Journey) -> None:
    ana = journey.member("ana")
    journey.member("mia")
    asked(journey, ana, "first")
    client = Client()
    client.force_login(journey.person("mia").user)
    for method in (client.get, client.post):
        assert method("/projects/aquifer-bench/tasks/1/overlaps/").status_code == 404
    client.force_login(ana.user)
    assert "Look for overlaps" in client.get("/projects/aquifer-bench/tasks/1/").content.decode()
