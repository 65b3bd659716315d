"""The keys alone: sign in, find a project, join it, file a review. Focus is always seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import DEMO_PASSWORD, PASSWORD, Person
from tests.running import RunningSite

MOST_STEPS = 400
# What a screen reader would call the focused element, near enough; and whether its focus can be seen.
_FOCUSED = """() => {
  const one = document.activeElement;
  const labels = [...(one.labels || [])].map(label => label.innerText).join(" ");
  const style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  return {
    name: (one.getAttribute("aria-label") || labels || one.innerText || "").replace(/\\s+/g, " ").trim(),
    outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    inside: box.bottom > 0 && box.top < innerHeight && box.width > 0,
    body: one === document.body,
  };
}"""


class Keys:
    """A person without a mouse."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.keyboard = person.page.keyboard

    def to(self, name: str) -> None:
        """Tabs forward until the element that begins with this name has the focus; all on the way show theirs."""
        seen = []
        for _step in range(MOST_STEPS):
            self.keyboard.press("Tab")
            focused = self.person.page.evaluate(_FOCUSED)
            if focused["body"]:
                continue
            seen.append(focused["name"])
            assert focused["outlined"], f"no focus to be seen on {focused['name']!r}"
            assert focused["inside"], f"{focused['name']!r} has the focus outside of what is seen"
            if focused["name"].startswith(name):
                return
        pytest.fail(f"{name!r} is never reached; {seen[-60:]}")

    def enter(self, name: str, status: int = 200) -> None:
        """Goes to a link or button and presses Enter; a page follows."""
        self.to(name)
        with self.person.page.expect_navigation() as navigation:
            self.keyboard.press("Enter")
        answer = navigation.value
        assert answer is None or answer.status == status, f"{name}: {answer.status}, {self.person.said()}"

    def type(self, name: str, text: str) -> None:
        self.to(name)
        self.keyboard.type(text)

    def sign_in(self, email: str, password: str) -> None:
        self.person.open("/")
        self.enter("Sign in")
        self.type("E-mail address", email)
        self.type("Password", password)
        with self.person.page.expect_navigation():
            self.keyboard.press("Enter")


@pytest.fixture
def person(browser: Browser, site: RunningSite) -> Iterator[Person]:
    newcomer = Person(browser, site, "noor-haddad", "Noor Haddad")
    yield newcomer
    newcomer.leave()


def test_skip_link(person: Person) -> None:
    person.open("/projects/tephra-bench/terms/")
    person.page.keyboard.press("Tab")
    skip = person.page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    person.page.keyboard.press("Enter")
    expect(person.page.locator("main")).to_be_focused()
    person.page.keyboard.press("Tab")
    assert person.page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_join(person: Person) -> None:
    person.sign_up()
    keys = Keys(person)
    keys.sign_in(person.email, PASSWORD)
    keys.enter("Projects")
    keys.enter("Tephra Bench")
    keys.enter("Read the terms and join")
    keys.to("To the end, where one accepts")
    person.page.keyboard.press("Enter")
    keys.to("I have read these terms and accept them")
    person.page.keyboard.press("Space")
    keys.enter("Accept version 1 and join")
    person.sees("You are a member")


def test_review(person: Person) -> None:
    """Þórunn was asked for a review that is not written yet."""
    keys = Keys(person)
    keys.sign_in("thorunn@demo.example", DEMO_PASSWORD)
    person.open("/projects/tephra-bench/reviews/")
    keys.enter("Which sulphate peak")
    for criterion in person.page.locator("fieldset.criterion legend").all_inner_texts():
        keys.to("no")
        # Arrow keys move through a group of choices, and choose.
        for _step in range(3):
            person.page.keyboard.press("ArrowRight")
        chosen = person.page.get_by_role("group", name=criterion).locator("input:checked")
        assert chosen.input_value() == "4"
    keys.type("What you found", "The delays are given, and the causality follows from them.")
    keys.to("Accept")
    person.page.keyboard.press("Space")
    keys.enter("File the review")
    person.sees("Your review is filed.")
