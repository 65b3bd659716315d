"""The rows about hostile documents in docs/security-cases.md: refused with a place, in little time, in both forms."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from projects.terms.document.ladder import unclimbable
from projects.terms.document.read import Reading, read, read_json, read_yaml
from tests.projects.terms.document.documents import example

START = "schema: concord-terms/1\n"
ELIGIBILITY = "authorship.eligibility"


def eligibility(rule: Any) -> Reading:
    return read({"schema": "concord-terms/1", "authorship": {"eligibility": rule}}, people=None)


def quickly(text: str | bytes, *, form: str = "yaml") -> Reading:
    """Processor time, since a busy machine is no hostile text."""
    started = time.process_time()
    reading = (read_json if form == "json" else read_yaml)(text, people=None)
    assert time.process_time() - started < 3
    assert reading.document is None
    assert reading.problems[0].message.isprintable()
    return reading


@pytest.mark.parametrize(
    "rule",
    [
        {"points": {"at_least": "__import__('os').system('id')"}},
        {"points": {"at_least": "{{ 7*7 }}"}},
        {"points": {"at_least": "1/0"}},
        {"points": {"at_least": "9" * 5_000}},
        {"points": {"at_least": "1e400"}},
        {"points": {"at_least": "NaN"}},
        {"points": {"at_least": "１２"}},
        {"points": {"at_least": "1_000"}},
        {"points": {"at_least": "-0"}},
        {"eval": "1"},
        {"__class__": {"__init__": {}}},
        {"count": {"kind": "../../etc/passwd", "at_least": 1}},
        {"count": {"kind": "task", "at_least": 2**63}},
        {"any": [{"role": {"id": "a"}}] * 100_000},
        {"all": ["self"]},
    ],
    ids=lambda rule: str(rule)[:50],
)
def test_b11_a_rule_is_a_grammar_and_no_program(rule: Any) -> None:
    reading = eligibility(rule)
    assert reading.document is None
    assert all(problem.path.startswith(ELIGIBILITY) for problem in reading.problems)


def test_b11_ten_thousand_levels_and_a_role_that_asks_for_itself() -> None:
    for form, text in (
        ("yaml", START + "authorship: {eligibility: " + "{not: " * 10_000 + "x" + "}" * 10_000 + "}"),
        ("yaml", START + "authorship:\n" + "".join(f"{' ' * n}all:\n" for n in range(1, 600))),
        ("json", '{"schema": "concord-terms/1", "authorship": {"eligibility": ' + '{"not": ' * 10_000),
    ):
        assert quickly(text, form=form).problems[0].code == "depth"
    nested: Any = {"role": {"id": "a"}}
    for _ in range(5_000):
        nested = {"not": nested}
    assert {problem.code for problem in eligibility(nested).problems} <= {"too_deep", "type"}
    document = example()
    document["roles"][1]["criteria"] = {"role": {"id": "reviewer"}}
    assert [problem.code for problem in unclimbable(document)] == ["cycle"]


@pytest.mark.parametrize(
    "said",
    [
        "MIT AND",
        "(",
        "MIT OR OR MIT",
        "NOASSERTION",
        "LicenseRef-<script>",
        "(" * 5_000,
        "MIT " * 200,
        "Nobody-1.0",
        "MIT\u202e",
    ],
)
def test_b52_a_licence_is_refused_with_its_position(said: str) -> None:
    (problem,) = read({"schema": "concord-terms/1", "licence": {"outbound": {"data": said}}}, people=None).problems
    assert problem.path == "licence.outbound.data"
    assert problem.code in {"licence", "character"}
    assert problem.code == "character" or "character" in problem.message


def test_b73_bodies_that_are_deep_large_twice_or_of_another_encoding() -> None:
    for text, code in (
        ("[" * 100_000, "depth"),
        ('{"a":' * 33_000, "depth"),
        ('{"schema": "concord-terms/1", "schema": "concord-terms/1"}', "twice"),
        (b"\x1f\x8b\x08\x00 packed", "encoding"),
        ('{"schema": "concord-terms/1"}'.encode("utf-32"), "encoding"),
        ("[" + "0," * 99_999 + "0]", "size"),
        ('"' + "\\u0061" * 33_000 + '"', "type"),
        ('"' + "\\" * 100_001, "json"),
        ("-" * 200_000, "json"),
        ("1" * 200_000, "range"),
        (" " * 50_000_000, "size"),
    ):
        assert quickly(text, form="json").problems[0].code == code


def test_b76_files_that_point_elsewhere_or_at_themselves() -> None:
    nine = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 9))
    for text, code in (
        (f"l0: &l0 [x]\n{nine}\n", "alias"),
        (START + "purpose: &p {measures: *p}\n", "alias"),
        (START + "<<: {contact: a}\n", "unknown_key"),
        (START + "contact: !include /etc/passwd\n", "tag"),
        (START + "contact: !!python/name:os.system\n", "tag"),
        ("%TAG ! tag:evil.example,2026:\n---\n" + START + "contact: !x a\n", "tag"),
        (START + "? [a, b]\n: c\n", "key"),
        (START + "---\n" + START, "documents"),
        ('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>', "type"),
        (START.encode("utf-16"), "encoding"),
        (START + "contact: a\x00b", "yaml"),
        (START + "contact: 'a\ud800b'", "yaml"),
        ("- a\n" * 50_000, "size"),
        ("a: " * 60_000, "yaml"),
        ("[a, " * 45_000, "depth"),
    ):
        found = quickly(text).problems[0]
        assert found.code == code, (text[:60], found)
        if code == "yaml" and text.startswith(START):
            assert found.line == 2


HIDING = [0x202E, 0x200B, 0x2066, 0xFEFF, 0xE0041, 0x00AD, 0x0000, 0xD800, 0xFFFF, 0xFDD0, 0x3164]


@pytest.mark.parametrize("sign", HIDING, ids=lambda sign: f"U+{sign:04X}")
def test_b80_b81_no_sign_hides_or_turns_a_text_or_a_name(sign: int) -> None:
    """In words, in an id, in a person's name, in a key, and in a translation."""
    for path, part in (
        ("contact", {"contact": f"a{chr(sign)}b"}),
        ("roles[0].title", {"roles": [{"title": f"a{chr(sign)}b"}]}),
        ("core_team.members[0].person", {"core_team": {"members": [{"person": f"a{chr(sign)}b"}]}}),
        ("translations[0].texts[0].text", {"translations": [{"texts": [{"text": f"a{chr(sign)}b"}]}]}),
    ):
        for reading in (
            read({"schema": "concord-terms/1", **part}, people=str),
            read_json(json.dumps({"schema": "concord-terms/1", **part}), people=str),
        ):
            assert [(problem.path, problem.code) for problem in reading.problems] == [(path, "character")]
    assert read({"schema": "concord-terms/1", f"a{chr(sign)}": "b"}, people=None).problems[0].code == "unknown_key"


def test_joiners_that_scripts_need_stay() -> None:
    for text in ("می\u200cخواهم", "क्\u200dष"):
        document = read({"schema": "concord-terms/1", "contact": text}, people=None).document
        assert document == {"schema": "concord-terms/1", "contact": text}
