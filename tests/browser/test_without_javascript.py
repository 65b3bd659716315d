"""Everything a project lives by, in a browser that runs no script: join, draft, review with a request, decide."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import tephra
from tests.browser.people import DEMO_PASSWORD, Person
from tests.browser.tephra import People
from tests.running import RunningSite

SENTENCE = "Say which of the two layers is the older one, and why."
STATEMENT = f"Two layers of ash lie in one core, $z_1 < z_2$.\n\n{SENTENCE}\n"
ASKED = "Say in which direction the depth is counted."


@pytest.fixture
def people(browser: Browser, site: RunningSite) -> Iterator[People]:
    without = People(browser, site, javascript=False)
    yield without
    without.leave()


def test_from_joining_to_a_decision(people: People) -> None:
    petra = people.newcomer("petra-okafor", "Petra Okafor")
    reviewers = [people[handle] for handle in tephra.REVIEWERS]
    join(petra)
    task = tephra.submit(petra, "Which layer is older", STATEMENT)
    tephra.assign(people["ingrid-solheim"], task)
    for reviewer in reviewers:
        ask_for_a_change(reviewer, task)
    revise(petra, task)
    tephra.assign(people["ingrid-solheim"], task)
    for reviewer in reviewers:
        tephra.agree(reviewer, task)
        reviewer.follow("Settle or drop your requests")
        reviewer.press("Settle it", within=tephra.form_with(reviewer, "Settle it"))
        tephra.accept(reviewer, task)
    tephra.appoint(people["tomas-arriagada"], task, "ingrid-solheim")
    decide(people["ingrid-solheim"], task)
    petra.open(task)
    petra.sees("Accepted", tephra.REASONS)


def test_a_form_outlives_its_session_in_another_window(people: People) -> None:
    """By the keyboard alone."""
    person, typed = people["misaki-sakuma"], STATEMENT.strip()
    draft = tephra.begin(person, "Which eruption was first")
    person.answer("statement", typed)
    person.context.clear_cookies(name="sessionid")
    _enter(person, "Save the draft")
    person.sees("Your session has ended, and nothing is lost")
    expect(person.page.get_by_label("Statement")).to_be_hidden()
    person.page.locator("summary", has_text="What you typed").press("Enter")
    expect(person.page.get_by_label("Statement")).to_have_value(typed)

    with person.context.expect_page() as opened:
        person.page.get_by_role("link", name="Sign in and put it back").press("Enter")
    window = opened.value
    window.get_by_label("E-mail address").fill("misaki-sakuma@demo.example")
    window.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    window.get_by_label("Password", exact=True).press("Enter")
    expect(window.locator("main")).to_contain_text("Go back to the window that holds what you typed")
    window.close()

    _enter(person, "I am signed in: put it back and send it")
    person.sees("It is sent as Misaki Sakuma.")
    _enter(person, "Send it")
    assert person.page.url == f"{person.site.address}{draft}"
    person.open(draft)
    expect(person.page.locator('[name="statement"]')).to_have_value(typed)


def _enter(person: Person, name: str) -> None:
    found = person.page.get_by_role("button", name=name, exact=True)
    with person.page.expect_navigation():
        found.and_(person.page.locator(":not(.visually-hidden)")).press("Enter")


def join(person: Person) -> None:
    person.open("/projects/")
    person.follow("Tephra Bench")
    person.follow("Read the terms and join")
    person.page.get_by_label("I have read these terms and accept them").check()
    person.press("Accept version 1 and join")
    person.sees("You are a member")


def ask_for_a_change(person: Person, task: str) -> None:
    """The words are pasted, since nothing selects them here."""
    tephra.agree(person, task)
    tephra.score(person, "mostly")
    person.answer("text", "Which way the depth is counted is not said.")
    person.answer("r1-part", "statement")
    person.answer("r1-exact", SENTENCE)
    person.answer("r1-criterion", "closed-loop")
    person.answer("r1-text", ASKED)
    person.answer("r1-cure", "The direction is stated.")
    person.answer("verdict", "revise")
    person.press("File the review")
    person.sees("Your review is filed.", ASKED)
    expect(person.page.locator('[data-part="statement"] p.prose mark').first).to_contain_text(SENTENCE)


def revise(person: Person, task: str) -> None:
    person.open(f"{task}requests/")
    for _request in range(2):
        form = tephra.form_with(person, "It is done")
        form.get_by_role("textbox").fill("It is stated now.")
        person.press("It is done", within=form)
    person.follow("Revise the text and submit")
    person.answer("statement", f"Depth is counted downwards from the lake floor.\n\n{STATEMENT}")
    person.press("Save the draft")
    person.press("Submit revision 2")


def decide(person: Person, task: str) -> None:
    person.open(task)
    person.follow("Decide final")
    tephra.prepare_decision(person, "accept")
    person.press("Decide so")
    person.sees("The decision stands.")
