"""The pages of the terms."""

import copy
import datetime as dt
import hashlib
import html
from html.parser import HTMLParser

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from portal.core import clock
from projects.terms import agreed, queries, services
from projects.terms.document.edit import flatten, steps
from projects.terms.document.read import read_yaml
from projects.terms.models import TermsDraft, TermsFile, TermsVersion
from projects.terms.people import handle_to_subject, handles, subjects_in
from projects.terms.reading import chapter_of
from tests.projects import agreement
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
    return client.post(
        step_url(project, chapter), {"version": version_of(project), "do": "save", "whole": "1", **data, **more}
    )


class Fields(HTMLParser):
    """Every named value a browser would send from the form whose fields these are; hidden ones of the page apart."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self._select = self._textarea = ""

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        name = said.get("name") or ""
        if tag == "input" and name and name not in {"csrfmiddlewaretoken", "version"}:
            if said.get("type") not in {"checkbox", "radio"} or "checked" in said:
                self.found.setdefault(name, []).append(said.get("value") or "")
        elif tag == "select" and name:
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in said or self._select not in self.found:
                self.found[self._select] = [said.get("value") or ""]
        elif tag == "textarea" and name:
            self._textarea = name
            self.found.setdefault(name, []).append("")

    def handle_data(self, data):
        if self._textarea:
            self.found[self._textarea][-1] += data

    def handle_endtag(self, tag):
        if tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._textarea = ""


def fields_of(page: str) -> dict[str, list[str]]:
    parser = Fields()
    parser.feed(page.split('aria-labelledby="step-h"')[1].split("</form>")[0])
    return parser.found


def test_the_example_is_typed_step_by_step_and_ends_as_the_same_document(ines, project, core_team):
    wanted = read_yaml(EXAMPLE.read_text(), people=handle_to_subject).document
    names = handles(subjects_in(wanted))
    data = flatten(wanted, handles=names.__getitem__)
    for step in steps():
        mine = {name: text for name, text in data.items() if chapter_of(name) == step.chapter}
        assert send(ines, project, step.chapter, mine, do="next").status_code == 302
    assert queries.draft_document(project) == wanted
    assert queries.open_paths(project) == []


def test_who_adds_a_member_need_not_type_their_own_handle(ines, project, core_team):
    answer = send(ines, project, 2, {"core_team.joining": "By a vote."}, do="add:core_team.members")
    assert answer.url == f"{step_url(project, 2)}#core_team.members[0]"
    assert queries.draft_document(project)["core_team"]["members"] == [{"person": core_team[0].id}]
    fields = fields_of(ines.get(answer.url).content.decode())
    assert fields["core_team.members[0].person"] == ["ines-varga"]
    send(ines, project, 2, fields, do="add:core_team.members")
    fields = fields_of(ines.get(answer.url).content.decode())
    assert [fields[f"core_team.members[{row}].person"] for row in (0, 1)] == [["ines-varga"], [""]]


def test_a_member_reads_by_name_in_the_form_as_on_the_page_of_the_whole(ines, project, core_team):
    row = {"core_team.members[0].person": "ines-varga", "core_team.members[0].since": "2026-11-30"}
    send(ines, project, 2, row)
    page = ines.get(step_url(project, 2)).content.decode()
    reads = page.split('id="core_team.members[0]:reads"')[1].split("</p>")[0]
    assert '<q class="quote">Ines Varga, in the core team since 30 November 2026.' in html.unescape(reads)
    assert core_team[0].id not in reads


def test_a_role_that_is_not_written_yet_is_named_where_it_is_promised_to(ines, project):
    """In step 3 as a preset leaves it; a role that is called so, in the plural too, settles it."""
    promised = {"returns.guaranteed[0].what": "Authorship", "returns.guaranteed[0].to": "contributors"}
    send(ines, project, 3, promised)
    field = ines.get(step_url(project, 3)).content.decode().split('for="returns.guaranteed[0].to"')[1]
    field = field.split("</div>")[0]
    assert "No role of these terms is called <bdi>contributors</bdi> yet." in field
    assert 'Roles are written in <a href="/projects/aquifer-bench/terms/edit/6/#roles">step 6</a>.' in field
    assert "<datalist" not in field
    send(ines, project, 6, {"roles[0].id": "member", "roles[0].title": "Contributor", "roles[1].id": "chair"})
    page = ines.get(step_url(project, 3)).content.decode()
    assert "No role of these terms is called" not in page
    offers = page.split('<datalist id="returns.guaranteed[0].to:offers">')[1].split("</datalist>")[0]
    assert offers == '<option value="Contributor"></option><option value="chair"></option>'
    assert 'list="returns.guaranteed[0].to:offers"' in page


def test_roles_that_other_steps_name_are_listed_where_roles_are_written(ines, project):
    send(ines, project, 3, {"returns.guaranteed[0].what": "Authorship", "returns.guaranteed[0].to": "contributors"})
    named = {"participation.appeals.to": "Appeal panel", "participation.fallback_decider": "contributors"}
    send(ines, project, 5, named)
    page = ines.get(step_url(project, 6)).content.decode()
    note = page.split("Named elsewhere, not written yet:")[1].split("</ul>")[0]
    assert '<bdi class="published">contributors</bdi>' in note
    places = (3, "returns.guaranteed[0].to"), (5, "participation.fallback_decider"), (5, "participation.appeals.to")
    for chapter, path in places:
        assert f'<a href="{step_url(project, chapter)}#{path}">step {chapter}</a>' in note
    added = send(ines, project, 6, fields_of(page), do="add:roles=Appeal panel")
    assert added.url.endswith("#roles[0]")
    assert queries.draft_document(project)["roles"] == [{"id": "appeal-panel", "title": "Appeal panel"}]
    page = ines.get(step_url(project, 6)).content.decode()
    note = page.split("Named elsewhere, not written yet:")[1].split("</ul>")[0]
    assert "The ready row below takes this name." in note
    assert "<button" not in note
    assert page.index('value="ready:roles=contributor"') < page.index('value="ready:roles=reviewer"')
    send(ines, project, 6, fields_of(page), do="ready:roles=contributor")
    assert [(one["id"], one["title"]) for one in queries.draft_document(project)["roles"]] == [
        ("appeal-panel", "Appeal panel"),
        ("contributors", "Contributors"),
    ]
    page = ines.get(step_url(project, 6)).content.decode()
    assert 'value="ready:roles=contributor"' not in page
    assert "Named elsewhere" not in ines.get(step_url(project, 6)).content.decode()


def test_only_fields_that_name_a_role_speak_of_roles(ines, project, published):
    """The example promises to one role, and names one for appeals and one that decides in the end."""
    page = ines.get(step_url(project, 3)).content.decode()
    assert (
        page.count("Roles are written in")
        == page.count("<datalist")
        == len(queries.draft_document(project)["returns"]["guaranteed"])
    )
    page = ines.get(step_url(project, 5)).content.decode()
    assert page.count("Roles are written in") == 2
    assert "No role of these terms is called" not in page


def test_a_step_says_whether_anything_mandatory_is_open(ines, project, published):
    text = ines.get(step_url(project, 4)).content.decode()
    assert "Nothing mandatory is open.</p>" in text
    assert ">Look at the whole</a>" in text
    assert "the project cannot recruit" not in text
    send(ines, project, 10, {"contact": ""})
    text = ines.get(step_url(project, 4)).content.decode()
    assert ">Look at the whole</a>" in text, "the link is called so whatever is missing"
    assert "While one is open, the project cannot recruit." in text


def test_a_page_sent_back_as_it_came_changes_nothing(ines, project, published):
    before = queries.draft_document(project)
    for step in steps():
        page = ines.get(step_url(project, step.chapter)).content.decode()
        answer = send(ines, project, step.chapter, fields_of(page))
        assert answer.status_code == 302
        assert queries.draft_document(project) == before, step.chapter


def test_a_rule_is_written_on_the_page_in_sentences(ines, project):
    added = send(ines, project, 7, {}, do="add:authorship.eligibility=points")
    assert added.url.endswith("#authorship.eligibility")
    page = ines.get(step_url(project, 7)).content.decode()
    assert 'name="authorship.eligibility.points.at_least"' in page
    fields = fields_of(page) | {"authorship.eligibility.points.at_least": ["1"]}
    added = send(ines, project, 7, fields, do="add:authorship.eligibility=role")
    assert added.url.endswith("#authorship.eligibility.all[1]")
    page = ines.get(step_url(project, 7)).content.decode()
    assert '<fieldset class="rule__row" id="authorship.eligibility.all[1]" tabindex="-1">' in page
    assert queries.draft_document(project)["authorship"]["eligibility"] == {
        "all": [{"points": {"at_least": "1"}}, {"role": {}}]
    }


def test_beside_pay_rules_stands_who_computes_pay_and_beside_authorship_the_eight(ines, project, published):
    note = "Concord does not compute them yet; the project does."
    pages = {chapter: ines.get(step_url(project, chapter)).content.decode() for chapter in (4, 7)}
    assert (pages[4].count(note), pages[7].count(note)) == (1, 0)
    assert "What these rules give eight people" not in pages[4]
    eight = pages[7].split("What these rules give eight people")[1]
    # 2½ for tasks and 2 × ½ for reviews, under the rules of the example
    assert '<bdi>أمل حداد</bdi> <span class="note num">3½ points' in eight


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
    assert answer.url.endswith("#roles[0]"), "focus goes to the row that was added"
    text = ines.get(step_url(project, 6)).content.decode()
    assert 'name="roles[0].title"' in text
    assert queries.draft_document(project) == {"schema": "concord-terms/1"}


def test_a_stale_page_shows_both_texts_and_overwrites_nothing(ines, project):
    send(ines, project, 1, {"purpose.measures": "Theirs."})
    answer = ines.post(step_url(project, 1), {"version": 0, "do": "save", "purpose.measures": "Mine.", "whole": "1"})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Mine." in text
    assert "Theirs." in text
    assert "What it measures</th>" in text  # as the form calls it, not by the name of the field
    assert queries.draft_document(project)["purpose"]["measures"] == "Theirs."


@pytest.mark.parametrize("version", ["", "-1", "1e9", "９", "99999999999999999999"])
def test_an_odd_version_is_a_conflict_or_a_first_save_and_no_error(ines, project, version):
    send(ines, project, 1, {"language": "en"})
    answer = ines.post(step_url(project, 1), {"version": version, "language": "de", "whole": "1"})
    assert answer.status_code == 409


def test_raw_markup_of_an_owner_is_text(ines, project, published, recruiting, client):
    document = copy.deepcopy(queries.latest(project).document)
    document["purpose"]["measures"] = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    draft = TermsDraft.objects.get(project=project)
    services.save_draft(actor=project.created_by, project=project, document=document, version=draft.version)
    agreement.publish(actor=project.created_by, project=project)
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
        (b"schema: concord-terms/1\nlanguage: en\nzone: Mars/Base\n", "Line 3: zone"),
        (b"schema: concord-terms/1\nlanguage: \xff\n", "UTF-8"),
        (b"schema: &a concord-terms/1\n", "Line 1"),
        (b"x" * 300_000, "larger than 200 kB"),
        (b"", "A terms document is"),
        (b"schema: concord-terms/1\nzone: UTC\nzone: UTC\n", "Line 3"),
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
    assert agreed.hash_of(queries.draft(project)) in text
    assert ines.post(url, {"version": version_of(project) - 1}).status_code == 409
    agreement.agree(actor=project.created_by, project=project)
    assert ines.post(url, {"version": version_of(project)}).url == f"/projects/{project.slug}/terms/2/"


def test_what_the_card_will_say_is_read_before_publishing(ines, project, published):
    url = reverse("terms_publish", args=[project.slug])
    document = copy.deepcopy(queries.latest(project).document)
    send(ines, project, 10, {"contact": "the desk"})
    assert "Reads as a role without criteria" not in ines.get(url).content.decode()
    document["roles"][0] |= {"criteria": "none", "powers": ["review"]}
    services.save_draft(actor=project.created_by, project=project, document=document, version=version_of(project))
    text = ines.get(url).content.decode()
    assert "What the fairness card will say" in text
    assert "Reads as a role without criteria" in text
    assert text.index("Reads as a role without criteria") < text.index(">Put this text before the core team</button>")


def test_the_upload_page_says_ones_handle_and_where_to_begin(ines, project, core_team):
    text = ines.get(reverse("terms_upload", args=[project.slug])).content.decode()
    assert f"Yours is {core_team[0].handle}." in text
    assert 'href="/help/terms/"' in text


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
    assert "Authors: everybody who has at least 1 point." in text
    assert "Ines Varga" in text
    assert published.hash in text


def test_a_default_is_printed_as_not_stated(client, recruiting, project, published, core_team):
    document = copy.deepcopy(published.document)
    del document["authorship"]["after_withdrawal"]
    draft = TermsDraft.objects.get(project=project)
    services.save_draft(actor=core_team[0], project=project, document=document, version=draft.version)
    agreement.publish(actor=core_team[0], project=project)
    text = client.get(reverse("terms_version", args=[project.slug, 2])).content.decode()
    assert "Not stated; Concord’s default: when a task is withdrawn, its credit stays." in text


def test_a_version_that_waits_for_its_day_is_told_where_the_one_in_force_stands(
    client, recruiting, project, published, core_team
):
    """On the page of the terms and at the head of the project, from the publishing until the day it takes effect."""
    pages = [reverse(name, args=[project.slug]) for name in ("terms_read", "project_page")]
    tells = ["Version 2 is published and takes effect on", "version 2</a>"]

    def told():
        return [words in client.get(page).content.decode() for page, words in zip(pages, tells, strict=True)]

    assert told() == [False, False]
    document = copy.deepcopy(published.document)
    document["rights"]["own_paper"] = "no"  # a material change, which waits for its notice
    draft = TermsDraft.objects.get(project=project)
    services.save_draft(actor=core_team[0], project=project, document=document, version=draft.version)
    second = agreement.publish(actor=core_team[0], project=project)
    assert told() == [True, True]
    compare = f"?a={project.slug}@1&amp;b={project.slug}@2"
    assert compare in client.get(pages[0]).content.decode()
    clock.move(dt.datetime.combine(second.in_force, dt.time(12), dt.UTC) - clock.now())
    text = client.get(pages[0]).content.decode()
    assert tells[0] not in text
    assert "Terms, version 2" in text


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


def test_the_page_of_publishing_shows_each_changed_clause_before_and_after(ines, project, published):
    """A stranger read "3 changes since the last version", folded, as three paths of one clause."""
    document = copy.deepcopy(published.document)
    document["authorship"]["kinds"][1]["amount"] = {"fixed": "1"}
    document["authorship"]["kinds"][1]["split"] = "declared"
    document["authorship"]["eligibility"] = {"points": {"at_least": "2"}}
    services.save_draft(actor=project.created_by, project=project, document=document, version=version_of(project))
    address = reverse("terms_publish", args=[project.slug])
    text = html.unescape(ines.get(address).content.decode())
    assert "2 clauses differ from the last version" in text
    table = text.split('<table class="compare')[1].split("</table>")[0]
    assert [row.split('">')[0] for row in table.split('<a href="')[1:]] == [
        "#authorship.kinds",
        "#authorship.eligibility",
    ]
    assert "a finished review earns <del>½</del> point." in table
    assert "a finished review earns <ins>1</ins> point." in table
    assert "everybody who has at least <del>1 point</del>." in table
    assert "everybody who has at least <ins>2 points</ins>." in table
    assert table.count("Material") == 2
    assert "<details" not in text.split("2 clauses differ")[1].split("<table")[0]
    agreement.publish(actor=project.created_by, project=project)
    compared = ines.get(reverse("compare"), {"a": f"{project.slug}@1", "b": f"{project.slug}@2"}).content.decode()
    assert "2 clauses differ" in compared


def test_the_way_to_write_a_rubric_stands_beside_what_misses_it(ines, project, core_team):
    services.upload(actor=core_team[0], project=project, text=EXAMPLE.read_text(), name="t.yaml", version=0)
    write = f'<a href="{reverse("rubric_edit", args=[project.slug])}">Write the rubric</a>'
    step = ines.get(step_url(project, 5)).content.decode()
    at_field, beside = step.split('id="step-beside"')
    assert write in at_field.split('id="participation.rubric:refused"')[1].split("</p>")[0]
    assert write in beside.split("There is no published rubric 1")[1].split("</li>")[0]
    overview = ines.get(reverse("project_page", args=[project.slug])).content.decode()
    assert write in overview.split("No rubric is published.")[1].split("</p>")[0]


def test_who_publishes_a_draft_project_reads_that_nobody_else_sees_it_yet(client, project, published, core_team):
    """A stranger believed to have published to the world, while the project was still a draft."""
    said = "Only those who prepare the project see it until it is opened to contributors."
    client.force_login(core_team[0].user)
    send(client, project, 10, {"changes.notice_days": "30", "changes.contested_at": "here", "contact": "the desk"})
    agreement.agree(actor=project.created_by, project=project)
    url = reverse("terms_publish", args=[project.slug])
    page = client.post(url, {"version": version_of(project)}, follow=True).content.decode()
    message = page.split("Version 2 of the terms is published.")[1].split("</div>")[0]
    assert said in message
    assert f'<a href="{reverse("project_page", args=[project.slug])}#prepare-h">Open the project</a>' in message


def test_an_open_project_says_nothing_of_that(client, recruiting, published, core_team):
    client.force_login(core_team[0].user)
    send(client, recruiting, 10, {"changes.notice_days": "30", "changes.contested_at": "here", "contact": "the desk"})
    agreement.agree(actor=recruiting.created_by, project=recruiting)
    url = reverse("terms_publish", args=[recruiting.slug])
    page = client.post(url, {"version": version_of(recruiting)}, follow=True).content.decode()
    assert "Version 2 of the terms is published." in page
    assert "Only those who prepare" not in page


def test_what_can_be_done_about_a_release_wider_than_the_grant_is_said_in_the_form(ines, project, published):
    """The card's sentence is fixed and stops at what it reads as."""
    document = copy.deepcopy(published.document)
    document["licence"]["inbound"]["purposes"] = ["research"]
    services.save_draft(actor=project.created_by, project=project, document=document, version=version_of(project))
    ways = "(“any purpose” covers every release), or release the data under a narrower licence"

    def page(address):
        return html.unescape(ines.get(address).content.decode())

    step = page(step_url(project, 8))
    assert "Reads as a release wider than the grant" in step
    for name in ("licence.inbound.purposes", "licence.outbound.data"):
        assert ways in step.split(f'id="{name}:mend"')[1].split("</p>")[0]
    beside = step.split('id="step-beside"')[1]
    assert ways in beside.split("Cannot be published yet")[1].split("</ul>")[0]
    assert ways in page(step_url(project, 9)).split('id="data.destinations:mend"')[1].split("</p>")[0]
    assert ways in page(reverse("terms_publish", args=[project.slug]))
    services.save_draft(
        actor=project.created_by, project=project, document=published.document, version=version_of(project)
    )
    assert ways not in page(step_url(project, 8)) + page(step_url(project, 9))
