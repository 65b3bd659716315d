"""A review outlives the session it was typed in, and is never lost to another window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import DEMO_PASSWORD, Person
from tests.browser.tephra import People, begin
from tests.running import RunningSite

REVIEWER = "ananya-deshpande"
FORM = "/projects/pulsar-bench/reviews/13/1/reading/"
SOON = 20_000


@pytest.fixture
def people(browser: Browser, site: RunningSite) -> Iterator[People]:
    opened = People(browser, site)
    yield opened
    opened.leave()


def saved(person: Person) -> None:
    expect(person.page.locator("#kept-saved")).to_contain_text("Draft saved", timeout=SOON)


def test_a_review_outlives_the_session_it_was_typed_in(people: People) -> None:
    person = people[REVIEWER]
    page, found = person.page, person.page.get_by_label("What you found")
    person.open(FORM)
    found.fill("The isopachs are sound.")
    saved(person)
    page.locator('[name="score-correct"]').nth(3).check()
    expect(page.locator("#kept-saved")).to_contain_text("Saving")
    saved(person)
    page.reload()
    expect(found).to_have_value("The isopachs are sound.")
    expect(page.locator('[name="score-correct"]').nth(3)).to_be_checked()

    later = "The isopachs are sound, and 火山灰 falls as they say."
    person.context.clear_cookies()
    found.fill(later)
    expect(page.locator("#kept-saved")).to_contain_text("your session has ended", timeout=SOON)
    page.locator("#kept-saved a").click()
    page.get_by_label("E-mail address").fill(f"{REVIEWER}@demo.example")
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(found).to_have_value(later, timeout=SOON)
    expect(page.locator("#kept-saved")).to_contain_text("put back and saved", timeout=SOON)
    page.reload()
    expect(found).to_have_value(later)


def test_what_is_sent_after_the_session_ended_is_put_back_by_itself(people: People) -> None:
    """The page that says so leads to the form, and not to another window."""
    person = people[REVIEWER]
    page, found = person.page, person.page.get_by_label("What you found")
    person.open(FORM)
    person.context.clear_cookies(name="sessionid")
    found.fill("The isopachs are sound, each of them.")
    person.press("Save the draft", 403)
    person.sees("Your session has ended, and nothing is lost", "put back and saved by itself")
    expect(page.get_by_role("button", name="I am signed in: put it back and send it")).to_be_hidden()
    page.locator("main").get_by_role("link", name="Sign in and put it back").click()
    page.get_by_label("E-mail address").fill(f"{REVIEWER}@demo.example")
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(found).to_have_value("The isopachs are sound, each of them.", timeout=SOON)
    expect(page.locator("#kept-saved")).to_contain_text("put back and saved", timeout=SOON)
    page.reload()
    expect(found).to_have_value("The isopachs are sound, each of them.")


def test_two_windows_at_one_review_see_both_texts(people: People) -> None:
    person = people[REVIEWER]
    person.open(FORM)
    with person.second_tab() as first:
        person.open(FORM)
        person.page.get_by_label("What you found").fill("The text of the second window, longer.")
        saved(person)
        first.get_by_label("What you found").fill("The text of the first window.")
        box = first.locator("#conflict")
        expect(box).to_contain_text("The text of the second window, longer.", timeout=SOON)
        expect(box).to_contain_text("The text of the first window.")
        with first.expect_navigation():
            box.get_by_role("button", name="Save mine over it").click()
        person.page.reload()
        expect(person.page.get_by_label("What you found")).to_have_value("The text of the first window.")


def test_a_draft_of_a_task_is_saved_as_it_is_typed(people: People) -> None:
    """What is missing follows; an empty title is said and mended by typing on; the session may end meanwhile."""
    person = people["misaki-sakuma"]
    page = person.page
    draft = begin(person, "Which of two eruptions")
    missing = page.locator("#draft-missing")
    statement, title = page.locator("#id_statement"), page.locator("#id_title")
    expect(missing).to_contain_text("Statement is empty")
    statement.fill("Two layers of one colour. Which is older?")
    expect(missing).not_to_contain_text("Statement is empty", timeout=SOON)
    title.fill("")
    expect(page.locator("#kept-conflict")).to_contain_text("give the task a title", timeout=SOON)
    title.fill("Which of two layers")
    expect(page.locator("#kept-conflict")).to_have_text("", timeout=SOON)
    expect(page.locator("#kept-saved")).to_contain_text("Saved", timeout=SOON)
    page.reload()
    expect(title).to_have_value("Which of two layers")

    person.context.clear_cookies()
    statement.fill("Two layers of one colour. 哪一层更老？")
    expect(page.locator("#kept-saved")).to_contain_text("your session has ended", timeout=SOON)
    person.sign_in("misaki-sakuma@demo.example", DEMO_PASSWORD)
    person.open(draft)
    expect(statement).to_have_value("Two layers of one colour. 哪一层更老？", timeout=SOON)
    expect(page.locator("#kept-saved")).to_contain_text("put back and saved", timeout=SOON)

    # One answer that cannot be read holds everything up; closed and opened again, all of it is there.
    page.locator("details.draft-fold").evaluate_all("some => some.forEach(one => { one.open = true; })")
    page.locator('[name="d-hours-low"]').fill("many")
    statement.fill("Two layers, and a third.")
    expect(page.locator("#kept-conflict")).to_contain_text("hours", timeout=SOON)
    person.open("/help/")
    person.open(draft)
    expect(statement).to_have_value("Two layers, and a third.", timeout=SOON)
    expect(page.locator('[name="d-hours-low"]')).to_have_value("many")
    page.locator("details.draft-fold").evaluate_all("some => some.forEach(one => { one.open = true; })")
    page.locator('[name="d-hours-low"]').fill("3")
    expect(page.locator("#kept-conflict")).to_have_text("", timeout=SOON)
    page.reload()
    expect(statement).to_have_value("Two layers, and a third.")
