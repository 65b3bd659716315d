"""Ready answers: each valid where it is offered, taken by somebody's choice alone, and judged like typed text."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from projects.terms import starting
from projects.terms.checks.card import card
from projects.terms.document.edit import flatten
from projects.terms.document.fields import BY_PATH
from projects.terms.document.missing import missing
from projects.terms.document.refusals import refusals
from projects.terms.presets_list import preset, presets
from projects.terms.steps.controls import Tree
from projects.terms.steps.ready import Answers, binding, ready
from projects.terms.steps.state import state
from projects.terms.steps.typed import with_founder

TODAY = dt.date(2026, 8, 31)
ALL = list(ready())
LANGUAGES = ("en", "zh-hans")


def read(data):
    return state(data, people=lambda handle: handle)


def answers(data, lang="en"):
    return Answers(data, read(data).document, lang, TODAY)


def values(offers):
    return [one.value for one in offers]


def where(one):
    return one.at.replace("[]", "[0]")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("one", ALL, ids=lambda one: f"{one.at}={one.id}")
def test_each_is_valid_at_its_path_and_answers_it_wholly(one, lang):
    before = {"language": "zh-Hans" if lang != "en" else "en"}
    if one.at.count("[]") > one.at.endswith("[]"):  # a field of a row that is there
        before[f"{where(one).rpartition('.')[0]}.id"] = "x"
    data, landed = answers(before, lang).taken(f"ready:{where(one)}={one.id}")
    if one.at.endswith("[]"):  # a row that is not there yet is added
        assert (data, landed) == (before, "")
        data, landed = answers(before, lang).taken(f"ready:{where(one)[:-3]}={one.id}")
    after = read(data)
    assert landed == where(one)
    assert after.problems == []
    assert [path for path in after.open_paths if path.startswith(where(one))] == []
    assert set(before) <= set(data)
    assert all(name.startswith(where(one)) for name in set(data) - set(before))
    assert len(data) > len(before)


def test_there_are_two_languages_of_everything_and_every_path_is_in_the_schema():
    assert {one.at.removesuffix("[]") for one in ALL} <= set(BY_PATH)
    assert len({(one.at, one.id) for one in ALL}) == len(ALL) > 60

    def worded(value):
        if isinstance(value, dict):
            assert not ({"en", "zh"} & set(value)) or (set(value) == {"en", "zh"} and all(value.values()))
            for part in value.values():
                worded(part)

    for one in ALL:
        worded(one.puts)


def test_what_was_written_stays_and_only_what_agrees_with_it_is_offered():
    row = "participation.stages[0]"
    data = {"language": "en", f"{row}.id": "expert-check", f"{row}.kind": "review", f"{row}.reviewers": "2"}
    offered = answers(data).at(row)
    assert values(offered) == [f"ready:{row}=two"]
    assert offered[0].says == (
        "Quorum: 2 · Decides: All reviewers · Days to the first answer: 14 days · Days to the decision: 30 days"
    )
    after, landed = answers(data).taken(f"ready:{row}=two")
    assert landed == row
    assert after == data | {
        f"{row}.quorum": "2",
        f"{row}.decides": "all",
        f"{row}.first_answer_days": "14",
        f"{row}.decision_days": "30",
    }
    assert answers(after).at(row) == []
    assert answers(data).taken(f"ready:{row}=three") == (data, "")  # it would contradict the two reviewers


@pytest.mark.parametrize(
    ("name", "text", "ready_at"),
    [
        ("participation.ai_use", "No tools.", "participation.ai_use"),
        ("participation.ai_use", "none", "participation.ai_use"),
        ("none:participation.ai_use", "none", "participation.ai_use"),
        ("growth", "none", "growth"),
        ("authorship.ties[0].is", "name", "authorship.ties"),
    ],
)
def test_nothing_is_offered_where_something_is_answered(name, text, ready_at):
    assert answers({"language": "en"}).at(ready_at) != []
    assert answers({"language": "en", name: text}).at(ready_at) == []
    assert answers({"language": "en", name: text}).taken(f"ready:{ready_at}=any")[1] == ""


def test_a_row_called_like_a_ready_one_is_completed_with_it_and_no_other_is_offered():
    row = "roles[0]"
    data = {"language": "en", f"{row}.id": "contributors", f"{row}.title": "Contributors"}
    assert values(answers(data).at(row)) == [f"ready:{row}=contributor"]
    after = answers(data).taken(f"ready:{row}=contributor")[0]
    assert (after[f"{row}.title"], after[f"{row}.granted"], after[f"{row}.criteria"]) == (
        "Contributors",
        "open",
        "none",
    )
    assert "ready:roles=contributor" in values(answers({"language": "en"}).new("roles"))
    added = answers({"language": "en"}).taken("ready:roles=contributor")[0]
    assert "ready:roles=contributor" not in values(answers(added).new("roles"))


def test_a_list_that_says_none_is_offered_no_row_and_one_row_not_twice():
    assert len(answers({"language": "en"}).new("data.destinations")) == 2
    assert answers({"language": "en", "data.destinations": "none"}).new("data.destinations") == []
    added = answers({"language": "en"}).taken("ready:data.destinations=public")[0]
    assert values(answers(added).new("data.destinations")) == ["ready:data.destinations=noncommercial"]


@pytest.mark.parametrize(
    ("language", "page", "words"),
    [
        ("en", "zh-hans", "en"),
        ("en-GB", "zh-hans", "en"),
        ("zh-Hans", "en", "zh"),
        ("zh", "en", "zh"),
        (None, "zh-hans", "zh"),
        (None, "en", "en"),
        ("fr", "en", None),
        ("eng", "en", None),
    ],
)
def test_the_words_are_those_of_the_binding_language(language, page, words):
    document = {"language": language} if language else {}
    assert binding(document, page) == words
    data = {"language": language} if language else {}
    offered = answers(data, page).at("participation.ai_use")
    if words is None:
        assert offered == []
        assert answers(data, page).at("licence.outbound") != []  # no words of a language in it
    else:
        assert offered[0].says.startswith("AI tools may help" if words == "en" else "AI 工具可用于")
        assert offered[0].lang == ("en" if words == "en" else "zh-Hans")


def test_days_are_counted_from_today_and_end_with_the_month():
    fills = answers({"language": "en"}).at("returns.if_nothing_published")[0].fills
    assert fills["returns.if_nothing_published.by"] == "2028-08-31"
    leap = Answers({}, {"language": "en"}, "en", dt.date(2027, 8, 31))
    assert leap.new("returns.guaranteed")[0].fills["returns.guaranteed[0].by"] == "2029-02-28"
    assert (
        Answers({}, {}, "en", dt.date(2026, 8, 31)).new("returns.guaranteed")[0].fills["returns.guaranteed[0].by"]
        == "2028-02-29"
    )


@pytest.mark.parametrize(
    "action", ["ready:", "ready:roles", "ready:roles=x", "ready:nowhere=x", "ready:roles[7]=reviewer"]
)
def test_a_button_that_no_page_has_changes_nothing(action):
    data = {"language": "en", "purpose.measures": "Ash."}
    assert answers(data).taken(action) == (data, "")


def test_a_taken_answer_is_the_same_text_as_typed_to_the_hash_and_to_the_card():
    for one in ALL:
        if not (isinstance(one.puts, dict) and set(one.puts) == {"en", "zh"}) or "[]" in one.at:
            continue
        taken = read(answers({"language": "en"}).taken(f"ready:{one.at}={one.id}")[0]).document
        typed_in = read({"language": "en", one.at: one.puts["en"]}).document
        assert taken == typed_in
        assert card(taken) == card(typed_in)


def red(document):
    return {(one.check, reason.path) for one in card(document).findings if one.code == "flag" for reason in one.reasons}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_answer_leads_into_a_red_flag_whatever_ready_roles_there_are(lang):
    """Beside no role, each of them alone, and all of them; an answer may be taken before them as well as after."""
    base = {"language": "zh-Hans" if lang != "en" else "en"}
    roles = [one.id for one in ALL if one.at == "roles[]"]
    beside = []
    for chosen in ([], *([role] for role in roles), roles):
        data = base
        for role in chosen:
            data = answers(data, lang).taken(f"ready:roles={role}")[0]
        assert sum(name.endswith(".id") for name in data) == len(chosen)
        assert red(read(data).document) == set(), chosen
        beside.append(data)
    for one in ALL:
        data = base
        if one.at.count("[]") > one.at.endswith("[]"):
            data = {f"{where(one).rpartition('.')[0]}.id": "x"} | base
        button = where(one)[:-3] if one.at.endswith("[]") else where(one)
        put = answers(data, lang).taken(f"ready:{button}={one.id}")[0]
        assert len(put) > len(data)
        for held in beside if one.at != "roles[]" else ():
            assert red(read(put | held).document) == set(), (one.at, one.id)


@pytest.mark.parametrize(
    ("powers", "offered"),
    [("hear_appeals", ["panel", "panel-soon"]), ("hear_appeals, decide", [])],
)
def test_an_answer_that_the_rest_of_the_terms_would_flag_is_not_offered(powers, offered):
    """Appeals to a role of one's own that decides lead to those who decided."""
    panel = {"roles[0].id": "appeals-panel", "roles[0].title": "Appeals panel", "roles[0].powers": powers}
    data = {"language": "en"} | panel
    at = "participation.appeals"
    assert values(answers(data).at(at)) == [f"ready:{at}={one}" for one in offered]
    if not offered:
        assert answers(data).taken(f"ready:{at}=panel") == (data, "")


