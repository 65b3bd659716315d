"""What people do on the demo's project, by its pages: a task and everything that leads to its decision."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Browser, Locator

from tests.browser.people import DEMO_PASSWORD, Person
from tests.projects.journey import DETAILS_FORM
from tests.running import RunningSite

HOME = "/projects/tephra-bench/"
REVIEWERS = ("misaki-sakuma", "wanjiru-kamau")
REASONS = "Two reviewers accept, and nothing that was asked for stands against it."


class People:
    """The demo's accounts and newcomers, each signed in once, in a browser of their own."""

    def __init__(self, browser: Browser, site: RunningSite, *, javascript: bool = True) -> None:
        self.browser, self.site, self.javascript = browser, site, javascript
        self.everybody: dict[str, Person] = {}

    def visitor(self) -> Person:
        return self._keep("", Person(self.browser, self.site, javascript=self.javascript))

    def newcomer(self, handle: str, printed: str) -> Person:
        person = self._keep(handle, Person(self.browser, self.site, handle, printed, javascript=self.javascript))
        person.sign_up()
        person.sign_in(person.email)
        return person

    def __getitem__(self, handle: str) -> Person:
        if handle not in self.everybody:
            person = self._keep(handle, Person(self.browser, self.site, javascript=self.javascript))
            person.sign_in(f"{handle}@demo.example", DEMO_PASSWORD)
        return self.everybody[handle]

    def _keep(self, handle: str, person: Person) -> Person:
        self.everybody[handle] = person
        return person

    def leave(self) -> None:
        for person in self.everybody.values():
            person.leave()


def begin(person: Person, title: str) -> str:
    """The address of the new draft."""
    person.open(f"{HOME}tasks/new/")
    person.answer("title", title)
    person.press("Begin the draft")
    return person.page.url.removeprefix(person.site.address)


def submit(person: Person, title: str, statement: str) -> str:
    """The address of the task."""
    begin(person, title)
    person.answer("statement", statement)
    person.answer("answer", "The deeper one, $z_2$.")
    person.answer("verification", "Naming the deeper layer passes, naming the upper one fails.")
    say_more(person)
    person.press("Save the draft")
    # Whoever is alone has nobody to share with, and nothing to confirm.
    person.press("Submit revision 1")
    person.sees("Revision 1 is in.")
    return person.page.url.removeprefix(person.site.address)


def say_more(person: Person) -> None:
    """What is asked beside the three texts, in the form of a draft."""
    person.unfold("details.draft-fold")
    for name, value in DETAILS_FORM.items():
        person.answer(name, value[0] if isinstance(value, list) else value)


def confirm(person: Person) -> None:
    person.page.locator('[name="agree"]').check()
    person.press("Confirm")


def assign(person: Person, task: str, reviewers: Iterable[str] = REVIEWERS) -> None:
    person.open(f"{task}assign/")
    for handle in reviewers:
        person.page.get_by_label("Ask", exact=True).select_option(value=handle)
        person.press("Ask to review")


def agree(person: Person, task: str) -> None:
    person.open(task)
    person.follow("To your review")
    person.press("I will review it")


def score(person: Person, step: str) -> None:
    """In the words of the rubric: no, partly, mostly, fully."""
    for group in person.page.locator("fieldset.criterion").all():
        group.get_by_label(step, exact=True).check()


def accept(person: Person, task: str) -> None:
    """The review form, open or not, to its end."""
    person.open(task)
    person.follow("To your review")
    score(person, "fully")
    person.answer("text", "Sound, and nothing that I asked for stands against it.")
    person.answer("verdict", "accept")
    person.press("File the review")
    person.sees("Your review is filed.")


def appoint(person: Person, task: str, lead: str) -> None:
    person.open(f"{task}assign/")
    person.page.get_by_label("Appoint", exact=True).select_option(value=lead)
    person.press("Appoint the lead")
    person.sees("The lead is appointed.")


def prepare_decision(person: Person, outcome: str, reasons: str = REASONS) -> None:
    """Fills the form of the open page and shows what the contributors will read."""
    person.answer("outcome", outcome)
    person.answer("criteria", "closed-loop")
    if outcome != "accept":
        person.answer("p1-line", "1")
        person.answer("p1-criterion", "closed-loop")
        person.answer("p1-cure", "The direction in which depth is counted stands in the statement.")
    person.answer("reasons", reasons)
    person.press("Show what the contributors will read")


def form_with(person: Person, button: str) -> Locator:
    """The first request that still has this button."""
    return person.page.locator(".request-form", has=person.page.get_by_role("button", name=button)).first
