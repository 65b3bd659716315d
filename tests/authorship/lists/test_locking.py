"""Locking a list: who may, from which state, what stays fixed and what still moves."""

import json

import pytest
from django.db import IntegrityError, transaction

from authorship.engine.check import verify
from authorship.ledger import choices, corrections
from authorship.lists import bundle, locking, locks, queries, services
from authorship.lists.models import ListPeople, ListSnapshot, Output, OutputLock
from authorship.lists.verify import verify_lists
from authorship.lists.verify_locks import verify_locks
from portal.core import clock
from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record import presenters
from portal.core.record.models import RecordEntry
from portal.people import erasing
from portal.people.models import Subject
from projects.members import services as members
from projects.members.models import RoleGrant

WHY = "The manuscript goes to the journal tomorrow."
OPEN, ORDER_ONLY, CLOSED = Output.Lock.OPEN, Output.Lock.ORDER_ONLY, Output.Lock.CLOSED


def names(snapshot, part="authors"):
    return [row["subject"] for row in queries.result(snapshot)[part]]


def faults(project):
    return [*verify_lists(project), *verify_locks(project)]


@pytest.fixture
def lock(core_team, paper):
    """`lock("order_only")` by the organizer."""

    def make(to, reason=WHY, actor=None):
        paper.refresh_from_db()
        return locking.lock(actor=actor or core_team[0], output=paper, to=to, reason=reason)

    return make


@pytest.fixture
def listed(credit, member, open_project):
    """Ana 2, Bo 1, Cy 1 by tasks; Dee ½ by a review (acknowledged); Eve 1 and acknowledged by choice; Fay nothing."""
    people = {name: member(name) for name in ("ana", "bo", "cy", "dee", "eve", "fay")}
    for number, name in enumerate(["ana", "ana", "bo", "cy", "eve"]):
        credit(f"t{number}", {people[name]: "1"})
    credit("r1", {people["dee"]: "1"}, type="review")
    choices.choose(actor=people["eve"], project=open_project, choice="acknowledged")
    return people


# --- who, and from where

MOVES = [
    (OPEN, "open", Refused),
    (OPEN, "order_only", None),
    (OPEN, "closed", Conflict),
    (ORDER_ONLY, "open", Refused),
    (ORDER_ONLY, "order_only", Conflict),
    (ORDER_ONLY, "closed", None),
    (CLOSED, "open", Refused),
    (CLOSED, "order_only", Conflict),
    (CLOSED, "closed", Conflict),
]


@pytest.mark.parametrize(("state", "to", "refused"), MOVES)
def test_a_list_is_locked_step_by_step_and_never_opened(listed, lock, paper, state, to, refused):
    for step in {OPEN: (), ORDER_ONLY: (ORDER_ONLY,), CLOSED: (ORDER_ONLY, CLOSED)}[state]:
        lock(step)
    before = (OutputLock.objects.count(), ListSnapshot.objects.count(), RecordEntry.objects.count())
    if refused is None:
        lock(to)
        paper.refresh_from_db()
        assert paper.lock == to
        return
    with pytest.raises(refused):
        lock(to)
    paper.refresh_from_db()
    assert paper.lock == state
    assert (OutputLock.objects.count(), ListSnapshot.objects.count(), RecordEntry.objects.count()) == before


# The example grants freeze to organizers alone.
WHO = [("organizer", True), ("editor", False), ("reviewer", False), (None, False)]


@pytest.mark.parametrize(("role", "may"), WHO)
def test_only_holders_of_freeze_lock(listed, lock, open_project, paper, role, may):
    gus = listed["fay"]
    if role:
        members.grant(
            project=open_project,
            subject=gus,
            role=role,
            reason=RoleGrant.Reason.APPOINTED,
            actor=None,
            at=clock.deciding(),
        )
    if may:
        assert lock("order_only", actor=gus).by == gus
    else:
        with pytest.raises(Forbidden):
            lock("order_only", actor=gus)
        assert not OutputLock.objects.exists()


@pytest.mark.parametrize("reason", ["", "   ", "soon", "x" * 4001])
def test_a_lock_needs_a_reason_that_says_something(listed, lock, paper, reason):
    with pytest.raises(Refused):
        lock("order_only", reason=reason)
    paper.refresh_from_db()
    assert (paper.lock, ListSnapshot.objects.count()) == (OPEN, 0)


# --- only the order may change


