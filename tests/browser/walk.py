"""The way of five people from published terms to a recomputed author list, step by step as the pages lead them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Download, Locator, expect

from tests.browser import aquifer
from tests.browser.people import Person

REQUEST_ONE = "Say which reading speaks for the boundary."
REQUEST_TWO = "Give the hours of the readings beside the values."
REASONS = "Both reviewers accept, and each request that stood against it is met."


@dataclass
class Walk:
    """Ines runs the project, Tomas and Amara are its reviewers, Bruno and Chiara make the task."""

    title: str
    slug: str
    people: dict[str, Person]
    published: dict[str, Any] = field(default_factory=dict)

    @property
    def home(self) -> str:
        return f"/projects/{self.slug}/"

    @property
    def core(self) -> dict[str, Person]:
        names = {"ines": "ines-varga", "tomas": "tomas-lindqvist", "amara": "amara-nwosu"}
        return {full: self.people[first] for first, full in names.items()}

    # --- 1. accounts

    def sign_up(self) -> None:
        for person in self.people.values():
            person.sign_up()
            person.sign_in(person.email)
            expect(person.page.locator(".site-account")).to_contain_text(person.printed)

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
                "compensation.hours_per_task": "five to eight",
                "compensation.own_costs.what": "model calls",
                "compensation.own_costs.paid_by": "project",
                "compensation.own_costs.cap": "200.00 USD",
                "compensation.choice": "both",
            }
        )
        ines.press("Save")
        ines.sees("1 answer needs another look", "compensation.hours_per_task")
        assert ines.page.locator('[name="compensation.hours_per_task"]').input_value() == "five to eight"
        ines.answer("compensation.hours_per_task", "5, 8")
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
        ines.follow("Upload YAML instead")
        content = aquifer.write_yaml(data).encode()
        ines.page.get_by_label("File").set_input_files(
            {"name": "terms.yaml", "mimeType": "application/yaml", "buffer": content}
        )
        ines.press("Read the file")
        ines.open(f"{self.home}terms/publish/")
        ines.sees("Refused", "authorship.eligibility", "not computed yet")
        expect(ines.page.get_by_role("button", name=re.compile("^Publish"))).to_have_count(0)
        ines.open(f"{self.home}terms/edit/7/")
        ines.answer("authorship.eligibility", aquifer.ELIGIBILITY)
        ines.press("Save")
        expect(ines.page.locator(".errors")).to_have_count(0)
        data["authorship"]["eligibility"] = aquifer.read_yaml(aquifer.ELIGIBILITY)
        self.published = data

    def publish(self) -> None:
        ines = self.people["ines"]
        ines.open(f"{self.home}terms/publish/")
        promised = ines.page.locator(".hash").first.inner_text()
        ines.press("Publish and accept version 1")
        ines.sees("Version 1 of the terms is published.", promised)
        downloaded = aquifer.read_yaml(text_of(self._download(ines, "YAML")))
        assert downloaded == self.published
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
        """Bruno still has version 1 before him when version 2 is published."""
        bruno, ines = self.people["bruno"], self.people["ines"]
        ines.open(f"{self.home}terms/edit/1/")
        later = "One test takes a hydrogeologist most of a day, and two of them often disagree."
        ines.answer("purpose.bottleneck", later)
        ines.press("Save")
        ines.open(f"{self.home}terms/publish/")
        ines.sees("Only wording or registers change: nobody has to accept again.")
        ines.press("Publish version 2")

        bruno.page.get_by_label("I have read these terms and accept them").check()
        bruno.press("Accept version 1 and join", status=409)
        bruno.sees("The terms changed while you read them", "You were shown", "version 1", "In force now", "version 2")
        bruno.follow("Read version 2, then decide")
        bruno.sees(later)
        self._accept(bruno)
        for name in ("chiara", "tomas", "amara"):
            person = self.people[name]
            person.open(f"{self.home}join/")
            self._accept(person)
        bruno.open(f"{self.home}people/")
        bruno.sees("5 people", *(person.printed for person in self.people.values()))

    def _accept(self, person: Person) -> None:
        person.page.get_by_label("I have read these terms and accept them").check()
        person.press("Accept version 2 and join")

    # --- 4. a task

    def draft(self) -> None:
        bruno, chiara = self.people["bruno"], self.people["chiara"]
        bruno.open(f"{self.home}tasks/")
        bruno.follow("Begin a task")
        bruno.answer("title", "Three days of pumping")
        bruno.press("Begin the draft")
        draft = bruno.page.url
        chiara.open(draft, status=404)
        self._write(aquifer.STATEMENT)
        bruno.page.get_by_label("Attachment").set_input_files(
            {"name": "levels.csv", "mimeType": "text/csv", "buffer": b"hour,metres\n1,0.4\n2,0.9\n"}
        )
        bruno.press("Save the draft")
        bruno.sees("levels.csv")
        bruno.press("Preview")
        preview = bruno.page.locator(".preview")
        expect(preview.locator("math").first).to_be_visible()
        expect(preview.locator("pre span").first).to_be_visible()

        bruno.follow("Change the shares")
        self._share("2/3", "2/3", status=422)
        bruno.sees("4/3")
        assert bruno.page.get_by_label("Handle 2").input_value() == chiara.handle
        self._share("2/3", "1/3")
        for person in (bruno, chiara):
            person.open(draft)
            person.follow("Confirm my share")
            share = "⅔" if person is bruno else "⅓"
            person.page.get_by_label(re.compile(f"My share is {share}")).check()
            person.press("Confirm")
            person.sees("Your share is confirmed.")

        bruno.open(draft)
        bruno.press("Submit revision 1")
        bruno.sees("Revision 1 is in.", "levels.csv")

    def _write(self, statement: str) -> None:
        bruno = self.people["bruno"]
        bruno.answer("tags", "wells, boundaries")
        bruno.answer("statement", statement)
        bruno.answer("answer", aquifer.ANSWER)
        bruno.answer("verification", aquifer.VERIFICATION)

    def _share(self, first: str, second: str, status: int = 200) -> None:
        bruno = self.people["bruno"]
        bruno.page.get_by_label("Share 1").fill(first)
        bruno.page.get_by_label("Handle 2").fill(self.people["chiara"].handle)
        bruno.page.get_by_label("Share 2").fill(second)
        bruno.press("Save the shares", status=status)

    # --- 5. rounds

    def assign(self) -> None:
        """Whoever assigns asks both reviewers, who find it among what waits for them and agree."""
        ines = self.people["ines"]
        ines.open(f"{self.home}tasks/1/")
        ines.follow("Reviewers and leads")
        for name in ("tomas", "amara"):
            ines.page.get_by_label("Ask", exact=True).select_option(value=self.people[name].handle)
            ines.press("Ask to review")
        ines.page.get_by_label("Appoint", exact=True).select_option(value=ines.handle)
        ines.press("Appoint the lead")
        for name in ("tomas", "amara"):
            person = self.people[name]
            self._queued(person)
            person.press("I will review it")

    def _queued(self, person: Person) -> None:
        person.open(f"{self.home}tasks/")
        person.follow("What waits for me")
        person.follow("Three days of pumping")

    def ask_for_changes(self) -> None:
        """Tomas selects a sentence with the mouse's means and names a line of code by its number."""
        tomas, amara = self.people["tomas"], self.people["amara"]
        page = tomas.page
        self._score(tomas, 3)
        tomas.answer("text", "The readings are there. What speaks for a boundary is not.")
        page.locator('[data-part="statement"] p', has_text=aquifer.ASKED).select_text()
        page.get_by_role("button", name="Request a change at the selected words").click()
        assert page.locator('[name="r1-exact"]').input_value() == aquifer.ASKED
        self._request(tomas, 1, "sound", REQUEST_ONE, "One reading is named.")
        tomas.press("Save, and add another request")
        tomas.answer("r2-part", "statement")
        tomas.answer("r2-line", "4")
        self._request(tomas, 2, "checked", REQUEST_TWO, "Each value has its hour.")
        tomas.answer("verdict", "revise")
        tomas.press("File the review")
        tomas.sees("Your review is filed.")

        self._score(amara, 4)
        amara.answer("text", "Sound as it stands, and short enough for a student.")
        amara.answer("verdict", "accept")
        amara.press("File the review")
        amara.sees("Changes requested")

    @staticmethod
    def _score(person: Person, score: int) -> None:
        for criterion in aquifer.RUBRIC:
            person.answer(f"score-{criterion}", str(score))

    @staticmethod
    def _request(person: Person, number: int, criterion: str, text: str, cure: str) -> None:
        person.answer(f"r{number}-criterion", criterion)
        person.answer(f"r{number}-text", text)
        person.answer(f"r{number}-cure", cure)

    def revise(self) -> None:
        """Ten lines go in above; the requests stay at their sentences."""
        bruno = self.people["bruno"]
        bruno.open(f"{self.home}tasks/1/")
        self._anchored(bruno, first_line=4)
        bruno.follow("Answer the requests")
        for answer in ("Reading four is named.", "The hours are in the comment."):
            form = self._form_with(bruno, "It is done")
            form.get_by_role("textbox").fill(answer)
            bruno.press("It is done", within=form)
        bruno.sees("Every request is answered.")
        bruno.follow("Revise the text and submit")
        self._write(aquifer.REVISED)
        bruno.press("Save the draft")
        bruno.page.get_by_label("Note to the reviewers").fill("The readings are listed above the statement.")
        bruno.press("Submit revision 2")
        bruno.sees("Revision 2 is in.")
        self._anchored(bruno, first_line=14)

    @staticmethod
    def _form_with(person: Person, button: str) -> Locator:
        """The first request that still has this button."""
        return person.page.locator("form.request-form", has=person.page.get_by_role("button", name=button)).first

    @staticmethod
    def _anchored(person: Person, *, first_line: int) -> None:
        """`first_line` is where the code stands; the sentence follows five lines below."""
        statement = person.page.locator('[data-part="statement"]')
        mark = statement.locator(".text__block p.prose mark")
        expect(mark).to_have_count(1)
        assert mark.inner_text().startswith(aquifer.ASKED)
        block = statement.locator(".text__block--marked")
        expect(block).to_have_count(1)
        expect(block.locator("pre")).to_contain_text(aquifer.CODE)
        sentence = statement.locator(".request", has_text=REQUEST_ONE)
        code = statement.locator(".request", has_text=REQUEST_TWO)
        expect(sentence).to_contain_text(f"line {first_line + 5}")
        expect(code).to_contain_text(f"line {first_line}")
        # Each request stands directly under the words it is tied to.
        before = "xpath=preceding-sibling::*[1]"
        expect(sentence.locator(before)).to_contain_text(aquifer.ASKED)
        expect(code.locator(before)).to_contain_text(aquifer.CODE)

    def second_round(self) -> None:
        """Shows both revisions and what was asked; Tomas settles his requests, both accept."""
        self.assign()
        tomas, amara = self.people["tomas"], self.people["amara"]
        tomas.sees("From revision 1 to revision 2.", "The readings are listed above the statement.")
        added = tomas.page.locator(".diff__line--ins")
        expect(added.filter(has_text="Reading 9 was taken")).to_have_count(1)
        self._anchored(tomas, first_line=14)
        tomas.sees(REQUEST_ONE, REQUEST_TWO)
        tomas.follow("Settle or drop your requests")
        for _request in range(2):
            tomas.press("Settle it", within=self._form_with(tomas, "Settle it"))
        for person in (tomas, amara):
            person.open(f"{self.home}reviews/1/2/domain/")
            self._score(person, 5)
            person.answer("text", "Met in full; the readings carry the answer now.")
            person.answer("verdict", "accept")
            person.press("File the review")

    def appoint(self) -> None:
        """The reviewers' stage is passed by majority; the last stage is the lead's."""
        ines = self.people["ines"]
        ines.open(f"{self.home}tasks/1/assign/")
        ines.page.get_by_label("Appoint", exact=True).select_option(value=ines.handle)
        ines.press("Appoint the lead")

    # --- 6. accepted

    def decide(self) -> None:
        ines, bruno = self.people["ines"], self.people["bruno"]
        self._queued(ines)
        ines.answer("outcome", "accept")
        ines.answer("criteria", "sound")
        ines.answer("reasons", REASONS)
        ines.press("Show what the contributors will read")
        ines.press("Decide so")
        bruno.open(f"{self.home}tasks/1/")
        bruno.sees("Accepted", REASONS)

    def find_the_entry(self) -> int:
        """At once, without any job; returns the number of Bruno's entry."""
        visitor = self.people["chiara"]
        visitor.open(f"{self.home}credit/")
        rows = visitor.page.locator("tbody tr", has_text="Accepted task")
        mine = rows.filter(has_text=self.people["bruno"].printed)
        expect(mine).to_contain_text("⅔")
        expect(mine).to_contain_text("version 2")
        expect(rows.filter(has_text=visitor.printed)).to_contain_text("⅓")
        return int(mine.locator("td").first.inner_text())


def text_of(download: Download) -> str:
    return download.path().read_text(encoding="utf-8")
