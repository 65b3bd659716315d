"""What `make run` shows to somebody who has just cloned the repository."""

import os
import signal

from playwright.sync_api import Page

from tests.running import RunningSite, wait_for


def test_the_printed_addresses_and_accounts_work(site: RunningSite, page: Page) -> None:
    said = site.output()
    assert f"Concord is at {site.address}/" in said
    assert f"{site.address}/demo/mail/" in said
    by_name = f"http://localhost:{site.port}/"
    assert f"For passkeys open {by_name} instead" in said
    assert page.goto(by_name).status == 200  # type: ignore[union-attr]
    assert "@" in said.split("/demo/mail/")[1]
    home = page.goto("/")
    assert home is not None
    assert home.status == 200
    assert page.goto("/demo/mail/").status == 200  # type: ignore[union-attr]


def test_a_killed_worker_comes_back(site: RunningSite) -> None:
    before = site.role("worker")
    assert before is not None
    os.kill(before, signal.SIGKILL)
    wait_for(lambda: site.role("worker") not in {None, before}, 30, site.output)
