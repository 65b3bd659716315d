"""Whether anybody can decide a stage that its lead decides. Where nobody can, it waits: nothing decides by itself."""

from __future__ import annotations

from dataclasses import dataclass

from projects.members import queries as members
from projects.reviews import rounds
from projects.reviews.choosing import Choosing
from projects.reviews.models import Round
from projects.terms import queries as terms


@dataclass(frozen=True)
class Stuck:
    """Everybody who may decide has an interest. `fallback` is the title of the role that the terms name for this, ""
    where they name none; `hidden`: that it is for an interest stays unsaid, since it would tell who wrote the task."""

    fallback: str
    hidden: bool


def stuck(round_: Round, choosing: Choosing) -> Stuck | None:
    """None while somebody without an interest holds `decide`, and for stages that count verdicts."""
    if rounds.stage_of(round_).decides != "lead":
        return None
    if any(not choosing.is_interested(one) for one in choosing.holders["decide"]):
        return None
    return Stuck(fallback(round_), rounds.anonymity(round_.task) == "both_hidden")


def fallback(round_: Round) -> str:
    """The title of the role that decides when nobody else can, by the terms in force now."""
    version = terms.current(round_.task.project) or rounds.binding(round_.task)
    named = version.document["participation"].get("fallback_decider")
    return members.title_of(version, str(named)) if named and named != "none" else ""
