"""Every preset is read, has the card that was written for it, and is not published before it is filled in."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command

from projects.terms.checks.card import card
from projects.terms.checks.catalogue import CHECKS
from projects.terms.document.edit import flatten, unflatten
from projects.terms.document.missing import missing
from projects.terms.document.read import read, read_yaml
from projects.terms.document.strip import strip
from projects.terms.document.write import to_yaml
from tests.projects.terms.presets.preset_data import FOLDER, NAMES, cards, document, index, path

# Nothing is public of these in any scheme, so they are open in every preset.
OPEN_IN_ALL = {
    "language", "zone", "purpose.measures", "purpose.bottleneck", "core_team.members", "core_team.chosen_by",
    "core_team.joining", "core_team.funders", "returns.if_nothing_published", "returns.if_abandoned", "growth",
    "compensation.hours_per_task", "compensation.own_costs", "participation.answer_days", "participation.rubric",
    "participation.anonymity", "participation.conflict_of_interest", "participation.ai_use", "participation.appeals",
    "authorship.unreachable", "authorship.collation", "authorship.overrides", "authorship.objection_days",
    "licence.commercial_use", "data.visibility", "data.destinations", "data.new_destination", "data.revenue",
    "data.held_out", "rights", "changes.notice_days", "changes.contested_at", "contact",
}  # fmt: skip
# What else is open in one of them and somebody might expect to be known.
OPEN = {
    "terminal-bench-science": {"roles[1].criteria", "roles[2].granted", "authorship.conditions[3].cure_days"},
    "terminal-bench-1": {"roles", "authorship.ties", "participation.stages", "authorship.kinds[2].split"},
    "humanitys-last-exam": {"compensation.pay[0].ranked_by", "compensation.pay[0].ties", "roles", "authorship.ties"},
    "gpqa": {"roles", "compensation.pay[3].ties", "participation.stages[0].decision_days"},
    "critpt": {"authorship.eligibility", "authorship.blocks", "returns.guaranteed", "compensation.kind", "roles"},
    "agents-last-exam": {"authorship.blocks", "licence.inbound.ownership", "licence.outbound.code", "roles[0].powers"},
    "ligo": {"authorship.outputs[0].as_of", "authorship.outputs[1].scope", "authorship.ties", "roles[0].granted"},
    "cms": {"authorship.ties", "authorship.outputs", "roles", "authorship.opt_out", "authorship.leavers"},
    "atlas": {"authorship.ties", "authorship.outputs", "roles", "authorship.opt_out"},
    "xenon": {"authorship.marks[0].who", "authorship.ties", "roles[0].criteria"},
    "mmteb": {"authorship.kinds[3].split", "authorship.ties", "roles"},
    "nl-augmenter": {"authorship.blocks[0].sort", "participation.stages[0].quorum", "roles[0].criteria"},
    "multi-swe-rl": {"authorship.ties", "roles[0].granted", "authorship.kinds[0].split"},
    "rsi-bench": {"authorship.blocks", "authorship.ties", "compensation.pay[0].ties"},
    "soohak": {"compensation.pay", "authorship.eligibility", "authorship.kinds", "authorship.blocks"},
    "deep-review": {"authorship.eligibility", "authorship.blocks[0].who", "authorship.blocks[3].sort"},
    "callat": {"authorship.eligibility", "authorship.kinds", "returns.guaranteed"},
}
# The seeds of a draw are open inside their rule.
SEEDS = {"authorship.blocks[0].sort[0]", "authorship.ties[0]"}


def check_terms(capsys: pytest.CaptureFixture[str], name: str, *more: str) -> tuple[int, str]:
    code = 0
    try:
        call_command("check_terms", str(path(name)), *more)
    except SystemExit as left:
        code = int(left.code or 0)
    return code, capsys.readouterr().out


def test_the_folder_holds_the_seventeen_and_their_index() -> None:
    assert sorted(one.stem for one in FOLDER.iterdir() if one.suffix == ".yaml") == sorted([*NAMES, "index"])
    assert len(NAMES) == len(set(NAMES)) == 17
    assert set(OPEN) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_its_card_is_the_one_written_for_it(name: str) -> None:
    marks, counts = cards()
    found = card(document(name))
    assert {one.check: one.code for one in found.findings} == marks[name]
    assert set(marks[name]) == set(CHECKS)
    given = [one.code for one in found.findings]
    assert [given.count(code) for code in ("fair", "flag", "observation", "open", "na")] == counts[name]
    assert sum(counts[name]) == 46


@pytest.mark.parametrize("name", NAMES)
def test_it_is_well_formed_and_publishing_names_what_is_open(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check_terms(capsys, name)
    assert code == 0
    assert "error" not in out
    code, out = check_terms(capsys, name, "--publish", "--format", "json")
    assert code == 1
    said = {row["paths"][0] for row in json.loads(out) if row["check"] == "mandatory"}
    # Without a list of authors nobody has to say how its names are sorted; the schema asks all the same.
    assert said >= OPEN_IN_ALL | OPEN[name]
    assert said == set(missing(document(name)))


def test_open_seeds_are_named_too() -> None:
    assert set(missing(document("deep-review"))) >= SEEDS


def test_a_narrower_licence_in_than_out_is_refused_by_its_own_name(capsys: pytest.CaptureFixture[str]) -> None:
    _code, out = check_terms(capsys, "agents-last-exam", "--publish", "--format", "json")
    stopped = [row for row in json.loads(out) if row["check"] == "licence-coverage"]
    assert {row["level"] for row in stopped} == {"flag", "error"}
    _code, out = check_terms(capsys, "gpqa", "--publish", "--format", "json")
    assert not [row for row in json.loads(out) if row["check"] == "licence-coverage" and row["level"] == "error"]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_lost_in_the_form_or_in_a_file(name: str) -> None:
    made = document(name)
    assert read(unflatten(flatten(made)), people=str).document == made
    again = read_yaml(to_yaml(made, handles=str), people=str)
    assert again.document == made, again.problems


def test_the_index_says_each_in_one_sentence_and_both_languages() -> None:
    rows = index()
    assert [row["id"] for row in rows] == list(NAMES)
    for row in rows:
        assert set(row) == {"id", "title", "sentence"}
        for words, end in (("en", "."), ("zh-hans", "。")):
            assert row["title"][words]
            assert row["sentence"][words].endswith(end)
            assert len(row["sentence"][words]) <= 200
            assert row["sentence"][words].count("。") == (1 if end == "。" else 0)


# What the five tiles say of what is known; all other presets say what they say of any document.
STRIPS = [
    ("soohak", "pay", "Pay or authorship, by choice; amounts not stated; costs of your own not stated"),
    ("soohak", "credit", "Authorship instead of pay, by choice; who is an author is not stated"),
    (
        "deep-review",
        "credit",
        "Order: First tier, then Second tier, then Third tier, then Corresponding authors (order within "
        "Corresponding authors not stated); "
        "who is an author is not stated",
    ),
    ("callat", "credit", "Order: Juniors, then Seniors; who is an author is not stated"),
    ("callat", "roles", "Junior and Senior: how one gets it is not stated"),
    ("critpt", "credit", "Not stated"),
    ("gpqa", "credit", "No authorship"),
    (
        "mmteb",
        "credit",
        "Author from 10 points; task points split as the team declares; "
        "order: First authors, then Authors, then Last authors",
    ),
    ("agents-last-exam", "licence", "Ownership not stated; data released under CC-BY-4.0; commercial use not stated"),
]
STATED = {
    "pay": {"humanitys-last-exam", "gpqa", "agents-last-exam", "rsi-bench", "soohak"},
    "credit": set(NAMES) - {"critpt"},
    "roles": {"terminal-bench-science", "agents-last-exam", "ligo", "xenon", "nl-augmenter", "multi-swe-rl", "callat"},
    "licence": {"agents-last-exam"},
    "data": set(),
}


@pytest.mark.parametrize(("name", "tile", "text"), STRIPS)
def test_its_strip_says_what_is_known(name: str, tile: str, text: str) -> None:
    assert {one.key: one.text for one in strip(document(name), "en")}[tile] == text


def test_the_tiles_that_say_nothing_say_so() -> None:
    for lang in ("en", "zh-hans"):
        tiles = {(tile.key, name): tile for name in NAMES for tile in strip(document(name), lang)}
        assert {key: {name for name in NAMES if tiles[key, name].stated} for key in STATED} == STATED
        assert all((tile.text in ("Not stated", "未写明")) != tile.stated for tile in tiles.values())
