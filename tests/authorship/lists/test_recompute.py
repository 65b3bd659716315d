"""Lists are computed from the logs, kept for ever, and only move forward."""

import datetime as dt
import hashlib
import json

import pytest

from authorship.engine.check import verify
from authorship.engine.compute import compute
from authorship.ledger import choices, corrections
from authorship.ledger import services as ledger
from authorship.ledger.facts import Fact
from authorship.lists import bundle, erasing, jobs, queries, services
from authorship.lists import frame as frames
from authorship.lists.models import ListPeople, ListSnapshot, Output
from authorship.lists.verify import verify_lists
from portal.core import clock
from portal.core.errors import Forbidden
from portal.core.record.chain import commitment
from portal.core.record.models import RecordEntry
from portal.notices.registry import find
from portal.people.models import Profile
from projects.members.models import RoleGrant
from projects.project import services as projects
from projects.terms import queries as terms


def order(snapshot):
    return [row["subject"] for row in queries.result(snapshot)["authors"]]


def test_publishing_makes_the_outputs_and_a_later_version_leaves_them(version, project, publish):
    assert [(o.output_id, o.terms) for o in queries.outputs(project)] == [("paper-1", 1)]

    def second_output(document):
        document["authorship"]["outputs"].append(
            {**document["authorship"]["outputs"][0], "id": "release-1", "title": "Data", "kind": "release"}
        )

    publish(second_output)
    assert [(o.output_id, o.terms) for o in queries.outputs(project)] == [("paper-1", 1), ("release-1", 2)]


def test_more_points_stand_first_and_a_name_decides_a_tie(credit, member, open_project, paper):
    ana, bo, cy = member("ana"), member("bo"), member("cy")
    credit("t1", {cy: "1"})
    credit("t2", {bo: "1"})
    credit("t3", {ana: "1"})
    credit("t4", {ana: "1"})
    [snapshot] = services.recompute(project=open_project)
    assert order(snapshot) == [ana.pk, bo.pk, cy.pk]
    rows = queries.result(snapshot)["authors"]
    assert [row["tied"] for row in rows] == [[1, 1], [2, 3], [2, 3]]


def test_half_a_point_is_no_author_and_is_acknowledged(credit, member, open_project):
    """Scheme case 1: two people share one task, threshold 1."""
    ana, bo = member("ana"), member("bo")
    credit("t1", {ana: "1/2", bo: "1/2"})
    [snapshot] = services.recompute(project=open_project)
    result = queries.result(snapshot)
    assert result["authors"] == []
    assert {row["subject"] for row in result["acknowledged"]} == {ana.pk, bo.pk}


def test_a_second_recompute_stores_nothing(credit, member, open_project, days_later):
    credit("t1", {member("ana"): "1"})
    assert len(services.recompute(project=open_project)) == 1
    assert services.recompute(project=open_project) == []
    days_later(3)
    assert services.recompute(project=open_project) == [], "the day alone is no change"
    assert ListSnapshot.objects.count() == ListPeople.objects.count() == 1


def test_another_engine_keeps_the_same_list_under_its_own_number(credit, member, open_project, paper, monkeypatch):
    """The engine of a bundle is the only one that verifies it."""
    credit("t1", {member("ana"): "1"})
    with monkeypatch.context() as before:
        before.setattr(frames, "ENGINE", "0.9")
        [old] = services.recompute(project=open_project)
    [new] = services.recompute(project=open_project)
    assert (old.engine, new.engine, new.generation) == ("0.9", "1.0", 2)
    assert new.result == old.result
    assert verify(bundle.bundle(paper)) == []
    assert services.recompute(project=open_project) == []


def test_a_change_makes_the_next_generation_and_keeps_the_old_one(credit, member, open_project, paper):
    ana, bo = member("ana"), member("bo")
    credit("t1", {ana: "1"})
    [first] = services.recompute(project=open_project)
    before = first.result
    credit("t2", {bo: "1"})
    [second] = services.recompute(project=open_project)
    assert (first.generation, second.generation) == (1, 2)
    assert queries.generation(paper, 1).result == before
    assert queries.current(paper) == second
    published = RecordEntry.objects.filter(kind="ListPublished").order_by("seq")
    told = [json.loads(entry.payload) for entry in published]
    assert [(t["generation"], t["result"]) for t in told] == [(1, first.result_hash), (2, second.result_hash)]


def test_a_correction_gives_a_new_list_and_the_old_one_stays(credit, member, open_project, core_team, paper):
    """Scheme case 4."""
    ana, bo, tomas = member("ana"), member("bo"), member("tomas-lindqvist")
    [wrong] = credit("t1", {ana: "1"})
    credit("t2", {bo: "1"})
    services.recompute(project=open_project)
    correction = corrections.propose(actor=core_team[0], project=open_project, seq=wrong.seq, reason="Copied.")
    corrections.confirm(actor=tomas, correction=correction)
    [after] = services.recompute(project=open_project)
    assert order(after) == [bo.pk]
    assert order(queries.generation(paper, 1)) == [ana.pk, bo.pk]


