"""Why here: a person's place, the steps to it, both neighbours and the first key that tells them apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from authorship.engine.compute import totals_of
from authorship.engine.evaluate import Evaluation
from authorship.engine.placing import Orders
from authorship.engine.rules.types import Key
from authorship.engine.standing import Person
from authorship.engine.totals import Totals

LISTS = ("authors", "acknowledged", "near", "excluded")


def explain(bundle: Mapping[str, Any], result: Mapping[str, Any], subject: str) -> dict[str, Any]:
    """The explanation of one subject in a computed result of this bundle.

    `list` is where the subject stands, None if nowhere, `entry` is that row of the result. For an author,
    `before` and `after` name the neighbour, the first key that differs and both values; a key is written
    `blocks/<block>/sort/<n>`, `ties/<n>` or `blocks` where the neighbour stands in another block; ends of the
    list have None. The bundle must be one that `compute` takes.
    """
    return explain_totals(totals_of(bundle), bundle, result, subject)


def explain_totals(
    totals: Mapping[str, Totals], frame: Mapping[str, Any], result: Mapping[str, Any], subject: str
) -> dict[str, Any]:
    """The same from sums made elsewhere; see `evaluate` for `totals` and `frame`."""
    for name in LISTS:
        for index, row in enumerate(result[name]):
            if row["subject"] == subject:
                found = {"subject": subject, "list": name, "entry": row, "before": None, "after": None}
                if name == "authors":
                    found.update(neighbours(Evaluation(totals, frame), result["authors"], index))
                return found
    return {"subject": subject, "list": None, "entry": None, "before": None, "after": None}


def neighbours(evaluation: Evaluation, authors: Sequence[Mapping[str, Any]], index: int) -> dict[str, Any]:
    """`before` and `after` of the author at `index`; rows are in the order of places, so neighbours stand beside.

    `authors` may be a part of the list and the evaluation may know its people alone.
    """
    people = {person.id: person for person in evaluation.people}
    before = authors[index - 1] if index else None
    after = authors[index + 1] if index + 1 < len(authors) else None
    mine = authors[index]
    return {
        "before": None if before is None else _difference(evaluation, people, mine, before),
        "after": None if after is None else _difference(evaluation, people, mine, after),
    }


def _difference(
    evaluation: Evaluation, people: Mapping[str, Person], mine: Mapping[str, Any], other: Mapping[str, Any]
) -> dict[str, Any]:
    found = {"subject": other["subject"], "place": other["place"]}
    if mine["block"] != other["block"]:
        return {**found, "rule": "blocks", "key": "block", "mine": mine["block"], "theirs": other["block"]}
    me, them = people[mine["subject"]], people[other["subject"]]
    orders = Orders([me, them], evaluation.named)
    for rule, key in _chain(evaluation, mine["block"]):
        mine, theirs = orders.values(key)
        if mine != theirs:
            return {**found, "rule": rule, **_shown(orders, key, me, them)}
    return {**found, "rule": "ties", "key": "subject", "mine": me.id, "theirs": them.id}


def _chain(evaluation: Evaluation, block: str) -> list[tuple[str, Key]]:
    declared = [(f"blocks/{block}/sort/{index}", key) for index, key in enumerate(evaluation.declared(block))]
    return declared + [(f"ties/{index}", key) for index, key in enumerate(evaluation.order.ties)]


def _shown(orders: Orders, key: Key, me: Person, them: Person) -> dict[str, Any]:
    if key.name == "name+subject" and me.name_key == them.name_key:
        return {"key": "subject", "mine": me.id, "theirs": them.id}
    name = "name" if key.name == "name+subject" else key.name
    shown: dict[str, Any] = {"key": name, "mine": orders.shown(key, me), "theirs": orders.shown(key, them)}
    if key.kinds is not None:
        shown["kinds"] = list(key.kinds)
    return shown
