"""Translations: which texts may be translated, which are refused, and that they change nothing that binds."""

from __future__ import annotations

from typing import Any

import pytest

from projects.terms import changes
from projects.terms.document.hashing import version_hash
from projects.terms.document.missing import missing
from projects.terms.document.read import read, read_yaml
from projects.terms.document.refusals import refusals
from projects.terms.document.translations import languages, own_words, translated
from projects.terms.document.write import to_yaml
from tests.projects.terms.document.documents import example

CHINESE = [
    {"path": "purpose.measures", "text": "由井群的原始水位读出一次抽水试验。"},
    {"path": "core_team.members[1].interests", "text": "担任隆德一家事务所的顾问。"},
    {"path": "authorship.kinds[0].title", "text": "通过的任务"},
]


def with_translations(*translations: dict[str, Any]) -> dict[str, Any]:
    document = {**example(), "translations": [dict(one) for one in translations]}
    reading = read(document, people=None)
    assert reading.problems == []
    assert reading.document is not None
    return reading.document


def refused(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [(problem.path, problem.code) for problem in refusals(document, rubrics={1})]


def test_translated_terms_are_published_and_come_back_from_a_file() -> None:
    document = with_translations({"language": "zh-Hans", "texts": CHINESE}, {"language": "de", "texts": CHINESE[:1]})
    assert refused(document) == []
    assert missing(document) == []
    assert languages(document) == ["zh-Hans", "de"]
    assert translated(document, "zh-hans")["authorship.kinds[0].title"] == "通过的任务"
    assert translated(document, "fr") == {}
    assert read_yaml(to_yaml(document, handles=str), people=None).document == document


def test_a_translation_is_wording_and_part_of_the_hash() -> None:
    plain = example()
    one = with_translations({"language": "zh-Hans", "texts": CHINESE})
    two = with_translations({"language": "zh-Hans", "texts": [{**CHINESE[0], "text": "另一种说法。"}, *CHINESE[1:]]})
    assert changes.changed(plain, one) == ["translations"]
    assert changes.changed(one, two) == ["translations[0].texts[0].text"]
    for paths in (changes.changed(plain, one), changes.changed(one, two)):
        assert changes.class_of(paths) == changes.TEXT
    assert len({version_hash(plain), version_hash(one), version_hash(two)}) == 3


def test_the_words_are_those_of_people_and_nothing_else() -> None:
    words = own_words(with_translations({"language": "de", "texts": CHINESE}))
    assert words["contact"] == "the people page of the project"
    assert words["roles[3].title"] == "Appeal panel"
    assert words["authorship.blocks[0].title"] == "Authors"
    for path in (
        "schema",
        "zone",
        "core_team.members[0].interests",  # none
        "core_team.funders[0].gives",  # money
        "compensation.pay[0].currency",
        "authorship.collation",
        "authorship.eligibility",
        "rights.teaching",  # yes
        "licence.outbound.data",
        "roles[0].id",
        "translations[0].texts[0].text",
    ):
        assert path not in words, path


@pytest.mark.parametrize(
    ("translations", "expected"),
    [
        ([{"language": "en", "texts": CHINESE}], ("translations[0].language", "binding_language")),
        (
            [{"language": "de", "texts": CHINESE}, {"language": "de", "texts": CHINESE[:1]}],
            ("translations[1].language", "twice"),
        ),
        ([{"language": "de", "texts": [*CHINESE, CHINESE[0]]}], ("translations[0].texts[3].path", "twice")),
        *[
            ([{"language": "de", "texts": [{"path": path, "text": "x"}]}], ("translations[0].texts[0].path", "no_text"))
            for path in (
                "purpose.measure",
                "purpose",
                "roles[9].title",
                "roles[].title",
                "zone",
                "authorship.opt_out.x",
                "core_team.members[0].interests",
                "compensation.pay[0].currency",
                "translations[0].texts[0].text",
                "__class__",
            )
        ],
    ],
)
def test_what_is_refused(translations: list[dict[str, Any]], expected: tuple[str, str]) -> None:
    assert expected in refused(with_translations(*translations))


def test_both_places_are_named() -> None:
    found = refusals(with_translations({"language": "en", "texts": CHINESE}), rubrics={1})
    (problem,) = found
    assert problem.paths == ("translations[0].language", "language")


@pytest.mark.parametrize("tag", ["english", "e", "zh_Hans", "zh-", "none", "中文", "de-x"])
def test_a_language_is_a_tag(tag: str) -> None:
    (problem,) = read({"schema": "concord-terms/1", "translations": [{"language": tag}]}, people=None).problems
    assert (problem.path, problem.code) == ("translations[0].language", "language")


def test_an_open_text_is_named() -> None:
    document = with_translations({"language": "de", "texts": [{"path": "contact"}]})
    assert missing(document) == ["translations[0].texts[0].text"]
