"""The table of fields against docs/interfaces.md 1."""

from __future__ import annotations

import pytest

from projects.terms.document.fields import BY_PATH, CHAPTERS, CLAUSES, FIELDS, clause_path, field_at


@pytest.mark.parametrize(
    ("path", "letters"),
    [
        ("zone", "J·M"),
        ("purpose.measures", "J·T"),
        ("core_team.members", "J·R"),
        ("core_team.members[].duties", "J·R"),
        ("core_team.funders", "J·M"),
        ("returns.guaranteed", "P+M"),
        ("growth", "P+M"),
        ("compensation.pay", "W+M"),
        ("participation.stages", "W·M"),
        ("participation.anonymity", "W·M"),
        ("participation.appeals", "W·M"),
        ("participation.say", "J·M"),
        ("roles", "P·M"),
        ("authorship.kinds", "W·M"),
        ("authorship.eligibility", "P-M"),
        ("authorship.leavers", "P·M"),
        ("authorship.conditions[].notice_days", "P+M"),
        ("authorship.blocks", "O·M"),
        ("authorship.outputs", "O·M"),
        ("licence.inbound", "W·M"),
        ("data.destinations", "W·M"),
        ("rights", "P+M"),
        ("changes.contested_at", "J·M"),
        ("contact", "J·R"),
    ],
)
def test_whose_version_binds_which_way_is_better_and_the_class(path: str, letters: str) -> None:
    field = BY_PATH[path]
    assert f"{field.binds}{field.better or '·'}{field.klass}" == letters


def test_every_field_has_its_words_in_both_languages() -> None:
    for field in FIELDS:
        for words in (field.title, field.help, *(choice.label for choice in field.choices)):
            assert words.en
            assert words.zh
            assert words.en != words.zh or field.kind == "choice"


def test_clauses_are_numbered_by_chapter_in_order() -> None:
    assert len(CHAPTERS) == 10
    assert {
        clause.path: clause.number for clause in CLAUSES if clause.path in {"schema", "growth", "compensation.kind"}
    } == {
        "schema": "1.1",
        "growth": "3.5",
        "compensation.kind": "4.1",
    }
    assert BY_PATH["roles[].vote.quorum"].number == "6.1"
    assert BY_PATH["rights"].number == "9.6"
    assert len({clause.number for clause in CLAUSES}) == len(CLAUSES) == 68


def test_paths_find_their_field_and_their_clause() -> None:
    assert clause_path("core_team.members[0].since") == "core_team.members"
    assert clause_path("roles[3].vote.quorum") == "roles"
    assert clause_path("growth.discussions.open_to") == "growth"
    field = field_at("core_team.members[0].since")
    assert field is not None
    assert field.kind == "date"
    assert field_at("core_team.members[0]") is BY_PATH["core_team.members"]
    assert field_at("core_team.nothing") is None
