"""Random documents that fit the schema, and the example as data; used by the tests of this folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from projects.terms.document import fields
from projects.terms.document.field import Field
from projects.terms.document.read import read_yaml

EXAMPLE = Path(fields.__file__).with_name("example.yaml")

AMOUNTS = st.sampled_from(["0", "1", "2", "1/2", "1/3", "3/4", "200", "7/12"])
WHOLE = st.integers(0, 900)
IDS = st.from_regex(r"[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,4})?", fullmatch=True).filter(
    lambda text: text not in {"none", "rest"}
)
DAYS = st.dates().filter(lambda day: 1990 <= day.year < 2900).map(lambda day: day.isoformat())
MONEY = st.builds(
    lambda minor, currency: {"minor": minor, "currency": currency},
    st.integers(0, 10**9),
    st.just("USD"),
)
OTHER_MONEY = st.builds(
    lambda minor, currency: {"minor": minor, "currency": currency},
    st.integers(0, 10**9),
    st.sampled_from(["USD", "EUR", "JPY", "KWD", "CLF"]),
)
# Anything a person may type: other scripts, signs YAML cares about, several lines.
TEXTS = (
    st.text(
        st.characters(
            exclude_categories=["Cc", "Cs", "Cn", "Co", "Zl", "Zp", "Cf"],
            exclude_characters="\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufffd",
        )
        | st.sampled_from("\n\t:#-{}[]&*!|>'\"%@`,?=~"),
        min_size=1,
        max_size=40,
    )
    .map(str.strip)
    .filter(bool)
)
LINES = TEXTS.map(lambda text: text.replace("\n", " ").strip()).filter(lambda text: text and text != "none")


def either(bound: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.builds(lambda name, value: {name: value}, st.sampled_from(["at_least", "more_than"]), bound)


def some(**optional: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=optional)


BOUNDS, WHOLE_BOUNDS = either(AMOUNTS), either(WHOLE)
KINDS = st.lists(IDS, min_size=1, max_size=3, unique=True)
LEAVES = st.one_of(
    BOUNDS.map(lambda bound: {"points": bound}),
    st.builds(lambda kinds, bound: {"points": {"kinds": kinds, **bound}}, KINDS, BOUNDS),
    st.builds(lambda kind, bound: {"count": {"kind": kind, **bound}}, IDS, WHOLE_BOUNDS),
    st.builds(lambda of, kind, bound: {"distinct": {"of": of, "kind": kind, **bound}}, IDS, IDS, WHOLE_BOUNDS),
    st.builds(lambda role, days: {"role": {"id": role, **days}}, IDS, some(for_days=WHOLE)),
    st.builds(lambda n, grace: {"member": {"for_days": n, **grace}}, WHOLE, some(grace_days=WHOLE)),
    st.builds(
        lambda kind, least, per, by, carry: {
            "service": {"kind": kind, "at_least": least, "per": per, "by": by, **carry}
        },
        IDS,
        AMOUNTS,
        st.sampled_from(["year", "total"]),
        st.sampled_from(["person", "institute", "either"]),
        some(carry_most=AMOUNTS),
    ),
    st.builds(lambda what, when: {"agreed": {"id": what, "before": when}}, IDS, DAYS | st.just("first_accepted")),
    IDS.map(lambda what: {"decision": what}),
    WHOLE.map(lambda n: {"referred": {"at_least": n}}),
)


def branched(leaves: st.SearchStrategy[Any], most_leaves: int = 6) -> st.SearchStrategy[Any]:
    """The leaves under all, any and not, no deeper than a rule may be."""
    rules = st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"all": parts}),
            st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"any": parts}),
            inner.map(lambda part: {"not": part}),
        ),
        max_leaves=most_leaves,
    )
    return rules.filter(lambda rule: levels(rule) <= 8)


def levels(rule: Any) -> int:
    """How many levels of all, any and not a rule has, its leaves counted."""
    if isinstance(rule, dict):
        ((name, inner),) = rule.items()
        if name in ("all", "any"):
            return 1 + max(levels(part) for part in inner)
        if name == "not":
            return 1 + levels(inner)
    return 1


EXPRESSIONS = branched(LEAVES)
PLAIN_KEYS = st.sampled_from(["points", "count", "name", "first_credit"])
SEEDS = st.sampled_from([{"random": "seed-1"}, {"random": "潮-2027"}])
NAMED = IDS.map(lambda one: {"decision": one})
SORTS = st.lists(PLAIN_KEYS | SEEDS | NAMED | KINDS.map(lambda kinds: {"points": kinds}), min_size=1, max_size=4)
TIES = st.builds(
    lambda ahead, last: [*ahead, last],
    st.lists(PLAIN_KEYS | NAMED, max_size=2),
    st.sampled_from(["name+subject", {"random": "seed-2"}]),
)
RANKED_BY = st.lists(st.sampled_from(["points", "count", "first_credit"]) | NAMED, min_size=1, max_size=3)


def comparisons(work: str) -> st.SearchStrategy[str]:
    """Over the facts that the agreement names for each kind of work."""
    numbers, flags = FACTS[work]
    compared = st.builds(
        lambda fact, sign, n: f"{fact}{sign}{n}",
        st.sampled_from(numbers),
        st.sampled_from([" ≥ ", " <= ", "=", " > ", "<"]),
        WHOLE,
    )
    return compared | st.sampled_from(flags) if flags else compared


_JUDGED = (["nonexperts_wrong"], ["expert", "right", "agreed", "first", "second_right", "after_revision"])
_TASK = "experts_right experts_asked nonexperts_wrong nonexperts_asked difficulty rounds"
FACTS: dict[str, tuple[list[str], list[str]]] = {
    "task": (_TASK.split(), []),
    "review": _JUDGED,
    "solve": _JUDGED,
    "claim": (["quantity"], []),
}


def conditions(work: str) -> st.SearchStrategy[Any]:
    return branched(comparisons(work)) if work in FACTS else st.nothing()


CONDITIONS = conditions("task")
POSITIVE = AMOUNTS.filter(lambda amount: amount != "0")


def award_amounts(work: str) -> st.SearchStrategy[Any]:
    forms = [
        POSITIVE.map(lambda a: {"fixed": a}),
        POSITIVE.map(lambda a: {"base": a}),
        st.just({"range": ["1/2", "7"]}),
    ]
    if work in FACTS:
        plus = st.builds(lambda when, add: {"when": when, "add": add}, conditions(work), POSITIVE)
        forms.append(
            st.builds(lambda base, more: {"base": base, "plus": more}, POSITIVE, st.lists(plus, min_size=1, max_size=2))
        )
    return st.one_of(forms)


WINDOWS = (
    st.lists(DAYS, min_size=2, max_size=2)
    .map(sorted)
    .flatmap(lambda days: st.sampled_from([{"from": days[0]}, {"to": days[1]}, {"from": days[0], "to": days[1]}]))
)
RULE_PARTS: dict[str, st.SearchStrategy[Any]] = {
    "first_of": st.builds(lambda by, add: {"by": by, "add": add}, KINDS, POSITIVE),
    "times": st.builds(
        lambda of, table: {"attribute": of, "table": table},
        IDS,
        st.dictionaries(st.sampled_from(["sky", "deep sea", "c++", "0"]), POSITIVE, min_size=1),
    ),
    "cap": some(item=POSITIVE, person=POSITIVE, cohort=POSITIVE).filter(bool),
    "budget": st.builds(
        lambda total, per: {"total": total, "per": per}, POSITIVE, st.sampled_from(["month", "output"])
    ),
    "window": WINDOWS,
}


@st.composite
def prizes(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Runs of places, upward and without overlap."""
    runs, last = [], 0
    for length in draw(st.lists(st.integers(1, 50), min_size=1, max_size=3)):
        runs.append({"from": last + 1, "to": last + length, "each": draw(MONEY)})
        last += length
    return runs