def test_the_lock_stores_the_list_it_fixes_though_nothing_changed(listed, lock, open_project, paper):
    [before] = services.recompute(project=open_project)
    made = lock("order_only")
    after = queries.current(paper)
    assert (before.generation, after.generation, made.generation) == (1, 2, 2)
    assert after.result == before.result
    ana, bo, cy, dee, eve = (listed[name].pk for name in ("ana", "bo", "cy", "dee", "eve"))
    assert json.loads(made.people) == {"authors": [ana, bo, cy], "acknowledged": [dee, eve]}
    assert faults(open_project) == []


def test_the_order_of_fixed_people_still_changes(listed, credit, lock, open_project, paper):
    lock("order_only")
    credit("t8", {listed["cy"]: "1"})
    credit("t9", {listed["cy"]: "1"})
    [after] = services.recompute(project=open_project)
    assert names(after) == [listed[name].pk for name in ("cy", "ana", "bo")]
    assert verify(bundle.bundle(paper)) == []
    assert faults(open_project) == []


def test_whoever_meets_the_rules_later_is_named_as_found_and_not_added(listed, credit, lock, open_project, paper):
    """Scheme case 15. Fay reaches 1 point, Dee 1½: neither moves into the list, Dee stays acknowledged."""
    lock("order_only")
    credit("t8", {listed["fay"]: "1"})
    credit("t9", {listed["dee"]: "1"})
    [after] = services.recompute(project=open_project)
    result = queries.result(after)
    assert names(after) == [listed[name].pk for name in ("ana", "bo", "cy")]
    assert result["excluded"] == [{"subject": listed["fay"].pk, "reason": "lock"}]
    [dee, eve] = result["acknowledged"]
    assert (dee["subject"], dee["reason"], dee["found"]) == (listed["dee"].pk, "rule", True)
    assert "found" not in eve
    assert verify(bundle.bundle(paper)) == []


def test_whoever_loses_what_made_them_an_author_stays_on_it(listed, lock, open_project, core_team, paper, credit):
    """Bo's only point is taken back: last place with 0 points, and the row says why they stay."""
    lock("order_only")
    tomas = members_second(open_project, core_team)
    correction = corrections.propose(actor=core_team[0], project=open_project, seq=3, reason="Counted twice by us.")
    corrections.confirm(actor=tomas, correction=correction)
    [after] = services.recompute(project=open_project)
    rows = queries.result(after)["authors"]
    assert [(row["place"], row["subject"], row.get("kept", False)) for row in rows] == [
        (1, listed["ana"].pk, False),
        (2, listed["cy"].pk, False),
        (3, listed["bo"].pk, True),
    ]
    assert verify(bundle.bundle(paper)) == []
    assert faults(open_project) == []


def members_second(project, core_team):
    from projects.terms import queries as terms

    version = terms.current(project)
    members.join(actor=core_team[1], project=project, number=version.number, hash=version.hash)
    return core_team[1]


def test_choices_after_the_lock_do_not_count_for_it(listed, lock, open_project, paper):
    lock("order_only")
    choices.choose(actor=listed["ana"], project=open_project, choice="acknowledged")
    choices.choose(actor=listed["eve"], project=open_project, choice="author")
    assert services.recompute(project=open_project) == []
    assert names(queries.current(paper)) == [listed[name].pk for name in ("ana", "bo", "cy")]
    assert len(bundle.bundle(paper)["choices"]) == 1, "Eve's first choice alone"


def test_another_output_of_the_project_stays_open(listed, lock, open_project, publish, credit, paper):
    def second(document):
        first = document["authorship"]["outputs"][0]
        document["authorship"]["outputs"].append({**first, "id": "release-1", "title": "Data", "kind": "release"})

    publish(second)
    services.recompute(project=open_project)
    lock("order_only")
    credit("t8", {listed["fay"]: "1"})
    made = {one.output.output_id: one for one in services.recompute(project=open_project)}
    assert listed["fay"].pk in names(made["release-1"])
    assert listed["fay"].pk not in names(made["paper-1"])


# --- closed


def test_a_closed_list_has_no_further_generation(listed, credit, lock, open_project, paper, days_later):
    lock("order_only")
    lock("closed")
    last = queries.current(paper)
    credit("t8", {listed["cy"]: "1"})
    choices.choose(actor=listed["ana"], project=open_project, choice="acknowledged")
    days_later(40)
    assert services.recompute(project=open_project) == []
    assert queries.current(paper) == last
    found = bundle.bundle(paper)
    assert found["output"]["lock"]["state"] == "closed"
    assert verify(found) == []
    assert faults(open_project) == []


