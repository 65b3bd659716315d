"""The form behind the ten steps: what is typed, what is read of it, what is kept. No database."""

import pytest

from portal.core.access.powers import POWERS
from portal.core.names.collation import versions
from projects.terms.checks.card import card
from projects.terms.document.edit import flatten, steps
from projects.terms.document.fields import FIELDS
from projects.terms.document.missing import missing
from projects.terms.document.read import read_yaml
from projects.terms.document.references import roles_not_written
from projects.terms.document.refusals import COLLATIONS
from projects.terms.reading import place
from projects.terms.steps.controls import Control, Tree
from projects.terms.steps.offers import presets
from projects.terms.steps.rules.frames import KEY_ADDS
from projects.terms.steps.state import state, stored, with_step
from projects.terms.steps.typed import acted, overfull, typed, undecided, with_writer
from tests.projects.conftest import EXAMPLE


@pytest.fixture(scope="module")
def document():
    return read_yaml(EXAMPLE.read_text(), people=lambda handle: handle).document


def read(data):
    return state(data, people=lambda handle: handle)


def said(line) -> str:
    """A sentence of the form as it is read: words, chosen options and what stands in the inputs."""
    words = []
    for piece in line.pieces:
        slot = piece.slot
        options = [one.label for one in slot.options if one.chosen or slot.kind == "boxes"] if slot else []
        words.append(" ".join(options) or (slot.value or "…") if slot else piece.text)
    return " ".join(words).replace(" ,", ",")


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


def test_problems_are_named_in_the_order_of_the_page():
    typed_in = {"purpose.measures": "X", "none:purpose.measures": "none", "zone": "Atlantis/Capital"}
    rows = {f"core_team.members[{index}].since": "never" for index in (10, 2)}
    after = read(typed_in | rows | {"core_team.chosen_by": "all", "none:core_team.chosen_by": "none"})
    assert [one.path for one in after.problems_of(1)] == ["zone", "purpose.measures"]
    since = ["core_team.members[2].since", "core_team.members[10].since"]
    assert [one.path for one in after.problems_of(2)] == [*since, "core_team.chosen_by"]


@pytest.mark.parametrize(
    ("path", "english", "chinese"),
    [
        ("core_team.members[0].since", "Member 1 › Since", "成员 1 › 加入日期"),
        ("authorship.kinds[2].from", "Kind of credit 3 › From", "计分项目 3 › 来源"),
        ("core_team.members", "Members", "成员"),
    ],
)
def test_one_entry_has_the_name_of_one(path, english, chinese):
    assert (place(path, "en"), place(path, "zh-hans")) == (english, chinese)


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


@pytest.mark.parametrize(
    ("chosen", "words", "stored_as"),
    [
        ("yes", "", "yes"),
        ("no", "From the release.", "no"),
        ("none", "", "none"),
        ("", "From the release.", None),
        ("words", "From the release.", "From the release."),
        ("words", "Yes", "yes"),
        ("words", " yes. ", "yes"),
        ("words", "NO", "no"),
        ("words", "是", "yes"),
        ("words", "否。", "no"),
        ("words", "Yes, at any time", "Yes, at any time"),
        ("words", "yes, if the author agrees", "yes, if the author agrees"),
        ("words", "by agreement, yes", "by agreement, yes"),
        ("words", "", None),
    ],
)
def test_a_right_is_chosen_and_told_in_words_only_where_words_are_chosen(chosen, words, stored_as):
    sent = {"answer:rights.teaching": [chosen], "rights.teaching": [words]}
    after = read(typed(sent.items()))
    assert (after.document.get("rights", {}).get("teaching"), after.problems) == (stored_as, [])
    again = next(one for one in controls(Tree(after, "en").step(9)) if one.name == "rights.teaching")
    shown = [one.value for one in again.options if one.chosen] + ["none"] * again.none + ["words"] * bool(again.words)
    assert shown == ([] if stored_as is None else [stored_as if stored_as in ("yes", "no", "none") else "words"])


