"""The rubric's pages: rows by buttons, nothing typed lost, published versions readable by address."""

import pytest
from django.urls import reverse

from projects.rubric.models import RubricDraft, RubricVersion


@pytest.fixture
def ines(client, core_team):
    client.force_login(core_team[0].user)
    return client


def save(client, project, ids, do="save", version=0, title="Standard"):
    sent = {"title": title, "version": version, "id": ids, "sentence": [f"About {one}." for one in ids], "do": do}
    sent["whole"] = "1"
    return client.post(reverse("rubric_edit", args=[project.slug]), sent)


def ids(project):
    return [row["id"] for row in RubricDraft.objects.get(project=project).criteria]


def test_rows_are_added_moved_and_removed_by_buttons(ines, project):
    assert save(ines, project, ["a", "b", "c"], do="up:2").status_code == 302
    assert ids(project) == ["a", "c", "b"]
    save(ines, project, ["a", "c", "b"], do="down:0", version=1)
    assert ids(project) == ["c", "a", "b"]
    save(ines, project, ["c", "a", "b"], do="remove:1", version=2)
    assert ids(project) == ["c", "b"]
    answer = save(ines, project, ["c", "b"], do="add", version=3)
    assert 'id="id-2"' in ines.get(answer.url).content.decode()


@pytest.mark.parametrize("do", ["up:0", "down:2", "remove:9", "up:-1", "up:x", "fly", ""])
def test_a_button_that_fits_no_row_only_saves(ines, project, do):
    assert save(ines, project, ["a", "b", "c"], do=do).status_code == 302
    assert ids(project) == ["a", "b", "c"]


def test_a_stale_page_shows_both_texts(ines, project):
    save(ines, project, ["a"])
    answer = save(ines, project, ["mine"], version=0)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "About mine." in text
    assert "About a." in text
    assert ids(project) == ["a"]


def test_text_that_cannot_be_stored_is_shown_again(ines, project):
    answer = save(ines, project, ["a"], title="Stan\u202edard")
    assert answer.status_code == 422
    assert "About a." in answer.content.decode()


def test_publishing_leads_to_a_page_with_hash_and_criteria(ines, client, project, core_team):
    save(ines, project, ["sound"])
    answer = ines.post(reverse("rubric_publish", args=[project.slug]), {"version": 1})
    version = RubricVersion.objects.get()
    assert answer.url == f"/projects/{project.slug}/rubric/1/"
    text = ines.get(answer.url).content.decode()
    assert version.hash in text
    assert 'id="criterion-sound"' in text


def test_strangers_neither_see_nor_edit_the_rubric_of_a_draft(client, project, person):
    client.force_login(person("ana").user)
    assert client.get(reverse("rubric_edit", args=[project.slug])).status_code == 404


def test_members_without_the_right_are_refused(client, recruiting, member):
    client.force_login(member("ana").user)
    assert client.get(reverse("rubric_edit", args=[recruiting.slug])).status_code == 403
    assert client.get(reverse("rubric_read", args=[recruiting.slug, 1])).status_code == 200
    assert client.get(reverse("rubric_read", args=[recruiting.slug, 9])).status_code == 404


def test_what_was_typed_after_the_session_ended_comes_back_and_is_kept_nowhere(client, project, core_team):
    answer = save(client, project, ["sound"])
    assert answer.status_code == 403
    assert "About sound." in answer.content.decode()
    client.force_login(core_team[0].user)
    assert "About sound." not in client.get(reverse("rubric_edit", args=[project.slug])).content.decode()
    assert not RubricDraft.objects.exists()


def test_publishing_from_a_stale_page_shows_the_rubric_and_promises_no_text(ines, project):
    edit, publish = (reverse(name, args=[project.slug]) for name in ("rubric_edit", "rubric_publish"))
    ines.post(edit, {"version": 0, "title": "First", "id": ["a"], "sentence": ["One."], "do": "save", "whole": "1"})
    ines.post(edit, {"version": 1, "title": "Second", "id": ["a"], "sentence": ["One."], "do": "save", "whole": "1"})
    answer = ines.post(publish, {"version": 1})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Nothing was published" in text
    assert "below" not in text
    assert 'value="Second"' in text


def test_half_a_row_is_a_bad_request(ines, project):
    edit = reverse("rubric_edit", args=[project.slug])
    assert (
        ines.post(edit, {"version": 0, "title": "T", "id": ["a", "b"], "sentence": ["One."], "whole": "1"}).status_code
        == 400
    )


