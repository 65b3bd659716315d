"""What happens to the data, where two clauses cannot both be kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from projects.terms.document.problems import Problem
from projects.terms.document.walk import answer, items

Document = Mapping[str, Any]
_WHOLE = frozenset({"all"})


def data_against_itself(document: Document) -> Iterator[Problem]:
    yield from _destinations(document)
    yield from _exclusive(document)
    yield from _held_out(document)
    yield from _grant(document)


def _both(path: str, other: str, en: str, zh: str) -> Problem:
    return Problem(path, "contradiction", en, zh, also=(other,))


def _day(value: object) -> str | None:
    return value if isinstance(value, str) and value != "none" else None


def _destinations(document: Document) -> Iterator[Problem]:
    released = _day(answer(document, "data.held_out.released.on"))
    for index, item in enumerate(items(document, "data.destinations")):
        place = f"data.destinations[{index}]"
        start, end, split = _day(item.get("from")), _day(item.get("until")), item.get("split")
        if start is not None and end is not None and end < start:
            yield _both(
                f"{place}.until",
                f"{place}.from",
                f"The last day ({place}.until) is before the first ({place}.from).",
                f"结束（{place}.until）早于开始（{place}.from）。",
            )
        if split == "held_out" and answer(document, "data.held_out") == "none":
            yield _both(
                f"{place}.split",
                "data.held_out",
                f"{place}.split gives held-out tasks, and data.held_out says there are none.",
                f"{place}.split 涉及保留任务，而 data.held_out 写明没有。",
            )
        public = item.get("kind") == "public" and split in ("held_out", "all")
        if public and start is not None and released is not None and start < released:
            yield _both(
                f"{place}.from",
                "data.held_out.released.on",
                f"By {place} the public gets held-out tasks from {start}, and data.held_out.released.on is {released}.",
                f"按 {place}，公众自 {start} 起得到保留任务，而 data.held_out.released.on 为 {released}。",
            )


def _exclusive(document: Document) -> Iterator[Problem]:
    """What one recipient alone gets, and another gets too in the same days."""
    found = list(enumerate(items(document, "data.destinations")))
    for index, item in found:
        if item.get("exclusive") != "yes":
            continue
        for other_index, other in found:
            told_before = other_index < index and other.get("exclusive") == "yes"
            if other_index == index or told_before or not _meet(item, other):
                continue
            one, two = f"data.destinations[{index}].exclusive", f"data.destinations[{other_index}]"
            yield _both(
                one,
                two,
                f"By {one} nobody else gets these tasks, and {two} gives them to another recipient in the same days.",
                f"按 {one}，这些任务只给这一方，而 {two} 同期又给了另一方。",
            )


def _meet(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two destinations surely share a task on some day; what is open makes nothing sure."""
    splits = {one.get("split"), other.get("split")}
    if None in splits or "none" in splits or not (len(splits) == 1 or splits & _WHOLE):
        return False
    starts = [_day(item.get("from")) for item in (one, other)]
    if None in starts:
        return False
    ends = [day for item in (one, other) if (day := _day(item.get("until"))) is not None]
    return not ends or max(day for day in starts if day is not None) <= min(ends)


def _held_out(document: Document) -> Iterator[Problem]:
    held = answer(document, "data.held_out")
    if held == "none":
        for index, funder in enumerate(items(document, "core_team.funders")):
            if funder.get("sees") == "held_out":
                yield _both(
                    f"core_team.funders[{index}].sees",
                    "data.held_out",
                    f"core_team.funders[{index}].sees names held-out tasks, and data.held_out says there are none.",
                    f"core_team.funders[{index}].sees 涉及保留任务，而 data.held_out 写明没有。",
                )
    if not isinstance(held, dict):
        return
    released = held.get("released")
    if isinstance(released, dict) and len(released) > 1:
        yield _both(
            "data.held_out.released",
            "data.held_out.released.when",
            "Either a day (data.held_out.released.on) or a condition (data.held_out.released.when), not both.",
            "日期（data.held_out.released.on）与条件（data.held_out.released.when）只能写一个。",
        )
    if held.get("chosen") == "hand" and held.get("rule") not in (None, "none"):
        yield _both(
            "data.held_out.rule",
            "data.held_out.chosen",
            "data.held_out.chosen says by hand, data.held_out.rule is a rule.",
            "data.held_out.chosen 写明人工选取，data.held_out.rule 却是规则。",
        )
    if answer(document, "data.visibility") == "open":
        yield _both(
            "data.visibility",
            "data.held_out",
            "By data.visibility everybody reads each accepted task, so none can be held out (data.held_out).",
            "按 data.visibility，任何人都能看到每个通过的任务，因此无法保留（data.held_out）。",
        )


def _grant(document: Document) -> Iterator[Problem]:
    exclusive = answer(document, "licence.inbound.exclusive")
    if exclusive == "yes" and answer(document, "rights.other_benchmark") == "yes":
        yield _both(
            "licence.inbound.exclusive",
            "rights.other_benchmark",
            "By licence.inbound.exclusive only the project may use a task, and by rights.other_benchmark another "
            "benchmark may too.",
            "按 licence.inbound.exclusive，只有项目可以使用任务，而 rights.other_benchmark 又允许提交给其他基准。",
        )