@pytest.mark.parametrize(
    ("roles", "named", "holders"),
    [
        (["organizer"], "organizer", ["ines-varga"]),
        (["organizer"], "editor", []),
        ("none", "organizer", []),
        # Parts of the word none, as an id that is being typed: nobody holds such a role.
        ("none", "", []),
        ("none", "no", []),
    ],
)
def test_a_role_says_who_of_the_core_team_holds_it_on_the_first_day(document, roles, named, holders):
    first = document["core_team"]["members"][0]
    document["core_team"]["members"] = [{**first, "person": "ines-varga", "roles": roles}]
    index = next(index for index, role in enumerate(document["roles"]) if role["granted"] == "appointed")
    data = stored(document, {}, str) | {f"roles[{index}].id": named}
    found = next(one for one in controls(Tree(read(data), "en").step(6)) if one.name == "roles")
    assert found.rows[index].held_by == holders


@pytest.mark.parametrize("text", ["Yes", "是", "yes."])
def test_the_card_calls_a_plain_yes_no_condition(document, text):
    """A stranger wrote “Yes” three times and read "Own use on a condition"."""
    data = stored(document, {}, str)
    for name in ("rights.own_paper", "rights.teaching", "rights.other_benchmark"):
        data |= typed({name: [text]}.items())
    found = card(read(data).document).findings
    assert [one.code for one in found if one.check == "own-rights"] == ["fair"]


@pytest.mark.parametrize(
    ("chosen", "day", "stored_as"),
    [("acceptance", "", "acceptance"), ("release", "2028-03-01", "release"), ("words", "2028-03-01", "2028-03-01")],
)
def test_publishing_is_from_an_event_or_from_a_day(chosen, day, stored_as):
    sent = {"answer:rights.publish.from": [chosen], "rights.publish.from": [day]}
    assert read(typed(sent.items())).document["rights"]["publish"] == {"from": stored_as}


@pytest.mark.parametrize(
    ("lang", "reads"),
    [
        ("en", ["Places 1 to 50: 5,000 USD each.", "Place 51: 100 USD.", "20 USD more is paid when …"]),
        ("zh-hans", ["第 1 至 50 名各 5,000 USD。", "第 51 名 100 USD。", "…时再加 20 USD。"]),
    ],
)
def test_prizes_and_bonuses_read_as_sentences(lang, reads):
    prizes, bonuses = "compensation.pay[0].rank", "compensation.pay[1].plus"
    data = {"compensation.pay[0].for": "rank", "compensation.pay[1].for": "task", f"{bonuses}[0].add": "20.00 USD"}
    data |= {f"{prizes}[0].from": "1", f"{prizes}[0].to": "50", f"{prizes}[0].each": "5000.00 USD"}
    data |= {f"{prizes}[1].from": "51", f"{prizes}[1].to": "51", f"{prizes}[1].each": "100.00 USD"}
    found = {one.name: one for one in controls(Tree(read(data), lang).step(4))}
    assert [row.reads for name in (prizes, bonuses) for row in found[name].rows] == reads


def test_a_row_of_a_list_without_a_sentence_of_its_own_reads_by_its_titles():
    data = {"translations[0].texts[0].path": "contact", "translations[0].texts[0].text": "die Seite"}
    found = {one.name: one for one in controls(Tree(read(data), "en").step(10))}
    assert found["translations[0].texts"].rows[0].reads == "Path: contact; In this language: die Seite."


