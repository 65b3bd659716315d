"""What is pasted: documents with errors, calls in both languages, and what strangers send."""

from __future__ import annotations

import copy
import json
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from projects.checking.judging import Judged, judged
from projects.checking.pasted import is_document, of_words, unwrapped
from projects.terms.checks.catalogue import CHECKS
from projects.terms.document.read import read_yaml
from tests.projects.terms.checks.examples_data import HERE
from tests.projects.terms.document.documents import EXAMPLE

FAIR = (HERE / "base.yaml").read_text("utf-8")
PROMISES = [line.split("\t") for line in (HERE / "promises.tsv").read_text("utf-8").splitlines()[1:]]


def of(text: str, **answers: Any) -> Judged:
    return judged(answers, text, as_document=None, lang="en")


def codes(found: Judged) -> dict[str, str]:
    return {one.check: one.code for one in found.card.findings}


# --- documents


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("schema: concord-terms/1\n", True),
        ('  {"schema": "concord-terms/1"}', True),
        ("language: en\npurpose:\n  measures: x\n", True),
        ("roles: reviewers and authors\n", False),
        ("Contact: ana@example.org\nRoles: many\nData: none", False),
        ("Join us. We pay 600 USD.", False),
        ("", False),
    ],
)
def test_what_is_a_document(text: str, expected: bool) -> None:
    assert is_document(text) is expected


def test_a_fair_document_is_fair() -> None:
    found = of(FAIR)
    assert found.given == ("document",)
    assert found.pasted.problems == ()
    assert set(codes(found).values()) == {"fair"}


def test_json_is_read_as_yaml_is() -> None:
    document = read_yaml(EXAMPLE.read_text("utf-8"), people=lambda handle: handle).document
    found = of(json.dumps(document))
    assert found.pasted.problems == ()
    assert codes(found) == codes(of(EXAMPLE.read_text("utf-8")))


def _changed(old: str, new: str) -> str:
    assert old in FAIR
    return FAIR.replace(old, new)


def test_errors_are_named_by_path_and_line_and_the_rest_is_judged() -> None:
    text = _changed("visibility: members", "visibility: secret")
    found = of(text)
    line = 1 + [one.strip() for one in text.splitlines()].index("visibility: secret")
    assert [(one.path, one.line, one.code) for one in found.pasted.problems] == [("data.visibility", line, "choice")]
    assert set(codes(found).values()) == {"fair"}  # no check is about the visibility alone


@pytest.mark.parametrize(
    ("old", "new", "check", "code"),
    [
        # refused by the schema and plain all the same
        ("notice_days: 30, contested", "notice_days: 9999, contested", "notice-days", "fair"),
        ("after_days: 120", "after_days: 0", "no-publication", "fair"),
        ("exclusive: no, ownership", "exclusive: true, ownership", "licence-inbound", "flag"),
        ("exclusive: no, ownership", "exclusive: false, ownership", "licence-inbound", "fair"),
        # no answer the schema knows: not stated
        ("anonymity: reviewer_hidden", "anonymity: secret", "anonymity-stated", "open"),
        ("notice_days: 30, contested", "notice_days: soon, contested", "notice-days", "open"),
        # half a rule would be another rule
        (
            'eligibility: {points: {at_least: "1/2"}}',
            "eligibility: {points: {at_least: 0.5}}",
            "eligibility-rule",
            "open",
        ),
        (
            'eligibility: {points: {at_least: "1/2"}}',
            'eligibility: {any: [{points: {at_least: "1/2"}}, {magic: yes}]}',
            "eligibility-rule",
            "open",
        ),
        ("ranked_by: [points, first_credit]", "ranked_by: [luck]", "prize-rule", "na"),
        ("commercial: yes, exclusive: no", "commercial: yes, exclusive: maybe", "sale-consent", "open"),
    ],
)
def test_what_the_schema_refuses(old: str, new: str, check: str, code: str) -> None:
    found = of(_changed(old, new))
    assert len(found.pasted.problems) >= 1
    assert all(one.line for one in found.pasted.problems)
    assert found.card.of(check).code == code
    others = {name for name, given in codes(found).items() if given == "flag"} - {check}
    assert others == set()


