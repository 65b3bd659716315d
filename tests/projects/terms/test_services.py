"""Drafting, publishing and accepting the terms."""

import contextlib
import copy
import datetime as dt

import pytest
from django.db import DatabaseError, transaction

from authorship.engine import canonical
from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record.models import RecordEntry
from projects.members.models import RoleGrant
from projects.rubric import services as rubric
from projects.terms import queries, readiness, services
from projects.terms.document.refusals import refusals
from projects.terms.models import Acceptance, TermsDraft, TermsFile, TermsVersion
from projects.terms.refused import refused
from tests.projects import agreement
from tests.projects.conftest import EXAMPLE


@pytest.fixture
def founder(core_team):
    return core_team[0]


@pytest.fixture
def redraft(project, founder, published):
    """`redraft(change)` saves the published text after `change(document)`."""

    def save(change):
        document = copy.deepcopy(queries.latest(project).document)
        change(document)
        version = TermsDraft.objects.get(project=project).version
        return services.save_draft(actor=founder, project=project, document=document, version=version)

    return save


def test_an_empty_draft_names_every_mandatory_path(project):
    open_paths = queries.open_paths(project)
    assert open_paths[0] == "language"
    assert {"core_team.members", "authorship.eligibility", "changes.notice_days", "contact"} <= set(open_paths)


def test_upload_keeps_the_file_as_it_came_and_reads_it(project, founder):
    services.upload(actor=founder, project=project, text=EXAMPLE.read_bytes(), name="terms.yaml", version=0)
    assert TermsFile.objects.get(project=project).text == EXAMPLE.read_text()
    assert queries.draft_document(project)["core_team"]["members"][0]["person"] == founder.pk
    assert queries.open_paths(project) == []


def test_an_upload_with_an_error_names_its_line_and_stores_nothing(project, founder):
    text = EXAMPLE.read_text().replace("person: ines-varga", "person: nobody-here")
    line = text[: text.index("nobody-here")].count("\n") + 1
    with pytest.raises(Refused, match=f"Line {line}: core_team.members\\[0\\].person"):
        services.upload(actor=founder, project=project, text=text, name="terms.yaml", version=0)
    assert not TermsFile.objects.exists()
    assert queries.draft(project) is None


def test_a_stale_draft_is_a_conflict(project, founder):
    services.save_draft(actor=founder, project=project, document={"language": "en"}, version=0)
    services.save_draft(actor=founder, project=project, document={"language": "de"}, version=1)
    for stale in (0, 1):
        with pytest.raises(Conflict):
            services.save_draft(actor=founder, project=project, document={}, version=stale)
    assert queries.draft_document(project) == {"language": "de"}


def test_nobody_but_the_creator_drafts_or_publishes_before_version_1(project, person):
    with pytest.raises(Forbidden):
        services.save_draft(actor=person("ana"), project=project, document={}, version=0)
    with pytest.raises(Forbidden):
        services.publish(actor=person("ana"), project=project)


def test_publishing_is_refused_with_the_open_paths(project, founder):
    services.save_draft(actor=founder, project=project, document={"schema": "concord-terms/1"}, version=0)
    with pytest.raises(Refused) as refused:
        services.publish(actor=founder, project=project)
    assert "purpose.measures" in refused.value.context["open_paths"]
    assert not TermsVersion.objects.exists()


def test_publishing_is_refused_while_the_named_rubric_is_not_published(project, founder):
    services.upload(actor=founder, project=project, text=EXAMPLE.read_text(), name="terms.yaml", version=0)
    with pytest.raises(Refused, match=r"participation\.rubric"):
        services.publish(actor=founder, project=project)


def test_a_version_is_hashed_in_force_today_and_on_the_record(project, published):
    assert (published.number, published.in_force) == (1, dt.datetime.now(dt.UTC).date())
    assert published.hash == canonical.digest(
        {
            "schema": "concord-terms/1",
            "document": published.document,
            "attachments": [TermsFile.objects.get(project=project).sha256],
        }
    )
    entry = RecordEntry.objects.get(project=project.public_id, kind="TermsPublished")
    assert canonical.loads(entry.payload) == {
        "version": 1,
        "hash": published.hash,
        "in_force": published.in_force.isoformat(),
    }