@pytest.mark.parametrize(
    ("promised", "called", "title"),
    [
        ("contributors", "contributors", "Contributors"),
        ("Contributors", "contributors", "Contributors"),
        ("contributor", "contributor", "Contributor"),
        ("Contributor", "contributor", "Contributor"),
        ("writers", "contributor", "Contributor"),
    ],
)
def test_a_ready_role_takes_the_name_that_is_promised_to(promised, called, title):
    data = {"language": "en", "returns.guaranteed[0].to": promised}
    offered = answers(data).new("roles")
    assert answers(data).settled(offered) == (set() if promised == "writers" else {promised})
    after = answers(data).taken("ready:roles=contributor")[0]
    assert (after["roles[0].id"], after["roles[0].title"]) == (called, title)
    assert "ready:roles=contributor" not in values(answers(after).new("roles"))


def test_the_ready_appeals_panel_can_be_held_in_a_new_project():
    after = answers({"language": "en"}).taken("ready:roles=appeals-panel")[0]
    assert read(after).document["roles"][0]["criteria"] == {"member": {"for_days": 0}}


# --- the presets

REST = {
    "zone": "Europe/Rome", "purpose.measures": "Reading ash layers.", "purpose.bottleneck": "It takes days.",
    "core_team.members[0].interests": "none", "core_team.funders": "none", "compensation.kind": "unpaid",
    "participation.answer_days": "14", "participation.rubric": "1", "participation.anonymity": "open",
    "authorship.collation": "root-folded/1", "authorship.objection_days": "14", "licence.commercial_use": "yes",
    "data.visibility": "members", "data.new_destination": "consent", "data.revenue": "none",
    "changes.notice_days": "30", "contact": "ash@example.org",
}  # fmt: skip
PRIZES = {
    "compensation.kind": "prizes",
    "compensation.pay[0].ties": "share",
    "returns.guaranteed[1].to": "contributors",
}


