"""The two checks that stop publishing, on the examples of the catalogue (`fairness/1`), typed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from projects.terms.checks.finding import Finding
from projects.terms.checks.registry import run


def licence_coverage(document: dict[str, Any]) -> Finding:
    return run("licence-coverage", document)


def commercial_use(document: dict[str, Any]) -> Finding:
    return run("commercial-use", document)


def terms(**changed: Any) -> dict[str, Any]:
    """The clauses both checks read, fair as they stand; ``None`` empties one."""
    answers = {
        "purposes": ["any"],
        "data": "CC-BY-4.0",
        "commercial_use": "yes",
        "purpose": ["research", "evaluation"],
        "commercial": "yes",
        **changed,
    }
    destination = {"recipient": "everyone", "purpose": answers["purpose"], "commercial": answers["commercial"]}
    document = {
        "licence": {
            "inbound": {"purposes": answers["purposes"]},
            "outbound": {"data": answers["data"]} if "outbound" not in answers else answers["outbound"],
            "commercial_use": answers["commercial_use"],
        },
        "data": {"destinations": answers.get("destinations", [destination])},
    }
    return {key: {k: v for k, v in section.items() if v is not None} for key, section in document.items()}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({}, "fair"),
        ({"purposes": ["research", "benchmarking"]}, "flag"),
        ({"purposes": None}, "open"),
        ({"data": "CC-BY-NC-4.0"}, "fair"),
        ({"purposes": ["research", "evaluation"], "data": "CC-BY-NC-4.0"}, "flag"),
        ({"purposes": ["noncommercial"], "data": "CC-BY-NC-4.0"}, "fair"),
        ({"purposes": ["noncommercial"], "data": "CC-BY-NC-4.0 OR CC-BY-4.0"}, "flag"),
        ({"purposes": ["noncommercial"], "data": "CC-BY-NC-4.0 AND CC-BY-4.0"}, "fair"),
        ({"purposes": ["noncommercial"], "data": "CC-BY-ND-4.0"}, "flag"),
        ({"purposes": ["research"], "data": "LicenseRef-house", "purpose": ["research"]}, "fair"),
        ({"purposes": ["research"], "data": "LicenseRef-house", "purpose": ["resale"]}, "flag"),
        (
            {"purposes": ["research", "evaluation"], "data": "LicenseRef-house", "purpose": ["evaluation", "training"]},
            "fair",
        ),
        ({"purposes": ["research", "teaching"], "data": "LicenseRef-house", "purpose": ["teaching"]}, "flag"),
        ({"purposes": ["noncommercial"], "data": "LicenseRef-house", "purpose": ["resale"]}, "flag"),
        ({"purposes": "none"}, "flag"),
        ({"purpose": None}, "open"),
        ({"data": None}, "open"),
        ({"destinations": "none"}, "fair"),
        ({"data": "none", "purposes": ["research"]}, "na"),
        ({"outbound": "none", "purposes": ["research"]}, "na"),
    ],
)
def test_what_comes_in_covers_what_goes_out(changed: dict[str, Any], code: str) -> None:
    finding = licence_coverage(terms(**changed))
    assert finding.code == code
    assert finding.check == "licence-coverage"
    assert finding.code in ("na", "open") or finding.cause == "licence.inbound.purposes"


def test_the_sentence_quotes_the_grant_and_names_what_is_wider() -> None:
    finding = licence_coverage(terms(purposes=["research", "benchmarking"]))
    assert finding.quote == "research, benchmarking"
    assert (
        finding.sentence.en
        == "Reads as a release wider than the grant: in for “research, benchmarking”, out under CC-BY-4.0."
    )
    assert finding.sentence.zh == "从条款看，发布范围大于授权范围：授权用途为“研究、评测”，发布许可为 CC-BY-4.0。"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({}, "fair"),
        ({"commercial_use": "no"}, "flag"),
        ({"commercial_use": "ask"}, "flag"),
        ({"commercial_use": "none"}, "flag"),
        ({"commercial_use": None}, "open"),
        ({"commercial_use": "no", "data": "CC-BY-NC-4.0", "commercial": "no"}, "fair"),
        ({"commercial_use": "no", "data": "CC-BY-NC-4.0", "commercial": "yes"}, "flag"),
        ({"commercial_use": "no", "data": "CC-BY-NC-4.0 OR CC-BY-4.0", "commercial": "no"}, "flag"),
        ({"commercial_use": "no", "data": "CC-BY-NC-4.0 AND CC-BY-4.0", "commercial": "no"}, "fair"),
        ({"commercial_use": "no", "outbound": "none", "commercial": "no"}, "fair"),
        ({"commercial_use": "no", "data": "LicenseRef-house", "commercial": "no"}, "fair"),
        ({"commercial_use": "yes", "data": "CC-BY-NC-4.0", "commercial": "no"}, "fair"),
    ],
)
def test_commercial_use_agrees_with_licence_and_destinations(changed: dict[str, Any], code: str) -> None:
    assert commercial_use(terms(**changed)).code == code


def test_the_sentence_names_both_sides() -> None:
    finding = commercial_use(terms(commercial_use="no", commercial="no"))
    assert finding.sentence.en == "Reads two ways on commercial use: “commercial_use: no” beside CC-BY-4.0."
    assert finding.sentence.zh == "从条款看，商业使用有两种说法：“commercial_use: no”与 CC-BY-4.0。"
    assert finding.paths == (
        "licence.commercial_use",
        "licence.outbound.data",
        "data.destinations",
        "data.destinations[0].commercial",
    )
