"""Terms as files: JSON beside YAML, the schema's address, and nothing, none and answers kept apart on every road."""

from __future__ import annotations

import copy
import hashlib
import html
import json

import pytest
from django.core import serializers
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.urls import reverse

from projects.rubric import services as rubric
from projects.terms import changes, queries, services
from projects.terms.document.edit import flatten, unflatten
from projects.terms.document.hashing import version_hash
from projects.terms.document.missing import missing
from projects.terms.document.read import read, read_json, read_yaml
from projects.terms.document.write import to_yaml
from projects.terms.models import TermsFile, TermsVersion
from projects.terms.people import handle_to_subject, id_or_handle
from tests.projects import agreement
from tests.projects.conftest import TERMS


@pytest.fixture
def ines(client, core_team):
    client.force_login(core_team[0].user)
    return client


def send(client, project, name, text, version=0):
    file = SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode())
    return client.post(reverse("terms_upload", args=[project.slug]), {"version": version, "file": file})


def stored(project):
    return read_yaml(TERMS, people=handle_to_subject).document


# --- files


def test_a_json_file_is_read_like_a_yaml_file(ines, project):
    handles = json.dumps({**stored(project), "contact": "by JSON"}, indent=1)
    assert send(ines, project, "terms.json", handles).status_code == 302
    assert queries.draft_document(project) == {**stored(project), "contact": "by JSON"}
    assert TermsFile.objects.get().text == handles
    assert TermsFile.objects.get().sha256 == hashlib.sha256(handles.encode()).hexdigest()


def test_persons_in_json_are_ids_first_and_then_handles(project, core_team, person):
    ines = core_team[0]
    assert id_or_handle(ines.pk) == id_or_handle("@ines-varga") == id_or_handle("ines-varga") == ines.pk
    assert id_or_handle("nobody-at-all") is None
    assert id_or_handle(person("pia", verified=False).pk) is None
    assert handle_to_subject(ines.pk) is None, "in YAML an id is no handle"


def test_a_downloaded_version_is_uploaded_again_as_it_is(ines, project, published):
    body = ines.get(reverse("terms_json", args=[project.slug, 1])).content
    version = queries.draft(project).version
    assert send(ines, project, "terms-1.json", body, version).status_code == 302
    assert queries.draft_document(project) == published.document
    assert ines.get(reverse("terms_draft_json", args=[project.slug])).json() == published.document


def test_json_pasted_into_the_box_is_json(ines, project):
    url = reverse("terms_upload", args=[project.slug])
    text = json.dumps(stored(project), indent=2).replace("\n", "\r\n")
    assert ines.post(url, {"version": 0, "text": text}).status_code == 302
    assert queries.draft_document(project) == stored(project)
    assert TermsFile.objects.get().name == "terms.json"
    assert ines.post(url, {"version": 1, "text": "{schema: concord-terms/1, contact: flow}"}).status_code == 302
    assert queries.draft_document(project) == {"schema": "concord-terms/1", "contact": "flow"}


@pytest.mark.parametrize(
    ("name", "start"),
    [("terms.json", b"\xef\xbb\xbf"), ("terms.json", b"\r\n\t "), ("a b.yaml", b"\xef\xbb\xbf# \xe5\x90\x88\r\n")],
)
def test_a_file_comes_back_byte_for_byte_under_its_name(ines, project, core_team, name, start):
    criteria = [{"id": "sound", "sentence": "The answer follows."}, {"id": "checked", "sentence": "It can be checked."}]
    rubric.save_draft(actor=core_team[0], project=project, title="Rubric", criteria=criteria, version=0)
    rubric.publish(actor=core_team[0], project=project)
    json_text = json.dumps(stored(project)).encode()
    raw = start + (json_text if name.endswith("json") else TERMS.encode().replace(b"\n", b"\r\n"))
    assert send(ines, project, name, raw).status_code == 302
    version = services.publish(actor=core_team[0], project=project)
    answer = ines.get(reverse("terms_file", args=[project.slug, 1]))
    assert answer.content == raw
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert version.hash == version_hash(version.document, [hashlib.sha256(raw).hexdigest()])


