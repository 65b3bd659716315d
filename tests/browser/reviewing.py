"""Steps 4 to 6 of the walk: a task, two rounds of review, and the decision."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser import aquifer
from tests.browser.cast import Cast
from tests.browser.people import Person
from tests.browser.tephra import say_more

REQUEST_ONE = "Say which reading speaks for the boundary."
REQUEST_TWO = "Give the hours of the readings beside the values."
REASONS = "Both reviewers accept, and each request that stood against it is met."


class Reviewing(Cast):
    """Bruno's and Chiara's task on its way."""

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
        bruno.page.get_by_label("Attachments").set_input_files(
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
        say_more(bruno)

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
        return person.page.locator(".request-form", has=person.page.get_by_role("button", name=button)).first

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