def test_published_terms_cannot_be_changed_or_deleted(published):
    with pytest.raises(DatabaseError), transaction.atomic():
        TermsVersion.objects.filter(pk=published.pk).update(hash="0" * 64)
    with pytest.raises(DatabaseError), transaction.atomic():
        TermsVersion.objects.filter(pk=published.pk).delete()


def test_founding_roles_are_those_named_beside_the_members(project, published, core_team):
    ines, tomas, amara = core_team
    founding = RoleGrant.objects.filter(project=project, reason="founding").values_list("subject", "role")
    assert sorted(founding) == sorted(
        [
            (ines.pk, "organizer"),
            (ines.pk, "editor"),
            (tomas.pk, "organizer"),
            (tomas.pk, "reviewer"),
            (amara.pk, "panel"),
            (amara.pk, "reviewer"),
        ]
    )


def test_who_publishes_version_1_accepts_it_and_nobody_else_does(project, published, core_team):
    assert [row.subject_id for row in Acceptance.objects.filter(terms=published)] == [core_team[0].pk]


def test_the_same_text_is_no_new_version(project, published, founder):
    with pytest.raises(Conflict, match="version 1"):
        services.publish(actor=founder, project=project)


def test_a_change_of_text_holds_at_once_and_a_material_one_after_the_notice(project, published, founder, redraft):
    redraft(lambda document: document["purpose"].update(measures="Reading a slug test."))
    second = agreement.publish(actor=founder, project=project)
    assert second.in_force == published.in_force
    redraft(lambda document: document["authorship"].update(eligibility={"points": {"at_least": "2"}}))
    third = agreement.publish(actor=founder, project=project)
    assert third.in_force == published.in_force + dt.timedelta(days=30)
    redraft(lambda document: document["purpose"].update(measures="Reading a flow test."))
    fourth = agreement.publish(actor=founder, project=project)
    assert fourth.in_force == third.in_force, "a wording change brings no announced change forward"
    assert queries.current(project).number == 2


def test_an_announced_version_does_not_shorten_the_notice_of_the_one_in_force(
    project, published, founder, redraft, days_later
):
    redraft(lambda document: document["changes"].update(notice_days=0))
    second = agreement.publish(actor=founder, project=project)
    assert second.in_force == published.in_force + dt.timedelta(days=30)
    days_later(29)
    redraft(lambda document: document["authorship"].update(eligibility={"points": {"at_least": "2"}}))
    third = agreement.publish(actor=founder, project=project)
    assert third.in_force == published.in_force + dt.timedelta(days=29 + 30), "version 1 promises 30 days"


def test_an_announced_longer_notice_counts_already(project, published, founder, redraft):
    redraft(lambda document: document["changes"].update(notice_days=90))
    agreement.publish(actor=founder, project=project)
    redraft(lambda document: document["authorship"].update(eligibility={"points": {"at_least": "2"}}))
    third = agreement.publish(actor=founder, project=project)
    assert third.in_force == published.in_force + dt.timedelta(days=90)


def test_a_shorter_notice_counts_once_it_is_in_force(project, published, founder, redraft, days_later):
    redraft(lambda document: document["changes"].update(notice_days=3))
    agreement.publish(actor=founder, project=project)
    days_later(30)
    redraft(lambda document: document["authorship"].update(eligibility={"points": {"at_least": "2"}}))
    third = agreement.publish(actor=founder, project=project)
    assert third.in_force == published.in_force + dt.timedelta(days=30 + 3)


def test_an_announced_version_is_current_from_its_day_on(project, published, founder, redraft, days_later):
    redraft(lambda document: document["authorship"].update(eligibility={"points": {"at_least": "2"}}))
    agreement.publish(actor=founder, project=project)
    days_later(29)
    assert queries.current(project).number == 1
    days_later(1)
    assert queries.current(project).number == 2


def test_a_later_version_may_keep_an_output_that_ended_before_todays_team(project, published, founder, redraft):
    """Work done under earlier versions counts, and who was there then may have left."""

    def later_team(document):
        document["core_team"]["members"][0]["since"] = "2028-01-01"
        for member in document["core_team"]["members"][1:]:
            member["since"] = "2028-02-01"
        document["authorship"]["outputs"][0]["as_of"] = "2027-12-31"

    redraft(later_team)
    document = queries.draft_document(project)
    assert "too_early" in {one.code for one in refusals(document, rubrics=[1])}
    assert "too_early" not in {one.code for one in refused(project, document, founder)}


