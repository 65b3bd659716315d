"""Is this a bundle v1? Checked before anything is computed from it, so that no later step can stumble.

Keys this version does not know are left alone: a bundle may say more than the engine needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeGuard

from authorship.engine.amounts import AmountError, parse_signed
from authorship.engine.awards import MAX_SHARES
from authorship.engine.canonical import MAX_INTEGER
from authorship.engine.clauses import clause_problems
from authorship.engine.errors import Problem, shown
from authorship.engine.locking import problems as lock_problems
from authorship.engine.rules.awards import SOURCES
from authorship.engine.rules.outputs import read_scope
from authorship.engine.rules.reader import Reader, is_day, is_id

ENGINE = "1.0"
ORIGINS = ("computed", "judged", "imported")
CHOICES = ("author", "acknowledged", "anonymous", "pay")
SUBJECTS = ("person", "organization", "unclaimed")
DECISIONS = ("order", "exclude")
_HEADS = ("ledger", "choices", "rules")
_ENOUGH = 50

_day = lru_cache(maxsize=65536)(is_day)
_known_id = lru_cache(maxsize=65536)(is_id)


class Shape:
    """Collects problems of one bundle; stops at 50, since more help nobody."""

    def __init__(self, bundle: Mapping[str, Any]) -> None:
        self.bundle = bundle
        self.problems: list[Problem] = []
        self.versions: set[int] = set()
        self.subjects: set[str] = set()

    def report(self, path: str, message: str, code: str = "malformed") -> None:
        if len(self.problems) < _ENOUGH:
            self.problems.append(Problem(path, code, message))

    @property
    def full(self) -> bool:
        return len(self.problems) >= _ENOUGH

    def objects(self, owner: Mapping[str, Any], key: str, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The objects of a list with their paths; an absent list is empty only where the caller says so."""
        value = owner.get(key)
        if not isinstance(value, list):
            self.report(path, f"this is a list, not {shown(value)}")
            return
        for index, item in enumerate(value):
            if self.full:
                return
            if isinstance(item, dict):
                yield f"{path}[{index}]", item
            else:
                self.report(f"{path}[{index}]", f"this is an object, not {shown(item)}")

    def check(self, ok: bool, path: str, what: str, value: object) -> None:
        if not ok:
            self.report(path, f"this is {what}, not {shown(value)}")

    def need_id(self, owner: Mapping[str, Any], key: str, path: str) -> None:
        value = owner.get(key)
        self.check(isinstance(value, str) and _known_id(value), f"{path}.{key}", "an id", value)

    def need_day(self, owner: Mapping[str, Any], key: str, path: str, *, open_end: bool = False) -> None:
        value = owner.get(key)
        ok = (open_end and value is None and key in owner) or (isinstance(value, str) and _day(value))
        self.check(ok, f"{path}.{key}", "a day like 2027-01-31" + (" or null" if open_end else ""), value)

    def need_text(self, owner: Mapping[str, Any], key: str, path: str) -> None:
        value = owner.get(key)
        self.check(isinstance(value, str) and _encodes(value), f"{path}.{key}", "a text", value)

    def need_one_of(self, owner: Mapping[str, Any], key: str, path: str, allowed: tuple[str, ...]) -> None:
        value = owner.get(key)
        self.check(isinstance(value, str) and value in allowed, f"{path}.{key}", f"one of {', '.join(allowed)}", value)

    def need_version(self, owner: Mapping[str, Any], key: str, path: str) -> None:
        value = owner.get(key)
        ok = is_number(value) and value in self.versions
        self.check(ok, f"{path}.{key}", "a version of the terms in this bundle", value)

    def need_subject(self, owner: Mapping[str, Any], key: str, path: str) -> None:
        value = owner.get(key)
        ok = isinstance(value, str) and value in self.subjects
        self.check(ok, f"{path}.{key}", "a subject of this bundle", value)

    def need_seqs(self, items: list[tuple[str, dict[str, Any]]]) -> None:
        seen: set[int] = set()
        for path, item in items:
            seq = item.get("seq")
            if not is_number(seq) or seq in seen:
                self.report(f"{path}.seq", f"this is a number from 1 that stands once, not {shown(seq)}")
            else:
                seen.add(seq)


