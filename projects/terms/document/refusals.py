"""What publishing refuses beyond open clauses: terms that could not run, or that say two things at once.

Every function takes the stored document, complete or not, and gives problems with the path that has to change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from authorship.engine import grammar
from projects.terms.checks.registry import STOPPING, run
from projects.terms.document import rules
from projects.terms.document.contradictions import contradictions
from projects.terms.document.earnable import unearnable
from projects.terms.document.engine_words import from_engine
from projects.terms.document.fields import place
from projects.terms.document.holders import no_role_with
from projects.terms.document.ladder import unclimbable
from projects.terms.document.not_run import HIDDEN_MODES, not_run_yet
from projects.terms.document.problems import Problem
from projects.terms.document.references import names_of, unresolved
from projects.terms.document.translations import wrong_translations
from projects.terms.document.walk import answer, items, walk

COLLATIONS = ("root-folded/1",)
OVERRIDE_DAYS = 7
# Answers of `participation.proposals` that somebody has to answer proposals for.
PROPOSED = frozenset({"required", "welcome"})

_NEVER_NONE = frozenset(
    {
        "core_team.members",
        "participation.rubric",
        "participation.stages",
        "participation.anonymity",
        "roles",
        "data.visibility",
        "participation.stages[].kind",
        "participation.stages[].reviewers",
        "roles[].granted",
    }
)
_NEVER_NONE_WHERE_JUDGED = frozenset({"participation.stages[].quorum", "participation.stages[].decides"})
# Rules of the list: a part answered none there leaves nothing to compute. Marks may be none: lists run without them.
_NEVER_NONE_FOR_LISTS = (
    "authorship.kinds",
    "authorship.blocks",
    "authorship.ties",
    "authorship.outputs",
    "authorship.collation",
)

Document = Mapping[str, Any]


def refusals(document: Document, *, rubrics: Collection[int]) -> list[Problem]:
    """``rubrics`` are the rubric versions the project has published. In schema order, each path and code once.

    What an open clause may still settle is not judged: a document that is half written is read too.
    """
    found = [
        *_none_where_nothing_runs(document),
        *_rubric(document, rubrics),
        *_powers(document),
        *_rules(document),
        *_decisions(document),
        *not_run_yet(document),
        *_list_frame(document),
        *unresolved(document),
        *contradictions(document),
        *unclimbable(document),
        *unearnable(document),
        *wrong_translations(document),
        *_checks(document),
    ]
    unique = {(problem.path, problem.code): problem for problem in reversed(found)}
    return sorted(unique.values(), key=_place)


def _place(problem: Problem) -> tuple[int, str, str]:
    return place(problem.path), problem.path, problem.code


def _none(path: str) -> Problem:
    return Problem(
        path, "none", "Answered with none, and nothing could run without it.", "此处回答了“无”，缺少它就无法运行。"
    )


def _offers_authorship(document: Document) -> bool:
    return bool(answer(document, "authorship.eligibility") != "none")


def _none_where_nothing_runs(document: Document) -> Iterator[Problem]:
    solves = {
        index
        for index, stage in enumerate(items(document, "participation.stages"))
        if stage.get("kind") == "blind_solve"
    }
    for path, field, value in walk(document):
        if value != "none":
            continue
        if field.path in _NEVER_NONE:
            yield _none(path)
        if field.path in _NEVER_NONE_WHERE_JUDGED and not any(
            path.startswith(f"participation.stages[{index}].") for index in solves
        ):
            yield _none(path)
    if _offers_authorship(document):
        for path in ("authorship.kinds", "authorship.blocks", "authorship.ties", "authorship.outputs"):
            if answer(document, path) == "none":
                yield _none(path)


def _rubric(document: Document, rubrics: Collection[int]) -> Iterator[Problem]:
    named = answer(document, "participation.rubric")
    if named is None or named == "none":
        return
    if not isinstance(named, int) or named not in rubrics:
        yield Problem(
            "participation.rubric",
            "unknown_rubric",
            f"There is no published rubric {named}; publish one and name its number.",
            f"没有已发布的评审标准 {named}；请先发布，再写明版本号。",
        )


def _powers(document: Document) -> Iterator[Problem]:
    for power in ("review", "decide", "assign", "amend"):
        yield from no_role_with(document, power)
    if answer(document, "participation.anonymity") in HIDDEN_MODES:
        yield from no_role_with(document, "audit", also=("participation.anonymity",))
    if answer(document, "participation.proposals") in PROPOSED:
        yield from no_role_with(document, "triage", also=("participation.proposals",))
    for index, role in enumerate(items(document, "roles")):
        if role.get("granted") == "rule" and role.get("criteria") == "none":
            yield Problem(
                f"roles[{index}].criteria",
                "none",
                "Granted by rule, but there is no rule.",
                "写明满足标准即得，却没有标准。",
            )


def _rules(document: Document) -> Iterator[Problem]:
    """The authorship clause as the engine reads it whole; role criteria and pay rules with the ids they may name."""
    names = names_of(document)
    for path, generic_path, value in _outside_rules(document):
        yield from rules.wrong_parts(generic_path, value, path, names)
        if generic_path == "roles[].criteria":
            yield from from_engine(
                p for p in grammar.not_computed_expression(value, path) if not p.path.endswith(".decision")
            )
    clause = document.get("authorship")
    if not isinstance(clause, dict) or not _offers_authorship(document):
        return
    _, problems = grammar.parse_authorship(clause, "authorship", roles=names.roles)
    for problem in from_engine(problems):
        stops = problem.path.startswith(_NEVER_NONE_FOR_LISTS) or ".random" in problem.path
        if problem.code == "none" and stops:
            yield _none(problem.path)
        elif problem.code not in grammar.DRAFT_CODES and problem.path != "authorship.overrides.window_days":
            yield problem
    yield from from_engine(p for p in grammar.not_computed(clause) if not p.path.endswith(".decision"))


def _outside_rules(document: Document) -> Iterator[tuple[str, str, object]]:
    for index, role in enumerate(items(document, "roles")):
        if isinstance(role.get("criteria"), dict):
            yield f"roles[{index}].criteria", "roles[].criteria", role["criteria"]
    for index, rule in enumerate(items(document, "compensation.pay")):
        yield f"compensation.pay[{index}]", "compensation.pay[]", rule


def _decisions(document: Document) -> Iterator[Problem]:
    """Rules that rest on a recorded decision: nothing records one yet. Pay rules are only shown and may name them."""
    clause = document.get("authorship")
    if isinstance(clause, dict) and _offers_authorship(document):
        for name in ("eligibility", "acknowledged", "blocks", "ties", "marks"):
            yield from _decisions_in(clause.get(name), f"authorship.{name}")
    for index, role in enumerate(items(document, "roles")):
        yield from _decisions_in(role.get("criteria"), f"roles[{index}].criteria")


def _decisions_in(value: object, path: str) -> Iterator[Problem]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _decisions_in(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key == "decision":
                yield Problem(
                    f"{path}.decision",
                    "not_recorded",
                    "Not run yet: decisions cannot be recorded, so nothing can rest on one.",
                    "目前不能运行：尚不能记录决定，因此规则不能以决定为依据。",
                )
            else:
                yield from _decisions_in(inner, f"{path}.{key}")


def _list_frame(document: Document) -> Iterator[Problem]:
    collation = answer(document, "authorship.collation")
    if collation not in (None, "none", *COLLATIONS):
        yield Problem(
            "authorship.collation",
            "unknown_collation",
            f"Names are sorted under {COLLATIONS[0]}.",
            f"姓名排序规则应为 {COLLATIONS[0]}。",
        )
    days = answer(document, "authorship.overrides.window_days")
    if isinstance(days, int) and days < OVERRIDE_DAYS:
        yield Problem(
            "authorship.overrides.window_days",
            "too_short",
            f"An exception waits at least {OVERRIDE_DAYS} days.",
            f"例外至少公示 {OVERRIDE_DAYS} 天。",
        )


def _checks(document: Document) -> Iterator[Problem]:
    for finding in (run(check, document) for check in STOPPING):
        if finding.code == "flag":
            yield Problem(finding.cause, finding.check, finding.sentence.en, finding.sentence.zh)
