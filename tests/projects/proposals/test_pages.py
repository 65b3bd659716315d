"""The pages of proposals: written, saved beside, sent in, answered, gone on from; and what others are shown."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.people.models import Subject
from projects.proposals import services
from projects.proposals.models import Proposal
from tests.projects.journey import Journey
from tests.projects.proposals.proposing import CURE, GIVEN, WHY, answered, begun, sent
from tests.projects.reviews.test_anonymity import hide

ROOT = "/projects/aquifer-bench/"
FORM = {**GIVEN, "tags": "wells", "whole": "1"}


def of(subject: Subject) -> Client:
    client = Client()
    client.force_login(subject.user)
    return client


def page(client: Client, path: str = "proposals/") -> str:
    return str(client.get(ROOT + path).content.decode())


def own(proposal: Proposal, part: str = "") -> str:
    return f"{ROOT}proposals/{proposal.public_id}/{part}"


def test_from_the_form_to_the_task(taking: Journey) -> None:
    ana, ines = of(taking.member("ana-ruiz")), of(taking.ines)
    assert "Propose a task" in page(ana)
    assert ana.post(f"{ROOT}proposals/new/", {**FORM, "title": ""}).status_code == 422
    assert ana.post(f"{ROOT}proposals/new/", FORM).status_code == 302
    made = Proposal.objects.get()
    text = ana.get(own(made, "draft/")).content.decode()
    assert taking.project.canary_line in text
    # The end of the form is missing: nothing is changed.
    cut = {name: value for name, value in FORM.items() if name != "whole"}
    assert ana.post(own(made, "draft/"), {**cut, "version": 1}).status_code == 422
    beside = ana.post(own(made, "draft/beside/"), {**FORM, "version": 1, "title": "Which curve bends"})
    assert (beside.status_code, 'value="2"' in beside.content.decode()) == (200, True)
    stale = ana.post(own(made, "draft/"), {**FORM, "version": 1, "title": "Another"})
    assert stale.status_code == 409
    assert all(said in stale.content.decode() for said in ("Which curve bends", "Another", 'value="2"'))
    assert ana.post(own(made, "send/"), {"version": 2}).status_code == 302
    assert "Which curve bends" in page(ines)
    assert "Answer the proposal" in page(ines, "reviews/")
    refused = ines.post(own(made, "answer/"), {"text": 1, "kind": "no", "reasons": WHY})
    assert (refused.status_code, WHY in refused.content.decode()) == (422, True)
    assert ines.post(own(made, "answer/"), {"text": 1, "kind": "go_on"}).status_code == 302
    late = ines.post(own(made, "answer/"), {"text": 1, "kind": "not_yet", "reasons": WHY, "cure": CURE})
    assert (late.status_code, CURE in late.content.decode()) == (409, True)
    assert "Begin the task" in page(ana, "reviews/")
    assert "Begin the draft of the task" in ana.get(own(made)).content.decode()
    answer: Any = ana.post(own(made, "task/"))
    assert "What was proposed" in ana.get(answer.url).content.decode()
    assert ana.get(own(made, "draft/")).status_code == 302


def test_others_are_shown_number_tags_state_and_day(taking: Journey) -> None:
    made = sent(taking.member("ana-ruiz"), taking.project)
    hidden = begun(taking.member("ana-ruiz"), taking.project, title="Not sent")
    for client in (of(taking.member("bo-lindahl")), Client()):
        text = page(client)
        assert "Proposal 1" in text
        assert "wells" in text
        assert "Waits for an answer" in text
        assert GIVEN["title"] not in text
        assert "Ana Ruiz" not in text
        assert taking.project.canary_line not in text
    for proposal in (made, hidden):
        assert of(taking.person("bo-lindahl")).get(own(proposal)).status_code == 404
    assert of(taking.ines).get(own(hidden)).status_code == 404
    assert "Your answer" in of(taking.ines).get(own(made)).content.decode()
    # Tomas holds audit, and reads.
    seen = of(taking.tomas).get(own(made)).content.decode()
    assert (GIVEN["title"] in seen, "Your answer" in seen) == (True, False)


def test_where_the_terms_hide_both_sides_nobody_is_told_who_proposed(fresh: Journey) -> None:
    def change(document: dict[str, Any]) -> None:
        hide("both_hidden")(document)
        document["participation"]["proposals"] = "welcome"

    fresh.publish_first(change)
    made = sent(fresh.member("ana-ruiz"), fresh.project)
    assert "Ana Ruiz" not in of(fresh.ines).get(own(made)).content.decode()
    assert "Ana Ruiz" in of(fresh.person("ana-ruiz")).get(own(made)).content.decode()


def test_nothing_is_said_of_proposals_where_the_terms_take_none(fresh: Journey) -> None:
    fresh.publish_first(lambda document: None)
    client = of(fresh.member("ana-ruiz"))
    assert "proposals/" not in page(client, "tasks/")
    assert "The terms in force take no proposals" in page(client)
    assert client.post(f"{ROOT}proposals/new/", FORM).status_code == 403


def test_lists_ask_the_same_of_any_number(taking: Journey) -> None:
    counts = []
    for number in (1, 4):
        for _ in range(number):
            sent(taking.member(f"person-{Proposal.objects.count()}"), taking.project)
        client = of(taking.ines)
        for path in ("proposals/", "reviews/"):
            with CaptureQueriesContext(
                connection,
            ) as asked:
                page(client, path)
            counts.append(sum("projects_" in one["sql"] for one in asked))
    assert counts == [10, 12, 10, 12]


def test_one_answer_of_two_reaches_the_proposer(taking: Journey) -> None:
    ana = taking.member("ana-ruiz")
    made = sent(ana, taking.project)
    answered(taking.ines, made, "not_yet")
    text = of(ana).get(own(made)).content.decode()
    assert (WHY in text, CURE in text, "Revise it and send it in again" in text) == (True, True, True)
    services.withdraw(actor=ana, proposal=made)
    assert "Withdraw the proposal" not in of(ana).get(own(made)).content.decode()


def test_a_proposal_does_not_name_the_author_of_a_closed_task(fresh: Journey) -> None:
    """Whoever answers proposals reads it beside the task only where the task itself says whose it is."""

    def closed(document: dict[str, Any]) -> None:
        hide("reviewer_hidden")(document)
        document["participation"]["proposals"] = "welcome"
        document["data"]["visibility"] = "closed"
        next(one for one in document["roles"] if one["id"] == "reviewer")["powers"].append("triage")

    fresh.publish_first(closed)
    ana = fresh.member("ana-ruiz")
    proposal = sent(ana, fresh.project)
    answered(fresh.ines, proposal, "go_on")
    task = services.begin_task(actor=ana, proposal=proposal)
    fresh.write(ana, task)
    fresh.submit(ana, task)
    assert GIVEN["outline"] in page(of(ana), "tasks/1/")
    answers = of(fresh.reviewer("rui-costa"))
    assert GIVEN["outline"] in answers.get(own(proposal)).content.decode()
    assert GIVEN["outline"] not in page(answers, "tasks/1/")