@pytest.mark.parametrize(
    "name", ['"><img src=x onerror=alert(1)>.yaml', "a\r\nSet-Cookie: x.yaml", "合作条款.yaml", "x" * 300]
)
def test_a_hostile_name_stays_a_name(ines, project, name):
    assert send(ines, project, name, "schema: concord-terms/1\ncontact: a\n").status_code == 302
    kept = TermsFile.objects.get().name
    assert kept.isprintable()
    assert len(kept) <= 200
    page = ines.get(reverse("terms_upload", args=[project.slug])).content.decode()
    assert "<img src=x" not in page


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b'{"schema": "concord-terms/1",\n"zone": "UTC",\n"zone": "UTC"}', "Line 3: zone"),
        (b'{"schema": "concord-terms/1",\n"changes": {"notice_days": 1.5}}', "Line 2: changes.notice_days"),
        (b'{"schema": "concord-terms/1",\n"changes": {"notice_days": NaN}}', "Line 2: changes.notice_days"),
        (b'{"schema": "concord-terms/1", "rights": {"teaching": true}}', "Line 1: rights.teaching"),
        (b'{"schema": "concord-terms/1",\n"core_team": {"members": [{"person": "nobody-here"}]}}',
         "Line 2: core_team.members[0].person"),
        (b'{"schema": "concord-terms/1", "contact": "\\ud800"}', "Line 1: contact"),
        (b'{"schema": "concord-terms/1", "contact": "\xff"}', "UTF-8"),
        ('{"schema": "concord-terms/1"}'.encode("utf-16"), "UTF-8"),
        (b"[" * 100_000, "More than 40 levels"),
        (b" " * 200_001, "larger than 200 kB"),
        (b"", "This is no JSON"),
        (b'{"schema": "concord-terms/1", "contact": "a\0b"}', "This is no JSON"),
    ],
)  # fmt: skip
def test_json_that_cannot_be_read_changes_nothing_and_says_where(ines, project, text, says):
    assert send(ines, project, "a.yaml", "schema: concord-terms/1\ncontact: before\n").status_code == 302
    answer = send(ines, project, "b.json", text, 1)
    assert answer.status_code == 422
    assert says in html.unescape(answer.content.decode())
    assert queries.draft_document(project)["contact"] == "before"
    assert TermsFile.objects.count() == 1


def test_a_yaml_file_with_a_nul_or_a_bomb_changes_nothing(ines, project):
    bomb = "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n"
    for text in (b"schema: concord-terms/1\n# \0\n", bomb.encode(), b"schema: !!python/object/apply:os.system [id]"):
        assert send(ines, project, "a.yaml", text).status_code == 422
    assert not TermsFile.objects.exists()


# --- the schema's address


@pytest.mark.django_db
def test_the_schema_lives_at_the_address_it_names(client):
    url = reverse("terms_schema")
    assert url == "/schemas/concord-terms-1.json"
    answer = client.get(url)
    assert answer["Content-Type"] == "application/schema+json"
    assert answer.json()["$id"].endswith(url)
    assert answer.json()["$id"].startswith("http")
    assert client.post(url).status_code == 405
    assert url in client.get(reverse("help_fields")).content.decode()


def test_the_upload_page_leads_to_it(ines, project):
    assert reverse("terms_schema") in ines.get(reverse("terms_upload", args=[project.slug])).content.decode()


# --- nothing, none, an answer

