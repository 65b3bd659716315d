"""The published JSON Schema against the reader of the site: both take and refuse the same, as far as a schema can."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from projects.terms.document.fields import FIELDS
from projects.terms.document.json_schema import DIALECT, json_schema
from projects.terms.document.read import read
from projects.terms.document.yaml_source import load_yaml
from tests.projects.terms.document.documents import EXAMPLE, example, parts
from tests.projects.terms.presets.preset_data import FOLDER, NAMES

jsonschema = pytest.importorskip("jsonschema")
ADDRESS = "https://concord.example/schemas/concord-terms-1.json"
VALIDATOR = jsonschema.Draft202012Validator(json_schema(ADDRESS))
calm = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def wrong(data: object) -> list[str]:
    """Where the schema refuses, as paths."""
    return [error.json_path for error in VALIDATOR.iter_errors(data)]


def test_it_is_a_schema_and_says_where_it_lives() -> None:
    schema = json_schema(ADDRESS)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert (schema["$schema"], schema["$id"]) == (DIALECT, ADDRESS)
    assert json.loads(json.dumps(schema)) == schema
    assert "unknown" not in schema["$comment"]
    for word in ("handle", "200 nodes", "200000 bytes", "share is at most 1", "whole number"):
        assert word in schema["$comment"]


def test_programs_in_other_languages_take_its_patterns() -> None:
    """Rust reads patterns more strictly than Python does: no look behind, no halves of pairs."""
    other = pytest.importorskip("jsonschema_rs")
    validator = other.validator_for(json_schema(ADDRESS))
    assert validator.is_valid(load_yaml(EXAMPLE.read_bytes()).data)
    assert not validator.is_valid({"schema": "concord-terms/1", "contact": "a\u202eb"})
    assert not validator.is_valid({"schema": "concord-terms/1", "authorship": {"eligibility": nested(9)}})


def test_it_has_every_field_with_its_letters() -> None:
    for field in FIELDS:
        here: dict[str, Any] = json_schema(ADDRESS)
        for name in field.path.replace("[]", ".[]").split("."):
            if name == "[]":
                here = here["anyOf"][0]["items"]["anyOf"][1]
            else:
                here = here if "properties" in here else here["anyOf"][0]
                here = here["properties"][name]
        said = here["x-concord"]
        assert (said["mandatory"], said["binds"], said["better"], said["class"], said["clause"]) == (
            field.mandatory, field.binds, field.better, field.klass, field.number,
        )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_is_valid_as_it_stands_in_its_file(name: str) -> None:
    assert wrong(load_yaml((FOLDER / f"{name}.yaml").read_bytes()).data) == []


def test_the_example_is_valid_in_a_file_and_as_it_is_stored() -> None:
    assert wrong(load_yaml(EXAMPLE.read_bytes()).data) == []
    assert wrong(example()) == []


@calm
@given(parts())
def test_whatever_can_be_read_is_valid(raw: dict[str, Any]) -> None:
    assert wrong(raw) == []
    assert wrong(json.loads(json.dumps(raw))) == []
    assert wrong(read(raw, people=str).document) == []


USD = {"minor": 1000, "currency": "USD"}


def nested(levels: int, word: str = "not", leaf: Any = None) -> Any:
    rule = leaf or {"points": {"at_least": "1"}}
    for _ in range(levels - 1):
        rule = {word: rule if word == "not" else [rule]}
    return rule


# Set in the example; what the reader refuses and a schema can say too.
HOSTILE: list[tuple[str, Any]] = [
    ("schema", "concord-terms/2"),
    ("schema", None),
    ("kontakt", "nobody"),
    ("changes.notice", 3),
    ("language", "none"),
    ("language", "english"),
    ("zone", "../../etc/passwd"),
    ("rights.teaching", True),
    ("data.revenue", False),
    ("changes.notice_days", -1),
    ("changes.notice_days", 3651),
    ("changes.notice_days", "14"),
    ("changes.notice_days", 0.5),
    ("contact", "a\u202eb"),
    ("contact", "a\u200bb"),
    ("contact", "a\U000e0041b"),
    ("contact", "a\x00b"),
    ("contact", "two\nlines"),
    ("contact", "x" * 301),
    ("purpose.measures", "x" * 2001),
    ("purpose.measures", ["a list"]),
    ("roles", [{"id": f"r{n}"} for n in range(21)]),
    ("authorship.kinds", [{"id": f"k{n}"} for n in range(61)]),
    ("authorship.outputs", [{"id": f"o{n}"} for n in range(41)]),
    ("roles.0.id", "none"),
    ("roles.0.id", "Two Words"),
    ("roles.0.id", "x" * 41),
    ("roles.0.powers", ["review", "review"]),
    ("roles.0.powers", ["root"]),
    ("roles.1.granted", "bought"),
    ("returns.if_nothing_published.by", "2027-13-01"),
    ("returns.if_nothing_published.by", "9999-12-31"),
    ("compensation.own_costs.cap", "10.00 usd"),
    ("compensation.own_costs.cap", "-1.00 USD"),
    ("compensation.own_costs.cap", {"minor": 1, "currency": "USD", "more": 1}),
    ("compensation.own_costs.cap", {"minor": -1, "currency": "USD"}),
    ("compensation.hours_per_task", [5]),
    ("compensation.hours_per_task", [5, "0.5"]),
    ("core_team.funders.0.gives", "10,00 EUR"),
    ("data.held_out.share", "0.2"),
    ("data.held_out.share", "2"),
    ("data.held_out.rule", {"random": "a", "by": "b"}),
    ("licence.outbound.data", "MIT; DROP"),
    # rules
    ("authorship.eligibility", "one point"),
    ("authorship.eligibility", {}),
    ("authorship.eligibility", {"points": {"at_least": "1"}, "count": {"kind": "task", "at_least": 1}}),
    ("authorship.eligibility", {"points": {"at_least": 1}}),
    ("authorship.eligibility", {"points": {"at_least": "0.5"}}),
    ("authorship.eligibility", {"points": {"at_least": "１２"}}),
    ("authorship.eligibility", {"points": {"at_least": "+1"}}),
    ("authorship.eligibility", {"points": {"at_least": "1/1000001"}}),
    ("authorship.eligibility", {"points": {"at_least": "1", "more_than": "2"}}),
    ("authorship.eligibility", {"count": {"kind": "task", "at_least": "3"}}),
    ("authorship.eligibility", {"count": {"kind": "task", "at_least": -3}}),
    ("authorship.eligibility", {"__import__": "os"}),
    ("authorship.eligibility", {"all": []}),
    ("authorship.eligibility", {"role": {"id": "a b"}}),
    ("authorship.eligibility", {"member": {"days": 3}}),
    ("authorship.eligibility", {"service": {"kind": "task", "at_least": "1", "per": "week", "by": "person"}}),
    ("authorship.eligibility", nested(9)),
    ("authorship.eligibility", nested(9, "all")),
    ("authorship.acknowledged", nested(9, "any")),
    ("roles.1.criteria", nested(9)),
    ("authorship.kinds.0.amount", {"fixed": "0"}),
    ("authorship.kinds.0.amount", {"fixed": "1", "base": "1"}),
    ("authorship.kinds.0.amount", {"range": ["1"]}),
    ("authorship.kinds.0.amount", {"base": "1", "plus": [{"when": "quantity ≥ 3", "add": "1"}]}),
    ("authorship.kinds.0.applies", "difficulty ≥ 0.5"),
    ("authorship.kinds.0.applies", "difficulty"),
    ("authorship.kinds.0.applies", "right"),
    ("authorship.kinds.0.applies", nested(9, leaf="rounds ≥ 2")),
    ("authorship.kinds.0.cap", {"team": "5"}),
    ("authorship.kinds.0.budget", {"total": "5", "per": "week"}),
    ("authorship.kinds.0.times", {"attribute": "field", "table": {"sky": "0"}}),
    ("authorship.kinds.0.title", "x" * 201),
    ("authorship.blocks.0.id", "rest"),
    ("authorship.blocks.0.sort", []),
    ("authorship.blocks.0.sort", ["name+subject"]),
    ("authorship.ties", ["seniority"]),
    ("authorship.ties", ["points"] * 20 + ["name+subject"]),
    ("authorship.marks.0.id", "first"),
    ("compensation.pay.0.for", "rank"),
    ("compensation.pay.0.rank", [{"from": 1, "to": 2, "each": USD}]),
    ("compensation.pay.0.plus.0.when", "agreed"),
    ("compensation.pay.0.cohort", 0),
    ("translations", [{"language": "zh_Hans"}]),
    ("translations", {"de": "x"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "value"), HOSTILE, ids=lambda value: str(value)[:40].encode("ascii", "replace").decode()
)
def test_what_the_reader_refuses_the_schema_refuses(path: str, value: Any) -> None:
    document: Any = example()
    *ahead, last = path.split(".")
    here = document
    for key in ahead:
        here = here[int(key)] if isinstance(here, list) else here[key]
    here[int(last) if isinstance(here, list) else last] = deepcopy(value)
    if value is None:
        del here[last]
    assert read(document, people=None).problems
    assert wrong(document)


def test_the_last_level_is_taken() -> None:
    for word in ("not", "all", "any"):
        document = example()
        document["authorship"]["eligibility"] = nested(8, word)
        assert read(document, people=None).problems == []
        assert wrong(document) == []
    document["authorship"]["kinds"][0]["applies"] = nested(8, leaf="rounds ≥ 2")
    assert read(document, people=None).problems == []
    assert wrong(document) == []


@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_nothing_none_and_an_answer_are_all_valid(nothing: object) -> None:
    for answer in (nothing, "none", {"seniors": nothing}, {"seniors": "none"}, {}):
        assert wrong({"schema": "concord-terms/1", "growth": answer}) == []
    assert wrong({"schema": "concord-terms/1", "authorship": {"eligibility": {"points": {"at_least": nothing}}}}) == []
    assert wrong({"schema": "concord-terms/1", "authorship": {"ties": [{"random": "none"}]}}) == []
    assert wrong({"schema": "concord-terms/1", "roles": [nothing]}) == []


JUNK = st.none() | st.booleans() | st.integers(-5, 5) | st.just(0.5) | st.sampled_from(
    ["", "none", "yes", "open", "1/2", "2027-01-31", "10.00 USD", "MIT", "x" * 400, [], {}, ["a"], {"a": "b"}, [[]]]
)  # fmt: skip


@settings(calm, max_examples=150)
@given(st.data())
def test_nothing_the_reader_takes_is_refused(data: st.DataObject) -> None:
    """One value of the example replaced, at any depth. The other way round is not to be had: see `UNSAID`."""
    document: Any = example()
    here = document
    while isinstance(here, dict | list) and here:
        key = data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else list(range(len(here)))))
        if not isinstance(here[key], dict | list) or data.draw(st.integers(0, 4)) == 0:
            here[key] = data.draw(JUNK)
            break
        here = here[key]
    if read(document, people=None).document is not None:
        assert wrong(document) == []
