"""What is kept of the details of a task, what is refused, what is missing; without a database."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from portal.core.errors import Refused
from projects.tasks.api.details import DetailsSerializer
from projects.tasks.details import form
from projects.tasks.details.fields import ANSWERS, ASKED, CHOSEN, FIELDS, FOLDS, ROWS, SPAN, TEXT, Field
from projects.tasks.details.keeping import cleaned
from projects.tasks.details.reading import missing, visible, words
from projects.tasks.details.shown import lines, one, shown
from tests.projects.journey import DETAILS, DETAILS_FORM

NO = {"answer": "no", "text": ""}

# Copied by hand from issue 5 and docs/interfaces.md 5: the field, whom it is seen with, and whether it is a must.
ASKED_FOR = {
    "why": ("statement", True),
    "expert_path": ("answer", True),
    "lazy": ("answer", True),
    "failure_kinds": ("answer", True),
    "accepted_forms": ("verification", False),
    "tolerance": ("verification", False),
    "tests": ("verification", False),
    "checking_rubric": ("verification", False),
    "provenance": ("origin", False),
    "sources": ("statement", False),
    "earlier": ("origin", True),
    "ai_use": ("statement", True),
    "hours": ("statement", True),
    "conflicts": ("origin", True),
    "rights_employer": ("origin", True),
    "rights_co_owner": ("origin", True),
    "rights_personal_data": ("origin", True),
}


def test_the_fields_are_those_that_are_asked_for() -> None:
    assert {field.id: (field.audience, field.must) for field in FIELDS} == ASKED_FOR
    assert {field.fold for field in FIELDS} == {key for key, _label in FOLDS}
    assert set(DetailsSerializer().fields) == set(ASKED_FOR)


def test_what_says_nothing_is_not_kept() -> None:
    typed = {field.id: value for field in FIELDS for value in [form._EMPTY[field.kind]]}
    assert cleaned(typed) == {}
    assert cleaned({"lazy": [{"tried": " ", "why_it_fails": ""}], "why": "\n"}) == {}


def test_what_is_kept_is_cleaned_and_in_one_order() -> None:
    typed = {
        "why": "  Wells.\r\n",
        "failure_kinds": {"chosen": ["data", "knowledge", "data"], "text": ""},
        "lazy": [{"tried": "", "why_it_fails": ""}, {"tried": "Guess", "why_it_fails": ""}],
    }
    assert cleaned(typed) == {
        "why": "Wells.",
        "failure_kinds": {"chosen": ["knowledge", "data"], "text": ""},
        "lazy": [{"tried": "Guess", "why_it_fails": ""}],
    }


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("2", "2"), ("1.5", "3/2"), ("0.25", "1/4"), ("3/4", "3/4"), ("6/4", "3/2"), ("12.00", "12"), (" ", "")],
)
def test_hours_are_read_in_quarters(typed: str, kept: str) -> None:
    assert cleaned({"hours": {"low": typed, "high": "8"}})["hours"] == {"low": kept, "high": "8"}


@pytest.mark.parametrize("typed", ["0", "-1", "1.3", "1/3", "2001", "1e3", "NaN", "½", "１", "two", "1.5.5", "0/4"])
def test_other_hours_are_refused(typed: str) -> None:
    with pytest.raises(Refused, match="Expected hours of work: hours are"):
        cleaned({"hours": {"low": typed, "high": ""}})


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("why", "a\u202eb", "Why it matters, and to whom: The text holds a character that changes the direction"),
        ("tests", "x" * 8193, "Tests: The text has 8193 bytes; at most 8192 are taken."),
        ("lazy", [{"tried": "x" * 2001, "why_it_fails": ""}], "at most 2000 are taken"),
        ("lazy", [{"tried": "x", "why_it_fails": "y"}] * 21, "Lazy attempts: at most 20 rows."),
        ("earlier", {"answer": "perhaps", "text": ""}, "the answer is yes or no"),
        ("failure_kinds", {"chosen": ["luck"], "text": ""}, "this choice is not there"),
        ("sources", [{"what": "Map", "licence": "", "url": "javascript:alert(1)"}], "an address begins with https"),
        ("sources", [{"what": "Map", "licence": "", "url": "https://a b"}], "an address begins with https"),
        ("checking_rubric", [{"points": "0", "sentence": "All."}], "from 1 to 999"),
        ("checking_rubric", [{"points": "1.5", "sentence": "All."}], "from 1 to 999"),
    ],
)
def test_what_cannot_be_kept_is_named(field: str, value: Any, said: str) -> None:
    with pytest.raises(Refused, match=said) as caught:
        cleaned({**DETAILS, field: value})
    assert len(caught.value.reasons) == 1


def test_a_licence_is_spelled_as_the_list_spells_it_and_other_words_stay() -> None:
    rows = [
        {"what": "Code", "licence": "mit", "url": "https://example.org/code"},
        {"what": "Log", "licence": "with the owner’s leave", "url": ""},
    ]
    kept = cleaned({"sources": rows})
    assert [row["licence"] for row in kept["sources"]] == ["MIT", "with the owner’s leave"]
    cells = [[(cell.text, cell.href, cell.unknown) for cell in row] for row in shown(kept, "statement")[0].rows]
    assert cells == [
        [("Code", "", False), ("MIT", "", False), ("https://example.org/code", "https://example.org/code", False)],
        [("Log", "", False), ("with the owner’s leave", "", True), ("", "", False)],
    ]


def test_each_missing_part_is_named() -> None:
    assert missing(DETAILS) == []
    assert missing({}) == [
        "Why it matters, and to whom is empty.",
        "How an expert would pass is empty.",
        "Lazy attempts: there is none yet.",
        "Where a model fails: nothing is chosen.",
        "“Has any of it been published or used before?” is not answered.",
        "“Were AI tools used?” is not answered.",
        "Expected hours of work: fewest and most are wanted.",
        "“Does any of you have a conflict of interest?” is not answered.",
        "“Does an employer have rights in it?” is not answered.",
        "“Does anybody else own a part of it?” is not answered.",
        "“Does it hold data on persons?” is not answered.",
    ]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rights_employer": {"answer": "yes", "text": ""}}, "is answered with yes and nothing more"),
        ({"rights_employer": {"answer": "", "text": "Perhaps."}}, "is not answered"),
        ({"lazy": [{"tried": "A guess", "why_it_fails": ""}]}, "Lazy attempts, row 1: “Why it fails” is empty."),
        ({"sources": [{"what": "Map", "licence": "", "url": ""}]}, "row 1: “Licence” is empty."),
        ({"failure_kinds": {"chosen": [], "text": "Somewhere"}}, "nothing is chosen"),
        ({"hours": {"low": "4", "high": ""}}, "fewest and most are wanted"),
        ({"hours": {"low": "10", "high": "9"}}, "the fewest are more than the most"),
    ],
)
def test_half_an_answer_is_none(changed: dict[str, Any], said: str) -> None:
    reasons = missing({**DETAILS, **changed})
    assert len(reasons) == 1
    assert said in reasons[0]


def test_a_field_goes_with_its_part() -> None:
    assert visible(DETAILS, {"title", "statement"}).keys() == {"why", "ai_use", "hours"}
    assert visible(DETAILS, {"answer"}).keys() == {"expert_path", "lazy", "failure_kinds"}
    assert visible(DETAILS, {"contributors", "tags"}) == {}
    assert "rights_employer" in visible(DETAILS, {"origin"})


def test_words_are_all_that_is_said() -> None:
    before = words(DETAILS)
    assert words({**DETAILS, "why": DETAILS["why"].replace(" ", "\n ")}) == before
    assert words({**DETAILS, "hours": {"low": "4", "high": "7"}}) != before
    assert words({**DETAILS, "conflicts": {"answer": "yes", "text": ""}}) != before
    assert words({**DETAILS, "earlier": NO, "why": DETAILS["why"] + " x"}) != before


def test_lines_are_what_a_comparison_reads() -> None:
    told = {field.id: lines(field, DETAILS) for field in FIELDS}
    assert told["hours"] == "4 to 6½ h"
    assert told["rights_employer"] == "Yes\n\nThe survey lets its staff publish."
    assert told["lazy"] == "Name a river, since it is always a river. | Here a dyke fits as well."
    assert told["sources"] == ""


# What a form sends and an object of the API says come to the same.

_WORD = st.text(st.sampled_from("ab *é井"), max_size=6)


def _values(field: Field) -> st.SearchStrategy[Any]:
    if field.kind == TEXT:
        return _WORD
    if field.kind == ASKED:
        return st.fixed_dictionaries({"answer": st.sampled_from(["", *(a for a, _l in ANSWERS)]), "text": _WORD})
    if field.kind == CHOSEN:
        kinds = st.lists(st.sampled_from([choice for choice, _l in field.choices]), max_size=5)
        return st.fixed_dictionaries({"chosen": kinds, "text": _WORD})
    if field.kind == SPAN:
        hours = st.sampled_from(["", "1", "3/2", "2.25"])
        return st.fixed_dictionaries({"low": hours, "high": hours})
    assert field.kind == ROWS
    cells = {"points": st.sampled_from(["", "3"]), "url": st.sampled_from(["", "https://example.org/"])}
    row = st.fixed_dictionaries({column.id: cells.get(column.id, _WORD) for column in field.columns})
    return st.lists(row, max_size=4)


@given(st.fixed_dictionaries({field.id: _values(field) for field in FIELDS}))
def test_cleaning_and_the_form_lose_nothing(typed: dict[str, Any]) -> None:
    kept = cleaned(typed)
    assert cleaned(kept) == kept
    json.dumps(kept)
    query = QueryDict(mutable=True)
    for name, text in form.sent(typed):
        query.appendlist(name, text)
    assert cleaned(form.typed(query)) == kept
    for field in FIELDS:
        if field.id in kept:
            one(field, kept[field.id])
    assert [field.id for field in FIELDS if field.id in kept] == list(kept)


def test_the_form_by_hand_says_what_the_object_says() -> None:
    query = QueryDict(mutable=True)
    for name, value in DETAILS_FORM.items():
        query.setlist(name, value if isinstance(value, list) else [value])
    assert cleaned(form.typed(query)) == DETAILS


@pytest.mark.parametrize("action", ["remove:why:1", "remove:lazy", "remove:lazy:9", "add:nothing", "remove:lazy:x", ""])
def test_a_button_that_is_not_there_moves_nothing(action: str) -> None:
    assert form.moved(DETAILS, action)[0] == DETAILS


def test_a_row_is_removed_by_its_number() -> None:
    rows = [{"tried": name, "why_it_fails": "Because."} for name in ("first", "second")]
    left, field = form.moved({**DETAILS, "lazy": rows}, "remove:lazy:1")
    assert (left["lazy"], field) == ([rows[1]], "lazy")
