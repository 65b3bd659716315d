"""What publishing refuses is said where it is written: in the list of steps, beside the form and at the field."""

from __future__ import annotations

import copy
import html
import re

import pytest
from django.urls import reverse

from projects.rubric import services as rubric
from projects.terms import queries, refused, services
from projects.terms.document.fields import BY_PATH
from projects.terms.document.not_run import AMOUNTS, CHOICES, KEYS, LEAVES
from projects.terms.document.rule_shapes import LEAVES as ALL_LEAVES
from projects.terms.steps.controls import Tree
from projects.terms.steps.example import example as running
from projects.terms.steps.state import state, stored
from tests.projects.terms.document.documents import example
from tests.projects.terms.document.test_publishing import changed
from tests.projects.terms.document.test_publishing import refused as refusals_of

NO_AUDIT = "No role holds the power “see what is hidden (each look is logged)”."
HIDDEN_CREDIT = (
    "Not computed yet: credit for reviews whose reviewers are hidden. Show the reviewers, or give reviews no credit."
)


@pytest.fixture
def ines(client, core_team):
    client.force_login(core_team[0].user)
    return client


@pytest.fixture
def draft(project, core_team):
    """`draft(change)` makes the example, after `change(document)`, the draft of a project with one rubric."""
    by_handle = {one.handle: one.pk for one in core_team}
    criteria = [{"id": "sound", "sentence": "It follows from the data."}]
    rubric.save_draft(actor=core_team[0], project=project, title="Tasks", criteria=criteria, version=0)
    rubric.publish(actor=core_team[0], project=project)

    def save(change=lambda document: None):
        document = copy.deepcopy(example())
        for member in document["core_team"]["members"]:
            member["person"] = by_handle[member["person"]]
        change(document)
        kept = queries.draft(project)
        version = kept.version if kept else 0
        return services.save_draft(actor=core_team[0], project=project, document=document, version=version)

    return save


def hide_reviewers(document):
    """Hidden reviewers with credit for reviews, and nobody who may open what is hidden."""
    document["participation"]["anonymity"] = "reviewer_hidden"
    for role in document["roles"]:
        role["powers"] = [power for power in role["powers"] if power != "audit"]


def page(client, project, chapter):
    answer = client.get(reverse("terms_step", args=[project.slug, chapter]))
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def standings(text):
    """What the list of steps says of each."""
    steps = text.split('class="steps"')[1].split("</ol>")[0]
    return re.findall(r'class="steps__state[^"]*">([^<]*)<', steps)


def at(text, name):
    """What stands at a field that keeps the text from being published."""
    found = re.search(rf'id="{re.escape(name)}:refused">.*?<span>(.*?)</span>', text, re.DOTALL)
    return found[1] if found else ""


def test_a_text_that_can_be_published_is_complete_in_every_step(ines, project, draft):
    draft()
    assert standings(page(ines, project, 1)) == ["complete"] * 10
    assert "Cannot be published yet" not in page(ines, project, 6)


def test_steps_column_field_and_publish_page_say_the_same(ines, project, draft):
    draft(hide_reviewers)
    # 5: anonymity stands against the powers of the roles and against credit for reviews; 6 and 7: one of these each.
    for chapter, mend in ((5, 2), (6, 1), (7, 1)):
        text = page(ines, project, chapter)
        assert standings(text)[chapter - 1] == f"{mend} to mend"
        assert text.split('id="refused-h"')[1].split("</section>")[0].count("<li") == mend
    assert standings(text) == ["complete"] * 4 + ["2 to mend", "1 to mend", "1 to mend"] + ["complete"] * 3
    assert at(page(ines, project, 6), "roles") == f"Cannot be published yet. {NO_AUDIT}"
    assert at(text, "authorship.kinds[1].from") == f"Cannot be published yet. {HIDDEN_CREDIT}"
    anonymity = at(page(ines, project, 5), "participation.anonymity")
    assert NO_AUDIT in anonymity
    assert HIDDEN_CREDIT in anonymity
    whole = html.unescape(ines.get(reverse("terms_publish", args=[project.slug])).content.decode())
    assert NO_AUDIT in whole
    assert HIDDEN_CREDIT in whole
    assert "2 things in all steps have to be mended before publishing." in text


