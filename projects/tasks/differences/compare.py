"""What changed between two texts: paragraphs by their words, code by its lines, tables and formulas whole. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from projects.tasks.differences.blocks import Block, Kind, blocks, numbered
from projects.tasks.differences.words import Parts, likeness, parts, steps, words

# A paragraph that keeps less than this of its words has been written anew: shown removed and added, since the words
# of both between one another can be read by nobody.
_LEAST_KEPT = 0.5
# What stands elsewhere and keeps less than this is another paragraph that happens to speak of the same.
_LEAST_MOVED = 0.8
_LEAST_WORDS = 6  # "Yes." in another place has not moved
# Beyond so many pairs in one place paragraphs are taken in their order: to weigh each against each takes too long.
_MOST_PAIRS = 2_500
_CONTEXT = 2  # lines of code shown before and after a changed one


@dataclass(frozen=True)
class Line:
    """One paragraph, table, formula or piece of code, or so many that are the same.

    `sign` is `skip` (`first` to `last` are the same), `ins`, `del`, `mixed` (its words in `parts`), `moved` (it stood
    at `other`) or `away` (the place it left; it stands at `other` now). `number` counts blocks from 1, in the new text,
    of `del` and `away` in the old one. Of a table or formula `old` and `new` hold the source. Of code `rows` are
    (same|del|ins|skip, text), where a skip's text is empty.
    """

    sign: str
    kind: str = "prose"
    number: int | None = None
    parts: Parts = ()
    first: int = 0
    last: int = 0
    other: int = 0
    old: str = ""
    new: str = ""
    rows: tuple[tuple[str, str], ...] = ()


@dataclass
class Differences:
    lines: list[Line] = field(default_factory=list)
    changed: int = 0
    added: int = 0
    removed: int = 0
    moved: int = 0

    @property
    def same(self) -> bool:
        return not self.lines


def differences(old: str, new: str) -> Differences:
    """Unchanged paragraphs are counted, not repeated; nothing at all where none changed."""
    before, after = blocks(old), blocks(new)
    pairs = list(_paired(before, after))
    moves = _moves(before, after, pairs)
    found = Differences()
    same: list[int] = []
    for i, j in pairs:
        if i is not None and j is not None and before[i].key == after[j].key:
            same.append(j + 1)
            continue
        _skip(found, same)
        _tell(found, before, after, i, j, moves)
    if found.lines:
        _skip(found, same)
    return found


def changed_places(new: str, found: Differences) -> dict[int, str]:
    """What became of each paragraph, list or piece of code of the new text, by where it begins in it.

    `ins` where all of it is new, `moved` where all of it stood elsewhere, `mixed` where some of it changed; those that
    are the same are not named."""
    signs = {line.number: line.sign for line in found.lines if line.sign in ("ins", "mixed", "moved")}
    told = {}
    for start, numbers in numbered(new):
        here = {signs.get(number, "") for number in numbers}
        if here - {""}:
            told[start] = here.pop() if len(here) == 1 else "mixed"
    return told


def _skip(found: Differences, same: list[int]) -> None:
    if same:
        found.lines.append(Line("skip", first=same[0], last=same[-1]))
        same.clear()


def _tell(
    found: Differences,
    before: Sequence[Block],
    after: Sequence[Block],
    i: int | None,
    j: int | None,
    moves: dict[int, int],
) -> None:
    if i is not None and j is not None:
        found.changed += 1
        found.lines.append(_changed("mixed", before[i], after[j], j + 1))
    elif j is not None:
        came_from = next((one for one, there in moves.items() if there == j), None)
        if came_from is None:
            found.added += 1
            found.lines.append(_one("ins", after[j], j + 1))
        else:
            found.moved += 1
            found.lines.append(_changed("moved", before[came_from], after[j], j + 1, other=came_from + 1))
    elif i is not None and i in moves:
        found.lines.append(Line("away", before[i].kind.value, number=i + 1, other=moves[i] + 1))
    elif i is not None:
        found.removed += 1
        found.lines.append(_one("del", before[i], i + 1))


def _one(sign: str, block: Block, number: int) -> Line:
    if block.kind is Kind.PROSE:
        return Line(sign, number=number, parts=((sign, block.key),))
    if block.kind is Kind.CODE:
        return Line(sign, "code", number, rows=tuple((sign, line) for line in block.text.splitlines()))
    old, new = (block.text, "") if sign == "del" else ("", block.text)
    return Line(sign, block.kind.value, number, old=old, new=new)


def _changed(sign: str, old: Block, new: Block, number: int, *, other: int = 0) -> Line:
    if new.kind is Kind.PROSE:
        return Line(sign, number=number, parts=parts(old.text.strip(), new.text.strip()), other=other)
    if new.kind is Kind.CODE:
        return Line(sign, "code", number, rows=tuple(_rows(old.text, new.text)), other=other)
    return Line(sign, new.kind.value, number, old=old.text, new=new.text, other=other)


def _rows(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Lines of code, with a few of the unchanged ones around each change."""
    told = list(_all_rows(old.splitlines(), new.splitlines()))
    changed = [at for at, (tag, _line) in enumerate(told) if tag != "same"]
    shown = {at + by for at in changed or [0] for by in range(-_CONTEXT, _CONTEXT + 1)}
    left_out = False
    for at, row in enumerate(told):
        if at in shown:
            left_out = False
            yield row
        elif not left_out:
            left_out = True
            yield "skip", ""


