"""What a writer has to know where they decide: pointless answers, red flags, what is public, what they accepted."""

from __future__ import annotations

import copy
import html

import pytest
from django.urls import reverse

from projects.project import services as projects
from projects.terms import queries, services
from projects.terms.document.pointless import pointless
from tests.projects import agreement

POINTLESS = "This does not apply: the work is unpaid, so nobody gets both pay and authorship. Better not stated."
PUBLIC = (
    "What stands here is public with the terms and stays in every published version: an address of the project is "
    "better than one of your own."
)


@pytest.fixture
def ines(client, core_team):
    client.force_login(core_team[0].user)
    return client


def read(client, name, *args):
    answer = client.get(reverse(name, args=args), follow=True)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def redraft(project, change):
    document = copy.deepcopy(queries.latest(project).document)
    change(document)
    version = queries.draft(project).version
    services.save_draft(actor=project.created_by, project=project, document=document, version=version)


@pytest.mark.parametrize(
    ("kind", "choice", "said"),
    [
        ("unpaid", "both", [POINTLESS]),
        ("paid", "both", []),
        ("mixed", "both", []),
        (None, "both", []),
        ("unpaid", None, []),
        ("unpaid", "pay_or_credit", []),  # refused as a contradiction
    ],
)
def test_both_is_pointless_where_nothing_is_paid(kind, choice, said):
    pay = {name: value for name, value in (("kind", kind), ("choice", choice)) if value}
    found = list(pointless({"compensation": pay}))
    assert [one.message for one in found] == said
    assert [one.path for one in found] == ["compensation.choice"] * len(said)


def test_a_pointless_answer_is_said_at_its_field_and_before_publishing_and_taken_off(ines, project, published):
    redraft(project, lambda document: document["compensation"].update(kind="unpaid", pay="none", choice="both"))
    step = read(ines, "terms_step", project.slug, 4)
    field = step.split('for="compensation.choice"')[1]
    assert POINTLESS in field
    assert ">Take this answer off</button>" in field
    assert '<h2 class="label" id="pointless-h">Does not apply</h2>' in step
    page = read(ines, "terms_publish", project.slug)
    assert POINTLESS in page
    assert "Too few people for a stage" not in page.split("pointless-h")[1].split("</section>")[0]
    sent = {"version": queries.draft(project).version, "whole": "1", "do": "clear:compensation.choice"}
    sent |= {"compensation.kind": "unpaid", "compensation.pay": "none", "compensation.choice": "both"}
    answer = ines.post(reverse("terms_step", args=[project.slug, 4]), sent)
    assert answer.url.endswith("/terms/edit/4/#compensation.choice")
    assert queries.draft_document(project)["compensation"] == {"kind": "unpaid", "pay": "none"}
    assert "Take this answer off" not in read(ines, "terms_step", project.slug, 4)


def test_only_a_field_that_may_be_pointless_is_emptied_by_its_button(ines, project, published):
    sent = {"version": queries.draft(project).version, "whole": "1", "do": "clear:contact", "contact": "the desk"}
    ines.post(reverse("terms_step", args=[project.slug, 10]), sent)
    assert queries.draft_document(project)["contact"] == "the desk"


@pytest.mark.parametrize(
    ("asked", "say", "sentence", "button"),
    [
        ({"member": {"for_days": 0}}, "By vote.", "", "Publish version 2"),
        ({"member": {"for_days": 0}}, "none", "carry 1 red flag, for everybody", "Publish version 2 with 1 red flag"),
        ("none", "none", "carry 2 red flags, for everybody", "Publish version 2 with 2 red flags"),
    ],
)
def test_red_flags_are_counted_at_the_button_that_publishes(ines, project, published, asked, say, sentence, button):
    def change(document):
        for role in document["roles"]:
            role["criteria"] = asked if role["criteria"] == "none" and role["granted"] != "open" else role["criteria"]
        document["participation"]["say"] = say

    redraft(project, change)
    agreement.agree(actor=project.created_by, project=project)
    page = read(ines, "terms_publish", project.slug)
    assert f">{button}</button>" in page
    if not sentence:
        assert "These terms will carry" not in page
    else:
        assert page.index(f"These terms will {sentence}") < page.index(f">{button}</button>")


def test_what_is_written_as_contact_is_said_to_be_public(ines, project, published):
    assert PUBLIC in read(ines, "terms_step", project.slug, 10).split('for="contact"')[1]


def test_folded_ready_rows_say_how_many_they_are(ines, project, published):
    redraft(project, lambda document: document["authorship"].update(outputs=[{"id": "paper", "title": "Paper"}]))
    step = read(ines, "terms_step", project.slug, 7)
    assert "<summary>1 more ready row<" in step.split('id="authorship.outputs"')[1]


def published_next(client, project, change):
    redraft(project, change)
    agreement.agree(actor=project.created_by, project=project)
    sent = {"version": queries.draft(project).version}
    answer = client.post(reverse("terms_publish", args=[project.slug]), sent, follow=True)
    return html.unescape(answer.content.decode())


def test_who_publishes_a_material_version_reads_that_they_have_not_accepted_it(ines, project, published):
    page = published_next(ines, project, lambda document: document["authorship"].update(objection_days=99))
    assert "Publishing it is not accepting it: this page says whether you have to, and from when." in page
    assert "You have not accepted this version yet. You can on" in page
    assert "until then the version in force is enough." in page
    assert [row.terms.number for row in queries.accepted(project, project.created_by)] == [1]


def test_who_publishes_other_words_reads_that_there_is_nothing_to_accept(ines, project, published):
    page = published_next(ines, project, lambda document: document.update(contact="the desk"))
    assert "The text has changed since you accepted it, in wording or registers only." in page
    assert "You have not accepted this version yet" not in page


def test_another_projects_terms_say_what_they_leave_open_and_what_they_promise(client, person, recruiting, published):
    nadia = person("nadia")
    made = projects.create(actor=nadia, title="Karst", slug="karst", summary="Springs.", field="Geology")
    client.force_login(nadia.user)
    page = read(client, "terms_start", made.slug)
    here = page.split('id="others-h"')[1].split("</section>")[0]
    assert "mandatory clauses open" in here
    assert "Pay" in here
    assert "Credit" in here
    shown = client.get(reverse("terms_start", args=[made.slug])).context["others"]
    look = client.get(reverse("terms_start", args=[made.slug]), {"from": "terms:aquifer-bench@1"}).context
    assert [one.open for one in shown] == [look["open_count"]]
    assert look["open_count"] > 0