def is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_INTEGER


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def shape_problems(bundle: object) -> list[Problem]:
    """Everything that keeps the bundle from being computed, at most 50; its result is not looked at."""
    if not isinstance(bundle, dict):
        return [Problem("", "malformed", f"a bundle is an object, not {shown(bundle)}")]
    if bundle.get("bundle") != 1 or isinstance(bundle.get("bundle"), bool):
        return [Problem("bundle", "malformed", f"this engine reads bundle 1, not {shown(bundle.get('bundle'))}")]
    if bundle.get("engine") != ENGINE:
        return [
            Problem("engine", "malformed", f"this is engine {ENGINE}, the bundle needs {shown(bundle.get('engine'))}")
        ]
    shape = Shape(bundle)
    steps: tuple[Callable[[Shape], None], ...] = (
        _check_terms,
        _check_head,
        _check_subjects,
        _check_facts,
        _check_entries,
        _check_choices,
        _check_decisions,
    )
    for step in steps:
        if shape.full:
            break
        step(shape)
    for path, message in lock_problems(bundle, shape.subjects):
        shape.report(path, message)
    return shape.problems


def _check_terms(shape: Shape) -> None:
    earliest: list[str] = []
    for path, version in shape.objects(shape.bundle, "terms", "terms"):
        number = version.get("version")
        if not is_number(number) or number in shape.versions:
            shape.report(f"{path}.version", f"this is a number from 1 that stands once, not {shown(number)}")
        else:
            shape.versions.add(number)
        shape.need_day(version, "in_force", path)
        shape.need_text(version, "hash", path)
        problems, _ = clause_problems(version.get("authorship"), f"{path}.authorship")
        shape.problems += problems[: _ENOUGH - len(shape.problems)]
        earliest.append(str(version.get("in_force")))
    as_of = shape.bundle.get("as_of")
    if not shape.problems and isinstance(as_of, str) and _day(as_of) and not any(day <= as_of for day in earliest):
        shape.report("as_of", "no version of the terms is in force on this day", "no_terms")


def _check_head(shape: Shape) -> None:
    bundle = shape.bundle
    shape.need_day(bundle, "as_of", "bundle")
    for key in ("project", "zone"):
        shape.need_text(bundle, key, "bundle")
    heads = bundle.get("heads")
    if isinstance(heads, dict):
        for key in _HEADS:
            shape.need_text(heads, key, "heads")
    else:
        shape.report("heads", f"this is an object, not {shown(heads)}")
    output = bundle.get("output")
    if not isinstance(output, dict):
        shape.report("output", f"this is an object, not {shown(output)}")
        return
    shape.need_id(output, "id", "output")
    shape.need_one_of(output, "list", "output", ("full",))
    shape.need_version(output, "terms", "output")
    reader = Reader()
    scope = output.get("scope", {})
    read_scope(reader, {"carry_over": "no", **scope} if isinstance(scope, dict) else scope, "output.scope")
    shape.problems += reader.problems


def _check_subjects(shape: Shape) -> None:
    for path, subject in shape.objects(shape.bundle, "subjects", "subjects"):
        shape.need_id(subject, "id", path)
        name = subject.get("id")
        if isinstance(name, str):
            if name in shape.subjects:
                shape.report(f"{path}.id", f"{shown(name)} stands twice")
            shape.subjects.add(name)
        shape.need_one_of(subject, "kind", path, SUBJECTS)
        shape.need_text(subject, "sort_key", path)
        if not isinstance(subject.get("erased", False), bool):
            shape.report(f"{path}.erased", "this is true or false")
        for place, accepted in shape.objects({"accepted": [], **subject}, "accepted", f"{path}.accepted"):
            shape.need_version(accepted, "version", place)
            shape.need_day(accepted, "on", place)
        for place, grant in shape.objects({"roles": [], **subject}, "roles", f"{path}.roles"):
            shape.need_id(grant, "id", place)
            shape.need_day(grant, "from", place)
            shape.need_day(grant, "to", place, open_end=True)
        for key in ("member", "suspended"):
            _check_intervals(shape, subject.get(key, []), f"{path}.{key}")


