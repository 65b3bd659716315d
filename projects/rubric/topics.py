"""Ten topics that a rubric should ask about, pure. It is free to leave one out, and is told that it does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Topic:
    """`missing` is the sentence for a rubric in which no criterion has this topic."""

    id: str
    name: Promise
    missing: Promise


TOPICS = (
    Topic("validity", _("Scientific validity"), _("No criterion asks whether the task is scientifically valid.")),
    Topic(
        "matching",
        _("Asked and verified match"),
        _("No criterion asks whether the statement asks what is verified, and verification checks what is asked."),
    ),
    Topic("lazy", _("Lazy solutions"), _("No criterion asks whether a lazy solution passes.")),
    Topic(
        "solvable",
        _("Instructions that can be followed"),
        _("No criterion asks whether an instruction is contradictory or cannot be solved."),
    ),
    Topic("formats", _("Formats of the answer"), _("No criterion asks whether every right format is accepted.")),
    Topic("placeholders", _("Placeholder data"), _("No criterion asks whether placeholder data is left in the task.")),
    Topic(
        "difficulty",
        _("Reason of the difficulty"),
        _("No criterion asks whether the task is difficult for the right reason."),
    ),
    Topic("expert", _("An expert’s way"), _("No criterion asks whether an expert can get there.")),
    Topic(
        "contamination",
        _("Contamination"),
        _("No criterion asks whether the task or its answer is known to models already."),
    ),
    Topic("sources", _("Licences of sources"), _("No criterion asks for the licences of the sources.")),
)
IDS = tuple(one.id for one in TOPICS)


def uncovered(criteria: Iterable[Mapping[str, Any]]) -> list[Topic]:
    """Topics that no criterion has, in their order."""
    covered = {row.get("topic") for row in criteria}
    return [one for one in TOPICS if one.id not in covered]


def unasked(criteria: Iterable[Mapping[str, Any]]) -> list[Topic]:
    """As `uncovered`, but none where no criterion names a topic: then nobody can tell what is left out."""
    found = uncovered(criteria)
    return found if len(found) < len(TOPICS) else []


def shown(criteria: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The criteria for a page: as they are, with the `topic_name` in the language of the page."""
    names = {one.id: one.name for one in TOPICS}
    return [{**row, "topic_name": names.get(row.get("topic", ""), "")} for row in criteria]
