"""A list as a page shows it: a part of the snapshot, with names, points and reasons joined."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from django.db.models import Q
from django.utils.html import format_html
from django.utils.translation import gettext as _

from authorship.engine.canonical import dumps, loads
from authorship.engine.evaluate import Evaluation
from authorship.engine.explain import neighbours
from authorship.engine.totals import Totals
from authorship.ledger import queries as ledger
from authorship.ledger import sources
from authorship.ledger.models import CreditEntry
from authorship.lists import alike, locks, queries, sums
from authorship.lists import frame as frames
from authorship.lists.changes import PARTS, shown
from authorship.lists.models import ListSnapshot, Output
from authorship.lists.words import Words
from portal.core.bounded import Bounded
from portal.core.text.series import groups, series
from portal.core.web.absolute import address
from portal.core.web.components.credit import CreditRow, EntryLine, Kind
from portal.core.web.numbers import fraction
from portal.people import queries as people
from portal.people.models import Profile
from projects.project.models import Project
from projects.project.queries import Reader
from projects.terms import queries as terms
from projects.terms.models import TermsVersion

MOST_LINES = 12  # entries shown under one person; beyond them the sums by kind and the way to the ledger


@dataclass(frozen=True)
class Threshold:
    amount: Fraction
    label: str


class Listing:
    """One snapshot, read once. What a page needs of its people is asked for with `load`."""

    def __init__(self, output: Output, snapshot: ListSnapshot, reader: Reader) -> None:
        self.output, self.snapshot, self.reader = output, snapshot, reader
        self.project = output.project
        self.result = shown(queries.result(snapshot))
        self.described = {subject["id"]: subject for subject in queries.subjects(snapshot)}
        self.versions = list(terms.versions(self.project)[: snapshot.terms_count])
        self.scope = frames.scope(self.declared)
        self.profiles: dict[str, Profile] = {}
        self.lines: dict[str, list[EntryLine]] = {}
        self._why = True
        self._totals: dict[str, Totals] = {}
        self._frame: frames.Frame = {}

    @cached_property
    def declared(self) -> dict[str, Any]:
        return frames.declared(self.output, self.versions)

    @property
    def named_day(self) -> date | None:
        return frames.named_day(self.declared)

    @property
    def last_counted(self) -> date | None:
        return frames.last_counted(self.declared)

    @property
    def _named(self) -> TermsVersion:
        return next(version for version in self.versions if version.number == self.output.terms)

    @property
    def title(self) -> str:
        return str(self.declared.get("title") or self.output.output_id)

    @cached_property
    def kinds(self) -> list[Kind]:
        """In the order of the terms, of every version in force on the day of the list: an announced one counts nothing
        yet."""
        titles: dict[str, str] = {}
        in_force = [version for version in self.versions if version.in_force <= self.snapshot.as_of]
        for version in reversed(in_force):
            clause = frames.clause(version).get("kinds")
            for rule in clause if isinstance(clause, list) else ():
                titles.setdefault(rule["id"], str(rule.get("title") or rule["id"]))
        counted = self.scope.get("kinds")
        return [
            Kind(id=kind, title=title)
            for kind, title in titles.items()
            if not isinstance(counted, list) or kind in counted
        ]

    @cached_property
    def current(self) -> int:
        """The version in force on the day of the list."""
        return max(version.number for version in self.versions if version.in_force <= self.snapshot.as_of)

    @cached_property
    def threshold(self) -> Threshold | None:
        """Where eligibility is a number of points of every kind and nothing else."""
        version = next(one for one in self.versions if one.number == self.current)
        eligibility = frames.clause(version).get("eligibility")
        points = eligibility.get("points") if isinstance(eligibility, dict) else None
        if not isinstance(points, dict) or "kinds" in points or "at_least" not in points:
            return None
        amount = Fraction(points["at_least"])
        label = _("author from %(points)s") % {"points": fraction(amount)}
        return Threshold(amount, label)

    @cached_property
    def most(self) -> Fraction:
        """The largest total of the whole list, so that every part of it has one scale."""
        return _largest(
            self.snapshot.ledger_head,
            self.project.pk,
            self.snapshot.ledger_count,
            dumps(self.scope),
            self.snapshot.as_of.isoformat(),
        )

    # --- people of one page

    def load(self, subjects: Iterable[str], *, why: bool = True) -> None:
        """Names, sums and entries of these people; the same number of queries for any number of them. Without `why`
        neither their entries nor their reasons."""
        self._why = why
        wanted = list(dict.fromkeys(subjects))
        self.profiles = people.profiles(wanted)
        totals = sums.totals(
            self.project,
            count=self.snapshot.ledger_count,
            scope=self.scope,
            as_of=self.snapshot.as_of.isoformat(),
            subjects=wanted,
            sources=sums.sorts_by_count(frames.clause(self._named)),
            twice=sums.gives_twice(frames.clause(version) for version in self.versions),
        )
        self._totals = totals
        self._frame = frames.build(
            self.output,
            heads=frames.of_snapshot(self.snapshot),
            as_of=self.snapshot.as_of,
            subjects=[self.described[subject] for subject in wanted if subject in self.described],
            versions=self.versions,
            lock=None if self.output.lock == Output.Lock.OPEN else locks.of_snapshot(self.snapshot),
        )
        self.__dict__.pop("_evaluation", None)
        self._alike = alike.among(self.profiles.values(), self.described)
        self.chose = {one["subject"] for one in self._frame["choices"] if one["on"] <= self._frame["as_of"]}
        self.totals = {subject: found.points for subject, found in totals.items()}
        if not why:
            return
        few = {subject: [seq for seqs in found.seqs.values() for seq in seqs] for subject, found in totals.items()}
        self.lines = self._entry_lines({s: seqs for s, seqs in few.items() if len(seqs) <= MOST_LINES})

    @cached_property
    def _evaluation(self) -> tuple[Evaluation, dict[tuple[str, str], list[dict[str, Any]]]]:
        """Of those who are loaded, with the steps of everybody who has some; made where a sentence is not kept."""
        evaluation = Evaluation(self._totals, self._frame)
        return evaluation, evaluation.reasons()

    def _reasons(self, name: str, subject: str) -> Sequence[dict[str, Any]]:
        return self._evaluation[1].get((name, subject), ())

    @cached_property
    def words(self) -> Words:
        return Words(
            slug=self.project.slug,
            documents={version.number: version.document for version in self.versions},
            version=self.output.terms,
            names={subject: people.printed(profile) for subject, profile in self.profiles.items()},
        )

    def _entry_lines(self, wanted: Mapping[str, Sequence[int]]) -> dict[str, list[EntryLine]]:
        seqs = [seq for some in wanted.values() for seq in some]
        rows = list(CreditEntry.objects.filter(project=self.project, seq__in=seqs).order_by("on", "seq"))
        told = sources.described({row.source for row in rows}, project=self.project, reader=self.reader)
        titles = {kind.id: kind.title for kind in self.kinds}
        lines: defaultdict[str, list[EntryLine]] = defaultdict(list)
        for row in rows:
            source = told[row.source]
            label = (
                source.label
                if row.source.startswith(sources.IMPORTED) or source.href
                else titles.get(row.kind, row.kind)
            )
            lines[row.subject_id].append(
                EntryLine(
                    day=row.on,
                    label=label,
                    title=source.title,
                    amount=row.amount,
                    terms=row.terms,
                    href=source.href,
                    seq=row.seq,
                    entry_href=address("credit_entry", self.project.slug, row.seq),
                )
            )
        return dict(lines)

    # --- rows

    def authors(self, first: int, last: int) -> list[CreditRow]:
        """The rows from index `first` up to `last`, whose people and neighbours are loaded."""
        return [self._author(index) for index in range(first, min(last, len(self.result["authors"])))]

    def _author(self, index: int) -> CreditRow:
        row = self.result["authors"][index]
        tied = (row["tied"][0], row["tied"][1]) if row["tied"][0] != row["tied"][1] else None
        steps = _steps_kept.made(self._key(index), lambda: self._steps(index, row, tied)) if self._why else ()
        return self._row(row["subject"], place=row["place"], tied=tied, steps=steps, note=self._marks(row))

    def _key(self, index: int) -> tuple[object, ...]:
        """What the sentences of a place depend on: the list, of which there is only one with this commitment, the
        versions published by then, and how it names the three people they speak of."""
        near = self.result["authors"][max(index - 1, 0) : index + 2]
        names = tuple(self.words.names.get(row["subject"]) for row in near)
        return self.snapshot.people_hash, len(self.versions), index, self.words.language, names

    def _steps(self, index: int, row: Mapping[str, Any], tied: tuple[int, int] | None) -> tuple[object, ...]:
        steps: list[object] = [self.words.kept()] if "kept" in row else []
        steps += self.words.eligibility(self._reasons("authors", row["subject"]), kept="kept" in row)
        steps += filter(None, [self.words.block(row["block"])])
        steps += self._order(index, tied)
        return tuple(steps)

    def _order(self, index: int, tied: tuple[int, int] | None) -> Iterable[object]:
        found = neighbours(self._evaluation[0], self.result["authors"], index)
        if found["before"] is not None:
            yield self.words.neighbour(found["before"], ahead=True)
        if found["after"] is not None:
            yield self.words.neighbour(found["after"], ahead=False)
        if tied:
            yield format_html(
                "{}",
                _("Tied %(first)s–%(last)s: equal by every key but the tie-break.")
                % {"first": tied[0], "last": tied[1]},
            )

    def _marks(self, row: Mapping[str, Any]) -> str:
        titles = {
            "equal": _("equal contribution"),
            "corresponding": _("corresponding author"),
            "senior": _("senior author"),
            "core": _("core team"),
            "lead": _("lead"),
            "deceased": _("deceased"),
        }
        said = [titles.get(mark, mark) for mark in row["marks"]]
        if row["subject"] not in self.chose and self.output.lock == Output.Lock.OPEN:
            said.append(_("unconfirmed"))
        return series(said)

    def others(self, name: str, first: int = 0, last: int | None = None) -> list[CreditRow]:
        """Rows of acknowledged, near or excluded."""
        return [self._other(name, row) for row in self.result[name][first:last]]

    def _other(self, name: str, row: Mapping[str, Any]) -> CreditRow:
        question = {
            "acknowledged": _("Why?"),
            "near": _("Why not?"),
            "excluded": _("Why not?"),
            "found": _("Why not?"),
        }[name]
        steps: list[object]
        note = ""
        if name == "acknowledged":
            steps = [*self.words.acknowledged(row, self._reasons(name, row["subject"]))]
            if row["reason"] == "choice":
                note = _("Chose to be acknowledged; keeps the points")
        elif name == "found":
            steps, note = [self.words.found()], self.words.found()
        elif name == "near":
            steps, note = [*self.words.near(row)], self.words.missing(row)
        else:
            steps, note = [self.words.excluded(row)], self.words.excluded(row)
        return self._row(row["subject"], place=None, steps=steps, note=note, question=question)

    def _row(self, subject: str, *, note: str, **values: Any) -> CreditRow:
        profile = self.profiles.get(subject)
        erased = profile is None or profile.erased_at is not None
        handle = profile.subject.handle if profile and not erased else None
        affiliations = [] if erased or profile is None else profile.subject.affiliations.all()
        entries = address("credit_page", self.project.slug) + f"?person={handle or subject}"
        said = series(filter(None, [self._kind(profile), note]))
        return CreditRow(
            name=people.printed(profile),
            native="" if profile is None else profile.native_shown,
            href=address("person_page", handle) if handle else "",
            affiliation=groups(one.name for one in affiliations),
            amounts=self.totals.get(subject, {}),
            lines=self.lines.get(subject, ()),
            entries_href=entries,
            note=" · ".join(filter(None, [said, self._alike.get(subject, "")])),
            **values,
        )

    def _kind(self, profile: Profile | None) -> str:
        """Said of whoever is no person with an account."""
        if profile is None or profile.erased_at is not None:
            return ""
        return {"organization": _("organization"), "unclaimed": _("not yet claimed")}.get(profile.subject.kind, "")

    def where(self, subject: str) -> tuple[str, int] | None:
        """The part of the list a subject stands in, and the index there."""
        for name in PARTS:
            for index, row in enumerate(self.result[name]):
                if row["subject"] == subject:
                    return name, index
        return None


# A list never changes, and neither does why somebody stands where they stand in it.
_steps_kept: Bounded[tuple[object, ...], tuple[object, ...]] = Bounded(4_000)


@lru_cache(maxsize=512)
def _largest(head: str, project: int, count: int, scope: str, as_of: str) -> Fraction:
    """Kept for ever: what a ledger head stands for never changes."""
    where = sums.counted(loads(scope), as_of) & Q(seq__lte=count)
    found = ledger.totals(Project(pk=project), where=where)
    return max((ledger.total(kinds) for kinds in found.values()), default=Fraction())