def test_who_opts_out_keeps_points_and_the_order_of_the_others(credit, member, open_project):
    """Scheme case 14."""
    ana, bo, cy = member("ana"), member("bo"), member("cy")
    for number, subject in enumerate([ana, ana, ana, bo, bo, cy]):
        credit(f"t{number}", {subject: "1"})
    [before] = services.recompute(project=open_project)
    choices.choose(actor=bo, project=open_project, choice="acknowledged")
    [after] = services.recompute(project=open_project)
    assert (order(before), order(after)) == ([ana.pk, bo.pk, cy.pk], [ana.pk, cy.pk])
    choices.choose(actor=bo, project=open_project, choice="author")
    [again] = services.recompute(project=open_project)
    assert order(again) == order(before)


def test_only_members_choose_and_the_same_choice_again_changes_nothing(member, person, open_project):
    ana = member("ana")
    first = choices.choose(actor=ana, project=open_project, choice="acknowledged")
    assert choices.choose(actor=ana, project=open_project, choice="acknowledged") == first
    second = choices.choose(actor=ana, project=open_project, choice="author")
    assert (second.seq, second.previous_hash) == (2, first.hash)
    with pytest.raises(Forbidden):
        choices.choose(actor=person("stranger"), project=open_project, choice="author")


def test_whoever_has_credit_declines_authorship_without_being_a_member(credit, person, open_project):
    """Imported work, or somebody who left."""
    cy = person("cy")
    credit("t1", {cy: "1"})
    choices.choose(actor=cy, project=open_project, choice="acknowledged")
    [snapshot] = services.recompute(project=open_project)
    assert (order(snapshot), queries.result(snapshot)["acknowledged"][0]["reason"]) == ([], "choice")


def test_sums_of_the_database_give_what_the_engine_makes_of_the_bundle(credit, member, open_project, paper):
    ana, bo = member("ana"), member("bo")
    credit("t1", {ana: "1/3", bo: "2/3"})
    credit("t2", {bo: "1"})
    credit("t3", {ana: "1"})
    credit("r1", {ana: "1"}, type="review")
    services.recompute(project=open_project)
    made = bundle.bundle(paper)
    assert compute(made) == made["result"]


def test_a_snapshot_that_lost_the_race_is_computed_anew(credit, member, open_project, paper, monkeypatch):
    """Another worker stores generation 1 between our look and our store."""
    ana, bo = member("ana"), member("bo")
    credit("t1", {ana: "1"})
    real, rival = services.compute, []

    def compute_late(output, *given):
        made = real(output, *given)
        if not rival:
            rival.append(services.store(output, made, 1, given[0]))
            credit("t2", {bo: "1"})
        return made

    monkeypatch.setattr(services, "compute", compute_late)
    [mine] = services.recompute(project=open_project)
    assert (mine.generation, mine.ledger_count) == (2, 2)
    assert [s.ledger_count for s in ListSnapshot.objects.order_by("generation")] == [1, 2]


def test_the_job_takes_ids_and_may_run_twice(credit, member, open_project):
    credit("t1", {member("ana"): "1"})
    jobs.recompute(project=open_project.public_id)
    jobs.recompute(project=open_project.public_id)
    assert ListSnapshot.objects.count() == 1


def test_a_role_by_rule_is_granted_when_its_criteria_hold(credit, member, open_project):
    ana = member("ana")
    credit("t1", {ana: "1"})
    jobs.recompute(project=open_project.public_id)
    assert not RoleGrant.objects.filter(subject=ana, role="reviewer").exists(), "one of two points"
    credit("t2", {ana: "1"})
    jobs.recompute(project=open_project.public_id)
    jobs.recompute(project=open_project.public_id)
    granted = RoleGrant.objects.get(subject=ana, role="reviewer")
    assert (granted.reason, granted.granted_by) == ("rule", "")


def test_nobody_gets_a_role_before_accepting_the_terms_in_force(credit, member, open_project, publish):
    ana = member("ana")
    publish(lambda document: document["participation"].update(answer_days=10))
    clock.move(dt.timedelta(days=30))
    assert terms.current(open_project).number == 2
    credit("t1", {ana: "1"})
    credit("t2", {ana: "1"})
    jobs.recompute(project=open_project.public_id)
    assert not RoleGrant.objects.filter(subject=ana, role="reviewer").exists()


def test_an_output_without_terms_in_force_has_no_list(project):
    assert services.recompute(project=project) == []
    assert not Output.objects.exists()


