"""What can be done about a refusal whose sentence, fixed by the checks, only says what the terms read as. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from projects.terms.document.field import Words
from projects.terms.document.problems import Problem

_WAYS: Mapping[str, Words] = {
    "licence-coverage": Words(
        "What can be done: grant the tasks for more purposes (“any purpose” covers every release), or release the data "
        "under a narrower licence, both in step 8; what a recipient may use them for is in step 9.",
        "可以这样做：扩大授权用途（“任何用途”涵盖任何发布方式），或以限制更多的许可发布数据，两者都在第 8 步；"
        "接收方可作何用途在第 9 步。",
    ),
}
# Beside the field that the refusal names, those that settle it as well.
_ALSO: Mapping[str, tuple[str, ...]] = {"licence-coverage": ("licence.outbound.data", "data.destinations")}


def way(problem: Problem, lang: str) -> str:
    """Empty where the refusal says it itself."""
    words = _WAYS.get(problem.code)
    return words.said(lang) if words else ""


def ways_at(name: str, refused: Iterable[Problem], lang: str) -> str:
    """For the field of that name: what can be done there about what is refused."""
    found = [way(one, lang) for one in refused if name in (*one.paths, *_ALSO.get(one.code, ()))]
    return " ".join(dict.fromkeys(filter(None, found)))