def shown(parts):
    for one in parts:
        yield one
        yield from shown(one.parts)
        for row in one.rows:
            yield row
            yield from shown([*row.controls, *row.more])


def taken_everywhere(data, lang):
    """Whatever is offered where something mandatory is open is taken, the first each time; the roles that other
    clauses name are added, and the writer holds each. How often something was taken."""
    clicks = 0
    while clicks < 60:
        now = read(data)
        places = [
            one for number in range(1, 11) for one in shown(Tree(now, lang, today=TODAY).step(number)) if one.ready
        ]
        wanted = [
            one.ready[0].value
            for one in places
            if getattr(one, "kind", "") != "list" or (one.name in now.open_paths and one.name != "roles")
        ]
        wanted += [
            value
            for one in places
            if getattr(one, "name", "") == "roles"
            for value in values(one.ready)
            if value != "ready:roles=adviser"
        ]
        if not wanted:
            return data, clicks
        data, landed = Answers(data, now.document, lang, TODAY).taken(wanted[0])
        assert landed
        clicks += 1
    raise AssertionError("offered without end")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("slug", "more"), [("nl-augmenter", {}), ("humanitys-last-exam", PRIZES)])
def test_a_preset_with_what_is_offered_and_eighteen_answers_more_is_publishable(slug, more, lang):
    begun = starting.led_by(preset(slug).document, "ada", TODAY)
    data = flatten(begun) | {"language": "zh-Hans" if lang != "en" else "en"}
    data, clicks = taken_everywhere(data, lang)
    data |= REST | more
    for row in [name.removesuffix(".id") for name in data if name.startswith("roles[") and name.endswith(".id")]:
        data = with_founder(data, f"hold:{row}", "ada")
    now = read(data)
    assert now.problems == []
    assert missing(now.document) == []
    assert [(one.path, one.en) for one in refusals(now.document, rubrics={1})] == []
    assert 30 <= clicks <= 36
    flags = [one.check for one in card(now.document).findings if one.code == "flag"]
    assert flags == []
    # And all that the preset said is still said.
    assert {name: text for name, text in flatten(begun).items() if name not in more}.items() <= data.items()


def test_starting_from_a_preset_puts_in_no_ready_answer():
    ours = {text for one in ALL if isinstance(one.puts, dict) for text in one.puts.values() if isinstance(text, str)}
    for one in presets():
        assert not ours & {text for text in flatten(one.document).values() if len(text) > 12}
        data = flatten(one.document)
        before = json.dumps(data)
        for chapter in range(1, 11):
            Tree(read(data), "en", today=TODAY).step(chapter)
        assert json.dumps(data) == before


def test_whoever_writes_can_be_named_the_first_holder_and_nobody_else():
    data = {"roles[0].id": "organizer", "core_team.members[0].person": "@Ada", "core_team.members[1].person": "bo"}
    assert with_founder(data, "hold:roles[0]", "ada") == data | {"core_team.members[0].roles": "organizer"}
    held = data | {"core_team.members[0].roles": "reviewer"}
    twice = with_founder(with_founder(held, "hold:roles[0]", "ada"), "hold:roles[0]", "ada")
    assert twice["core_team.members[0].roles"] == "reviewer, organizer"
    assert with_founder(data, "hold:roles[0]", "cy") == data
    assert with_founder(data, "hold:roles[1]", "ada") == data
    assert with_founder(data, "add:roles", "ada") == data
