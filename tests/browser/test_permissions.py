"""What pages refuse: others' drafts, one's own work, and the second of two decisions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import tephra
from tests.browser.people import Person
from tests.browser.tephra import HOME, People
from tests.running import RunningSite

STATEMENT = "Two layers of ash lie in one core, $z_1 < z_2$. Say which one is the older, and why.\n"


@pytest.fixture
def people(browser: Browser, site: RunningSite) -> Iterator[People]:
    opened = People(browser, site)
    yield opened
    opened.leave()


def test_anothers_draft_looks_like_no_draft(people: People) -> None:
    draft = tephra.begin(people["marek-dvorak"], "Nobody else knows of this")
    missing = f"{HOME}tasks/draft/t000000000000/"
    for reader in (people.visitor(), people["athena-p"], people["ingrid-solheim"]):
        for page in ("", "shares/", "confirm/", "attachments/1/"):
            assert answer(reader, draft + page) == answer(reader, missing + page)
        reader.open(f"{HOME}tasks/")
        expect(reader.page.locator("main")).not_to_contain_text("Nobody else knows of this")


def answer(reader: Person, path: str) -> tuple[int, str, str]:
    response = reader.page.goto(path)
    assert response is not None
    landed = response.url.removeprefix(reader.site.address).replace(path, "")
    return response.status, landed.split("?")[0], reader.said()


def test_nobody_decides_on_their_own_work(people: People) -> None:
    """Ingrid leads Marek's task, then becomes one of those who made it. Nobody appoints themselves."""
    marek, ingrid, tomas = people["marek-dvorak"], people["ingrid-solheim"], people["tomas-arriagada"]
    task = passed_by_reviewers(people, marek, "The older of two layers")
    tephra.appoint(tomas, task, "ingrid-solheim")
    ingrid.open(f"{task}decide/1/final/")
    tephra.prepare_decision(ingrid, "revise")
    ingrid.press("Decide so")

    marek.open(task)
    marek.follow("Revise the text")
    draft = marek.page.url
    marek.follow("Change the shares")
    marek.page.get_by_label("Share 1").fill("1/2")
    marek.page.get_by_label("Handle 2").fill("ingrid-solheim")
    marek.page.get_by_label("Share 2").fill("1/2")
    marek.press("Save the shares")
    for one in (marek, ingrid):
        one.open(f"{draft}confirm/")
        tephra.confirm(one)
    marek.answer("statement", f"Depth is counted downwards.\n\n{STATEMENT}")
    marek.press("Save the draft")
    marek.press("Submit revision 2")

    ingrid.open(f"{task}assign/", status=403)
    reviewed(people, tomas, task)
    tomas.open(f"{task}assign/")
    offered = tomas.page.get_by_label("Appoint", exact=True).locator("option").all_inner_texts()
    assert "Ingrid Solheim-Aas" not in offered
    assert "Tomás Arriagada Leiva" not in offered
    assert "Wanjiru Kamau" in offered
    tomas.page.get_by_text("Who cannot be asked, and why").click()
    tomas.sees("Ingrid Solheim-Aas")
    ingrid.open(task)
    expect(ingrid.page.get_by_role("link", name="Decide final")).to_have_count(0)
    ingrid.open(f"{task}decide/2/final/", status=403)


def test_of_two_decisions_one_stands(people: People) -> None:
    """The same round in two tabs; what was typed in the second is still there to be read."""
    ingrid = people["ingrid-solheim"]
    task = passed_by_reviewers(people, people["marek-dvorak"], "The younger of two layers")
    tephra.appoint(people["tomas-arriagada"], task, "ingrid-solheim")
    ingrid.open(f"{task}decide/1/final/")
    later = "The depth is not said to be counted downwards, which decides everything here."
    tephra.prepare_decision(ingrid, "revise", later)
    with ingrid.second_tab():
        ingrid.open(f"{task}decide/1/final/")
        tephra.prepare_decision(ingrid, "accept")
        ingrid.press("Decide so")
        ingrid.sees("The decision stands.")
    ingrid.press("Decide so", status=409)
    ingrid.sees("This cannot be done now")
    assert ingrid.page.get_by_label("Reasons").last.input_value().strip() == later
    ingrid.open(task)
    ingrid.sees("Accepted", tephra.REASONS)
    expect(ingrid.page.locator("main")).not_to_contain_text(later)


def passed_by_reviewers(people: People, author: Person, title: str) -> str:
    """A task whose last stage waits for its lead."""
    task = tephra.submit(author, title, STATEMENT)
    reviewed(people, people["ingrid-solheim"], task)
    return task


def reviewed(people: People, chair: Person, task: str) -> None:
    tephra.assign(chair, task)
    for handle in tephra.REVIEWERS:
        tephra.agree(people[handle], task)
        tephra.accept(people[handle], task)