def test_the_saved_step_answers_with_what_is_to_mend(ines, project, draft):
    draft(hide_reviewers)
    url = reverse("terms_beside", args=[project.slug, 10])
    answer = ines.post(url, {"version": "1", "contact": "the desk", "changes.notice_days": "30", "whole": "1"})
    text = html.unescape(answer.content.decode())
    assert standings(text)[4:7] == ["2 to mend", "1 to mend", "1 to mend"]
    assert standings(text)[9] == "1 clause open"


def test_open_and_refused_stand_beside_each_other(ines, project, draft):
    def change(document):
        hide_reviewers(document)
        del document["participation"]["ai_use"]

    draft(change)
    assert standings(page(ines, project, 5))[4] == "1 clause open · 2 to mend"
    whole = ines.get(reverse("terms_publish", args=[project.slug])).content.decode()
    assert "1 mandatory clause" in whole
    assert html.escape(NO_AUDIT) in whole


def test_editing_begins_at_the_first_step_to_mend(ines, project, draft):
    draft(hide_reviewers)
    assert ines.get(reverse("terms_edit", args=[project.slug])).url == reverse("terms_step", args=[project.slug, 5])


def test_the_first_role_of_many_is_no_reason_to_complain_yet(project, core_team):
    """Half-written roles, and names of roles before any is written, may still become right."""
    document = {"roles": [{"id": "reviewer"}], "returns": {"guaranteed": [{"to": "winners"}]}}
    assert refused.refused(project, {"returns": document["returns"]}, core_team[0]) == []
    assert [one.code for one in refused.refused(project, document, core_team[0])] == ["unknown_role"]


def test_what_is_refused_stands_at_the_row_of_the_form_that_empty_rows_move():
    """The first row holds nothing and is no part of the terms: the second is the first there."""
    data = {"roles[0].id": "", "roles[1].id": "voter", "roles[1].granted": "voted", "authorship.kinds[0].id": ""}
    data |= {"authorship.kinds[2].id": "old", "authorship.kinds[2].from": "claim"}
    now = state(data, people=lambda name: name)
    assert refusals_of(now.document) == [
        ("roles[0].granted", "not_computed"),
        ("authorship.kinds[0].from", "not_computed"),
    ]
    problems = [one for one in refused.refusals(now.document, rubrics=set()) if one.code == "not_computed"]
    assert [one.path for one in now.refusing(problems).refused] == ["roles[1].granted", "authorship.kinds[2].from"]


# --- who holds what on the first day


def without_organizer(document):
    for member in document["core_team"]["members"]:
        member.pop("roles", None)


def test_the_refusal_leads_to_the_open_field_of_the_publishers_own_row(ines, project, draft):
    draft(without_organizer)
    whole = ines.get(reverse("terms_publish", args=[project.slug])).content.decode()
    link = reverse("terms_step", args=[project.slug, 2]) + "#core_team.members[0].roles"
    assert link in html.unescape(whole)
    text = page(ines, project, 2)
    assert "Say in step 2 who holds such a role from the start" in at(text, "core_team.members[0].roles")
    before = text.split('id="core_team.members[0].roles"')[0].split('id="core_team.members[0]"')[1]
    assert "<details" not in before


def test_who_holds_a_role_from_the_start_stands_at_the_role(ines, project, draft):
    def change(document):
        document["core_team"]["members"][1]["roles"] = ["organizer"]
        document["core_team"]["members"][2]["roles"] = ["panel"]

    draft(change)
    text = page(ines, project, 6)
    said = [re.sub(r"<[^>]+>", "", one).strip() for one in re.findall(r"first day by(.*?)</p>", text, re.DOTALL)]
    # Contributors are left out: the role comes with accepting. Whoever writes may take one that they do not hold.
    change, button = "· Change it in step 2", "I hold it from the first day"
    assert said == [
        f"nobody {change} {button}: Role 2",
        f"Ines Varga {change}",
        f"Amara Nwosu {change} {button}: Role 4",
        f"Ines Varga, Tomas Lindqvist {change}",
    ]


def test_after_version_1_nothing_is_said_of_a_first_day(ines, project, published):
    assert "Held on the first day by" not in page(ines, project, 6)


# --- what is not run says so before it is chosen


