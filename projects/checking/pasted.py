"""What was pasted, read: a terms document in YAML or JSON, or the words of a call. Pure.

Of a document every problem is named with path and line, and the clauses that can be read are judged without the rest.
Of a call only those sentences are judged that a text reader is sure of; everything else in it is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from projects.terms.checks.text.readers import alone, closed, no_reasons, reach_back
from projects.terms.checks.text.sentences import sentences
from projects.terms.checks.text.venue import readings
from projects.terms.document.field import Words
from projects.terms.document.fields import BY_PATH, SCHEMA, children, generic
from projects.terms.document.plain import MAX_TEXT, hidden, tidy
from projects.terms.document.problems import Problem
from projects.terms.document.read import load, read
from projects.terms.document.rules import is_rule
from projects.terms.document.source import Source

Document = dict[str, Any]
# A sentence that is longer is no sentence, and the readers' time grows faster than its length.
MAX_SENTENCE = 600
# More than 200 kB of prose hold.
MAX_SENTENCES = 4000
# Each round takes away at most a hundred problems.
_ROUNDS = 8
_KEYS = "|".join(part.name for part in children(""))
_CLAUSE = re.compile(rf"^(?:{_KEYS}):(?=\s|$)", re.MULTILINE)
_SCHEMA_LINE = re.compile(r"^schema:\s*[\"']?concord-terms/", re.MULTILINE)
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


@dataclass(frozen=True)
class Read:
    """One sentence of a call that a reader is sure of, and what it reads as."""

    sentence: str
    says: Words


@dataclass(frozen=True)
class Pasted:
    """``document`` holds what can be judged. ``count`` sentences were read, ``skipped`` were too long or too many."""

    document: Document
    problems: tuple[Problem, ...] = ()
    reads: tuple[Read, ...] = ()
    count: int = 0
    skipped: int = 0
    source: Source = field(default_factory=Source)


def is_document(text: str) -> bool:
    """JSON, or at least two clauses of the terms at the beginning of a line; one alone may be a heading of a call."""
    if text.lstrip("\ufeff \t\r\n").startswith("{") or _SCHEMA_LINE.search(text):
        return True
    return len(set(_CLAUSE.findall(text))) > 1


# --- a document


def of_document(text: str) -> Pasted:
    """Persons are whoever the document names; nobody is looked up."""
    name = "terms.json" if text.lstrip("\ufeff \t\r\n").startswith("{") else "terms.yaml"
    source = load(text, name)
    if source.problems:
        return Pasted({}, tuple(source.problems), source=source)
    reading = read(source.data, people=_whoever)
    problems = tuple(one.at(source.line_of(one.path)) for one in reading.problems)
    return Pasted(reading.document or _readable(source.data), problems, source=source)


def _whoever(handle: str) -> str:
    return handle


def _readable(data: object) -> Document:
    """The clauses that fit the schema. A rule that is wrong anywhere goes as a whole: half a rule is another rule."""
    if not isinstance(data, dict):
        return {}
    left = {**_in_words(data), "schema": SCHEMA}
    back: dict[str, object] = {}
    for _ in range(_ROUNDS):
        reading = read(left, people=_whoever)
        if reading.document is not None:
            for path, value in back.items():
                _put(reading.document, path, value)
            return reading.document
        for problem in reading.problems:
            value = _still_judged(left, problem)
            if value is not None:
                back[problem.path] = value
            _take_away(left, problem)
    return {}


def _in_words(value: Any) -> Any:
    """A copy in which yes and no that another reader turned into truth values are words again."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return {key: _in_words(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_in_words(one) for one in value]
    return value


def _still_judged(data: Document, problem: Problem) -> object:
    """A number out of range, or a text too long, is an answer all the same; the checks read it."""
    known = BY_PATH.get(problem.path)
    if known is None or problem.code not in {"range", "length", "lines"}:
        return None
    value: Any = data
    for name in problem.path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    if known.kind in {"days", "number"} and isinstance(value, int) and value >= 0:
        return value
    if known.kind in {"text", "long_text", "role", "yes_no_text"} and isinstance(value, str):
        return tidy(value)[:MAX_TEXT]
    return None


def _put(document: Document, path: str, value: object) -> None:
    *way, last = path.split(".")
    node: Any = document
    for name in way:
        node = node.setdefault(name, {})
        if not isinstance(node, dict):
            return
    node[last] = value


def _take_away(data: Document, problem: Problem) -> None:
    path = _clause(problem.path)
    steps = [name or int(index) for name, index in _STEP.findall(path)]
    node: Any = data
    for step in steps if problem.code == "unknown_key" else steps[:-1]:
        node = _at(node, step)
    if problem.code == "unknown_key" and isinstance(node, dict):
        known = {part.name for part in children(generic(path))}
        for key in [key for key in node if key not in known]:
            del node[key]
    elif problem.code != "unknown_key" and steps:
        if isinstance(node, dict):
            node.pop(steps[-1], None)
        elif isinstance(node, list) and isinstance(steps[-1], int) and steps[-1] < len(node):
            node[steps[-1]] = None


