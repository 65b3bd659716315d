"""Five people, each at a browser of their own, and the project between them."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import expect

from tests.browser.people import Person


@dataclass
class Cast:
    """Ines runs the project, Tomas and Amara are its reviewers, Bruno and Chiara make the task."""

    title: str
    slug: str
    people: dict[str, Person]

    @property
    def home(self) -> str:
        return f"/projects/{self.slug}/"

    @property
    def core(self) -> dict[str, Person]:
        names = {"ines": "ines-varga", "tomas": "tomas-lindqvist", "amara": "amara-nwosu"}
        return {full: self.people[first] for first, full in names.items()}

    def sign_up(self) -> None:
        for person in self.people.values():
            person.sign_up()
            person.sign_in(person.email)
            expect(person.page.locator(".site-account")).to_contain_text(person.printed)
