"""A browser and the site that `make run` starts, with a data folder of its own."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests import invariants
from tests.running import RunningSite, processes

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """With the demo: its accounts, its mailbox, its history. A job whose worker was killed is tried again soon.

    `verify` is asked of its data before the first test and after the last. Fails at the end if one of its processes is
    left.
    """
    running = RunningSite(
        tmp_path_factory.mktemp("site") / "data", CONCORD_DEMO="1", CONCORD_OUTBOX_PATIENCE="5", by_make=True
    )
    try:
        running.wait_ready(300)
        invariants.of_a_running_site(running.data_dir)
        yield running
        invariants.of_a_running_site(running.data_dir)
    finally:
        ours = running.descendants()
        running.end()
    left = {pid: command for pid, command in ours.items() if processes().get(pid, (0, ""))[1] == command}
    assert not left


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Installed on the machine, never downloaded."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("CONCORD_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not path or not Path(path).exists():
        pytest.fail("Browser tests need Chromium on the PATH, or its path in CONCORD_CHROMIUM.")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def context(browser: Browser, site: RunningSite) -> Iterator[BrowserContext]:
    """A visitor without cookies. Whoever plays several people opens several."""
    fresh = browser.new_context(base_url=site.address, locale="en")
    fresh.set_default_timeout(30_000)
    yield fresh
    fresh.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page on which a script error or a refusal of the content security policy fails the test."""
    found: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: found.append(f"{error}"))
    opened.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    yield opened
    assert [line for line in found if "404" not in line and "403" not in line and "422" not in line] == []
