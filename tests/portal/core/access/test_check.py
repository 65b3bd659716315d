"""The table asked with every kind of person, and the reasons it gives."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from portal.core.access import check, conditions, page
from portal.core.access.checks import faults
from portal.core.access.powers import HOLDERS, POWERS
from portal.core.access.table import TABLE, Permission
from portal.core.errors import Forbidden

# interfaces.md 6, typed again.
FOURTEEN = {
    *("review", "triage", "assign", "decide", "chair", "award", "invite", "amend", "freeze", "release", "pay"),
    *("approve_pay", "hear_appeals", "audit"),
}


@dataclass(frozen=True)
class Person:
    id: str
    powers: frozenset[str] = frozenset()
    holds: frozenset[str] = frozenset()
    is_superuser: bool = False


@dataclass(frozen=True)
class Reef:
    public_id: str = "preefbench"


REEF = Reef()


@pytest.fixture
def providers(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Powers and holders are read off the person; every condition holds unless a test says otherwise."""
    monkeypatch.setattr(check, "_powers", [lambda project, actor: actor.powers])
    tests = {
        name: lambda actor, project, obj, name=name: name in actor.holds for name in ("member", "author", "founder")
    }
    monkeypatch.setattr(check, "_holders", tests)
    refusals: dict[str, Any] = {}
    names = {name for row in TABLE for name in row.conditions}
    monkeypatch.setattr(
        conditions,
        "_conditions",
        {name: conditions.Condition(name, lambda *_, name=name: refusals.get(name), f"only {name}") for name in names},
    )
    return refusals


def test_the_list_of_powers_is_closed() -> None:
    assert set(POWERS) == FOURTEEN
    assert len(POWERS) == 14


def test_the_table_is_whole_as_the_site_wires_it() -> None:
    assert list(faults()) == []


def test_every_row_is_held_by_its_holders_and_nobody_else(providers: dict[str, Any]) -> None:
    """Each row × each single power, each single other holder, a superuser with nothing, and nobody signed in."""
    asked = allowed = 0
    for row in TABLE:
        people: list[tuple[str, Person | None]] = [("", None), ("superuser", Person("s0", is_superuser=True))]
        people += [(power, Person("s1", powers=frozenset({power}))) for power in POWERS]
        people += [(name, Person("s2", holds=frozenset({name}))) for name in ("member", "author", "founder")]
        for held, person in people:
            verdict = check.check(person, row.id, REEF, first="sx")
            right = not row.reserved and (
                "anyone" in row.holders or ("account" in row.holders and person is not None) or held in row.holders
            )
            assert verdict.allowed is right, (row.id, held)
            assert bool(verdict.reasons) is not right
            asked += 1
            allowed += right
    assert asked == len(TABLE) * (2 + 14 + 3)
    assert allowed == sum(_held_by(row) for row in TABLE) > 0


def _held_by(row: Permission) -> int:
    """How many of those who are asked above hold it: everybody, everybody but the visitor, or those it names."""
    if row.reserved:
        return 0
    if "anyone" in row.holders:
        return 2 + 14 + 3
    if "account" in row.holders:
        return 1 + 14 + 3
    return len(set(row.holders) & {*POWERS, "member", "author", "founder"})


def test_every_condition_alone_refuses(providers: dict[str, Any]) -> None:
    everything = Person("s1", powers=frozenset(POWERS), holds=frozenset(HOLDERS))
    refused = 0
    for row in TABLE:
        for name in () if row.reserved else row.conditions:
            providers.clear()
            assert check.check(everything, row.id, REEF).allowed
            providers[name] = f"no, because {name}"
            assert check.check(everything, row.id, REEF).reasons == (f"no, because {name}",), row.id
            refused += 1
    assert refused == sum(len(row.conditions) for row in TABLE if not row.reserved) > 20


def test_all_reasons_are_given_at_once_and_none_to_strangers(providers: dict[str, Any]) -> None:
    providers.update(not_own_work="your own", no_shared_affiliation="your colleague")
    lead = Person("s1", powers=frozenset({"decide"}))
    with pytest.raises(Forbidden) as refusal:
        check.require(lead, "round.decide", REEF)
    assert refusal.value.reasons == ("your own", "your colleague")
    with pytest.raises(Forbidden) as refusal:
        check.require(Person("s2"), "round.decide", REEF)
    (reason,) = map(str, refusal.value.reasons)
    assert "decide" in reason
    assert "your own" not in reason
    assert list(map(str, check.check(None, "round.decide", REEF).reasons)) == ["Sign in to do this."]


def test_unknown_names_raise(providers: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyError):
        check.check(Person("s1"), "task.delete", REEF)
    row = Permission("x.y", ("account",), ("never_registered",), "x")
    monkeypatch.setattr(check, "_BY_ID", {"x.y": row})
    with pytest.raises(KeyError):
        check.check(Person("s1"), "x.y", REEF)


def test_powers_of_one_project_are_none_in_another(providers: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        check, "_powers", [lambda project, actor: {"amend"} if project.public_id == "preefbench" else set()]
    )
    assert check.check(Person("s1"), "terms.publish", REEF)
    assert not check.check(Person("s1"), "terms.publish", Reef("pother"))
    assert not check.check(Person("s1"), "terms.publish", None)


@pytest.mark.parametrize(
    ("name", "actor", "obj", "facts", "holds"),
    [
        ("second_person", Person("s1"), None, {"first": "s2"}, True),
        ("second_person", Person("s1"), None, {"first": "s1"}, False),
        ("second_person", Person("s1"), None, {"first": ""}, False),
        ("second_person", None, None, {"first": "s1"}, False),
        ("is_self", Person("s1"), Person("s1"), {}, True),
        ("is_self", Person("s1"), Person("s2"), {}, False),
        ("is_self", Person("s1"), None, {}, False),
        ("not_self", Person("s1"), Person("s2"), {}, True),
        ("not_self", Person("s1"), Person("s1"), {}, False),
        ("not_self", Person("s1"), None, {}, False),
    ],
)
def test_generic_conditions(
    name: str, actor: Person | None, obj: Person | None, facts: Mapping[str, Any], holds: bool
) -> None:
    reason = conditions.get(name).holds(actor, REEF, obj, facts)
    assert (reason is None) is holds
    assert holds or str(reason).endswith(".")


def test_a_forgotten_fact_is_an_error_not_a_permission() -> None:
    with pytest.raises(KeyError):
        conditions.get("second_person").holds(Person("s1"), REEF, None, {})


def test_the_public_table_is_whole_and_in_sentences() -> None:
    rows = page.public_table()
    assert [row.id for row in rows] == [row.id for row in TABLE if not row.reserved]
    for row in rows:
        assert row.right.endswith(".")
        assert row.holders
        assert all(row.conditions)


def test_every_right_of_the_table_is_asked_for_and_no_other() -> None:
    """A row nobody asks is a promise nobody keeps; an id outside the table would be a 500."""
    root = Path(__file__).parents[4]
    call = re.compile(r"\b(?:require|check|allowed)\(\s*[^,()]+,\s*\"([a-z_]+\.[a-z_]+)\"")
    asked: set[str] = set()
    for package in ("portal", "projects", "licensing", "authorship"):
        for path in (root / package).rglob("*.py"):
            asked |= set(call.findall(path.read_text(encoding="utf-8")))
    assert asked == {row.id for row in TABLE if not row.reserved and row.holders != ("anyone",)}