def _check_intervals(shape: Shape, value: object, path: str) -> None:
    if not isinstance(value, list):
        shape.report(path, f"this is a list, not {shown(value)}")
        return
    for index, span in enumerate(value):
        ok = isinstance(span, list | tuple) and len(span) == 2
        ok = ok and isinstance(span[0], str) and _day(span[0])
        ok = ok and (span[1] is None or (isinstance(span[1], str) and _day(span[1])))
        shape.check(ok, f"{path}[{index}]", "a first day and a last day or null", span)


def _check_facts(shape: Shape) -> None:
    seen: set[str] = set()
    for path, fact in shape.objects(shape.bundle, "facts", "facts"):
        name = fact.get("id")
        if not isinstance(name, str) or not name or name in seen or not _encodes(name):
            shape.report(f"{path}.id", f"this is a text that stands once, not {shown(name)}")
        else:
            seen.add(name)
        shape.need_one_of(fact, "type", path, SOURCES)
        shape.need_version(fact, "terms", path)
        shape.need_day(fact, "submitted", path)
        shape.need_day(fact, "accepted", path, open_end=True)
        if fact.get("type") in ("claim", "import") or fact.get("kind") is not None:
            shape.need_id(fact, "kind", path)
        shares = fact.get("shares")
        if not isinstance(shares, dict):
            shape.report(f"{path}.shares", f"this is an object, not {shown(shares)}")
        elif len(shares) > MAX_SHARES:
            shape.report(f"{path}.shares", f"at most {MAX_SHARES} people share one piece of work")
        elif not shape.subjects.issuperset(shares):
            shape.report(f"{path}.shares", "somebody in the shares is no subject of this bundle")


def _check_entries(shape: Shape) -> None:
    """One pass over what may be 10⁵ entries: the common case is a few set look-ups and cached reads."""
    entries = list(shape.objects(shape.bundle, "entries", "entries"))
    for path, entry in entries:
        if shape.full:
            return
        shape.need_subject(entry, "subject", path)
        shape.need_id(entry, "kind", path)
        shape.need_day(entry, "on", path)
        shape.need_one_of(entry, "origin", path, ORIGINS)
        shape.need_text(entry, "source", path)
        shape.need_version(entry, "terms", path)
        if not is_number(entry.get("attempt")):
            shape.report(f"{path}.attempt", f"this is a number from 1, not {shown(entry.get('attempt'))}")
        try:
            amount = parse_signed(entry.get("amount"))
        except AmountError as error:
            shape.report(f"{path}.amount", str(error))
            continue
        if amount == 0 or (amount < 0) != (entry.get("reverses") is not None):
            shape.report(f"{path}.amount", "an entry is above 0, a reversing entry below")
    shape.need_seqs(entries)
    seqs = {entry["seq"]: entry for _, entry in entries if is_number(entry.get("seq"))}
    for path, entry in entries:
        if "reverses" not in entry:
            shape.report(f"{path}.reverses", "this is missing; an entry that reverses nothing says null")
        target = entry.get("reverses")
        if target is None:
            continue
        origin = seqs.get(target) if is_number(target) else None
        if origin is None or origin.get("reverses") is not None:
            shape.report(f"{path}.reverses", f"this is the seq of an entry that reverses nothing, not {shown(target)}")


def _check_choices(shape: Shape) -> None:
    choices = list(shape.objects(shape.bundle, "choices", "choices"))
    for path, choice in choices:
        shape.need_subject(choice, "subject", path)
        shape.need_one_of(choice, "choice", path, CHOICES)
        shape.need_day(choice, "on", path)
    shape.need_seqs(choices)


def _check_decisions(shape: Shape) -> None:
    decisions = list(shape.objects({"decisions": [], **shape.bundle}, "decisions", "decisions"))
    for path, decision in decisions:
        shape.need_id(decision, "id", path)
        shape.need_day(decision, "on", path)
        shape.need_one_of(decision, "kind", path, DECISIONS)
        subjects = decision.get("subjects")
        if not isinstance(subjects, list) or not all(isinstance(s, str) and s in shape.subjects for s in subjects):
            shape.report(f"{path}.subjects", "this is a list of subjects of this bundle")
        elif len(set(subjects)) != len(subjects):
            shape.report(f"{path}.subjects", "a subject stands twice")
    shape.need_seqs(decisions)