# A clause, what is said there, and how YAML, JSON and the form write it. Nothing is None; an answer may look empty.
SAID = [
    ("growth", None, ["", "growth:", "growth: ~", 'growth: ""', "growth: {}", "growth: {seniors: ~}"],
     [{}, {"growth": None}, {"growth": ""}, {"growth": {}}, {"growth": {"seniors": None}}], [{}, {"growth": ""}]),
    ("growth", "none", ["growth: none", 'growth: "none"'], [{"growth": "none"}], [{"growth": "none"}]),
    ("growth", {"seniors": "none"}, ["growth: {seniors: none}"], [{"growth": {"seniors": "none"}}],
     [{"growth.seniors": "none"}]),
    ("growth", {"seniors": "no"}, ["growth: {seniors: no}"], [{"growth": {"seniors": "no"}}],
     [{"growth.seniors": "no"}]),
    ("contact", None, ["contact: ' '", "contact: null"], [{"contact": " "}], [{"contact": "\r\n"}]),
    ("contact", "none", ["contact: none"], [{"contact": "none"}], [{"contact": "none"}]),
    ("contact", "nothing", ["contact: nothing"], [{"contact": "nothing"}], [{"contact": "nothing"}]),
    ("contact", "0", ["contact: 0", 'contact: "0"'], [{"contact": 0}, {"contact": "0"}], [{"contact": "0"}]),
    ("contact", "~ none", ['contact: "~ none"'], [{"contact": "~ none"}], [{"contact": "~ none"}]),
    ("roles", None, ["roles: []", "roles: [~]", "roles: [{}]"], [{"roles": []}, {"roles": [None, {}]}], [{}]),
    ("roles", "none", ["roles: none"], [{"roles": "none"}], [{"roles": "none"}]),
    ("roles", [{"id": "a", "powers": []}], ["roles: [{id: a, powers: []}]"], [{"roles": [{"id": "a", "powers": []}]}],
     [{"roles[0].id": "a", "roles[0].powers": "[]"}]),
    ("roles", [{"id": "a", "powers": "none"}], ["roles: [{id: a, powers: none}]"],
     [{"roles": [{"id": "a", "powers": "none"}]}], [{"roles[0].id": "a", "roles[0].powers": "none"}]),
    ("roles", [{"id": "a"}], ["roles: [{id: a, powers: ~}]"], [{"roles": [{"id": "a", "powers": None}]}],
     [{"roles[0].id": "a", "roles[0].powers": ""}]),
    ("changes", {"notice_days": 0}, ["changes: {notice_days: 0}"], [{"changes": {"notice_days": 0}}],
     [{"changes.notice_days": "0"}]),
    ("changes", {"notice_days": "none"}, ["changes: {notice_days: none}"], [{"changes": {"notice_days": "none"}}],
     [{"changes.notice_days": "none"}]),
    ("changes", None, ["changes: {notice_days: }"], [{"changes": {"notice_days": None}}],
     [{"changes.notice_days": ""}]),
    ("authorship", {"eligibility": "none"}, ["authorship: {eligibility: none}"],
     [{"authorship": {"eligibility": "none"}}], [{"authorship.eligibility": "none"}]),
    ("authorship", {"eligibility": {"points": {}}}, ["authorship: {eligibility: {points: {at_least: ~}}}"],
     [{"authorship": {"eligibility": {"points": {"at_least": None}}}}], []),
    ("authorship", {"eligibility": {"points": {"at_least": "none"}}},
     ["authorship: {eligibility: {points: {at_least: none}}}"],
     [{"authorship": {"eligibility": {"points": {"at_least": "none"}}}}],
     [{"authorship.eligibility": "{points: {at_least: none}}"}]),
]  # fmt: skip


@pytest.mark.parametrize(("clause", "said", "in_yaml", "in_json", "in_form"), SAID)
def test_what_is_said_is_the_same_on_every_road(clause, said, in_yaml, in_json, in_form):
    wanted = {"schema": "concord-terms/1", **({clause: said} if said is not None else {})}
    for text in in_yaml:
        assert read_yaml(f"schema: concord-terms/1\n{text}", people=None).document == wanted, text
    for data in in_json:
        text = json.dumps({"schema": "concord-terms/1", **data})
        assert read_json(text, people=None).document == wanted, text
    for data in in_form:
        assert read(unflatten(data), people=None).document == wanted, data
    assert read_yaml(to_yaml(wanted, handles=str), people=None).document == wanted
    assert read_json(json.dumps(wanted), people=None).document == wanted


def test_no_two_of_them_are_the_same_to_hash_and_comparison():
    for clause in dict.fromkeys(row[0] for row in SAID):
        seen = []
        for _clause, said, *_ways in (row for row in SAID if row[0] == clause):
            document = {"schema": "concord-terms/1", **({clause: said} if said is not None else {})}
            if document not in seen:
                seen.append(document)
        for one in seen:
            for other in seen:
                differs = one is not other
                assert bool(changes.changed(one, other)) == differs, (one, other)
                assert (version_hash(one) != version_hash(other)) == differs
                assert (flatten(one) != flatten(other)) == differs or "powers" in str(one) + str(other)


def test_only_nothing_is_open():
    for answered in ("none", "no", "0"):
        assert "contact" not in missing({"contact": answered})
    assert "contact" in missing({})
    assert missing({"roles": [{"id": "a", "powers": []}]}).count("roles[0].powers") == 0
    assert "roles[0].powers" in missing({"roles": [{"id": "a"}]})


