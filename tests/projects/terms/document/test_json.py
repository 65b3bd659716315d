"""Terms as JSON: the same documents as in YAML, read by RFC 8259 alone, each refusal with its path and its line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authorship.engine import canonical
from projects.terms.document.json_source import load_json
from projects.terms.document.read import Reading, load, read_json, read_source
from projects.terms.document.source import MAX_BYTES, MAX_VALUES
from tests.projects.terms.document.documents import example

START = '{"schema": "concord-terms/1",\n'


def read(text: str | bytes) -> Reading:
    return read_json(text, people=lambda handle: f"s-{handle}")


def test_the_example_comes_back_from_json() -> None:
    assert read_json(json.dumps(example()), people=None).document == example()
    assert read_json(json.dumps(example(), ensure_ascii=False, indent=1).encode(), people=None).document == example()


def test_a_download_is_read_as_what_it_holds() -> None:
    """The download of a version is exactly what its hash is made of, with the document inside."""
    hashed = {"schema": "concord-terms/1", "document": example(), "attachments": ["0" * 64]}
    assert read_json(canonical.dumps(hashed), people=None).document == example()
    wrong = (
        '{"attachments": [], "schema": "concord-terms/1", "document": {"schema": "concord-terms/1",\n"contact": 0.5}}'
    )
    (problem,) = read(wrong).problems
    assert (problem.path, problem.line, problem.code) == ("contact", 2, "type")


def test_money_is_an_object_or_the_words() -> None:
    for said in ('"10.00 USD"', '{"minor": 1000, "currency": "USD"}'):
        document = read(START + '"compensation": {"own_costs": {"cap": ' + said + "}}}").document
        assert document is not None
        assert document["compensation"]["own_costs"]["cap"] == {"minor": 1000, "currency": "USD"}


def test_persons_go_through_the_callback() -> None:
    document = read(START + '"core_team": {"members": [{"person": "@ines"}]}}').document
    assert document is not None
    assert document["core_team"]["members"] == [{"person": "s-ines"}]


@pytest.mark.parametrize(
    ("text", "code", "path", "line"),
    [
        (START.encode() + b'"contact": "\xff"}', "encoding", "", 2),
        ("", "json", "", 1),
        ("{", "json", "", 1),
        ("nul", "json", "", 1),
        ("{'contact': 1}", "json", "", 1),
        (START + '"contact": "a",}', "json", "", 2),
        (START + '"roles": [1,]}', "json", "roles[1]", 2),
        (START + '"contact" "a"}', "json", "contact", 2),
        (START + '"contact": "a"} x', "json", "", 2),
        (START + "// said by hand\n}", "json", "", 2),
        (START + '"contact": "a\nb"}', "json", "contact", 2),
        (START + '"contact": "a\\x41"}', "json", "contact", 2),
        (START + '"contact": "a\0b"}', "json", "contact", 2),
        (START + '"changes":\n{"notice_days": NaN}}', "json", "changes.notice_days", 3),
        (START + '"changes": {"notice_days": -Infinity}}', "json", "changes.notice_days", 2),
        (START + '"changes": {"notice_days": 014}}', "json", "changes", 2),
        (START + '"changes": {"notice_days": +1}}', "json", "changes.notice_days", 2),
        (START + '"changes": {"notice_days": １２}}', "json", "changes.notice_days", 2),
        (START + '"changes": {"notice_days": 14.0}}', "type", "changes.notice_days", 2),
        (START + '"changes": {"notice_days": 1e2}}', "type", "changes.notice_days", 2),
        (START + '"changes": {"notice_days": 1e400}}', "type", "changes.notice_days", 2),
        (START + '"changes": {"notice_days": 99999999999999999999}}', "range", "changes.notice_days", 2),
        (START + '"changes": {"notice_days": -1}}', "range", "changes.notice_days", 2),
        (START + '"changes": {"notice_days": "14"}}', "number", "changes.notice_days", 2),
        (START + '"rights":\n{"teaching": true}}', "truth", "rights.teaching", 3),
        (START + '"data": {"revenue": false}}', "truth", "data.revenue", 2),
        (START + '"contact": "a",\n"contact": "b"}', "twice", "contact", 3),
        (START + '"changes": {"notice_days": 3,\n"notice_days": 4}}', "twice", "changes.notice_days", 3),
        (START + '"kontakt": "b"}', "unknown_key", "kontakt", 2),
        (START + '"changes": {"notice": 3}}', "unknown_key", "changes.notice", 2),
        (START + '"contact": "\\ud800"}', "character", "contact", 2),
        (START + '"contact": "a\\u202eb"}', "character", "contact", 2),
        (START + '"contact": "a\\u0000b"}', "character", "contact", 2),
        (START + '"\\ud800": "b"}', "key", "", 2),
        (START + f'"{"k" * 61}": "b"}}', "key", "", 2),
        ('{"schema": "concord-terms/2"}', "schema", "schema", 1),
        ('{"contact": "a"}', "schema", "schema", 1),
        ("[]", "type", "", 1),
        ('"concord-terms/1"', "type", "", 1),
    ],
)
def test_what_is_refused_names_its_place(text: str | bytes, code: str, path: str, line: int | None) -> None:
    reading = read(text)
    assert reading.document is None
    (problem,) = reading.problems
    assert (problem.code, problem.path, problem.line) == (code, path, line)
    assert problem.message.isprintable()
    assert problem.message_zh.isprintable()


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert read("\ufeff" + START + '"contact": "a"}').document == {"schema": "concord-terms/1", "contact": "a"}
    assert read(b"\xef\xbb\xbf" + START.encode() + b'"contact": "a"}').problems == []
    assert read((START + '"contact": "a"}').encode("utf-16")).problems[0].code == "encoding"


def test_size_depth_and_count_are_bounded_before_anything_is_built() -> None:
    def padded(length: int) -> str:
        return START + '"contact": "a"}' + " " * (length - len(START) - 15)

    assert read(padded(MAX_BYTES)).problems == []
    assert read(padded(MAX_BYTES + 1)).problems[0].code == "size"
    assert load_json("[" * 40 + "]" * 40).problems == []
    assert load_json("\n[" * 41 + "]" * 41).problems[0].code == "depth"
    assert load_json("\n[" * 41 + "]" * 41).problems[0].line == 42
    assert load_json("[" * 100_000).problems[0].code == "depth"
    assert load_json("[" + "0," * (MAX_VALUES - 2) + "0]").problems == []
    assert load_json("[" + "0," * (MAX_VALUES - 1) + "0]").problems[0].code == "size"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**16) + 1, 10**16 - 1) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), inner),
    max_leaves=20,
)


@settings(max_examples=80, deadline=None)
@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_it_reads_what_the_standard_library_writes(value: Any, plain: bool, indent: int | None) -> None:
    source = load_json(json.dumps(value, ensure_ascii=plain, indent=indent))
    assert source.problems == []
    assert source.data == value


@settings(max_examples=80, deadline=None)
@given(st.text(st.sampled_from('{}[]",:\\u0159e-+.tfn \n\ud800é'), max_size=40))
def test_any_text_gives_data_or_a_problem(text: str) -> None:
    source = load_json(text)
    try:
        known = json.loads(text, parse_constant=lambda word: 1 / 0, parse_float=lambda text: 0.5)
    except (ValueError, ZeroDivisionError, RecursionError):
        assert source.problems
        return
    if source.problems:  # keys that are twice, empty, long or unprintable, and numbers of many digits
        assert source.problems[0].code in {"twice", "key", "range"}
    else:
        assert source.data == known


def test_the_name_of_a_file_says_how_it_is_read() -> None:
    text = START + '"contact": "a"}'
    for name in ("terms.json", "TERMS.JSON", "terms.yaml", "terms"):
        assert read_source(load(text, name), people=None).document == {"schema": "concord-terms/1", "contact": "a"}
    assert load("schema: concord-terms/1", "a.json").problems[0].code == "json"
    assert load("schema: concord-terms/1", "a.json.yaml").problems == []


def test_problems_come_in_the_order_of_the_file() -> None:
    text = START + '"contact": 0.5,\n"rights": {"teaching": true},\n"changes": {"notice_days": -1},\n"zone": "x"}'
    assert [problem.line for problem in read(text).problems] == [2, 3, 4, 5]
