"""A review written by the keys of its page alone: through the text, a request, the preview, and filed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import DEMO_PASSWORD, Person
from tests.browser.test_keyboard import Keys
from tests.running import RunningSite

FORM = "/projects/jiliang/reviews/12/1/peer/"


@pytest.fixture
def person(browser: Browser, site: RunningSite) -> Iterator[Person]:
    reviewer = Person(browser, site, "he-lan", "He Lan")
    yield reviewer
    reviewer.leave()


def test_a_review_by_the_keys_of_its_page(person: Person) -> None:
    keys, page = Keys(person), person.page
    person.sign_in("he-lan@demo.example", DEMO_PASSWORD)
    person.open(FORM)
    press = page.keyboard.press
    press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    press("r")
    expect(page.locator("#keys-says")).to_have_text("Go to a paragraph first, with n or p.")
    for key in ("n", "n", "p"):
        press(key)
    first = page.locator(".text__block").first
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()
    with page.expect_navigation():
        press("r")
    expect(page.locator("#r1-text")).to_be_focused()
    expect(page.locator("#r1-text")).to_be_in_viewport()
    quoted = page.locator("#r1-exact").input_value()
    assert quoted
    keys.keyboard.type("Name the node of the drift per degree.")  # with every key of the page among them
    assert page.locator("#r1-text").input_value() == "Name the node of the drift per degree."
    keys.type("How to know that it has been", "The node of it is named.")
    page.locator("#r1-criterion").select_option(index=1)
    for group in page.locator("fieldset.criterion").all():
        group.locator("input").first.focus()
        press("Space")
    page.get_by_label("What you found").fill("The statement asks for a drift and never says of which of its readings.")
    page.get_by_label("Revise").focus()
    press("Space")
    keys.enter("Show what the contributors will read")
    person.sees("What the contributors will read", "Name the node of the drift per degree.")
    expect(page.locator("mark", has_text=quoted.split("\n")[0][:20]).first).to_be_visible()
    keys.enter("Back to writing")
    expect(page.locator("#r1-text")).to_have_value("Name the node of the drift per degree.")

    page.locator("#keys-open").press("Enter")
    keys.to("These keys are on, in this browser")
    press("Space")
    press("Escape")
    page.reload()
    press("n")
    expect(first).not_to_be_focused()
    page.evaluate("localStorage.removeItem('keys off')")

    page.get_by_role("button", name="Show what the contributors will read").focus()
    with page.expect_navigation():
        press("Enter")
    keys.enter("File the review")
    person.sees("Your review is filed.")


def test_the_text_stays_where_it_is_read_when_a_request_begins(person: Person) -> None:
    page = person.page
    page.set_viewport_size({"width": 1280, "height": 500})
    person.sign_in("ananya-deshpande@demo.example", DEMO_PASSWORD)
    person.open("/projects/pulsar-bench/reviews/13/1/reading/")
    ask = page.locator("button[name=here]").last
    ask.scroll_into_view_if_needed()
    place = ask.get_attribute("value")
    assert page.evaluate("scrollY") > 300
    with page.expect_navigation():
        ask.click()
    expect(page.locator("#r1-text")).to_be_focused()
    expect(page.locator("#r1-text")).to_be_in_viewport()
    expect(page.locator(f'button[name=here][value="{place}"]')).to_be_in_viewport()


def test_the_jump_bar_at_390_pixels(person: Person) -> None:
    page = person.page
    person.sign_in("thorunn@demo.example", DEMO_PASSWORD)
    page.set_viewport_size({"width": 390, "height": 844})
    person.open("/projects/tephra-bench/reviews/16/1/domain/")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    bar = page.locator(".jump")
    for name, there in (("Your review", "#form-h"), ("Requests", "#requests"), ("Revision 1", "#part-statement")):
        link = bar.get_by_role("link", name=name)
        expect(link).to_be_in_viewport()
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        link.click()
        expect(page.locator(there)).to_be_in_viewport()
