"""The eight invented people under the rules of presets, each list reckoned by hand from `example_people.toml`.

Accepted tasks: Haddad three, one of them shared by halves with Nguyễn, who has one more; Chen and Łukasik one each;
Sokolova and Öztürk share one. Reviews: Haddad 2, Yamada 3, Öztürk 1. Claims of the first kind: Ibáñez 12, Łukasik 6;
of the second: Nguyễn 1. The first role that rules name: Haddad for ten days and Yamada; the second: Ibáñez, who left.
By name: Chen, Haddad, Ibáñez, Nguyễn, Öztürk, Sokolova, Yamada, Łukasik, since ł folds to no Latin letter.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string

from projects.terms.steps.example import Example, example, for_step
from tests.authorship.engine.building import award
from tests.projects.terms.document.documents import example as whole
from tests.projects.terms.presets.completed import ANYONE, clause, without_the_rest
from tests.projects.terms.presets.preset_data import document

SHORT = {
    "أمل حداد": "Haddad",
    "Nguyễn Bảo Linh": "Nguyen",
    "陈思远": "Chen",
    "Dagny Łukasik": "Lukasik",
    "Елена Соколова": "Sokolova",
    "Farid Öztürk": "Ozturk",
    "山田花": "Yamada",
    "Gorka Ibáñez": "Ibanez",
}


def ran(authorship: dict[str, Any], lang: str = "en") -> Example:
    return example({"schema": "concord-terms/1", "authorship": authorship}, lang)


def authors(made: Example) -> list[str]:
    people = [person for block in made.blocks for person in block.people]
    assert [person.place for person in people] == list(range(1, len(people) + 1))
    return [f"{SHORT[person.name]} {person.points.split()[0]}" for person in people]


def names(people: list[Any]) -> list[str]:
    return [SHORT[person.name] for person in people]


def test_last_exam_more_questions_first_and_four_are_tied() -> None:
    made = ran(clause("humanitys-last-exam"))
    assert authors(made) == ["Haddad 2½", "Nguyen 1½", "Chen 1", "Ozturk ½", "Sokolova ½", "Lukasik 1"]
    assert [person.tied for person in made.blocks[0].people] == ["", "", *["tied 3–6"] * 4]
    assert (names(made.near), names(made.acknowledged), names(made.nowhere)) == ([], [], ["Yamada", "Ibanez"])


def test_what_a_preset_leaves_open_is_assumed_and_said() -> None:
    made = ran(document("humanitys-last-exam")["authorship"])
    assert authors(made) == ["Haddad 2½", "Nguyen 1½", "Chen 1", "Ozturk ½", "Sokolova ½", "Lukasik 1"]
    assert {(one.path, one.says) for one in made.assumed} == {
        ("authorship.ties", "by name, and between equal names by a fixed mark"),
        ("authorship.kinds[0].split", "shared equally"),
        ("authorship.kinds[0].date", "counted on the day of acceptance"),
    }
    assert [one.says for one in ran(clause("humanitys-last-exam")).assumed] == []


def test_without_blocks_everybody_stands_by_name_and_that_is_said() -> None:
    """Of “Agents’ Last Exam” the blocks are open as well; who is an author is not."""
    made = ran(document("agents-last-exam")["authorship"])
    assert authors(made) == ["Chen 1", "Haddad 2½", "Nguyen 1½", "Ozturk ½", "Sokolova ½", "Lukasik 1"]
    assert "authorship.blocks" in {one.path for one in made.assumed}


def test_who_is_an_author_and_what_work_is_worth_are_never_assumed() -> None:
    for part in ("eligibility", "kinds"):
        made = ran({name: value for name, value in clause("humanitys-last-exam").items() if name != part})
        assert made.note == "The list cannot be computed yet."
        assert f"authorship.{part}" in {one.path for one in made.reasons}
        assert made.assumed == []
    kinds = [{name: text for name, text in clause("humanitys-last-exam")["kinds"][0].items() if name != "amount"}]
    assert ran(clause("humanitys-last-exam", kinds=kinds)).blocks == []


def test_what_tied_means_is_said_with_the_order_that_the_ties_give() -> None:
    """A stranger could not tell whether "tied 3–6" was before the tie rule of clause 7.12 or after it."""
    ties = ["first_credit", "name+subject"]
    blocks = [{"id": "all", "title": "Authors", "who": ANYONE, "sort": ["points"]}]
    made = ran(clause("humanitys-last-exam", blocks=blocks, ties=ties))
    assert "tied 5–6" in [person.tied for person in made.blocks[0].people]
    assert made.ties == (
        "Tied: equal by every key but the tie-break. Inside they stand in the order of clause 7.12: "
        "by the date of the first credit, earliest first; "
        "then by name, and equal names by the random id of the account."
    )
    assert ran(clause("agents-last-exam")).ties == "", "nobody is tied where names decide"


def test_agents_last_exam_stands_by_name() -> None:
    made = ran(clause("agents-last-exam"))
    assert authors(made) == ["Chen 1", "Haddad 2½", "Nguyen 1½", "Ozturk ½", "Sokolova ½", "Lukasik 1"]


def test_rsi_bench_gives_a_shared_task_whole_to_each() -> None:
    made = ran(clause("rsi-bench"))
    assert authors(made) == ["Chen 1", "Haddad 3", "Nguyen 2", "Ozturk 1", "Sokolova 1", "Lukasik 1"]


def test_nl_augmenter_organizers_stand_first() -> None:
    made = ran(clause("nl-augmenter"))
    assert [(block.title, names(block.people)) for block in made.blocks] == [
        ("Organizers", ["Haddad", "Yamada"]),
        ("Authors", ["Chen", "Nguyen", "Ozturk", "Sokolova", "Lukasik"]),
    ]


def test_mmteb_ten_points_with_two_tied_and_three_near() -> None:
    kinds = [kind for kind in clause("mmteb")["kinds"] if kind["id"] not in ("dataset", "bug-fix")]
    made = ran(clause("mmteb", **without_the_rest("mmteb"), kinds=kinds))
    # 2½ × 10 + 2 × 2; 1½ × 10 + 1; 10 + 6; 12; 10
    assert authors(made) == ["Haddad 29", "Nguyen 16", "Lukasik 16", "Ibanez 12", "Chen 10"]
    assert [person.tied for person in made.blocks[0].people] == ["", "tied 2–3", "tied 2–3", "", ""]
    # 5; 5 + 2; 3 × 2
    assert [(SHORT[one.name], one.points, one.missing.split(": ")[-1]) for one in made.near] == [
        ("Sokolova", "5 points", "5 points"),
        ("Ozturk", "7 points", "3 points"),
        ("Yamada", "6 points", "4 points"),
    ]


def test_terminal_bench_1_six_points_and_the_others_are_thanked() -> None:
    kinds = clause("terminal-bench-1")["kinds"][:2]
    made = ran(clause("terminal-bench-1", **without_the_rest("terminal-bench-1", "any", 0), kinds=kinds))
    # 12 × 6; 2 + 6 × 6
    assert authors(made) == ["Ibanez 72", "Lukasik 38"]
    assert names(made.acknowledged) == ["Chen", "Haddad", "Nguyen", "Ozturk", "Sokolova"]
    assert names(made.nowhere) == ["Yamada"]


def test_multi_swe_nobody_has_two_hundred_entries() -> None:
    made = ran(clause("multi-swe-rl", **without_the_rest("multi-swe-rl", "any", 0, "all", 0)))
    assert authors(made) == []
    assert names(made.acknowledged) == ["Chen", "Haddad", "Nguyen", "Ozturk", "Sokolova", "Lukasik"]


def test_ligo_days_of_membership_are_counted_to_the_day() -> None:
    who = {"member": {"for_days": 365}}
    blocks = [{"id": "all", "title": "Authors", "who": ANYONE, "sort": ["name"]}]
    made = ran(clause("ligo", eligibility=who, blocks=blocks, outputs=[]))
    # Chen became a member 361 days ago, Nguyễn 366; Łukasik 182 days ago.
    assert names(made.blocks[0].people) == ["Haddad", "Nguyen", "Yamada"]
    assert [(SHORT[one.name], one.missing.split(": ")[-1]) for one in made.near] == [
        ("Lukasik", "183 days"),
        ("Ibanez", "365 days"),
    ]
    assert names(made.nowhere) == ["Chen", "Sokolova", "Ozturk"]


def test_callat_juniors_by_points_then_seniors() -> None:
    roles = {"any": [{"role": {"id": "junior"}}, {"role": {"id": "senior"}}]}
    made = ran(clause("callat", kinds=[award()], eligibility=roles))
    assert [(block.title, names(block.people)) for block in made.blocks] == [
        ("Juniors", ["Haddad", "Yamada"]),
        ("Seniors", ["Ibanez"]),
    ]


def test_a_role_held_for_ten_days_is_a_near_miss_of_ninety() -> None:
    made = ran(clause("nl-augmenter", eligibility={"role": {"id": "organizer", "for_days": 90}}))
    assert authors(made) == ["Yamada 0"]
    missing = {SHORT[one.name]: one.missing for one in made.near}
    assert missing["Haddad"].endswith("80 days"), "from 20 February to 1 March are ten days, both included"


# --- where there is no list


def test_what_is_not_computed_yet_is_named_with_its_place() -> None:
    made = ran(clause("mmteb"))
    assert made.note == "The list cannot be computed yet."
    assert [reason.path for reason in made.reasons][:2] == [
        "authorship.kinds[0].first_of",
        "authorship.kinds[3].amount.range",
    ]
    assert {reason.says for reason in made.reasons} == {"not computed yet by this site"}
    assert made.reasons[0].href == "#authorship.kinds[0].first_of"
    assert made.blocks == []


def test_what_is_open_or_wrong_is_named_with_its_place() -> None:
    made = ran(document("callat")["authorship"])
    assert {(reason.path, reason.says) for reason in made.reasons} == {
        ("authorship.kinds", "open"),
        ("authorship.eligibility", "open"),
    }
    wrong = ran({**clause("rsi-bench"), "eligibility": {"count": {"kind": "nothing", "at_least": 1}}})
    assert [reason.path for reason in wrong.reasons] == ["authorship.eligibility.count.kind"]
    assert "There is no kind of credit with the id “nothing”" in wrong.reasons[0].says


@pytest.mark.parametrize("authorship", [None, {}, "none", {"kinds": "none"}, {"eligibility": {"points": {}}}])
def test_an_unfinished_draft_has_an_example_too(authorship: Any) -> None:
    made = example(
        {"schema": "concord-terms/1", **({} if authorship is None else {"authorship": authorship})}, "zh-hans"
    )
    assert made.reasons
    assert len(made.histories) == 8


def test_no_authorship_makes_no_list() -> None:
    made = ran(document("gpqa")["authorship"])
    assert (made.note, made.reasons) == ("No authorship is offered, so there is no list.", [])


def test_it_stands_beside_the_step_of_authorship_alone() -> None:
    found = [for_step(whole(), chapter, "en") for chapter in range(1, 11)]
    assert [chapter for chapter, one in enumerate(found, 1) if one] == [7]
    assert found[6] is not None
    assert found[6].blocks[0].people[0].marks == "core author"


def test_whoever_fits_no_block_stands_after_all_of_them_and_is_marked_so() -> None:
    """As the engine places them: by the ties alone, here by the earlier first credit."""
    blocks = [{"id": "two", "title": "Two or more", "who": {"points": {"at_least": "2"}}, "sort": ["points"]}]
    made = ran(clause("humanitys-last-exam", blocks=blocks, ties=["name+subject"]))
    assert [(block.title, block.rest, names(block.people)) for block in made.blocks] == [
        ("Two or more", False, ["Haddad"]),
        (
            "In none of the blocks, so at the end",
            True,
            ["Chen", "Nguyen", "Ozturk", "Sokolova", "Lukasik"],
        ),
    ]
    page = render_to_string("projects/terms/example_beside.html", {"example": made})
    assert page.index("Two or more") < page.index("in no block: they stand after all blocks") < page.index("陈思远")
    assert 'href="#authorship.blocks"' in page
