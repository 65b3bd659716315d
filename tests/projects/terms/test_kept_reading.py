"""What a version read like is kept when it is published, shown from then on, and cannot be changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.serializers import serialize
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from authorship.engine.canonical import digest
from portal.core import clock
from portal.core.append_only import triggers
from portal.people import erasing
from portal.people.models import Subject
from projects.project.models import Project
from projects.terms import readings, services
from projects.terms.document.saying import after
from projects.terms.models import TermsDraft, TermsReading, TermsVersion
from tests.projects import agreement


def rows(version: TermsVersion) -> dict[str, TermsReading]:
    return {row.language: row for row in version.readings.all()}


def page(client: Client, version: TermsVersion, language: str = "en") -> str:
    url = reverse("terms_version", args=[version.project.slug, version.number])
    return str(client.get(url, headers={"accept-language": language}).content.decode())


def test_publishing_keeps_a_reading_in_each_language_with_people_as_ids(
    published: TermsVersion, core_team: list[Subject]
) -> None:
    kept = rows(published)
    assert set(kept) == {"en", "zh-hans"}
    for row in kept.values():
        text = json.dumps(row.chapters, ensure_ascii=False)
        assert row.hash == digest(row.chapters)
        assert [core.pk in text for core in core_team] == [True, True, True]
        assert "Varga" not in text
    assert "The data is released under CC-BY-4.0." in json.dumps(kept["en"].chapters)
    assert "数据以 CC-BY-4.0 发布。" in json.dumps(kept["zh-hans"].chapters, ensure_ascii=False)


def test_a_later_change_of_our_sentences_changes_nothing_that_was_published(
    client: Client, recruiting: Project, published: TermsVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = page(client, published)
    monkeypatch.setitem(after._COMMERCE, "yes", ("Softer words", "更软的话"))
    assert "Others may use the result commercially." in before
    assert "Others may use the result commercially." in page(client, published)
    assert "Softer words" not in page(client, published)
    assert "他人可以将成果用于商业。" in page(client, published, "zh-hans")


def test_the_page_joining_and_the_reading_name_people_as_they_are_called_now(
    client: Client, recruiting: Project, published: TermsVersion, core_team: list[Subject]
) -> None:
    assert "<bdi>Tomas Lindqvist</bdi>, in the core team since 1 September 2026." in page(client, published)
    tomas = core_team[1]
    tomas.profile.printed_name = "Tomas Berg"
    tomas.profile.save()
    assert "<bdi>Tomas Berg</bdi>, in the core team since" in page(client, published)
    joining = client.get(reverse("project_join", args=[recruiting.slug])).content.decode()
    assert "<bdi>Tomas Berg</bdi>, in the core team since" in joining


@pytest.mark.damages
def test_somebody_erased_stands_in_no_reading_by_name(
    client: Client, recruiting: Project, published: TermsVersion, core_team: list[Subject]
) -> None:
    erasing.erase(core_team[2], asked_by="request 1", at=clock.deciding())
    text = page(client, published)
    assert "Nwosu" not in text
    assert "<bdi>Withdrawn contributor</bdi>, in the core team since 1 October 2026." in text
    assert list(readings.verify_readings(recruiting)) == []


def test_no_fixture_and_no_second_row_changes_a_reading(published: TermsVersion, tmp_path: Path) -> None:
    row = rows(published)["en"]
    data = json.loads(serialize("json", [row]))
    data[0]["fields"]["chapters"] = []
    fixture = tmp_path / "softer.json"
    fixture.write_text(json.dumps(data))
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        call_command("loaddata", str(fixture), verbosity=0)
    assert rows(published)["en"].chapters == row.chapters
    with pytest.raises(DatabaseError), transaction.atomic():
        TermsReading.objects.create(terms=published, language="en", chapters=[], hash=digest([]))


@pytest.mark.damages
@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        (
            "DELETE FROM projects_termsreading WHERE language = 'zh-hans'",
            "projects_termsreading number 1 in zh-hans: the reading is missing",
        ),
        (
            "UPDATE projects_termsreading SET hash = 'f' WHERE language = 'en'",
            "projects_termsreading number 1 in en: its hash is not the hash of its text",
        ),
        (
            "UPDATE projects_termsreading SET chapters = '[]' WHERE language = 'en'",
            "projects_termsreading number 1 in en: its hash is not the hash of its text",
        ),
    ],
)
def test_verify_names_a_reading_that_is_gone_or_another(recruiting: Project, sql: str, expected: str) -> None:
    assert list(readings.verify_readings(recruiting)) == []
    connection.check_constraints()
    with triggers.lifted(), connection.cursor() as cursor:
        cursor.execute(sql)
        connection.check_constraints()
    assert list(readings.verify_readings(recruiting)) == [expected]


def test_a_translation_stands_before_the_binding_text(
    client: Client, recruiting: Project, published: TermsVersion, core_team: list[Subject]
) -> None:
    document = dict(published.document)
    text = {"path": "purpose.measures", "text": "从水位数据读出含水层性质。"}
    document["translations"] = [{"language": "zh-Hans", "texts": [text]}]
    version = _second(recruiting, document, core_team)
    chinese, english = page(client, version, "zh-hans"), page(client, version)
    assert '<bdi lang="zh-Hans">从水位数据读出含水层性质。</bdi>' in chinese
    assert '<details class="more"><summary>' in chinese
    assert '<bdi lang="en">Reading a pumping test' in chinese
    assert '<p><bdi lang="en">Reading a pumping test' in english
    assert "For reading, not binding, in this language: Simplified Chinese (zh-Hans)." in english


def _second(project: Project, document: dict[str, Any], core_team: list[Subject]) -> TermsVersion:
    draft = TermsDraft.objects.get(project=project)
    services.save_draft(actor=core_team[0], project=project, document=document, version=draft.version)
    return agreement.publish(actor=core_team[0], project=project)


def test_what_changed_stands_on_top_with_its_class(
    client: Client, recruiting: Project, published: TermsVersion, core_team: list[Subject]
) -> None:
    document = json.loads(json.dumps(published.document))
    document["compensation"]["hours_per_task"] = [9, 12]
    text = page(client, _second(recruiting, document, core_team))
    assert "Changed since version 1" in text
    assert "Worse for you" in text
    assert "Changed in version 2." in text
    assert f'name="b" value="{recruiting.slug}@2"' in text
    assert f'<option value="{recruiting.slug}@1" selected>' in text
    assert ", material</span>" in text.replace("\n", "")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("terms_bibtex", "@misc{aquifer-bench-terms-1,\n  title = {{Terms of Aquifer Bench, version 1}},"),
        ("terms_csl", '"title": "Terms of Aquifer Bench, version 1"'),
    ],
)
def test_a_version_can_be_cited(
    client: Client, recruiting: Project, published: TermsVersion, name: str, says: str
) -> None:
    answer = client.get(reverse(name, args=[recruiting.slug, 1]))
    assert answer.status_code == 200
    assert says in answer.content.decode()
    assert f"SHA-256 {published.hash}" in answer.content.decode()
    assert client.get(reverse(name, args=[recruiting.slug, 9])).status_code == 404


# Its project, versions, reading, people, who of them has not accepted and their names, rubrics, and what every page
# of a project asks.
QUERIES = 9


def test_the_page_asks_the_database_the_same_few_times_however_long_the_terms(
    client: Client, recruiting: Project, published: TermsVersion, django_assert_num_queries: Callable[[int], Any]
) -> None:
    page(client, published)
    with django_assert_num_queries(QUERIES):
        page(client, published)
