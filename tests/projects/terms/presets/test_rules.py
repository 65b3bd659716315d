"""The rules of the presets on small ledgers, calculated by hand, and which rules are only read so far.

Parts that no scheme publishes are answered by `completed`: a name after a tie, a date, a split. Where a preset holds a
rule the engine does not compute yet, `ONLY_READ` names it, and the part beside it is run alone. Rules of pay and prizes
are read everywhere and run nowhere; claims have no pages on the site, so the engine is given their entries as they are.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from authorship.engine import grammar
from authorship.engine.awards import amounts
from authorship.engine.errors import EngineError
from authorship.engine.rules.types import AllOf, AnyOf, Distinct
from tests.authorship.engine.building import authors, choice, entry, fact, row, subject
from tests.projects.terms.presets.completed import clause, pieces, ran, without_the_rest
from tests.projects.terms.presets.preset_data import NAMES, document

ONLY_READ = {
    "terminal-bench-science": [
        "eligibility.any[1].all[0].agreed",
        "eligibility.any[1].all[1].any[0].referred",
        "blocks[0].who.any[1].agreed",
        "marks[0].who.all[0].agreed",
        "marks[0].who.all[1].any[0].referred",
    ],
    "terminal-bench-1": ["kinds[2].amount.range", "eligibility.any[1].decision", "blocks[0].who.any[1].decision"],
    "ligo": ["eligibility.all[1].service", "blocks[0].who.all[1].service", "outputs[1].list"],
    "cms": ["eligibility.all[1].service", "eligibility.all[2].not.decision"],
    "atlas": ["eligibility.all[1].service", "eligibility.all[2].service"],
    "xenon": ["eligibility.any[1].decision", "blocks[0].who.any[1].decision"],
    "mmteb": ["kinds[0].first_of", "kinds[3].amount.range", "blocks[0].who.decision", "blocks[2].who.decision"],
    "multi-swe-rl": ["eligibility.any[0].all[1].distinct", "blocks[0].who.all[1].distinct"],
}
# No rule about people stands in these two: GPQA pays, and of CritPt nothing is public.
NO_LIST = ("gpqa", "critpt")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NO_LIST])
def test_what_is_only_read_is_named_and_nothing_else(name: str) -> None:
    found = grammar.not_computed(clause(name), "")
    assert [problem.path.lstrip(".") for problem in found] == ONLY_READ.get(name, [])
    assert {problem.code for problem in found} <= {"not_computed"}


# --- terminal-bench-science: 1 point a merged task, split equally, author from 1 point


def test_science_two_halves_are_no_author_and_three_thirds_are() -> None:
    rule = clause("terminal-bench-science")["kinds"][0]
    assert amounts(rule, fact("t1", {"ada": "1", "ben": "1"})) == {"ada": Fraction(1, 2), "ben": Fraction(1, 2)}
    terms = clause("terminal-bench-science", **without_the_rest("terminal-bench-science", "any", 0))
    entries = [entry(1, "ada", "1/2", source="t1"), entry(2, "ben", "1/2", source="t1")]
    entries += [entry(seq, "cy", "1/3") for seq in (3, 4, 5)]
    entries += [entry(6, "dee", "1"), entry(7, "dee", "1/2")]
    result = ran(terms, ["ada", "ben", "cy", "dee"], entries)
    # Exactly one, and one and a half; the half is told what is missing. More tasks come first: 3 before 2.
    assert authors(result) == ["cy", "dee"]
    assert row(result, "ada")["missing"] == row(result, "ben")["missing"] == "1/2"


# --- terminal-bench-1: task 2, adapter 6, author from 6 points, acknowledged below


def test_terminal_bench_1_six_points_are_enough_and_five_are_thanked() -> None:
    kinds = clause("terminal-bench-1")["kinds"][:2]
    assert [kind["amount"] for kind in kinds] == [{"fixed": "2"}, {"fixed": "6"}]
    terms = clause("terminal-bench-1", **without_the_rest("terminal-bench-1", "any", 0), kinds=kinds)
    entries = [entry(seq, "three", "2") for seq in (1, 2, 3)]
    entries += [entry(4, "one", "6", kind="adapter"), entry(5, "one", "2"), entry(6, "two", "2"), entry(7, "two", "2")]
    result = ran(terms, ["three", "one", "two", "nobody"], entries)
    assert authors(result) == ["one", "three"]  # 8, then 6
    assert row(result, "two")["list"] == "acknowledged"  # 4


@pytest.mark.parametrize(("points", "listed"), [("5", []), ("6", ["ada"]), ("7", ["ada"])])
def test_terminal_bench_1_at_the_threshold(points: str, listed: list[str]) -> None:
    kinds = clause("terminal-bench-1")["kinds"][:2]
    terms = clause("terminal-bench-1", **without_the_rest("terminal-bench-1", "any", 0), kinds=kinds)
    assert authors(ran(terms, ["ada"], [entry(1, "ada", points)])) == listed


# --- humanitys-last-exam, agents-last-exam, rsi-bench: one accepted piece is enough


def test_last_exam_more_accepted_questions_first_and_authorship_is_optional() -> None:
    entries = pieces("question", one=1, three=3, two=2)
    result = ran(clause("humanitys-last-exam"), ["one", "two", "three", "zero"], entries)
    assert authors(result) == ["three", "two", "one"]
    out = ran(clause("humanitys-last-exam"), ["one", "two", "three"], entries, choices=[choice(1, "two", "anonymous")])
    assert authors(out) == ["three", "one"]


def test_last_exam_prizes_are_read_and_not_paid() -> None:
    assert prizes("humanitys-last-exam") == [(1, 50, 500_000), (51, 550, 50_000)]
    assert prizes("agents-last-exam") == [(1, 10, 100_000), (11, 110, 10_000)]


def test_agents_who_runs_the_project_wins_no_prize_and_is_an_author() -> None:
    grant = [{"id": "organizer", "from": "2026-12-01", "to": None}]
    people = [subject("ora", roles=grant), "ben", "cy"]
    result = ran(clause("agents-last-exam"), people, pieces("workflow", ora=1, ben=1))
    assert authors(result) == ["ben", "ora"]
    thanked = [choice(1, "ben", "acknowledged")]
    result = ran(clause("agents-last-exam"), people, pieces("workflow", ora=1, ben=1), choices=thanked)
    assert (authors(result), row(result, "ben")["list"]) == (["ora"], "acknowledged")
    # The exclusion is read, not run.
    excluded = document("agents-last-exam")["compensation"]["pay"][0]["exclude"]
    assert excluded == {"any": [{"role": {"id": "organizer"}}, {"role": {"id": "staff"}}]}


def test_rsi_everyone_named_on_a_task_has_it_whole() -> None:
    terms = clause("rsi-bench")
    whole = amounts(terms["kinds"][0], fact("t1", {"ada": "1/2", "ben": "1/2"}))
    assert whole == {"ada": Fraction(1), "ben": Fraction(1)}
    result = ran(terms, ["ada", "ben", "cy"], [entry(1, "ada", "1", source="t1"), entry(2, "ben", "1", source="t1")])
    assert authors(result) == ["ada", "ben"]
    # The first fifty are read, not run.
    assert document("rsi-bench")["compensation"]["pay"][0]["cohort"] == 50


# --- gpqa: pay, read and not computed


def test_gpqa_a_writer_gets_125_at_most() -> None:
    rules = {rule["id"]: rule for rule in document("gpqa")["compensation"]["pay"]}
    most = {
        name: rule["base"]["minor"] + sum(one["add"]["minor"] for one in rule["plus"]) for name, rule in rules.items()
    }
    # 10 + 2 × 20 + 3 × 15 + 30; 10 + 10 + 10 + 5; 10 + 10 + 7; 10 + 30.
    assert most == {"writer": 12_500, "expert-1": 3_500, "expert-2": 2_700, "non-expert": 4_000}
    for rule in rules.values():
        typed, problems = grammar.parse_pay_rule({**rule, "ties": "share"}, "pay")
        assert problems == []
        assert typed is not None
    both = rules["writer"]["plus"][-1]
    assert both["when"] == {"all": ["experts_right ≥ 2", "nonexperts_wrong ≥ 2"]}


def test_gpqa_without_authorship_there_is_no_list() -> None:
    result = ran({"eligibility": "none", "kinds": "none", "blocks": "none", "ties": "none"}, ["ada"], [])
    assert document("gpqa")["authorship"] == {"kinds": "none", "eligibility": "none"}
    assert result["authors"] == []


# --- mmteb: author from 10 points, higher first, teams split as they like


@pytest.mark.parametrize(("notes", "listed"), [(9, []), (10, ["ada"]), (11, ["ada"])])
def test_mmteb_at_the_threshold(notes: int, listed: list[str]) -> None:
    assert authors(ran(mmteb(), ["ada"], pieces("annotation", ada=notes))) == listed


def test_mmteb_one_new_task_is_enough_alone_and_not_when_it_is_shared() -> None:
    kinds = {kind["id"]: kind for kind in mmteb()["kinds"]}
    shared = amounts(kinds["new-task"], fact("t1", {"ada": "3/5", "ben": "2/5"}))
    assert shared == {"ada": Fraction(6), "ben": Fraction(4)}
    reviews = amounts(kinds["review"], fact("r1", {"ada": "1/2", "ben": "1/2"}, type="review"))
    assert reviews == {"ada": Fraction(2), "ben": Fraction(2)}
    entries = [entry(1, "ada", "6", kind="new-task", source="t1"), entry(2, "ben", "4", kind="new-task", source="t1")]
    entries += [entry(3, "cy", "10", kind="new-task"), entry(4, "ada", "2", kind="review", source="r1")]
    entries += [entry(5, "dee", "10", kind="new-task"), entry(6, "dee", "1", kind="model-run")]
    result = ran(mmteb(), ["ada", "ben", "cy", "dee"], entries)
    assert authors(result) == ["dee", "cy"]  # 11, 10
    assert (row(result, "ada")["missing"], row(result, "ben")["missing"]) == ("2", "6")


def mmteb() -> dict[str, Any]:
    kinds = [kind for kind in clause("mmteb")["kinds"] if kind["id"] not in ("dataset", "bug-fix")]
    return clause("mmteb", **without_the_rest("mmteb"), kinds=kinds)


# --- nl-augmenter: organizers first, then alphabetical; runs whole


def test_nl_augmenter_organizers_first_then_the_alphabet() -> None:
    grant = [{"id": "organizer", "from": "2026-12-01", "to": None}]
    people = [subject("s1", "zhou", roles=grant), subject("s2", "moreau"), subject("s3", "abe"), subject("s4", "lind")]
    result = ran(clause("nl-augmenter"), people, pieces("submission", s2=4, s3=1))
    assert authors(result) == ["s1", "s3", "s2"]  # s4 has none accepted, s1 none either and organizes
    assert [found["block"] for found in result["authors"]] == ["organizers", "authors", "authors"]


# --- multi-swe-rl: 200 merged entries and more than 5 repositories


def test_multi_swe_200_entries_in_five_repositories_are_read_and_not_run() -> None:
    """The outcome stands in the rule: exactly five are not more than five. The engine counts no repositories yet."""
    with pytest.raises(EngineError) as caught:
        ran(clause("multi-swe-rl"), ["ada"], [])
    assert {problem.code for problem in caught.value.problems} == {"not_computed"}
    typed, _ = grammar.parse_expression(document("multi-swe-rl")["authorship"]["eligibility"], "e")
    assert isinstance(typed, AnyOf)
    both = typed.parts[0]
    assert isinstance(both, AllOf)
    repositories = both.parts[1]
    assert isinstance(repositories, Distinct)
    assert (repositories.of, repositories.kind) == ("repository", "entry")
    assert [repositories.bound.met(number) for number in (4, 5, 6)] == [False, False, True]


def test_multi_swe_the_count_runs_to_the_entry() -> None:
    terms = clause("multi-swe-rl", **without_the_rest("multi-swe-rl", "any", 0, "all", 0))
    result = ran(terms, ["exact", "below", "above"], pieces("entry", exact=200, below=199, above=201))
    assert authors(result) == ["above", "exact"]
    assert row(result, "below")["list"] == "acknowledged"


def test_multi_swe_maintainers_stand_apart() -> None:
    said = clause("multi-swe-rl")
    count = {"count": {"kind": "entry", "at_least": 200}}
    blocks = [{**said["blocks"][0], "who": count}, said["blocks"][1]]
    terms = {**said, "eligibility": {"any": [count, said["eligibility"]["any"][1]]}, "blocks": blocks}
    grant = [{"id": "maintainer", "from": "2026-12-01", "to": None}]
    people = [subject("s1", "abe", roles=grant), subject("s2", "zhou"), subject("s3", "lind", roles=grant)]
    result = ran(terms, people, pieces("entry", s2=200))
    assert [(found["subject"], found["block"]) for found in result["authors"]] == [
        ("s2", "authors"),
        ("s1", "maintainers"),
        ("s3", "maintainers"),
    ]


def prizes(name: str) -> list[tuple[int, int, int]]:
    (rule,) = document(name)["compensation"]["pay"]
    typed, problems = grammar.parse_pay_rule({**rule, "ties": "share", "ranked_by": ["points"]}, "pay")
    assert problems == []
    assert typed is not None
    return [(run["from"], run["to"], run["each"]["minor"]) for run in rule["rank"]]