_LEAF: dict[str, Any] = {
    "schema": st.just("concord-terms/1"),
    "language": st.sampled_from(["en", "zh-Hans", "de"]),
    "zone": st.sampled_from(["UTC", "Asia/Shanghai", "Europe/Lisbon"]),
    "text": LINES,
    "long_text": TEXTS.filter(lambda text: text != "none"),
    "role": LINES,
    "id": IDS,
    "ids": st.lists(IDS, min_size=1, max_size=3, unique=True),
    "words": st.lists(LINES, min_size=1, max_size=3),
    "yes_no_text": st.sampled_from(["yes", "no"]) | LINES,
    "number_text": st.integers(1, 99) | st.just("Published with the first round"),
    "hours": st.lists(WHOLE | AMOUNTS, min_size=2, max_size=2),
    "date": DAYS,
    "date_choice": DAYS | st.sampled_from(["acceptance", "release"]),
    "money": MONEY,
    "money_text": OTHER_MONEY | st.just("Rooms and coffee"),
    "share": st.sampled_from(["0", "1", "1/2", "1/5"]),
    "person": IDS,
    "spdx": st.sampled_from(["MIT", "CC-BY-4.0 OR LicenseRef-house", "(MIT AND CC0-1.0) OR Apache-2.0"]),
    "expression": EXPRESSIONS,
    "condition": CONDITIONS,
    "keys": SORTS,
    "seed_text": st.just({"random": "seed-3"}) | LINES.filter(lambda text: not text.startswith("{")),
}