@pytest.mark.parametrize("cut", [{}, {"version": 1}, {"version": 1, "title": "Stan"}])
def test_a_form_that_did_not_arrive_whole_changes_nothing(ines, project, cut):
    save(ines, project, ["a", "b"])
    answer = ines.post(reverse("rubric_edit", args=[project.slug]), cut)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Nothing was changed: the form did not arrive whole." in text
    assert ("Stan<" in text) is ("title" in cut)
    assert ids(project) == ["a", "b"]
    page = ines.get(reverse("rubric_edit", args=[project.slug])).content.decode()
    assert 'name="whole" value="1">' in page.split('class="rubric-form"')[1].split("</form>")[0]


WHOLE = {
    "id": ["lazy", "plain"],
    "sentence": ["A guess does\r\nnot pass.", "It is sound."],
    "label": ["Lazy <b>answers</b>", ""],
    "hint": ["Write the laziest <script>alert(1)</script> answer.", ""],
    "levels": ["no; partly；<i>yes</i>;", ""],
    "topic": ["lazy", ""],
}


def whole(client, project, version=0, **changed):
    sent = {"title": "Standard", "version": version, "do": "save", "whole": "1", **WHOLE, **changed}
    return client.post(reverse("rubric_edit", args=[project.slug]), sent)


def test_label_hint_scale_and_topic_are_kept_and_shown_as_text(ines, project):
    assert whole(ines, project).status_code == 302
    assert RubricDraft.objects.get().criteria == [
        {
            "id": "lazy",
            "sentence": "A guess does not pass.",
            "label": "Lazy <b>answers</b>",
            "hint": "Write the laziest <script>alert(1)</script> answer.",
            "levels": ["no", "partly", "<i>yes</i>"],
            "topic": "lazy",
        },
        {"id": "plain", "sentence": "It is sound."},
    ]
    page = ines.get(reverse("rubric_edit", args=[project.slug])).content.decode()
    assert 'value="no; partly; &lt;i&gt;yes&lt;/i&gt;"' in page
    assert '<option value="lazy" selected>' in page
    assert "No criterion asks whether an expert can get there." in page
    assert "No criterion asks whether a lazy solution passes." not in page
    ines.post(reverse("rubric_publish", args=[project.slug]), {"version": 1})
    read = ines.get("/projects/aquifer-bench/rubric/1/").content.decode()
    assert "Lazy &lt;b&gt;answers&lt;/b&gt;" in read
    assert "no – partly – &lt;i&gt;yes&lt;/i&gt;" in read
    assert "Lazy solutions" in read
    assert "No criterion asks for the licences of the sources." in read
    assert "alert(1)</script>" not in page + read


def test_a_stale_page_sends_every_field_again(ines, project):
    save(ines, project, ["a"])
    text = whole(ines, project, version=0).content.decode()
    again = text.split('name="title"')[1].split("</form>")[0]
    assert 'name="levels" value="no; partly; &lt;i&gt;yes&lt;/i&gt;"' in again
    assert again.count('name="topic"') == again.count('name="hint"') == again.count('name="id"') == 2


def test_a_refused_row_stays_in_the_form_with_all_its_fields(ines, project):
    answer = whole(ines, project, levels=["1;2;3;4;5;6", ""])
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Criterion 1: A scale has at most 5 steps." in text
    assert 'value="1; 2; 3; 4; 5; 6"' in text
    assert "Write the laziest" in text
    assert whole(ines, project, hint=["one"]).status_code == 400


def test_a_template_is_read_in_either_language_and_goes_into_the_draft(ines, project):
    address = reverse("rubric_templates", args=[project.slug])
    assert (
        f'<a href="{address}">Start from a template</a>'
        in ines.get(reverse("rubric_edit", args=[project.slug])).content.decode()
    )
    page = ines.get(address).content.decode()
    assert page.count('class="clause clause--named"') == 30
    assert "What a task in an environment has to show" in page
    assert "一项环境任务要经得起什么" in ines.get(f"{address}?in=zh-hans").content.decode()
    assert "What a task in an environment has to show" in ines.get(f"{address}?in=xx").content.decode()
    answer = ines.post(address, {"template": "code-and-agents", "in": "en"})
    assert answer.url == "/projects/aquifer-bench/rubric/edit/#criteria"
    assert len(ids(project)) == 10
    again = ines.post(address, {"template": "data-and-labels", "in": "en"})
    assert again.status_code == 422
    assert "Nothing was added" in again.content.decode()
    assert "Every topic of it has a criterion in the draft." in again.content.decode()
    assert ines.post(address, {"template": "x" * 9000}).status_code == 422
