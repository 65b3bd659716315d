"""The rubric: drafts that lock optimistically, versions that never change."""

import pytest
from django.db import DatabaseError, transaction

from authorship.engine import canonical
from portal.core.errors import Conflict, Forbidden, Refused
from projects.rubric import queries, services
from projects.rubric.models import RubricDraft, RubricVersion

ROWS = [
    {"id": "sound", "sentence": "It follows from the data."},
    {"id": "new", "sentence": "It was not published before."},
]


@pytest.fixture
def draft(project, core_team):
    return services.save_draft(actor=core_team[0], project=project, title="Standard", criteria=ROWS, version=0)


def test_the_draft_keeps_what_is_unfinished(project, core_team):
    rows = [{"id": "", "sentence": "No id yet"}, {"id": "", "sentence": ""}]
    kept = services.save_draft(actor=core_team[0], project=project, title="", criteria=rows, version=0)
    assert kept.criteria == [{"id": "", "sentence": "No id yet"}]


def test_a_save_from_a_stale_page_changes_nothing(project, core_team, draft):
    services.save_draft(actor=core_team[0], project=project, title="Second", criteria=ROWS, version=draft.version)
    for stale in (draft.version, 0):
        with pytest.raises(Conflict):
            services.save_draft(actor=core_team[0], project=project, title="Third", criteria=[], version=stale)
    assert RubricDraft.objects.get(project=project).title == "Second"


def test_only_the_creator_writes_it_before_version_1(project, person):
    with pytest.raises(Forbidden):
        services.save_draft(actor=person("ana"), project=project, title="Mine", criteria=ROWS, version=0)


def test_publishing_numbers_and_hashes_the_version(project, core_team, draft):
    first = services.publish(actor=core_team[0], project=project)
    assert first.number == 1
    assert first.hash == canonical.digest({"title": "Standard", "criteria": ROWS})
    changed = services.save_draft(
        actor=core_team[0], project=project, title="Standard", criteria=ROWS[:1], version=draft.version
    )
    assert services.publish(actor=core_team[0], project=project, version=changed.version).number == 2
    assert queries.numbers(project) == {1, 2}


def test_the_same_text_is_not_published_twice(project, core_team, draft):
    services.publish(actor=core_team[0], project=project)
    with pytest.raises(Refused, match="already published"):
        services.publish(actor=core_team[0], project=project)


@pytest.mark.parametrize(
    ("title", "rows", "reason"),
    [
        ("", ROWS, "title is missing"),
        ("T", [], "at least one criterion"),
        ("T", [{"id": "Bad Id", "sentence": "s"}], "small letters"),
        ("T", [{"id": "a", "sentence": ""}], "sentence is missing"),
        ("T", [ROWS[0], ROWS[0]], "stands twice"),
    ],
)
def test_publishing_refuses_what_is_unfinished(project, core_team, title, rows, reason):
    services.save_draft(actor=core_team[0], project=project, title=title, criteria=rows, version=0)
    with pytest.raises(Refused, match=reason):
        services.publish(actor=core_team[0], project=project)
    assert not RubricVersion.objects.exists()


def test_a_published_version_cannot_be_changed_or_deleted(project, core_team, draft):
    version = services.publish(actor=core_team[0], project=project)
    with pytest.raises(DatabaseError), transaction.atomic():
        RubricVersion.objects.filter(pk=version.pk).update(title="Other")
    with pytest.raises(DatabaseError), transaction.atomic():
        version.delete()


def test_a_template_fills_an_empty_draft(project, core_team):
    draft = services.start_from(actor=core_team[0], project=project, template="written-questions", lang="zh-hans")
    assert (draft.title, draft.version, len(draft.criteria)) == ("一道题要经得起什么", 1, 10)
    assert draft.criteria[2]["levels"] == ["不符合", "部分符合", "大体符合", "完全符合"]
    assert services.publish(actor=core_team[0], project=project).number == 1


def test_a_template_adds_what_is_not_asked_and_changes_nothing_that_is_written(project, core_team, draft):
    rows = [*ROWS, {"id": "fresh", "sentence": "A lazy answer fails.", "topic": "lazy"}]
    services.save_draft(actor=core_team[0], project=project, title="Ours", criteria=rows, version=draft.version)
    found = services.start_from(actor=core_team[0], project=project, template="data-and-labels", lang="en")
    assert (found.title, found.criteria[:3]) == ("Ours", rows)
    added = [row["id"] for row in found.criteria[3:]]
    assert added == [
        *("valid", "matching", "solvable", "formats", "no-placeholder"),
        *("right-difficulty", "expert-path", "fresh-2", "sources"),
    ]
    with pytest.raises(Refused, match="Nothing was added"):
        services.start_from(actor=core_team[0], project=project, template="code-and-agents", lang="en")
    assert RubricDraft.objects.get(project=project).version == found.version


def test_a_template_is_for_those_who_write_the_rubric(project, core_team, person):
    with pytest.raises(Forbidden):
        services.start_from(actor=person("ana"), project=project, template="written-questions", lang="en")
    for template, lang in (("", "en"), ("written-questions", "xx"), ("../written-questions", "en")):
        with pytest.raises(Refused, match="Choose one of the templates"):
            services.start_from(actor=core_team[0], project=project, template=template, lang=lang)
    assert not RubricDraft.objects.exists()
