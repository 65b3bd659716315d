"""Who reads the details of a task: by the table, in every mode; and where it comes from tells reviewers no names."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from portal.people.models import Subject
from tests.projects.journey import DETAILS, STATEMENT, Journey
from tests.projects.reviews.test_anonymity import hide

EMPLOYER = "Qxhydro Institute"
MORE = {
    **DETAILS,
    "tests": "testsword",
    "why": "whyword",
    "expert_path": "pathword",
    "rights_employer": {"answer": "yes", "text": f"{EMPLOYER} lets its staff publish."},
    "provenance": f"From the archive of {EMPLOYER}.",
    "conflicts": {"answer": "yes", "text": f"We all work at {EMPLOYER}."},
}
WORDS = {"whyword": "statement", "pathword": "answer", "testsword": "verification", EMPLOYER: "origin"}
# Who of visitor, member, author, reviewer, auditor reads each of the parts; by hand from docs/interfaces.md 5.
UNDER_WAY = {
    ("open", "open"): ("statement MAcRK", "answer cRK", "verification cRK", "origin MAcRK"),
    ("open", "both_hidden"): ("statement MAcRK", "answer cRK", "verification cRK", "origin cK"),
    ("members", "open"): ("statement cRK", "answer cRK", "verification cRK", "origin cRK"),
    ("members", "reviewer_hidden"): ("statement cRK", "answer cRK", "verification cRK", "origin cRK"),
    ("members", "both_hidden"): ("statement cRK", "answer cRK", "verification cRK", "origin cK"),
    ("closed", "open"): ("statement cRK", "answer cRK", "verification cRK", "origin cRK"),
    ("closed", "both_hidden"): ("statement cRK", "answer cRK", "verification cRK", "origin cK"),
}


def told(mode: str, anonymity: str) -> Any:
    def change(document: dict[str, Any]) -> None:
        if anonymity != "open":
            hide(anonymity)(document)
        document["data"]["visibility"] = mode
        if mode == "open":
            document["data"]["held_out"] = "none"

    return change


@pytest.mark.parametrize(("mode", "anonymity"), UNDER_WAY)
def test_each_part_has_its_readers(fresh: Journey, mode: str, anonymity: str) -> None:
    fresh.publish_first(told(mode, anonymity))
    ana, member = fresh.member("ana-ruiz"), fresh.member("bo-lindahl")
    auditor = fresh.member("kim-audit")
    fresh.appoint(auditor, "organizer")
    task = fresh.draft(ana)
    fresh.write(ana, task, details=MORE)
    fresh.submit(ana, task)
    fresh.agreed(task, fresh.amara)
    people = {"V": None, "M": member, "c": ana, "R": fresh.amara, "K": auditor}
    expected = {row.split()[0]: row.split()[1].replace("A", "") for row in UNDER_WAY[mode, anonymity]}
    for letter, person in people.items():
        page, api = _read(person, "tasks/1/"), _read(person, "tasks/1/", api=True)
        for word, part in WORDS.items():
            allowed = letter in expected[part]
            assert (word in page) == allowed, (letter, word, "page")
            assert (word in api) == allowed, (letter, word, "API")


def _read(person: Subject | None, path: str, *, api: bool = False) -> str:
    client = Client()
    if person is not None:
        client.force_login(person.user)
    answer = client.get(("/api/v1" if api else "") + "/projects/aquifer-bench/" + path)
    assert answer.status_code in (200, 302, 403, 404)
    return answer.content.decode()


def test_an_employer_is_told_to_no_reviewer_anywhere(fresh: Journey) -> None:
    """In both_hidden the names wait for the decision, and so does everything that tells them."""
    fresh.publish_first(told("members", "both_hidden"))
    ana, member = fresh.member("ana-ruiz"), fresh.member("bo-lindahl")
    task = fresh.draft(ana)
    fresh.write(ana, task, details=MORE)
    fresh.submit(ana, task)
    fresh.judged(task, "accept", "revise")
    from projects.reviews import queries
    from projects.reviews import services as reviews

    for one in queries.requests_of(task):
        reviews.answer_request(actor=ana, request=one, state="done", text="It is named now.")
    changed = {**MORE, "provenance": f"From the cellar of {EMPLOYER}.", "why": "whyword anew"}
    fresh.write(ana, task, STATEMENT + "\n\nAnd more.", details=changed)
    fresh.submit(ana, task)
    fresh.agreed(task, fresh.amara)
    pages = ["tasks/1/", "tasks/1/?revision=1", "tasks/1/diff/?from=1&to=2", "reviews/1/2/domain/", "reviews/"]
    pages += ["tasks/1/requests/", "tasks/", "record/", "people/", "credit/"]
    apis = ["tasks/1/", "tasks/1/revisions/1/", "tasks/1/revisions/2/", "tasks/1/rounds/", "tasks/"]
    # Tomas holds `audit` as well.
    for person in (fresh.amara, member, None):
        assert all(EMPLOYER not in _read(person, path) for path in pages), person
        assert all(EMPLOYER not in _read(person, path, api=True) for path in apis), person
        client = Client()
        if person is not None:
            client.force_login(person.user)
        assert EMPLOYER.split()[0] not in client.get("/projects/?q=cellar").content.decode()
    assert "whyword" in _read(fresh.amara, "tasks/1/diff/?from=1&to=2")
    assert EMPLOYER in _read(ana, "tasks/1/diff/?from=1&to=2")