@pytest.mark.parametrize("path", sorted(CHOICES))
def test_the_answers_marked_as_not_run_are_those_that_publishing_refuses(path):
    where = path.replace("[]", ".0")
    for value in BY_PATH[path].values:
        document = changed(where, value)
        if path == "roles[].granted":
            document["roles"][0]["criteria"] = "none" if value == "open" else {"member": {"for_days": 1}}
        found = (path.replace("[]", "[0]"), "not_computed") in refusals_of(document)
        assert found == (value in CHOICES[path]), value


def test_an_option_that_is_not_run_says_so():
    now = state({"roles[0].id": "voter"}, people=lambda name: name)
    (roles,) = Tree(now, "en").step(6)
    granted = next(part for part in roles.rows[0].controls if part.name == "roles[0].granted")
    marked = [one.value for one in granted.options if one.label.endswith(" (not run yet, cannot be published)")]
    assert marked == ["voted"]


LEAF_CASES = {
    "points": {"at_least": "1"},
    "count": {"kind": "task", "at_least": 1},
    "distinct": {"of": "topic", "kind": "task", "at_least": 1},
    "role": {"id": "organizer"},
    "member": {"for_days": 1},
    "service": {"kind": "task", "at_least": "1", "per": "year", "by": "person"},
    "agreed": {"id": "letter", "before": "first_accepted"},
    "decision": "named",
    "referred": {"at_least": 1},
}


@pytest.mark.parametrize("leaf", sorted(ALL_LEAVES))
def test_the_conditions_marked_as_not_run_are_those_that_publishing_refuses(leaf):
    codes = {code for _path, code in refusals_of(changed("authorship.eligibility", {leaf: LEAF_CASES[leaf]}))}
    assert bool(codes & {"not_computed", "not_recorded"}) == (leaf in LEAVES)


def test_the_buttons_of_rules_say_what_is_not_run_except_for_pay():
    data = {"roles[0].id": "one", "compensation.pay[0].id": "one"}
    now = state(data, people=lambda name: name)
    marked = " (not run yet)"

    def adders(chapter, name):
        found = [
            part for one in Tree(now, "en").step(chapter) for row in one.rows for part in (*row.controls, *row.more)
        ]
        rule = next(one for one in found if one.name == name).rule
        return {one.value.rpartition("=")[2] for one in rule.adders if one.label.endswith(marked)}

    assert adders(6, "roles[0].criteria") == set(LEAVES)
    assert adders(4, "compensation.pay[0].exclude") == set()
    assert (set(KEYS), set(AMOUNTS)) == ({"decision"}, {"range", "base"})


@pytest.mark.parametrize("mode", ["reviewer_hidden", "both_hidden"])
def test_the_running_example_gives_no_list_that_this_site_would_not_make(mode):
    document = copy.deepcopy(example())
    assert running(document, "en").blocks
    document["participation"]["anonymity"] = mode
    made = running(document, "en")
    assert made.blocks == []
    assert [(one.path, one.says) for one in made.reasons] == [("authorship.kinds[1].from", HIDDEN_CREDIT)]


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", "A condition on service is not computed yet by this site, so terms with it cannot be published."),
        ("zh-hans", "本站目前还不能计算对服务的条件，含有此项的条款无法发布。"),
    ],
)
def test_two_parts_that_are_refused_alike_are_said_once_at_the_field_and_on_the_page(ines, draft, project, lang, says):
    def by_service(document):
        served = {"service": {"kind": "task", "at_least": "1", "per": "year", "by": "person"}}
        other = {"service": {**served["service"], "by": "institute"}}
        document["authorship"]["eligibility"] = {"any": [served, other]}

    draft(by_service)
    stated = stored(queries.draft_document(project), {}, str)
    now = state(stated, people=lambda name: name)
    now = now.refusing(refused.refusals(now.document, rubrics=set()))
    assert [one.path for one in now.refused if one.code == "not_computed"] == ["authorship.eligibility.any[0]"]
    (field,) = [one for one in Tree(now, lang).step(7) if one.name == "authorship.eligibility"]
    assert field.refused == [says]
    for name, args in (("terms_step", [project.slug, 7]), ("terms_publish", [project.slug])):
        page = ines.get(reverse(name, args=args), headers={"accept-language": lang}).content.decode()
        # in the form at the field and in the list beside it
        assert page.count(says) == (2 if name == "terms_step" else 1), name