def test_a_source_of_two_kinds_counts_once_where_the_order_counts(publish, credit, member, open_project, paper):
    """Bo has two tasks of two kinds each, Ana three of one; sorted by the number of sources Ana stands first."""

    def two_kinds(document):
        clause = document["authorship"]
        clause["kinds"].append({**clause["kinds"][0], "id": "statement", "title": "Statement"})
        clause["blocks"][0]["sort"] = ["count"]
        clause["outputs"][0]["id"] = "by-count"
        clause["outputs"][0]["scope"] = {"kinds": ["task", "review", "statement"], "carry_over": "no"}

    ana, bo = member("ana"), member("bo")
    number = publish(two_kinds).number
    for source in ("b1", "b2"):
        credit(source, {bo: "1"}, terms=number)
    for source in ("a1", "a2", "a3"):
        credit(source, {ana: "1"}, terms=1)
    services.recompute(project=open_project)
    by_count = queries.output(open_project, "by-count")
    made = bundle.bundle(by_count)
    assert order(queries.current(by_count)) == [ana.pk, bo.pk]
    assert verify(made) == []


def test_other_words_keep_nobody_from_a_role_by_rule(credit, member, open_project, publish):
    ana = member("ana")
    publish(lambda document: document.update(contact="+351 555 0199"))
    assert terms.current(open_project).number == 2
    credit("t1", {ana: "1"})
    credit("t2", {ana: "1"})
    jobs.recompute(project=open_project.public_id)
    assert RoleGrant.objects.get(subject=ana, role="reviewer").terms == 2


def test_on_the_day_the_terms_name_a_list_is_kept_though_nothing_changed(
    publish, project, core_team, person, days_later
):
    """The planner has a row for that day; what it runs keeps one list, and one only."""
    at = clock.deciding()
    day = clock.today("UTC", at) + dt.timedelta(days=3)

    def as_of(document):
        document["authorship"]["outputs"][0]["as_of"] = day.isoformat()

    publish(as_of)
    opened = projects.recruit(actor=core_team[0], project=project)
    fact = Fact(
        source="t1",
        type="task",
        submitted=day - dt.timedelta(days=3),
        accepted=day - dt.timedelta(days=3),
        terms=1,
        shares={person("ana").pk: "1"},
    )
    ledger.post_fact(project=opened, fact=fact, at=at)
    [first] = services.recompute(project=opened)
    days_later(1)
    assert services.recompute(project=opened) == []
    days_later(2)
    [due] = [row for row in jobs.every_day(clock.deciding()) if row.key.endswith(day.isoformat())]
    assert due.due_at.date() == day
    find(due.job).function(**due.args)
    last = ListSnapshot.objects.order_by("generation").last()
    assert (last.generation, last.as_of, last.result) == (2, day, first.result)
    days_later(1)
    assert services.recompute(project=opened) == [], "it is kept once"


def test_the_people_of_a_list_are_committed_to_with_a_salt(credit, member, open_project, paper):
    """Equal people, two lists: two commitments, so nobody tries names against them."""
    ana = member("ana")
    credit("t1", {ana: "1"})
    [first] = services.recompute(project=open_project)
    credit("t2", {ana: "1"})
    [second] = services.recompute(project=open_project)
    assert first.people.subjects == second.people.subjects
    assert first.people_hash != second.people_hash
    assert first.people_hash == commitment(first.people.salt, first.people.subjects)
    assert hashlib.sha256(first.people.subjects.encode()).hexdigest() not in {first.people_hash, second.people_hash}


@pytest.mark.damages
def test_erasing_takes_names_and_salts_out_of_kept_lists(credit, member, open_project):
    ana, bo = member("ana"), member("bo")
    credit("t1", {ana: "1"})
    credit("t2", {bo: "1"})
    [snapshot] = services.recompute(project=open_project)
    Profile.objects.filter(subject=ana).update(erased_at=clock.deciding(), printed_name="", sort_key="")
    key = next(one["sort_key"] for one in queries.subjects(snapshot) if one["id"] == ana.pk)
    assert key
    assert erasing.forget(ana.pk) == 1
    kept = ListPeople.objects.get()
    assert (kept.salt, key in kept.subjects) == ("", False)
    assert list(verify_lists(open_project)) == []


@pytest.mark.damages
def test_a_salt_that_is_gone_without_an_erasure_is_a_fault(credit, member, open_project):
    credit("t1", {member("ana"): "1"})
    services.recompute(project=open_project)
    ListPeople.objects.update(salt="")
    assert "the salt is gone" in next(iter(verify_lists(open_project)))


def test_a_scope_answered_none_counts_all_work(publish, credit, member, open_project, paper):
    def everything(document):
        document["authorship"]["outputs"][0] |= {"id": "by-all", "scope": "none"}

    ana = member("ana")
    number = publish(everything).number
    credit("a1", {ana: "1"}, terms=number)
    services.recompute(project=open_project)
    by_all = queries.output(open_project, "by-all")
    assert order(queries.current(by_all)) == [ana.pk]
    assert verify(bundle.bundle(by_all)) == []