def test_names_are_sorted_by_a_rule_that_is_chosen_and_stands_there_before():
    """Every rule that the site has is offered, the only one is preset, and nothing is answered by looking."""

    def collation(data, **more):
        tree = controls(Tree(read(data), "en", **more).step(7))
        return next(one for one in tree if one.name == "authorship.collation")

    assert [one.value for one in collation({}).options] == versions() == list(COLLATIONS)
    assert (collation({}).value, collation({}).open) == ("", True)
    preset = collation({}, presets=presets([]))
    assert ([one.chosen for one in preset.options], preset.value, preset.open) == ([True], "root-folded/1", False)
    assert preset.note == "Chosen for you; it counts once this step is saved."
    for answered in ("none", "older/1"):
        kept = collation({"authorship.collation": answered}, presets=presets([]))
        assert (kept.none, [one.value for one in kept.options if one.chosen]) == (
            (True, []) if answered == "none" else (False, ["older/1"])
        )


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_wrong_with_the_ties_is_said_in_the_words_of_the_buttons(document, lang):
    data = stored(document, {}, str) | {"authorship.ties[1].is": "name"}
    problem, *others = read(data).problems
    assert {one.code for one in (problem, *others)} == {"not_total"}
    for key in ("name+subject", "random"):
        assert KEY_ADDS[key].said(lang).rstrip("）") in problem.said(lang)


def test_each_power_says_in_the_form_what_the_help_says_of_it():
    found = {one.name: one for one in controls(Tree(read({"roles[0].id": "chair"}), "en").step(6))}
    powers = found["roles[0].powers"].options
    assert {one.value: one.hint for one in powers} == {power: str(does) for power, does in POWERS.items()}
    assert next(one for one in powers if one.value == "audit").hint == "opens what is hidden; each look is logged"


@pytest.mark.parametrize(
    ("said", "role"),
    [
        ("contributors", {"id": "contributors", "title": "Contributors"}),
        ("Appeal panel (3)", {"id": "appeal-panel-3", "title": "Appeal panel (3)"}),
        ("申诉小组", {"title": "申诉小组"}),
        ("x" * 39 + " y", {"id": "x" * 39, "title": "X" + "x" * 38 + " y"}),
    ],
)
def test_a_role_is_added_by_the_words_that_name_it(said, role):
    data = {"participation.appeals.to": said}
    assert roles_not_written(read(data).document) == {said: ["participation.appeals.to"]}
    after = read(acted(data, f"add:roles={said}"))
    assert (after.document["roles"], after.problems) == ([role], [])
    assert roles_not_written(after.document) == {}


def test_published_rubrics_are_chosen_and_the_latest_stands_there_before():
    def shown(data, **more):
        tree = controls(Tree(read(data), "en", **more).step(5))
        one = next(one for one in tree if one.name == "participation.rubric")
        return [(option.label, option.chosen) for option in one.options], one.words

    assert shown({}) == ([], ""), "nothing is published: a number or words are typed"
    both = {"rubrics": [1, 2], "presets": presets([1, 2])}
    assert shown({}, **both) == ([("Version 1", False), ("Version 2", True)], "")
    assert shown({"participation.rubric": "1"}, **both) == ([("Version 1", True), ("Version 2", False)], "")
    assert shown({"participation.rubric": "the draft"}, **both)[1] == "the draft"
    sent = {"answer:participation.rubric": ["2"], "participation.rubric": ["the draft"]}
    assert read(typed(sent.items())).document["participation"]["rubric"] == 2


def test_purposes_are_boxes_in_the_order_of_the_answer_and_own_words_stay():
    path = "licence.inbound.purposes"

    def boxes(text):
        found = next(one for one in controls(Tree(read({path: text}), "en").step(8)) if one.name == path)
        return found.options

    assert [(one.value, one.label) for one in boxes("")] == [
        ("research", "research"),
        ("evaluation", "evaluation"),
        ("training", "training"),
        ("resale", "resale"),
        ("noncommercial", "any non-commercial purpose"),
        ("any", "any purpose"),
    ]
    chosen = [one.value for one in boxes("training, teaching, research") if one.chosen]
    assert chosen == ["training", "teaching", "research"]
    assert read(typed([(path, chosen)])).document["licence"]["inbound"]["purposes"] == chosen
    assert boxes('["schools, all of them"]') == [], "a box would send two words"


def test_language_and_zone_suggest_what_can_be_read():
    found = {one.name: one for one in controls(Tree(read({}), "en").step(1))}
    assert ("zh-Hans", "Simplified Chinese") in found["language"].suggestions
    for name in ("language", "zone"):
        for value, _said in found[name].suggestions:
            assert read({name: value}).problems == []
    zones = {value for value, _said in found["zone"].suggestions}
    assert {"Europe/Oslo", "Asia/Shanghai", "UTC"} <= zones
    assert "Factory" not in zones


