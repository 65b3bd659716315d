"""The guided form: every clause has a field, and problems stand at the name of their field."""

from __future__ import annotations

from projects.terms.document.edit import FormField, by_field, field_name, flatten, rows, steps, unflatten
from projects.terms.document.fields import FIELDS
from projects.terms.document.read import read
from tests.projects.terms.document.documents import example


def names(fields: tuple[FormField, ...]) -> list[str]:
    return [name for field in fields for name in (field.name, *names(field.parts))]


def test_ten_steps_hold_every_field_once() -> None:
    all_names = [name for step in steps() for name in names(step.fields)]
    sections = {
        "purpose",
        "core_team",
        "returns",
        "compensation",
        "participation",
        "authorship",
        "licence",
        "data",
        "changes",
    }
    assert len(steps()) == 10
    assert sorted(all_names) == sorted({field.path for field in FIELDS} - sections - {"schema"})


def test_widgets_and_indexed_names() -> None:
    fields = {field.name: field for step in steps() for field in step.fields}
    assert fields["growth"].widget == "none_or_value"
    assert fields["authorship.eligibility"].widget == "rule"
    assert not fields["zone"].takes_none
    parts = {part.name: part for part in fields["core_team.members"].parts}
    assert parts["core_team.members[].duties"].at(2) == "core_team.members[2].duties"
    assert parts["core_team.members[].person"].widget == "person"


def test_flat_names_and_texts() -> None:
    data = flatten(example(), handles=lambda subject: f"@{subject}")
    assert data["core_team.members[0].person"] == "@ines-varga"
    assert data["compensation.own_costs.cap"] == "200.00 USD"
    assert data["roles[0].powers"] == "[]"
    assert {name: text for name, text in data.items() if name.startswith("roles[2].criteria")} == {
        "roles[2].criteria.is": "all",
        "roles[2].criteria.all[0].is": "points",
        "roles[2].criteria.all[0].points.kinds": "task",
        "roles[2].criteria.all[0].points.at_least": "2",
        "roles[2].criteria.all[1].is": "count",
        "roles[2].criteria.all[1].count.kind": "review",
        "roles[2].criteria.all[1].count.at_least": "3",
    }
    assert data["compensation.hours_per_task.low"] == "5"
    assert data["compensation.hours_per_task.high"] == "8"
    assert data["authorship.ties[0].is"] == "first_credit"
    assert data["authorship.ties[1].is"] == "name+subject"
    assert data["data.revenue"] == "none"
    assert rows(data, "roles") == [0, 1, 2, 3, 4]


def test_what_people_type_is_understood() -> None:
    raw = unflatten(
        {
            "csrfmiddlewaretoken": "x",
            "contact": " the people page ",
            "growth": "none",
            "growth.seniors": "left over from before",
            "data.held_out.why": "left over as well",
            "data.held_out": "none",
            "participation.answer_days": "14",
            "participation.stages[0].id": "final",
            "participation.stages[0].after": "domain，solve",
            "participation.stages[2].id": "third",
            "compensation.hours_per_task": "5 – 8",
            "authorship.ties": "points, name+subject",
            "authorship.eligibility": '{points: {at_least: "1/2"}}',
            "roles[0].powers": "review, triage",
            "changes.notice_days": "",
        }
    )
    assert raw == {
        "schema": "concord-terms/1",
        "contact": "the people page",
        "growth": "none",
        "data": {"held_out": "none"},
        "participation": {
            "answer_days": 14,
            "stages": [{"id": "final", "after": ["domain", "solve"]}, None, {"id": "third"}],
        },
        "compensation": {"hours_per_task": [5, 8]},
        "authorship": {"ties": ["points", "name+subject"], "eligibility": {"points": {"at_least": "1/2"}}},
        "roles": [{"powers": ["review", "triage"]}],
    }


def test_problems_stand_at_the_name_of_their_field() -> None:
    data = {
        **flatten(example()),
        "core_team.members[1].person": "nobody-here",
        "authorship.blocks[0].sort": "[points, rank]",
        "authorship.eligibility": "{points: {at_least: 0.5}",
        "compensation.pay[0].plus[0].add": "13 dollars",
        "participation.answer_days": "soon",
    }
    reading = read(unflatten(data), people=lambda handle: None if handle == "nobody-here" else handle)
    assert {name: [problem.code for problem in found] for name, found in by_field(reading.problems).items()} == {
        "core_team.members[1].person": ["unknown_person"],
        "compensation.pay[0].plus[0].add": ["money"],
        "participation.answer_days": ["number"],
        "authorship.eligibility": ["rule"],
        "authorship.blocks[0].sort": ["unknown_key"],
    }
    assert all(name in data for name in by_field(reading.problems))


def test_an_empty_row_keeps_the_names_of_the_others() -> None:
    data = {"schema": "x", "roles[3].id": "Not An Id"}
    reading = read(unflatten(data), people=None)
    assert list(by_field(reading.problems)) == ["roles[3].id"]


def test_field_of_a_path() -> None:
    assert field_name("roles[2].criteria.any[0].points") == "roles[2].criteria"
    assert field_name("core_team.members[1]") == "core_team.members"
    assert field_name("") == ""
