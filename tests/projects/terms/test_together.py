"""Two who write one step: what only one of them changed is kept, and nothing is overwritten that nobody looked at."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal.people.models import Subject
from projects.project.models import Project
from projects.terms import queries
from projects.terms.document.edit import steps
from projects.terms.document.holders import founding_roles
from projects.terms.steps.together import marks, read, together, written
from projects.terms.steps.typed import typed
from projects.terms.views.saving import with_only
from tests.projects.terms.test_pages import EXAMPLE, Fields, fields_of, step_url

PAGE = {"purpose.measures": "How deep.", "purpose.used_by": "Teaching.", "language": "en"}


def sent(**changed: str) -> dict[str, str]:
    return PAGE | {name.replace("__", "."): text for name, text in changed.items()}


@pytest.mark.parametrize(
    ("mine", "theirs", "data", "both"),
    [
        ({}, {}, {}, set()),
        ({"purpose__measures": "Mine."}, {}, {"purpose__measures": "Mine."}, set()),
        ({}, {"purpose__measures": "Theirs."}, {"purpose__measures": "Theirs."}, set()),
        ({}, {"purpose__measures": ""}, {"purpose__measures": ""}, set()),
        (
            {"purpose__measures": ""},
            {"purpose__used_by": "Theirs."},
            {"purpose__measures": "", "purpose__used_by": "Theirs."},
            set(),
        ),
        ({"purpose__measures": "Same."}, {"purpose__measures": "Same."}, {"purpose__measures": "Same."}, set()),
        (
            {"purpose__measures": "Mine.", "purpose__used_by": "Mine."},
            {"purpose__measures": "Theirs."},
            {"purpose__measures": "Theirs.", "purpose__used_by": "Mine."},
            {"purpose.measures"},
        ),
    ],
)  # fmt: skip
def test_each_clause_is_taken_from_who_changed_it(
    mine: dict[str, str], theirs: dict[str, str], data: dict[str, str], both: set[str]
) -> None:
    found = together(sent(**mine), sent(**theirs), marks(PAGE))
    assert found.data == sent(**data)
    assert found.both == both


def test_a_list_is_one_clause_and_an_empty_row_is_a_change() -> None:
    page = {"roles[0].title": "Editor", "roles[0].duties": "Edits."}
    added = page | {"roles[1].title": ""}
    assert together(added, page, marks(page)).data == added
    assert together(page, added, marks(page)).data == added
    assert together(page | {"roles[0].title": "Chair"}, added, marks(page)).both == {"roles"}


def test_ends_of_lines_are_no_change_and_a_new_line_is_one() -> None:
    page = sent(purpose__measures="One.\nTwo.")
    theirs = page | {"purpose.used_by": "Theirs."}
    assert together(sent(purpose__measures="One. \r\nTwo.\r\n"), theirs, marks(page)).kept == {"purpose.used_by"}
    split = sent(purpose__measures="One.\n\nTwo.")
    assert together(split, theirs, marks(page)).data["purpose.measures"] == "One.\n\nTwo."
    assert together(split, page, marks(page)).data == split


def test_looked_at_it_goes_over_what_was_shown_and_over_nothing_newer() -> None:
    mine, theirs = sent(purpose__measures="Mine."), sent(purpose__measures="Theirs.", purpose__used_by="Research.")
    shown = together(mine, theirs, marks(PAGE))
    assert shown.marks is not None
    again = together(mine, theirs, shown.marks)
    assert (again.both, again.data) == (frozenset(), sent(purpose__measures="Mine.", purpose__used_by="Research."))
    assert together(mine, sent(purpose__measures="Newer."), shown.marks).both == {"purpose.measures"}


@pytest.mark.parametrize("text", ["", ":", "a:b:c", "purpose.measures", "x" * 99_999, "\x00:\x00 é:é"])
def test_marks_of_no_form_are_of_nothing(text: str) -> None:
    found = together(sent(purpose__measures="Mine."), sent(purpose__measures="Theirs."), read(text))
    assert "purpose.measures" in found.both


def test_marks_are_read_as_they_were_written() -> None:
    assert read(written(marks(PAGE))) == marks(PAGE)


@pytest.fixture
def ines(client: Client, core_team: list[Subject]) -> Client:
    client.force_login(core_team[0].user)
    return client


@pytest.fixture
def example(ines: Client, project: Project) -> Project:
    with EXAMPLE.open("rb") as file:
        ines.post(reverse("terms_upload", args=[project.slug]), {"version": 0, "file": file})
    return project


@pytest.mark.parametrize("chapter", range(1, len(steps()) + 1))
def test_a_page_sent_as_it_came_has_changed_nothing(ines: Client, example: Project, chapter: int) -> None:
    fields = fields_of(ines.get(step_url(example, chapter)).content.decode())
    made_of = read(fields["made_of"][0])
    assert made_of
    assert marks(with_only(typed(list(fields.items())), chapter)) == made_of


def test_what_a_colleague_saved_meanwhile_stays(ines: Client, example: Project) -> None:
    page = fields_of(ines.get(step_url(example, 1)).content.decode())
    theirs = page | {"purpose.used_by": ["Theirs, saved meanwhile."]}
    assert ines.post(step_url(example, 1), {**theirs, "do": "save"}).status_code == 302
    mine = page | {"purpose.measures": ["Mine."]}
    assert ines.post(step_url(example, 1), {**mine, "do": "save"}).status_code == 302
    kept = queries.draft_document(example)["purpose"]
    assert (kept["measures"], kept["used_by"]) == ("Mine.", "Theirs, saved meanwhile.")


def test_over_a_text_that_both_changed_only_that_text_is_asked_for(ines: Client, example: Project) -> None:
    page = fields_of(ines.get(step_url(example, 1)).content.decode())
    theirs = page | {"purpose.used_by": ["Theirs."], "purpose.measures": ["Theirs as well."]}
    ines.post(step_url(example, 1), {**theirs, "do": "save"})
    answer = ines.post(step_url(example, 1), {**page, "purpose.measures": ["Mine."], "do": "save"})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Theirs as well." in text
    assert "Theirs.<" not in text, "nobody has to look at what only they changed"
    assert ines.post(step_url(example, 1), {**hidden(answer), "do": "save"}).status_code == 302
    kept = queries.draft_document(example)["purpose"]
    assert (kept["measures"], kept["used_by"]) == ("Mine.", "Theirs.")


def test_the_save_by_itself_says_what_stands_on_the_page_as_it_was(ines: Client, example: Project) -> None:
    page = fields_of(ines.get(step_url(example, 1)).content.decode())
    beside = reverse("terms_beside", args=[example.slug, 1])
    ines.post(beside, page | {"purpose.used_by": ["Theirs."]})
    for text in ("Mine.", "Mine, typed on."):
        answer = ines.post(beside, page | {"purpose.measures": [text]})
        assert answer.status_code == 200
        said = html.unescape(answer.content.decode())
        assert "Changed elsewhere meanwhile, and kept: Who uses it." in said
        page["made_of"] = [said.split('name="made_of" value="')[1].split('"')[0]]
    kept = queries.draft_document(example)["purpose"]
    assert (kept["measures"], kept["used_by"]) == ("Mine, typed on.", "Theirs.")


def hidden(answer: Any) -> dict[str, list[str]]:
    """The form of the page with both texts."""
    parser = Fields()
    parser.feed(answer.content.decode().split("data-kept-failed")[1].split("</form>")[0])
    return parser.found


def test_what_only_i_changed_is_saved_although_something_else_is_asked_for(ines: Client, example: Project) -> None:
    page = fields_of(ines.get(step_url(example, 1)).content.decode())
    ines.post(step_url(example, 1), page | {"purpose.measures": ["Theirs."], "do": "save"})
    answer = ines.post(step_url(example, 1), page | {"purpose.measures": ["Mine."], "purpose.used_by": ["Mine."]})
    assert answer.status_code == 409
    kept = queries.draft_document(example)["purpose"]
    assert (kept["measures"], kept["used_by"]) == ("Theirs.", "Mine.")


def test_a_clause_that_a_colleague_emptied_takes_no_other_with_it(ines: Client, example: Project) -> None:
    page = fields_of(ines.get(step_url(example, 1)).content.decode())
    ines.post(step_url(example, 1), page | {"purpose.failure_means": [""], "purpose.used_by": ["Theirs."]})
    answer = ines.post(step_url(example, 1), page | {"purpose.failure_means": ["Mine."]})
    assert answer.status_code == 409
    ines.post(step_url(example, 1), hidden(answer))
    kept = queries.draft_document(example)["purpose"]
    assert (kept["failure_means"], kept["used_by"]) == ("Mine.", "Theirs.")


def test_a_value_that_is_stored_otherwise_than_typed_is_no_change_of_somebody_else(
    ines: Client, example: Project
) -> None:
    page = fields_of(ines.get(step_url(example, 4)).content.decode())
    beside, cap = reverse("terms_beside", args=[example.slug, 4]), "compensation.own_costs.cap"
    assert cap in page
    for typed_in in ("5 USD", "5 USD", "6 USD"):
        answer = ines.post(beside, page | {cap: [typed_in]})
        assert answer.status_code == 200
        text = answer.content.decode()
        assert "Changed elsewhere" not in text
        page["made_of"] = [text.split('name="made_of" value="')[1].split('"')[0]]
    assert queries.draft_document(example)["compensation"]["own_costs"]["cap"] == {"minor": 600, "currency": "USD"}


def test_a_button_means_the_row_that_its_page_showed(ines: Client, example: Project, core_team: list[Subject]) -> None:
    page = fields_of(ines.get(step_url(example, 6)).content.decode())
    first, second = (page[f"roles[{row}].id"][0] for row in (0, 1))
    ines.post(step_url(example, 6), page | {"do": "down:roles[0]"})
    assert [one["id"] for one in queries.draft_document(example)["roles"]][:2] == [second, first]
    before = founding_roles(queries.draft_document(example), core_team[0].id)
    ines.post(step_url(example, 6), page | {"do": "hold:roles[0]"})
    assert founding_roles(queries.draft_document(example), core_team[0].id) == before | {first}
    assert [one["id"] for one in queries.draft_document(example)["roles"]][:2] == [second, first]


def test_writing_another_step_is_no_conflict(ines: Client, example: Project) -> None:
    page = fields_of(ines.get(step_url(example, 10)).content.decode())
    other = fields_of(ines.get(step_url(example, 1)).content.decode())
    ines.post(step_url(example, 1), {**other, "purpose.measures": ["Theirs."], "do": "save"})
    assert ines.post(step_url(example, 10), {**page, "contact": ["my desk"], "do": "save"}).status_code == 302
    document = queries.draft_document(example)
    assert (document["contact"], document["purpose"]["measures"]) == ("my desk", "Theirs.")