def test_a_text_to_translate_is_chosen_by_its_place_and_shown_beside_its_translation():
    words = {
        "purpose.measures": "How deep a well is.",
        "roles[0].title": "Editor",
        "roles[0].duties": "Edits the tasks.",
    }

    def row(path):
        data = words | {"translations[0].language": "de", "translations[0].texts[0].path": path}
        name = "translations[0].texts[0].path"
        return next(one for one in controls(Tree(read(data), "en").step(10)) if one.name == name)

    assert row("").suggestions == [
        ("purpose.measures", "What it measures"),
        ("roles[0].title", "Role 1 › Title"),
        ("roles[0].duties", "Role 1 › Duties"),
    ]
    assert row("roles[0].dut").note == ""
    named = row("roles[0].duties")
    assert (named.suggestions, named.note) == ([], "Role 1 › Duties: Edits the tasks.")


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
    ("there", "wanted"),
    [
        ([], ["ines-varga"]),
        (["amara-nwosu"], ["amara-nwosu", "ines-varga"]),
        (["ines-varga"], ["ines-varga", ""]),
        (["amara-nwosu", " @Ines-Varga "], ["amara-nwosu", " @Ines-Varga ", ""]),
        ([""], ["", "ines-varga"]),
    ],
)
def test_a_member_who_is_added_is_first_the_writer_unless_named(there, wanted):
    fields = "core_team.members[{}].person".format
    sent = {fields(index): said for index, said in enumerate(there)}
    after = with_writer(acted(sent, "add:core_team.members"), "add:core_team.members", "ines-varga")
    assert after == {fields(index): said for index, said in enumerate(wanted)}


@pytest.mark.parametrize("action", ["save", "next", "add:core_team.funders", "remove:core_team.members[0]"])
def test_nobody_is_named_by_another_button(action):
    sent = {"core_team.members[0].person": "", "core_team.members[0].duties": "Reads the mail."}
    assert with_writer(acted(sent, action), action, "ines-varga") == acted(sent, action)


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
    assert (
        said(step["authorship.eligibility"].rule.root.line)
        == "has at least 1 points, from Accepted task Finished review"
    )
    assert step["authorship.eligibility"].reads.endswith("at least 1 point.")
    assert step["authorship.kinds"].rows[1].reads.startswith("“Finished review”: ")


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


def test_a_block_left_behind_by_a_changed_rule_for_authors_says_so(document):
    """A stranger asked for two points instead of one and found an author in no block: the block still asked for one."""
    one, two = {"points": {"at_least": "1"}}, {"points": {"at_least": "2"}}
    assert document["authorship"]["eligibility"] == document["authorship"]["blocks"][0]["who"] == one

    def note(**authorship):
        data = stored(document | {"authorship": document["authorship"] | authorship}, {}, str)
        tree = Tree(read(data), "en", earlier={1: document, 2: {"authorship": {"eligibility": two}}})
        return next(found for found in controls(tree.step(7)) if found.name == "authorship.blocks[0].who").note

    said = "This is the rule for authors as it was in version 1. Authors who do not fit it stand after all blocks."
    blocks = document["authorship"]["blocks"]
    assert note(eligibility=two) == said
    assert note() == ""
    assert note(eligibility=two, blocks=[blocks[0] | {"who": two}]) == ""
    assert note(eligibility=two, blocks=[blocks[0] | {"who": {"points": {"at_least": "3"}}}]) == ""
    assert note(eligibility=one, blocks=[blocks[0] | {"who": two}]) == said.replace("version 1", "version 2")


def test_the_form_says_under_the_blocks_who_stands_in_none():
    found = {one.name: one for one in controls(Tree(read({}), "en").step(7))}
    assert "An author who fits no block stands last, after all blocks, in the order of the ties" in (
        found["authorship.blocks"].help
    )
