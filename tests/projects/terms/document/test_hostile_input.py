"""Any input gives an answer: a document, or problems with code and both languages, and never an exception."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from projects.terms.document.edit import flatten, unflatten
from projects.terms.document.fields import FIELDS
from projects.terms.document.missing import missing
from projects.terms.document.problems import Problem
from projects.terms.document.read import Reading, read, read_yaml
from projects.terms.document.refusals import refusals
from projects.terms.document.write import to_yaml
from tests.projects.terms.document.documents import EXAMPLE, example

calm = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["none", "yes", "10.00 USD"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([field.name for field in FIELDS]) | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=15,
)


def answered(reading: Reading) -> None:
    assert (reading.document is None) == bool(reading.problems)
    for problem in reading.problems:
        assert problem.code
        assert problem.message.isprintable()
        assert problem.message_zh.isprintable()
        problem.path.encode()


@calm
@given(st.binary(max_size=400))
def test_bytes(raw: bytes) -> None:
    answered(read_yaml(raw, people=None))


@calm
@given(st.text(st.characters(), max_size=200))
def test_texts_with_halves_of_surrogate_pairs(raw: str) -> None:
    answered(read_yaml(raw, people=None))


@calm
@given(JUNK)
def test_nested_junk(raw: object) -> None:
    answered(read(raw, people=lambda handle: None))


@calm
@given(st.data())
def test_the_example_with_one_value_replaced_by_junk(data: st.DataObject) -> None:
    document = example()
    here: object = document
    while isinstance(here, dict | list) and here:
        key = data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else list(range(len(here)))))
        value = here[key]
        if not isinstance(value, dict | list) or data.draw(st.booleans()):
            here[key] = data.draw(JUNK)
            break
        here = value
    reading = read(document, people=None)
    answered(reading)
    if reading.document is not None:
        missing(reading.document)
        refusals(reading.document, rubrics={1})
        assert read_yaml(to_yaml(reading.document, handles=str), people=None).document == reading.document
        assert read(unflatten(flatten(reading.document)), people=None).document == reading.document


@calm
@given(
    st.dictionaries(
        st.text(max_size=30) | st.sampled_from([f.path.replace("[]", "[0]") for f in FIELDS]), st.text(max_size=30)
    )
)
def test_form_data(raw: dict[str, str]) -> None:
    answered(read(unflatten(raw), people=None))


def only(reading: Reading) -> Problem:
    assert reading.document is None
    assert len(reading.problems) == 1, reading.problems
    return reading.problems[0]


@pytest.mark.parametrize(
    ("text", "code", "path", "line"),
    [
        (b"schema: concord-terms/1\ncontact: \xff", "encoding", "", 2),
        ("schema: concord-terms/1\ncontact: &a b", "alias", "contact", 2),
        ("schema: concord-terms/1\ncontact: *a", "alias", "contact", 2),
        ("schema: concord-terms/1\ncontact: !!python/object:os.system x", "tag", "contact", 2),
        ("schema: concord-terms/1\ncontact: a\ncontact: b", "twice", "contact", 3),
        ("schema: concord-terms/1\nchanges:\n  notice_days: 3\n  notice_days: 4", "twice", "changes.notice_days", 4),
        ("schema: concord-terms/1\n--- \ncontact: b", "documents", "", 2),
        ("schema: concord-terms/1\ncontact: [", "yaml", "", 2),
        ("schema: concord-terms/1\nkontakt: b", "unknown_key", "kontakt", 2),
        ("schema: concord-terms/1\nchanges:\n  notice: 3", "unknown_key", "changes.notice", 3),
        ("schema: concord-terms/1\nrights:\n  teaching: true", "truth", "rights.teaching", 3),
        ("schema: concord-terms/1\nchanges: {notice_days: 0.5}", "number", "changes.notice_days", 2),
        ("schema: concord-terms/1\nchanges: {notice_days: -1}", "range", "changes.notice_days", 2),
        ("schema: concord-terms/1\nchanges: {notice_days: 1e400}", "number", "changes.notice_days", 2),
        ("schema: concord-terms/1\nchanges: {notice_days: １２}", "number", "changes.notice_days", 2),
        ("schema: concord-terms/1\nchanges: {notice_days: 99999999999999999999}", "number", "changes.notice_days", 2),
        ('schema: concord-terms/1\ncontact: "a\\u202eb"', "character", "contact", 2),
        ('schema: concord-terms/1\ncontact: "a\\u200bb"', "character", "contact", 2),
        ('schema: concord-terms/1\ncontact: "a\\U000e0041b"', "character", "contact", 2),
        ('schema: concord-terms/1\ncontact: "a\\u200fb"', "character", "contact", 2),
        ("schema: concord-terms/1\nzone: Factory", "zone", "zone", 2),
        (
            "schema: concord-terms/1\nreturns: {if_nothing_published: {by: 9999-12-31}}",
            "range",
            "returns.if_nothing_published.by",
            2,
        ),
        ('schema: concord-terms/1\ncontact: "a\\0b"', "character", "contact", 2),
        ('schema: concord-terms/1\ncontact: "a\\ud800b"', "character", "contact", 2),
        ("schema: concord-terms/2", "schema", "schema", 1),
        ("schema: concord-terms/1\nlanguage: none", "language", "language", 2),
        ("schema: concord-terms/1\nzone: none", "zone", "zone", 2),
        ("schema: concord-terms/1\nzone: ../../etc/passwd", "zone", "zone", 2),
        ("schema: concord-terms/1\nroles:\n  - id: none", "id", "roles[0].id", 3),
        (
            "schema: concord-terms/1\nreturns: {if_abandoned: {then: x, after_days: soon}}",
            "number",
            "returns.if_abandoned.after_days",
            2,
        ),
        (
            "schema: concord-terms/1\nreturns: {if_nothing_published: {by: 2027-02-30}}",
            "date",
            "returns.if_nothing_published.by",
            2,
        ),
        ("contact: somebody", "schema", "schema", 1),
    ],
)
def test_what_is_refused_names_its_place(text: str | bytes, code: str, path: str, line: int | None) -> None:
    problem = only(read_yaml(text, people=None))
    assert (problem.code, problem.path, problem.line) == (code, path, line)


def test_bombs_are_answered_at_once() -> None:
    for text in ("[" * 100_000, "{a: " * 40_000, "- " * 90_000, "- -\n" * 40_000, "a: 'b\n" * 20_000):
        assert read_yaml(text, people=None).problems
    assert only(read_yaml("#" * 200_001, people=None)).code == "size"
    deep: object = "x"
    for _ in range(5000):
        deep = [deep]
    assert read({"schema": "concord-terms/1", "contact": deep}, people=None).problems


def test_rules_have_their_limits_and_say_where() -> None:
    expression: object = {"points": {"at_least": "1"}}
    for _ in range(9):
        expression = {"not": expression}
    data = {"schema": "concord-terms/1", "authorship": {"eligibility": expression}}
    assert only(read(data, people=None)).path.startswith("authorship.eligibility.not.not")

    many = [{"id": f"r{number}"} for number in range(21)]
    assert only(read({"schema": "concord-terms/1", "roles": many}, people=None)).path == "roles"
    kinds = [{"id": f"k{number}"} for number in range(61)]
    assert (
        only(read({"schema": "concord-terms/1", "authorship": {"kinds": kinds}}, people=None)).path
        == "authorship.kinds"
    )


def test_an_unknown_person_is_named_with_path_and_line() -> None:
    known = {"ines-varga": "s1", "tomas-lindqvist": "s2"}
    problem = only(read_yaml(EXAMPLE.read_text(encoding="utf-8"), people=known.get))
    assert (problem.path, problem.code, problem.line) == ("core_team.members[2].person", "unknown_person", 24)


@pytest.mark.parametrize("amount", ["0.5", "-1", "NaN", "1e400", "１２", "01", "1/0", "1/1000001", 1, "1000000000"])
def test_amounts_are_exact_text(amount: object) -> None:
    raw = {"schema": "concord-terms/1", "authorship": {"eligibility": {"points": {"at_least": amount}}}}
    assert only(read(raw, people=None)).path == "authorship.eligibility.points.at_least"


@pytest.mark.parametrize("path", ["returns.if_nothing_published.by", "rights.publish.from"])
def test_a_day_that_does_not_exist_is_not_blamed_on_how_it_is_written(path: str) -> None:
    outer, inner, last = path.split(".")
    for day, en, zh in (
        ("2026-02-30", "There is no day 2026-02-30 in the calendar.", "日历上没有 2026-02-30 这一天。"),
        ("2027-02-29", "There is no day 2027-02-29 in the calendar.", "日历上没有 2027-02-29 这一天。"),
        ("30.2.2026", "A date is written 2027-06-30; not 30.2.2026.", "日期写作 2027-06-30；30.2.2026 不行。"),
    ):
        text = f"schema: concord-terms/1\n{outer}: {{{inner}: {{{last}: {day}}}}}"
        (problem,) = read_yaml(text, people=None).problems
        assert (problem.path, problem.code) == (path, "date")
        assert (problem.message, problem.message_zh) == (en, zh)


@pytest.mark.parametrize(
    ("clause", "en"),
    [
        ("licence: {outbound: {data: Foo-1}}", "No SPDX expression: “Foo-1” is not a licence of the SPDX list"),
        ("licence: {outbound: {data: MIT AND}}", "No SPDX expression: a licence is missing here (character 8)."),
        ("licence: {outbound: {data: (MIT}}", "No SPDX expression: a closing bracket is missing (character 5)."),
        ("licence: {outbound: {data: MIT MIT}}", "No SPDX expression: unexpected “MIT” (character 5)."),
        ("licence: {outbound: {data: MIT WITH x}}", "No SPDX expression: “x” is not an exception of the SPDX list"),
        ("licence: {outbound: {data: MIT é}}", "No SPDX expression: unexpected character “é” (character 5)."),
        ("compensation: {own_costs: {cap: ten}}", "Money is written like 10.00 USD; not ten."),
        ("contact: [", "This is no YAML: "),
        ("contact: a: b", "This is no YAML: "),
        ("contact: \x01", "This is no YAML: a character that YAML does not allow."),
    ],
)
def test_what_other_readers_say_is_a_sentence_in_both_languages(clause: str, en: str) -> None:
    """Their own words are English; none of them stands in the Chinese, but ids and what was written."""
    (problem,) = read_yaml(f"schema: concord-terms/1\n{clause}\n", people=None).problems
    assert problem.message.startswith(en)
    assert problem.message.endswith(".")
    assert problem.message_zh.endswith("。")
    ours = re.sub(r"“[^”]*”|SPDX|YAML|LicenseRef|USD|ten", "", problem.message_zh)
    assert not re.search(r"[A-Za-z]", ours)
