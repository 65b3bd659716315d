"""The terms of a project elsewhere: pasted and answered, judged, changed, asked about, printed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.tephra import People
from tests.browser.test_looks import faults
from tests.running import RunningSite

CALL = (
    "Join us to build the hardest benchmark.\n"
    "Every contributor becomes a co-author of a paper in Nature.\n"
    "Tasks that look generated are closed without explanation."
)


@pytest.fixture
def page(browser: Browser, site: RunningSite) -> Iterator[Page]:
    """Of a visitor; complaints of the console fail the test."""
    people = People(browser, site)
    yield people.visitor().page
    people.leave()


def test_a_call_is_judged_changed_and_asked_about(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Check terms").click()
    assert list(faults(page)) == []
    page.get_by_label("The terms, or the call").fill(CALL)
    page.get_by_label("Can one decline to be an author?").select_option("no")
    page.get_by_role("button", name="Check", exact=True).click()
    card = page.get_by_role("region", name="Fairness card")
    expect(card).to_contain_text(
        "Reads as a promise of a venue: “Every contributor becomes a co-author of a paper in Nature”."
    )
    expect(card).to_contain_text("Reads as a decline without reasons")
    expect(card).to_contain_text("3 red flags")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert list(faults(page)) == []

    # An answer is changed under the card; what was pasted is still there.
    expect(page.get_by_label("The terms, or the call")).to_have_value(CALL)
    page.get_by_label("Can one decline to be an author?").select_option("yes")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(card).to_contain_text("2 red flags")

    # The organizers read Chinese; the asker goes on reading English.
    letter = page.get_by_role("region", name="Questions to send to the organizers")
    expect(letter).to_contain_text("Dear organizers,")
    letter.get_by_role("button", name="简体中文").click()
    expect(letter).to_contain_text("各位组织者：")
    expect(card).to_contain_text("2 red flags")
    letter.get_by_text("Copy as text").click()
    assert "我的理解是：" in page.get_by_label("The list as plain text").input_value()

    # On paper stands the list alone.
    page.emulate_media(media="print")
    shown = page.locator("body").inner_text()
    assert shown.lstrip().startswith("各位组织者：")
    assert "Fairness card" not in shown
    assert "What is promised for certain?" not in shown
    page.emulate_media(media="screen")

    # The whole page in the other language, with everything as it was sent.
    page.locator(".form-actions").get_by_role("button", name="简体中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    expect(page.locator("#check-text")).to_have_value(CALL)
    expect(page.locator("#result")).to_contain_text("从条款看，这是在许诺发表去向")
    assert list(faults(page)) == []


def test_by_keyboard_and_without_javascript(page: Page) -> None:
    page.goto("/check/")
    page.get_by_label("Days’ notice of a change").focus()
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_contain_text("Reads as changes without notice")
    assert page.locator("script").count() == 0