def test_what_only_publishing_refuses_is_no_error() -> None:
    found = of(_changed("overrides: {window_days: 14}", "overrides: {window_days: 3}"))
    assert found.pasted.problems == ()
    assert found.card.of("overrides").code == "flag"


def test_unknown_names_are_errors_and_nothing_else_is_lost() -> None:
    found = of(FAIR + "salary: high\nwords with blanks: x\n")
    assert [one.code for one in found.pasted.problems] == ["unknown_key", "unknown_key"]
    assert set(codes(found).values()) == {"fair"}


@pytest.mark.parametrize(
    "text",
    [
        "schema: concord-terms/1\npurpose: *a\n",
        "schema: concord-terms/1\npurpose: &a {measures: x}\n",
        "schema: concord-terms/1\npurpose: !!python/object:os.system {}\n",
        "schema: concord-terms/1\nschema: concord-terms/1\n",
        '{"schema": NaN}',
        '{"a": ' * 5000,
        "[" * 5000,
        "schema: concord-terms/1\n" + "- " * 20_000,
        "{",
        "{}",
        "schema: concord-terms/1\n\tpurpose: x",
    ],
)
def test_hostile_documents_are_errors(text: str) -> None:
    found = judged({}, text, as_document=True, lang="en")
    assert found.pasted.document == {} or found.pasted.problems
    assert "flag" not in codes(found).values()


def test_nobody_is_looked_up(django_assert_num_queries: Any, db: None) -> None:
    with django_assert_num_queries(0):
        assert of(FAIR.replace("p-mara", "ana")).pasted.problems == ()


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10**6),
    st.floats(),
    st.text(max_size=6),
    st.just("none"),
    st.just([]),
    st.just({}),
    st.just([{}]),
    st.just({"points": {}}),
    st.just([None, "x"]),
)


def _paths(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [path, *(found for key, one in inner for found in _paths(one, (*path, key)))]


BASE: dict[str, Any] = read_yaml(FAIR, people=lambda handle: handle).document or {}
PATHS = [path for path in _paths(BASE) if path]


@given(st.lists(st.tuples(st.sampled_from(PATHS), LEAVES), min_size=1, max_size=6))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_wrong_document_gets_a_card(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    data = json.loads(json.dumps(BASE))
    for path, value in changes:
        node = data
        for step in path[:-1]:
            node = node[step] if isinstance(node, dict) and step in node else node
            node = node[step] if isinstance(node, list) and isinstance(step, int) and step < len(node) else node
        if isinstance(node, dict):
            node[str(path[-1])] = copy.deepcopy(value)  # one list put into itself would be no JSON
    found = judged({}, json.dumps(data), as_document=True, lang="en")
    assert [one.check for one in found.card.findings] == list(CHECKS)


# --- words


@pytest.mark.parametrize(("sentence", "expected"), [(row[1], row[2]) for row in PROMISES], ids=str)
def test_every_promise_of_the_list_is_found_in_a_call(sentence: str, expected: str) -> None:
    found = of(sentence)
    assert found.given == ("words",)
    assert (found.card.of("venue-promise").code == "flag") == (expected == "promise")
    if expected == "promise":
        assert found.card.of("venue-promise").quote.rstrip("…") in sentence
    rest = {check: code for check, code in codes(found).items() if check != "venue-promise"}
    assert set(rest.values()) == {"open", "na"}


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("Submissions that look generated are closed without explanation.", "decline-reasons"),
        ("不合要求的投稿可直接关闭，恕不说明原因。", "decline-reasons"),
        ("The team may change these rules at any time, also for work already submitted.", "reach-back"),
        ("新规则同样适用于此前提交的题目。", "reach-back"),
        ("Standards are set by the lead authors only.", "say-in-standards"),
        ("评审标准由核心作者单独制定。", "say-in-standards"),
        ("Nobody can join the core team after the launch.", "core-team"),
        ("核心团队不再增补。", "core-team"),
    ],
)
def test_other_readers(text: str, check: str) -> None:
    found = of(f"Welcome to our benchmark.\n{text}")
    assert {name for name, code in codes(found).items() if code == "flag"} == {check}
    assert found.card.of(check).quote == text
    assert [one.sentence for one in found.pasted.reads] == [text]
    assert found.pasted.count == 2


