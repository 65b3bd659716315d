"""The pages of the terms."""

import copy
import hashlib
import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from projects.terms import queries, services
from projects.terms.document.edit import flatten, steps
from projects.terms.document.read import read_yaml
from projects.terms.models import TermsDraft, TermsFile, TermsVersion
from projects.terms.people import handle_to_subject, handles, subjects_in
from projects.terms.reading import chapter_of
from tests.projects.conftest import EXAMPLE, TERMS


@pytest.fixture
def ines(client, core_team):
    client.force_login(core_team[0].user)
    return client


def step_url(project, chapter):
    return reverse("terms_step", args=[project.slug, chapter])


def version_of(project):
    draft = queries.draft(project)
    return draft.version if draft else 0


def send(client, project, chapter, data, **more):
    return client.post(step_url(project, chapter), {"version": version_of(project), "do": "save", **data, **more})


def fields_of(page: str) -> dict[str, list[str]]:
    """Every named value a browser would send from the page's form."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input class="[^"]*" id="[^"]*" name="([^"]+)" value="([^"]*)"', page):
        found.setdefault(name, []).append(html.unescape(value))
    for name, value in re.findall(r'<textarea id="[^"]*" name="([^"]+)"[^>]*>([^<]*)</textarea>', page):
        found.setdefault(name, []).append(html.unescape(value))
    for name, options in re.findall(r'<select class="[^"]*" id="[^"]*" name="([^"]+)"[^>]*>(.*?)</select>', page, re.S):
        chosen = re.findall(r'<option value="([^"]*)" selected>', options)
        found[name] = [html.unescape(chosen[-1])] if chosen else [""]
    for name, value in re.findall(r'<input type="checkbox" id="[^"]*" name="([^"]+)" value="([^"]*)" checked>', page):
        found.setdefault(name, []).append(html.unescape(value))
    return found


def test_the_example_is_typed_step_by_step_and_ends_as_the_same_document(ines, project, core_team):
    wanted = read_yaml(EXAMPLE.read_text(), people=handle_to_subject).document
    names = handles(subjects_in(wanted))
    data = flatten(wanted, handles=names.__getitem__)
    for step in steps():
        mine = {name: text for name, text in data.items() if chapter_of(name) == step.chapter}
        assert send(ines, project, step.chapter, mine, do="next").status_code == 302
    assert queries.draft_document(project) == wanted
    assert queries.open_paths(project) == []


def test_a_step_says_whether_anything_mandatory_is_open(ines, project, published):
    text = ines.get(step_url(project, 4)).content.decode()
    assert "Nothing mandatory is open.</p>" in text
    assert ">Look at the whole</a>" in text
    assert "the project cannot recruit" not in text
    send(ines, project, 10, {"contact": ""})
    text = ines.get(step_url(project, 4)).content.decode()
    assert ">What is missing to publish</a>" in text
    assert "While one is open, the project cannot recruit." in text


def test_a_page_sent_back_as_it_came_changes_nothing(ines, project, published):
    before = queries.draft_document(project)
    for step in steps():
        page = ines.get(step_url(project, step.chapter)).content.decode()
        answer = send(ines, project, step.chapter, fields_of(page))
        assert answer.status_code == 302
        assert queries.draft_document(project) == before, step.chapter


def test_a_bad_value_is_named_on_top_and_at_its_field_and_stays(ines, project):
    send(ines, project, 10, {"changes.notice_days": "soon <b>", "contact": "the desk"})
    text = ines.get(step_url(project, 10)).content.decode()
    assert 'value="soon &lt;b&gt;"' in text
    assert 'href="/projects/aquifer-bench/terms/edit/10/#changes.notice_days"' in text
    assert 'id="changes.notice_days:error"' in text
    assert queries.draft_document(project)["contact"] == "the desk"


def test_next_stays_where_something_is_wrong(ines, project):
    assert send(ines, project, 10, {"changes.notice_days": "soon"}, do="next").url == f"{step_url(project, 10)}#errors"
    assert send(ines, project, 9, {}, do="next").url == step_url(project, 10)


def test_the_strip_beside_the_form_follows_what_is_saved(ines, project):
    assert "Unpaid" not in ines.get(step_url(project, 4)).content.decode().split("What people will see")[-1]
    send(ines, project, 4, {"compensation.kind": "unpaid"})
    assert "Unpaid" in ines.get(step_url(project, 4)).content.decode().split("What people will see")[-1]


def test_the_open_paths_of_a_step_lead_to_its_fields(ines, project):
    text = ines.get(step_url(project, 6)).content.decode()
    assert 'href="/projects/aquifer-bench/terms/edit/6/#roles"' in text
    assert 'id="roles"' in text


def test_a_row_added_by_the_button_stands_there_after_a_reload(ines, project):
    answer = send(ines, project, 6, {}, do="add:roles")
    assert answer.url.endswith("#roles")
    text = ines.get(step_url(project, 6)).content.decode()
    assert 'name="roles[0].title"' in text
    assert queries.draft_document(project) == {"schema": "concord-terms/1"}


def test_a_stale_page_shows_both_texts_and_overwrites_nothing(ines, project):
    send(ines, project, 1, {"purpose.measures": "Theirs."})
    answer = ines.post(step_url(project, 1), {"version": 0, "do": "save", "purpose.measures": "Mine."})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Mine." in text
    assert "Theirs." in text
    assert queries.draft_document(project)["purpose"]["measures"] == "Theirs."


@pytest.mark.parametrize("version", ["", "-1", "1e9", "９", "99999999999999999999"])
def test_an_odd_version_is_a_conflict_or_a_first_save_and_no_error(ines, project, version):
    send(ines, project, 1, {"language": "en"})
    answer = ines.post(step_url(project, 1), {"version": version, "language": "de"})
    assert answer.status_code == 409


def test_raw_markup_of_an_owner_is_text(ines, project, published, recruiting, client):
    document = copy.deepcopy(queries.latest(project).document)
    document["purpose"]["measures"] = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    draft = TermsDraft.objects.get(project=project)
    services.save_draft(actor=project.created_by, project=project, document=document, version=draft.version)
    services.publish(actor=project.created_by, project=project)
    text = client.get(reverse("terms_read", args=[project.slug])).content.decode()
    assert "<script>alert" not in text
    assert "<img src=x" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_uploading_a_file_and_downloading_it_again(ines, project):
    url = reverse("terms_upload", args=[project.slug])
    file = SimpleUploadedFile("rules.yaml", EXAMPLE.read_bytes())
    assert ines.post(url, {"version": 0, "file": file}).status_code == 302
    assert TermsFile.objects.get().name == "rules.yaml"
    text = ines.get(reverse("terms_draft_yaml", args=[project.slug])).content.decode()
    assert "person: ines-varga" in text
    assert read_yaml(text, people=handle_to_subject).document == queries.draft_document(project)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"schema: concord-terms/1\nlanguage: en\nzone: Mars/Base\n", "line 3: zone"),
        (b"schema: concord-terms/1\nlanguage: \xff\n", "UTF-8"),
        (b"schema: &a concord-terms/1\n", "line 1"),
        (b"x" * 300_000, "larger than 200 kB"),
        (b"", "A terms document is"),
        (b"schema: concord-terms/1\nzone: UTC\nzone: UTC\n", "line 3"),
    ],
)
def test_a_file_that_cannot_be_read_changes_nothing(ines, project, text, says):
    send(ines, project, 1, {"language": "en"})
    answer = ines.post(
        reverse("terms_upload", args=[project.slug]), {"version": 1, "file": SimpleUploadedFile("a.yaml", text)}
    )
    assert answer.status_code == 422
    assert says in html.unescape(answer.content.decode())
    assert queries.draft_document(project)["language"] == "en"
    assert not TermsFile.objects.exists()


def test_the_preview_names_what_is_open_and_then_what_will_happen(ines, project, core_team):
    url = reverse("terms_publish", args=[project.slug])
    assert "authorship.eligibility" in ines.get(url).content.decode()
    services.upload(actor=core_team[0], project=project, text=EXAMPLE.read_text(), name="t.yaml", version=0)
    text = ines.get(url).content.decode()
    assert "participation.rubric" in text, "the rubric is not published"
    assert ines.post(url, {"version": 1}).status_code == 422
    assert not TermsVersion.objects.exists()


def test_publishing_in_the_browser(ines, project, published):
    assert "nothing to publish" in ines.get(reverse("terms_publish", args=[project.slug])).content.decode()
    send(ines, project, 10, {"changes.notice_days": "20", "changes.contested_at": "here", "contact": "the desk"})
    url = reverse("terms_publish", args=[project.slug])
    text = ines.get(url).content.decode()
    assert "waits for the notice period" in text
    assert services.hash_of(queries.draft(project)) in text
    assert ines.post(url, {"version": version_of(project) - 1}).status_code == 409
    assert ines.post(url, {"version": version_of(project)}).url == f"/projects/{project.slug}/terms/2/"


def test_what_is_typed_and_unread_is_not_left_out_silently(ines, project, published):
    page = fields_of(ines.get(step_url(project, 5)).content.decode())
    send(ines, project, 5, page | {"participation.most_rounds": ["many"]})
    url = reverse("terms_publish", args=[project.slug])
    assert "participation.most_rounds" in ines.get(url).content.decode()
    assert ines.post(url, {"version": version_of(project)}).status_code == 422


def test_the_terms_page_has_every_clause_under_its_path(client, recruiting, published):
    text = client.get(reverse("terms_read", args=[recruiting.slug])).content.decode()
    for path in ("purpose.measures", "authorship.eligibility", "data.held_out", "contact"):
        assert f'id="{path}"' in text
    assert "Authors: everybody with at least 1 point." in text
    assert "Ines Varga" in text
    assert published.hash in text


def test_a_default_is_printed_as_not_stated(client, recruiting, project, published, core_team):
    document = copy.deepcopy(published.document)
    del document["authorship"]["after_withdrawal"]
    draft = TermsDraft.objects.get(project=project)
    services.save_draft(actor=core_team[0], project=project, document=document, version=draft.version)
    services.publish(actor=core_team[0], project=project)
    text = client.get(reverse("terms_version", args=[project.slug, 2])).content.decode()
    assert "not stated; Concord’s default" in text


def test_the_json_file_is_exactly_what_was_hashed(client, recruiting, published):
    body = client.get(reverse("terms_json", args=[recruiting.slug, 1])).content
    assert hashlib.sha256(body).hexdigest() == published.hash


def test_the_uploaded_file_comes_back_byte_for_byte_and_is_never_a_page(client, recruiting, published):
    answer = client.get(reverse("terms_file", args=[recruiting.slug, 1]))
    assert answer.content == TERMS.encode()
    assert answer["Content-Disposition"].startswith("attachment")


def test_only_those_who_may_amend_reach_the_form(client, recruiting, member):
    client.force_login(member("ana").user)
    for name in ("terms_edit", "terms_upload", "terms_draft_yaml", "terms_publish"):
        assert client.get(reverse(name, args=[recruiting.slug])).status_code == 403
    assert client.get(reverse("terms_version", args=[recruiting.slug, 2])).status_code == 404


def test_what_was_typed_after_the_session_ended_comes_back_and_is_kept_nowhere(client, project, core_team):
    url = step_url(project, 1)
    answer = client.post(url, {"version": 0, "do": "save", "purpose.measures": "A long afternoon's text."})
    assert answer.status_code == 403
    assert "A long afternoon's text." in html.unescape(answer.content.decode())
    client.force_login(core_team[0].user)
    assert "A long afternoon's text." not in html.unescape(client.get(url).content.decode())
    assert queries.draft(project) is None


def test_a_pasted_file_outlives_the_session_as_well(client, project):
    answer = client.post(reverse("terms_upload", args=[project.slug]), {"version": 0, "text": "zone: Europe/Lisbon"})
    assert answer.status_code == 403
    assert "zone: Europe/Lisbon" in answer.content.decode()


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])
def test_other_verbs_are_no_way_to_a_form(ines, project, method):
    slug = project.slug
    addresses = [reverse(name, args=[slug]) for name in ("terms_upload", "terms_publish", "rubric_edit")]
    for address in (*addresses, step_url(project, 1), reverse("project_new")):
        assert ines.generic(method, address).status_code == 405, address


def test_rows_beyond_the_limit_of_a_list_are_refused_and_never_drawn(ines, project):
    rows = {f"authorship.kinds[{number}].id": "" for number in range(60)}
    assert send(ines, project, 7, rows).status_code == 302
    assert send(ines, project, 7, {**rows, "do": "add:authorship.kinds"}).status_code == 302
    page = html.unescape(ines.get(step_url(project, 7)).content.decode())
    assert "at most 60 entries" in page
    assert 'name="authorship.kinds[59].id"' in page
    assert 'name="authorship.kinds[60].id"' not in page
    version = version_of(project)
    refused = send(ines, project, 7, {f"authorship.kinds[{number}].id": "" for number in range(61)})
    assert refused.status_code == 422
    assert "at most 60 entries" in refused.content.decode()
    assert version_of(project) == version