def _clause(path: str) -> str:
    """The nearest path of the schema at or above, or the clause of the rule that the path stands in."""
    while path and not (generic(path) in BY_PATH or generic(path).removesuffix("[]") in BY_PATH):
        path = _above(path)
    above = path
    while above:
        if is_rule(generic(above)):
            return above[: above.rfind("[")] if above.endswith("]") else above
        above = _above(above)
    return path


def _above(path: str) -> str:
    return path[: max(path.rfind("."), path.rfind("["), 0)]


def _at(node: Any, step: object) -> Any:
    if isinstance(node, dict):
        return node.get(step)
    return node[step] if isinstance(node, list) and isinstance(step, int) and step < len(node) else None


# --- words of a call

_STANDARDS = re.compile(
    r"\b(?:standards?|rubrics?|criteria|guidelines?|rules?|terms)\b|标准|准则|规则|条款", re.IGNORECASE
)
_CORE = re.compile(
    r"\b(?:core (?:team|group|members?)|organi[sz]ing team|steering group)\b|核心(?:团队|成员|小组)|组织团队",
    re.IGNORECASE,
)
_SAYS = {
    "promise": Words("reads as a promise of a journal or conference", "读作许诺期刊或会议"),
    "plan": Words("reads as a plan to submit, no promise", "读作投稿打算，不是许诺"),
    "back": Words("reads as rules that reach back to earlier work", "读作规则及于已有的工作"),
    "reasons": Words("reads as a decline without reasons", "读作拒绝而不给理由"),
    "alone": Words("reads as standards set by a few alone", "读作标准由少数人单独制定"),
    "closed": Words("reads as a core team that one cannot join", "读作核心团队不能加入"),
}
# Which clause a sentence stands for where its reader is one of a single clause.
_CLAUSES = {"alone": ("participation", "say"), "closed": ("core_team", "joining")}
_LIST_ITEM = re.compile(r"\s*(?:[-*•·–—#>]|\d{1,3}[.)、]|[（(]?[一二三四五六七八九十\d]{1,3}[)）、])")
_CJK = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")


def of_words(text: str) -> Pasted:
    """The sentences stand where only the readers of whole documents look, so that no other check takes them for an
    answer; where a reader of one clause is sure, and the sentence names its subject, it stands in that clause."""
    split = sentences(unwrapped("".join(char for char in tidy(text) if not hidden(char))))
    short = [one for one in split if len(one) <= MAX_SENTENCE][:MAX_SENTENCES]
    # What stands twice is read once.
    found = [(sentence, _reads_as(sentence, reading)) for sentence, reading in readings(list(dict.fromkeys(short)))]
    document: Document = {}
    for (sentence, says), (before, _) in zip(found, [("", ""), *found], strict=False):
        # A question is read together with the sentence behind it.
        if says or before.endswith(("?", "？")):
            section, clause = _CLAUSES.get(says, ("purpose", "measures"))
            document.setdefault(section, {}).setdefault(clause, []).append(sentence)
    for parts in document.values():
        for clause in parts:
            parts[clause] = "\n".join(parts[clause])
    reads = tuple(Read(sentence, _SAYS[says]) for sentence, says in found if says)
    return Pasted(document, reads=reads, count=len(short), skipped=len(split) - len(short))


def _reads_as(sentence: str, reading: str) -> str:
    """In the order in which the checks charge a sentence."""
    sure: list[tuple[str, Callable[[], bool]]] = [
        ("promise", lambda: reading == "promise"),
        ("back", lambda: reach_back(sentence)),
        ("reasons", lambda: no_reasons(sentence)),
        ("alone", lambda: _STANDARDS.search(sentence) is not None and alone(sentence)),
        ("closed", lambda: _CORE.search(sentence) is not None and closed(sentence)),
        ("plan", lambda: reading == "plan"),
    ]
    return next((says for says, holds in sure if holds()), "")


def unwrapped(text: str) -> str:
    """Lines of a mail that were broken at its width are one again; headings and items of lists stay by themselves."""
    lines: list[str] = []
    broken = False
    for line in text.split("\n"):
        if broken and line.strip() and not _LIST_ITEM.match(line):
            gap = "" if _CJK.match(lines[-1][-1]) and _CJK.match(line.lstrip()) else " "
            lines[-1] = f"{lines[-1].rstrip()}{gap}{line.strip()}"
        else:
            lines.append(line)
        broken = _goes_on(line)
    return "\n".join(lines)


def _goes_on(line: str) -> bool:
    """Long enough to have been broken, and not at an end."""
    line = line.rstrip()
    wide = len(line) + len(_CJK.findall(line))
    return 50 <= wide <= 130 and line[-1] not in '.!?:;。！？：；”"」'


# --- together


def together(first: Document, second: Document) -> Document:
    """Both; where both answer a clause, the first does. Texts of a purpose are read one after the other."""
    made = deepcopy(first)
    for key, value in second.items():
        if isinstance(made.get(key), dict) and isinstance(value, dict):
            made[key] = together(made[key], value)
        elif key == "measures" and isinstance(made.get(key), str) and isinstance(value, str):
            made[key] = f"{made[key]}\n{value}"
        else:
            made.setdefault(key, deepcopy(value))
    return made
