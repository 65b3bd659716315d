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

BOUNDS = st.one_of(AMOUNTS.map(lambda a: {"at_least": a}), AMOUNTS.map(lambda a: {"more_than": a}))
LEAVES = st.one_of(
    BOUNDS.map(lambda bound: {"points": bound}),
    st.builds(
        lambda kinds, bound: {"points": {"kinds": kinds, **bound}},
        st.lists(IDS, min_size=1, max_size=3, unique=True),
        BOUNDS,
    ),
    st.builds(lambda kind, n: {"count": {"kind": kind, "at_least": n}}, IDS, WHOLE),
    st.builds(lambda of, kind, n: {"distinct": {"of": of, "kind": kind, "more_than": n}}, IDS, IDS, WHOLE),
    st.builds(lambda role, n: {"role": {"id": role, "for_days": n}}, IDS, WHOLE),
    st.builds(lambda n: {"member": {"for_days": n}}, WHOLE),
    st.builds(
        lambda kind, n: {"service": {"kind": kind, "at_least": n, "per": "year", "by": "either", "carry_most": n}},
        IDS,
        AMOUNTS,
    ),
    st.builds(lambda what, when: {"agreed": {"id": what, "before": when}}, IDS, DAYS | st.just("first_accepted")),
    IDS.map(lambda what: {"decision": what}),
    WHOLE.map(lambda n: {"referred": {"at_least": n}}),
)
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"all": parts}),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"any": parts}),
        inner.map(lambda part: {"not": part}),
    ),
    max_leaves=6,
)
PLAIN_KEYS = st.sampled_from(["points", "count", "name", "first_credit"])
SORTS = st.lists(
    PLAIN_KEYS | st.just({"random": "seed-1"}) | IDS.map(lambda one: {"decision": one}), min_size=1, max_size=4
)
TIES = st.builds(
    lambda ahead, last: [*ahead, last],
    st.lists(PLAIN_KEYS, max_size=2),
    st.sampled_from(["name+subject", {"random": "seed-2"}]),
)
CONDITIONS = st.sampled_from(
    ["difficulty ≥ 3", "rounds < 2", "experts_right = 1", {"all": ["difficulty ≥ 3", {"not": "rounds > 4"}]}]
)
AWARD_AMOUNTS = st.one_of(
    AMOUNTS.filter(lambda a: a != "0").map(lambda a: {"fixed": a}),
    st.just({"range": ["1/2", "7"]}),
    CONDITIONS.map(lambda when: {"base": "1", "plus": [{"when": when, "add": "1/3"}]}),
)

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
        return st.just(["points", "first_credit"])
    if field.name == "currency":
        return st.just("USD")
    if field.kind == "rule_part":
        return AWARD_AMOUNTS if field.name == "amount" else st.nothing()
    if field.kind in {"choice", "yes_no"}:
        return st.sampled_from(field.values)
    if field.kind == "choices":
        return st.lists(st.sampled_from(field.values), unique=True, max_size=4)
    if field.kind in {"number", "days"}:
        return st.integers(field.minimum, min(field.maximum, 900))
    strategy: st.SearchStrategy[Any] = _LEAF[field.kind]
    return strategy


# Parts that only fit beside certain others; a random item goes without them.
_PARTICULAR = frozenset({"compensation.pay[].rank", "compensation.pay[].ranked_by", "authorship.kinds[].applies"})


@st.composite
def parts(draw: st.DrawFn, path: str = "") -> dict[str, Any]:
    item: dict[str, Any] = {}
    for field in fields.children(path):
        if field.path in _PARTICULAR or (field.kind == "rule_part" and field.name != "amount"):
            continue
        if field.kind != "schema" and draw(st.integers(0, 9)) < 3:
            continue
        if field.takes_none and field.path not in fields.SECTIONS and draw(st.integers(0, 9)) == 0:
            item[field.name] = "none"
            continue
        value = draw(_value(field))
        if value not in ({}, []) or field.kind == "choices":
            item[field.name] = value
    if path == "compensation.pay[]":
        item["for"] = "task"
    if path == "authorship.kinds[]":
        item["from"] = "task"
    return item


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
