"""Steps 2 and 3 of the walk: a project with its rubric and terms, found by a visitor and joined."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Download, expect

from tests.browser import aquifer
from tests.browser.cast import Cast
from tests.browser.people import Person


class Founding(Cast):
    """What Ines writes, and how the others come in."""

    # --- 2. the project, its rubric and its terms

    def begin(self) -> None:
        ines = self.people["ines"]
        ines.open("/projects/new/")
        ines.answer("title", self.title)
        ines.answer("slug", self.slug)
        ines.answer("summary", "Whether a system reads a pumping test as a hydrogeologist does.")
        ines.answer("field", "Hydrogeology")
        ines.press("Begin the draft")
        self.people["bruno"].open(self.home, status=404)

    def write_rubric(self) -> None:
        ines = self.people["ines"]
        ines.open(self.home)
        ines.follow("Publish a rubric")
        ines.answer("title", "What a task must be")
        page = ines.page
        for number, (criterion, sentence) in enumerate(aquifer.RUBRIC.items(), start=1):
            if not page.get_by_label(f"Id of criterion {number}").count():
                ines.press("Add a criterion")
            page.get_by_label(f"Id of criterion {number}").fill(criterion)
            page.get_by_label(f"Sentence of criterion {number}").fill(sentence)
        ines.press("Save the draft")
        ines.press("Publish the saved draft")
        ines.sees("Rubric, version 1", *aquifer.RUBRIC.values())

    def type_chapters(self) -> None:
        """Four chapters by hand; what is open is named all the while, and the project cannot recruit."""
        ines = self.people["ines"]
        ines.open(self.home)
        ines.sees("50 mandatory clauses are open.", "authorship.eligibility")
        self._cannot_recruit()
        ines.follow("Write the terms")
        ines.sees("Presets", "MMTEB")
        ines.follow("Start from an empty document")
        ines.press("Start empty")
        self._type(
            {
                "language": "en",
                "zone": "UTC",
                "purpose.measures": "Reading a pumping test, from raw water levels to aquifer properties.",
            }
        )
        ines.press("Save")
        ines.sees("purpose.bottleneck")
        ines.answer("purpose.bottleneck", "One test takes a hydrogeologist most of a day.")
        ines.press("Save and go on to Core team")
        ines.open(f"{self.home}terms/edit/4/")
        self._type(
            {
                "compensation.kind": "unpaid",
                "compensation.hours_per_task.low": "five",
                "compensation.hours_per_task.high": "8",
                "compensation.own_costs.what": "model calls",
                "compensation.own_costs.paid_by": "project",
                "compensation.own_costs.cap": "200.00 USD",
                "compensation.choice": "both",
            }
        )
        ines.press("Save")
        ines.sees("1 answer needs another look", "compensation.hours_per_task")
        assert ines.page.locator('[name="compensation.hours_per_task.low"]').input_value() == "five"
        ines.answer("compensation.hours_per_task.low", "5")
        ines.press("Save")
        expect(ines.page.locator(".errors")).to_have_count(0)
        ines.open(f"{self.home}terms/edit/10/")
        self._type(
            {
                "changes.notice_days": "30",
                "changes.contested_at": "the standards page of the project",
                "contact": "the people page of the project",
            }
        )
        ines.press("Save")
        ines.open(f"{self.home}terms/publish/")
        ines.sees("core_team.members", "participation.stages", "data.visibility")
        expect(ines.page.get_by_role("button", name=re.compile("^Publish"))).to_have_count(0)
        ines.open(self.home)
        self._cannot_recruit()

    def _type(self, answers: dict[str, str]) -> None:
        for name, value in answers.items():
            self.people["ines"].answer(name, value)

    def _cannot_recruit(self) -> None:
        ines = self.people["ines"]
        button = ines.page.get_by_role("button", name="Open the project to contributors")
        expect(button).to_have_attribute("aria-disabled", "true")
        ines.sees("Something mandatory is missing; it is named on this page.")

    def upload_the_rest(self) -> None:
        """The file holds a rule that the engine cannot run: named with its path, then written anew in the form."""
        ines = self.people["ines"]
        ines.open(f"{self.home}terms/edit/1/")
        typed = aquifer.read_yaml(text_of(self._download(ines, "Download the draft as YAML")))
        assert typed["compensation"]["hours_per_task"] == [5, 8]
        data = aquifer.uploaded({clause: typed[clause] for clause in aquifer.TYPED}, self.core)
        ines.follow("Upload a file instead")
        content = aquifer.write_yaml(data).encode()
        ines.page.get_by_label("File").set_input_files(
            {"name": "terms.yaml", "mimeType": "application/yaml", "buffer": content}
        )
        ines.press("Read the file")
        ines.open(f"{self.home}terms/publish/")
        ines.sees("Refused", "authorship.eligibility", "not computed yet")
        expect(ines.page.get_by_role("button", name=re.compile("^Publish"))).to_have_count(0)
        ines.open(f"{self.home}terms/edit/7/")
        rule = ines.page.locator("[id='authorship.eligibility']")
        rule.get_by_role("button", name="Remove this condition").click()
        rule.get_by_text("Add a condition").click()
        rule.get_by_role("button", name="points", exact=True).click()
        ines.answer("authorship.eligibility.points.at_least", "1/2")
        ines.press("Save")
        expect(ines.page.locator(".errors")).to_have_count(0)
        data["authorship"]["eligibility"] = aquifer.read_yaml(aquifer.ELIGIBILITY)
        self.written: dict[str, Any] = data

    def publish(self) -> None:
        ines = self.people["ines"]
        ines.open(f"{self.home}terms/publish/")
        promised = ines.page.locator(".hash").first.inner_text()
        ines.press("Publish and accept version 1")
        ines.sees("Version 1 of the terms is published.", promised)
        downloaded = aquifer.read_yaml(text_of(self._download(ines, "YAML")))
        assert downloaded == self.written
        ines.open(self.home)
        ines.press("Open the project to contributors")
        ines.sees("Recruiting")

    @staticmethod
    def _download(person: Person, link: str) -> Download:
        with person.page.expect_download() as download:
            person.page.get_by_role("link", name=link, exact=True).first.click()
        return download.value

    # --- 3. joining

    def find_and_read(self) -> None:
        bruno = self.people["bruno"]
        bruno.open("/")
        bruno.page.get_by_role("navigation", name="Site").get_by_role("link", name="Projects").click()
        bruno.follow(self.title)
        strip = bruno.page.locator(".strip").first
        expect(strip.locator("li, .strip__tile, article")).to_have_count(5)
        expect(strip).to_contain_text("Unpaid")
        expect(strip).to_contain_text("Author from ½ point")
        bruno.follow("Read the terms and join")
        bruno.sees("One test takes a hydrogeologist most of a day.", "Version 1, SHA-256")

    def join_when_the_terms_have_changed(self) -> None:
        """Bruno still has version 1 before him when version 2 is published. Tomas, of the core team, agrees to it."""
        bruno, ines, tomas = self.people["bruno"], self.people["ines"], self.people["tomas"]
        tomas.open(f"{self.home}join/")
        self._accept(tomas, 1)
        ines.open(f"{self.home}terms/edit/1/")
        later = "One test takes a hydrogeologist most of a day, and two of them often disagree."
        ines.answer("purpose.bottleneck", later)
        ines.press("Save")
        ines.open(f"{self.home}terms/publish/")
        ines.sees("Only wording or registers change: nobody has to accept again.")
        ines.press("Put this text before the core team")
        ines.sees("It waits for one of these")
        tomas.open(self.home)
        tomas.follow("Read it and answer")
        tomas.sees("Why it matters", later)
        tomas.press("Agree to this text")
        ines.open(f"{self.home}terms/publish/")
        ines.press("Publish version 2")

        bruno.page.get_by_label("I have read these terms and accept them").check()
        bruno.press("Accept version 1 and join", status=409)
        bruno.sees("The terms changed while you read them", "You were shown", "version 1", "In force now", "version 2")
        bruno.follow("Read version 2, then decide")
        bruno.sees(later)
        self._accept(bruno)
        for name in ("chiara", "amara"):
            person = self.people[name]
            person.open(f"{self.home}join/")
            self._accept(person)
        bruno.open(f"{self.home}people/")
        bruno.sees("5 people", *(person.printed for person in self.people.values()))

    def _accept(self, person: Person, version: int = 2) -> None:
        person.page.get_by_label("I have read these terms and accept them").check()
        person.press(f"Accept version {version} and join")


def text_of(download: Download) -> str:
    return download.path().read_text(encoding="utf-8")