def test_publishing_a_draft_that_moved_on_is_a_conflict(project, published, founder, redraft):
    draft = redraft(lambda document: document["purpose"].update(measures="Reading a slug test."))
    with pytest.raises(Conflict):
        services.publish(actor=founder, project=project, draft_version=draft.version - 1)
    assert agreement.publish(actor=founder, project=project, draft_version=draft.version).number == 2


def test_later_versions_are_published_by_holders_of_amend_only(project, published, core_team, person, redraft):
    redraft(lambda document: document["purpose"].update(measures="Reading a slug test."))
    amara = core_team[2]
    for stranger in (person("ana"), amara):
        with pytest.raises(Forbidden):
            services.publish(actor=stranger, project=project)


def accept(project, subject, version, **changed):
    given = {"number": version.number, "hash": version.hash, "purpose": "work", **changed}
    return services.accept(actor=subject, project=project, **given)


def test_accepting_twice_is_one_row(recruiting, published, person):
    first = accept(recruiting, person("ana"), published)
    assert accept(recruiting, person("ana"), published) == first
    assert Acceptance.objects.filter(subject=person("ana")).count() == 1
    assert first.hash == published.hash


@pytest.mark.parametrize("changed", [{"number": 2}, {"number": 0}, {"hash": "0" * 64}, {"hash": ""}])
def test_accepting_anything_but_the_version_shown_is_a_conflict(recruiting, published, person, changed):
    with pytest.raises(Conflict):
        accept(recruiting, person("ana"), published, **changed)
    assert not Acceptance.objects.filter(subject=person("ana")).exists()


def test_an_unverified_account_accepts_nothing(recruiting, published, person):
    with pytest.raises(Forbidden, match="Confirm your e-mail"):
        accept(recruiting, person("ana", verified=False), published)


def test_a_task_is_accepted_under_its_own_version_though_a_newer_one_is_in_force(
    project, recruiting, published, founder, redraft, person
):
    redraft(lambda document: document["purpose"].update(measures="Reading a slug test."))
    agreement.publish(actor=founder, project=project)
    old = accept(recruiting, person("ana"), published, purpose="task", task="t123")
    assert old.terms == published
    with pytest.raises(Conflict):
        accept(recruiting, person("ana"), published)


def test_acceptances_stay_when_a_new_version_comes(project, recruiting, published, member, founder, redraft):
    ana = member("ana")
    redraft(lambda document: document["purpose"].update(measures="Reading a slug test."))
    agreement.publish(actor=founder, project=project)
    assert [row.terms.number for row in queries.accepted(project, ana)] == [1]


def test_readiness_names_what_is_missing_and_is_silent_when_nothing_is(project, founder):
    assert readiness.of(project).reasons()[-2:] == ["No rubric is published.", "No version of the terms is in force."]


def test_readiness_of_a_published_project(project, published):
    assert readiness.of(project).reasons() == []


def test_a_second_rubric_does_not_unsettle_the_terms(project, published, founder):
    draft = project.rubric_draft
    rows = [*draft.criteria, {"id": "more", "sentence": "One more."}]
    rubric.save_draft(actor=founder, project=project, title="Two", criteria=rows, version=draft.version)
    rubric.publish(actor=founder, project=project)
    assert readiness.of(project).ready


def test_versions_read_once_are_those_that_are_published(project, published, founder, redraft):
    """A version taken back with its transaction and published anew in its place is another one."""
    assert queries.read_once(project) == [published]
    for words in ("Reading a slug test.", "Reading it twice."):
        with contextlib.suppress(ZeroDivisionError), transaction.atomic():
            redraft(lambda document, words=words: document["purpose"].update(measures=words))
            agreement.publish(actor=founder, project=project)
            assert [one.document["purpose"]["measures"] for one in queries.read_once(project)][1:] == [words]
            raise ZeroDivisionError
        assert queries.read_once(project) == [published]


def test_a_version_is_read_once(project, published, django_assert_num_queries):
    first = queries.read_once(project)
    with django_assert_num_queries(1):
        assert queries.read_once(project)[0] is first[0]