def test_the_api_gives_nothing_none_and_answers_as_they_were_published(client, recruiting, published, core_team):
    document = copy.deepcopy(published.document)
    document["growth"] = "none"
    del document["purpose"]["used_by"]
    document["changes"]["notice_days"] = 0
    document["roles"][0]["powers"] = []
    draft = queries.draft(recruiting)
    services.save_draft(actor=core_team[0], project=recruiting, document=document, version=draft.version)
    agreement.publish(actor=core_team[0], project=recruiting)
    said = client.get(reverse("api_terms", args=[recruiting.slug, 2])).json()["document"]
    assert said == document
    assert said["growth"] == "none"
    assert "used_by" not in said["purpose"]
    assert said["changes"]["notice_days"] == 0
    assert said["roles"][0]["powers"] == []
    paths = changes.changed(client.get(reverse("api_terms", args=[recruiting.slug, 1])).json()["document"], said)
    assert paths == ["purpose.used_by", "growth", "changes.notice_days"]


def test_a_published_text_its_translation_and_its_file_stay_as_they_were(project, published, core_team):
    """Other roads, a migration's among them, are tried on every protected table in tests/portal/core/append_only."""
    other = {**published.document, "translations": [{"language": "de", "texts": [{"path": "contact", "text": "x"}]}]}
    rows, files = TermsVersion.objects.filter(pk=published.pk), TermsFile.objects.filter(pk=published.file_id)
    table, file_table = TermsVersion._meta.db_table, TermsFile._meta.db_table
    fixture = serializers.serialize("json", [TermsVersion(**{**rows.values().get(), "document": other})])

    def by_fixture():
        for row in serializers.deserialize("json", fixture):
            row.save()

    def by_sql(statement, value):
        with connection.cursor() as cursor:
            cursor.execute(statement, [value])

    for attempt in (
        lambda: rows.update(document=other),
        lambda: files.update(text="schema: concord-terms/1"),
        lambda: files.update(name="other.yaml"),
        by_fixture,
        lambda: by_sql(f"UPDATE {table} SET document = %s", json.dumps(other)),
        lambda: by_sql(f"UPDATE {file_table} SET text = %s", "x"),
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            attempt()
    assert rows.get().document == published.document
    assert files.get().text == TERMS


# --- what the form and the command make of it


def test_both_clauses_of_a_contradiction_are_links_on_the_page_of_publishing(ines, project, published, core_team):
    document = copy.deepcopy(published.document)
    document["compensation"]["kind"] = "unpaid"
    draft = queries.draft(project)
    services.save_draft(actor=core_team[0], project=project, document=document, version=draft.version)
    page = ines.get(reverse("terms_publish", args=[project.slug])).content.decode()
    for field in ("compensation.pay", "compensation.kind"):
        assert f'href="{reverse("terms_step", args=[project.slug, 4])}#{field}"' in page


def test_translations_are_typed_in_the_last_step(ines, project):
    url = reverse("terms_step", args=[project.slug, 10])
    typed = {
        "contact": "the people page",
        "translations[0].language": "de",
        "translations[0].texts[0].path": "contact",
        "translations[0].texts[0].text": "die Seite der Leute",
    }
    assert ines.post(url, {"version": 0, "do": "save", "whole": "1", **typed}).status_code == 302
    assert queries.draft_document(project)["translations"] == [
        {"language": "de", "texts": [{"path": "contact", "text": "die Seite der Leute"}]}
    ]
    page = ines.get(url).content.decode()
    assert 'name="translations[0].texts[0].text"' in page
    assert "die Seite der Leute" in page


def test_check_terms_reads_json_and_names_both_clauses(capsys, tmp_path):
    file = tmp_path / "terms.json"
    document = read_yaml(TERMS, people=str).document
    document["compensation"]["kind"] = "unpaid"
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(SystemExit):
        call_command("check_terms", str(file), "--publish", "--format", "json")
    errors = [row for row in json.loads(capsys.readouterr().out) if row["level"] == "error"]
    assert [row["paths"] for row in errors] == [["compensation.pay", "compensation.kind"]]
    file.write_text('{"schema": "concord-terms/1",\n"contact": 0.5}', encoding="utf-8")
    with pytest.raises(SystemExit):
        call_command("check_terms", str(file))
    assert "line 2: contact" in capsys.readouterr().out
