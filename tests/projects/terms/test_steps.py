"""The form behind the ten steps: what is typed, what is read of it, what is kept. No database."""

import pytest

from projects.terms.document.edit import flatten, steps
from projects.terms.document.fields import FIELDS
from projects.terms.document.missing import missing
from projects.terms.document.read import read_yaml
from projects.terms.steps.controls import Control, Tree
from projects.terms.steps.state import state, stored, with_step
from projects.terms.steps.typed import acted, overfull, typed, undecided
from tests.projects.conftest import EXAMPLE


@pytest.fixture(scope="module")
def document():
    return read_yaml(EXAMPLE.read_text(), people=lambda handle: handle).document


def read(data):
    return state(data, people=lambda handle: handle)


def controls(tree: list[Control]):
    for one in tree:
        yield one
        yield from controls(one.parts)
        for row in one.rows:
            yield from controls(row.controls)
            yield from controls(row.more)


def test_the_whole_example_goes_into_the_form_and_comes_back(document):
    after = read(stored(document, {}, str))
    assert (after.document, after.problems, after.open_paths) == (document, [], [])
    assert after.forms(str) == {}


def test_every_mandatory_path_has_a_field_even_inside_lists():
    data = {}
    for chapter in range(1, 11):
        for one in controls(Tree(read({}), "en").step(chapter)):
            if one.kind == "list":
                data = acted(data, f"add:{one.name}")
    for _round in range(2):  # lists inside lists
        for chapter in range(1, 11):
            for one in list(controls(Tree(read(data), "en").step(chapter))):
                if one.kind == "list" and not one.rows:
                    data = acted(data, f"add:{one.name}")
    names = {
        one.name.replace("[0]", "[]")
        for chapter in range(1, 11)
        for one in controls(Tree(read(data), "en").step(chapter))
    }
    sections = {field.path for field in FIELDS if "." not in field.path and field.kind == "object"}
    wanted = {field.path for field in FIELDS if field.mandatory} - sections - {"schema"}
    assert wanted - names == set()
    assert len(wanted) > 100


def test_a_step_filled_from_nothing_through_its_controls_gives_the_same_clause(document):
    """Types every value of the example into empty steps, chapter by chapter, as a person would."""
    data = {}
    for step in steps():
        mine = {
            name: text
            for name, text in flatten(document).items()
            if name in with_step({}, step.chapter, flatten(document))
        }
        data = read(with_step(data, step.chapter, typed((name, [text]) for name, text in mine.items()))).data
    assert read(data).document == document


def test_a_bad_value_is_kept_as_typed_and_the_rest_is_stored(document):
    data = stored(document, {}, str) | {"changes.notice_days": "soon", "contact": "the front desk"}
    after = read(data)
    assert [(one.path, one.code) for one in after.problems] == [("changes.notice_days", "number")]
    assert after.document["contact"] == "the front desk"
    assert "notice_days" not in after.document["changes"]
    assert after.open_paths == ["changes.notice_days"]
    again = stored(after.document, after.forms(str), str)
    assert again["changes.notice_days"] == "soon"


def test_a_bad_part_of_one_entry_leaves_the_other_entries(document):
    data = stored(document, {}, str) | {"authorship.kinds[0].amount": "{fixed: 0.5}"}
    after = read(data)
    assert [kind["id"] for kind in after.document["authorship"]["kinds"]] == ["task", "review"]
    assert after.problems_of(7)
    assert not after.problems_of(6)


@pytest.mark.parametrize(
    "text",
    [
        "{points: ",
        "{points: {at_least: 1e400}}",
        "[" * 500,
        "{all: " * 30 + "1" + "}" * 30,
        "!!python/object:os.system x",
        "&a [*a]",
        "\x00",
    ],
)
def test_a_hostile_rule_is_an_error_at_its_field_and_nothing_worse(document, text):
    after = read(stored(document, {}, str) | {"authorship.eligibility": text})
    assert {one.path.split("[")[0].split(".points")[0][:22] for one in after.problems} == {"authorship.eligibility"}
    assert "eligibility" not in after.document["authorship"]


