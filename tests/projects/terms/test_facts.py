"""What the catalogue knows of a version: each answer typed by hand beside the clause it comes from."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.core.management import call_command

from portal.core.bounded import Bounded
from portal.core.text.folding import FOLDING
from projects.terms import fact_rows, facts
from projects.terms.checks.card import card
from projects.terms.checks.finding import CHECK_SET
from projects.terms.document.read import read_yaml
from projects.terms.facts import Facts
from projects.terms.models import TermsFacts, TermsVersion
from tests.projects.terms.document.documents import EXAMPLE


def example() -> dict[str, Any]:
    document = read_yaml(EXAMPLE.read_bytes(), people=lambda handle: handle).document
    assert document is not None
    return document


def of(document: dict[str, Any]) -> Facts:
    return facts.facts(document, card(document))


def test_the_example() -> None:
    found = of(example())
    assert (found.language, found.zone, found.pay, found.exclusive) == ("en", "Europe/Lisbon", "paid", "no")
    assert (found.licences, found.open_licence, found.commercial) == (["CC-BY-4.0"], True, "yes")
    assert (found.threshold.kind, found.threshold.amount, found.threshold.one_item) == ("points", "1", True)
    assert (found.held_out, found.released, found.new_destination) == ("rule", "dated", "consent")
    assert (found.visibility, found.anonymity) == ("members", "open")
    assert (found.open_role, found.earned_role) == (True, True)
    assert found.flags == []


def changed(path: str, value: object) -> dict[str, Any]:
    """The example with another answer at a dotted path; None takes the answer away."""
    document = copy.deepcopy(example())
    *heads, last = path.split(".")
    place = document
    for head in heads:
        place = place[head]
    if value is None:
        place.pop(last)
    else:
        place[last] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "attribute", "expected"),
    [
        ("compensation.kind", "unpaid", "pay", "unpaid"),
        ("compensation.kind", "prizes", "pay", "prizes"),
        ("compensation.kind", None, "pay", "not_stated"),
        ("compensation", {"kind": "none"}, "pay", "unpaid"),
        ("licence.inbound.exclusive", "yes", "exclusive", "yes"),
        ("licence.inbound", "none", "exclusive", "none"),
        ("licence.outbound.data", "CC0-1.0 OR MIT", "licences", ["CC0-1.0", "MIT"]),
        ("licence.outbound.data", "CC-BY-NC-4.0", "open_licence", False),
        ("licence.outbound.data", "LicenseRef-house", "licences", ["LicenseRef-house"]),
        ("licence.outbound", "none", "licences", ["none"]),
        ("licence.outbound", None, "licences", ["not_stated"]),
        ("licence.commercial_use", "ask", "commercial", "ask"),
        ("data.held_out", "none", "held_out", "none"),
        ("data.held_out", "none", "released", "none"),
        ("data.held_out", None, "held_out", "not_stated"),
        ("data.held_out.chosen", "hand", "held_out", "hand"),
        ("data.held_out.released", {"when": "When the paper is out."}, "released", "condition"),
        ("data.held_out.released", "none", "released", "none"),
        ("data.new_destination", "notice", "new_destination", "notice"),
        ("data.visibility", "closed", "visibility", "closed"),
        ("participation.anonymity", "both_hidden", "anonymity", "both_hidden"),
    ],
)
def test_each_answer(path: str, value: object, attribute: str, expected: object) -> None:
    assert getattr(of(changed(path, value)), attribute) == expected


@pytest.mark.parametrize(
    ("rule", "kind", "amount", "strict", "one_item"),
    [
        ({"points": {"at_least": "3/2"}}, "points", "3/2", False, False),
        ({"points": {"at_least": "2/4"}}, "points", "1/2", False, True),
        ({"points": {"more_than": "0"}}, "points", "0", True, True),
        ({"points": {"more_than": "1"}}, "points", "1", True, False),
        # Reviews alone: no accepted task earns any of these points.
        ({"points": {"kinds": ["review"], "at_least": "1/2"}}, "points", "1/2", False, False),
        ({"count": {"kind": "task", "at_least": 1}}, "count", "1", False, True),
        ({"count": {"kind": "task", "at_least": 3}}, "count", "3", False, False),
        ({"all": [{"points": {"at_least": "1"}}]}, "other", "0", False, False),
        ({"member": {"for_days": 365}}, "other", "0", False, False),
        ("none", "none", "0", False, False),
        (None, "not_stated", "0", False, False),
    ],
)
def test_the_threshold(rule: object, kind: str, amount: str, strict: bool, one_item: bool) -> None:
    found = of(changed("authorship.eligibility", rule)).threshold
    assert (found.kind, found.amount, found.strict, found.one_item) == (kind, amount, strict, one_item)


def test_thresholds_stand_in_the_order_of_their_exact_amounts() -> None:
    rules = [{"points": {"at_least": one}} for one in ("10", "1/3", "333333/1000000", "2")]
    rules += [{"points": {"more_than": "1/3"}}, {"member": {"for_days": 1}}, "none", None]
    found = sorted((of(changed("authorship.eligibility", rule)).threshold for rule in rules), key=lambda one: one.order)
    told = [(one.kind, Fraction(one.amount), one.strict) for one in found]
    assert told == [
        ("points", Fraction(333333, 1000000), False),
        ("points", Fraction(1, 3), False),
        ("points", Fraction(1, 3), True),
        ("points", Fraction(2), False),
        ("points", Fraction(10), False),
        ("other", Fraction(0), False),
        ("none", Fraction(0), False),
        ("not_stated", Fraction(0), False),
    ]


def test_roles_open_and_earned() -> None:
    document = example()
    for role in document["roles"]:
        role["granted"] = "appointed"
    found = of(document)
    assert (found.open_role, found.earned_role) == (False, False)
    document["roles"][0]["granted"] = "voted"
    assert of(document).earned_role


def test_a_flag_is_named_and_counted() -> None:
    found = of(changed("licence.inbound.exclusive", "yes"))
    assert found.flags
    assert sum(column.get("flag", 0) for column in found.marks.values()) == len(found.flags)


def test_the_text_is_the_projects_own_words_and_nobodys_id() -> None:
    text = facts.text(example())
    assert "reading a pumping test" in text
    assert "meridian water trust" in text
    assert "everybody" in text
    assert "ines-varga" not in text
    assert "difficulty" not in text


def test_translations_are_the_projects_own_words_too() -> None:
    texts = [{"path": "purpose.measures", "text": "抽水试验的解释"}]
    text = facts.text({**example(), "translations": [{"language": "zh-Hans", "texts": texts}]})
    assert "抽水试验的解释" in text
    assert "purpose.measures" not in text


def test_facts_survive_being_kept() -> None:
    found = of(example())
    assert Facts.from_json(found.as_json()) == found
    assert Facts.from_json({**found.as_json(), "more": 1}) is None
    assert Facts.from_json([]) is None


@pytest.fixture
def nothing_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fact_rows, "_kept", Bounded(100))


def named(version: TermsVersion) -> fact_rows.Named:
    return fact_rows.Named(version.pk, version.hash)


@pytest.mark.usefixtures("nothing_in_memory")
def test_publishing_writes_the_row(published: TermsVersion) -> None:
    row = TermsFacts.objects.get(terms=published)
    assert Facts.from_json(row.facts) == fact_rows.of([named(published)])[published.hash]
    assert row.facts["pay"] == "paid"
    assert "pumping test" in row.text


def _drop(row: TermsFacts) -> None:
    row.delete()


def _age(row: TermsFacts) -> None:
    TermsFacts.objects.filter(pk=row.pk).update(check_set="fairness/0", facts={**row.facts, "pay": "unpaid"})


def _misshape(row: TermsFacts) -> None:
    TermsFacts.objects.filter(pk=row.pk).update(facts={"pay": "unpaid"})


def _fold_otherwise(row: TermsFacts) -> None:
    """As a release left it whose folding kept capitals."""
    TermsFacts.objects.filter(pk=row.pk).update(check_set=f"{CHECK_SET} fold/{FOLDING - 1}", text="PUMPING nowhere")


@pytest.mark.usefixtures("nothing_in_memory")
@pytest.mark.parametrize("harm", [_drop, _age, _misshape, _fold_otherwise])
def test_facts_are_right_without_a_right_row(published: TermsVersion, harm: Callable[[TermsFacts], None]) -> None:
    harm(TermsFacts.objects.get(terms=published))
    assert fact_rows.of([named(published)])[published.hash].pay == "paid"
    assert fact_rows.matching([named(published)], ["pumping", "nowhere"]) == {published.pk: {"pumping"}}


def test_text_of_another_folding_is_made_anew(published: TermsVersion) -> None:
    row = TermsFacts.objects.get(terms=published)
    _fold_otherwise(row)
    assert fact_rows.remake() == 1
    assert TermsFacts.objects.get(terms=published).text == row.text


def test_a_row_names_checks_and_folding_in_its_column() -> None:
    assert fact_rows.MADE_UNDER.startswith(CHECK_SET)
    assert fact_rows.MADE_UNDER.endswith(f"/{FOLDING}")
    assert len(fact_rows.MADE_UNDER) <= (TermsFacts._meta.get_field("check_set").max_length or 0)


@pytest.mark.usefixtures("nothing_in_memory")
@pytest.mark.parametrize("harm", [_drop, _age, _misshape])
def test_rows_are_made_anew_once(published: TermsVersion, harm: Callable[[TermsFacts], None]) -> None:
    harm(TermsFacts.objects.get(terms=published))
    call_command("remake_facts", verbosity=0)
    assert TermsFacts.objects.get(terms=published).facts["pay"] == "paid"
    assert fact_rows.remake() == 0


@pytest.mark.usefixtures("nothing_in_memory")
def test_what_is_known_costs_no_query(published: TermsVersion, django_assert_num_queries: Callable[[int], Any]) -> None:
    with django_assert_num_queries(1):
        fact_rows.of([named(published)])
    with django_assert_num_queries(0):
        fact_rows.of([named(published)])
