"""A review as it is typed in the form: read from a request, from a draft, and back into rows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from projects.reviews import meaning
from projects.reviews.models import Assignment, ChangeRequest, ReviewDraft, Round
from projects.reviews.states import Outcome
from projects.rubric import criteria as rubric
from projects.tasks.texts import NAMES

FIELDS = ("part", "exact", "prefix", "suffix", "line", "criterion", "text", "cure", "no_cure")
# How many steps of a scale stand beside each other in the form, and how many columns of text each may take: with four
# steps in one row and in two, else.
_MOST_BESIDE, _WIDEST_OF_FOUR, _WIDEST = 4, 7, 12
_ROW = re.compile(r"r([1-9][0-9]{0,2})-[a-z_]+", re.ASCII)


@dataclass(frozen=True)
class Typed:
    """`scores` hold whole numbers only; an empty request row is no request."""

    version: int = 0
    verdict: str = ""
    text: str = ""
    scores: Mapping[str, int] = field(default_factory=dict)
    requests: tuple[Mapping[str, str], ...] = ()

    def at_version(self, version: int) -> Typed:
        return replace(self, version=version)

    def with_request(self, row: Mapping[str, str]) -> Typed:
        return replace(self, requests=(*self.requests, {**dict.fromkeys(FIELDS, ""), **row}))

    def fields(self) -> list[tuple[str, str]]:
        """As names and values of a form that sends the same again."""
        sent = [("version", str(self.version)), ("verdict", self.verdict), ("text", self.text)]
        sent += [(f"score-{key}", str(value)) for key, value in self.scores.items()]
        for number, row in enumerate(self.requests, start=1):
            sent += [(f"r{number}-{name}", row.get(name, "")) for name in FIELDS]
        return sent


def read(post: QueryDict) -> Typed:
    version = post.get("version", "")
    scores = {
        name.removeprefix("score-"): int(value)
        for name, value in post.items()
        if isinstance(value, str) and name.startswith("score-") and value in ("1", "2", "3", "4", "5")
    }
    # Rows beyond the limit are read as well: filing refuses them, where cutting them off would lose them in silence.
    numbers = sorted({int(found[1]) for name in post if (found := _ROW.fullmatch(name))} | {1})
    rows = [{name: post.get(f"r{number}-{name}", "") for name in FIELDS} for number in numbers]
    return Typed(
        version=int(version) if version.isascii() and version.isdigit() and len(version) < 10 else 0,
        verdict=post.get("verdict", ""),
        text=post.get("text", ""),
        scores=scores,
        requests=tuple(row for row in rows if _said(row)),
    )


def _said(row: Mapping[str, str]) -> bool:
    return any(row[name].strip() for name in ("exact", "line", "text", "cure", "no_cure"))


def ids(sent: Typed, round_: Round) -> dict[str, str]:
    """The controls of the form by the field that a refusal names; one of several is the first of them."""
    found = {"text": "text", "verdict": f"verdict-{Outcome.ACCEPT}"}
    found |= {f"scores.{row['id']}": f"score-{row['id']}-1" for row in round_.rubric.criteria}
    for number in range(1, max(len(sent.requests), 1) + 1):
        found |= {f"requests.{number}.{name}": f"r{number}-{name}" for name in FIELDS}
    return found


def of_draft(assignment: Assignment) -> Typed:
    draft = ReviewDraft.objects.filter(assignment=assignment).first()
    return Typed() if draft is None else of_row(draft)


def of_row(draft: ReviewDraft) -> Typed:
    return Typed(draft.version, draft.verdict, draft.text, draft.scores, tuple(draft.requests))


def differing(mine: Typed, theirs: Typed, round_: Round) -> list[tuple[str, str, str]]:
    """(what, mine, theirs) of everything in which two texts of one review differ, as people read it."""
    ours, others = _told(mine, round_), _told(theirs, round_)
    names = list(dict.fromkeys([*ours, *others]))
    pairs = [(name, ours.get(name, ""), others.get(name, "")) for name in names]
    return [(name, one, other) for name, one, other in pairs if one.split() != other.split()]


def _told(given: Typed, round_: Round) -> dict[str, str]:
    told = {_("Verdict"): str(dict(Outcome.choices).get(given.verdict, ""))}
    for row in round_.rubric.criteria:
        score = given.scores.get(row["id"])
        told[rubric.short(row)] = "" if score is None else dict(enumerate(rubric.steps(row), start=1)).get(score, "")
    told[_("What you found")] = given.text
    for number, one in enumerate(given.requests, start=1):
        place = [str(NAMES.get(one.get("part", ""), "")), *(one.get(name, "") for name in ("exact", "line"))]
        said = [one.get(name, "") for name in ("criterion", "text", "cure", "no_cure")]
        told[_("Request %(number)s") % {"number": number}] = "\n".join(text for text in [*place, *said] if text)
    return told


def rows(given: Typed, round_: Round, scored: Mapping[str, Sequence[object]] | None = None) -> dict[str, Any]:
    """For the template: criteria with their score and what earlier rounds gave, every request, and one empty row after
    them."""
    criteria = [
        _criterion(row, given.scores.get(row["id"])) | {"earlier": (scored or {}).get(row["id"], ())}
        for row in round_.rubric.criteria
    ]
    empty = dict.fromkeys(FIELDS, "")
    return {
        "version": given.version,
        "verdict": given.verdict,
        "text": given.text,
        "criteria": criteria,
        "numbers": any(not row.get("levels") for row in round_.rubric.criteria),
        "parts": [(part, NAMES[part]) for part in ChangeRequest.Part.values],
        "requests": [{**empty, **row, "number": n} for n, row in enumerate([*given.requests, {}], start=1)],
    }


def _criterion(row: Mapping[str, Any], score: int | None) -> dict[str, Any]:
    """`scale` is the steps with their numbers, `layout` how they stand."""
    return {
        "id": row["id"],
        "label": row.get("label", ""),
        "sentence": row["sentence"],
        "short": rubric.short(row),
        "hint": row.get("hint", ""),
        "scale": list(enumerate(rubric.steps(row), start=1)),
        "layout": _layout(row.get("levels", [])),
        "score": score,
    }


def _layout(words: Sequence[str]) -> str:
    """Beside each other where the words are few and short, else in two rows or one below the other."""
    if not words:
        return "5"
    widest = max(map(meaning.width, words))
    if len(words) > _MOST_BESIDE or widest > _WIDEST:
        return "list"
    return "half" if len(words) == _MOST_BESIDE and widest > _WIDEST_OF_FOUR else str(len(words))
