"""Is what a bundle says true: its form, its amounts, its reversals, its rules, its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from authorship.engine.amounts import format_amount, parse_signed
from authorship.engine.awards import AwardError, amounts
from authorship.engine.canonical import CanonicalError, digest, dumps
from authorship.engine.clauses import read_rules
from authorship.engine.compute import totals_of
from authorship.engine.errors import EngineError, Problem, shown
from authorship.engine.evaluate import evaluate, without_steps
from authorship.engine.rules.types import AwardRule
from authorship.engine.shape import shape_problems

_LISTS = ("authors", "acknowledged", "near", "excluded")
Entry = Mapping[str, Any]


def rules_head(terms: Sequence[Mapping[str, Any]]) -> str:
    """SHA-256 of the canonical JSON of the list of the clauses `authorship`, in the order of their versions."""
    ordered = sorted(terms, key=lambda version: version["version"])
    return digest([version["authorship"] for version in ordered])


def list_hash(result: Mapping[str, Any]) -> str:
    """By what a record names a list: SHA-256 of the canonical JSON of its result without the steps."""
    return digest(without_steps(result))


def malformed(bundle: object) -> list[Problem]:
    """What keeps the bundle from being checked at all, its result included."""
    problems = shape_problems(bundle)
    if not isinstance(bundle, dict) or problems:
        return problems
    result = bundle.get("result")
    if not isinstance(result, dict):
        return [Problem("result", "malformed", f"this is an object, not {shown(result)}")]
    for name in _LISTS:
        rows = result.get(name)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            problems.append(Problem(f"result.{name}", "malformed", "this is a list of objects"))
    try:
        dumps(result)
    except CanonicalError as error:
        problems.append(Problem("result", "malformed", str(error)))
    return problems


def verify(bundle: Mapping[str, Any]) -> list[str]:
    """One line for each thing that is not as the rules make it; empty when all is the same.

    Recomputes the rules head from the clauses, the amounts of computed entries from the facts, and the result
    from the entries; checks that entries are numbered without a gap and that reversals cancel exactly. The
    ledger and choices heads cover data that is not in the bundle: compare them with a published checkpoint.
    Raises EngineError for a malformed bundle.
    """
    problems = malformed(bundle)
    if problems:
        raise EngineError(problems)
    lines: list[str] = []
    head = rules_head(bundle["terms"])
    if bundle["heads"]["rules"] != head:
        lines.append(f"heads: rules is {shown(bundle['heads']['rules'])}, computed {head}")
    lines += [
        f"heads: {key} is empty, but the bundle has entries of it"
        for key, log in (("ledger", bundle["entries"]), ("choices", bundle["choices"]))
        if log and not bundle["heads"][key]
    ]
    lines += _sequence(bundle["entries"])
    lines += _reversals(bundle["entries"])
    lines += _amounts(bundle)
    lines += compare(bundle["result"], evaluate(totals_of(bundle), bundle))
    return lines


def _sequence(entries: Sequence[Entry]) -> Iterator[str]:
    seqs = sorted(entry["seq"] for entry in entries)
    expected = 1
    for seq in seqs:
        if seq > expected:
            missing = str(expected) if seq == expected + 1 else f"{expected}–{seq - 1}"
            yield f"entries: {missing} missing"
        expected = seq + 1
    unique: dict[tuple[Any, ...], int] = {}
    for entry in sorted(entries, key=lambda found: found["seq"]):
        if entry["reverses"] is None:
            key = tuple(entry[name] for name in ("kind", "source", "subject", "terms", "attempt"))
            if key in unique:
                yield f"entry {entry['seq']}: the same kind, source, subject, terms and attempt as entry {unique[key]}"
            unique.setdefault(key, entry["seq"])


def _reversals(entries: Sequence[Entry]) -> Iterator[str]:
    by_seq = {entry["seq"]: entry for entry in entries}
    done: dict[int, int] = {}
    for entry in sorted(entries, key=lambda found: found["seq"]):
        if entry["reverses"] is None:
            continue
        seq, origin = entry["seq"], by_seq[entry["reverses"]]
        for name in ("subject", "kind", "source", "terms", "attempt"):
            if entry[name] != origin[name]:
                yield f"entry {seq}: {name} {shown(entry[name])}, but it reverses {shown(origin[name])}"
        if parse_signed(entry["amount"]) != -parse_signed(origin["amount"]):
            yield f"entry {seq}: amount {entry['amount']} does not cancel {origin['amount']} of entry {origin['seq']}"
        if seq < origin["seq"] or entry["on"] < origin["on"]:
            yield f"entry {seq}: it stands before entry {origin['seq']}, which it reverses"
        if origin["seq"] in done:
            yield f"entry {seq}: entry {origin['seq']} is already reversed by entry {done[origin['seq']]}"
        done.setdefault(origin["seq"], seq)


def _amounts(bundle: Mapping[str, Any]) -> Iterator[str]:
    rules = read_rules(bundle["terms"])
    by_kind = {version: {rule.id: rule for rule in clause.kinds} for version, clause in rules.items()}
    facts = {fact["id"]: fact for fact in bundle["facts"]}
    reversed_seqs = {entry["reverses"] for entry in bundle["entries"] if entry["reverses"] is not None}
    posted: set[tuple[str, str, str]] = set()
    for entry in sorted(bundle["entries"], key=lambda found: found["seq"]):
        posted.add((entry["source"], entry["kind"], entry["subject"]))
        rule = by_kind[entry["terms"]].get(entry["kind"])
        if rule is None:
            yield f"entry {entry['seq']}: version {entry['terms']} has no kind {shown(entry['kind'])}"
        elif entry["reverses"] is None and entry["seq"] not in reversed_seqs and entry["origin"] != "judged":
            yield from _against_fact(entry, rule, facts.get(entry["source"]))
    for fact in sorted(facts.values(), key=lambda found: str(found["id"])):
        yield from _unposted(fact, by_kind[fact["terms"]], posted)


def _against_fact(entry: Entry, rule: AwardRule, fact: Mapping[str, Any] | None) -> Iterator[str]:
    """A standing entry is what its rule makes of its fact, unless it was judged. Reversed ones only have to cancel."""
    place = f"entry {entry['seq']}"
    if fact is None:
        yield f"{place}: there is no fact {shown(entry['source'])}"
        return
    if fact["accepted"] is None:
        yield f"{place}: {shown(fact['id'])} is not accepted"
    if not _gives(rule, fact):
        yield f"{place}: kind {rule.id} gives nothing for {shown(fact['id'])}"
        return
    if fact["terms"] != entry["terms"]:
        yield f"{place}: terms {entry['terms']}, but {shown(fact['id'])} is bound by {fact['terms']}"
    try:
        expected = amounts(rule, fact).get(entry["subject"])
    except AwardError as error:
        yield f"{place}: {shown(fact['id'])} gives no amounts: {error}"
        return
    if expected is None:
        yield f"{place}: {entry['subject']} has no share in {shown(fact['id'])}"
    elif expected != parse_signed(entry["amount"]):
        yield f"{place}: amount {entry['amount']}, computed {format_amount(expected)}"
    due = fact["accepted"] if rule.date == "accepted" else fact["submitted"]
    late = entry["attempt"] > 1 and due is not None and entry["on"] >= due
    if entry["on"] != due and not late:
        yield f"{place}: on {entry['on']}, computed {due}"


def _gives(rule: AwardRule, fact: Mapping[str, Any]) -> bool:
    """Imported work gets what its kind gives, wherever that kind comes from otherwise."""
    if fact["type"] == "import":
        return fact.get("kind") == rule.id
    return rule.source == fact["type"] and fact.get("kind") in (None, rule.id)


def _unposted(
    fact: Mapping[str, Any], rules: Mapping[str, AwardRule], posted: set[tuple[str, str, str]]
) -> Iterator[str]:
    """Accepted work that was never credited. Imported work is credited as its import says."""
    if fact["accepted"] is None or fact["type"] == "import":
        return
    for rule in rules.values():
        if not _gives(rule, fact):
            continue
        try:
            expected = amounts(rule, fact)
        except AwardError as error:
            if not any((fact["id"], rule.id, subject) in posted for subject in fact["shares"]):
                yield f"fact {shown(fact['id'])}: it gives no amounts: {error}"
            continue
        for subject, amount in expected.items():
            if (fact["id"], rule.id, subject) not in posted:
                what = f"{subject} has no entry of kind {rule.id}, computed {format_amount(amount)}"
                yield f"fact {shown(fact['id'])}: {what}"


def compare(stored: Mapping[str, Any], computed: Mapping[str, Any]) -> Iterator[str]:
    """One line for each difference between a stored result and the computed one."""
    for name in sorted(stored.keys() - computed.keys()):
        yield f"result: {shown(name)} is no part of a result"
    for name in _LISTS:
        yield from _compare_list(name, stored[name], computed[name])


def _compare_list(name: str, stored: list[dict[str, Any]], computed: list[dict[str, Any]]) -> Iterator[str]:
    theirs = {str(row.get("subject")): row for row in stored}
    if len(theirs) != len(stored):
        yield f"{name}: a subject stands twice"
    mine = {row["subject"]: row for row in computed}
    same = len(stored) == len(computed)
    for subject, row in mine.items():
        if subject not in theirs:
            same = False
            yield f"{name}: {subject} is missing"
            continue
        for key in sorted(row.keys() | theirs[subject].keys()):
            said, computed_value = theirs[subject].get(key), row.get(key)
            if not _equal(said, computed_value):
                same = False
                yield f"{name}: {subject}: {shown(key)[1:-1]} {_short(said)}, computed {_short(computed_value)}"
    for subject in theirs:
        if subject not in mine:
            same = False
            yield f"{name}: {shown(subject)} should not be here"
    if same and [str(row.get("subject")) for row in stored] != list(mine):
        yield f"{name}: the rows stand in another order"


def _equal(stored: object, computed: object) -> bool:
    """Equality of JSON, where true is not 1."""
    return dumps(stored) == dumps(computed)


def _short(value: object) -> str:
    text = ascii(dumps(value))[1:-1]
    return text if len(text) <= 200 else text[:197] + "..."