def leaf(field: Field) -> st.SearchStrategy[Any]:
    if field.path == "authorship.ties":
        return TIES
    if field.path == "compensation.pay[].ranked_by":
        return RANKED_BY
    if field.path == "compensation.pay[].rank":
        return prizes()
    if field.name == "currency":
        return st.just("USD")
    if field.kind in {"choice", "yes_no"}:
        return st.sampled_from(field.values)
    if field.kind == "choices":
        return st.lists(st.sampled_from(field.values), unique=True, max_size=4)
    if field.kind in {"number", "days"}:
        return st.integers(field.minimum, min(field.maximum, 900))
    strategy: st.SearchStrategy[Any] = _LEAF[field.kind]
    return strategy


# Which work a rule is about decides which of these parts it may have and what stands in them.
_OF_THE_WORK = frozenset(
    {
        "authorship.kinds[].amount",
        "authorship.kinds[].applies",
        "compensation.pay[].applies",
        "compensation.pay[].base",
        "compensation.pay[].plus",
        "compensation.pay[].rank",
        "compensation.pay[].ranked_by",
    }
)


CLAUSES = tuple(clause.path for clause in fields.CLAUSES if clause.path != "schema")


@st.composite
def parts(draw: st.DrawFn, path: str = "", only: frozenset[str] | None = None) -> dict[str, Any]:
    """A document, or a part of one. A document has a handful of clauses (``only``), so that each of them is as full as
    terms are: what Hypothesis gives for one example would not last for all."""
    item: dict[str, Any] = {}
    if path == "" and only is None:
        only = draw(st.frozensets(st.sampled_from(CLAUSES), min_size=4, max_size=12))
    for field in fields.children(path):
        if field.path in _OF_THE_WORK:
            continue
        if only is not None and field.path in fields.SECTIONS:
            inner = draw(parts(field.path, only)) if any(one.startswith(f"{field.path}.") for one in only) else {}
            if inner:
                item[field.name] = inner
            continue
        if only is not None and field.kind != "schema" and field.path not in only:
            continue
        if only is None and draw(st.integers(0, 9)) < 2:
            continue
        if field.takes_none and draw(st.integers(0, 9)) == 0:
            item[field.name] = "none"
            continue
        value = draw(RULE_PARTS[field.name] if field.kind == "rule_part" else _value(field))
        if value not in ({}, []) or field.kind == "choices":
            item[field.name] = value
    if path == "authorship.kinds[]":
        item |= draw(_award(str(item.get("from"))))
    if path == "compensation.pay[]":
        item |= draw(_pay(str(item.get("for"))))
    order = [field.name for field in fields.children(path)]
    return {name: item[name] for name in sorted(item, key=order.index)}


def _award(work: str) -> st.SearchStrategy[dict[str, Any]]:
    return some(amount=award_amounts(work), **({"applies": conditions(work)} if work in FACTS else {}))


def _pay(work: str) -> st.SearchStrategy[dict[str, Any]]:
    if work == "rank":
        return some(rank=prizes(), ranked_by=RANKED_BY)
    if work not in FACTS:
        return some(base=MONEY)
    plus = st.builds(lambda when, add: {"when": when, "add": add}, conditions(work), MONEY)
    return some(base=MONEY, applies=conditions(work), plus=st.lists(plus, min_size=1, max_size=2))


def _value(field: Field) -> st.SearchStrategy[Any]:
    if field.kind == "object":
        return parts(field.path)
    if field.kind == "list":
        return st.lists(parts(f"{field.path}[]"), max_size=2).map(lambda items: [item for item in items if item])
    return leaf(field)


def example() -> dict[str, Any]:
    """The example with handles as subject ids."""
    document = read_yaml(EXAMPLE.read_text(encoding="utf-8"), people=None).document
    assert document is not None
    return document


def with_rules_not_run() -> dict[str, Any]:
    """The example with a vote, terms of office and a condition: read and shown, and refused at publishing."""
    document = example()
    vote = {"electorate": "members", "quorum": "1/3", "majority": "1/2", "days": 14}
    document["roles"][2]["term_months"] = 24
    document["roles"][3].update(granted="voted", vote=dict(vote))
    document["roles"][4].update(granted="voted", vote=dict(vote), lost_when="Three discussions missed in a row.")
    document["authorship"]["conditions"] = [
        {
            "what": "Keep the reference answer running until the release.",
            "due": "2027-11-30",
            "notice_days": 30,
            "cure_days": 30,
            "loses": "the points of that task",
        }
    ]
    return document
