"""The walk of the first release, once as it is and once with the worker killed before the list is recomputed."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.founding import Founding
from tests.browser.people import Person
from tests.browser.reviewing import Reviewing
from tests.running import ROOT, RunningSite, environment, wait_for

NAMES = {
    "ines": "Ines Varga",
    "tomas": "Tomas Lindqvist",
    "amara": "Amara Nwosu",
    "bruno": "Bruno Keller",
    "chiara": "Chiara Rossi",
}


class Walk(Founding, Reviewing):
    """The whole way in one."""


@pytest.fixture
def walk(killed: bool, browser: Browser, site: RunningSite) -> Iterator[Walk]:
    """Five people, each with a browser of their own; their handles differ between the two runs."""
    again = "-again" if killed else ""
    people = {
        first: Person(browser, site, name.lower().replace(" ", "-") + again, name) for first, name in NAMES.items()
    }
    yield Walk(f"Aquifer Bench{again}", f"aquifer-bench{again}", people)
    for person in people.values():
        person.leave()


@pytest.mark.parametrize("killed", [False, True], ids=["plain", "worker killed"])
def test_from_terms_to_a_recomputed_list(killed: bool, walk: Walk, site: RunningSite, tmp_path: Path) -> None:
    walk.sign_up()
    walk.begin()
    walk.write_rubric()
    walk.type_chapters()
    walk.upload_the_rest()
    walk.publish()
    walk.find_and_read()
    walk.join_when_the_terms_have_changed()
    walk.draft()
    walk.assign()
    walk.ask_for_changes()
    walk.revise()
    walk.second_round()
    walk.appoint()
    if killed:
        entry = decide_and_kill_the_worker(walk, site)
    else:
        walk.decide()
        entry = walk.find_the_entry()
    the_list_is_recomputed(walk)
    the_record_tells_every_step(walk)
    the_bundle_says_same(walk, tmp_path)
    verify_names_a_changed_byte(walk, site, entry)


# --- the worker


def decide_and_kill_the_worker(walk: Walk, site: RunningSite) -> int:
    """Stopped, it cannot have run the job before it is killed. Returns the number of Bruno's entry."""
    worker = site.role("worker")
    assert worker is not None
    with site.standing_still("worker"):
        walk.decide()
        entry = walk.find_the_entry()
        reader = walk.people["chiara"]
        reader.open(f"{walk.home}authors/paper-1/")
        expect(reader.page.locator(".credit__list").first).not_to_contain_text("Bruno Keller")
        os.kill(worker, signal.SIGKILL)
    wait_for(lambda: site.role("worker") not in {None, worker}, 30, site.output)
    return entry


# --- 7. the list


def the_list_is_recomputed(walk: Walk) -> None:
    """By hand: a review gives 1/2, so two rounds give each reviewer 1; Bruno has 2/3, Chiara 1/3 and is no author."""
    reader = walk.people["chiara"]
    page = reader.page

    def arrived() -> bool:
        reader.open(f"{walk.home}authors/paper-1/")
        return "Bruno Keller" in page.locator(".credit__list").first.inner_text()

    wait_for(arrived, 60, reader.said)
    authors = page.locator(".credit__list").first.locator(".credit__row")
    expect(authors).to_have_count(3)
    for place, (name, points) in enumerate(
        [("Tomas Lindqvist", "1"), ("Amara Nwosu", "1"), ("Bruno Keller", "⅔")], start=1
    ):
        row = authors.nth(place - 1)
        expect(row.locator(".credit__place")).to_contain_text(str(place))
        expect(row.locator(".credit__name")).to_contain_text(name)
        expect(row.locator(".credit__points")).to_have_text(points)
    for place in (0, 1):
        expect(authors.nth(place).locator(".credit__tie")).to_have_text("tied 1–2")
    expect(authors.nth(2).locator(".credit__tie")).to_have_count(0)

    # Amara stands between two others: behind one by name alone, ahead of the other by points.
    why = authors.nth(1).locator("details")
    why.locator("summary").click()
    expect(why).to_contain_text("Behind Tomas Lindqvist at place 1 by name")
    expect(why).to_contain_text("Ahead of Bruno Keller at place 3 by points: 1 here, ⅔ there")
    acknowledged = page.locator("section", has=page.get_by_role("heading", name="Acknowledged"))
    expect(acknowledged).to_contain_text("Chiara Rossi")


# --- 8. the record and its proof


