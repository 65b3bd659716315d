"""Whatever shows what not everybody may see carries the project's canary line, and nothing else does."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from tests.matrix.cast import Cast, made, undone
from tests.matrix.pages import PROJECT
from tests.matrix.test_pages import address_of

pytestmark = pytest.mark.any_engine
WHO = ("visitor", "outsider", "member", "author", "reviewer", "founder")
# The tasks of the table: 1 accepted, 2 to be changed, 3 under review, 4 waits for its lead, 5 waits; in a closed mode.
CARRY: dict[str, set[str]] = {
    "task_list": {"author", "reviewer", "founder"},
    "task_page": {"author", "reviewer", "founder"},
    "task_diff": {"author", "reviewer", "founder"},
    "task_looks": {"author"},
    "task_requests": {"author", "founder"},
    "task_draft": {"author"},
    "task_shares": {"author"},
    "task_confirm": {"author"},
    "task_withdraw": {"author"},
    "task_assign": {"founder"},
    "task_correction": {"founder"},
    "review_queue": {"author", "reviewer", "founder"},
    "review_form": {"reviewer"},
    "task_clock": {"author", "founder"},
    "task_chairs": {"founder"},
    "task_interests": {"reviewer", "founder"},
    "task_reports": {"member", "author", "reviewer", "founder"},
    "task_report": {"author", "founder"},
    "proposal_list": {"author", "founder"},
    "proposal_page": {"author", "founder"},
    "proposal_draft": {"author"},
    "task_runs": {"author", "reviewer", "founder"},
    "draft_runs": {"author"},
    "task_overlaps": {"author", "reviewer", "founder"},
    "draft_overlaps": {"author"},
    "task_reopen": {"founder"},
    "project_canary": {"member", "author", "reviewer", "founder"},
}


def test_pages_carry_it_where_they_must_and_nowhere_else(db: None) -> None:
    with transaction.atomic():
        cast = made()
        line = cast.project.canary_line
        found: dict[str, set[str]] = {}
        for name, row in PROJECT.items():
            for who in WHO:
                with undone():
                    text = body(cast.ask(who, "GET", address_of(cast, name, row), {}))
                assert text.count(line) in (0, 2), (name, who)  # in the head and in the page
                if line in text:
                    assert f'<meta name="concord-canary" content="{line}">' in text
                    found.setdefault(name, set()).add(who)
        assert found == CARRY
        _answers(cast, line)
        transaction.set_rollback(True)


def body(answer: Any) -> str:
    if answer.status_code != 200 or not answer.get("Content-Type", "").startswith("text/html"):
        return ""
    return str(answer.content.decode())


def _answers(cast: Cast, line: str) -> None:
    """Of the API, in the same way."""
    root = f"/api/v1/projects/{cast.project.slug}/"
    for path in ("tasks/3/", "tasks/3/revisions/1/"):
        for who, carries in {"visitor": False, "member": False, "author": True, "reviewer": True}.items():
            with undone():
                told = cast.ask(who, "GET", root + path, {}).json()
            assert told.get("canary", "") == (line if carries else ""), (path, who)
    for name in ("rounds", "reviews", "requests", "corrections", "reports"):
        for who, carries in {"visitor": False, "member": False, "author": True, "reviewer": True}.items():
            with undone():
                answer = cast.ask(who, "GET", f"{root}tasks/3/{name}/", {})
            assert (line in answer.content.decode()) is carries, (name, who)
    with undone():
        queue = cast.ask("founder", "GET", f"{root}queue/", {}).json()
    assert queue["count"] == len(queue["results"]) > 0
    assert {row.get("canary") for row in queue["results"]} == {line}
