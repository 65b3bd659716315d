"""What people may type, and where pages show it: inert everywhere, kept whatever happens."""

from __future__ import annotations

import pytest
from django.test import Client

from projects.tasks.models import Task, TaskDraft
from tests.projects.journey import REQUEST, SAID, Journey
from tests.projects.reviews.test_pages import ROOT, Browser

EVIL = "<img src=x onerror=alert(1)>"
MARKDOWN = (
    "[a](javascript:alert(1)) <script>alert(1)</script> <details ontoggle=alert(1)>\n\n"
    "![b](data:text/html,x)\n\n$\\href{javascript:alert(1)}{x}$\n\nAn ordinary sentence to quote.\n"
)
PAGES = ("tasks/", "tasks/1/", "tasks/1/requests/", "tasks/1/withdraw/", "tasks/1/diff/", "reviews/1/1/domain/")


def _inert(html: str) -> None:
    main = html[html.index("<main") : html.index("</main")]
    assert "<img" not in main
    assert "<script" not in main
    assert "<details ontoggle" not in main
    assert 'href="javascript' not in main.lower()


def test_titles_texts_and_answers_are_inert_on_every_page(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana, EVIL)
    journey.write(ana, task, MARKDOWN, answer=MARKDOWN, verification=MARKDOWN)
    author, reviewer = Browser(ana), Browser(journey.tomas)
    draft = f"tasks/draft/{task.public_id}/"
    sent = {"version": "2", "title": EVIL, "tags": EVIL, "statement": MARKDOWN, "answer": EVIL, "verification": EVIL}
    sent["whole"] = "1"
    _inert(author.post(draft, {**sent, "do": "preview"}, 200))
    journey.submit(ana, task)
    place = journey.agreed(task, journey.tomas)
    request = {
        **REQUEST,
        "exact": "An ordinary sentence to quote.",
        "text": f"{EVIL} and a few words",
        "cure": MARKDOWN,
    }
    journey.file(place, "revise", text=f"{MARKDOWN} {SAID}", requests=[request])
    for path in PAGES:
        _inert((reviewer if path.startswith("reviews") else author).get(path))


@pytest.mark.parametrize(
    "path",
    [
        "tasks/99999999999999999999999/",
        "tasks/1/diff/?from=99999999999999999999&to=1",
        "tasks/1/?revision=-1e9",
        "reviews/1/99999999999999999999/domain/",
        "tasks/1/decide/99999999999999999999/final/",
    ],
)
def test_numbers_of_any_size_are_not_found(journey: Journey, path: str) -> None:
    ana = journey.member("ana-ruiz")
    journey.submitted(ana)
    client = Client()
    client.force_login(ana.user)
    assert client.get(ROOT + path).status_code in (200, 404)


def test_a_text_that_is_too_long_stays_in_the_form(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    browser = Browser(ana)
    sent = {"version": str(task.draft.version), "title": "T", "tags": "", "answer": "A", "verification": "V"}
    sent["whole"] = "1"
    for text in ("x" * 70_000, "a" + "\u0301" * 10_000, "reversed \u202e text"):
        page = browser.post(f"tasks/draft/{task.public_id}/", {**sent, "statement": text}, 422)
        assert "Statement:" in page
        assert text[:40] in page


def test_what_was_typed_outlives_the_session(journey: Journey) -> None:
    task = journey.draft(journey.member("ana-ruiz"))
    visitor = Client()
    page = f"{ROOT}tasks/draft/{task.public_id}/"
    assert visitor.get(page).status_code == 302
    answer = visitor.post(page, {"version": "1", "statement": "Two hours of work", "title": "T"})
    assert answer.status_code == 403
    assert "Two hours of work" in answer.content.decode()
    assert Task.objects.get().draft.statement != "Two hours of work"


@pytest.mark.parametrize("cut", [{}, {"version": "2"}, {"version": "2", "title": "T", "statement": "The first li"}])
def test_a_draft_that_did_not_arrive_whole_changes_nothing(journey: Journey, cut: dict[str, str]) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    browser = Browser(ana)
    page = browser.post(f"tasks/draft/{task.public_id}/", cut, 422)
    assert "Nothing was changed: the form did not arrive whole." in page
    assert ("The first li" in page) is ("statement" in cut)
    kept = TaskDraft.objects.get(task=task)
    assert (kept.version, kept.statement, kept.answer) == (task.draft.version, task.draft.statement, task.draft.answer)
    assert 'name="whole" value="1">' in browser.get(f"tasks/draft/{task.public_id}/")
