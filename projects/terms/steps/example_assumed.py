"""What the example takes for granted where a draft has not said it yet: a rule can be watched from its first line.

An order, a share or a day; never the rule that makes an author, nor what a piece of work is worth. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from projects.terms.document.field import Words

_SPLIT = Words("shared equally", "平均分配")
_DATE = Words("counted on the day of acceptance", "按通过之日计入")
_BLOCKS = Words("one block with everybody, by name", "全体一组，按姓名排序")
_SORT = Words("by name", "按姓名排序")
_TIES = Words("by name, and between equal names by a fixed mark", "按姓名排序，同名者按固定标识")


def assumed(clause: Mapping[str, Any]) -> tuple[dict[str, Any], list[tuple[str, Words]]]:
    """The clause `authorship` with what is open in it filled, and the path and words of each thing that was."""
    filled, said = dict(clause), list[tuple[str, Words]]()
    everybody = {"id": "everybody", "title": "none", "who": clause.get("eligibility"), "sort": ["name"]}
    ruled = isinstance(clause.get("eligibility"), dict)
    for name, value, words in (("blocks", [everybody], _BLOCKS), ("ties", ["name+subject"], _TIES)):
        if filled.get(name) is None and (ruled or name != "blocks"):
            filled[name] = value
            said.append((f"authorship.{name}", words))
    for name, parts in (
        ("kinds", (("split", "equal", _SPLIT), ("date", "accepted", _DATE))),
        ("blocks", (("sort", ["name"], _SORT),)),
    ):
        if isinstance(filled.get(name), list):
            rows = [dict(one) for one in filled[name]]
            said += _fill(rows, f"authorship.{name}", parts)
            filled[name] = rows
    return filled, said


def _fill(
    rows: list[dict[str, Any]], path: str, parts: tuple[tuple[str, Any, Words], ...]
) -> Iterator[tuple[str, Words]]:
    for index, row in enumerate(rows):
        for part, value, words in parts:
            if row.get(part) is None:
                row[part] = value
                yield f"{path}[{index}].{part}", words
