"""Random rules of the whole grammar, unfinished ones too, each beside the field it stands in.

`documents` makes rules that are read without a problem; a form also holds those whose parts are open or answered none.
What the two share is made there.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.projects.terms.document.documents import DAYS, WHOLE, branched

AMOUNTS = st.sampled_from(["1", "2", "1/2", "2/4", "7/12", "200", "999999999"])
IDS = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,8}", fullmatch=True).filter(lambda text: text != "none")
SEEDS = st.sampled_from(["reef-2027", "a seed of words", "种子", "[1, 2]", "{x: y}", '"quoted"'])
MOST_LEAVES = 8
MAY_BE_NONE = 12  # one part in so many is answered none


def some(**parts: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An object of any of these parts, each open, answered none or answered."""

    @st.composite
    def made(draw: st.DrawFn) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, strategy in parts.items():
            chance = draw(st.integers(0, MAY_BE_NONE))
            if chance == 1:
                found[name] = "none"
            elif chance > 2:
                found[name] = draw(strategy)
        return found

    return made()


def bounded(number: st.SearchStrategy[Any], **parts: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.sampled_from(["at_least", "more_than"]).flatmap(lambda bound: some(**parts, **{bound: number}))


KINDS = st.lists(IDS, min_size=1, max_size=3, unique=True)
LEAVES = st.one_of(
    bounded(AMOUNTS, kinds=KINDS).map(lambda leaf: {"points": leaf}),
    bounded(WHOLE, kind=IDS).map(lambda leaf: {"count": leaf}),
    bounded(WHOLE, of=IDS, kind=IDS).map(lambda leaf: {"distinct": leaf}),
    some(id=IDS, for_days=WHOLE).map(lambda leaf: {"role": leaf}),
    some(for_days=WHOLE, grace_days=WHOLE).map(lambda leaf: {"member": leaf}),
    some(
        kind=IDS,
        at_least=AMOUNTS,
        per=st.sampled_from(["year", "total"]),
        by=st.sampled_from(["person", "institute", "either"]),
        carry_most=AMOUNTS,
    ).map(lambda leaf: {"service": leaf}),
    some(id=IDS, before=DAYS | st.just("first_accepted")).map(lambda leaf: {"agreed": leaf}),
    (IDS | st.just("none")).map(lambda named: {"decision": named}),
    some(at_least=WHOLE).map(lambda leaf: {"referred": leaf}),
)


EXPRESSIONS = branched(LEAVES, MOST_LEAVES)
_SIGNS = st.sampled_from([" ≥ ", " > ", " = ", " ≤ ", " < ", ">=", " <= ", "≥", "  >  "])
_OF_TASKS = st.builds("{}{}{}".format, st.sampled_from(["difficulty", "rounds", "experts_right"]), _SIGNS, WHOLE)
_OF_SOLVES = st.sampled_from(["expert", "right", "first", "after_revision", "nonexperts_wrong ≥ 2"])
TASK_CONDITIONS = branched(_OF_TASKS, MOST_LEAVES)
SOLVE_CONDITIONS = branched(_OF_SOLVES, MOST_LEAVES)

_PLAIN_KEYS = st.sampled_from(["points", "count", "first_credit"])
_KEYS = st.one_of(
    _PLAIN_KEYS,
    st.just("name"),
    st.just({}),
    (KINDS | st.just("none")).map(lambda kinds: {"points": kinds}),
    (SEEDS | st.just("none")).map(lambda seed: {"random": seed}),
    IDS.map(lambda named: {"decision": named}),
)
SORTS = st.lists(_KEYS, min_size=1, max_size=5)
TIES = st.builds(
    lambda ahead, last: [*ahead, last],
    st.lists(_PLAIN_KEYS, max_size=3),
    st.sampled_from(["name+subject", {"random": "tie-seed"}]),
)
_BONUS = st.fixed_dictionaries({}, optional={"when": TASK_CONDITIONS, "add": AMOUNTS})
_BONUSES = st.lists(_BONUS, min_size=1, max_size=3)
AWARD_AMOUNTS = st.one_of(
    AMOUNTS.map(lambda amount: {"fixed": amount}),
    st.just({"fixed": "none"}),
    st.just({}),
    st.just({"range": ["1/2", "7"]}),
    st.builds(lambda base, plus: {"base": base, "plus": plus}, AMOUNTS, _BONUSES),
    AMOUNTS.map(lambda base: {"base": base}),
)
# Table values are what people call the values of an attribute: any ASCII words.
_VALUES = st.from_regex(r"[a-zA-Z0-9_.:, \[\]{}'-]{1,12}", fullmatch=True).filter(
    lambda text: "\n" not in text and text.strip()
)
AWARDS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"id": st.just("task"), "from": st.just("task"), "amount": AWARD_AMOUNTS},
    optional={
        "first_of": some(by=KINDS, add=AMOUNTS),
        "times": some(attribute=IDS, table=st.dictionaries(_VALUES, AMOUNTS, min_size=1, max_size=4)),
        "cap": some(item=AMOUNTS, person=AMOUNTS, cohort=AMOUNTS),
        "budget": some(total=AMOUNTS, per=st.sampled_from(["month", "output"])),
        "applies": TASK_CONDITIONS,
        "window": some(**{"from": st.just("2027-01-01"), "to": st.just("2027-12-31")}),
    },
)
_MONEY = WHOLE.map(lambda minor: {"minor": minor, "currency": "USD"})
PAY = st.one_of(
    st.fixed_dictionaries(
        {"id": st.just("pay"), "for": st.just("solve"), "base": _MONEY, "currency": st.just("USD")},
        optional={
            "applies": SOLVE_CONDITIONS,
            "plus": st.lists(st.fixed_dictionaries({"when": SOLVE_CONDITIONS, "add": _MONEY}), min_size=1, max_size=3),
            "cohort": st.integers(1, 99),
            "exclude": EXPRESSIONS,
        },
    ),
    st.fixed_dictionaries(
        {"id": st.just("prize"), "for": st.just("rank"), "currency": st.just("USD")},
        optional={
            "rank": st.just([{"from": 1, "to": 3, "each": {"minor": 500, "currency": "USD"}}]),
            "ranked_by": st.lists(_PLAIN_KEYS, min_size=1, max_size=3),
            "exclude": EXPRESSIONS,
        },
    ),
)


@st.composite
def ruled(draw: st.DrawFn) -> dict[str, Any]:
    """A document that holds rules of every kind."""
    return {
        "schema": "concord-terms/1",
        "compensation": {"pay": [draw(PAY)], "hours_per_task": draw(st.just([5, 8]) | st.just(["1/2", 3]))},
        "roles": [{"id": "reviewer", "title": "Reviewer", "criteria": draw(EXPRESSIONS)}],
        "authorship": {
            "kinds": [draw(AWARDS)],
            "eligibility": draw(EXPRESSIONS),
            "acknowledged": draw(EXPRESSIONS),
            "blocks": [{"id": "all", "who": draw(EXPRESSIONS), "sort": draw(SORTS)}],
            "ties": draw(TIES),
            "marks": [{"id": "core", "who": draw(EXPRESSIONS)}],
        },
        "data": {"held_out": {"rule": draw(SEEDS.map(lambda seed: {"random": seed}) | st.just("Every fifth task."))}},
    }
