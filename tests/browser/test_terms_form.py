"""The form of the terms with its script: saved as it is typed, never lost, and two people at one draft."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import PASSWORD, Person
from tests.browser.test_looks import faults
from tests.running import RunningSite

MEASURES = '#step [name="purpose.measures"]'


@pytest.fixture(scope="module")
def writer(browser: Browser, site: RunningSite) -> Iterator[Person]:
    """Somebody with a project of their own, begun from a preset by links and buttons alone."""
    one = Person(browser, site, "willa-otieno", "Willa Otieno")
    one.sign_up()
    one.sign_in(one.email)
    one.open("/projects/new/")
    for name, value in {
        "title": "Spring Bench",
        "slug": "spring-bench",
        "summary": "Springs.",
        "field": "Geology",
    }.items():
        one.answer(name, value)
    one.press("Begin the draft")
    one.follow("Choose a start")
    one.follow("MMTEB")
    one.sees("What stays open")
    one.press("Start from this")
    one.sees("Started from the preset “MMTEB”.")
    yield one
    one.leave()


def saved(person: Person) -> None:
    expect(person.page.locator("#kept-saved")).to_contain_text("Saved", timeout=20_000)


def test_a_step_is_saved_as_it_is_typed_and_outlives_the_session(writer: Person) -> None:
    page = writer.page
    writer.open("/projects/spring-bench/terms/edit/1/")
    before = int(page.locator("#kept-version").input_value())
    page.locator(MEASURES).fill("How a system reads a spring.")
    expect(page.locator("#kept-version")).to_have_value(str(before + 1), timeout=20_000)
    saved(writer)
    page.reload()
    expect(page.locator(MEASURES)).to_have_value("How a system reads a spring.")
    assert page.locator("#kept-version").input_value() == str(before + 1)

    # What cannot be read is kept as typed, named at once, and no part of the terms.
    page.locator('[name="zone"]').fill("Atlantis/Capital")
    expect(page.locator("#step-problems")).to_contain_text("1 answer needs another look", timeout=20_000)
    page.locator('[name="zone"]').fill("Africa/Nairobi")
    expect(page.locator("#step-problems")).to_have_text("", timeout=20_000)

    # The card beside follows, and each of its lines leads to its field.
    writer.open("/projects/spring-bench/terms/edit/10/")
    flag = page.locator('#step-beside .check--flag a[href$="/terms/edit/10/#changes.notice_days"]')
    page.locator('[name="changes.notice_days"]').fill("0")
    expect(flag).to_have_count(1, timeout=20_000)
    page.locator('[name="changes.notice_days"]').fill("30")
    expect(flag).to_have_count(0, timeout=20_000)

    # The session ends while somebody types; after signing in the text is there, and saved.
    writer.open("/projects/spring-bench/terms/edit/1/")
    writer.context.clear_cookies()
    later = "How a system reads a spring, and 两个 caves."
    page.locator(MEASURES).fill(later)
    expect(page.locator("#kept-saved")).to_contain_text("your session has ended", timeout=20_000)
    page.locator("#kept-saved a").click()
    page.get_by_label("E-mail address").fill(writer.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(MEASURES)).to_have_value(later, timeout=20_000)
    expect(page.locator("#kept-saved")).to_contain_text("put back and saved", timeout=20_000)
    page.reload()
    expect(page.locator(MEASURES)).to_have_value(later)

    # Going on by a link in the middle of a word saves first.
    page.locator(MEASURES).fill(later + " And sinks.")
    for step, number in (("Core team", 2), ("Purpose", 1)):
        page.locator(".steps a").filter(has_text=step).click()
        page.wait_for_url(f"**/terms/edit/{number}/")
    expect(page.locator(MEASURES)).to_have_value(later + " And sinks.")


def test_a_ready_answer_is_put_in_at_a_click_and_saved_and_what_was_typed_stays(writer: Person) -> None:
    page = writer.page
    writer.open("/projects/spring-bench/terms/edit/2/")
    chosen_by, joining = page.locator('[name="core_team.chosen_by"]'), page.locator('[name="core_team.joining"]')
    majority = page.locator('button[value="ready:core_team.chosen_by=majority"]')
    expect(chosen_by).to_have_value("")
    page.evaluate("window.same = true")
    majority.click()
    expect(chosen_by).to_have_value(re.compile("^Whoever begins the project"))
    expect(chosen_by).to_be_focused()
    expect(majority).to_be_hidden()
    saved(writer)
    assert page.evaluate("window.same") is True  # the page was not loaded anew
    joining.fill("Ask at the spring.")
    with page.expect_navigation():
        page.locator('button[value="ready:core_team.joining=three"]').click()
    expect(joining).to_have_value("Ask at the spring.")
    expect(chosen_by).to_have_value(re.compile("^Whoever begins the project"))

    # Parts of several kinds at once: text, boxes and choices.
    writer.open("/projects/spring-bench/terms/edit/8/")
    page.locator('button[value="ready:licence.inbound=any"]').click()
    expect(page.locator('[name="licence.inbound.ownership"]')).to_have_value("contributor")
    expect(page.locator('[name="licence.inbound.purposes"][value="any"]')).to_be_checked()
    saved(writer)
    writer.open("/projects/spring-bench/terms/edit/9/")
    with page.expect_navigation():  # a row is added by the site
        page.locator('button[value="ready:data.destinations=public"]').click()
    expect(page.locator('[name="data.destinations[0].recipient"]')).to_have_value("Everybody")
    page.reload()
    expect(page.locator('[name="data.destinations[0].recipient"]')).to_have_value("Everybody")


def test_words_of_ones_own_are_asked_for_where_they_are_chosen(writer: Person) -> None:
    page = writer.page
    writer.open("/projects/spring-bench/terms/edit/9/")
    choice, words = page.locator('[id="rights.teaching"]'), page.locator('[name="rights.teaching"]')
    choice.select_option("")
    expect(words).to_be_hidden()
    choice.select_option("words")
    words.fill("yes.")
    saved(writer)
    page.reload()
    expect(choice).to_have_value("yes")
    expect(words).to_be_hidden()


def test_a_menu_that_was_open_stays_open_when_something_else_is_added(writer: Person) -> None:
    page = writer.page
    writer.open("/projects/spring-bench/terms/edit/7/")
    menu = page.locator('[id="authorship.ties"] details.adder')
    menu.locator("summary").click()
    with page.expect_navigation():
        page.locator('button[value="add:authorship.kinds"]').click()
    expect(menu).to_have_attribute("open", "")
    writer.open("/projects/spring-bench/terms/edit/7/")
    expect(menu).not_to_have_attribute("open", "")


def test_an_amount_typed_as_a_decimal_is_shown_as_its_fraction_and_the_button_stays_under_the_click(
    writer: Person,
) -> None:
    page = writer.page
    writer.open("/projects/spring-bench/terms/edit/7/")
    amount = page.locator('[id="authorship.kinds[0].amount.fixed"]')
    amount.fill("0.25")
    with page.expect_response("**/beside/"):
        pass
    saved(writer)
    expect(amount).to_have_value("0.25")  # while one may still be typing
    with page.expect_navigation():
        page.locator('#step .form-actions button[value="save"]').click()
    expect(amount).to_have_value("1/4")
    expect(page.locator("#kept-saved")).not_to_contain_text("put back")
    amount.fill("1.5")
    amount.blur()
    expect(amount).to_have_value("3/2", timeout=20_000)


def test_two_windows_at_one_draft_see_both_texts(writer: Person) -> None:
    """The second to save is shown both, in place; nothing is overwritten before they say so, and what only one of them
    wrote is kept."""
    used_by = '[name="purpose.used_by"]'
    writer.open("/projects/spring-bench/terms/edit/1/")
    with writer.second_tab() as first:
        writer.open("/projects/spring-bench/terms/edit/1/")
        writer.page.locator(MEASURES).fill("The text of the second window.")
        writer.page.locator(used_by).fill("Water agencies, says the second window.")
        saved(writer)
        first.locator(MEASURES).fill("The text of the first window.")
        box = first.locator("#conflict")
        expect(box).to_contain_text("The text of the second window.", timeout=20_000)
        expect(box).to_contain_text("The text of the first window.")
        assert list(faults(first)) == []
        expect(first.locator(MEASURES)).to_have_value("The text of the first window.")
        writer.page.reload()
        expect(writer.page.locator(MEASURES)).to_have_value("The text of the second window.")
        with first.expect_navigation():
            box.get_by_role("button", name="Save mine over it").click()
        writer.page.reload()
        expect(writer.page.locator(MEASURES)).to_have_value("The text of the first window.")
        expect(writer.page.locator(used_by)).to_have_value("Water agencies, says the second window.")


def test_what_is_chosen_beforehand_is_saved_by_typing_and_not_by_looking(writer: Person) -> None:
    page = writer.page
    select = page.locator('[id="authorship.collation"]')
    writer.open("/projects/spring-bench/terms/edit/7/")
    select.select_option("")  # whatever the tests before it left there
    saved(writer)
    page.clock.install()  # for the whole window, so this test is the last one here
    writer.open("/projects/spring-bench/terms/edit/7/")
    expect(select).to_have_value("root-folded/1")
    expect(select).to_have_attribute("data-preset", "1")
    with page.expect_response("**/beside/") as answer:
        page.clock.run_for(61_000)
    assert answer.value.ok
    page.reload()
    expect(select).to_have_attribute("data-preset", "1")
    version = page.locator("#kept-version")
    before = version.input_value()
    page.locator('[name="authorship.opt_out"]').fill("By a word to the office.")
    expect(version).to_have_value(str(int(before) + 1), timeout=20_000)
    with page.expect_response("**/beside/") as answer:
        page.clock.run_for(61_000)  # and looking on does not take it back
    assert answer.value.ok
    page.reload()
    expect(select).not_to_have_attribute("data-preset", "1")