def _all_rows(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """In one place what went stands before what came."""
    come: list[tuple[str, str]] = []
    for tag, i1, i2, j1, j2 in steps(old, new):
        if tag == "equal":
            yield from come
            come = []
            yield from (("same", line) for line in old[i1:i2])
        yield from (("del", line) for line in old[i1:i2] if tag == "delete")
        come += (("ins", line) for line in new[j1:j2] if tag == "insert")
    yield from come


def _paired(before: Sequence[Block], after: Sequence[Block]) -> Iterator[tuple[int | None, int | None]]:
    """(place in the old text, place in the new), in the order of reading; None where one has no counterpart here."""
    gone: list[int] = []
    come: list[int] = []
    for tag, i1, i2, j1, j2 in steps([one.key for one in before], [one.key for one in after]):
        if tag == "equal":
            yield from _between(before, after, gone, come)
            gone, come = [], []
            yield from zip(range(i1, i2), range(j1, j2), strict=True)
        gone += range(i1, i2) if tag == "delete" else ()
        come += range(j1, j2) if tag == "insert" else ()
    yield from _between(before, after, gone, come)


def _between(
    before: Sequence[Block], after: Sequence[Block], gone: Sequence[int], come: Sequence[int]
) -> Iterator[tuple[int | None, int | None]]:
    """Pairs within one place, in order, so that they keep as much of one another as any pairs could."""
    alike = _alike(before, after, gone, come)
    at_gone, at_come = 0, 0
    for g, c in [*alike, (len(gone), len(come))]:
        yield from ((i, None) for i in gone[at_gone:g])
        yield from ((None, j) for j in come[at_come:c])
        if g < len(gone):
            yield gone[g], come[c]
        at_gone, at_come = g + 1, c + 1


def _alike(
    before: Sequence[Block], after: Sequence[Block], gone: Sequence[int], come: Sequence[int]
) -> list[tuple[int, int]]:
    """Positions in `gone` and `come` that belong together, rising in both."""
    if len(gone) * len(come) > _MOST_PAIRS:
        return [(at, at) for at in range(min(len(gone), len(come))) if _kept(before[gone[at]], after[come[at]])]
    weights = [[_kept(before[i], after[j]) for j in come] for i in gone]
    best = [[0.0] * (len(come) + 1) for _ in range(len(gone) + 1)]
    for g in reversed(range(len(gone))):
        for c in reversed(range(len(come))):
            together = weights[g][c] + best[g + 1][c + 1] if weights[g][c] else 0.0
            best[g][c] = max(best[g + 1][c], best[g][c + 1], together)
    found: list[tuple[int, int]] = []
    g = c = 0
    while g < len(gone) and c < len(come):
        if weights[g][c] and best[g][c] == weights[g][c] + best[g + 1][c + 1]:
            found.append((g, c))
            g, c = g + 1, c + 1
        elif best[g][c] == best[g + 1][c]:
            g += 1
        else:
            c += 1
    return found


def _kept(old: Block, new: Block, least: float = _LEAST_KEPT) -> float:
    """How much of one is in the other, 0 below `least` or where one is code and the other is not."""
    return likeness(old.text, new.text, least) if old.kind is new.kind else 0.0


def _moves(
    before: Sequence[Block], after: Sequence[Block], pairs: Sequence[tuple[int | None, int | None]]
) -> dict[int, int]:
    """{place in the old text: place in the new} of what stands elsewhere now, the most alike first."""
    gone = [i for i, j in pairs if j is None and i is not None and len(words(before[i].text)) >= _LEAST_WORDS]
    come = [j for i, j in pairs if i is None and j is not None]
    if len(gone) * len(come) > _MOST_PAIRS:
        places = {after[j].key: j for j in come}
        weighed = [(1.0, i, places[before[i].key]) for i in gone if before[i].key in places]
    else:
        weighed = [(_kept(before[i], after[j], _LEAST_MOVED), i, j) for i in gone for j in come]
    found: dict[int, int] = {}
    for weight, i, j in sorted(weighed, key=lambda one: (-one[0], one[1], one[2])):
        if weight and i not in found and j not in found.values():
            found[i] = j
    return found