@pytest.mark.parametrize(
    "text",
    [
        "No submission is closed without reasons.",
        "A later version never applies to work submitted earlier.",
        "The core team alone cannot change the rubric; members vote on it.",
        "Nobody can join the video call after nine.",  # not about the core team
        "The menu of the dinner is decided by the organizers only.",  # not about standards
        "We pay 600 USD a task under CC BY 4.0, and reviewers hold a doctorate.",  # no reader is sure of these
        "We hope you join; reviewers decide where the paper appears.",
        "贡献者可随时退出，不影响署名。",
    ],
)
def test_in_doubt_nothing_is_read(text: str) -> None:
    found = of(text)
    assert set(codes(found).values()) == {"open", "na"}
    assert found.pasted.reads == ()


def test_a_plan_is_told_and_is_no_flag() -> None:
    found = of("We plan to submit the paper to ICLR.")
    assert [one.says.en for one in found.pasted.reads] == ["reads as a plan to submit, no promise"]
    assert found.card.of("venue-promise").code == "open"  # what is sure is still not stated


def test_a_sentence_is_charged_once() -> None:
    found = of("The organizers alone may change these rules at any time, also for work already submitted.")
    assert [check for check, code in codes(found).items() if code == "flag"] == ["reach-back"]


def test_characters_that_hide_do_not_hide_a_promise() -> None:
    assert (
        of("Every contributor becomes a co-author of a paper in Na\u200bture.").card.of("venue-promise").code == "flag"
    )
    assert "\u202e" not in of("A Nature paper \u202ewith your name on it is certain.").card.of("venue-promise").quote


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Every contributor who sends in one task becomes a co-author of a\npaper in Nature.",
            "Every contributor who sends in one task becomes a co-author of a paper in Nature.",
        ),
        ("A short heading\nAnd a sentence.", "A short heading\nAnd a sentence."),
        ("- one thing that is long enough to have been broken by a mail\n- another thing",) * 2,
        ("A long line that ends where a sentence ends, as it should.\nAnother one.",) * 2,
        (
            "每一位参与出题并且题目通过评审的贡献者都会成为论文的共同作者，论文\n将发表于《自然》。",
            "每一位参与出题并且题目通过评审的贡献者都会成为论文的共同作者，论文将发表于《自然》。",
        ),
    ],
)
def test_lines_broken_by_a_mail(text: str, expected: str) -> None:
    assert unwrapped(text) == expected


def test_answers_fill_what_the_text_leaves_open() -> None:
    found = of("Standards are set by the lead authors only.", say="yes", decline="no", back="reaches")
    flags = {check for check, code in codes(found).items() if code == "flag"}
    assert flags == {"say-in-standards", "opt-out", "reach-back"}
    assert found.given == ("words", "answers")
    assert "Standards are set by the lead authors only" in found.card.of("say-in-standards").sentence.en


def test_a_document_counts_before_an_answer() -> None:
    found = of(FAIR, decline="no", notice=0)
    assert set(codes(found).values()) == {"fair"}


# --- what takes long


@pytest.mark.parametrize(
    "word",
    [
        "rules apply ", "Nature ", "our paper in Nature ", "closing without ", "A. ", ". ", "a", "!", "“", "\n", "? ",
        "change also for work already submitted ", "发表在《自然》", "新规则也适用于此前", "core team only sets ",
        "Nature paper. ", "<script>alert(1)</script> ", "published in the published in ", "，", "1 ",
    ],
)  # fmt: skip
def test_two_hundred_kilobytes_of_one_word(word: str) -> None:
    text = word * (200_000 // len(word.encode()))
    started = time.monotonic()
    found = judged({}, text, as_document=False, lang="en")
    assert time.monotonic() - started < 20  # seconds on a busy machine; the cube of the length would be days
    assert len(found.letter("en")) == 4


def test_a_passage_without_an_end_is_said_not_to_be_read() -> None:
    found = of_words("word " * 200 + "\n\nA Nature paper is certain.")
    assert (found.count, found.skipped) == (1, 1)
