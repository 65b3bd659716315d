"""The facts of published versions as they are kept: a row beside each version, and the last ones in memory.

A row is derived. Where it is missing, or was made under another set of checks, another folding or by another release,
facts and text are made from the version itself, so that a page is right either way; `remake` writes such rows anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import BooleanField, ExpressionWrapper, Q

from portal.core.bounded import Bounded
from portal.core.text.folding import FOLDING
from projects.terms import cards, facts
from projects.terms.checks.finding import CHECK_SET
from projects.terms.facts import Facts
from projects.terms.models import TermsFacts, TermsVersion

# What a row has to have been made under to be read, in the 20 characters of its column.
MADE_UNDER = f"{CHECK_SET} fold/{FOLDING}"
# By the hash of the text, which says everything that facts rest on but the set of checks, which a process has one of.
_kept: Bounded[str, Facts] = Bounded(20_000)


@dataclass(frozen=True)
class Named:
    """A version without its text."""

    pk: int
    hash: str


def note(version: TermsVersion) -> None:
    """Writes the row of one version, or writes it anew."""
    TermsFacts.objects.update_or_create(
        terms=version,
        defaults={
            "check_set": MADE_UNDER,
            "facts": _of(version).as_json(),
            "text": facts.text(version.document),
        },
    )


def remake() -> int:
    """Writes what is missing or old; how many rows that were."""
    right = TermsFacts.objects.filter(check_set=MADE_UNDER).values_list("terms", "facts")
    standing = {pk for pk, told in right.iterator() if Facts.from_json(told) is not None}
    made = 0
    for version in TermsVersion.objects.exclude(pk__in=standing).order_by("pk").iterator(chunk_size=50):
        note(version)
        made += 1
    return made


def of(versions: Iterable[Named]) -> Mapping[str, Facts]:
    """The facts of each version by its hash; no query where all were asked for before, one where all have rows."""
    asked = list(versions)
    found = {one.hash: known for one in asked if (known := _kept.get(one.hash)) is not None}
    unknown = {one.pk: one.hash for one in asked if one.hash not in found}
    if unknown:
        found |= _read(unknown)
    return found


def matching(versions: Iterable[Named], words: Sequence[str]) -> Mapping[int, set[str]]:
    """Which of the folded words stand in the text of which version, by its number in the database."""
    wanted = {one.pk for one in versions}
    looked = {
        f"word_{at}": ExpressionWrapper(Q(text__contains=word), output_field=BooleanField())
        for at, word in enumerate(words)
    }
    rows = TermsFacts.objects.filter(terms__in=wanted, check_set=MADE_UNDER).annotate(**looked)
    found = {
        pk: {word for word, hit in zip(words, hits, strict=True) if hit}
        for pk, *hits in rows.values_list("terms", *looked)
    }
    for version in TermsVersion.objects.filter(pk__in=wanted - found.keys()) if wanted - found.keys() else ():
        text = facts.text(version.document)
        found[version.pk] = {word for word in words if word in text}
    return found


def _read(unknown: Mapping[int, str]) -> dict[str, Facts]:
    rows = TermsFacts.objects.filter(terms__in=unknown, check_set=MADE_UNDER).values_list("terms", "facts")
    found = {unknown[pk]: read for pk, told in rows if (read := Facts.from_json(told)) is not None}
    missing = [pk for pk, hash in unknown.items() if hash not in found]
    if missing:
        found |= {version.hash: _of(version) for version in TermsVersion.objects.filter(pk__in=missing)}
    for hash, read in found.items():
        _kept.put(hash, read)
    return found


def _of(version: TermsVersion) -> Facts:
    return facts.facts(version.document, cards.card_of(version, named=False))
