"""Every page that links lead to: answered, quiet, inside its width, and nothing for axe to find."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect

from tests.browser import crawl
from tests.browser.people import Person
from tests.browser.tephra import HOME, People
from tests.running import RunningSite

WIDTHS = (1280, 390, 320)
HEIGHT = 900
# Who reads, and which kinds of page differ for them from what those before them saw: a visitor, one who runs
# the project, one whose tasks were revised and who reviews, one who joined late and made one task.
READERS = [
    ("", ""),
    ("ingrid-solheim", ""),
    ("misaki-sakuma", "/(tasks|reviews|authors|choice)/"),
    ("marek-dvorak", "/(tasks|reviews|authors|people)/"),
]
# What is wider than the window, by name, so that a failure says where to look.
_WIDER = """() => {
  const limit = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= limit) return [];
  return [...document.querySelectorAll("body *")]
    .filter(one => one.getBoundingClientRect().right > limit + 1)
    .slice(0, 3).map(one => `${one.tagName.toLowerCase()}.${one.className}`).concat(["something is wider"]);
}"""
_AXE = """options => axe.run(document, {...options, resultTypes: ["violations"]}).then(found =>
  found.violations.map(one => `${one.id}: ${one.nodes[0].target} ${one.nodes[0].html.slice(0, 160)}`))"""
_ALL_RULES: dict[str, Any] = {}
# What dark colours can change.
_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}


@pytest.fixture
def people(browser: Browser, site: RunningSite) -> Iterator[People]:
    opened = People(browser, site)
    yield opened
    opened.leave()


@pytest.mark.parametrize(("handle", "differing"), READERS, ids=[handle or "visitor" for handle, _pages in READERS])
def test_every_page(handle: str, differing: str, people: People, site: RunningSite) -> None:
    """Every address answers; one of each kind of page is opened and looked at."""
    person = people[handle] if handle else people.visitor()
    pages, broken = crawl.reachable(person.context.request, site.address, most=4)
    assert broken == []
    assert len(pages) > 200
    found = []
    # They all have their part in this project.
    pages.sort(key=lambda path: not path.startswith(HOME))
    for path in crawl.samples(pages, most=1):
        if re.search(differing, path):
            person.open(path, status=crawl.status(path))
            found += [f"{path}: {fault}" for fault in faults(person.page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("slug", "output"), [("asterisk", "benchmark-paper"), ("jiliang", "data-paper"), ("pulsar-bench", "paper-1")]
)
def test_every_project_reads_well(slug: str, output: str, people: People) -> None:
    """Names from many scripts, Chinese terms inside English pages, prizes, bonuses, a closed list."""
    person = people.visitor()
    for page in ("", "terms/", "tasks/", "tasks/1/", "people/", "credit/", f"authors/{output}/", "record/"):
        person.open(f"/projects/{slug}/{page}")
        assert list(faults(person.page)) == []
    quoted = person.page.locator('[lang="zh"]')
    assert (quoted.count() > 0) == (slug == "jiliang")


def faults(page: Page) -> Iterator[str]:
    """Everything wrong with the open page in all widths, light and dark."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for what in page.evaluate(_WIDER):
            yield f"at {width} px: {what}"
    page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
    page.evaluate(AXE_SCRIPT)
    for scheme, rules in (("light", _ALL_RULES), ("dark", _COLOURS)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for violation in page.evaluate(_AXE, rules):
            yield f"{scheme}: {violation}"
    page.emulate_media(color_scheme="light")


def test_chinese(people: People) -> None:
    """The language is chosen by its button and stays with the reader."""
    person = people.visitor()
    person.open("/")
    person.press("简体中文")
    for path in ("/", "/projects/", "/projects/tephra-bench/", "/projects/tephra-bench/terms/", "/help/"):
        person.open(path)
        expect(person.page.locator("html")).to_have_attribute("lang", "zh-hans")
        assert list(faults(person.page)) == []
    in_chinese(person)


def in_chinese(person: Person) -> None:
    person.open("/projects/tephra-bench/")
    expect(person.page.locator("main")).to_contain_text("报酬")


def test_what_is_wrong_is_found(people: People) -> None:
    """The look itself can fail."""
    page = people.visitor().page
    page.goto("/")
    page.evaluate("document.querySelector('h1').style.width = '2000px'")
    page.evaluate("document.querySelector('main p').style.color = '#ddd'")
    found = list(faults(page))
    assert any(line.startswith("at 390 px: h1.") for line in found)
    assert any(line.startswith("light: color-contrast") for line in found)
