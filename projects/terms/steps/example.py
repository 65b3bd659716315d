"""The running example beside the rules for authorship: what they do to eight invented people. No database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from authorship.engine.awards import AwardError
from authorship.engine.clauses import clause_problems
from authorship.engine.compute import compute
from authorship.engine.errors import EngineError, Problem
from authorship.engine.rules.order import REST
from portal.core.text.series import groups
from projects.terms.document.edit import field_name
from projects.terms.document.engine_words import from_engine
from projects.terms.document.fields import BY_PATH
from projects.terms.document.not_run import hidden_credit
from projects.terms.document.rule_sentences import label, order_sentence, rule_sentence
from projects.terms.document.walk import answer, items
from projects.terms.document.words import amount, points, series
from projects.terms.document.words import day as said_day
from projects.terms.reading import place
from projects.terms.steps.example_assumed import assumed
from projects.terms.steps.example_world import bundle, held, named_roles, world

Document = Mapping[str, Any]
CHAPTER = 7
_PARTS = ("kinds", "eligibility", "acknowledged", "blocks", "ties", "marks")
_MOST_REASONS = 6
_TIES = "authorship.ties"


@dataclass(frozen=True)
class Person:
    """One of the eight in the result. `tied` is the bracket in words; `missing` what keeps a near one from the list."""

    name: str
    place: int = 0
    points: str = ""
    tied: str = ""
    marks: str = ""
    missing: str = ""


@dataclass
class Group:
    """`rest`: those whom no block takes."""

    title: str
    rest: bool = False
    people: list[Person] = field(default_factory=list)


@dataclass(frozen=True)
class Reason:
    """Why there is no list yet: the clause in words, its path, its field on the page."""

    words: str
    path: str
    href: str
    says: str


@dataclass
class Example:
    """`note` stands instead of a list; `reasons` name what is open, wrong or not computed yet. `assumed` is what the
    list takes for granted, since it is open. `ties` says what tied means, where anybody is."""

    day: str
    note: str = ""
    reasons: list[Reason] = field(default_factory=list)
    assumed: list[Reason] = field(default_factory=list)
    blocks: list[Group] = field(default_factory=list)
    ties: str = ""
    near: list[Person] = field(default_factory=list)
    acknowledged: list[Person] = field(default_factory=list)
    nowhere: list[Person] = field(default_factory=list)
    histories: list[tuple[str, str]] = field(default_factory=list)


def example(document: Document, lang: str) -> Example:
    """The example for a draft as it stands, through the entry point that makes every list."""
    made = Example(day=said_day(world()["as_of"].isoformat(), lang))
    said = document.get("authorship")
    clause = {key: said[key] for key in _PARTS if isinstance(said, dict) and key in said}
    made.histories = [(person["printed"], _history(person, clause, document)) for person in world()["people"]]
    if clause.get("eligibility") == "none":
        made.note = _("No authorship is offered, so there is no list.")
        return made
    clause, granted = assumed(clause)
    if problems := clause_problems(clause, "authorship")[0]:
        return _without_list(made, problems, lang)
    if hidden := [_reason_at(one.path, one.said(lang), lang) for one in hidden_credit(document)]:
        made.note, made.reasons = _no_list(), hidden[:_MOST_REASONS]
        return made
    try:
        found = bundle(clause)
        result = compute(found)
    except (EngineError, AwardError) as refused:
        return _without_list(made, list(getattr(refused, "problems", ())), lang)
    made.assumed = [_reason_at(path, words.said(lang), lang) for path, words in granted]
    _fill(made, {**document, "authorship": clause}, result, _sums(found), lang)
    return made


def for_step(document: Document, chapter: int, lang: str) -> Example | None:
    """The example beside the step that holds the rules for authorship; nothing beside the others."""
    return example(document, lang) if chapter == CHAPTER else None


# --- where there is no list


def _no_list() -> str:
    return _("The list cannot be computed yet.")


def _without_list(made: Example, problems: list[Problem], lang: str) -> Example:
    made.note = _no_list()
    made.reasons = [_reason(problem, lang) for problem in problems[:_MOST_REASONS]]
    return made


def _reason(problem: Problem, lang: str) -> Reason:
    path = problem.path if problem.path.startswith("authorship") else "authorship"
    says = {
        "missing": _("open"),
        "none": _("answered with none, and the list needs it"),
        "not_computed": _("not computed yet by this site"),
    }.get(problem.code) or from_engine([problem])[0].said(lang)
    return _reason_at(path, says, lang)


def _reason_at(path: str, says: str, lang: str) -> Reason:
    return Reason(place(path, lang), path, f"#{field_name(path)}", says)


# --- the list


def _sums(found: Mapping[str, Any]) -> dict[str, Fraction]:
    sums: dict[str, Fraction] = {}
    for entry in found["entries"]:
        sums[entry["subject"]] = sums.get(entry["subject"], Fraction(0)) + Fraction(entry["amount"])
    return sums


def _fill(
    made: Example, document: Document, result: Mapping[str, Any], sums: Mapping[str, Fraction], lang: str
) -> None:
    names = {person["id"]: person["printed"] for person in world()["people"]}

    def person(row: Mapping[str, Any], **said: Any) -> Person:
        return Person(names[row["subject"]], points=points(sums.get(row["subject"], Fraction(0)), lang), **said)

    titles = {block["id"]: block.get("title") for block in items(document, "authorship.blocks")}
    found: dict[str, Group] = {}
    for row in result["authors"]:
        title = titles.get(row["block"]) or _("In none of the blocks, so at the end")
        name, rest = title if title != "none" else row["block"], row["block"] == REST
        group = found.setdefault(row["block"], Group(name, rest))
        marks = series([label("authorship.marks[].id", mark, lang) for mark in row["marks"]], lang)
        group.people.append(person(row, place=row["place"], tied=_tied(row["tied"]), marks=marks))
    made.blocks = list(found.values())
    if any(one.tied for block in made.blocks for one in block.people):
        made.ties = _ties(document, lang)
    made.acknowledged = [person(row) for row in result["acknowledged"]]
    made.near = [person(row, missing=_missing(row, document, lang)) for row in result["near"]]
    listed = {row["subject"] for rows in result.values() for row in rows}
    made.nowhere = [Person(name) for subject, name in names.items() if subject not in listed]


def _ties(document: Document, lang: str) -> str:
    return _(
        "Tied: equal by every key but the tie-break. Inside they stand in the order of clause %(number)s: %(keys)s."
    ) % {
        "number": BY_PATH[_TIES].number,
        "keys": order_sentence(answer(document, _TIES), lang, document=document),
    }


def _tied(bracket: list[int]) -> str:
    first, last = bracket
    return "" if first == last else _("tied %(first)s–%(last)s") % {"first": first, "last": last}


def _missing(row: Mapping[str, Any], document: Document, lang: str) -> str:
    """What the first failing part of the rule asks for, and by how much it is missed."""
    leaf, denied = _leaf(document, row["rule"])
    if leaf is None:
        return ""
    needs = rule_sentence(leaf, lang, document=document)
    if denied:
        return _("must not hold: %(rule)s") % {"rule": needs}
    if row["missing"] == "0":
        return _("needs more: %(rule)s") % {"rule": needs}
    kind = next(iter(leaf))
    lacks = points(row["missing"], lang) if kind == "points" else amount(row["missing"])
    if kind in {"role", "member"}:
        lacks = ngettext("%(n)s day", "%(n)s days", int(row["missing"])) % {"n": row["missing"]}
    return _("asked for: %(rule)s; missing: %(lacks)s") % {"rule": needs, "lacks": lacks}


def _leaf(document: Document, rule: str) -> tuple[dict[str, Any] | None, bool]:
    """`eligibility/any/0` → the part of the rule there, and whether it stands under a `not`."""
    here: Any = document["authorship"]
    denied = False
    for step in rule.split("/"):
        here = here[int(step)] if step.isdigit() else here[step]
        denied = denied != (step == "not")
    return (here if isinstance(here, dict) else None), denied


# --- who they are


def _history(person: Mapping[str, Any], clause: Mapping[str, Any], document: Document) -> str:
    mine = [work for work in world()["work"] if person["id"] in work["shares"]]
    counts = {kind: sum(one.get("pieces", 1) for one in mine if one["type"] == kind) for kind in _WORK}
    shared = sum(1 for one in mine if len(one["shares"]) > 1)
    parts = [_WORK[kind](number) for kind, number in counts.items() if number]
    if shared:
        parts.insert(1, _("%(n)s of them shared by halves") % {"n": shared})
    titles = {role.get("id"): role.get("title") for role in items(document, "roles")}
    for grant in held(person, named_roles(clause)):
        role = titles.get(grant["id"]) or grant["id"]
        parts.append(_("%(role)s since %(day)s") % {"role": role, "day": _day(date.fromisoformat(grant["from"]))})
    since, *until = person["member"]
    parts.append(_("member since %(day)s") % {"day": _day(since)})
    if until:
        parts.append(_("left on %(day)s") % {"day": _day(until[0])})
    return groups(parts)


def _day(day: date) -> str:
    return day.isoformat()


_WORK = {
    "task": lambda n: ngettext("%(n)s accepted task", "%(n)s accepted tasks", n) % {"n": n},
    "review": lambda n: ngettext("%(n)s finished review", "%(n)s finished reviews", n) % {"n": n},
    "proposal": lambda n: ngettext("%(n)s adopted proposal", "%(n)s adopted proposals", n) % {"n": n},
    "claim": lambda n: ngettext("%(n)s piece of other work", "%(n)s pieces of other work", n) % {"n": n},
    "import": lambda n: ngettext("%(n)s piece of earlier work", "%(n)s pieces of earlier work", n) % {"n": n},
}
