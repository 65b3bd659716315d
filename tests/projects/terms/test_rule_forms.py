"""Rules in the form: many fields and the same rule again, whatever button is pressed. No database."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from projects.terms.document.edit import flatten, is_field, steps, unflatten
from projects.terms.document.fields import field_at
from projects.terms.document.read import read
from projects.terms.document.rule_shapes import grammar
from projects.terms.steps.controls import Control, Tree
from projects.terms.steps.rules.hints import HINTS
from projects.terms.steps.rules.parts import Line, Row, RuleForm
from projects.terms.steps.state import State, state, stored
from projects.terms.steps.typed import acted, landing, overfull, typed
from tests.projects.terms.presets.preset_data import NAMES, document
from tests.projects.terms.rule_strategies import ruled

WHO = "authorship.eligibility"
calm = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def now(data: dict[str, str]) -> State:
    return state(data, people=lambda handle: handle)


def eligibility(data: dict[str, str]) -> Any:
    after = now(data)
    assert after.problems == []
    return after.document.get("authorship", {}).get("eligibility")


def pressed(data: dict[str, str], *actions: str) -> dict[str, str]:
    for action in actions:
        data = acted(data, action)
    return data


def test_a_second_condition_joins_by_the_way_that_was_chosen() -> None:
    """A stranger added one that was to be enough, and found that both had to hold."""
    one = pressed({}, f"add:{WHO}=points") | {f"{WHO}.points.at_least": "1"}
    form = next(found for found in Tree(now(one), "en").step(7) if found.name == WHO).rule
    assert form is not None
    assert [join.label for join in form.joins] == [
        "Add a condition that must hold as well",
        "Add another way: one of them is enough",
    ]
    assert form.adders == []
    for join, way in zip(form.joins, ("all", "any"), strict=True):
        role = next(adder.value for adder in join.adders if adder.value.endswith(":role"))
        both = pressed(one, role) | {f"{WHO}.{way}[1].role.id": "reviewer"}
        assert landing(one, role) == f"{WHO}.{way}[1]"
        assert now(both).document["authorship"]["eligibility"] == {
            way: [{"points": {"at_least": "1"}}, {"role": {"id": "reviewer"}}]
        }
    group = next(found for found in Tree(now(both), "en").step(7) if found.name == WHO).rule
    assert group is not None
    assert (group.joins, group.root.group if group.root else None) == ([], True)


# --- there and back


@calm
@given(ruled())
def test_every_rule_of_the_grammar_goes_into_fields_and_comes_back(raw: dict[str, Any]) -> None:
    reading = read(raw, people=None)
    assert reading.problems == []
    data = flatten(reading.document or {})
    assert read(unflatten(data), people=None).document == reading.document
    assert now(data).forms(str) == {}
    rules = [name for name in data if (field := field_at(name)) is not None and grammar(field)]
    # No sentence shows a part of a rule that is answered none: such a rule stays whole, as YAML.
    kept = {name: data[name] for name in rules if data[name] not in {"none", "Every fifth task."}}
    assert [text for text in kept.values() if ": none" not in text] == []


@calm
@given(ruled())
def test_what_a_browser_sends_back_is_the_same_document(raw: dict[str, Any]) -> None:
    before = now(flatten(read(raw, people=None).document or {}))
    for lang in ("en", "zh-hans"):
        sent = [pair for step in steps() for one in Tree(before, lang).step(step.chapter) for pair in sends(one)]
        together: dict[str, list[str]] = {}
        for name, value in sent:
            together.setdefault(name, []).append(value)
        after = now(typed(together.items()))
        assert after.problems == []
        assert without_empty(after.document) == without_empty(before.document)


def without_empty(value: Any) -> Any:
    """An amount or a cap that says nothing is no part of what a browser sends."""
    if isinstance(value, dict):
        found = {key: without_empty(inner) for key, inner in value.items()}
        return {key: inner for key, inner in found.items() if inner != {} or key not in EMPTIED}
    return [without_empty(inner) for inner in value] if isinstance(value, list) else value


EMPTIED = {"amount", "first_of", "times", "cap", "budget", "window"}


def sends(control: Control) -> list[tuple[str, str]]:
    if control.none:
        return [(control.none_name, control.none_value)]
    if control.rule is not None:
        return of_rule(control.rule)
    found: list[tuple[str, str]] = []
    if control.words_label:
        chosen = next((one.value for one in control.options if one.chosen), "words" if control.words else "")
        return [(f"answer:{control.name}", chosen), (control.name, control.words)]
    if control.options:
        return [(control.name, one.value) for one in control.options if one.chosen]
    if control.kind not in {"list", "object", "none_or_value"}:
        found.append((control.name, control.value))
    for part in control.parts:
        found += sends(part)
    for row in control.rows:
        for part in [*row.controls, *row.more]:
            found += sends(part)
    return found


def of_rule(form: RuleForm) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = [(form.path, form.raw)] if form.raw else []
    for choice in [*form.choices, *form.later]:
        found += [(choice.name, choice.value)] if choice.chosen else []
        found += of_line(choice.line) + ([(choice.long.name, choice.long.value)] if choice.long else [])
    for row in [*([form.root] if form.root else []), *form.rows]:
        found += of_row(row)
    return found + (of_line(form.line) if form.line else [])


def of_row(row: Row) -> list[tuple[str, str]]:
    found = of_line(row.line) + ([(f"{row.path}.is", row.kind)] if row.kind else [])
    for part in row.rows:
        found += of_row(part)
    return found + (of_rule(row.when) if row.when else [])


def of_line(line: Line) -> list[tuple[str, str]]:
    found = []
    for slot in (piece.slot for piece in line.pieces if piece.slot):
        chosen = [one.value for one in slot.options if one.chosen]
        found += [(slot.name, value) for value in (chosen if slot.kind in {"select", "boxes"} else [slot.value])]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_goes_into_fields_and_comes_back(name: str) -> None:
    before = read(document(name), people=None).document
    data = flatten(before or {})
    assert read(unflatten(data), people=None).document == before
    assert [text for text in data.values() if text.startswith(("{", "[{", "[points"))] == []


# --- what no sentence can show stays


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("authorship.ties", [{"random": "one\ntwo"}]),
        ("authorship.kinds[0].amount", {"base": "1", "plus": "none"}),
        ("authorship.kinds[0].amount", {"base": "1", "plus": [{"when": "none", "add": "1"}]}),
        ("authorship.eligibility", {"any": [{"points": "none"}, {"role": {"id": "lead"}}]}),
    ],
)
def test_a_rule_that_no_field_can_hold_is_kept_as_it_stands(path: str, rule: Any) -> None:
    raw: dict[str, Any] = {"schema": "concord-terms/1", "authorship": {}}
    last = path.rpartition(".")[2]
    if "kinds" in path:
        raw["authorship"]["kinds"] = [{"id": "task", "from": "task", last: rule}]
    else:
        raw["authorship"][last] = rule
    before = read(raw, people=None)
    assert before.problems == []
    data = flatten(before.document or {})
    assert read(unflatten(data), people=None).document == before.document
    form = next(one for one in controls(Tree(now(data), "en").step(7)) if one.name == path)
    assert form.rule is not None
    assert (form.rule.shape, form.rule.raw) == ("raw", data[path])
    assert not any(text for name, text in acted(data, f"remove:{path}").items() if name.startswith(path))


def controls(tree: list[Control]) -> list[Control]:
    found: list[Control] = []
    for one in tree:
        found += [one, *controls(one.parts)]
        for row in one.rows:
            found += controls([*row.controls, *row.more])
    return found


# --- buttons


def test_a_rule_is_built_with_buttons_alone() -> None:
    data = pressed({}, f"add:{WHO}=points")
    assert landing({}, f"add:{WHO}=points") == WHO
    data[f"{WHO}.points.at_least"] = "1"
    assert eligibility(data) == {"points": {"at_least": "1"}}
    assert landing(data, f"add:{WHO}=role") == f"{WHO}.all[1]"
    data = pressed(data, f"add:{WHO}=role")
    data[f"{WHO}.all[1].role.id"] = "reviewer"
    assert eligibility(data) == {"all": [{"points": {"at_least": "1"}}, {"role": {"id": "reviewer"}}]}
    data = typed((name, [text]) for name, text in (data | {f"{WHO}.is": "any"}).items())
    assert eligibility(data) == {"any": [{"points": {"at_least": "1"}}, {"role": {"id": "reviewer"}}]}
    data = pressed(data, f"add:{WHO}.any=any", f"up:{WHO}.any[2]", f"remove:{WHO}.any[0]")
    assert eligibility(data) == {"any": [{"any": [{"points": {}}]}, {"role": {"id": "reviewer"}}]}
    assert landing(data, f"down:{WHO}.any[0]") == f"{WHO}.any[1]"


@pytest.mark.parametrize(("amount", "in_use"), [({"fixed": "1"}, False), ({}, False), ({"range": ["1", "2"]}, True)])
def test_amounts_that_are_not_computed_yet_are_folded_until_one_is_in_use(amount: dict[str, Any], in_use: bool) -> None:
    data = flatten({"authorship": {"kinds": [{"id": "task", "amount": amount}]}})
    kinds = next(one for one in Tree(now(data), "en").step(7) if one.name == "authorship.kinds")
    rule = next(one.rule for one in kinds.rows[0].controls if one.name.endswith(".amount"))
    assert rule is not None
    assert [one.value for one in rule.later] == ["range", "base"]
    assert rule.uses_later is in_use


def test_membership_needs_no_number_of_days() -> None:
    assert eligibility(acted({}, f"add:{WHO}=member")) == {"member": {"for_days": 0}}
    both = pressed({}, f"add:{WHO}=role", f"add:{WHO}=member")
    assert eligibility(both)["all"][1] == {"member": {"for_days": 0}}


def test_the_last_part_of_a_group_takes_the_group_with_it() -> None:
    data = flatten({"authorship": {"eligibility": {"all": [{"member": {"for_days": 9}}, {"any": [{"points": {}}]}]}}})
    one = acted(data, f"remove:{WHO}.all[1].any[0]")
    assert eligibility(one) == {"all": [{"member": {"for_days": 9}}]}
    assert eligibility(acted(one, f"remove:{WHO}.all[0]")) is None
    assert eligibility(acted(data, f"remove:{WHO}")) is None


@pytest.mark.parametrize(
    ("chosen", "rule"),
    [
        ("all", {"all": [{"points": {"at_least": "1"}}]}),
        ("not.any", {"not": {"any": [{"points": {"at_least": "1"}}]}}),
        ("not.all", {"not": {"all": [{"points": {"at_least": "1"}}]}}),
    ],
)
def test_all_any_and_none_are_one_choice(chosen: str, rule: Any) -> None:
    data = flatten({"authorship": {"eligibility": {"any": [{"points": {"at_least": "1"}}]}}})
    sent = typed((name, [text]) for name, text in (data | {f"{WHO}.is": chosen}).items())
    assert eligibility(sent) == rule
    back = typed((name, [text]) for name, text in (sent | {f"{WHO}.is": "any"}).items())
    assert eligibility(back) == {"any": [{"points": {"at_least": "1"}}]}


def test_a_button_drawn_before_a_choice_still_fits() -> None:
    """One presses "add" in a group just after turning it from all into none: one page sends both."""
    data = flatten({"authorship": {"eligibility": {"all": [{"points": {"at_least": "1"}}, {"any": [{"member": {}}]}]}}})
    data |= {f"{WHO}.is": "not.any", f"{WHO}.all[1].is": "all"}
    sent = typed((name, [text]) for name, text in data.items())
    assert landing(sent, f"add:{WHO}.all[1].any=role") == f"{WHO}.not.any[1].all[1]"
    assert eligibility(acted(sent, f"add:{WHO}.all[1].any=role")) == {
        "not": {"any": [{"points": {"at_least": "1"}}, {"all": [{"member": {}}, {"role": {}}]}]}
    }
    assert eligibility(acted(sent, f"remove:{WHO}.all[0]")) == {"not": {"any": [{"all": [{"member": {}}]}]}}


def test_a_bound_and_a_not_are_chosen_in_the_sentence() -> None:
    data = flatten({"authorship": {"eligibility": {"points": {"at_least": "1"}}}})
    more = typed((name, [text]) for name, text in (data | {f"{WHO}.points.bound": "more_than"}).items())
    assert eligibility(more) == {"points": {"more_than": "1"}}
    denied = typed((name, [text]) for name, text in (more | {f"{WHO}.is": "not.points"}).items())
    assert eligibility(denied) == {"not": {"points": {"more_than": "1"}}}


@pytest.mark.parametrize(
    ("before", "way", "after"),
    [
        ({"points": {"at_least": "3"}}, "", {"count": {"at_least": 3}}),
        (
            {"not": {"points": {"kinds": ["task"], "more_than": "2"}}},
            "",
            {"not": {"count": {"kind": "task", "more_than": 2}}},
        ),
        # Two kinds cannot be counted as one: which of them is asked.
        ({"points": {"kinds": ["task", "review"], "at_least": "3"}}, "", {"count": {"at_least": 3}}),
        (
            {"any": [{"role": {"id": "lead"}}, {"count": {"kind": "review", "at_least": 5}}]},
            ".any[1]",
            {"any": [{"role": {"id": "lead"}}, {"points": {"kinds": ["review"], "at_least": "5"}}]},
        ),
        ({"role": {"id": "lead"}}, "", {"role": {"id": "lead"}}),
        ({"all": [{"points": {"at_least": "1"}}]}, "", {"all": [{"points": {"at_least": "1"}}]}),
    ],
)
def test_a_condition_turns_from_points_to_credits_and_back(before: Any, way: str, after: Any) -> None:
    """Until there was a button for it, the condition had to be removed, and its number typed again."""
    data = flatten({"authorship": {"eligibility": before}})
    turned = now(acted(data, f"turn:{WHO}{way}"))
    assert unflatten(turned.data)["authorship"]["eligibility"] == after
    form = next(found for found in Tree(now(data), "en").step(7) if found.name == WHO).rule
    assert form is not None
    assert form.root is not None
    row = form.root.rows[1] if way else form.root
    assert (row.turn is not None) == (before != after)


def test_a_number_that_is_no_count_stays_as_typed() -> None:
    data = pressed(flatten({"authorship": {"eligibility": {"points": {"at_least": "1/2"}}}}), f"turn:{WHO}")
    after = now(data)
    assert data[f"{WHO}.count.at_least"] == "1/2"
    assert f"{WHO}.count.at_least" in {problem.path for problem in after.problems}


def test_sort_keys_are_rows_in_an_order() -> None:
    ties = "authorship.ties"
    data = pressed({}, f"add:{ties}=points", f"add:{ties}=first_credit", f"add:{ties}=name+subject", f"up:{ties}[1]")
    assert now(data).document["authorship"]["ties"] == ["first_credit", "points", "name+subject"]
    data = pressed(data, f"remove:{ties}[0]", f"add:{ties}=random", f"remove:{ties}[1]")
    assert now(data).document["authorship"]["ties"] == ["points", {}], "a seed that is open is an open key"
    assert now(data).open_paths.count(f"{ties}[1]") == 1
    again = stored(now(data).document, now(data).forms(str), str)
    assert again[f"{ties}[1].is"] == "random", "that it is to be a draw is not forgotten"
    again[f"{ties}[1].random"] = "reef-2027"
    assert now(again).document["authorship"]["ties"] == ["points", {"random": "reef-2027"}]


def test_bonuses_and_table_rows() -> None:
    amount, times = "authorship.kinds[0].amount", "authorship.kinds[0].times"
    data = pressed({"authorship.kinds[0].from": "task"}, f"add:{amount}.plus", f"add:{times}.table")
    data |= {
        f"{amount}.base": "1",
        f"{amount}.plus[0].add": "1/2",
        f"{amount}.plus[0].when.fact.name": "difficulty",
        f"{amount}.plus[0].when.fact.sign": "≥",
        f"{amount}.plus[0].when.fact.number": "4",
        f"{times}.attribute": "size",
        f"{times}.table[0].value": "large",
        f"{times}.table[0].factor": "2",
    }
    data = acted(data, f"add:{amount}.plus[0].when=fact")
    data[f"{amount}.plus[0].when.all[1].fact.name"] = "rounds"
    data[f"{amount}.plus[0].when.all[1].fact.sign"] = "<"
    data[f"{amount}.plus[0].when.all[1].fact.number"] = "3"
    rule = now(data).document["authorship"]["kinds"][0]
    assert rule["amount"] == {
        "base": "1",
        "plus": [{"when": {"all": ["difficulty ≥ 4", "rounds < 3"]}, "add": "1/2"}],
    }
    assert rule["times"] == {"attribute": "size", "table": {"large": "2"}}
    twice = acted(data, f"add:{times}.table") | {f"{times}.table[1].value": "large", f"{times}.table[1].factor": "3"}
    assert [(one.path, one.code) for one in now(twice).problems] == [(f"{times}.table[1].value", "twice")]
    assert now(twice).data[f"{times}.table[1].factor"] == "3"


@pytest.mark.parametrize(
    "action",
    [
        f"add:{WHO}=fly",
        f"add:{WHO}",
        f"add:{WHO}.points=role",
        f"add:{WHO}.any[7].all=role",
        f"up:{WHO}",
        f"up:{WHO}.any[0]",
        f"remove:{WHO}.points",
        f"remove:{WHO}.any[99]",
        f"remove:{WHO}[0]",
        "add:authorship.ties=rank",
        "add:authorship.kinds[0].amount=points",
        "add:authorship.kinds[0].amount.plus[0].when=fact",
        "add:authorship.kinds[0].times.table[0]",
        f"fly:{WHO}",
    ],
)
def test_a_button_that_fits_no_rule_changes_nothing(action: str) -> None:
    data = flatten({"authorship": {"eligibility": {"points": {"at_least": "1"}}, "ties": ["points", "name+subject"]}})
    assert (acted(data, action), landing(data, action)) == (data, "")


# --- limits and hostile names


def test_groups_go_eight_levels_deep_and_no_deeper() -> None:
    data, place = acted({}, f"add:{WHO}=any"), f"{WHO}.any"
    for _level in range(9):
        before = data
        data = acted(data, f"add:{place}=any")
        place = f"{place}[1].any"
    assert data == before
    depth = max(name.count(".any[") for name in data)
    assert depth == 7, "seven groups and the leaf in the last are eight levels"
    assert now(data).problems == []
    deepest = f"{WHO}{'.any[1]' * 6}.any"
    assert acted(data, f"add:{deepest}=role") != data
    form = next(one for one in Tree(now(data), "en").step(7) if one.name == WHO).rule
    assert form is not None
    row = form.root
    while row is not None and row.rows[-1].group:
        row = row.rows[-1]
    assert row is not None
    assert not [one for one in row.adders if one.value.endswith(("=any", "=all"))]


def test_a_rule_has_two_hundred_parts_and_a_list_of_keys_twenty() -> None:
    parts = {f"{WHO}.any[{number}].points.at_least": "1" for number in range(199)}
    assert overfull(typed((name, [text]) for name, text in parts.items())) == {}
    assert now(parts).problems == []
    full = acted(typed((name, [text]) for name, text in parts.items()), f"add:{WHO}.any=role")
    assert overfull(full) == {WHO: 200}
    assert overfull({f"authorship.ties[{number}].is": "points" for number in range(21)}) == {"authorship.ties": 20}
    assert overfull({f"authorship.ties[{number}].is": "points" for number in range(20)}) == {}


@pytest.mark.parametrize(
    "name",
    [
        f"{WHO}.some[0].points.at_least",
        f"{WHO}.any.points",
        f"{WHO}.any[0]",
        f"{WHO}.any[0].points.at_most",
        f"{WHO}.any[1000].points.at_least",
        f"{WHO}.points.at_least.more",
        f"{WHO}.any[0].__class__.is",
        f"{WHO}" + ".not" * 40 + ".points.at_least",
        f"{WHO}..is",
        f"{WHO}.any[٣].is",
        "authorship.ties.is",
        "authorship.ties[0].name",
        "authorship.kinds[0].amount.any[0].points.at_least",
        "authorship.kinds[0].cap.planet",
        "contact.is",
    ],
)
def test_names_that_no_rule_has_are_dropped(name: str) -> None:
    assert not is_field(name)
    assert typed([(name, ["1"])]) == {}


def test_two_kinds_at_one_place_leave_one() -> None:
    data = typed([(f"{WHO}.is", ["count"]), (f"{WHO}.points.at_least", ["1"]), (f"{WHO}.count.kind", ["task"])])
    assert now(data).document["authorship"]["eligibility"] in ({"count": {}}, {"count": {"kind": "task"}})


# --- what cannot be read


def test_a_bad_number_stays_as_typed_with_its_message_in_the_sentence() -> None:
    data = flatten(
        {"authorship": {"eligibility": {"any": [{"decision": "board"}, {"points": {"at_least": "1"}}, {"role": {}}]}}}
    )
    data |= {f"{WHO}.any[0].decision": "", f"{WHO}.any[1].points.at_least": "0.5"}
    after = now(data)
    bad = f"{WHO}.any[1].points.at_least"
    assert [one.path for one in after.problems] == [bad], "the row ahead of it says nothing and does not count"
    assert after.document["authorship"]["eligibility"] == {"any": [{"points": {}}, {"role": {}}]}
    again = now(stored(after.document, after.forms(str), str))
    assert (again.data[bad], again.data[f"{WHO}.any[0].is"]) == ("0.5", "decision")
    form = next(one for one in Tree(again, "en").step(7) if one.name == WHO).rule
    assert form is not None
    assert form.root is not None
    (slot,) = form.root.rows[1].line.wrong
    assert (slot.name, slot.value) == (bad, "0.5")
    assert "such as 2 or 1/2" in slot.errors[0]
    assert f"{WHO}.any[2]" in [one for path in after.open_paths if (one := path[: len(WHO) + 7]).startswith(WHO)]


@pytest.mark.parametrize(
    ("typed_in", "path"),
    [
        ({f"{WHO}.is": "member", f"{WHO}.member.for_days": "a year"}, f"{WHO}.member.for_days"),
        ({f"{WHO}.points.at_least": "1", f"{WHO}.points.kinds": "a b"}, f"{WHO}.points.kinds"),
        ({f"{WHO}.agreed.id": "x", f"{WHO}.agreed.day": "soon"}, f"{WHO}.agreed.before"),
        ({f"{WHO}.decision": "two words"}, WHO),
        ({"authorship.ties[0].is": "points"}, "authorship.ties[0]"),
        ({"authorship.kinds[0].amount.fixed": "one"}, "authorship.kinds[0].amount.fixed"),
        ({"authorship.kinds[0].amount.range[0]": "2"}, "authorship.kinds[0].amount.range[0]"),
        ({"authorship.kinds[0].window.from": "soon"}, "authorship.kinds[0].window.from"),
        ({"compensation.hours_per_task.low": "5"}, "compensation.hours_per_task"),
    ],
)
def test_each_bad_value_is_named_where_it_stands(typed_in: dict[str, str], path: str) -> None:
    after = now(typed((name, [text]) for name, text in typed_in.items()))
    assert [one.path for one in after.problems] == [path]
    assert set(typed_in.items()) <= set(after.data.items())


# --- words


def words(line: Line) -> str:
    said = []
    for piece in line.pieces:
        slot = piece.slot
        said.append(
            piece.text
            if slot is None
            else "".join(one.label for one in slot.options if one.chosen) or slot.value or "□"
        )
    return " ".join(said)


@pytest.mark.parametrize(
    ("rule", "english", "chinese"),
    [
        ({"points": {"more_than": "2"}}, "has more than 2 points, from □", "已得 超过 2 分，计入 □"),
        (
            {"not": {"role": {"id": "lead", "for_days": 90}}},
            "does not hold the role lead for at least 90 days (may be empty)",
            "未担任 角色 lead 满 90 天（可不填）",
        ),
        (
            {"agreed": {"id": "seniority", "before": "first_accepted"}},
            "agreed to seniority before the first acceptance □",
            "在 首个任务通过 □ 之前 已同意 seniority",
        ),
        ({"decision": "board"}, "is named by the recorded decision board", "由 已记录的决定 board 指定"),
    ],
)
def test_a_sentence_has_the_order_of_its_language(rule: Any, english: str, chinese: str) -> None:
    after = now(flatten({"authorship": {"eligibility": rule}}))
    for lang, said in (("en", english), ("zh-hans", chinese)):
        form = next(one for one in Tree(after, lang).step(7) if one.name == WHO).rule
        assert form is not None
        assert form.root is not None
        assert words(form.root.line) == said


def test_many_kinds_are_named_by_id_and_few_by_box() -> None:
    """Sixty kinds in two hundred sentences would be twelve thousand boxes."""
    for number, kind in ((12, "boxes"), (13, "text")):
        kinds = [{"id": f"kind-{one}", "title": f"Kind {one}"} for one in range(number)]
        who = {"points": {"kinds": ["kind-3", "kind-1"], "at_least": "1"}}
        after = now(flatten({"authorship": {"kinds": kinds, "eligibility": who}}))
        form = next(one for one in Tree(after, "en").step(7) if one.name == WHO).rule
        assert form is not None
        assert form.root is not None
        (slot,) = [piece.slot for piece in form.root.line.pieces if piece.slot and piece.slot.name.endswith(".kinds")]
        assert (slot.kind, slot.value) == (kind, "kind-3, kind-1")


def test_every_rule_field_has_an_example_in_its_hint() -> None:
    def named(fields: Any) -> list[Any]:
        return [one for field in fields for one in (field, *named(field.parts))]

    rules = [one.field.path for step in steps() for one in named(step.fields) if one.widget == "rule"]
    assert len(rules) > 15
    for path in rules:
        assert "For example:" in HINTS[path].en, path
        assert "例如：" in HINTS[path].zh, path