@pytest.mark.parametrize(
    ("text", "position"), [("MIT AND", 8), ("(", 2), ("LicenseRef-<script>", 12), ("(" * 10_000, 401)]
)
def test_a_bad_licence_is_refused_with_its_position(document, text, position):
    after = read(stored(document, {}, str) | {"licence.outbound.data": text})
    assert [one.path for one in after.problems] == ["licence.outbound.data"]
    assert f"character {position}" in after.problems[0].message


def test_none_is_an_answer_of_its_own(document):
    sent = typed(
        [
            ("participation.appeals", ["none"]),
            ("participation.appeals.to", ["panel"]),
            ("none:participation.say", ["none"]),
            ("participation.say", [""]),
        ]
    )
    after = read(with_step(stored(document, {}, str), 5, sent))
    assert after.document["participation"]["appeals"] == "none"
    assert after.document["participation"]["say"] == "none"
    assert after.forms(str)["5"]["participation.appeals.to"] == "panel", "what stood below stays typed"


def test_none_ticked_beside_words_is_for_the_writer_to_settle(document):
    sent = typed([("participation.say", ["Members vote."]), ("none:participation.say", ["none"])])
    assert undecided(sent) == ["participation.say"]
    after = read(with_step(stored(document, {}, str), 5, sent))
    assert [(one.path, one.code) for one in after.problems] == [("participation.say", "both")]
    assert after.forms(str)["5"]["participation.say"] == "Members vote."


def test_boxes_of_one_name_are_joined_and_none_of_them_is_an_empty_list(document):
    sent = typed(
        [("roles[0].powers", ["review", "assign"]), ("roles[1].powers", [""]), ("none:roles[1].powers", ["[]"])]
    )
    assert sent == {"roles[0].powers": "review, assign", "roles[1].powers": "[]"}


def test_rows_are_added_moved_and_removed_with_all_they_hold(document):
    data = stored(document, {}, str)
    down = read(acted(data, "down:compensation.pay[0]"))
    assert [rule["id"] for rule in down.document["compensation"]["pay"]] == ["review-pay", "task-pay"]
    assert down.document["compensation"]["pay"][1]["plus"] == document["compensation"]["pay"][0]["plus"]
    gone = read(acted(data, "remove:compensation.pay[0]"))
    assert [rule["id"] for rule in gone.document["compensation"]["pay"]] == ["review-pay"]
    added = acted(data, "add:compensation.pay[0].plus")
    assert read(added).document == document, "an empty row is nothing yet"
    assert "compensation.pay[0].plus[1].when" in read(added).forms(str)["4"]


@pytest.mark.parametrize(
    "action",
    [
        "add:contact",
        "add:roles[0]",
        "up:roles[0]",
        "down:roles[4]",
        "remove:roles[99]",
        "fly:roles[0]",
        "up:roles",
        "",
        ":",
        "remove:../x[0]",
    ],
)
def test_a_button_that_fits_nothing_changes_nothing(document, action):
    data = stored(document, {}, str)
    assert acted(data, action) == data


def test_a_rule_is_shown_with_the_sentence_it_reads_as(document):
    step = {one.name: one for one in controls(Tree(read(stored(document, {}, str)), "en").step(7))}
    assert step["authorship.eligibility"].value == '{points: {at_least: "1"}}'
    assert step["authorship.eligibility"].reads == "Authors: everybody with at least 1 point."
    assert step["authorship.kinds"].rows[1].reads.startswith("Finished review: ½ point")


def test_names_outside_the_schema_are_dropped():
    assert (
        typed([("csrfmiddlewaretoken", ["x"]), ("version", ["3"]), ("purpose.nothing", ["x"]), ("a" * 9999, ["x"])])
        == {}
    )


def test_missing_of_the_empty_form_is_missing_of_the_empty_document():
    assert read({}).open_paths == missing({"schema": "concord-terms/1"})


def test_each_list_is_counted_by_itself():
    rows = [f"roles[{number}].id" for number in range(21)]
    deep = [f"compensation.pay[{number}].plus[{inner}].when" for number in range(2) for inner in range(30)]
    assert overfull(dict.fromkeys([*rows[:20], *deep, f"none:{rows[0]}"], "")) == {}
    assert overfull(dict.fromkeys([*rows, *deep], "")) == {"roles": 20}
    assert overfull({f"none:roles[{number}].criteria": "none" for number in range(21)}) == {"roles": 20}