def test_every_older_list_stays_and_verifies(listed, credit, lock, open_project, paper):
    services.recompute(project=open_project)
    lock("order_only")
    credit("t8", {listed["fay"]: "1"})
    services.recompute(project=open_project)
    lock("closed")
    found = [bundle.bundle(paper, one) for one in paper.snapshots.order_by("generation")]
    assert [one["output"].get("lock", {}).get("state") for one in found] == [None, "order_only", "order_only", "closed"]
    assert [verify(one) for one in found] == [[], [], [], []]


@pytest.mark.damages
def test_the_database_refuses_a_list_after_the_last_one(listed, lock, open_project, paper):
    lock("order_only")
    lock("closed")
    last = queries.current(paper)
    Output.objects.filter(pk=paper.pk).update(lock=OPEN)  # the state alone opens nothing
    last.pk, last.generation = None, last.generation + 1
    with pytest.raises(IntegrityError), transaction.atomic():
        last.save(force_insert=True)
    assert services.recompute(project=open_project) == []


def erase(subject: Subject) -> None:
    erasing.erase(subject, asked_by="own", at=clock.deciding())


def test_an_erased_person_keeps_the_place_in_a_closed_list_and_its_bundle_verifies(
    credit, member, lock, open_project, paper, publish
):
    """Alphabetical by name inside equal points: Ana, Bo, Cy. Without the name, Bo would stand last."""
    ana, bo, cy = (member(name) for name in ("ana", "bo", "cy"))
    for number, person in enumerate((ana, bo, cy)):
        credit(f"t{number}", {person: "1"})
    lock("order_only")
    lock("closed")
    erase(bo)
    assert services.recompute(project=open_project) == []
    found = bundle.bundle(paper)
    assert [row["subject"] for row in found["result"]["authors"]] == [ana.pk, bo.pk, cy.pk]
    assert {one["id"]: one["name"] for one in found["subjects"]}[bo.pk] == "Withdrawn contributor"
    assert verify(found) == []
    assert faults(open_project) == []
    swapped = json.loads(json.dumps(found))
    rows = swapped["result"]["authors"]
    rows[0]["subject"], rows[2]["subject"] = rows[2]["subject"], rows[0]["subject"]
    assert verify(swapped) != [], "the places of the others are still computed"


def test_in_a_list_whose_order_is_open_an_erased_person_stands_last(credit, member, lock, open_project, paper):
    ana, bo, cy = (member(name) for name in ("ana", "bo", "cy"))
    for number, person in enumerate((ana, bo, cy)):
        credit(f"t{number}", {person: "1"})
    lock("order_only")
    erase(bo)
    [after] = services.recompute(project=open_project)
    assert names(after) == [ana.pk, cy.pk, bo.pk]


# --- the record and what was changed behind it


def test_the_record_tells_who_locked_what_and_why(listed, lock, open_project):
    lock("order_only")
    entry = RecordEntry.objects.get(kind="OutputLocked")
    payload = presenters.payload(entry)
    assert (payload["output"], payload["to"], payload["generation"]) == ("paper-1", "order_only", 1)
    assert presenters.texts(entry) == {"reason": WHY}
    said = presenters.sentence(entry, {}, "Concord")
    assert "fixed who is on the author list of paper-1, as of list 1" in said


@pytest.mark.damages
def test_a_state_set_back_behind_the_services_is_named(listed, lock, open_project, paper):
    lock("order_only")
    Output.objects.filter(pk=paper.pk).update(lock=OPEN)
    assert faults(open_project) == ["authorship_output paper-1: it says open, its locks say order_only"]


@pytest.mark.damages
def test_a_list_that_counts_later_choices_is_named(listed, lock, open_project, paper):
    lock("order_only")
    later = choices.choose(actor=listed["ana"], project=open_project, choice="acknowledged")
    copy = queries.current(paper)
    copy.pk, copy.generation = None, copy.generation + 1
    copy.choices_count, copy.choices_head = later.seq, later.hash
    copy.save(force_insert=True)
    assert list(verify_locks(open_project)) == [
        "authorship_listsnapshot paper-1 generation 2: it counts choices made after the lock"
    ]


@pytest.mark.damages
def test_a_lock_without_its_line_is_named(listed, lock, open_project, paper, core_team):
    lock("order_only")
    last = locks.current(paper)
    last.pk, last.state = None, CLOSED
    last.save(force_insert=True)
    Output.objects.filter(pk=paper.pk).update(lock=CLOSED)
    assert faults(open_project) == ["authorship_outputlock paper-1 closed: the record does not know it"]


def test_no_salt_is_left_of_people_who_were_erased(listed, lock, open_project, paper):
    lock("order_only")
    lock("closed")
    erase(listed["cy"])
    assert set(ListPeople.objects.values_list("salt", flat=True)) == {""}
    assert faults(open_project) == []