# The record's sentences, oldest first, each followed by the next that is named here.
TOLD = (
    "created the project",
    "published version 1 of the rubric",
    "published version 1 of the terms",
    "joined under version 1 of the terms",
    "opened the project to contributors",
    "put version 2 of the terms before the core team",
    "agreed that version 2 is published",
    "published version 2 of the terms",
    "joined under version 2 of the terms",
    "Revision 1 of task 1 was submitted under version 2",
    "to review revision 1 of task 1",
    "filed a review of revision 1 of task 1",
    "The verdicts decided the stage “domain” of task 1, revision 1: Revise",
    "moved to “done”",
    "Revision 2 of task 1 was submitted",
    "moved to “settled”",
    "The verdicts decided the stage “domain” of task 1, revision 2: Accept",
    "decided the stage “final” of task 1, revision 2: Accept",
    "Task 1 was accepted with revision 2",
    "Credit was posted: entries 5 to 6 of the ledger",
    "The author list of paper-1 was computed",
)


def the_record_tells_every_step(walk: Walk) -> None:
    """Every entry with its number and its hash, and the steps of the walk in their order."""
    reader = walk.people["chiara"]
    reader.open(f"{walk.home}record/")
    text = reader.said()
    while reader.page.get_by_role("link", name="Next", exact=True).count():
        reader.follow("Next")
        text += reader.said()
    lines = text.splitlines()[::-1]
    for sentence in TOLD:
        found = next((place for place, line in enumerate(lines) if sentence in line), None)
        assert found is not None, f"{sentence!r} is not told, or not in its place:\n{text}"
        lines = lines[found:]

    def signed() -> bool:
        reader.open(f"{walk.home}record/")
        return "signed checkpoint" in reader.said()

    wait_for(signed, 120, reader.said)
    reader.follow("signed checkpoint")
    assert reader.page.locator("tbody tr").count() >= 1


def verify(site: RunningSite) -> subprocess.CompletedProcess[str]:
    """As an operator runs it, beside the running site."""
    return subprocess.run(
        [sys.executable, "manage.py", "verify"],
        cwd=ROOT,
        env=environment(site.data_dir, CONCORD_DEMO="1", BASE_URL=site.address),
        capture_output=True,
        text=True,
        check=False,
    )


def verify_names_a_changed_byte(walk: Walk, site: RunningSite, entry: int) -> None:
    before = verify(site)
    assert before.returncode == 0, before.stdout + before.stderr
    change_entry(site, walk.slug, entry, "numerator = numerator + 1")
    after = verify(site)
    change_entry(site, walk.slug, entry, "numerator = numerator - 1")
    assert after.returncode != 0
    assert f"authorship_creditentry seq {entry}:" in after.stdout + after.stderr
    assert verify(site).returncode == 0


def change_entry(site: RunningSite, slug: str, seq: int, change: str) -> None:
    """Behind the application's back: without the triggers, which are put back."""
    with closing(sqlite3.connect(site.data_dir / "concord.sqlite3", timeout=30)) as database, database:
        triggers = database.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'authorship_creditentry'"
        ).fetchall()
        assert triggers
        for name, _sql in triggers:
            database.execute(f'DROP TRIGGER "{name}"')
        changed = database.execute(
            f"UPDATE authorship_creditentry SET {change} WHERE seq = ? AND project_id = "
            "(SELECT id FROM projects_project WHERE slug = ?)",
            (seq, slug),
        )
        assert changed.rowcount == 1
        for _name, sql in triggers:
            database.execute(sql)


# --- 9. anybody recomputes it


def the_bundle_says_same(walk: Walk, folder: Path) -> None:
    """With the single file from the page, and with the engine's sources alone, on Python without packages."""
    reader = walk.people["chiara"]
    reader.open(f"{walk.home}authors/paper-1/")
    bundle, engine = folder / "bundle.json", folder / "engine.pyz"
    for link, file in (("Download the bundle", bundle), ("engine.pyz", engine)):
        with reader.page.expect_download() as download:
            reader.page.get_by_role("link", name=link, exact=True).click()
        download.value.save_as(file)
    bare = folder / "bare"
    shutil.copytree(ROOT / "authorship" / "engine", bare / "authorship" / "engine")
    (bare / "authorship" / "__init__.py").touch()
    for command in (["-I", "-S", str(engine)], ["-s", "-S", "-m", "authorship.engine"]):
        said = subprocess.run(
            [sys.executable, *command, "verify", str(bundle)], cwd=bare, capture_output=True, text=True, check=False
        )
        assert (said.returncode, said.stdout.strip()) == (0, "same"), said.stdout + said.stderr
